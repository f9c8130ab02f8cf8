//! Slow second readings of the rules, and the engine beside them: the referee of a deal, the levels, the tribute.

mod levels;
mod referee;
mod tribute;
