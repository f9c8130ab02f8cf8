//! The parameters of `rollout`, each with its default, allowed values and meaning.

use std::time::Duration;

use super::{Aim, Belief, Rollout};
use crate::policy::parameters::{Allowed, Given, ParameterType, parameters};
use crate::policy::text::StrategyError;
use crate::policy::{Strategy, Tempo};

parameters! {
    /// What `rollout(…)` can be told.
    Settings of "rollout", "tries its plays in sampled deals that a simpler strategy plays out, as in rollout(samples=100, policy=tempo)" {
        /// number of sampled deals for plays that stay on trial to the end
        samples: u32 = 100, Allowed::Number(1, MOST_SAMPLES);
        /// strategy that plays the sampled deals to their end
        policy: Box<Strategy> = Box::new(Strategy::Tempo(Tempo::default())), Allowed::Strategy;
        /// deals drawn for each sample; the one that agrees best with all passes is taken
        passes: u32 = 1, Allowed::Number(1, 1000);
        /// cards left in all from which sampled deals are solved exactly, not played out; 0 for never
        exact: u32 = 0, Allowed::Number(0, 20);
        /// number of plays put on trial, those that look best; 0 for all
        breadth: u32 = 8, Allowed::Number(0, 10_000);
        /// whether plays that fall behind drop out, by sequential halving
        prune: bool = true, Allowed::Switch;
        /// standard errors by which a play must be ahead of the policy's own play
        caution: f64 = 1.0, Allowed::Number(0, 100);
        /// what to play for: the match (in single deals: levels), levels, or to be the team of the first
        aim: Aim = Aim::default(), Allowed::Words(&Aim::NAMES);
        /// how hidden hands are drawn: all that fit alike (uniform), or by what the other seats played and passed (plays)
        belief: Belief = Belief::default(), Allowed::Words(&Belief::NAMES);
        /// whether cards to pay, return or pick are tried too; otherwise the policy chooses them
        tribute: bool = false, Allowed::Switch;
        /// milliseconds for a decision, 0 for no limit; such a run cannot be repeated
        budget_ms: u32 = 0, Allowed::Number(0, 3_600_000);
        /// threads that play out; the choice does not depend on them
        threads: u32 = 1, Allowed::Number(1, 1024);
    }
    fn defaults(&self) -> Settings {
        let standard = Settings::default();
        // Whoever gives the time alone wants all of it used.
        let samples = if self.budget_ms > 0 { MOST_SAMPLES } else { standard.samples };
        Settings { samples, ..standard }
    }

    fn into_strategy(self) -> Strategy {
        Strategy::Rollout(Rollout::new(self))
    }
}

const MOST_SAMPLES: u32 = 1_000_000;

impl Settings {
    /// The thinking time for one decision, if it is limited.
    pub(super) fn budget(&self) -> Option<Duration> {
        (self.budget_ms > 0).then(|| Duration::from_millis(self.budget_ms.into()))
    }
}

impl ParameterType for Aim {
    fn read(given: &Given<'_>) -> Result<Aim, StrategyError> {
        given.word().map(|place| Aim::ALL[place])
    }

    fn text(&self) -> String {
        self.name().to_owned()
    }
}

impl ParameterType for Belief {
    fn read(given: &Given<'_>) -> Result<Belief, StrategyError> {
        given.word().map(|place| Belief::ALL[place])
    }

    fn text(&self) -> String {
        self.name().to_owned()
    }
}
