//! Hand evaluation: the fewest plays that empty a hand, and the decompositions that need no more.
//!
//! A hand is looked at by itself: every play is led, nobody beats anything. docs/EVALUATION.md defines what is computed and
//! tells how. The layers: [`split`] (what equal cards can be split into) < [`ledger`] and [`walk`] (the search over ranks)
//! < [`fewest`] (plays only) and [`control`], [`balance`], [`pricing`] (plays and points) < [`layout`] (back to cards) <
//! [`strongest`].
//!
//! ```
//! use guandan_core::card::Rank;
//! use guandan_core::evaluate::Evaluator;
//! use guandan_core::hand::{Hand, LevelHand};
//! use guandan_core::rules::{Rules, Tables};
//!
//! let level = Rank::TEN;
//! let hand: Hand = "S3 S4 D5 C6 S7 SA CA DA S2 C2 HT HR".parse()?;
//! let mut evaluator = Evaluator::new(&Tables::new(&Rules::named("institute")?, level));
//! // The straight 3 to 7, aces and twos as a plate with the wild as the third two, and the joker.
//! assert_eq!(evaluator.evaluate(&LevelHand::new(hand, level)).min_plays, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod balance;
mod census;
mod control;
mod fewest;
mod layout;
mod ledger;
mod partition;
mod pricing;
mod strongest;
mod walk;

pub use census::{control_cards, natural_bombs, wild_bombs};
pub use control::points;
pub use fewest::Fewest;
pub use layout::Plays;
pub use strongest::Decomposition;

use crate::card::Rank;
use crate::hand::LevelHand;
use crate::rules::Tables;
use strongest::Decomposer;

/// The most cards a hand may have to be evaluated: as many as a player is dealt. Callers see to it.
pub const MOST_CARDS: u32 = 27;

/// Everything that is known of a hand by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The fewest plays that empty the hand.
    pub min_plays: u32,
    /// See [`Evaluator::decomposition`].
    pub decomposition: Decomposition,
    /// See [`Evaluator::strongest`].
    pub strongest: Decomposition,
    /// See [`natural_bombs`].
    pub natural_bombs: u32,
    /// See [`wild_bombs`].
    pub wild_bombs: u32,
    /// See [`control_cards`].
    pub control_cards: u32,
}

/// Evaluates hands of up to [`MOST_CARDS`] cards at one level of one rule set.
///
/// Keeps its memory from hand to hand: hardly anything is allocated once the first few hands have been seen.
pub struct Evaluator {
    level: Rank,
    fewest: Fewest,
    decomposer: Decomposer,
}

impl Evaluator {
    /// For the rules and level `t` was compiled from.
    pub fn new(t: &Tables) -> Evaluator {
        Evaluator { level: t.level, fewest: Fewest::new(t), decomposer: Decomposer::new(t) }
    }

    /// The fewest plays that empty `hand`: [`Fewest::min_plays`].
    pub fn min_plays(&mut self, hand: &LevelHand) -> u32 {
        self.fewest.min_plays(hand)
    }

    /// A decomposition into the fewest plays, found fast: it has most control as long as straights of one suit count as
    /// plain straights. Where one of its straights turns out to be of one suit it is a straight flush all the same.
    pub fn decomposition(&mut self, hand: &LevelHand) -> Decomposition {
        let plays = self.fewest.min_plays(hand);
        self.decomposer.quick(hand, plays)
    }

    /// The decomposition into the fewest plays that keeps most control: whose [`points`] add up to most. Of equals the
    /// search keeps the one it meets first, always the same.
    pub fn strongest(&mut self, hand: &LevelHand) -> Decomposition {
        self.decomposer.strongest(hand, &mut self.fewest)
    }

    /// All of it.
    pub fn evaluate(&mut self, hand: &LevelHand) -> Evaluation {
        Evaluation {
            min_plays: self.min_plays(hand),
            decomposition: self.decomposition(hand),
            strongest: self.strongest(hand),
            natural_bombs: natural_bombs(hand, self.level),
            wild_bombs: wild_bombs(hand, self.level),
            control_cards: control_cards(hand, self.level),
        }
    }
}
