//! What a policy keeps of a seat from one decision to the next within a deal, so as not to work it out again.
//!
//! It holds nothing that could not be worked out from the view again: a policy that gets a new memory at every decision
//! plays the same.

use super::tempo::Grouping;
use crate::combo::count_bombs;
use crate::hand::LevelHand;
use crate::rules::Tables;

/// The memory of one seat in one deal, whichever built-in strategy plays it.
#[derive(Clone, Copy, Default, Debug)]
pub struct Memory {
    /// For `random` and `lowest`: how many bombs the hand has.
    pub(super) bombs: BombCount,
    /// For `tempo`: how it has grouped the hand, or a hand that the seat held before.
    pub(super) grouping: Grouping,
}

/// The number of bombs in a hand at ranks detail, if it has been counted.
///
/// Playing cards makes no new bombs, so a hand that has none is known to have none for the rest of the deal.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BombCount {
    /// One more than there are bombs, or 0 while they are not counted: an option would take two words to look at, which are
    /// two instructions a decision of `random`.
    known: u32,
}

impl BombCount {
    /// The number of bombs in `hand`, which is counted unless its number is known.
    // Always inlined: as a call it takes 6 instructions a decision of `random`.
    #[inline(always)]
    pub fn of(&mut self, hand: &LevelHand, tables: &Tables) -> u32 {
        if self.known == 0 {
            self.known = 1 + count_bombs(hand, tables);
        }
        self.known - 1
    }

    /// Whether the hand is known to have no bombs.
    pub const fn is_zero(self) -> bool {
        self.known == 1
    }

    /// Notes that the hand has been found to have no bombs.
    pub fn found_none(&mut self) {
        self.known = 1;
    }

    /// Notes that the seat plays cards: its bombs have to be counted again, unless it has none.
    pub fn plays(&mut self) {
        if !self.is_zero() {
            self.known = 0;
        }
    }
}
