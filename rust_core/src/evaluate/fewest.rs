//! The fewest plays that empty a hand, without points of control: the ledger and prices that are fastest to walk with.
//!
//! A decomposition with `t` triples and `p` pairs meant for full houses and `o` other plays takes `o + max(t, p)` plays: the
//! greater of `o + t` and `o + p`. Both are sums over what is laid down. So the ledger has a lane for each value of `o + t`
//! and keeps the least `o + p` in it.

use arrayvec::ArrayVec;

use super::ledger::{Item, Ledger, Menu, PLAY_VOLUME, Price};

use super::partition::{MOST_EQUAL, full_houses_to_try, partitions};
use super::pricing::number_of_jokers;
use super::walk::{RankCounts, RunCounts, Walk};
use crate::hand::LevelHand;
use crate::rules::Tables;

/// In the lane of each number of other plays and triples, the least number of other plays and pairs: the Pareto front of the
/// two sums.
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

    fn padded(&self) -> [[u8; LANES]; 2] {
        [[u8::MAX; LANES], self.0]
    }

    fn merge(&mut self, from: &[[u8; LANES]; 2], price: Price<u8>) {
        let start = LANES - (price.lanes as usize).min(LANES);
        for (lane, &other) in self.0.iter_mut().zip(&from.as_flattened()[start..start + LANES]) {
            *lane = (*lane).min(other.saturating_add(price.cost));
        }
    }

    fn hopeless(&self, limit: u32, volume: u32) -> bool {
        // A triple to come takes 3 cards and adds 1 to the first sum, a pair takes 2 and adds 1 to the second, any other play
        // takes 6 at most and adds 1 to both. So both sums together grow by a third of the volume or more, and the greater
        // of them is at least half of both.
        let to_come = volume.div_ceil(PLAY_VOLUME / 2) as u8;
        let lanes = self.0.iter().zip(0u8..);
        let least = lanes.fold(u8::MAX, |least, (&cost, lane)| {
            let half = cost.saturating_add(lane + to_come + 1) / 2;
            least.min(half.max(cost).max(lane))
        });
        u32::from(least) >= limit
    }

    fn total(&self, owed: u8) -> u32 {
        let lanes = self.0.iter().zip(owed..);
        u32::from(lanes.fold(u8::MAX, |least, (&cost, lane)| least.min(cost.max(lane))))
    }
}

/// What may be laid down, and what it adds to the two sums.
struct Counting<const LANES: usize> {
    /// The items for the cards of a rank, by their number.
    groups: [ArrayVec<Item<u8>, 8>; MOST_EQUAL + 1],
    /// The items for jokers, by [`number_of_jokers`].
    jokers: [[Item<u8>; 2]; 9],
    /// The item for wilds that stand for no other card, by their number.
    wilds: [[Item<u8>; 1]; 3],
    full_houses: u8,
}

/// An item that adds `lanes` to the other plays and triples and `cost` to the other plays and pairs.
fn item(lanes: usize, cost: usize, groups: u8, triples: u8) -> Item<u8> {
    Item { price: Price { lanes: lanes as i8, cost: cost as u8 }, groups, triples, id: 0 }
}

impl<const LANES: usize> Counting<LANES> {
    /// The prices of decompositions with at least `full_houses` full houses. Partitions that need more are left out.
    fn new(tables: &Tables, full_houses: u8) -> Self {
        let groups = std::array::from_fn(|n| {
            let all: Vec<Item<u8>> = partitions(n, tables.max_bomb as usize)
                .iter()
                .filter(|partition| partition.full_houses_needed() <= full_houses)
                .map(|partition| {
                    let (triples, pairs) = (partition.matched_triples, partition.matched_pairs);
                    let free = partition.free.len();
                    item(free + triples as usize, free + pairs as usize, partition.groups(), triples.min(full_houses))
                })
                .collect();
            // An item is not needed if another is as good in every respect; of equal ones the first stays.
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
            let (free, matched) = if tables.joker_pair_in_full_house { (others, pairs) } else { (others + pairs, 0) };
            let separate = item(free, free + matched, 0, 0);
            [separate, if pairs == 2 { item(1, 1, 0, 0) } else { separate }]
        });
        let wilds = [[item(0, 0, 0, 0)], [item(1, 1, 0, 0)], [item(0, 1, 0, 0)]];
        Counting { groups, jokers, wilds, full_houses }
    }
}

impl<const LANES: usize> Menu for Counting<LANES> {
    type Ledger = Front<LANES>;

    fn groups(&self, _rank: usize, n: usize) -> &[Item<u8>] {
        &self.groups[n]
    }

    fn jokers(&self, jokers: [u8; 2]) -> &[Item<u8>] {
        &self.jokers[number_of_jokers(jokers)]
    }

    fn wilds(&self, n: u8) -> &[Item<u8>] {
        &self.wilds[n as usize]
    }

    fn runs(&self, RunCounts { straights, tubes, plates }: RunCounts, _start: usize) -> Price<u8> {
        let plays = straights + tubes + plates;
        Price { lanes: plays as i8, cost: plays }
    }

    fn full_houses(&self) -> u8 {
        self.full_houses
    }
}

/// Finds the fewest plays with ledgers of one width.
struct Counter<const LANES: usize> {
    menus: Vec<Counting<LANES>>,
    walk: Walk<Front<LANES>>,
}

impl<const LANES: usize> Counter<LANES> {
    fn new(tables: &Tables) -> Self {
        Counter {
            menus: full_houses_to_try(tables.max_bomb).iter().map(|&n| Counting::new(tables, n)).collect(),
            walk: Walk::new(),
        }
    }

    fn min_plays(&mut self, ranks: &RankCounts) -> u32 {
        let all = LANES as u32;
        self.menus.iter().fold(all, |least, menu| self.walk.least(ranks, menu, least))
    }
}

/// Finds the fewest plays that empty a hand under one rule set. It serves all levels: the level only decides which
/// cards are wilds, and the hand knows that.
///
/// It keeps its working memory from hand to hand, so that nothing is allocated after the first few hands.
pub struct Fewest(Width);

/// How many plays a hand may need at most: where any number of equal natural cards is one play, 15 (one for each rank and each
/// joker).
enum Width {
    Narrow(Counter<16>),
    Wide(Counter<32>),
}

impl Fewest {
    /// A counter for the rules that `tables` was compiled from.
    pub fn new(tables: &Tables) -> Fewest {
        Fewest(if tables.max_bomb >= 8 {
            Width::Narrow(Counter::new(tables))
        } else {
            Width::Wide(Counter::new(tables))
        })
    }

    /// The fewest plays that empty `hand`, wilds used at their best; 0 for an empty hand.
    ///
    /// The hand may have up to [`MOST_CARDS`](super::MOST_CARDS) cards. Every play counts as a lead: there is nothing to beat.
    pub fn min_plays(&mut self, hand: &LevelHand) -> u32 {
        let ranks = RankCounts::of(hand);
        match &mut self.0 {
            Width::Narrow(counter) => counter.min_plays(&ranks),
            Width::Wide(counter) => counter.min_plays(&ranks),
        }
    }
}
