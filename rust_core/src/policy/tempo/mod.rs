//! `tempo`: plays by the twelve principles of docs/STRATEGIES.md, each of which can be switched off.
//!
//! A decision is made in four steps:
//!
//! 1. [`greedy`] cuts the hand into groups that are meant to be played together, a [`Grouping`]; [`keep`] carries it over a
//!    play, so that this is seldom done anew.
//! 2. [`costs`] says what each group costs its holder, in hundredths of a turn, from the numbers in [`weights`].
//! 3. [`others`] says how likely a play is to stand against the other seats.
//! 4. [`lead`] and [`follow`] list the few plays that come into question, score each by what the hand sheds and what the
//!    trick is worth times the chance to win it, and take the best.

mod costs;
mod decision;
mod follow;
mod greedy;
mod grouping;
mod keep;
mod lead;
mod others;
mod principles;
mod promise;
mod tribute;
mod weights;

use std::fmt;
use std::sync::Arc;

pub(super) use grouping::Grouping;
pub use principles::{Principle, Principles};
pub use weights::Weights;

use super::parameters::Parameters;
use super::{Memory, Policy};
use crate::combo::{Play, may_answer};
use crate::deal::{ChoiceView, View};
use costs::Valuation;
use decision::Decision;

/// The strategy, with the principles it plays by.
#[derive(Clone, PartialEq, Debug)]
pub struct Tempo {
    on: Principles,
    worth: Arc<Valuation>,
}

impl Tempo {
    /// Plays by the principles `on`.
    pub fn new(on: Principles) -> Tempo {
        Tempo::with_weights(on, Weights::DEFAULT)
    }

    /// The same with other weights, for experiments.
    pub fn with_weights(on: Principles, weights: Weights) -> Tempo {
        Tempo { on, worth: Arc::new(Valuation::new(on, weights)) }
    }

    /// The principles it plays by.
    pub const fn principles(&self) -> Principles {
        self.on
    }
}

impl Default for Tempo {
    fn default() -> Tempo {
        Tempo::new(Principles::default())
    }
}

impl fmt::Display for Tempo {
    /// The text form, with the switches that differ from the default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.on.print(f)
    }
}

impl Policy for Tempo {
    type Memory = Memory;

    // Much longer than a call takes, and too large to stand in every loop that plays.
    #[inline(never)]
    fn act(&self, view: &View<'_>, memory: &mut Memory) -> Option<Play> {
        let Tempo { on, ref worth } = *self;
        let (hand, t) = (view.hand(), view.tables());
        let to_beat = view.table();
        if to_beat.is_some_and(|to_beat| !may_answer(hand, t, to_beat)) {
            return None;
        }
        let grouping = &mut memory.grouping;
        if !grouping.is_of(hand) {
            *grouping = Grouping::of(hand, t, &worth.split, on.has(Principle::Tempo));
        }
        let turn = Decision { view, hand, t, grouping, worth, on };
        let play = match to_beat {
            None => turn.lead(),
            Some(to_beat) => turn.follow(to_beat)?,
        };
        grouping.play(&play, t, &worth.split);
        Some(play)
    }

    #[inline(always)]
    fn choose(&self, view: &ChoiceView<'_>) -> u32 {
        self.choose_card(view)
    }
}
