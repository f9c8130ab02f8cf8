//! How cards, ranks, seats and plays are written in JSON.

use std::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Action, Declared};
use crate::card::{Card, Rank, Seat};
use crate::combo::Kind;
use crate::deal::Gift;
use crate::hand::Hand;
use crate::series::ClockModel;

/// Writes types to JSON as the text that they print, and reads them from it.
macro_rules! as_text {
    ($($type:ty)+) => {
        $(
            impl Serialize for $type {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de> Deserialize<'de> for $type {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
                }
            }
        )+
    };
}

as_text!(Rank Card Hand Kind ClockModel);

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.index() as u8)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let number = i64::deserialize(deserializer)?;
        let seat = usize::try_from(number).ok().and_then(|index| Seat::ALL.get(index));
        seat.copied().ok_or_else(|| D::Error::custom(format_args!("seat {number}: expected 0, 1, 2 or 3")))
    }
}

/// `[from, to, card]`
impl Serialize for Gift {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.from, self.to, self.card).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Gift {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Gift, D::Error> {
        let (from, to, card) = Deserialize::deserialize(deserializer)?;
        Ok(Gift { from, to, card })
    }
}

/// What is written instead of the cards of a play for a pass.
const PASS: &str = "pass";

/// `[seat, "pass"]` or `[seat, cards, kind, rank]`
impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(if self.play.is_some() { 4 } else { 2 })?;
        tuple.serialize_element(&self.seat)?;
        match &self.play {
            None => tuple.serialize_element(PASS)?,
            Some(play) => {
                tuple.serialize_element(&format_args!("{}", play.text()))?;
                tuple.serialize_element(&play.kind)?;
                tuple.serialize_element(&play.rank)?;
            }
        }
        tuple.end()
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Action, D::Error> {
        deserializer.deserialize_seq(ActionVisitor)
    }
}

struct ActionVisitor;

impl<'de> Visitor<'de> for ActionVisitor {
    type Value = Action;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[seat, \"pass\"] or [seat, cards, kind, rank]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Action, A::Error> {
        fn part<'de, A: SeqAccess<'de>, T: Deserialize<'de>>(parts: &mut A, at: usize) -> Result<T, A::Error> {
            parts.next_element()?.ok_or_else(|| A::Error::invalid_length(at, &ActionVisitor))
        }
        let seat = part(&mut parts, 0)?;
        let cards: String = part(&mut parts, 1)?;
        if cards == PASS {
            return Ok(Action { seat, play: None });
        }
        let cards: Result<Vec<Card>, _> = cards.split_whitespace().map(str::parse).collect();
        let cards = cards.map_err(A::Error::custom)?;
        let (kind, rank) = (part(&mut parts, 2)?, part(&mut parts, 3)?);
        Ok(Action { seat, play: Some(Declared { cards, kind, rank }) })
    }
}

/// Reads an `Option` whose key must not be left out; `null` stands for `None`.
pub(super) fn required<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}
