//! Hand evaluation: the fewest plays that empty a hand, and the decompositions that need no more.
//!
//! A hand is looked at by itself: every play is led and nobody beats anything. docs/EVALUATION.md defines what is computed
//! and has the cost and the proofs.
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
//!
//! # The algorithm
//!
//! A dynamic program over the ranks finds the best decomposition. It does not look at suits: a straight flush is one play,
//! as a plain straight of the same ranks is. So a hand is thirteen numbers of cards, its jokers and its wilds.
//!
//! * **Stage.** One rank, from 2 to A. Some of its cards go to runs begun at lower ranks, some begin new runs, and the rest is
//!   partitioned into singles, pairs, triples and bombs.
//! * **State.** What later ranks have to know of earlier ones: how many cards of each of the next four ranks the runs begun
//!   claim (no run reaches further), how many wilds are left, and how many full houses are still owed (see below).
//! * **Value.** The least cost of all ways to reach the state. What a triple costs depends on whether a pair of another rank
//!   joins it, which may be known only later. So the value is a *ledger* of several lanes with the least cost in each. Lanes
//!   tell apart how many more triples than pairs are meant for full houses (`pricing`), or how many plays there are if every
//!   such pair finds a triple (`fewest`).
//! * **Recurrence.** The ledger of a state is the minimum, lane by lane, over all states of the rank before and all steps that
//!   lead from them to it, of their ledger and the price of the step.
//!
//! This is exact: every decomposition is one sequence of steps, its cost is the sum of their prices, and what may follow a
//! step depends on nothing but the state and the lane. Three points need care:
//!
//! * An ace may be the lowest rank of a run and the highest. The program runs once for each number of aces spent as the lowest.
//! * A triple and a pair of the same rank do not make a full house, and lanes do not know ranks. Where five equal cards
//!   are a bomb, no rank needs to offer both. Where they are not, the program runs once for each number of full houses that
//!   must come together for the offers of one rank to find partners of other ranks (`partition`).
//! * Suits do matter to the points of control, because a straight flush has more than a straight. All sets of straight flushes
//!   that leave the hand at its fewest plays are tried, and the program decomposes the rest (`strongest`).
//!
//! # The files
//!
//! `partition` (what equal cards can be laid down as) < `ledger` and `walk` (the program, whatever is minimised) <
//! `fewest` (plays only), `control` and `pricing` (plays, then points) < `layout` (from ranks back to cards) <
//! `strongest`. What can be counted without a search is in `census`.

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
    /// The fewest plays that empty the hand ([`Evaluator::min_plays`]).
    pub min_plays: u32,
    /// A decomposition into the fewest plays that is found without a search over straight flushes
    /// ([`Evaluator::decomposition`]).
    pub decomposition: Decomposition,
    /// The decomposition into the fewest plays with most control ([`Evaluator::strongest`]).
    pub strongest: Decomposition,
    /// The bombs held without a wild standing for another card ([`natural_bombs`]).
    pub natural_bombs: u32,
    /// The bombs that wilds can add to the natural ones ([`wild_bombs`]).
    pub wild_bombs: u32,
    /// Jokers, level cards and aces ([`control_cards`]).
    pub control_cards: u32,
}

/// Evaluates hands of up to [`MOST_CARDS`] cards at one level of one rule set.
///
/// It keeps its working memory from hand to hand, so that hardly anything is allocated after the first few hands.
pub struct Evaluator {
    level: Rank,
    fewest: Fewest,
    decomposer: Decomposer,
}

impl Evaluator {
    /// An evaluator for the rules and the level that `tables` were compiled from.
    pub fn new(tables: &Tables) -> Evaluator {
        Evaluator { level: tables.level, fewest: Fewest::new(tables), decomposer: Decomposer::new(tables) }
    }

    /// The fewest plays that empty `hand`, wilds used at their best ([`Fewest::min_plays`]).
    pub fn min_plays(&mut self, hand: &LevelHand) -> u32 {
        self.fewest.min_plays(hand)
    }

    /// A decomposition of `hand` into the fewest plays, found fast: it has most control as long as a straight of one suit
    /// counts as a plain straight. Where one of its straights turns out to be of one suit, it is a straight flush all the
    /// same.
    pub fn decomposition(&mut self, hand: &LevelHand) -> Decomposition {
        let plays = self.fewest.min_plays(hand);
        self.decomposer.quick(hand, plays)
    }

    /// The decomposition of `hand` into the fewest plays that has most control: the sum of its plays' [`points`] is the
    /// greatest. Among several with equal sums the same one is returned every time.
    pub fn strongest(&mut self, hand: &LevelHand) -> Decomposition {
        self.decomposer.strongest(hand, &mut self.fewest)
    }

    /// Everything that is known of `hand` by itself.
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
