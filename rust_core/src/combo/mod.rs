//! Combinations: what a set of cards can be, what a hand can play, and what beats what.
//!
//! Everything here works on [`LevelHand`](crate::hand::LevelHand)s and reads the house rules from
//! [`Tables`](crate::rules::Tables).

mod bits;
mod kind;
mod play;

#[cfg(target_arch = "x86_64")]
pub use bits::Bmi2;
pub use bits::{Bits, Portable};
pub use kind::{Combo, Kind};
pub use play::Play;
