//! How a hand is grouped: as long as some run, or some place for a wild, makes the hand cheaper, the one that makes it cheapest
//! is set apart. What remains is played rank by rank.

use super::Principle;
use super::costs::{Costs, Valuation};
use super::grouping::{Group, Grouping, Make};
use crate::card::Suit;
use crate::combo::{EqualCards, Kind, Run, StraightFlush, WildPattern, Windows};
use crate::hand::{LevelHand, Nibble, Nibbles, Start, Starts, SuitedStarts};
use crate::rules::Tables;

impl Grouping {
    /// Groups `hand`.
    pub(super) fn of(hand: &LevelHand, tables: &Tables, valuation: &Valuation) -> Grouping {
        let mut grouping = Grouping::rank_by_rank(hand);
        grouping.improve(tables, valuation);
        grouping
    }

    /// Sets groups apart as long as that makes the hand cheaper. Who does not play by [`Principle::Tempo`] leaves a hand grouped
    /// rank by rank.
    // A function of its own, which changes a grouping where it lies: moving the result takes 24 instructions a decision.
    #[inline(never)]
    pub(super) fn improve(&mut self, tables: &Tables, valuation: &Valuation) {
        if valuation.on.has(Principle::Tempo) {
            while let Some(improvement) = best_improvement(self, tables, &valuation.grouping) {
                improvement.make(self, tables);
            }
        }
    }
}

/// A change to a grouping that makes the hand cheaper.
#[derive(Clone, Copy)]
enum Improvement {
    /// A straight, tube or plate is set apart.
    Run { kind: Kind, start: Start },
    /// A straight flush is set apart.
    StraightFlush { start: Start, suit: Suit },
    /// Equal cards are set apart together with a wild.
    WildToRank { nibble: Nibble },
    /// A group of equal cards gets one more wild.
    WildToGroup { index: usize },
}

impl Improvement {
    /// Changes the grouping.
    fn make(self, grouping: &mut Grouping, tables: &Tables) {
        match self {
            Improvement::Run { kind, start } => {
                let wilds = WildPattern::lacking(grouping.loose, kind, start);
                grouping.set_apart(Group::run(Run { kind, start, wilds }, tables));
            }
            Improvement::StraightFlush { start, suit } => {
                let wilds = WildPattern::lacking_in_suit(&grouping.rest, start, suit);
                let flush = StraightFlush { start, suit, wilds };
                grouping.rest.remove(&flush.play(tables).cards);
                grouping.set_apart(Group::straight_flush(flush, tables));
            }
            Improvement::WildToRank { nibble } => {
                let natural = grouping.loose.get(nibble);
                grouping.set_apart(Group::equal(EqualCards { nibble, natural, wilds: 1 }, tables));
            }
            Improvement::WildToGroup { index } => grouping.add_wild(index, tables),
        }
    }
}

/// The improvement that makes the hand cheapest, the first of equals; `None` if nothing makes it cheaper.
fn best_improvement(grouping: &Grouping, tables: &Tables, costs: &Costs) -> Option<Improvement> {
    let wilds = grouping.free_wilds();
    let straights = Windows::of_runs(grouping.loose, Kind::Straight, wilds);
    let tubes = Windows::of_runs(grouping.loose, Kind::Tube, wilds);
    let plates = Windows::of_runs(grouping.loose, Kind::Plate, wilds);
    let flushes = Windows::of_flushes(&grouping.rest, wilds);
    let any_run = !(straights.any() | tubes.any() | plates.any()).is_empty();
    if !any_run && flushes.is_empty() && wilds == 0 || grouping.is_full() {
        return None;
    }
    let mut search = Search { grouping, tables, costs, before: [[0; 4]; 15], change: 0, best: None };
    if any_run {
        search.add_up_changes();
        search.try_runs(Kind::Straight, straights, flushes.any());
        search.try_runs(Kind::Tube, tubes, SuitedStarts::EMPTY);
        search.try_runs(Kind::Plate, plates, SuitedStarts::EMPTY);
    }
    if !flushes.is_empty() {
        search.try_straight_flushes(flushes);
    }
    if wilds > 0 {
        search.try_places_for_a_wild();
    }
    search.best
}

/// A search for the best improvement of a grouping.
struct Search<'a> {
    grouping: &'a Grouping,
    tables: &'a Tables,
    costs: &'a Costs,
    /// What the hand costs more that loses 0, 1, 2 or 3 loose cards at all places before each one, or all where they are fewer;
    /// places are numbered as starts are. What a run takes is the difference between two of these sums.
    before: [[i32; 4]; 15],
    /// What the hand costs more with the best improvement found so far, which is below zero, or 0 without one.
    change: i32,
    best: Option<Improvement>,
}

impl Search<'_> {
    /// Keeps the improvement if it makes the hand cheaper than the best so far.
    fn offer(&mut self, change: i32, improvement: Improvement) {
        if change < self.change {
            (self.change, self.best) = (change, Some(improvement));
        }
    }

    /// Fills [`Search::before`].
    fn add_up_changes(&mut self) {
        let (tables, costs, loose) = (self.tables, self.costs, self.grouping.loose);
        let mut sums = [0; 4];
        for place in 0..14 {
            let nibble = Start::LOW_ACE.nibble(place);
            let change = costs.without_few(tables, nibble, loose.get(nibble));
            sums = std::array::from_fn(|taken| sums[taken] + change[taken]);
            self.before[place as usize + 1] = sums;
        }
    }

    /// Tries the runs of one kind. Straights that can only be laid down in one suit are straight flushes and left out; there are
    /// such at the starts of `flushes` alone.
    // Always inlined: the kind is known where it is called, and most of it falls away.
    #[inline(always)]
    fn try_runs(&mut self, kind: Kind, runs: Windows<Starts>, flushes: SuitedStarts) {
        let (grouping, tables, costs) = (self.grouping, self.tables, self.costs);
        let each = kind.each() as usize;
        for lacking in 0..3 {
            let wilds = lacking as i32 * costs.wild;
            for start in runs.lacking(lacking).iter() {
                let (from, to) = (start.index(), start.index() + kind.places() as usize);
                let taken = self.before[to][each] - self.before[from][each];
                let change = taken + costs.of_run(kind, start) - wilds;
                if change < self.change {
                    let run = || Run { kind, start, wilds: WildPattern::lacking(grouping.loose, kind, start) };
                    if flushes.suits(start).is_empty() || run().is_plain(&grouping.rest, tables) {
                        self.offer(change, Improvement::Run { kind, start });
                    }
                }
            }
        }
    }

    /// Tries the straight flushes.
    fn try_straight_flushes(&mut self, flushes: Windows<SuitedStarts>) {
        let (grouping, tables, costs) = (self.grouping, self.tables, self.costs);
        for lacking in 0..3 {
            for (start, suit) in flushes.lacking(lacking).iter() {
                let mut change = costs.of_run(Kind::StraightFlush, start) - lacking as i32 * costs.wild;
                for nibble in start.nibbles(5) {
                    if grouping.rest.suits(nibble).contains(suit) {
                        let count = grouping.loose.get(nibble);
                        // The face may be in another run already.
                        change += if count == 0 { 1000 } else { costs.without(tables, nibble, count, 1) };
                    }
                }
                self.offer(change, Improvement::StraightFlush { start, suit });
            }
        }
    }

    /// Tries to give a wild to each rank and to each group of equal cards.
    fn try_places_for_a_wild(&mut self) {
        let (grouping, tables, costs) = (self.grouping, self.tables, self.costs);
        for nibble in (grouping.at_least(1) & Nibbles::RANKS).iter() {
            let change = costs.with_wild(tables, nibble, grouping.loose.get(nibble));
            self.offer(change, Improvement::WildToRank { nibble });
        }
        for (index, group) in grouping.groups().iter().enumerate() {
            if let Make::Equal(cards) = group.make {
                let change = costs.with_wild(tables, cards.nibble, cards.natural + cards.wilds);
                self.offer(change, Improvement::WildToGroup { index });
            }
        }
    }
}
