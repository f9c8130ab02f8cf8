//! `rollout`: for each play, deal out the hidden cards many times and let a simpler strategy play each deal to its end.
//!
//! [`candidates`] says which plays there are, [`knowledge`] and [`hidden`] where the hidden cards may lie and [`passes`]
//! where they rather lie, [`playouts`] and [`endings`] how the sampled deals end. Here the plays that fall behind are dropped, and one of the rest is chosen.

mod aim;
mod candidates;
mod endings;
mod hidden;
mod knowledge;
mod passes;
mod playouts;
#[cfg(test)]
mod twin;

use std::fmt;
use std::time::{Duration, Instant};

pub use aim::Aim;
pub use playouts::{Estimate, Finishes, Trial, chance, levels};

use super::text::{Call, Parameter, StrategyError, on_or_off};
use super::{Memory, Policy, Strategy, Tempo};
use crate::combo::Play;
use crate::deal::{ChoiceView, View};

/// Chooses by play-outs.
#[derive(Clone, PartialEq, Debug)]
pub struct Rollout {
    /// How many deals are sampled for the plays that stay to the end.
    samples: u32,
    /// Who plays the samples to their end, all four seats.
    policy: Box<Strategy>,
    /// How many deals are drawn for each sample, of which the one that agrees best with the passes so far is taken.
    passes: u32,
    /// Deals with so many cards left in all after a play are solved instead of played out, 0 for none.
    exact: u32,
    /// How many plays are tried: those that look best, 0 for all.
    breadth: u32,
    /// Whether plays that fall behind are dropped on the way.
    prune: bool,
    /// By how many standard errors a play must be ahead of the policy's own to be preferred to it.
    caution: f64,
    /// What it plays for.
    aim: Aim,
    /// Thinking time for one decision; what fits into it depends on the machine.
    budget: Option<Duration>,
    /// How many threads play out.
    threads: u32,
    /// Tells which plays look best.
    guide: Tempo,
}

/// How many deals each thread samples between two looks at the clock.
const BETWEEN_LOOKS: u32 = 4;

impl Rollout {
    const MOST_SAMPLES: u32 = 1_000_000;
    const MOST_PASSES: u32 = 1000;
    const MOST_EXACT: u32 = 20;
    const MOST_BREADTH: u32 = 10_000;
    const MOST_CAUTION: u32 = 100;
    const MOST_MILLISECONDS: u32 = 3_600_000;
    const MOST_THREADS: u32 = 1024;

    /// Reads the parameters of a text form.
    pub(super) fn from_call(call: &Call<'_>) -> Result<Rollout, StrategyError> {
        call.takes(&Rollout::parameters().iter().map(|parameter| parameter.name).collect::<Vec<_>>())?;
        let standard = Rollout::default();
        let policy = call.value("policy")?.map(|text| text.parse().map(Box::new)).transpose()?;
        let budget: Option<u32> = call.number("budget_ms", 0, Self::MOST_MILLISECONDS)?.filter(|&budget| budget > 0);
        // Whoever gives the time alone wants it used.
        let samples = if budget.is_some() { Self::MOST_SAMPLES } else { standard.samples };
        Ok(Rollout {
            samples: call.number("samples", 1, Self::MOST_SAMPLES)?.unwrap_or(samples),
            policy: policy.unwrap_or(standard.policy),
            passes: call.number("passes", 1, Self::MOST_PASSES)?.unwrap_or(standard.passes),
            exact: call.number("exact", 0, Self::MOST_EXACT)?.unwrap_or(standard.exact),
            breadth: call.number("breadth", 0, Self::MOST_BREADTH)?.unwrap_or(standard.breadth),
            prune: call.switch("prune")?.unwrap_or(standard.prune),
            caution: call.number("caution", 0, Self::MOST_CAUTION)?.unwrap_or(standard.caution),
            aim: call.one_of("aim", &Aim::NAMES)?.map_or(standard.aim, |number| Aim::ALL[number]),
            budget: budget.map(|budget| Duration::from_millis(budget.into())),
            threads: call.number("threads", 1, Self::MOST_THREADS)?.unwrap_or(standard.threads),
            guide: standard.guide,
        })
    }

    /// The parameters of its text form.
    pub(super) fn parameters() -> Vec<Parameter> {
        let standard = Rollout::default();
        let parameter = |name, values, default, about| Parameter { name, values, default, about };
        vec![
            parameter(
                "samples",
                "1 to 1000000",
                "100",
                "number of sampled deals for plays that stay on trial to the end",
            ),
            parameter("policy", "a strategy", "tempo", "strategy that plays the sampled deals to their end"),
            parameter(
                "passes",
                "1 to 1000",
                "1",
                "deals drawn for each sample; the one that agrees best with all passes is taken",
            ),
            parameter(
                "exact",
                "0 to 20",
                "0",
                "cards left in all from which sampled deals are solved exactly, not played out; 0 for never",
            ),
            parameter("breadth", "0 to 10000", "8", "number of plays put on trial, those that look best; 0 for all"),
            parameter(
                "prune",
                "on, off",
                on_or_off(standard.prune),
                "whether plays that fall behind drop out, by sequential halving",
            ),
            parameter(
                "caution",
                "0 to 100",
                "1",
                "standard errors by which a play must be ahead of the policy's own play",
            ),
            parameter(
                "aim",
                "match, levels, first",
                standard.aim.name(),
                "what to play for: the match (in single deals: levels), levels, or to be the team of the first",
            ),
            parameter(
                "budget_ms",
                "0 to 3600000",
                "0",
                "milliseconds for a decision, 0 for no limit; such a run cannot be repeated",
            ),
            parameter("threads", "1 to 1024", "1", "threads that play out; the choice does not depend on them"),
        ]
    }

    fn decide(&self, view: &View<'_>) -> Option<Play> {
        let mut trial = Trial::new(*view, &self.policy, view.random(0), self.aim)
            .heeding_passes(self.passes)
            .solving_endings(self.exact);
        let mut alive = self.promising(&trial, view);
        let started = Instant::now();
        let others = alive.len() - 1;
        // Halving until one is left to be compared takes this many rounds, each of which may sample as many deals and take
        // as long.
        let rounds = match others {
            0 => 0,
            _ if self.prune => others.next_power_of_two().ilog2() + 1,
            _ => 1,
        };
        for round in 0..rounds {
            let share = |of: u64, rounds_done: u32| of * u64::from(rounds_done) / u64::from(rounds);
            let samples = u64::from(self.samples);
            // A play that was never tried cannot be compared.
            let least = u32::from(round == 0);
            let mut to_do = ((share(samples, round + 1) - share(samples, round)) as u32).max(least);
            let out_of_time = || {
                self.budget.is_some_and(|budget| {
                    started.elapsed() >= Duration::from_nanos(share(budget.as_nanos() as u64, round + 1))
                })
            };
            let mut done = 0;
            while to_do > 0 && (done < least || !out_of_time()) {
                let now = if self.budget.is_some() { to_do.min(BETWEEN_LOOKS * self.threads) } else { to_do };
                trial.sample(now, &alive, self.threads);
                (done, to_do) = (done + now, to_do - now);
            }
            if self.prune && round + 1 < rounds {
                drop_half(&trial, &mut alive);
            }
        }
        let estimates = trial.estimates();
        let best = alive[1..].iter().copied().rev().max_by_key(|&number| estimates[number].lead());
        let chosen = best.filter(|&number| estimates[number].leads_by(self.caution)).unwrap_or(alive[0]);
        estimates[chosen].play
    }

    /// The numbers of the actions that are tried: first what the policy of the play-outs would do, then, as listed, those that
    /// look best, a pass among them.
    fn promising(&self, trial: &Trial<'_>, view: &View<'_>) -> Vec<usize> {
        let actions: Vec<Option<Play>> = trial.estimates().iter().map(|estimate| estimate.play).collect();
        if actions.len() == 1 {
            return vec![0];
        }
        let usual = self.policy.act(view, &mut Memory::default());
        let alike = |action: &Option<Play>| match (action, &usual) {
            (Some(play), Some(usual)) => play.combo == usual.combo && play.cards.counts() == usual.cards.counts(),
            (action, usual) => action == usual,
        };
        let same = actions.iter().position(|action| *action == usual);
        let usual = same.or_else(|| actions.iter().position(alike)).expect("a strategy plays what is legal");
        let mut others: Vec<usize> = (0..actions.len()).filter(|&number| number != usual).collect();
        if self.breadth > 0 && others.len() >= self.breadth as usize {
            let promise = self.guide.promise(view, &actions);
            others.sort_by_key(|&number| (actions[number].is_some(), -promise[number]));
            others.truncate(self.breadth as usize - 1);
            others.sort_unstable();
        }
        std::iter::once(usual).chain(others).collect()
    }
}

/// Drops the half of the actions that is furthest behind the first, which stays; among equals the last listed.
fn drop_half(trial: &Trial<'_>, alive: &mut Vec<usize>) {
    let others = &mut alive[1..];
    others.sort_by_key(|&number| -trial.estimates()[number].lead());
    let kept = others.len().div_ceil(2);
    others[..kept].sort_unstable();
    alive.truncate(1 + kept);
}

impl Default for Rollout {
    fn default() -> Rollout {
        let guide = Tempo::default();
        Rollout {
            samples: 100,
            policy: Box::new(Strategy::Tempo(guide.clone())),
            passes: 1,
            exact: 0,
            breadth: 8,
            prune: true,
            caution: 1.0,
            aim: Aim::default(),
            budget: None,
            threads: 1,
            guide,
        }
    }
}

impl Policy for Rollout {
    type Memory = ();

    fn looks_back(&self) -> bool {
        true
    }

    fn depends_on_time(&self) -> bool {
        self.budget.is_some() || self.policy.depends_on_time()
    }

    fn asks_for_stakes(&self) -> bool {
        self.aim == Aim::Match || self.policy.asks_for_stakes()
    }

    // A decision takes so long that a call costs nothing, and a strategy within a strategy cannot be inlined without end.
    #[inline(never)]
    fn act(&self, view: &View<'_>, _memory: &mut ()) -> Option<Play> {
        self.decide(view)
    }

    #[inline(never)]
    fn choose(&self, view: &ChoiceView<'_>) -> u32 {
        self.policy.choose(view)
    }
}

impl fmt::Display for Rollout {
    /// The text form, with what differs from the default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let standard = Rollout::default();
        let usual_samples = if self.budget.is_some() { Rollout::MOST_SAMPLES } else { standard.samples };
        let budget = self.budget.unwrap_or_default().as_millis();
        let parameters = [
            (self.samples != usual_samples, "samples", &self.samples as &dyn fmt::Display),
            (self.policy != standard.policy, "policy", &self.policy),
            (self.passes != standard.passes, "passes", &self.passes),
            (self.exact != standard.exact, "exact", &self.exact),
            (self.breadth != standard.breadth, "breadth", &self.breadth),
            (self.prune != standard.prune, "prune", &on_or_off(self.prune)),
            (self.caution.to_bits() != standard.caution.to_bits(), "caution", &self.caution),
            (self.aim != standard.aim, "aim", &self.aim.name()),
            (self.budget.is_some(), "budget_ms", &budget),
            (self.threads != standard.threads, "threads", &self.threads),
        ];
        f.write_str("rollout")?;
        let mut separator = "(";
        for (_, name, value) in parameters.iter().filter(|(differs, ..)| *differs) {
            write!(f, "{separator}{name}={value}")?;
            separator = ", ";
        }
        f.write_str(if separator == "(" { "" } else { ")" })
    }
}
