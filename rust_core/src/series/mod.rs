//! The match over deals: who opens, levels, passing A, streaks, clock and points.
//!
//! Knows the outcomes of deals, not how they were played or by whom.

pub mod clock;
mod course;
mod equity;
mod levels;
pub mod opening;
pub mod points;
mod standing;

pub use clock::{ClockModel, Timer, winner_at_bell};
pub use course::{Consequence, DealEnd, DealStart, EndedBy, Ending, Match, NoEnd, Opening};
pub use equity::Equity;
pub use levels::{Promotion, after_deal};
pub use opening::{FirstOpening, Roles};
pub use standing::{Standing, Streaks};
