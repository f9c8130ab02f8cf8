//! A hand split into the groups it is to be played in.
//!
//! Found greedily: as long as some run (or some place for a wild) makes the hand cheaper, the one that gains most is taken
//! out; what remains is played rank by rank. Knows what groups cost ([`Costs`]), nothing of the table.

use super::costs::Costs;
use crate::card::Suit;
use crate::combo::{Combo, EqualCards, Kind, Pattern, Play, Run, StraightFlush};
use crate::hand::{Counts, LevelHand, Nibble, Nibbles, Start};
use crate::rules::{Key, Tables};

/// The most groups set apart: the runs of 27 cards and a rank for each wild.
const MOST_GROUPS: usize = 7;

/// Cards set apart from the ranks: a run, or a rank together with wilds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Group {
    /// What it counts as; of a rank with wilds a pair, triple or bomb.
    pub(super) combo: Combo,
    /// The number of a run's start, or of a rank's nibble.
    at: u8,
    /// The suit of a straight flush.
    suit: Suit,
    /// Where a run's wilds stand; a rank's are all at the first place.
    wilds: Pattern,
    /// The cards by nibble.
    pub(super) counts: Counts,
}

impl Group {
    /// The run that counts as `combo`, from `start`; `suit` matters to straight flushes.
    #[inline(always)]
    pub(super) fn run(combo: Combo, start: Start, suit: Suit, wilds: Pattern) -> Group {
        let mut counts = Counts::of(Nibble::WILD, wilds.wilds());
        for place in 0..combo.kind.places() {
            counts += Counts::of(start.nibble(place), combo.kind.each() - wilds.at(place));
        }
        Group { combo, at: start.index() as u8, suit, wilds, counts }
    }

    /// `count` cards of a rank with one wild.
    #[inline(always)]
    pub(super) fn rank_and_wild(nibble: Nibble, count: u32, t: &Tables) -> Group {
        Group {
            combo: Combo::equal(nibble, count + 1, t),
            at: nibble.index() as u8,
            suit: Suit::Spades,
            wilds: Pattern::NONE.with(0, 1),
            counts: Counts::of(nibble, count) + Counts::of(Nibble::WILD, 1),
        }
    }

    /// Where a run starts.
    #[inline(always)]
    fn start(self) -> Start {
        Start::new(self.at)
    }

    /// The rank of a group that is no run.
    #[inline(always)]
    pub(super) fn nibble(self) -> Nibble {
        Nibble::new(self.at)
    }

    /// The suit of a straight flush.
    #[inline(always)]
    pub(super) fn suit(self) -> Suit {
        self.suit
    }

    /// The number of wilds.
    #[inline(always)]
    pub(super) fn wilds(self) -> u32 {
        self.wilds.wilds()
    }

    /// What it costs.
    #[inline(always)]
    pub(super) fn cost(self, t: &Tables, costs: &Costs) -> i32 {
        if self.combo.kind.is_run() {
            costs.of_run(self.combo.kind, self.start())
        } else {
            costs.of_rank(t, self.nibble(), self.combo.size as u32)
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
    pub(super) counts: Counts,
    groups: [Group; MOST_GROUPS],
    len: u8,
}

/// Fills the places of groups not found.
const NO_GROUP: Group = Group {
    combo: Combo::new(Kind::Straight, 5, Key::LOWEST),
    at: 0,
    suit: Suit::Spades,
    wilds: Pattern::NONE,
    counts: Counts::NONE,
};

impl Default for Grouping {
    fn default() -> Grouping {
        Grouping::EMPTY
    }
}

impl Grouping {
    /// The grouping of no cards.
    pub(super) const EMPTY: Grouping = Grouping {
        hand: LevelHand::EMPTY,
        rest: LevelHand::EMPTY,
        counts: Counts::NONE,
        groups: [NO_GROUP; MOST_GROUPS],
        len: 0,
    };

    /// Becomes `hand` with no groups set apart yet.
    #[inline(always)]
    pub(super) fn start(&mut self, hand: &LevelHand) {
        (self.hand, self.rest, self.counts, self.len) = (*hand, *hand, hand.counts(), 0);
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
        self.counts.wilds()
    }

    /// The cards of a nibble outside groups.
    #[inline(always)]
    pub(super) const fn count(&self, nibble: Nibble) -> u32 {
        self.counts.get(nibble)
    }

    /// The nibbles with at least `n` cards outside groups, wilds left aside.
    #[inline(always)]
    pub(super) const fn at_least(&self, n: u32) -> Nibbles {
        self.counts.at_least_among(n, Nibbles::NATURAL)
    }

    /// What the whole grouping costs.
    #[inline(always)]
    pub(super) fn cost(&self, t: &Tables, costs: &Costs) -> i32 {
        let mut cost = self.free_wilds() as i32 * costs.wild;
        for nibble in self.at_least(1).iter() {
            cost += costs.of_rank(t, nibble, self.count(nibble));
        }
        for group in self.groups() {
            cost += group.cost(t, costs);
        }
        cost
    }

    /// How many plays it takes, pairs going with triples as full houses.
    #[inline(always)]
    pub(super) fn turns(&self) -> u32 {
        let [one, two, three] = [1, 2, 3].map(|n| self.at_least(n).len());
        let triples = three - self.at_least(4).len();
        let pairs = two - three;
        one + self.len as u32 + (self.free_wilds() > 0) as u32 - triples.min(pairs)
    }

    /// The play of a group.
    #[inline(always)]
    pub(super) fn play_group(&self, group: Group, t: &Tables) -> Play {
        let Group { combo, suit, wilds, .. } = group;
        match combo.kind {
            Kind::StraightFlush => StraightFlush { start: group.start(), suit, wilds }.play(t),
            kind if kind.is_run() => Run { kind, start: group.start(), wilds }.play(&self.rest, t),
            _ => {
                let natural = combo.size as u32 - group.wilds();
                EqualCards { nibble: group.nibble(), natural, wilds: group.wilds() }.play(&self.rest, t)
            }
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
        let wild = Counts::of(Nibble::WILD, 1);
        group.combo.size += 1;
        group.combo.kind = Kind::of_equal(group.combo.size as u32);
        group.wilds = group.wilds.with(0, 1);
        group.counts += wild;
        self.counts -= wild;
    }
}
