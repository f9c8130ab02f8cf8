//! Splitting a hand: as long as some run (or some place for a wild) makes it cheaper, the one that gains most is set apart.

use super::costs::{Costs, Taken};
use super::grouping::{Group, Grouping, ONE_WILD};
use crate::combo::{Combo, Kind, flush_windows, make_run, make_straight_flush, run_combo, runs_by_shortage};
use crate::hand::{LevelHand, RANKS};
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
    Run {
        kind: Kind,
        start: u8,
    },
    StraightFlush {
        start: u8,
        suit: u8,
    },
    WildToRank {
        nibble: u8,
    },
    WildToGroup {
        index: u8,
    },
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
        let straights = runs_by_shortage(self.grouping.counts, Kind::Straight, wilds);
        let tubes = runs_by_shortage(self.grouping.counts, Kind::Tube, wilds);
        let plates = runs_by_shortage(self.grouping.counts, Kind::Plate, wilds);
        let flushes = flush_windows(&LevelHand { counts: self.grouping.counts, ..self.grouping.rest });
        let runs = any(straights) | any(tubes) | any(plates);
        if runs | any(flushes) | wilds as u64 == 0 || self.grouping.is_full() {
            return false;
        }
        let mut best = Best { gain: 0, step: Improvement::Stop };
        if runs != 0 {
            let sums = self.sums();
            self.best_run(Kind::Straight, straights, any(flushes), &sums, &mut best);
            self.best_run(Kind::Tube, tubes, 0, &sums, &mut best);
            self.best_run(Kind::Plate, plates, 0, &sums, &mut best);
        }
        if any(flushes) != 0 {
            self.best_flush(flushes, &mut best);
        }
        if wilds > 0 {
            self.best_place_for_wild(&mut best);
        }
        match best.step {
            Improvement::Stop => return false,
            Improvement::Run { kind, start } => self.set_run_apart(kind, start),
            Improvement::StraightFlush { start, suit } => self.set_flush_apart(start, suit),
            Improvement::WildToRank { nibble } => self.join_wild(nibble as u32),
            Improvement::WildToGroup { index } => self.grouping.add_wild(index as usize),
        }
        true
    }

    /// Tries the windows of one kind. Straights from `suited` starts may have to be laid down in one suit, which makes them
    /// straight flushes.
    #[inline(always)]
    fn best_run(&self, kind: Kind, windows: [u64; 3], suited: u64, sums: &Sums, best: &mut Best) {
        let (places, each) = shape(kind);
        let mut lacking = 0;
        while lacking <= self.grouping.free_wilds() as usize {
            let mut mask = windows[lacking];
            while mask != 0 {
                let start = mask.trailing_zeros() >> 2;
                mask &= mask - 1;
                let taken = sums[(start + places) as usize].since(sums[start as usize], each, places);
                let gain = taken + self.costs.of_run(kind, start) - lacking as i32 * self.costs.wild;
                if gain < best.gain {
                    let plain = suited >> (4 * start) & 15 == 0
                        || make_run(&self.grouping.rest, self.t, kind, start, self.shortage(kind, start)).is_some();
                    if plain {
                        *best = Best { gain, step: Improvement::Run { kind, start: start as u8 } };
                    }
                }
            }
            lacking += 1;
        }
    }

    #[inline(always)]
    fn best_flush(&self, windows: [u64; 3], best: &mut Best) {
        let mut lacking = 0;
        while lacking <= self.grouping.free_wilds() as usize {
            let mut mask = windows[lacking];
            while mask != 0 {
                let bit = mask.trailing_zeros();
                mask &= mask - 1;
                let (start, suit) = (bit >> 2, bit & 3);
                let mut gain = self.costs.of_run(Kind::StraightFlush, start) - lacking as i32 * self.costs.wild;
                for place in start..start + 5 {
                    let nibble = nibble_of(place);
                    if self.grouping.rest.one >> (4 * nibble + suit) & 1 == 1 {
                        let count = self.grouping.count(nibble);
                        // The face may be in another run already.
                        gain += if count == 0 { 1000 } else { self.costs.without(self.t, nibble, count, 1) };
                    }
                }
                if gain < best.gain {
                    *best = Best { gain, step: Improvement::StraightFlush { start: start as u8, suit: suit as u8 } };
                }
            }
            lacking += 1;
        }
    }

    #[inline(always)]
    fn best_place_for_wild(&self, best: &mut Best) {
        let mut ranks = self.grouping.at_least(1) & RANKS;
        while ranks != 0 {
            let nibble = ranks.trailing_zeros() >> 2;
            ranks &= ranks - 1;
            let gain = self.costs.with_wild(self.t, nibble, self.grouping.count(nibble));
            if gain < best.gain {
                *best = Best { gain, step: Improvement::WildToRank { nibble: nibble as u8 } };
            }
        }
        let mut index = 0;
        while index < self.grouping.groups().len() {
            let group = self.grouping.groups()[index];
            if !group.combo.kind.is_run() {
                let gain = self.costs.with_wild(self.t, group.at as u32, group.combo.size as u32);
                if gain < best.gain {
                    *best = Best { gain, step: Improvement::WildToGroup { index: index as u8 } };
                }
            }
            index += 1;
        }
    }

    #[inline(always)]
    fn sums(&self) -> Sums {
        let mut sums = [Taken::NOTHING; 15];
        for place in 0..14 {
            let nibble = nibble_of(place as u32);
            sums[place + 1] = sums[place].and(self.costs.taken(self.t, nibble, self.grouping.count(nibble)));
        }
        sums
    }

    /// The wilds a run needs outside what is counted, two bits a place.
    #[inline(always)]
    fn shortage(&self, kind: Kind, start: u32) -> u32 {
        let (places, each) = shape(kind);
        let mut packed = 0;
        for place in 0..places {
            packed |= each.saturating_sub(self.grouping.count(nibble_of(start + place))) << (2 * place);
        }
        packed
    }

    #[inline(always)]
    fn set_run_apart(&mut self, kind: Kind, start: u8) {
        let combo = run_combo(self.t, kind, start as u32);
        self.set_apart(combo, start, 0, self.shortage(kind, start as u32));
    }

    #[inline(always)]
    fn set_flush_apart(&mut self, start: u8, suit: u8) {
        let mut pattern = 0;
        for place in 0..5 {
            let bit = 4 * nibble_of(start as u32 + place) + suit as u32;
            pattern |= ((!self.grouping.rest.one >> bit & 1) as u32) << (2 * place);
        }
        let play = make_straight_flush(start as u32, suit as u32, pattern);
        self.grouping.rest.remove(&play.cards);
        self.set_apart(play.combo, start, suit, pattern);
    }

    /// Sets a run apart, wilds where `pattern` has them.
    #[inline(always)]
    fn set_apart(&mut self, combo: Combo, start: u8, suit: u8, pattern: u32) {
        let (places, each) = shape(combo.kind);
        let mut counts = 0;
        for place in 0..places {
            let wilds = (pattern >> (2 * place) & 3) as u64;
            counts += (each as u64 - wilds) << (4 * nibble_of(start as u32 + place));
            counts += wilds * ONE_WILD;
        }
        self.grouping.push(Group { combo, at: start, suit, wilds: pattern as u16, counts });
    }

    /// Sets a rank apart together with a wild.
    #[inline(always)]
    fn join_wild(&mut self, nibble: u32) {
        let count = self.grouping.count(nibble);
        let combo = Combo::new(kind_of_rank(count + 1), count as u8 + 1, self.t.key_of_nibble[nibble as usize & 15]);
        let counts = ONE_WILD + ((count as u64) << (4 * nibble));
        self.grouping.push(Group { combo, at: nibble as u8, suit: 0, wilds: 1, counts });
    }
}

/// Whether there is a window of any shortage: where.
#[inline(always)]
const fn any(windows: [u64; 3]) -> u64 {
    windows[0] | windows[1] | windows[2]
}

/// What so many cards of a rank are.
#[inline(always)]
pub(super) const fn kind_of_rank(size: u32) -> Kind {
    match size {
        1 => Kind::Single,
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
