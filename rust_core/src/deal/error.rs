//! Why a deal cannot begin, and why an action is refused.

use thiserror::Error;

use crate::card::{Card, Seat};
use crate::hand::Hand;
use crate::rules::Clause;

/// Hands that no deal can begin with.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DealError {
    /// A seat has no cards.
    #[error("hand of seat {seat} is empty: every seat needs at least one card to begin a deal")]
    Empty {
        /// The seat.
        seat: Seat,
    },
    /// The hands together hold a face more than twice.
    #[error("{count} copies of {card} in the four hands: two packs hold 2 of each card")]
    TooMany {
        /// The first such face.
        card: Card,
        /// Its copies in all hands.
        count: u32,
    },
}

impl DealError {
    /// The error for four hands that together hold a face more than twice.
    pub(crate) fn too_many(hands: &[Hand; 4]) -> DealError {
        let copies = |card| hands.iter().map(|hand| hand.count(card)).sum::<u32>();
        let card = Card::all().find(|&card| copies(card) > 2).expect("asked only when a face comes too often");
        DealError::TooMany { card, count: copies(card) }
    }
}

/// An action that the rules do not allow. The deal stays as it was.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Illegal {
    /// The deal is over.
    #[error("the deal is over: nothing can be played ({})", self.clause().id())]
    Over,
    /// The seat does not hold the cards, or holds fewer copies of them.
    #[error("seat {seat} does not hold {missing} ({})", self.clause().id())]
    NotHeld {
        /// The seat whose turn it is.
        seat: Seat,
        /// The cards it lacks.
        missing: Hand,
    },
    /// The cards form no combination, or there are none.
    #[error("{} no combination ({})", subject(cards), self.clause().id())]
    NoCombination {
        /// The cards.
        cards: Hand,
    },
    /// The cards cannot be what they were declared to be.
    #[error("{cards} cannot be declared {declared}: they are {readings} ({})", self.clause().id())]
    NotAReading {
        /// The cards.
        cards: Hand,
        /// What they were declared to be.
        declared: String,
        /// What they can be.
        readings: String,
    },
    /// The play does not beat the one on the table.
    #[error("{play} does not beat the {table} on the table ({})", self.clause().id())]
    TooLow {
        /// The play.
        play: String,
        /// What lies on the table.
        table: String,
        /// Whether the refused play is of the same kind and rank.
        equal: bool,
    },
    /// The seat leads, and so may not pass.
    #[error("seat {seat} leads and may not pass ({})", self.clause().id())]
    LeaderPassed {
        /// The seat.
        seat: Seat,
    },
}

impl Illegal {
    /// The clause of docs/RULES.md the refusal rests on.
    pub const fn clause(&self) -> Clause {
        match self {
            Illegal::Over => Clause::DealEnds,
            Illegal::NotHeld { .. } => Clause::OwnCards,
            Illegal::NoCombination { .. } => Clause::Combination,
            Illegal::NotAReading { .. } => Clause::Declared,
            Illegal::TooLow { equal: true, .. } => Clause::EqualNeverBeats,
            Illegal::TooLow { .. } => Clause::BeatOrPass,
            Illegal::LeaderPassed { .. } => Clause::LeadMustPlay,
        }
    }
}

/// The subject and verb of a sentence about cards: `S2 D3 are`, `S2 is` or `no cards are`.
fn subject(cards: &Hand) -> String {
    match cards.len() {
        0 => "no cards are".to_owned(),
        1 => format!("{cards} is"),
        _ => format!("{cards} are"),
    }
}
