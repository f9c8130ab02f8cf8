//! Playing sampled deals to their end and keeping count.

use std::ops::Range;

use super::candidates::actions;
use super::knowledge::Imagination;
use crate::card::Seat;
use crate::combo::{Bits, Play};
use crate::deal::{Deal, Log, Outcome, Pattern, Stakes, View};
use crate::hand::Hand;
use crate::policy::{Memory, Policy, Strategy};
use crate::rng::{Key, Purpose};

/// How many play-outs ended how: by the seat that was first and the place of its partner.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Finishes([[u32; 3]; 4]);

impl Finishes {
    fn add(&mut self, outcome: &Outcome) {
        self.0[outcome.first().index()][outcome.pattern() as usize] += 1;
    }

    fn add_all(&mut self, other: &Finishes) {
        for (count, more) in self.0.as_flattened_mut().iter_mut().zip(other.0.as_flattened()) {
            *count += more;
        }
    }

    /// The number of play-outs.
    pub fn count(&self) -> u32 {
        self.0.as_flattened().iter().sum()
    }

    /// The mean of what `worth` says of each finish, and the standard error of that mean (0 for a single play-out).
    pub fn mean(&self, worth: impl Fn(Seat, Pattern) -> f64) -> (f64, f64) {
        let n = f64::from(self.count());
        let sum = |f: &dyn Fn(f64) -> f64| -> f64 {
            let cells = Seat::ALL.into_iter().flat_map(|first| Pattern::ALL.map(|pattern| (first, pattern)));
            cells.map(|(first, pattern)| f64::from(self.of(first, pattern)) * f(worth(first, pattern))).sum()
        };
        let mean = sum(&|worth| worth) / n;
        let squares = sum(&|worth| (worth - mean).powi(2));
        (mean, if n > 1.0 { (squares / (n - 1.0) / n).sqrt() } else { 0.0 })
    }

    /// How many play-outs ended with this seat first and its partner as in `pattern`.
    pub fn of(&self, first: Seat, pattern: Pattern) -> u32 {
        self.0[first.index()][pattern as usize]
    }
}

/// What the play-outs say of one action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// The play, or `None` for a pass.
    pub play: Option<Play>,
    /// How the play-outs ended.
    pub finishes: Finishes,
}

/// The actions of one decision on trial: all of them on the same sampled deals with the same random numbers, so that
/// their differences are seen long before their values are.
pub struct Trial<'a> {
    view: View<'a>,
    policy: &'a Strategy,
    imagination: Imagination,
    /// The estimates so far, as the actions are listed, a pass last.
    estimates: Vec<Estimate>,
    /// How many deals have been sampled.
    sampled: u64,
    seed: u64,
}

impl<'a> Trial<'a> {
    /// A trial of what the seat of `view`, whose turn it is, can do, played out with `policy`; `seed` makes the samples.
    pub fn new(view: View<'a>, policy: &'a Strategy, seed: u64) -> Trial<'a> {
        Trial::with(view, policy, seed, Imagination::of(&view))
    }

    /// The same when the others hold any of `cards`, the rest of which nobody holds. `None` when those are too few.
    pub fn among(view: View<'a>, policy: &'a Strategy, seed: u64, cards: Hand) -> Option<Trial<'a>> {
        Some(Trial::with(view, policy, seed, Imagination::among(&view, cards)?))
    }

    fn with(view: View<'a>, policy: &'a Strategy, seed: u64, imagination: Imagination) -> Trial<'a> {
        let new = |play| Estimate { play, finishes: Finishes::default() };
        let estimates = actions(&view).into_iter().map(new).collect();
        Trial { view, policy, imagination, estimates, sampled: 0, seed }
    }

    /// The estimates so far, as the actions are listed, a pass last.
    pub fn estimates(&self) -> &[Estimate] {
        &self.estimates
    }

    /// What a finish is worth to the seat's team: levels won, lost ones negative.
    pub fn levels(&self, first: Seat, pattern: Pattern) -> f64 {
        let levels = f64::from(self.view.tables().promotion[pattern as usize]);
        if first.team() == self.view.seat().team() { levels } else { -levels }
    }

    /// What a finish is worth to the seat's team: the chance to win the match under `stakes`.
    pub fn chance(&self, stakes: &Stakes, first: Seat, pattern: Pattern) -> f64 {
        let chance = stakes.of(first, pattern);
        if self.view.seat().team() == 0 { chance } else { 1.0 - chance }
    }

    /// Plays `samples` more deals out for each action whose number is in `alive`, on so many threads. What comes out does not
    /// depend on their number.
    pub fn sample<B: Bits>(&mut self, samples: u32, alive: &[usize], threads: u32) {
        let (first, samples) = (self.sampled, u64::from(samples));
        self.sampled += samples;
        let shared = &*self;
        let threads = u64::from(threads).min(samples).max(1);
        let part = |i: u64| first + samples * i / threads..first + samples * (i + 1) / threads;
        let counted = if threads == 1 {
            shared.play_samples::<B>(part(0), alive)
        } else {
            std::thread::scope(|scope| {
                let workers: Vec<_> =
                    (1..threads).map(|i| scope.spawn(move || shared.play_samples::<B>(part(i), alive))).collect();
                let mut counted = shared.play_samples::<B>(part(0), alive);
                for worker in workers {
                    let more = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                    counted.iter_mut().zip(&more).for_each(|(sum, more)| sum.add_all(more));
                }
                counted
            })
        };
        for (&number, finishes) in alive.iter().zip(&counted) {
            self.estimates[number].finishes.add_all(finishes);
        }
    }

    /// Plays the samples of these numbers out for each action in `alive`.
    fn play_samples<B: Bits>(&self, samples: Range<u64>, alive: &[usize]) -> Vec<Finishes> {
        B::compiled(|| {
            let mut counted = vec![Finishes::default(); alive.len()];
            let mut log = self.policy.looks_back().then(|| self.view.log().clone());
            for sample in samples {
                let key = |purpose| Key::new(self.seed, purpose, sample, 0);
                let deal = self.view.imagine(self.imagination.hands(&mut key(Purpose::Imagine).stream()));
                let key = key(Purpose::Playout);
                for (&number, finishes) in alive.iter().zip(&mut counted) {
                    if let Some(log) = &mut log {
                        log.clone_from(self.view.log());
                    }
                    finishes.add(&self.play_out::<B>(deal, self.estimates[number].play.as_ref(), key, log.as_mut()));
                }
            }
            counted
        })
    }

    #[inline(always)]
    fn play_out<B: Bits>(&self, mut deal: Deal, action: Option<&Play>, key: Key, mut log: Option<&mut Log>) -> Outcome {
        let mut memories = [Memory::default(); 4];
        take(&mut deal, action, log.as_deref_mut());
        while let Some(seat) = deal.turn() {
            let view = self.view.of_imagined(&deal, seat, key, log.as_deref());
            let play = self.policy.act::<B>(&view, &mut memories[seat.index()]);
            take(&mut deal, play.as_ref(), log.as_deref_mut());
        }
        deal.outcome().expect("the deal is over")
    }
}

/// Carries out an action of the seat to act.
#[inline(always)]
fn take(deal: &mut Deal, action: Option<&Play>, log: Option<&mut Log>) {
    let Some(play) = action else {
        deal.pass_unchecked();
        return;
    };
    let seat = deal.turn();
    deal.play_unchecked(play);
    if let (Some(log), Some(seat)) = (log, seat) {
        log.push(seat, play, deal);
    }
}
