//! Full houses: a triple and a pair, either of them helped by wilds.

use super::ALL_NIBBLES;
use crate::bits::select;
use crate::combo::take::{put_wilds, take_into};
use crate::combo::{Combo, Kind, Play};
use crate::hand::{HIGHS, LevelHand, RANKS};
use crate::rules::Tables;

/// The natural cards of the triple and of the pair of a full house, by number of wilds and then by how many of them
/// stand in the triple, most first.
pub(in crate::combo) const SPLITS: [&[[u32; 2]]; 3] = [&[[3, 2]], &[[2, 2], [3, 1]], &[[1, 2], [2, 1], [3, 0]]];

/// The ranks that can be the triple and the pair of a full house with one split of natural cards.
#[derive(Clone, Copy)]
pub(in crate::combo) struct FullHouses {
    /// Ranks with enough cards for the triple.
    pub(in crate::combo) triples: u64,
    /// Ranks (and jokers, where the rules let them) with enough cards for the pair.
    pub(in crate::combo) pairs: u64,
    /// Whether wilds alone are the pair, whatever rank they are said to be.
    pub(in crate::combo) bare_pair: bool,
}

impl FullHouses {
    #[inline(always)]
    pub(in crate::combo) fn of(hand: &LevelHand, t: &Tables, split: [u32; 2], allowed: u64) -> FullHouses {
        let triples = FullHouses::triples(hand, split[0], allowed);
        let pairs = if split[1] == 0 { 0 } else { FullHouses::pairs(hand, t, split[1]) };
        FullHouses { triples, pairs, bare_pair: split[1] == 0 }
    }

    /// The ranks with enough cards for a triple with `natural` natural cards.
    #[inline(always)]
    pub(in crate::combo) fn triples(hand: &LevelHand, natural: u32, allowed: u64) -> u64 {
        hand.at_least(natural) & HIGHS & RANKS & allowed
    }

    /// The ranks, and jokers where the rules let them, with enough cards for a pair with 1 or 2 natural cards.
    #[inline(always)]
    pub(in crate::combo) fn pairs(hand: &LevelHand, t: &Tables, natural: u32) -> u64 {
        let jokers = natural == 2 && t.joker_pair_in_full_house;
        hand.at_least(natural) & if jokers { ALL_NIBBLES } else { RANKS }
    }

    #[inline(always)]
    fn count(self) -> u32 {
        let triples = self.triples.count_ones();
        if self.bare_pair {
            return triples;
        }
        triples * self.pairs.count_ones() - (self.triples & self.pairs).count_ones()
    }

    /// The nibbles of the `k`-th choice of triple and pair.
    #[inline(always)]
    fn pick(self, k: u32) -> [u32; 2] {
        if self.bare_pair {
            return [select(self.triples, k) >> 2, 0];
        }
        let pairs = self.pairs.count_ones();
        // Triples that could be the pair too have one partner less.
        let both = self.triples & self.pairs;
        let overlapping = both.count_ones() * (pairs - 1);
        let (triple, k) = if k < overlapping {
            (select(both, k / (pairs - 1)), k % (pairs - 1))
        } else {
            let k = k - overlapping;
            (select(self.triples & !self.pairs, k / pairs), k % pairs)
        };
        let pair = select(self.pairs & !(1 << triple), k);
        [triple >> 2, pair >> 2]
    }
}

/// The number of full houses with up to `W` wilds.
#[inline(always)]
pub(in crate::combo) fn count_full_houses<const W: usize>(hand: &LevelHand, t: &Tables, allowed: u64) -> u32 {
    let mut count = 0;
    for splits in &SPLITS[..=W] {
        for &split in *splits {
            count += FullHouses::of(hand, t, split, allowed).count();
        }
    }
    count
}

/// The full house of `split` with the triple and pair of two nibbles.
#[inline(always)]
pub(in crate::combo) fn full_house(hand: &LevelHand, t: &Tables, split: [u32; 2], nibbles: [u32; 2]) -> Play {
    let mut cards = LevelHand::EMPTY;
    take_into(&mut cards, hand, nibbles[0], split[0]);
    if split[1] > 0 {
        take_into(&mut cards, hand, nibbles[1], split[1]);
    }
    put_wilds(&mut cards, 5 - split[0] - split[1]);
    Play { combo: Combo::new(Kind::FullHouse, 5, t.key_of_nibble[nibbles[0] as usize]), cards }
}

/// The `k`-th full house, by number of wilds and split.
#[inline(always)]
pub(in crate::combo) fn pick_full_house<const W: usize>(
    hand: &LevelHand,
    t: &Tables,
    allowed: u64,
    mut k: u32,
) -> Play {
    for splits in &SPLITS[..=W] {
        for &split in *splits {
            let houses = FullHouses::of(hand, t, split, allowed);
            let count = houses.count();
            if W == 0 || k < count {
                return full_house(hand, t, split, houses.pick(k));
            }
            k -= count;
        }
    }
    unreachable!("k is less than the count")
}
