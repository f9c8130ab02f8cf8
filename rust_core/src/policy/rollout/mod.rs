//! `rollout`: for each play, deal out the hidden cards many times and let a simpler strategy play each deal to its end.
//!
//! [`candidates`] says which plays are tried, [`knowledge`] and [`hidden`] where the hidden cards may lie, [`playouts`] how
//! the sampled deals end. Here the plays that fall behind are dropped, and the best of the rest is chosen.

mod candidates;
mod hidden;
mod knowledge;
mod playouts;
#[cfg(test)]
mod twin;

use std::fmt;
use std::time::{Duration, Instant};

pub use playouts::{Estimate, Finishes, Trial};

use super::text::{Call, StrategyError};
use super::{Memory, Policy, Strategy, Tempo};
use crate::card::Seat;
use crate::combo::{Bits, Play};
use crate::deal::{ChoiceView, Pattern, View};

/// Chooses by play-outs.
#[derive(Clone, PartialEq, Debug)]
pub struct Rollout {
    /// How many deals are sampled for the plays that stay to the end.
    samples: u32,
    /// Who plays the samples to their end, all four seats.
    policy: Box<Strategy>,
    /// How many plays are tried, those that look best; 0 for all.
    breadth: u32,
    /// Whether plays that fall behind are dropped on the way.
    prune: bool,
    /// Whether in a match the chance to win it counts, not levels.
    score: bool,
    /// Thinking time for one decision; what fits into it depends on the machine.
    budget: Option<Duration>,
    /// How many threads play out.
    threads: u32,
}

/// How many deals are sampled between two looks at the clock.
const BETWEEN_LOOKS: u32 = 4;

impl Rollout {
    const PARAMETERS: [&'static str; 7] = ["samples", "policy", "breadth", "prune", "score", "budget_ms", "threads"];
    const MOST_SAMPLES: u32 = 1_000_000;
    const MOST_BREADTH: u32 = 10_000;
    const MOST_MILLISECONDS: u32 = 3_600_000;
    const MOST_THREADS: u32 = 1024;

    /// Reads the parameters of a text form.
    pub(super) fn from_call(call: &Call<'_>) -> Result<Rollout, StrategyError> {
        call.takes(&Self::PARAMETERS)?;
        let standard = Rollout::default();
        let policy = call.value("policy")?.map(|text| text.parse().map(Box::new)).transpose()?;
        let budget = call.number("budget_ms", 1, Self::MOST_MILLISECONDS)?;
        Ok(Rollout {
            samples: call.number("samples", 1, Self::MOST_SAMPLES)?.unwrap_or(standard.samples),
            policy: policy.unwrap_or(standard.policy),
            breadth: call.number("breadth", 0, Self::MOST_BREADTH)?.unwrap_or(standard.breadth),
            prune: call.switch("prune")?.unwrap_or(standard.prune),
            score: call.switch("score")?.unwrap_or(standard.score),
            budget: budget.map(|budget| Duration::from_millis(budget.into())),
            threads: call.number("threads", 1, Self::MOST_THREADS)?.unwrap_or(standard.threads),
        })
    }

    fn decide<B: Bits>(&self, view: &View<'_>) -> Option<Play> {
        let mut trial = Trial::new(*view, &self.policy, view.random(0));
        let mut alive = self.promising::<B>(&trial, view);
        let started = Instant::now();
        let out_of_time = || self.budget.is_some_and(|budget| started.elapsed() >= budget);
        // Halving until one is left takes this many rounds, and each may sample as many deals.
        let rounds = if self.prune { usize::BITS - (alive.len() - 1).leading_zeros() } else { 1 };
        for round in 0..rounds {
            if alive.len() == 1 {
                break;
            }
            let sampled = |rounds_done: u32| u64::from(self.samples) * u64::from(rounds_done) / u64::from(rounds);
            let mut to_do = (sampled(round + 1) - sampled(round)) as u32;
            // A play that was never tried cannot be compared.
            to_do = to_do.max(u32::from(round == 0));
            while to_do > 0 && !(out_of_time() && trial.estimates()[alive[0]].finishes.count() > 0) {
                let now = if self.budget.is_some() { to_do.min(BETWEEN_LOOKS * self.threads) } else { to_do };
                trial.sample::<B>(now, &alive, self.threads);
                to_do -= now;
            }
            let kept = if self.prune { alive.len().div_ceil(2) } else { 1 };
            self.keep_best(&trial, view, &mut alive, kept);
        }
        trial.estimates()[alive[0]].play
    }

    /// The numbers of the actions that are tried: those that look best to `tempo`, what the policy of the play-outs would do,
    /// and a pass.
    fn promising<B: Bits>(&self, trial: &Trial<'_>, view: &View<'_>) -> Vec<usize> {
        let actions: Vec<Option<Play>> = trial.estimates().iter().map(|estimate| estimate.play).collect();
        let mut numbers: Vec<usize> = (0..actions.len()).collect();
        if self.breadth == 0 || actions.len() <= self.breadth as usize {
            return numbers;
        }
        let promise = Tempo::default().promise(view, &actions);
        let usual = self.policy.act::<B>(view, &mut Memory::default());
        let like_usual = |action: &Option<Play>| match (action, &usual) {
            (Some(play), Some(usual)) => play.combo == usual.combo && play.cards.counts == usual.cards.counts,
            (action, usual) => action == usual,
        };
        let sure = |number: usize| actions[number].is_none() || like_usual(&actions[number]);
        numbers.sort_by_key(|&number| (!sure(number), -promise[number]));
        numbers.truncate(self.breadth as usize);
        numbers.sort_unstable();
        numbers
    }

    /// Keeps the `count` best actions; among equals the first listed.
    fn keep_best(&self, trial: &Trial<'_>, view: &View<'_>, alive: &mut Vec<usize>, count: usize) {
        let stakes = if self.score { view.stakes() } else { None };
        let worth = |first: Seat, pattern: Pattern| match stakes {
            Some(stakes) => trial.chance(stakes, first, pattern),
            None => trial.levels(first, pattern),
        };
        // Actions still on trial have been tried on the same deals. The sort is stable.
        let mut means: Vec<(usize, f64)> =
            alive.iter().map(|&number| (number, trial.estimates()[number].finishes.mean(worth).0)).collect();
        means.sort_by(|a, b| b.1.total_cmp(&a.1));
        means.truncate(count);
        alive.clear();
        alive.extend(means.into_iter().map(|(number, _)| number));
        alive.sort_unstable();
    }
}

impl Default for Rollout {
    fn default() -> Rollout {
        Rollout {
            samples: 100,
            policy: Box::new(Strategy::Tempo(Tempo::default())),
            breadth: 12,
            prune: true,
            score: true,
            budget: None,
            threads: 1,
        }
    }
}

impl Policy for Rollout {
    fn looks_back(&self) -> bool {
        true
    }

    fn depends_on_time(&self) -> bool {
        self.budget.is_some() || self.policy.depends_on_time()
    }

    fn asks_for_stakes(&self) -> bool {
        self.score || self.policy.asks_for_stakes()
    }

    // A decision takes so long that a call costs nothing, and a strategy within a strategy cannot be inlined without end.
    #[inline(never)]
    fn act<B: Bits>(&self, view: &View<'_>, _memory: &mut Memory) -> Option<Play> {
        self.decide::<B>(view)
    }

    #[inline(never)]
    fn choose(&self, view: &ChoiceView<'_>) -> u32 {
        self.policy.choose(view)
    }
}

impl fmt::Display for Rollout {
    /// The text form: how many samples and whose play-outs, and what differs from the default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rollout(samples={}, policy={}", self.samples, self.policy)?;
        if self.breadth != Rollout::default().breadth {
            write!(f, ", breadth={}", self.breadth)?;
        }
        for (name, on) in [("prune", self.prune), ("score", self.score)] {
            if !on {
                write!(f, ", {name}=off")?;
            }
        }
        if let Some(budget) = self.budget {
            write!(f, ", budget_ms={}", budget.as_millis())?;
        }
        if self.threads != 1 {
            write!(f, ", threads={}", self.threads)?;
        }
        f.write_str(")")
    }
}
