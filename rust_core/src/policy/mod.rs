//! Strategies: who decides what a seat does.
//!
//! A [`Policy`] sees a [`View`] of its own seat and nothing else of the deal; random numbers come from the view too, so
//! that what one strategy draws never moves another's. [`Strategy`] is the closed set of built-in policies with its text
//! form, `name` or `name(key=value, …)`.

mod lowest;
mod memory;
mod play;
mod random;
mod rollout;
mod strategy;
mod tempo;
mod text;

use crate::combo::kinds::OfKind;
use crate::combo::{Combo, Play};
use crate::deal::{ChoiceView, View};

pub use lowest::Lowest;
pub use memory::{BombCount, Bombless, Memory};
pub use play::{DealSetup, Observer, act, play_out, play_out_by_kind};
pub use random::Random;
pub use rollout::{Aim, Estimate, Finishes, Rollout, Trial, chance, levels};
pub use strategy::Strategy;
pub use tempo::{Principle, Principles, Tempo, Weights};
pub use text::{Parameter, StrategyError};

/// A way to play.
pub trait Policy {
    /// What it keeps of a seat from one decision to the next.
    type Memory: Copy + Default;

    /// Whether [`Policy::act`] reads [`View::plays`]; only then is a log kept.
    fn looks_back(&self) -> bool {
        false
    }

    /// Whether what it does depends on the time it is given, so that a run cannot be repeated to the byte.
    fn depends_on_time(&self) -> bool {
        false
    }

    /// Whether it reads [`View::stakes`]; only then are the chances in a match worked out.
    fn asks_for_stakes(&self) -> bool {
        false
    }

    /// What the seat whose turn it is does: a legal play, or `None` to pass, which a leader may not. `memory` is the
    /// seat's own and new in each deal; what is returned is going to be done.
    fn act(&self, view: &View<'_>, memory: &mut Self::Memory) -> Option<Play>;

    /// The same for a leader.
    #[inline(always)]
    fn lead(&self, view: &View<'_>, memory: &mut Self::Memory) -> Play {
        self.act(view, memory).expect("a leader plays")
    }

    /// The same where `to_beat` is on the table, a play of the kind of `Of`.
    #[inline(always)]
    fn follow<Of: OfKind>(&self, view: &View<'_>, _to_beat: Combo, memory: &mut Self::Memory) -> Option<Play> {
        self.act(view, memory)
    }

    /// Which of the options of a tribute, return or pick the seat takes, by number.
    fn choose(&self, view: &ChoiceView<'_>) -> u32;
}
