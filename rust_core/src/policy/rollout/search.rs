//! The search: candidate actions are tried in sampled deals, which are played out and counted.

use std::ops::Range;
use std::panic::resume_unwind;
use std::thread::ScopedJoinHandle;

use super::aim::Aim;
use super::belief::Belief;
use super::candidates::candidates;
use super::determinizer::Determinizer;
use super::endings::Endings;
use super::estimate::{Difference, Estimate};
use super::finishes::{Finish, Finishes, Payoffs};
use super::passes::Passes;
use crate::card::Seat;
use crate::combo::Play;
use crate::deal::{Deal, Log, Outcome, Pattern, View};
use crate::endgame::Solver;
use crate::hand::Hand;
use crate::policy::{DealSetup, Policy, Strategy, act, play_out};
use crate::rng::{Address, Purpose, Stream};

/// What some samples add to the candidates' estimates, and every single finish where these are kept.
type Sampled = (Vec<(Finishes, Difference)>, Vec<Finish>);

/// Candidates that are tried in sampled deals, more and more of them.
pub(super) trait Trials {
    /// The estimates so far: one for each candidate.
    fn estimates(&self) -> &[Estimate];

    /// Plays out so many more deals after each of the candidates of these numbers, as [`Search::sample`] does.
    fn sample(&mut self, samples: u32, candidates: &[usize], threads: u32);
}

impl Trials for Search<'_> {
    fn estimates(&self) -> &[Estimate] {
        self.estimates()
    }

    fn sample(&mut self, samples: u32, candidates: &[usize], threads: u32) {
        self.sample(samples, candidates, threads);
    }
}

/// A search for the best action by play-outs.
///
/// All candidates are tried on the same sampled deals with the same random numbers, so that their differences show long
/// before their values do.
pub struct Search<'a> {
    view: View<'a>,
    policy: &'a Strategy,
    determinizer: Determinizer<'a>,
    /// Where passes count: the passes so far, and how many deals are drawn for each sample.
    passes: Option<(Passes<'a>, u32)>,
    /// Where sampled deals are solved and not played out: which of them.
    endings: Option<Endings>,
    /// An estimate for each candidate, as they are listed, a pass last.
    estimates: Vec<Estimate>,
    /// Where single play-outs are kept: how they finished, sample by sample, for each the candidates that were tried.
    each: Option<Vec<Finish>>,
    payoffs: Payoffs,
    /// How many deals have been sampled.
    sampled: u64,
    seed: u64,
}

impl<'a> Search<'a> {
    /// A search for the seat of `view`, whose turn it is, among all its actions.
    ///
    /// `policy` plays the sampled deals to their end. `seed` makes the samples. `aim` says by what candidates are compared.
    pub fn new(view: View<'a>, policy: &'a Strategy, seed: u64, aim: Aim) -> Search<'a> {
        Search::with(view, policy, seed, aim, Determinizer::of(&view))
    }

    /// A search by levels where the other seats hold any of `cards`, the rest of which nobody holds.
    ///
    /// Returns `None` when the cards are fewer than the other seats hold.
    pub fn among(view: View<'a>, policy: &'a Strategy, seed: u64, cards: Hand) -> Option<Search<'a>> {
        Some(Search::with(view, policy, seed, Aim::Levels, Determinizer::any_of(&view, cards)?))
    }

    fn with(view: View<'a>, policy: &'a Strategy, seed: u64, aim: Aim, determinizer: Determinizer<'a>) -> Search<'a> {
        let estimates = candidates(&view).into_iter().map(Estimate::new).collect();
        let payoffs = aim.payoffs(&view);
        Search {
            view,
            policy,
            determinizer,
            passes: None,
            endings: None,
            estimates,
            each: None,
            payoffs,
            sampled: 0,
            seed,
        }
    }

    /// Draws the hidden hands by `belief`, if plays of the players that the policy stands for can be read. Without this every
    /// deal that fits is equally likely.
    #[must_use]
    pub fn believing(self, belief: Belief) -> Search<'a> {
        match belief.in_players_like(self.policy) {
            Belief::Uniform => self,
            Belief::Plays => Search { determinizer: Determinizer::believing(&self.view), ..self },
        }
    }

    /// Tries these actions and no others, in this order: plays that the seat of the view may make, `None` for a pass.
    #[must_use]
    pub fn trying(self, actions: Vec<Option<Play>>) -> Search<'a> {
        Search { estimates: actions.into_iter().map(Estimate::new).collect(), ..self }
    }

    /// Keeps how every single play-out finishes, for [`Search::each`].
    #[must_use]
    pub fn keeping_each(self) -> Search<'a> {
        Search { each: Some(Vec::new()), ..self }
    }

    /// Makes passes count: of `drawn` deals for each sample the search takes the one that fewest passes speak against, the
    /// first of several. With one deal they do not count.
    #[must_use]
    pub fn heeding_passes(self, drawn: u32) -> Search<'a> {
        let passes = (drawn > 1).then(|| (Passes::of(&self.view), drawn));
        Search { passes, ..self }
    }

    /// Solves sampled deals with at most `most_cards` cards left in all after a candidate, all cards open, instead of
    /// playing them out. With 0 none is solved.
    #[must_use]
    pub fn solving_endings(self, most_cards: u32) -> Search<'a> {
        let endings = (most_cards > 0).then(|| Endings::new(most_cards, self.view.seat(), &self.payoffs));
        Search { endings, ..self }
    }

    /// The hands of a sample, by seat.
    fn hands(&self, stream: &mut Stream) -> [Hand; 4] {
        let first = self.determinizer.hands(stream);
        let Some((passes, drawn)) = &self.passes else { return first };
        let (mut best, mut least) = (first, passes.against(&first));
        for _ in 1..*drawn {
            if least == 0 {
                break;
            }
            let hands = self.determinizer.hands(stream);
            let against = passes.against(&hands);
            if against < least {
                (best, least) = (hands, against);
            }
        }
        best
    }

    /// The estimates so far: one for each candidate, as they are listed, a pass last.
    pub fn estimates(&self) -> &[Estimate] {
        &self.estimates
    }

    /// How each play-out finished, as the seat that was first and the place of its partner: sample by sample, in each the
    /// candidates that were tried. Empty without [`Search::keeping_each`].
    pub fn each(&self) -> impl Iterator<Item = (Seat, Pattern)> {
        self.each.iter().flatten().map(|finish| (finish.first, finish.pattern))
    }

    /// Plays out `samples` more deals after each of the `candidates`, given by their places in [`Search::estimates`].
    ///
    /// The estimates do not depend on the number of `threads`. Differences are to the first of the candidates, which must
    /// stay the same from call to call.
    pub fn sample(&mut self, samples: u32, candidates: &[usize], threads: u32) {
        let numbers = self.sampled..self.sampled + u64::from(samples);
        self.sampled = numbers.end;
        for (counted, each) in in_threads(numbers, threads, |numbers| self.play_samples(numbers, candidates)) {
            for (&candidate, (finishes, difference)) in candidates.iter().zip(&counted) {
                self.estimates[candidate].add(finishes, difference);
            }
            if let Some(kept) = &mut self.each {
                kept.extend(each);
            }
        }
    }

    /// Plays out the samples of these `numbers` after each candidate. Returns what to add to the candidates' estimates, and
    /// every single finish where these are kept.
    fn play_samples(&self, numbers: Range<u64>, candidates: &[usize]) -> Sampled {
        // `random` and `lowest` decide faster than a call takes.
        match self.policy {
            Strategy::Random(policy) => self.play_samples_by(policy, numbers, candidates),
            Strategy::Lowest(policy) => self.play_samples_by(policy, numbers, candidates),
            policy => self.play_samples_by(policy, numbers, candidates),
        }
    }

    fn play_samples_by(&self, policy: &impl Policy, numbers: Range<u64>, candidates: &[usize]) -> Sampled {
        let mut each = Vec::new();
        let mut counted = vec![(Finishes::default(), Difference::default()); candidates.len()];
        let endings = self.endings.as_ref();
        let place = |outcome: &Outcome| endings.map_or(0, |endings| endings.place(Finish::of(*outcome)));
        let mut log = policy.looks_back().then(|| self.view.log().clone());
        for sample in numbers {
            let address = |purpose| Address::new(self.seed, purpose, sample, 0);
            let deal = self.view.determinized(self.hands(&mut address(Purpose::Determinize).stream()));
            let setup = DealSetup {
                tables: self.view.tables(),
                address: address(Purpose::Playout),
                strategies: [policy; 4],
                background: self.view.background(),
            };
            let mut solver = endings.map(|_| Endings::solver(self.view.tables(), &place));
            let mut first_payoff = None;
            for (&candidate, (finishes, difference)) in candidates.iter().zip(&mut counted) {
                if let Some(log) = &mut log {
                    log.clone_from(self.view.log());
                }
                let action = self.estimates[candidate].play.as_ref();
                let finish = self.finish(&setup, deal, action, log.as_mut(), solver.as_mut());
                finishes.add(finish);
                if self.each.is_some() {
                    each.push(finish);
                }
                let payoff = self.payoffs.of(finish);
                difference.add(payoff - *first_payoff.get_or_insert(payoff));
            }
        }
        (counted, each)
    }

    /// How a sampled deal finishes after `action`.
    #[inline(always)]
    fn finish<P: Policy>(
        &self,
        setup: &DealSetup<'_, P>,
        mut deal: Deal,
        action: Option<&Play>,
        mut log: Option<&mut Log>,
        solver: Option<&mut Solver<'_>>,
    ) -> Finish {
        act(&mut deal, self.view.seat(), action, setup.tables, log.as_deref_mut(), &mut ());
        if let (Some(endings), Some(solver)) = (&self.endings, solver)
            && endings.includes(&deal)
            && let Some(finish) = endings.finish(solver, &deal)
        {
            return finish;
        }
        play_out(&mut deal, setup, log, &mut ());
        Finish::of(deal.outcome().expect("played to its end"))
    }
}

/// What `play` makes of parts of the samples of these `numbers`, each on a thread of its own. The parts are in order.
pub(super) fn in_threads<R: Send>(numbers: Range<u64>, threads: u32, play: impl Fn(Range<u64>) -> R + Sync) -> Vec<R> {
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
