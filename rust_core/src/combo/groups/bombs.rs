//! Bombs: of a rank, straight flushes and the joker bomb, restricted to those above some power.

use super::ALL_STARTS;
use super::runs::{straight_flush, suit_shortage};
use super::sames::same;
use crate::bits::select;
use crate::combo::patterns::{self, Windows};
use crate::combo::{Combo, Kind, Play};
use crate::hand::{HIGHS, LevelHand, RANKS};
use crate::rules::Tables;

/// All four jokers.
pub(in crate::combo) const JOKER_BOMB: Play = Play {
    combo: Combo::new(Kind::JokerBomb, 4, 0),
    cards: LevelHand { one: 1 << 52 | 1 << 56, two: 1 << 52 | 1 << 56, counts: 0x22 << 52 },
};

/// Whether the hand holds all four jokers.
#[inline(always)]
pub(in crate::combo) const fn has_joker_bomb(hand: &LevelHand) -> bool {
    hand.counts >> 52 & 0xFF == 0x22
}

/// The bombs stronger than some power.
#[derive(Clone, Copy)]
pub(in crate::combo) struct Bombs {
    floor: u8,
    flushes: Windows,
    joker_bomb: bool,
}

impl Bombs {
    /// The bombs of more power than `floor` ([`Combo::power`]); 0 for all.
    #[inline(always)]
    pub(in crate::combo) fn above<const W: usize>(hand: &LevelHand, t: &Tables, floor: u8) -> Bombs {
        let flushes = Windows::of_suits(hand.one, W as u32).within(Bombs::allowed_flushes(t, floor));
        Bombs { floor, flushes, joker_bomb: has_joker_bomb(hand) && floor < 9 << 4 }
    }

    /// The straight flushes stronger than `floor`, each suit at its own bit of the start.
    #[inline(always)]
    pub(in crate::combo) fn allowed_flushes(t: &Tables, floor: u8) -> u64 {
        match floor >> 4 {
            0..3 => ALL_STARTS,
            3 => t.flushes_above[(floor & 15) as usize],
            _ => 0,
        }
    }

    /// The nibbles a bomb of `n` cards of a rank may have.
    #[inline(always)]
    pub(in crate::combo) fn allowed(t: &Tables, floor: u8, n: u32) -> u64 {
        let base = Combo::new(Kind::Bomb, n as u8, 0).power();
        if base > floor {
            HIGHS & RANKS
        } else if base >> 4 == floor >> 4 {
            t.above[(floor & 15) as usize] & RANKS
        } else {
            0
        }
    }

    /// The flags of each size and number of wilds that some bomb of a rank has.
    #[inline(always)]
    fn for_each_size<const W: usize>(
        hand: &LevelHand,
        t: &Tables,
        floor: u8,
        mut visit: impl FnMut(u32, u32, u64) -> bool,
    ) {
        let wilds = W as u32;
        let most = t.max_bomb.min(8 + wilds);
        let mut n = 4;
        while n <= most && hand.at_least(n - wilds) & RANKS != 0 {
            let allowed = Bombs::allowed(t, floor, n);
            for w in n.saturating_sub(8)..=wilds {
                if visit(n, w, hand.at_least(n - w) & allowed) {
                    return;
                }
            }
            n += 1;
        }
    }

    #[inline(always)]
    pub(in crate::combo) fn count<const W: usize>(&self, hand: &LevelHand, t: &Tables) -> u32 {
        let mut count = self.flushes.count(&patterns::STRAIGHT, W as u32) + u32::from(self.joker_bomb);
        Bombs::for_each_size::<W>(hand, t, self.floor, |_, _, flags| {
            count += flags.count_ones();
            false
        });
        count
    }

    #[inline(always)]
    pub(in crate::combo) fn pick<const W: usize>(&self, hand: &LevelHand, t: &Tables, mut k: u32) -> Play {
        let weights = &patterns::STRAIGHT.weights[W];
        for (total, &mask) in self.flushes.by_shortage[..=W].iter().enumerate() {
            let count = mask.count_ones() * weights[total];
            if k < count {
                let bit = select(mask, k / weights[total]);
                let (start, suit) = (bit >> 2, bit & 3);
                let short = suit_shortage(hand, start, suit);
                let id = patterns::STRAIGHT.covering(short, k % weights[total]);
                return straight_flush(start, suit, patterns::STRAIGHT.patterns[id as usize] as u32);
            }
            k -= count;
        }
        let mut picked = JOKER_BOMB;
        Bombs::for_each_size::<W>(hand, t, self.floor, |n, w, flags| {
            let count = flags.count_ones();
            if k < count {
                picked = same(hand, t, Kind::Bomb, n, select(flags, k) >> 2, w);
                return true;
            }
            k -= count;
            false
        });
        picked
    }
}
