//! Singles, pairs, triples and bombs of a rank: cards of one rank, by number.

use super::ALL_NIBBLES;
use crate::bits::select;
use crate::combo::take::{put_wilds, take_into};
use crate::combo::{Combo, Kind, Play};
use crate::hand::{LevelHand, RANKS};
use crate::rules::Tables;

/// The flags among those in `allowed` (which has not the wilds') of the ranks that, with `wilds` wilds, make `n` equal cards;
/// wilds do not count where they stand alone.
#[inline(always)]
pub(in crate::combo) fn sames(hand: &LevelHand, n: u32, wilds: u32, allowed: u64) -> u64 {
    debug_assert!(allowed & !ALL_NIBBLES == 0);
    hand.at_least_among(n - wilds, if wilds == 0 { allowed } else { allowed & RANKS })
}

/// Whether wilds alone make `n` level cards that `allowed` lets through: a single or a pair, never more.
#[inline(always)]
pub(in crate::combo) fn bare_wilds(hand: &LevelHand, t: &Tables, n: u32, allowed: u64) -> bool {
    hand.wilds() >= n && allowed & 8 << (4 * t.level.index()) != 0
}

/// The number of singles (`n` = 1), pairs or triples with up to `W` wilds, which the hand must hold.
#[inline(always)]
pub(in crate::combo) fn count_sames<const W: usize>(hand: &LevelHand, t: &Tables, n: u32, allowed: u64) -> u32 {
    let mut count = sames(hand, n, 0, allowed).count_ones();
    for wilds in 1..=(W as u32).min(n - 1) {
        count += sames(hand, n, wilds, allowed).count_ones();
    }
    if W as u32 >= n {
        count += u32::from(bare_wilds(hand, t, n, allowed));
    }
    count
}

/// The play of `n` cards of `nibble`, `wilds` of them wild.
#[inline(always)]
pub(in crate::combo) fn same(hand: &LevelHand, t: &Tables, kind: Kind, n: u32, nibble: u32, wilds: u32) -> Play {
    let mut cards = LevelHand::EMPTY;
    take_into(&mut cards, hand, nibble, n - wilds);
    put_wilds(&mut cards, wilds);
    Play { combo: Combo::new(kind, n as u8, t.key_of_nibble[nibble as usize & 15]), cards }
}

/// The `k`-th single, pair or triple, by number of wilds.
#[inline(always)]
pub(in crate::combo) fn pick_same<const W: usize>(
    hand: &LevelHand,
    t: &Tables,
    kind: Kind,
    n: u32,
    allowed: u64,
    mut k: u32,
) -> Play {
    for wilds in 0..=(W as u32).min(n - 1) {
        let flags = sames(hand, n, wilds, allowed);
        let count = flags.count_ones();
        if W == 0 || k < count {
            return same(hand, t, kind, n, select(flags, k) >> 2, wilds);
        }
        k -= count;
    }
    same(hand, t, kind, n, t.level.index() as u32, n)
}
