//! One deal as one line of JSON: written by runs, read again by replay, judged by [`Verifier`].
//!
//! The format is described in docs/RECORDS.md. This module knows deals and the match around them, the names of strategies,
//! and nothing of runs and files.

mod before;
mod compose;
mod position;
mod text;
mod verify;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::card::{Card, Rank, Seat};
use crate::combo::Kind;
use crate::deal::Gift;
use crate::error::{json_message, one_line};
use crate::hand::Hand;
use crate::rules::Rules;
use crate::series::{ClockModel, EndedBy, Streaks};
use text::required;

pub use compose::{Heading, PlayedDeal};
pub use position::Position;
pub use verify::{Verifier, Wrong};

/// One deal of a match, or a single deal. The fields are the keys of a line, in the order in which they are written.
///
/// The fields before `hands` are the state before the deal. For a single deal `match_over` is true and `ended_by` is `None`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The number of the match, from 0.
    #[serde(rename = "match")]
    pub match_number: u64,
    /// The number of the deal in the match, from 0.
    pub deal: u32,
    /// The rules' label.
    pub rules: String,
    /// The rules' fingerprint.
    pub fingerprint: String,
    /// The run's seed.
    pub seed: u64,
    /// The strategies' text forms, by seat.
    pub strategies: [String; 4],
    /// How long plays, passes and pauses take; `Some` under rules with a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_model: Option<ClockModel>,
    /// The teams' levels.
    pub levels: [Rank; 2],
    /// The deal's level.
    pub level: Rank,
    /// The declarers; `None` in a first or single deal.
    #[serde(deserialize_with = "required")]
    pub declarers: Option<u8>,
    /// Failed attempts at A since each team's last fall.
    pub ace_failures: [u8; 2],
    /// Whether each team has fallen from A and has not been first since.
    pub fallen: [bool; 2],
    /// First and last places in a row.
    pub streaks: Streaks,
    /// The levels each team has won as declarers; `Some` under rules with levels besides A that have to be won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub won_at: Option<[Vec<Rank>; 2]>,
    /// The hands as dealt, before tribute.
    pub hands: [Hand; 4],
    /// The card turned up or drawn before a first deal; `None` where none was.
    #[serde(deserialize_with = "required")]
    pub turned_up: Option<TurnedUp>,
    /// Who drew first; `None` where the rules do not say.
    #[serde(deserialize_with = "required")]
    pub first_drawer: Option<Seat>,
    /// Who shuffled; `None` where the rules do not say.
    #[serde(deserialize_with = "required")]
    pub shuffler: Option<Seat>,
    /// Who cut; `None` where the rules do not say.
    #[serde(deserialize_with = "required")]
    pub cutter: Option<Seat>,
    /// The tribute; `None` where none was due.
    #[serde(deserialize_with = "required")]
    pub tribute: Option<RecordedTribute>,
    /// Who led.
    pub leader: Seat,
    /// Plays and passes in order.
    pub plays: Vec<Action>,
    /// The seat that left and the number of the action before which it did, where a player left. `places` is `None` then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<(Seat, u32)>,
    /// The seats first to last; with `tied` the last two in seat order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<[Seat; 4]>,
    /// Whether the deal stopped at 1-2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tied: Option<bool>,
    /// What the team of the first climbed; `None` in the deal that won the match and in one that a player left.
    #[serde(deserialize_with = "required")]
    pub promoted: Option<Promoted>,
    /// The teams' levels after the deal.
    pub levels_after: [Rank; 2],
    /// Failed attempts after the deal.
    pub ace_failures_after: [u8; 2],
    /// Fallen teams after the deal.
    pub fallen_after: [bool; 2],
    /// Whether this is the match's last recorded deal.
    pub match_over: bool,
    /// What ended the match; `Some` in its last recorded deal.
    #[serde(deserialize_with = "required")]
    pub ended_by: Option<EndedBy>,
    /// The team that won; `Some` in the last recorded deal, unless no team won.
    #[serde(deserialize_with = "required")]
    pub winner: Option<u8>,
}

/// The card turned up or drawn before a first deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnedUp {
    /// The card.
    pub card: Card,
    /// The holder of that copy.
    pub holder: Seat,
}

/// The tribute before a deal.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedTribute {
    /// Whether the big jokers made it void.
    pub void: bool,
    /// Who held the big jokers, an entry for each; `Some` when the tribute was void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub big_jokers: Option<Vec<Seat>>,
    /// The cards paid, that to the first before that to the second; `Some` unless the tribute was void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pays: Option<Vec<Gift>>,
    /// The cards returned, that by the first before that by the second; `Some` unless the tribute was void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returns: Option<Vec<Gift>>,
}

/// The rise of a team after a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Promoted {
    /// The team of the first.
    pub team: u8,
    /// Levels climbed.
    pub levels: u8,
}

/// One play or pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// Who acted.
    pub seat: Seat,
    /// The play, or `None` for a pass.
    pub play: Option<Declared>,
}

/// A play: cards and what they were declared to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// The cards in printing order.
    pub cards: Vec<Card>,
    /// The kind.
    pub kind: Kind,
    /// The name of the rank, empty for the joker bomb.
    pub rank: String,
}

impl Declared {
    /// The cards as text.
    fn text(&self) -> String {
        let cards: Vec<String> = self.cards.iter().map(Card::to_string).collect();
        cards.join(" ")
    }
}

/// Why a line is not a record: one line of text, to be written behind the name of the file and the number of the line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecordError {
    /// The line is not UTF-8 text.
    #[error("not UTF-8 text: byte {at} is 0x{byte:02X}")]
    Encoding {
        /// The first wrong byte, from 1.
        at: usize,
        /// Its value.
        byte: u8,
    },
    /// The line is not JSON, or breaks off.
    #[error("not a JSON object: {0}")]
    Json(String),
    /// A value cannot be read.
    #[error("{key}: {message}")]
    Value {
        /// Where in the object, as in `hands[2]`.
        key: String,
        /// What was found and expected.
        message: String,
    },
}

impl Record {
    /// Whether this is a single deal and not one of a match.
    pub fn is_single(&self) -> bool {
        self.match_over && self.ended_by.is_none()
    }

    /// Whether records under `rules` hold the levels each team has won: only where the rules name levels besides A that have to
    /// be won.
    pub(crate) fn keeps_levels_won(rules: &Rules) -> bool {
        rules.must_play & !(1 << Rank::ACE.index()) != 0
    }

    /// The record as a line of JSON, without its end.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a record has string keys only")
    }

    /// Reads a line. A byte order mark before it is skipped: editors put one at the beginning of a file.
    ///
    /// # Errors
    /// When it is not UTF-8, not JSON, or a key is missing, unknown or of a wrong value.
    pub fn parse(line: &[u8]) -> Result<Record, RecordError> {
        let text = std::str::from_utf8(line).map_err(|error| {
            let at = error.valid_up_to();
            RecordError::Encoding { at: at + 1, byte: line[at] }
        })?;
        let mut json = serde_json::Deserializer::from_str(text.trim_start_matches('\u{FEFF}'));
        let record = serde_path_to_error::deserialize(&mut json).map_err(|error| {
            let (key, error) = (error.path().to_string(), error.into_inner());
            match error.classify() {
                serde_json::error::Category::Data => value_error(&key, &error),
                _ => RecordError::Json(error.to_string()),
            }
        })?;
        json.end().map_err(|error| RecordError::Json(error.to_string()))?;
        Ok(record)
    }
}

/// The error for a value that cannot be read. It names the key, because a column number says little in a long line.
fn value_error(key: &str, error: &serde_json::Error) -> RecordError {
    let key = if key == "." { "record".to_owned() } else { one_line(key) };
    RecordError::Value { key, message: json_message(error) }
}
