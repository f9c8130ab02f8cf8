//! Minimising plays and, among decompositions with equally many, maximising points of control: the ledger, and what
//! every group, run and joker costs at one level.

use super::control::{MOST_POINTS, points};
use super::ledger::{Item, Ledger, Menu, Price, Trace};
use super::partition::{MOST_EQUAL, Partition, partitions};
use super::walk::{RANKS, RunCounts};
use crate::combo::{Combo, Kind};
use crate::hand::{Nibble, Nibbles, Start};
use crate::rules::Tables;

/// The cost of a play before its points of control are taken off: more than all points of a decomposition, so that fewer
/// plays always cost less.
pub(super) const PLAY: i32 = 1 << 16;

/// A ledger of plays less points: the least cost for each surplus of matched triples over matched pairs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Balance([i32; LANES]);

/// One lane for each surplus from -8 to 7. A hand has no more than five full houses.
const LANES: usize = 16;
/// The lane in which there are as many matched triples as matched pairs.
const EVEN: usize = 8;
/// The cost in a lane that no way leads to: above all others, and far enough from overflow.
const NEVER: i32 = i32::MAX / 2;

impl Ledger for Balance {
    type Cost = i32;
    type Padded = [[i32; LANES]; 3];
    const NONE: Self = Balance([NEVER; LANES]);
    const START: Self = {
        let mut lanes = [NEVER; LANES];
        lanes[EVEN] = 0;
        Balance(lanes)
    };

    fn padded(&self) -> [[i32; LANES]; 3] {
        [[NEVER; LANES], self.0, [NEVER; LANES]]
    }

    fn merge(&mut self, from: &[[i32; LANES]; 3], price: Price<i32>) {
        let start = (LANES as i32 - i32::from(price.lanes)) as usize;
        for (lane, &other) in self.0.iter_mut().zip(&from.as_flattened()[start..start + LANES]) {
            *lane = (*lane).min(other + price.cost);
        }
    }

    fn hopeless(&self, limit: u32, volume: u32) -> bool {
        // A play to come takes 6 cards at most. Two cases differ: the pairs for which matched triples wait take 2 cards and
        // cost nothing, and the triples for which matched pairs wait take 3 cards, not 6, at the price of a play.
        let lanes = self.0.iter().zip(0i32..);
        let least = lanes.fold(NEVER, |least, (&cost, lane)| {
            let plays = (volume as i32 - 2 * (lane - EVEN as i32) + 5).max(0) / 6;
            least.min(cost + plays * (PLAY - MOST_POINTS as i32))
        });
        least as u32 >= limit
    }

    fn total(&self, owed: u8) -> u32 {
        let cost = self.0[EVEN];
        if owed > 0 || cost >= NEVER { u32::MAX } else { cost as u32 }
    }
}

impl Trace for Balance {
    const END: usize = EVEN;

    fn leads_to(&self, price: Price<i32>, to: &Balance, lane: usize) -> Option<usize> {
        let from = lane.checked_add_signed(-isize::from(price.lanes)).filter(|&from| from < LANES)?;
        (self.0[from] + price.cost == to.0[lane]).then_some(from)
    }
}

/// A way to lay down the jokers of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Jokers {
    /// All four as a joker bomb.
    Bomb,
    /// The small ones and the big ones apart.
    Apart([EqualJokers; 2]),
}

/// The jokers of one sort, laid down together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EqualJokers {
    pub(super) count: u8,
    /// Whether they are the pair of a full house and no play of their own.
    pub(super) matched: bool,
}

/// What may be laid down at one level and at what price, and the meaning of the ids of its items.
pub(super) struct Pricing {
    /// The items for the cards of a rank, by the rank's index and the number of cards.
    groups: Vec<[Vec<Item<i32>>; MOST_EQUAL + 1]>,
    /// The items for jokers, by [`number_of_jokers`].
    jokers: [Vec<Item<i32>>; 9],
    /// The items for wilds that stand for no other card, by their number.
    wilds: [Vec<Item<i32>>; 3],
    /// The cost of a straight, a tube and a plate, by start.
    runs: [[i32; RANKS + 1]; 3],
    full_houses: u8,
    /// What the ids of `groups` stand for, by the number of cards.
    partitions: [Vec<Partition>; MOST_EQUAL + 1],
    /// What the ids of `jokers` stand for.
    joker_plays: [Vec<Jokers>; 9],
}

/// The cost of a play.
pub(super) fn cost(combo: Combo) -> i32 {
    PLAY - points(combo) as i32
}

/// A number of its own, 0 to 8, for each of the numbers of small and big jokers that a hand can hold.
pub(super) const fn number_of_jokers([small, big]: [u8; 2]) -> usize {
    small as usize * 3 + big as usize
}

impl Pricing {
    /// The id of the item that puts two wilds, as a pair of level cards, into a full house.
    pub(super) const MATCHED: u8 = 1;

    /// The prices of decompositions with at least `full_houses` full houses. Partitions that need more are left out.
    pub(super) fn new(tables: &Tables, full_houses: u8) -> Pricing {
        let partitions: [Vec<Partition>; MOST_EQUAL + 1] =
            std::array::from_fn(|n| partitions(n, tables.max_bomb as usize));
        let group = |partition: &Partition, nibble: Nibble, id: usize| {
            let free: i32 =
                partition.free.iter().map(|&size| cost(Combo::equal(nibble, u32::from(size), tables))).sum();
            let houses = i32::from(partition.matched_triples) * cost(Combo::full_house(nibble, tables));
            let lanes = partition.matched_triples as i8 - partition.matched_pairs as i8;
            let price = Price { lanes, cost: free + houses };
            Item { price, groups: partition.groups(), triples: partition.matched_triples, id: id as u8 }
        };
        let groups = Nibbles::RANKS
            .iter()
            .map(|nibble| {
                partitions.each_ref().map(|partitions| {
                    let partitions = partitions.iter().enumerate();
                    let allowed = partitions.filter(|(_, partition)| partition.full_houses_needed() <= full_houses);
                    allowed.map(|(id, partition)| group(partition, nibble, id)).collect()
                })
            })
            .collect();
        let joker_plays: [Vec<Jokers>; 9] =
            std::array::from_fn(|i| joker_plays([i / 3, i % 3].map(|n| n as u8), tables));
        let runs = [Kind::Straight, Kind::Tube, Kind::Plate].map(|kind| {
            // The walk asks no price for starts from which a run would end above the ace.
            let mut costs = [0; RANKS + 1];
            for start in Start::all(kind.places()) {
                costs[start.index()] = cost(Combo::run(kind, start, tables));
            }
            costs
        });
        let level_cards = |n| cost(Combo::equal(tables.level_nibble(), n, tables));
        let free = |n| Item { price: Price { lanes: 0, cost: level_cards(n) }, ..Item::default() };
        let matched = Item { price: Price { lanes: -1, cost: 0 }, id: Self::MATCHED, ..Item::default() };
        Pricing {
            groups,
            jokers: joker_plays.each_ref().map(|plays| price_jokers(plays, tables)),
            wilds: [vec![Item::default()], vec![free(1)], vec![free(2), matched]],
            runs,
            full_houses,
            partitions,
            joker_plays,
        }
    }

    /// The partition that the item `id` for `n` equal cards stands for.
    pub(super) fn partition(&self, n: u8, id: u8) -> &Partition {
        &self.partitions[n as usize][id as usize]
    }

    /// The way to lay down jokers that the item `id` stands for, given the numbers of small and big ones.
    pub(super) fn joker_play(&self, jokers: [u8; 2], id: u8) -> Jokers {
        self.joker_plays[number_of_jokers(jokers)][id as usize]
    }
}

/// Every way to lay down jokers that a decomposition into the fewest plays may need, given the numbers of small and big
/// ones.
fn joker_plays([small, big]: [u8; 2], tables: &Tables) -> Vec<Jokers> {
    let ways = |count: u8| {
        let matched = (count == 2 && tables.joker_pair_in_full_house).then_some(true);
        [Some(false), matched].into_iter().flatten().map(move |matched| EqualJokers { count, matched })
    };
    let apart = ways(small).flat_map(|small| ways(big).map(move |big| Jokers::Apart([small, big])));
    apart.chain((small == 2 && big == 2).then_some(Jokers::Bomb)).collect()
}

/// The items for some ways to lay jokers down, each with its price; an item's id is the way's place in `plays`.
fn price_jokers(plays: &[Jokers], tables: &Tables) -> Vec<Item<i32>> {
    let price = |jokers: &Jokers| match jokers {
        Jokers::Bomb => Price { lanes: 0, cost: cost(Combo::JOKER_BOMB) },
        Jokers::Apart(each) => {
            let nibbles = [Nibble::SMALL_JOKER, Nibble::BIG_JOKER].into_iter();
            nibbles.zip(each).fold(Price::default(), |price, (nibble, jokers)| match *jokers {
                EqualJokers { matched: true, .. } => price + Price { lanes: -1, cost: 0 },
                EqualJokers { count: 0, .. } => price,
                EqualJokers { count, .. } => {
                    price + Price { lanes: 0, cost: cost(Combo::equal(nibble, u32::from(count), tables)) }
                }
            })
        }
    };
    let plays = plays.iter().enumerate();
    plays.map(|(id, jokers)| Item { price: price(jokers), id: id as u8, ..Item::default() }).collect()
}

impl Menu for Pricing {
    type Ledger = Balance;

    fn groups(&self, rank: usize, n: usize) -> &[Item<i32>] {
        &self.groups[rank][n]
    }

    fn jokers(&self, jokers: [u8; 2]) -> &[Item<i32>] {
        &self.jokers[number_of_jokers(jokers)]
    }

    fn wilds(&self, n: u8) -> &[Item<i32>] {
        &self.wilds[n as usize]
    }

    fn runs(&self, RunCounts { straights, tubes, plates }: RunCounts, start: usize) -> Price<i32> {
        let [straight, tube, plate] = self.runs.map(|costs| costs[start]);
        let cost = i32::from(straights) * straight + i32::from(tubes) * tube + i32::from(plates) * plate;
        Price { lanes: 0, cost }
    }

    fn full_houses(&self) -> u8 {
        self.full_houses
    }
}
