//! A hand cut into the groups that it is meant to be played in.
//!
//! Knows what groups cost ([`Costs`]), nothing of the table. [`greedy`](super::greedy) finds groupings,
//! [`keep`](super::keep) carries them over a play.

use super::costs::Costs;
use crate::combo::{Combo, EqualCards, Kind, Play, Run, StraightFlush, WildPattern};
use crate::hand::{Counts, LevelHand, Nibble, Nibbles, Start};
use crate::rules::Tables;

/// The most groups set apart: the runs that fit into 27 cards and a rank for each wild.
const MOST_GROUPS: usize = 7;

/// Cards set apart to be played together: a run, or equal cards together with wilds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Group {
    /// What the group counts as.
    pub(super) combo: Combo,
    pub(super) make: Make,
    /// The number of its cards of each nibble.
    pub(super) counts: Counts,
}

/// How the cards of a group make its combination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Make {
    /// A straight, tube or plate.
    Run(Run),
    StraightFlush(StraightFlush),
    /// Cards of a rank with one or two wilds.
    Equal(EqualCards),
}

impl Group {
    /// The group of a straight, tube or plate.
    pub(super) fn run(run: Run, tables: &Tables) -> Group {
        let counts = counts_of_run(run.kind, run.start, run.wilds);
        Group { combo: run.combo(tables), make: Make::Run(run), counts }
    }

    /// The group of a straight flush.
    pub(super) fn straight_flush(flush: StraightFlush, tables: &Tables) -> Group {
        let counts = counts_of_run(Kind::StraightFlush, flush.start, flush.wilds);
        Group { combo: flush.combo(tables), make: Make::StraightFlush(flush), counts }
    }

    /// The group of cards of a rank with wilds.
    pub(super) fn equal(cards: EqualCards, tables: &Tables) -> Group {
        let counts = Counts::of(cards.nibble, cards.natural) + Counts::of(Nibble::WILD, cards.wilds);
        Group { combo: cards.combo(tables), make: Make::Equal(cards), counts }
    }

    /// What the group costs.
    #[inline(always)]
    pub(super) fn cost(&self, tables: &Tables, costs: &Costs) -> i32 {
        match self.make {
            Make::Run(run) => costs.of_run(run.kind, run.start),
            Make::StraightFlush(flush) => costs.of_run(Kind::StraightFlush, flush.start),
            Make::Equal(cards) => costs.of_equal(tables, cards.nibble, cards.natural + cards.wilds),
        }
    }
}

/// The number of cards of each nibble in a run.
fn counts_of_run(kind: Kind, start: Start, wilds: WildPattern) -> Counts {
    let mut counts = Counts::of(Nibble::WILD, wilds.wilds());
    for (place, nibble) in (0..).zip(start.nibbles(kind.places())) {
        counts += Counts::of(nibble, kind.each() - wilds.at(place));
    }
    counts
}

/// A hand cut into groups.
#[derive(Clone, Copy, Debug)]
pub(in crate::policy) struct Grouping {
    /// The hand that is grouped.
    pub(super) hand: LevelHand,
    /// The hand without the cards of its straight flushes: where the cards of all other groups are taken from.
    pub(super) rest: LevelHand,
    /// The number of cards of each nibble that no group has. They are played rank by rank; the wilds among them stand for
    /// nothing yet.
    pub(super) loose: Counts,
    /// The first `len` are the groups set apart.
    groups: [Group; MOST_GROUPS],
    len: u8,
}

/// Stands where a grouping has no group.
const NO_GROUP: Group = Group {
    combo: Combo::JOKER_BOMB,
    make: Make::Equal(EqualCards { nibble: Nibble::WILD, natural: 0, wilds: 0 }),
    counts: Counts::NONE,
};

impl Default for Grouping {
    /// The grouping of no cards.
    fn default() -> Grouping {
        Grouping::rank_by_rank(&LevelHand::EMPTY)
    }
}

impl Grouping {
    /// The grouping of `hand` with no groups set apart.
    pub(super) fn rank_by_rank(hand: &LevelHand) -> Grouping {
        Grouping { hand: *hand, rest: *hand, loose: hand.counts(), groups: [NO_GROUP; MOST_GROUPS], len: 0 }
    }

    /// Whether this is the grouping of `hand`.
    pub(super) fn is_of(&self, hand: &LevelHand) -> bool {
        self.hand == *hand
    }

    /// The groups set apart.
    pub(super) fn groups(&self) -> &[Group] {
        &self.groups[..self.len as usize]
    }

    /// The number of wilds that stand for nothing.
    pub(super) fn free_wilds(&self) -> u32 {
        self.loose.wilds()
    }

    /// The ranks and jokers of which at least `n` cards are in no group.
    pub(super) fn at_least(&self, n: u32) -> Nibbles {
        self.loose.at_least_among(n, Nibbles::NATURAL)
    }

    /// What the hand costs.
    pub(super) fn cost(&self, tables: &Tables, costs: &Costs) -> i32 {
        let wilds = self.free_wilds() as i32 * costs.wild;
        let loose = self.at_least(1).iter().map(|nibble| costs.of_equal(tables, nibble, self.loose.get(nibble)));
        let groups = self.groups().iter().map(|group| group.cost(tables, costs));
        wilds + loose.sum::<i32>() + groups.sum::<i32>()
    }

    /// How weak the hand is: 0 where it costs less than nothing, then one more for every hundred that it costs, up to 7.
    pub(super) fn weakness(&self, tables: &Tables, costs: &Costs) -> u32 {
        (self.cost(tables, costs) / 100 + 1).clamp(0, 7) as u32
    }

    /// The number of bombs that the hand is meant to be played with.
    pub(super) fn bombs(&self) -> u32 {
        let loose = (self.at_least(4) & Nibbles::RANKS).len() + u32::from(self.loose.has_joker_bomb());
        loose + self.groups().iter().filter(|group| group.combo.kind.is_bomb()).count() as u32
    }

    /// How many plays the hand takes when pairs go with triples as full houses.
    pub(super) fn plays(&self) -> u32 {
        let [one, two, three, four] = [1, 2, 3, 4].map(|n| self.at_least(n).len());
        let (pairs, triples) = (two - three, three - four);
        one + u32::from(self.len) + u32::from(self.free_wilds() > 0) - triples.min(pairs)
    }

    /// The play of a group.
    pub(super) fn play_of(&self, group: &Group, tables: &Tables) -> Play {
        match group.make {
            Make::Run(run) => run.play(&self.rest, tables),
            Make::StraightFlush(flush) => flush.play(tables),
            Make::Equal(cards) => cards.play(&self.rest, tables),
        }
    }

    /// Whether no more groups can be set apart.
    pub(super) fn is_full(&self) -> bool {
        self.len as usize == MOST_GROUPS
    }

    /// Sets a group apart. Its cards must be loose.
    pub(super) fn set_apart(&mut self, group: Group) {
        self.loose -= group.counts;
        self.groups[self.len as usize] = group;
        self.len += 1;
    }

    /// Forgets the group of number `index`, whose cards are gone.
    pub(super) fn forget(&mut self, index: usize) {
        self.groups.copy_within(index + 1..self.len as usize, index);
        self.len -= 1;
    }

    /// Gives the group of number `index`, which is of equal cards, one more wild.
    pub(super) fn add_wild(&mut self, index: usize, tables: &Tables) {
        let group = &mut self.groups[index];
        let Make::Equal(cards) = group.make else { unreachable!("wilds join equal cards") };
        *group = Group::equal(EqualCards { wilds: cards.wilds + 1, ..cards }, tables);
        self.loose -= Counts::of(Nibble::WILD, 1);
    }
}
