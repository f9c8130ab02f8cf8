//! Counters of fewest plays for all threads of a run.
//!
//! A counter takes longer to make than a hand to count, and keeps memory that belongs to one thread at a time; so those
//! that have been made are lent out.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::evaluate::Fewest;
use crate::rules::Tables;

/// The counters that nobody uses at the moment.
#[derive(Default)]
pub(super) struct Counters(Mutex<Vec<Fewest>>);

impl Counters {
    /// Does `work` with a counter of its own, for the rules of the run, whose tables `t` are.
    pub(super) fn lend<T>(&self, t: &Tables, work: impl FnOnce(&mut Fewest) -> T) -> T {
        let free = self.free().pop();
        let mut fewest = free.unwrap_or_else(|| Fewest::new(t));
        let done = work(&mut fewest);
        self.free().push(fewest);
        done
    }

    fn free(&self) -> MutexGuard<'_, Vec<Fewest>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Rank;
    use crate::rules::Rules;

    #[test]
    fn a_counter_is_made_only_when_none_is_free() {
        let t = Tables::new(&Rules::preset("institute").unwrap(), Rank::TWO);
        let counters = Counters::default();
        counters.lend(&t, |_| counters.lend(&t, |_| assert!(counters.free().is_empty())));
        counters.lend(&t, |_| assert_eq!(counters.free().len(), 1));
        assert_eq!(counters.free().len(), 2);
    }
}
