//! The search: the candidate actions of a decision are tried in sampled deals, and how these finish is counted.

use std::ops::Range;
use std::panic::resume_unwind;
use std::thread::ScopedJoinHandle;

use super::estimate::{Difference, Estimate};
use super::finishes::{Finish, Finishes, Payoffs};
use crate::combo::Play;

/// A decision of one seat, whose actions can be tried in sampled deals.
pub trait Decision: Sync {
    /// One thing that the seat can do.
    type Action: Copy + Sync;

    /// The play that an action makes, `None` for a pass. A card of tribute counts as a single.
    fn play_of(&self, action: Self::Action) -> Option<Play>;

    /// Plays out the sampled deals of these `numbers` after each of the `actions`. Tells `finished` the place of the action in
    /// the list and how the deal finished: sample by sample, in each the actions in their order.
    fn play_samples(&self, numbers: Range<u64>, actions: &[Self::Action], finished: impl FnMut(usize, Finish));
}

/// A search for the best action by play-outs.
///
/// All candidates are tried on the same sampled deals with the same random numbers, so that their differences show long
/// before their values do.
pub struct Search<D: Decision> {
    pub(super) decision: D,
    /// The candidates.
    actions: Vec<D::Action>,
    /// An estimate for each candidate.
    estimates: Vec<Estimate>,
    /// Where single play-outs are kept: how they finished, sample by sample, for each the candidates that were tried.
    each: Option<Vec<Finish>>,
    payoffs: Payoffs,
    /// How many deals have been sampled.
    sampled: u64,
}

/// What some samples add to the candidates' estimates, and every single finish where these are kept.
type Sampled = (Vec<(Finishes, Difference)>, Vec<Finish>);

impl<D: Decision> Search<D> {
    /// A search among these `actions`, which are compared by their `payoffs`.
    pub(super) fn of(decision: D, actions: Vec<D::Action>, payoffs: Payoffs) -> Search<D> {
        let search = Search { decision, actions: Vec::new(), estimates: Vec::new(), each: None, payoffs, sampled: 0 };
        search.trying(actions)
    }

    /// Tries these actions and no others, in this order. The seat must be allowed each of them.
    #[must_use]
    pub fn trying(self, actions: Vec<D::Action>) -> Search<D> {
        let estimates = actions.iter().map(|&action| Estimate::new(self.decision.play_of(action))).collect();
        Search { actions, estimates, ..self }
    }

    /// Keeps how every single play-out finishes, for [`Search::each`].
    #[must_use]
    pub fn keeping_each(self) -> Search<D> {
        Search { each: Some(Vec::new()), ..self }
    }

    /// What each finish is worth to the team of the seat.
    pub(super) const fn payoffs(&self) -> &Payoffs {
        &self.payoffs
    }

    /// The estimates so far: one for each candidate, in their order.
    pub fn estimates(&self) -> &[Estimate] {
        &self.estimates
    }

    /// How each play-out finished: sample by sample, in each the candidates that were tried. Empty without
    /// [`Search::keeping_each`].
    pub fn each(&self) -> &[Finish] {
        self.each.as_deref().unwrap_or_default()
    }

    /// Plays out `samples` more deals after each of the `candidates`, given by their places in [`Search::estimates`].
    ///
    /// The estimates do not depend on the number of `threads`. Differences are to the first of the candidates, which must
    /// stay the same from call to call.
    pub fn sample(&mut self, samples: u32, candidates: &[usize], threads: u32) {
        let numbers = self.sampled..self.sampled + u64::from(samples);
        self.sampled = numbers.end;
        let actions: Vec<D::Action> = candidates.iter().map(|&candidate| self.actions[candidate]).collect();
        for (counted, each) in in_threads(numbers, threads, |numbers| self.count(numbers, &actions)) {
            for (&candidate, (finishes, difference)) in candidates.iter().zip(&counted) {
                self.estimates[candidate].add(finishes, difference);
            }
            if let Some(kept) = &mut self.each {
                kept.extend(each);
            }
        }
    }

    /// Plays out the samples of these `numbers` after each of the `actions`.
    fn count(&self, numbers: Range<u64>, actions: &[D::Action]) -> Sampled {
        let mut counted = vec![(Finishes::default(), Difference::default()); actions.len()];
        let mut each = Vec::new();
        let mut payoff_of_first = 0;
        self.decision.play_samples(numbers, actions, |candidate, finish| {
            let payoff = self.payoffs.of(finish);
            if candidate == 0 {
                payoff_of_first = payoff;
            }
            let (finishes, difference) = &mut counted[candidate];
            finishes.add(finish);
            difference.add(payoff - payoff_of_first);
            if self.each.is_some() {
                each.push(finish);
            }
        });
        (counted, each)
    }
}

/// What `play` makes of parts of the samples of these `numbers`, each on a thread of its own. The parts are in order.
fn in_threads<R: Send>(numbers: Range<u64>, threads: u32, play: impl Fn(Range<u64>) -> R + Sync) -> Vec<R> {
    let samples = numbers.end - numbers.start;
    let threads = u64::from(threads).min(samples).max(1);
    let part = |i: u64| numbers.start + samples * i / threads..numbers.start + samples * (i + 1) / threads;
    let play = |i: u64| play(part(i));
    std::thread::scope(|scope| {
        let play = &play;
        let workers: Vec<_> = (1..threads).map(|i| scope.spawn(move || play(i))).collect();
        let join = |worker: ScopedJoinHandle<'_, R>| worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        let first = play(0);
        std::iter::once(first).chain(workers.into_iter().map(join)).collect()
    })
}
