//! The fewest plays, and nothing else: the fast walk.
//!
//! A decomposition with `t` triples and `p` pairs on offer to full houses and `o` other plays takes `o + max(t, p)` plays,
//! which is the greater of `o + t` and `o + p`. Both are sums over what is laid down, so the ledger keeps, for each value of
//! the first, the least value of the second.

use arrayvec::ArrayVec;

use super::ledger::{Item, Ledger, Menu, PLAY_VOLUME, Price};
use super::partition::{MOST_EQUAL, full_houses_to_try, partitions};
use super::walk::{RankCounts, RunCounts, Walk};
use crate::hand::LevelHand;
use crate::rules::Tables;

/// The least number of others and pairs (a byte a lane) for each number of others and triples (the lane).
#[derive(Clone, Copy, Debug)]
struct Front<const LANES: usize>([u8; LANES]);

impl<const LANES: usize> Ledger for Front<LANES> {
    type Cost = u8;
    type Padded = [[u8; LANES]; 2];
    const NONE: Self = Front([u8::MAX; LANES]);
    const START: Self = {
        let mut lanes = [u8::MAX; LANES];
        lanes[0] = 0;
        Front(lanes)
    };

    #[inline(always)]
    fn padded(&self) -> [[u8; LANES]; 2] {
        [[u8::MAX; LANES], self.0]
    }

    #[inline(always)]
    fn merge(&mut self, from: &[[u8; LANES]; 2], price: Price<u8>) {
        let start = LANES - (price.lanes as usize).min(LANES);
        for (lane, &other) in self.0.iter_mut().zip(&from.as_flattened()[start..start + LANES]) {
            *lane = (*lane).min(other.saturating_add(price.cost));
        }
    }

    #[inline(always)]
    fn hopeless(&self, limit: u32, volume: u32) -> bool {
        // A triple to come adds one to the first sum and takes 3 cards, a pair one to the second and 2, any other play one
        // to both and 6: at least one third of the volume is added to the two together, and the greater is half of both.
        let to_come = volume.div_ceil(PLAY_VOLUME / 2) as u8;
        let lanes = self.0.iter().zip(0u8..);
        let least = lanes.fold(u8::MAX, |least, (&cost, lane)| {
            let half = cost.saturating_add(lane + to_come + 1) / 2;
            least.min(half.max(cost).max(lane))
        });
        u32::from(least) >= limit
    }

    #[inline(always)]
    fn total(&self, owed: u8) -> u32 {
        let lanes = self.0.iter().zip(owed..);
        u32::from(lanes.fold(u8::MAX, |least, (&cost, lane)| least.min(cost.max(lane))))
    }
}

/// What each step adds to the two sums.
struct Counting<const LANES: usize> {
    groups: [ArrayVec<Item<u8>, 8>; MOST_EQUAL + 1],
    jokers: [[Item<u8>; 2]; 9],
    wilds: [[Item<u8>; 1]; 3],
    full_houses: u8,
}

/// A choice that adds `lanes` to others and triples and `cost` to others and pairs.
fn choice(lanes: usize, cost: usize, groups: u8, triples: u8) -> Item<u8> {
    Item { price: Price { lanes: lanes as i8, cost: cost as u8 }, groups, triples, id: 0 }
}

impl<const LANES: usize> Counting<LANES> {
    /// Prices where there are to be at least `full_houses` full houses, the partitions that need no more allowed.
    fn new(t: &Tables, full_houses: u8) -> Self {
        let groups = std::array::from_fn(|n| {
            let all: Vec<Item<u8>> = partitions(n, t.max_bomb as usize)
                .iter()
                .filter(|partition| partition.full_houses_needed() <= full_houses)
                .map(|partition| {
                    let (triples, pairs) = (partition.matched_triples, partition.matched_pairs);
                    let free = partition.free.len();
                    choice(free + triples as usize, free + pairs as usize, partition.groups(), triples.min(full_houses))
                })
                .collect();
            // Of the rest, those are left out that another is as good as in every respect (the first of equals stays).
            let as_good = |a: &Item<u8>, b: &Item<u8>| {
                a.price.lanes <= b.price.lanes && a.price.cost <= b.price.cost && a.triples >= b.triples
            };
            let better = |i: usize, j: usize| as_good(&all[j], &all[i]) && (j < i || !as_good(&all[i], &all[j]));
            let needed = (0..all.len()).filter(|&i| !(0..all.len()).any(|j| j != i && better(i, j)));
            needed.map(|i| all[i]).collect()
        });
        let jokers = std::array::from_fn(|i| {
            let pairs = usize::from(i / 3 == 2) + usize::from(i % 3 == 2);
            let others = usize::from(i / 3 == 1) + usize::from(i % 3 == 1);
            let (free, matched) = if t.joker_pair_in_full_house { (others, pairs) } else { (others + pairs, 0) };
            let separate = choice(free, free + matched, 0, 0);
            [separate, if pairs == 2 { choice(1, 1, 0, 0) } else { separate }]
        });
        let wilds = [[choice(0, 0, 0, 0)], [choice(1, 1, 0, 0)], [choice(0, 1, 0, 0)]];
        Counting { groups, jokers, wilds, full_houses }
    }
}

impl<const LANES: usize> Menu for Counting<LANES> {
    type Ledger = Front<LANES>;

    #[inline(always)]
    fn groups(&self, _rank: usize, n: usize) -> &[Item<u8>] {
        &self.groups[n]
    }

    #[inline(always)]
    fn jokers(&self, [small, big]: [u8; 2]) -> &[Item<u8>] {
        &self.jokers[small as usize * 3 + big as usize]
    }

    #[inline(always)]
    fn wilds(&self, n: u8) -> &[Item<u8>] {
        &self.wilds[n as usize]
    }

    #[inline(always)]
    fn runs(&self, RunCounts { straights, tubes, plates }: RunCounts, _start: usize) -> Price<u8> {
        let plays = straights + tubes + plates;
        Price { lanes: plays as i8, cost: plays }
    }

    #[inline(always)]
    fn full_houses(&self) -> u8 {
        self.full_houses
    }
}

/// Counts with one width of ledger.
struct Counter<const LANES: usize> {
    menus: Vec<Counting<LANES>>,
    walk: Walk<Front<LANES>>,
}

impl<const LANES: usize> Counter<LANES> {
    fn new(t: &Tables) -> Self {
        Counter {
            menus: full_houses_to_try(t.max_bomb).iter().map(|&n| Counting::new(t, n)).collect(),
            walk: Walk::new(),
        }
    }

    #[inline(always)]
    fn min_plays(&mut self, ranks: &RankCounts) -> u32 {
        let all = LANES as u32;
        self.menus.iter().fold(all, |least, menu| self.walk.least(ranks, menu, least))
    }
}

/// Finds the fewest plays that empty a hand, under one rule set; at any level, for only the wilds depend on it.
///
/// Keeps its memory from hand to hand: nothing is allocated once the first few hands have been seen.
pub struct Fewest(Width);

/// A hand needs at most 15 plays (a play for each rank and joker) where any number of equal natural cards is one play.
enum Width {
    Narrow(Counter<16>),
    Wide(Counter<32>),
}

impl Fewest {
    /// For the rules `t` was compiled from.
    pub fn new(t: &Tables) -> Fewest {
        Fewest(if t.max_bomb >= 8 { Width::Narrow(Counter::new(t)) } else { Width::Wide(Counter::new(t)) })
    }

    /// The fewest plays that empty `hand`, wilds used at their best; 0 for an empty hand.
    ///
    /// The hand may have up to [`MOST_CARDS`](super::MOST_CARDS) cards. Beating and being beaten do not come into it: every
    /// play is led.
    pub fn min_plays(&mut self, hand: &LevelHand) -> u32 {
        let ranks = RankCounts::of(hand);
        match &mut self.0 {
            Width::Narrow(counter) => counter.min_plays(&ranks),
            Width::Wide(counter) => counter.min_plays(&ranks),
        }
    }
}
