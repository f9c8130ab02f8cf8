//! Which places of a run the wilds fill.

use crate::card::Suit;
use crate::hand::{Counts, LevelHand, Start};

use super::Kind;

/// How many of the cards at each place of a run are wilds. The wilds that fill exactly what a hand lacks are a pattern too,
/// the hand's shortage; any pattern that covers it makes the run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Pattern(u16);

impl Pattern {
    /// No wilds.
    pub const NONE: Pattern = Pattern(0);

    /// What `counts` lacks for the straight, tube or plate from `start`.
    #[inline]
    pub fn lacking(counts: Counts, kind: Kind, start: Start) -> Pattern {
        let mut lacking = Pattern::NONE;
        for place in 0..kind.places() {
            lacking = lacking.with(place, kind.each().saturating_sub(counts.get(start.nibble(place))));
        }
        lacking
    }

    /// What a hand lacks for the straight flush of `suit` from `start`.
    #[inline]
    pub fn lacking_in_suit(hand: &LevelHand, start: Start, suit: Suit) -> Pattern {
        let mut lacking = Pattern::NONE;
        for place in 0..Kind::StraightFlush.places() {
            lacking = lacking.with(place, u32::from(!hand.suits(start.nibble(place)).contains(suit)));
        }
        lacking
    }

    /// The number of wilds at a place, counted from 0 at the run's start.
    #[inline]
    pub const fn at(self, place: u32) -> u32 {
        (self.0 >> (2 * place)) as u32 & 3
    }

    /// With `n` wilds, at most 3, at a place that had none.
    #[inline]
    #[must_use]
    pub const fn with(self, place: u32, n: u32) -> Pattern {
        Pattern(self.0 | (n as u16) << (2 * place))
    }

    /// The number of wilds.
    #[inline]
    pub const fn wilds(self) -> u32 {
        (self.0 & 0x5555).count_ones() + 2 * (self.0 & 0xAAAA).count_ones()
    }

    /// Whether there are as many wilds at each place as in `shortage` or more.
    pub const fn covers(self, shortage: Pattern) -> bool {
        let mut place = 0;
        while place < 5 {
            if self.at(place) < shortage.at(place) {
                return false;
            }
            place += 1;
        }
        true
    }
}
