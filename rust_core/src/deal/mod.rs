//! One deal: how it ends, and the tribute before it.

mod faces;
mod outcome;
mod tribute;

pub use outcome::{Outcome, Pattern};
pub use tribute::{Choice, Gift, Phase, Tribute, TributeKind};
