//! What a strategy keeps from one of a seat's decisions to the next, so as not to work it out again.
//!
//! It holds nothing the view could not tell again: playing with a new memory at every decision gives the same plays.

use super::tempo::Grouping;
use crate::combo::count_bombs;
use crate::hand::LevelHand;
use crate::rules::Tables;

/// The memory of one seat in one deal, whichever strategy it has.
#[derive(Clone, Copy, Default, Debug)]
pub struct Memory {
    /// How many bombs the hand has.
    pub(super) bombs: BombCount,
    /// Whether it has none.
    pub(super) bombless: Bombless,
    /// How `tempo` has split the hand, or one the seat held before.
    pub(super) grouping: Grouping,
}

/// Whether a hand has been found to hold no bomb at all; playing cards makes none.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Bombless(pub bool);

/// The number of bombs in a hand at ranks detail, once counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BombCount {
    /// One more than there are; 0 while they are not counted. Not an option, which takes two words to look at.
    known: u32,
}

impl BombCount {
    /// The number of bombs in `hand`.
    #[inline(always)]
    pub fn of(&mut self, hand: &LevelHand, t: &Tables) -> u32 {
        if self.known == 0 {
            self.known = 1 + count_bombs(hand, t);
        }
        self.known - 1
    }

    /// The seat is about to play: its bombs have to be counted again, unless there are none, for playing makes none.
    #[inline(always)]
    pub fn plays(&mut self) {
        if self.known != 1 {
            self.known = 0;
        }
    }
}
