//! Splitting a hand: as long as some run (or some place for a wild) makes it cheaper, the one that gains most is set apart.

use super::costs::{Costs, Taken};
use super::grouping::{Group, Grouping};
use crate::card::Suit;
use crate::combo::{Combo, Kind, Pattern, Run, StraightFlush, Windows};
use crate::hand::{LevelHand, Nibble, Nibbles, Start, Starts, SuitedStarts};
use crate::rules::Tables;

/// A hand being split.
struct Grouper<'a> {
    /// What becomes the grouping.
    grouping: &'a mut Grouping,
    hand: &'a LevelHand,
    t: &'a Tables,
    costs: &'a Costs,
    /// Whether runs are looked for; if not, the hand is split rank by rank.
    runs: bool,
}

impl Grouping {
    /// Splits `hand`; with `runs` off only rank by rank.
    pub(super) fn of(hand: &LevelHand, t: &Tables, costs: &Costs, runs: bool) -> Grouping {
        let mut grouping = Grouping::EMPTY;
        Grouper { grouping: &mut grouping, hand, t, costs, runs }.split();
        grouping
    }
}

/// Something to be set apart.
#[derive(Clone, Copy)]
enum Improvement {
    /// Nothing makes the hand cheaper.
    Stop,
    /// A straight, tube or plate.
    Run { kind: Kind, start: Start },
    /// A straight flush.
    StraightFlush { start: Start, suit: Suit },
    /// The cards of a rank with a wild.
    WildToRank { nibble: Nibble },
    /// A wild to the group of this number.
    WildToGroup { index: u8 },
}

/// The best step found so far and what it changes the cost by.
struct Best {
    gain: i32,
    step: Improvement,
}

/// What taking cards from each place of a run's order changes, summed up from the low ace.
type Sums = [Taken; 15];

impl Grouper<'_> {
    /// Makes the grouping.
    #[inline(always)]
    fn split(&mut self) {
        self.grouping.start(self.hand);
        while self.runs && self.improve() {}
    }

    /// Takes the step that makes the hand cheapest; false when none does.
    #[inline(always)]
    fn improve(&mut self) -> bool {
        let wilds = self.grouping.free_wilds();
        let [straights, tubes, plates] =
            [Kind::Straight, Kind::Tube, Kind::Plate].map(|kind| Windows::of_runs(self.grouping.counts, kind, wilds));
        let flushes = Windows::of_flushes(&self.grouping.rest, wilds);
        let runs = straights.any() | tubes.any() | plates.any();
        let nothing = runs.is_empty() && flushes.is_empty() && wilds == 0;
        if nothing || self.grouping.is_full() {
            return false;
        }
        let mut best = Best { gain: 0, step: Improvement::Stop };
        if !runs.is_empty() {
            let sums = self.sums();
            self.best_run(Kind::Straight, straights, flushes.any(), &sums, &mut best);
            self.best_run(Kind::Tube, tubes, SuitedStarts::EMPTY, &sums, &mut best);
            self.best_run(Kind::Plate, plates, SuitedStarts::EMPTY, &sums, &mut best);
        }
        if !flushes.is_empty() {
            self.best_flush(flushes, &mut best);
        }
        if wilds > 0 {
            self.best_place_for_wild(&mut best);
        }
        match best.step {
            Improvement::Stop => return false,
            Improvement::Run { kind, start } => self.set_run_apart(kind, start),
            Improvement::StraightFlush { start, suit } => self.set_flush_apart(start, suit),
            Improvement::WildToRank { nibble } => {
                self.grouping.push(Group::rank_and_wild(nibble, self.grouping.count(nibble), self.t));
            }
            Improvement::WildToGroup { index } => self.grouping.add_wild(index as usize),
        }
        true
    }

    /// Tries the windows of one kind. Straights from `suited` starts may have to be laid down in one suit, which makes them
    /// straight flushes.
    #[inline(always)]
    fn best_run(&self, kind: Kind, windows: Windows<Starts>, suited: SuitedStarts, sums: &Sums, best: &mut Best) {
        let places = kind.places() as usize;
        for lacking in 0..1 + self.grouping.free_wilds() {
            for start in windows.lacking(lacking).iter() {
                let taken = sums[start.index() + places].since(sums[start.index()], kind.each(), kind.places());
                let gain = taken + self.costs.of_run(kind, start) - lacking as i32 * self.costs.wild;
                if gain < best.gain {
                    let plain = suited.suits(start).is_empty() || {
                        let wilds = Pattern::lacking(self.grouping.counts, kind, start);
                        Run { kind, start, wilds }.is_plain(&self.grouping.rest, self.t)
                    };
                    if plain {
                        *best = Best { gain, step: Improvement::Run { kind, start } };
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn best_flush(&self, windows: Windows<SuitedStarts>, best: &mut Best) {
        for lacking in 0..1 + self.grouping.free_wilds() {
            for (start, suit) in windows.lacking(lacking).iter() {
                let mut gain = self.costs.of_run(Kind::StraightFlush, start) - lacking as i32 * self.costs.wild;
                for nibble in start.nibbles(Kind::StraightFlush.places()) {
                    if self.grouping.rest.suits(nibble).contains(suit) {
                        let count = self.grouping.count(nibble);
                        // The face may be in another run already.
                        gain += if count == 0 { 1000 } else { self.costs.without(self.t, nibble, count, 1) };
                    }
                }
                if gain < best.gain {
                    *best = Best { gain, step: Improvement::StraightFlush { start, suit } };
                }
            }
        }
    }

    #[inline(always)]
    fn best_place_for_wild(&self, best: &mut Best) {
        for nibble in (self.grouping.at_least(1) & Nibbles::RANKS).iter() {
            let gain = self.costs.with_wild(self.t, nibble, self.grouping.count(nibble));
            if gain < best.gain {
                *best = Best { gain, step: Improvement::WildToRank { nibble } };
            }
        }
        for (index, group) in (0..).zip(self.grouping.groups()) {
            if !group.combo.kind.is_run() {
                let gain = self.costs.with_wild(self.t, group.nibble(), group.combo.size as u32);
                if gain < best.gain {
                    *best = Best { gain, step: Improvement::WildToGroup { index } };
                }
            }
        }
    }

    #[inline(always)]
    fn sums(&self) -> Sums {
        let mut sums = [Taken::NOTHING; 15];
        for (place, nibble) in Start::LOW_ACE.nibbles(14).enumerate() {
            sums[place + 1] = sums[place].and(self.costs.taken(self.t, nibble, self.grouping.count(nibble)));
        }
        sums
    }

    #[inline(always)]
    fn set_run_apart(&mut self, kind: Kind, start: Start) {
        let wilds = Pattern::lacking(self.grouping.counts, kind, start);
        self.grouping.push(Group::run(Combo::run(kind, start, self.t), start, Suit::Spades, wilds));
    }

    #[inline(always)]
    fn set_flush_apart(&mut self, start: Start, suit: Suit) {
        let wilds = Pattern::lacking_in_suit(&self.grouping.rest, start, suit);
        let play = StraightFlush { start, suit, wilds }.play(self.t);
        self.grouping.rest.remove(&play.cards);
        self.grouping.push(Group::run(play.combo, start, suit, wilds));
    }
}
