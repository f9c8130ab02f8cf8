//! `rollout`: tries its candidate actions in sampled deals, which a simpler strategy plays out.
//!
//! The steps of a decision, and where they are:
//!
//! 1. What the seat knows of the hidden hands: [`knowledge`].
//! 2. How likely the plays and passes of the others make each of them: [`belief`], [`evidence`] with its weights in
//!    [`fitted`].
//! 3. Samples of the hidden hands: [`sampler`], [`determinizer`]; [`passes`] chooses among several.
//! 4. Each sampled deal played out, or near its end solved, after every candidate: [`turn`], [`endings`]; the same for
//!    choices of tribute: [`tribute`].
//! 5. What comes of it for each candidate: [`search`] counts it by [`finishes`], [`aim`], [`estimate`].
//!
//! Here candidates that fall behind drop out, and one is chosen.

mod aim;
mod belief;
mod determinizer;
mod endings;
mod estimate;
mod evidence;
mod finishes;
mod fitted;
mod knowledge;
mod passes;
mod sampler;
mod search;
mod settings;
mod tribute;
mod turn;
#[cfg(test)]
mod twin;

use std::time::{Duration, Instant};

pub use aim::Aim;
pub use belief::Belief;
pub use determinizer::Determinizer;
pub use estimate::Estimate;
pub use evidence::{Evidence, source_of_weights};
pub use finishes::{Finish, Finishes, chance, levels};
pub use search::{Decision, Search};
pub(super) use settings::Settings;
pub use tribute::{TributeChoice, distinct_cards};
pub use turn::Turn;

use super::{Memory, Policy, Tempo};
use crate::combo::Play;
use crate::deal::{ChoiceView, View};

/// The strategy `rollout`: chooses by play-outs.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Rollout {
    settings: Settings,
    /// Says which candidates look best.
    guide: Tempo,
}

/// How many deals each thread samples between two looks at the clock.
const BETWEEN_LOOKS: u32 = 4;

impl Rollout {
    /// The strategy that plays by `settings`.
    pub(super) fn new(settings: Settings) -> Rollout {
        Rollout { settings, guide: Tempo::default() }
    }

    /// What the strategy was told.
    pub(super) const fn settings(&self) -> &Settings {
        &self.settings
    }

    fn decide(&self, view: &View<'_>) -> Option<Play> {
        let Settings { passes, exact, aim, belief, ref policy, .. } = self.settings;
        let mut search = Search::new(*view, policy, view.random(0), aim).heeding_passes(passes).solving_endings(exact);
        let candidates = self.promising(&search, view);
        if candidates.len() > 1 {
            search = search.believing(belief);
        }
        let chosen = self.best(&mut search, candidates);
        search.estimates()[chosen].play
    }

    /// The candidate that is furthest ahead of the first after all samples, or the first.
    fn best(&self, search: &mut Search<impl Decision>, mut candidates: Vec<usize>) -> usize {
        let Settings { samples, prune, caution, threads, .. } = self.settings;
        let budget = self.settings.budget();
        let started = Instant::now();
        let others = candidates.len() - 1;
        // Halving until one is left to be compared takes this many rounds, each of which may sample as many deals and take
        // as long.
        let rounds = match others {
            0 => 0,
            _ if prune => others.next_power_of_two().ilog2() + 1,
            _ => 1,
        };
        for round in 0..rounds {
            let share = |of: u64, rounds_done: u32| of * u64::from(rounds_done) / u64::from(rounds);
            let samples = u64::from(samples);
            // A candidate that was never tried cannot be compared.
            let least = u32::from(round == 0);
            let mut to_do = ((share(samples, round + 1) - share(samples, round)) as u32).max(least);
            let out_of_time = || {
                budget.is_some_and(|budget| {
                    started.elapsed() >= Duration::from_nanos(share(budget.as_nanos() as u64, round + 1))
                })
            };
            let mut done = 0;
            while to_do > 0 && (done < least || !out_of_time()) {
                let now = if budget.is_some() { to_do.min(BETWEEN_LOOKS * threads) } else { to_do };
                search.sample(now, &candidates, threads);
                (done, to_do) = (done + now, to_do - now);
            }
            if prune && round + 1 < rounds {
                drop_half(search.estimates(), &mut candidates);
            }
        }
        let estimates = search.estimates();
        let best = candidates[1..].iter().copied().rev().max_by_key(|&place| estimates[place].difference.sum());
        best.filter(|&place| estimates[place].difference.exceeds(caution)).unwrap_or(candidates[0])
    }

    /// The candidates that are tried, by their places in the search: first what the policy itself would do, then those that
    /// look best in the order of the list, a pass among them.
    fn promising(&self, search: &Search<Turn<'_>>, view: &View<'_>) -> Vec<usize> {
        let actions: Vec<Option<Play>> = search.estimates().iter().map(|estimate| estimate.play).collect();
        if actions.len() == 1 {
            return vec![0];
        }
        let usual = self.settings.policy.act(view, &mut Memory::default());
        let alike = |action: &Option<Play>| match (action, &usual) {
            (Some(play), Some(usual)) => play.combo == usual.combo && play.cards.counts() == usual.cards.counts(),
            (action, usual) => action == usual,
        };
        let same = actions.iter().position(|action| *action == usual);
        let usual = same.or_else(|| actions.iter().position(alike)).expect("a strategy plays what is legal");
        let mut others: Vec<usize> = (0..actions.len()).filter(|&place| place != usual).collect();
        let breadth = self.settings.breadth as usize;
        if breadth > 0 && others.len() >= breadth {
            let scores = self.guide.scores(view, &actions);
            others.sort_by_key(|&place| (actions[place].is_some(), -scores[place]));
            others.truncate(breadth - 1);
            others.sort_unstable();
        }
        std::iter::once(usual).chain(others).collect()
    }
}

/// Drops the half of the candidates that is furthest behind the first, which stays; among equals the last listed.
fn drop_half(estimates: &[Estimate], candidates: &mut Vec<usize>) {
    let others = &mut candidates[1..];
    others.sort_by_key(|&place| -estimates[place].difference.sum());
    let kept = others.len().div_ceil(2);
    others[..kept].sort_unstable();
    candidates.truncate(1 + kept);
}

/// Whether any hidden hands fit what the seat of `view` has seen, which otherwise nobody can have seen.
pub fn is_possible(view: &View<'_>) -> bool {
    Determinizer::exists(view)
}

impl Policy for Rollout {
    type Memory = ();

    fn looks_back(&self) -> bool {
        true
    }

    fn depends_on_time(&self) -> bool {
        self.settings.budget().is_some() || self.settings.policy.depends_on_time()
    }

    fn asks_for_stakes(&self) -> bool {
        self.settings.aim == Aim::Match || self.settings.policy.asks_for_stakes()
    }

    // A strategy within a strategy cannot be inlined without end.
    #[inline(never)]
    fn act(&self, view: &View<'_>, _memory: &mut ()) -> Option<Play> {
        self.decide(view)
    }

    #[inline(never)]
    fn choose(&self, view: &ChoiceView<'_>) -> u32 {
        let usual = self.settings.policy.choose(view);
        let Settings { aim, ref policy, tribute, .. } = self.settings;
        let search = tribute.then(|| Search::of_tribute(*view, policy, view.random(0), aim));
        let Some(mut search) = search.flatten() else { return usual };
        let candidates = distinct_cards(view, Some(usual as usize));
        self.best(&mut search, candidates) as u32
    }
}
