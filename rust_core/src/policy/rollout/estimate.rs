//! What play-outs say of a candidate action: how they finished, and how far ahead of the first candidate they left it.

use super::finishes::Finishes;
use crate::combo::Play;

/// What the play-outs say of one candidate action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// The play, or `None` for a pass.
    pub play: Option<Play>,
    /// How the play-outs finished.
    pub finishes: Finishes,
    /// The payoffs against those of the first candidate in the same samples.
    pub(super) difference: Difference,
}

impl Estimate {
    /// The estimate before any play-out.
    pub(super) fn new(play: Option<Play>) -> Estimate {
        Estimate { play, finishes: Finishes::default(), difference: Difference::default() }
    }

    /// Adds more play-outs.
    pub(super) fn add(&mut self, finishes: &Finishes, difference: &Difference) {
        self.finishes.add_all(finishes);
        self.difference.add_all(difference);
    }
}

/// Sums of paired differences: of the payoffs of two candidates in the same samples.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Difference {
    count: i64,
    sum: i64,
    squares: i64,
}

impl Difference {
    pub(super) const fn add(&mut self, difference: i64) {
        self.count += 1;
        self.sum += difference;
        self.squares += difference * difference;
    }

    pub(super) const fn add_all(&mut self, other: &Difference) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The sum, positive for a candidate that is ahead.
    pub(super) const fn sum(&self) -> i64 {
        self.sum
    }

    /// Whether the mean difference is above 0 by more than so many of its standard errors.
    pub(super) fn exceeds(&self, standard_errors: f64) -> bool {
        let Difference { count, sum, squares } = *self;
        let (n, sum) = (count as f64, sum as f64);
        // The standard error times n, for both sides are multiplied by n.
        let spread = ((squares as f64 - sum * sum / n) * n / (n - 1.0).max(1.0)).max(0.0).sqrt();
        sum > 0.0 && sum > standard_errors * spread
    }
}
