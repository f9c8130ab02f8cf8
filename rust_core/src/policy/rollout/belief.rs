//! What `rollout` believes of the hidden hands.

use crate::error::{clip, did_you_mean};
use crate::policy::Strategy;

/// How hidden hands are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Belief {
    /// Every deal that fits the cards seen is equally likely.
    Uniform,
    /// A deal is the likelier, the better it explains what the other seats have played and passed.
    #[default]
    Plays,
}

impl Belief {
    /// Every belief.
    pub(super) const ALL: [Belief; 2] = [Belief::Uniform, Belief::Plays];
    /// Their names in text forms.
    pub(super) const NAMES: [&'static str; 2] = ["uniform", "plays"];

    /// The name used in text forms.
    pub(super) const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The belief of this name.
    ///
    /// # Errors
    /// The text says which names there are, when there is none like this.
    pub fn named(name: &str) -> Result<Belief, String> {
        let found = Self::ALL.into_iter().find(|belief| belief.name() == name);
        found.ok_or_else(|| {
            let known = Self::NAMES.join(" or ");
            format!("unknown belief {:?}: expected {known}{}", clip(name), did_you_mean(name, Self::NAMES))
        })
    }

    /// The belief where `policy` plays the sampled deals to their end. Plays tell much of hands that are played as `tempo`
    /// plays; of hands that are played as `random` or `lowest` plays them they tell little.
    pub(super) fn in_players_like(self, policy: &Strategy) -> Belief {
        match policy {
            Strategy::Random(_) | Strategy::Lowest(_) => Belief::Uniform,
            Strategy::Tempo(_) => self,
            Strategy::Rollout(rollout) => self.in_players_like(&rollout.settings().policy),
        }
    }
}
