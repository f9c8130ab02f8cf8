//! What every group, run and joker costs in plays and points at one level.

use super::balance::{Balance, PLAY};
use super::control::points;
use super::ledger::{Item, Menu, Price};
use super::partition::{MOST_EQUAL, Partition, partitions};
use super::walk::{RANKS, RunCounts};
use crate::combo::{Combo, Kind};
use crate::hand::{Nibble, Start};
use crate::rules::{Key, Tables};

/// How the jokers of a hand are laid down.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Jokers {
    /// As a joker bomb.
    pub(super) bomb: bool,
    /// For the small and the big ones: the cards of their one play, and whether that is the pair of a full house.
    pub(super) each: [(u8, bool); 2],
}

/// The prices, and what the ids of its choices mean.
pub(super) struct Pricing {
    /// By rank and number of cards.
    groups: Vec<[Vec<Item<i32>>; MOST_EQUAL + 1]>,
    /// By [`pair_of_counts`].
    jokers: [Vec<Item<i32>>; 9],
    /// By number.
    wilds: [Vec<Item<i32>>; 3],
    /// Straights, tubes and plates by start.
    runs: [[i32; RANKS + 1]; 3],
    full_houses: u8,
    partitions: [Vec<Partition>; MOST_EQUAL + 1],
    joker_plays: [Vec<Jokers>; 9],
}

/// The cost of one play.
pub(super) fn cost(combo: Combo) -> i32 {
    PLAY - points(combo) as i32
}

/// One to ten equal cards as one play.
fn same(size: u8, key: Key) -> Combo {
    Combo::new(Kind::of_equal(u32::from(size)), size, key)
}

/// A number for none to two small and big jokers.
const fn pair_of_counts([small, big]: [u8; 2]) -> usize {
    small as usize * 3 + big as usize
}

impl Pricing {
    /// The id of the choice that puts two wilds left over into a full house, as its pair.
    pub(super) const MATCHED: u8 = 1;

    /// Prices where there are to be at least `full_houses` full houses, the partitions that need no more allowed.
    pub(super) fn new(t: &Tables, full_houses: u8) -> Pricing {
        let partitions: [Vec<Partition>; MOST_EQUAL + 1] = std::array::from_fn(|n| partitions(n, t.max_bomb as usize));
        let group = |partition: &Partition, key: Key, id: usize| {
            let free: i32 = partition.free.iter().map(|&size| cost(same(size, key))).sum();
            let houses = i32::from(partition.matched_triples) * cost(Combo::new(Kind::FullHouse, 5, key));
            let lanes = partition.matched_triples as i8 - partition.matched_pairs as i8;
            let price = Price { lanes, cost: free + houses };
            Item { price, groups: partition.groups(), triples: partition.matched_triples, id: id as u8 }
        };
        let groups = (0..RANKS)
            .map(|rank| {
                partitions.each_ref().map(|partitions| {
                    let partitions = partitions.iter().enumerate();
                    let allowed = partitions.filter(|(_, partition)| partition.full_houses_needed() <= full_houses);
                    allowed.map(|(id, partition)| group(partition, t.key(Nibble::new(rank as u8)), id)).collect()
                })
            })
            .collect();
        let joker_plays: [Vec<Jokers>; 9] = std::array::from_fn(|i| joker_plays([i / 3, i % 3].map(|n| n as u8), t));
        let runs = [Kind::Straight, Kind::Tube, Kind::Plate].map(|kind| {
            // Starts from which no run can reach are never asked for.
            let mut costs = [0; RANKS + 1];
            for start in Start::all(kind.places()) {
                costs[start.index()] = cost(Combo::run(kind, start, t));
            }
            costs
        });
        let level_key = Key::LEVEL;
        let free = |size| Item { price: Price { lanes: 0, cost: cost(same(size, level_key)) }, ..Item::default() };
        let matched = Item { price: Price { lanes: -1, cost: 0 }, id: Self::MATCHED, ..Item::default() };
        Pricing {
            groups,
            jokers: joker_plays.each_ref().map(|plays| price_jokers(plays, t)),
            wilds: [vec![Item::default()], vec![free(1)], vec![free(2), matched]],
            runs,
            full_houses,
            partitions,
            joker_plays,
        }
    }

    /// The partition of `n` cards with this id.
    pub(super) fn partition(&self, n: u8, id: u8) -> &Partition {
        &self.partitions[n as usize][id as usize]
    }

    /// The way to lay jokers down with this id.
    pub(super) fn joker_play(&self, jokers: [u8; 2], id: u8) -> Jokers {
        self.joker_plays[pair_of_counts(jokers)][id as usize]
    }
}

/// Every way to lay small and big jokers down that a decomposition into the fewest plays may need.
fn joker_plays(counts: [u8; 2], t: &Tables) -> Vec<Jokers> {
    let matchings = |n: u8| if n == 2 && t.joker_pair_in_full_house { 2 } else { 1 };
    let mut plays = Vec::new();
    for small in 0..matchings(counts[0]) {
        for big in 0..matchings(counts[1]) {
            plays.push(Jokers { bomb: false, each: [(counts[0], small == 1), (counts[1], big == 1)] });
        }
    }
    if counts == [2, 2] {
        plays.push(Jokers { bomb: true, each: Default::default() });
    }
    plays
}

fn price_jokers(plays: &[Jokers], t: &Tables) -> Vec<Item<i32>> {
    let price = |jokers: &Jokers| {
        if jokers.bomb {
            return Price { lanes: 0, cost: cost(Combo::JOKER_BOMB) };
        }
        let mut price = Price::default();
        for (nibble, (n, matched)) in [Nibble::SMALL_JOKER, Nibble::BIG_JOKER].into_iter().zip(jokers.each) {
            if matched {
                price.lanes -= 1;
            } else if n > 0 {
                price.cost += cost(same(n, t.key(nibble)));
            }
        }
        price
    };
    let plays = plays.iter().enumerate();
    plays.map(|(id, jokers)| Item { price: price(jokers), id: id as u8, ..Item::default() }).collect()
}

impl Menu for Pricing {
    type Ledger = Balance;

    #[inline(always)]
    fn groups(&self, rank: usize, n: usize) -> &[Item<i32>] {
        &self.groups[rank][n]
    }

    #[inline(always)]
    fn jokers(&self, jokers: [u8; 2]) -> &[Item<i32>] {
        &self.jokers[pair_of_counts(jokers)]
    }

    #[inline(always)]
    fn wilds(&self, n: u8) -> &[Item<i32>] {
        &self.wilds[n as usize]
    }

    #[inline(always)]
    fn runs(&self, RunCounts { straights, tubes, plates }: RunCounts, start: usize) -> Price<i32> {
        let [straight, tube, plate] = self.runs.map(|costs| costs[start]);
        let cost = i32::from(straights) * straight + i32::from(tubes) * tube + i32::from(plates) * plate;
        Price { lanes: 0, cost }
    }

    #[inline(always)]
    fn full_houses(&self) -> u8 {
        self.full_houses
    }
}
