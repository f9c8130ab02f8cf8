//! How deals finish, as far as a strategy compares it: who is first, and the place of the first's partner.

use crate::card::Seat;
use crate::deal::{Outcome, Pattern, Stakes, View};
use crate::rules::Tables;

/// How a deal finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finish {
    /// The seat that is first.
    pub first: Seat,
    /// The place of its partner.
    pub pattern: Pattern,
}

impl Finish {
    /// Every finish: the seats in order, for each the patterns in order.
    pub(super) fn all() -> impl Iterator<Item = Finish> {
        Seat::ALL.into_iter().flat_map(|first| Pattern::ALL.map(|pattern| Finish { first, pattern }))
    }

    /// The finish of a deal that has ended.
    pub(super) fn of(outcome: Outcome) -> Finish {
        Finish { first: outcome.first(), pattern: outcome.pattern() }
    }
}

/// A value for every finish.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct ByFinish<T>([[T; 3]; 4]);

impl<T: Copy> ByFinish<T> {
    pub(super) fn new(mut value: impl FnMut(Finish) -> T) -> ByFinish<T> {
        ByFinish(Seat::ALL.map(|first| Pattern::ALL.map(|pattern| value(Finish { first, pattern }))))
    }

    pub(super) const fn of(&self, finish: Finish) -> T {
        self.0[finish.first.index()][finish.pattern as usize]
    }

    pub(super) const fn at(&mut self, finish: Finish) -> &mut T {
        &mut self.0[finish.first.index()][finish.pattern as usize]
    }
}

/// How many play-outs finished how.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Finishes(ByFinish<u32>);

impl Finishes {
    pub(super) const fn add(&mut self, finish: Finish) {
        *self.0.at(finish) += 1;
    }

    pub(super) fn add_all(&mut self, other: &Finishes) {
        for finish in Finish::all() {
            *self.0.at(finish) += other.0.of(finish);
        }
    }

    /// The number of play-outs.
    pub fn count(&self) -> u32 {
        Finish::all().map(|finish| self.0.of(finish)).sum()
    }

    /// The mean of what `value` gives for the finish of each play-out, and the standard error of that mean (0 for a single
    /// play-out).
    pub fn mean(&self, value: impl Fn(Seat, Pattern) -> f64) -> (f64, f64) {
        let n = f64::from(self.count());
        let sum = |f: &dyn Fn(f64) -> f64| -> f64 {
            let weighed = |finish| f64::from(self.0.of(finish)) * f(value(finish.first, finish.pattern));
            Finish::all().map(weighed).sum()
        };
        let mean = sum(&|value| value) / n;
        let squares = sum(&|value| (value - mean).powi(2));
        (mean, if n > 1.0 { (squares / (n - 1.0) / n).sqrt() } else { 0.0 })
    }

    /// How many play-outs finished with the seat `first` first and its partner as in `pattern`.
    pub fn of(&self, first: Seat, pattern: Pattern) -> u32 {
        self.0.of(Finish { first, pattern })
    }
}

/// The payoff of every finish to the team of one seat, in [`UNIT`]s of what it plays for: a level, or certainty to win the
/// match or to be first. Whole numbers, so that sums do not depend on the order of adding.
pub(super) type Payoffs = ByFinish<i64>;

/// How many units one level or certainty is. Squared differences of a million samples fit in 64 bits.
pub(super) const UNIT: f64 = 65536.0;

/// The levels that a finish brings to the team of the seat of `view`; lost ones are negative.
pub fn levels(view: &View<'_>, first: Seat, pattern: Pattern) -> f64 {
    levels_to(view.tables(), view.seat(), first, pattern)
}

/// The levels that a finish brings to the team of `seat`; lost ones are negative.
pub(super) fn levels_to(tables: &Tables, seat: Seat, first: Seat, pattern: Pattern) -> f64 {
    let levels = f64::from(tables.promotion[pattern as usize]);
    if first.team() == seat.team() { levels } else { -levels }
}

/// The chance of the team of `seat` to win the match after a finish.
pub fn chance(stakes: &Stakes, seat: Seat, first: Seat, pattern: Pattern) -> f64 {
    let chance = stakes.of(first, pattern);
    if seat.team() == 0 { chance } else { 1.0 - chance }
}
