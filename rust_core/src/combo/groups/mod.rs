//! The plays of a hand in groups that can be counted without listing them and picked from by number.
//!
//! Counting is by ranks detail: a rank's suits do not matter, a straight flush's do. Each group is restricted to the
//! nibbles, starts or flush bits in an `allowed` mask, so that leads and answers are the same code.

mod bombs;
mod full_houses;
mod runs;
mod sames;
mod straights;

use crate::hand::HIGHS;

pub(super) use bombs::{Bombs, JOKER_BOMB, has_joker_bomb};
pub(super) use full_houses::{FullHouses, SPLITS, count_full_houses, full_house, pick_full_house};
pub(super) use runs::{covering, covering_suit, pick_run, run, starts_above, straight_flush};
pub(super) use sames::{bare_wilds, count_sames, pick_same, same, sames};
pub(super) use straights::{Straights, break_suit, forced_suit};

/// Every nibble but the wilds'.
pub(super) const ALL_NIBBLES: u64 = HIGHS >> 4;
/// Every start or flush bit.
pub(super) const ALL_STARTS: u64 = u64::MAX;
