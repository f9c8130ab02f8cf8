//! A hand split into the groups it is to be played in.
//!
//! Found greedily: as long as some run (or some place for a wild) makes the hand cheaper, the one that gains most is taken
//! out; what remains is played rank by rank. Knows what groups cost ([`Costs`]), nothing of the table.

use super::costs::Costs;
use super::greedy::kind_of_rank;
use crate::combo::{Combo, Kind, Play, make_run, make_same, make_straight_flush};
use crate::hand::{HIGHS, LevelHand, WILD_NIBBLE};
use crate::rules::Tables;

/// The most groups set apart: the runs of 27 cards and a rank for each wild.
const MOST_GROUPS: usize = 7;

/// Cards set apart from the ranks: a run, or a rank together with wilds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Group {
    /// What it counts as; of a rank with wilds a pair, triple or bomb.
    pub(super) combo: Combo,
    /// Where a run starts; the nibble of a rank.
    pub(super) at: u8,
    /// The suit of a straight flush.
    pub(super) suit: u8,
    /// Where a run's wilds stand, two bits a place; how many wilds a rank has.
    pub(super) wilds: u16,
    /// The cards by nibble.
    pub(super) counts: u64,
}

impl Group {
    /// What it costs.
    #[inline(always)]
    pub(super) fn cost(self, t: &Tables, costs: &Costs) -> i32 {
        if self.combo.kind.is_run() {
            costs.of_run(self.combo.kind, self.at as u32)
        } else {
            costs.of_rank(t, self.at as u32, self.combo.size as u32)
        }
    }
}

/// The groups of a hand.
#[derive(Clone, Copy, Debug)]
pub(in crate::policy) struct Grouping {
    /// The hand it is of.
    pub(super) hand: LevelHand,
    /// The hand without the cards of its straight flushes: where the cards of all other groups are taken from.
    pub(super) rest: LevelHand,
    /// The cards outside groups by nibble, to be played rank by rank; the wilds among them stand for nothing yet.
    pub(super) counts: u64,
    groups: [Group; MOST_GROUPS],
    len: u8,
}

/// Fills the places of groups not found.
const NO_GROUP: Group = Group { combo: Combo::new(Kind::Straight, 5, 0), at: 0, suit: 0, wilds: 0, counts: 0 };

/// A wild, as counted by nibble.
pub(super) const ONE_WILD: u64 = 1 << (4 * WILD_NIBBLE);

impl Default for Grouping {
    fn default() -> Grouping {
        Grouping::EMPTY
    }
}

impl Grouping {
    /// The grouping of no cards.
    pub(super) const EMPTY: Grouping =
        Grouping { hand: LevelHand::EMPTY, rest: LevelHand::EMPTY, counts: 0, groups: [NO_GROUP; MOST_GROUPS], len: 0 };

    /// Becomes `hand` with no groups set apart yet.
    #[inline(always)]
    pub(super) fn start(&mut self, hand: &LevelHand) {
        (self.hand, self.rest, self.counts, self.len) = (*hand, *hand, hand.counts, 0);
    }

    /// Whether this is the grouping of `hand`.
    #[inline(always)]
    pub(in crate::policy) fn is_of(&self, hand: &LevelHand) -> bool {
        self.hand == *hand
    }

    /// The groups set apart.
    #[inline(always)]
    pub(super) fn groups(&self) -> &[Group] {
        &self.groups[..self.len as usize]
    }

    /// Forgets a group.
    #[inline(always)]
    pub(super) fn remove(&mut self, index: usize) {
        self.len -= 1;
        for later in index..self.len as usize {
            self.groups[later] = self.groups[later + 1];
        }
    }

    /// Wilds that stand for nothing.
    #[inline(always)]
    pub(super) const fn free_wilds(&self) -> u32 {
        (self.counts >> 60) as u32
    }

    /// The cards of a nibble outside groups.
    #[inline(always)]
    pub(super) const fn count(&self, nibble: u32) -> u32 {
        (self.counts >> (4 * nibble)) as u32 & 15
    }

    /// Bit 3 of each nibble with at least `n` cards outside groups, wilds left aside.
    #[inline(always)]
    pub(super) const fn at_least(&self, n: u32) -> u64 {
        (self.counts + (8 - n) as u64 * (HIGHS >> 7)) & (HIGHS >> 4)
    }

    /// What the whole grouping costs.
    #[inline(always)]
    pub(super) fn cost(&self, t: &Tables, costs: &Costs) -> i32 {
        let mut cost = self.free_wilds() as i32 * costs.wild;
        let mut held = self.at_least(1);
        while held != 0 {
            let nibble = held.trailing_zeros() >> 2;
            cost += costs.of_rank(t, nibble, self.count(nibble));
            held &= held - 1;
        }
        for group in self.groups() {
            cost += group.cost(t, costs);
        }
        cost
    }

    /// How many plays it takes, pairs going with triples as full houses.
    #[inline(always)]
    pub(super) fn turns(&self) -> u32 {
        let [one, two, three] = [1, 2, 3].map(|n| self.at_least(n).count_ones());
        let triples = three - self.at_least(4).count_ones();
        let pairs = two - three;
        one + self.len as u32 + (self.free_wilds() > 0) as u32 - triples.min(pairs)
    }

    /// The play of a group.
    #[inline(always)]
    pub(super) fn play_group(&self, group: Group, t: &Tables) -> Play {
        let (at, wilds) = (group.at as u32, group.wilds as u32);
        match group.combo.kind {
            Kind::StraightFlush => make_straight_flush(at, group.suit as u32, wilds),
            kind if kind.is_run() => make_run(&self.rest, t, kind, at, wilds).expect("checked when planned"),
            _ => make_same(&self.rest, t, group.combo.size as u32, at, wilds),
        }
    }

    /// Whether no more groups can be set apart.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.len as usize == MOST_GROUPS
    }

    /// Sets a group apart.
    #[inline(always)]
    pub(super) fn push(&mut self, group: Group) {
        self.counts -= group.counts;
        self.groups[self.len as usize] = group;
        self.len += 1;
    }

    /// Gives a rank that is set apart another wild.
    #[inline(always)]
    pub(super) fn add_wild(&mut self, index: usize) {
        let group = &mut self.groups[index];
        group.combo.size += 1;
        group.combo.kind = kind_of_rank(group.combo.size as u32);
        group.wilds += 1;
        group.counts += ONE_WILD;
        self.counts -= ONE_WILD;
    }
}
