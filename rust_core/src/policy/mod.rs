//! Strategies: who decides what a seat does.
//!
//! A [`Policy`] decides for one seat at a time. It sees a [`View`] of that seat and nothing else of the deal. Random numbers
//! come from the view too, so that what one strategy draws never changes what another draws. [`Strategy`] is the closed set of
//! built-in policies with its text form, `name` or `name(key=value, …)`.
//!
//! A policy is the same for all seats and deals and never changes. What it wants to keep of a seat from one decision to the next
//! goes into that seat's memory ([`Policy::Memory`]), which whoever plays the deal holds and which begins anew in each deal.

mod answer;
mod lowest;
mod memory;
mod parameters;
mod play;
mod random;
mod rollout;
mod strategy;
mod tempo;
mod text;

use crate::combo::kinds::OfKind;
use crate::combo::{Combo, Play};
use crate::deal::{ChoiceView, View};

pub use answer::Unanswerable;
pub use lowest::Lowest;
pub use memory::{BombCount, Memory};
pub use parameters::Description;
pub use play::{DealSetup, Observer, act, play_out, play_out_by_kind};
pub use random::Random;
pub use rollout::{
    Aim, Belief, Decision, Determinizer, Estimate, Evidence, Finish, Finishes, Rollout, Search, TributeChoice, Turn,
    chance, distinct_cards, is_possible, levels, source_of_weights,
};
pub use strategy::{BuiltIn, Strategy};
pub use tempo::{Principle, Principles, Tempo};
pub use text::StrategyError;

/// A way to play.
pub trait Policy {
    /// What the policy keeps of one seat from one decision to the next within a deal; the default is the memory of a new deal.
    type Memory: Copy + Default;

    /// Whether [`Policy::act`] reads [`View::plays`]. A log is kept for such policies only.
    fn looks_back(&self) -> bool {
        false
    }

    /// Whether decisions depend on the time they are given, so that a run cannot be repeated to the byte.
    fn depends_on_time(&self) -> bool {
        false
    }

    /// Whether [`Policy::act`] reads [`View::stakes`]. The chances in a match are worked out for such policies only.
    fn asks_for_stakes(&self) -> bool {
        false
    }

    /// What the seat does whose turn it is: a legal play, or `None` for a pass, which a leader may not choose. The returned
    /// action is going to be done, so `memory`, which is the seat's own, may already tell of the hand after it.
    fn act(&self, view: &View<'_>, memory: &mut Self::Memory) -> Option<Play>;

    /// The play of a seat that leads: what [`Policy::act`] does when nothing is on the table.
    fn lead(&self, view: &View<'_>, memory: &mut Self::Memory) -> Play {
        self.act(view, memory).expect("a leader plays")
    }

    /// What the seat does when `to_beat`, a play of the kinds of `Of`, is on the table: what [`Policy::act`] does,
    /// compiled for the kinds of `Of` alone.
    fn follow<Of: OfKind>(&self, view: &View<'_>, _to_beat: Combo, memory: &mut Self::Memory) -> Option<Play> {
        self.act(view, memory)
    }

    /// The number of the option that the seat takes when it pays or returns a card or picks one of two tributes.
    fn choose(&self, view: &ChoiceView<'_>) -> u32;
}
