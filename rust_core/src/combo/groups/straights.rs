//! What sets plain straights apart from the other runs: five cards of one suit are no plain straight.

use super::runs::{covering, pick_run, run};
use crate::bits::bits;
use crate::combo::patterns::{self, Windows, nibble_of_start};
use crate::combo::take::held;
use crate::combo::{Kind, Play};
use crate::hand::{HIGHS, LOWS, LevelHand, RANKS, nibble_counts};
use crate::rules::Tables;

/// The faces that are the only suit of their rank.
#[inline(always)]
fn lone_faces(hand: &LevelHand) -> u64 {
    let suits = nibble_counts(hand.one & RANKS);
    let lone = (suits + 7 * LOWS) & !(suits + 6 * LOWS) & HIGHS;
    hand.one & ((lone >> 3) * 15)
}

/// Straights of one rule set and hand: the windows, and those of their patterns that suits forbid.
#[derive(Clone, Copy)]
pub(in crate::combo) struct Straights {
    windows: Windows,
    /// Windows of faces whose ranks have no other suit: what is covered here could only be played as one suit.
    forced: Windows,
    /// How many wilds such a pattern may hold and still be no plain straight.
    forced_wilds: u32,
}

impl Straights {
    #[inline(always)]
    pub(in crate::combo) fn of<const W: usize>(hand: &LevelHand, t: &Tables, allowed: u64) -> Straights {
        let wilds = W as u32;
        let windows = Windows::of_ranks(hand, Kind::Straight, wilds).within(allowed);
        let forced_wilds = if t.plain_straight_from_flush { 0 } else { wilds };
        let forced = if windows.any() == 0 {
            Windows { by_shortage: [0; 3] }
        } else {
            Windows::of_suits(lone_faces(hand), forced_wilds).within(((allowed & HIGHS) >> 3).wrapping_mul(15))
        };
        Straights { windows, forced, forced_wilds }
    }

    /// Whether suits forbid any pattern of the hand's straights.
    #[inline(always)]
    pub(in crate::combo) fn any_forced<const W: usize>(hand: &LevelHand, t: &Tables) -> bool {
        let wilds = if t.plain_straight_from_flush { 0 } else { W as u32 };
        Windows::of_suits(lone_faces(hand), wilds).any() != 0
    }

    #[inline(always)]
    pub(in crate::combo) fn count<const W: usize>(&self) -> u32 {
        self.windows.count(&patterns::STRAIGHT, W as u32) - self.forced.count(&patterns::STRAIGHT, self.forced_wilds)
    }

    #[inline(always)]
    pub(in crate::combo) fn pick<const W: usize>(&self, hand: &LevelHand, t: &Tables, mut k: u32) -> Play {
        if self.forced.any() == 0 {
            return pick_run::<W>(&self.windows, hand, t, Kind::Straight, k);
        }
        let mut starts = self.windows.any();
        loop {
            let start = starts.trailing_zeros() >> 2;
            for id in bits(u64::from(covering(hand, Kind::Straight, start, W as u32))) {
                let pattern = u32::from(patterns::STRAIGHT.patterns[id as usize]);
                if forced_suit(hand, t, start, pattern) {
                    continue;
                }
                if k == 0 {
                    return run(hand, t, Kind::Straight, start, pattern);
                }
                k -= 1;
            }
            starts &= starts - 1;
        }
    }
}

/// Whether the natural cards of this straight can only be of one suit and it is therefore no plain straight.
pub(in crate::combo) fn forced_suit(hand: &LevelHand, t: &Tables, start: u32, pattern: u32) -> bool {
    if pattern != 0 && t.plain_straight_from_flush {
        return false;
    }
    let mut suits = (0..5).filter(|i| pattern >> (2 * i) & 3 == 0).map(|i| held(hand, nibble_of_start(start + i)) & 15);
    suits.next().is_some_and(|first| first.count_ones() == 1 && suits.all(|other| other == first))
}

/// Gives the highest place that has another suit than `suit` the next one, so that the straight is a plain one.
pub(in crate::combo) fn break_suit(cards: &mut LevelHand, hand: &LevelHand, start: u32, pattern: u32, suit: u8) {
    for i in (0..5).rev() {
        let nibble = nibble_of_start(start + i);
        let others = held(hand, nibble) & 15 & !suit;
        if pattern >> (2 * i) & 3 == 0 && others != 0 {
            cards.one &= !(15 << (4 * nibble));
            cards.one |= u64::from(others & others.wrapping_neg()) << (4 * nibble);
            return;
        }
    }
}
