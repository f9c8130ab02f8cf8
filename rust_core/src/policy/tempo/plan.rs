//! A hand split into the groups it is to be played in.
//!
//! Found greedily: as long as some run (or some place for a wild) makes the hand cheaper, the one that gains most is taken
//! out; what remains is played rank by rank. Knows what groups cost ([`Costs`]), nothing of the table.

use super::worth::Costs;
use crate::combo::{
    Combo, Kind, Play, flush_windows, make_run, make_same, make_straight_flush, run_combo, runs_by_shortage,
};
use crate::hand::{HIGHS, LevelHand, RANKS};
use crate::rules::Tables;

/// The most groups set apart: the runs of 27 cards and a rank for each wild.
const MOST_GROUPS: usize = 7;

/// Cards set apart from the ranks: a run, or a rank together with wilds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Group {
    /// A run's kind; pair, triple or bomb for a rank with wilds.
    pub(super) kind: Kind,
    /// The number of cards.
    pub(super) size: u8,
    /// Where a run starts; the nibble of a rank.
    pub(super) at: u8,
    /// The suit of a straight flush.
    suit: u8,
    /// Where a run's wilds stand, two bits a place; how many wilds a rank has.
    wilds: u16,
}

impl Group {
    /// What it counts as.
    #[inline(always)]
    pub(super) fn combo(self, t: &Tables) -> Combo {
        if self.kind.is_run() {
            run_combo(t, self.kind, self.at as u32)
        } else {
            Combo::new(self.kind, self.size, t.key_of_nibble[self.at as usize & 15])
        }
    }

    /// What it costs.
    #[inline(always)]
    pub(super) fn cost(self, t: &Tables, costs: &Costs) -> i32 {
        if self.kind.is_run() {
            costs.of_run(self.kind, self.at as u32)
        } else {
            costs.of_rank(t, self.at as u32, self.size as u32)
        }
    }
}

/// The groups of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::policy) struct Plan {
    /// The hand it is of.
    hand: LevelHand,
    /// The hand without the cards of its straight flushes: where the cards of all other groups are taken from.
    pub(super) rest: LevelHand,
    /// The cards outside groups by nibble, to be played rank by rank; the wilds among them stand for nothing yet.
    pub(super) counts: u64,
    groups: [Group; MOST_GROUPS],
    len: u8,
}

/// Fills the places of groups not found.
const NO_GROUP: Group = Group { kind: Kind::Straight, size: 0, at: 0, suit: 0, wilds: 0 };

/// The best step found so far.
#[derive(Clone, Copy)]
enum Step {
    Stop,
    Run(Group),
    WildToRank(u32),
    WildToGroup(usize),
}

/// What taking some cards from each place of a run's order costs, summed up from the low ace.
type Sums = [i32; 15];

impl Plan {
    /// Splits `hand`; with `runs` off only rank by rank.
    #[inline(always)]
    pub(super) fn of(hand: &LevelHand, t: &Tables, costs: &Costs, runs: bool) -> Plan {
        let mut plan = Plan { hand: *hand, rest: *hand, counts: hand.counts, groups: [NO_GROUP; MOST_GROUPS], len: 0 };
        while runs && plan.improve(t, costs) {}
        plan
    }

    /// Whether this is the plan of `hand`.
    #[inline(always)]
    pub(in crate::policy) fn is_of(&self, hand: &LevelHand) -> bool {
        self.hand == *hand
    }

    /// The groups set apart.
    #[inline(always)]
    pub(super) fn groups(&self) -> &[Group] {
        &self.groups[..self.len as usize]
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

    /// What the whole plan costs.
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
        match group.kind {
            Kind::StraightFlush => make_straight_flush(at, group.suit as u32, wilds),
            kind if kind.is_run() => make_run(&self.rest, t, kind, at, wilds).expect("checked when planned"),
            _ => make_same(&self.rest, t, group.size as u32, at, wilds),
        }
    }

    /// Takes the step that makes the hand cheapest; false when none does.
    #[inline(always)]
    fn improve(&mut self, t: &Tables, costs: &Costs) -> bool {
        let wilds = self.free_wilds();
        let straights = runs_by_shortage(self.counts, Kind::Straight, wilds);
        let tubes = runs_by_shortage(self.counts, Kind::Tube, wilds);
        let plates = runs_by_shortage(self.counts, Kind::Plate, wilds);
        let flushes = flush_windows(&LevelHand { counts: self.counts, ..self.rest });
        let any = [straights, tubes, plates, flushes].map(|windows| windows[0] | windows[1] | windows[2] != 0);
        if (any == [false; 4] && wilds == 0) || self.len as usize == MOST_GROUPS {
            return false;
        }
        let mut best = (0, Step::Stop);
        if any[0] {
            self.best_run(t, costs, Kind::Straight, straights, &mut best);
        }
        if any[1] {
            self.best_run(t, costs, Kind::Tube, tubes, &mut best);
        }
        if any[2] {
            self.best_run(t, costs, Kind::Plate, plates, &mut best);
        }
        if any[3] {
            self.best_flush(t, costs, flushes, &mut best);
        }
        if wilds > 0 {
            self.best_rank_for_wild(t, costs, &mut best);
        }
        match best.1 {
            Step::Stop => return false,
            Step::WildToRank(nibble) => self.join_wild(nibble),
            Step::WildToGroup(index) => {
                let group = &mut self.groups[index];
                group.size += 1;
                group.wilds += 1;
                group.kind = kind_of_rank(group.size);
                self.counts -= 1 << 60;
            }
            Step::Run(run) => self.take(run),
        }
        true
    }

    #[inline(always)]
    fn best_run(&self, t: &Tables, costs: &Costs, kind: Kind, windows: [u64; 3], best: &mut (i32, Step)) {
        let (places, each) = shape(kind);
        let sums = self.sums(t, costs, each);
        for (lacking, mut mask) in windows.into_iter().enumerate() {
            while mask != 0 {
                let start = mask.trailing_zeros() >> 2;
                let gain = sums[(start + places) as usize] - sums[start as usize] + costs.of_run(kind, start)
                    - lacking as i32 * costs.wild;
                if gain < best.0 {
                    let pattern = self.shortage(kind, start);
                    if kind != Kind::Straight || make_run(&self.rest, t, kind, start, pattern).is_some() {
                        let (at, size) = (start as u8, (places * each) as u8);
                        *best = (gain, Step::Run(Group { kind, size, at, suit: 0, wilds: pattern as u16 }));
                    }
                }
                mask &= mask - 1;
            }
        }
    }

    #[inline(always)]
    fn best_flush(&self, t: &Tables, costs: &Costs, windows: [u64; 3], best: &mut (i32, Step)) {
        for (lacking, mut mask) in windows.into_iter().enumerate() {
            while mask != 0 {
                let bit = mask.trailing_zeros();
                mask &= mask - 1;
                let (start, suit) = (bit >> 2, bit & 3);
                let mut gain = costs.of_run(Kind::StraightFlush, start) - lacking as i32 * costs.wild;
                let mut pattern = 0;
                for place in 0..5 {
                    let nibble = nibble_of(start + place);
                    if self.rest.one >> (4 * nibble + suit) & 1 == 0 {
                        pattern |= 1 << (2 * place);
                    } else {
                        let count = self.count(nibble);
                        // The face may be in another run already.
                        gain += if count == 0 { 1000 } else { costs.without(t, nibble, count, 1) };
                    }
                }
                if gain < best.0 {
                    let (at, suit) = (start as u8, suit as u8);
                    *best = (gain, Step::Run(Group { kind: Kind::StraightFlush, size: 5, at, suit, wilds: pattern }));
                }
            }
        }
    }

    #[inline(always)]
    fn best_rank_for_wild(&self, t: &Tables, costs: &Costs, best: &mut (i32, Step)) {
        let mut ranks = self.at_least(1) & RANKS;
        while ranks != 0 {
            let nibble = ranks.trailing_zeros() >> 2;
            let count = self.count(nibble);
            let gain = costs.of_rank(t, nibble, count + 1) - costs.of_rank(t, nibble, count) - costs.wild;
            if gain < best.0 && count < t.max_bomb {
                *best = (gain, Step::WildToRank(nibble));
            }
            ranks &= ranks - 1;
        }
        for (index, group) in self.groups().iter().enumerate().filter(|(_, group)| !group.kind.is_run()) {
            let gain = costs.of_rank(t, group.at as u32, group.size as u32 + 1) - group.cost(t, costs) - costs.wild;
            if gain < best.0 && (group.size as u32) < t.max_bomb {
                *best = (gain, Step::WildToGroup(index));
            }
        }
    }

    /// What taking `each` cards (or as many as there are) from each place changes, summed up.
    #[inline(always)]
    fn sums(&self, t: &Tables, costs: &Costs, each: u32) -> Sums {
        let mut sums = [0; 15];
        for place in 0..14 {
            let nibble = nibble_of(place as u32);
            let count = self.count(nibble);
            sums[place + 1] = sums[place] + costs.without(t, nibble, count, each);
        }
        sums
    }

    /// The wilds a run needs outside what is counted, two bits a place.
    #[inline(always)]
    fn shortage(&self, kind: Kind, start: u32) -> u32 {
        let (places, each) = shape(kind);
        let mut packed = 0;
        for place in 0..places {
            packed |= each.saturating_sub(self.count(nibble_of(start + place))) << (2 * place);
        }
        packed
    }

    /// Sets a run apart.
    #[inline(always)]
    fn take(&mut self, run: Group) {
        let (places, each) = shape(run.kind);
        let mut wilds = 0;
        for place in 0..places {
            let filled = run.wilds as u32 >> (2 * place) & 3;
            wilds += filled;
            self.counts -= ((each - filled) as u64) << (4 * nibble_of(run.at as u32 + place));
        }
        self.counts -= (wilds as u64) << 60;
        if run.kind == Kind::StraightFlush {
            let play = make_straight_flush(run.at as u32, run.suit as u32, run.wilds as u32);
            self.rest.remove(&play.cards);
        }
        self.push(run);
    }

    /// Sets a rank apart together with a wild.
    #[inline(always)]
    fn join_wild(&mut self, nibble: u32) {
        let size = self.count(nibble) as u8 + 1;
        self.counts -= (1 << 60) + (((size - 1) as u64) << (4 * nibble));
        self.push(Group { kind: kind_of_rank(size), size, at: nibble as u8, suit: 0, wilds: 1 });
    }

    #[inline(always)]
    fn push(&mut self, group: Group) {
        self.groups[self.len as usize] = group;
        self.len += 1;
    }
}

/// What so many cards of a rank are.
#[inline(always)]
const fn kind_of_rank(size: u8) -> Kind {
    match size {
        2 => Kind::Pair,
        3 => Kind::Triple,
        _ => Kind::Bomb,
    }
}

/// The number of places of a run and the cards at each.
#[inline(always)]
const fn shape(kind: Kind) -> (u32, u32) {
    match kind {
        Kind::Tube => (3, 2),
        Kind::Plate => (2, 3),
        _ => (5, 1),
    }
}

/// The nibble of a place in a run's order.
#[inline(always)]
const fn nibble_of(place: u32) -> u32 {
    if place == 0 { 12 } else { place - 1 }
}
