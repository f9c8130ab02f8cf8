//! What users may write where the engine wants a value: rules by name, value or file; levels, kinds and details by name.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::PyString;

use super::errors::NotationError;
use super::hand::kind_of;
use super::rules::RulesLike;
use crate::card::{Rank, Seat};
use crate::combo::{Detail, Kind};
use crate::error::{clip, did_you_mean};
use crate::rules::{Rules, Tables, standard};

/// A line of a file: text, or bytes that are still to be found to be text.
#[derive(FromPyObject)]
pub(super) enum LineArg {
    #[pyo3(annotation = "str")]
    Text(PyBackedStr),
    #[pyo3(annotation = "bytes")]
    Bytes(PyBackedBytes),
}

impl LineArg {
    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            LineArg::Text(text) => text.as_bytes(),
            LineArg::Bytes(bytes) => bytes,
        }
    }
}

/// A rule set at one level, compiled, and shared by the plays and deals made under it.
#[derive(Debug)]
pub(super) struct Game {
    pub(super) rules: Rules,
    pub(super) tables: Tables,
}

impl Game {
    pub(super) fn new(rules: RulesLike, level: Level) -> Arc<Game> {
        Arc::new(Game { rules: rules.0, tables: Tables::new(&rules.0, level.0) })
    }

    /// Whether plays made under both can be compared.
    pub(super) fn is_same(&self, other: &Game) -> bool {
        self.tables.level == other.tables.level && self.rules == other.rules
    }
}

impl RulesLike {
    /// The rules where none are given.
    pub(super) fn standard() -> RulesLike {
        RulesLike(standard().rules)
    }
}

/// A level by its letter.
#[derive(Clone, Copy)]
pub(super) struct Level(pub(super) Rank);

impl Level {
    pub(super) const LOWEST: Level = Level(Rank::TWO);
}

impl<'a, 'py> FromPyObject<'a, 'py> for Level {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Level> {
        Ok(Level(text_of(&value, "level")?.parse()?))
    }
}

/// How finely plays are told apart, by name.
#[derive(Clone, Copy)]
pub(super) struct DetailArg(pub(super) Detail);

impl DetailArg {
    pub(super) const CARDS: DetailArg = DetailArg(Detail::Cards);
}

impl<'a, 'py> FromPyObject<'a, 'py> for DetailArg {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<DetailArg> {
        match text_of(&value, "detail")?.as_str() {
            "cards" => Ok(DetailArg(Detail::Cards)),
            "ranks" => Ok(DetailArg(Detail::Ranks)),
            other => Err(NotationError::new_err(format!(
                "unknown detail {:?}: expected cards or ranks{}",
                clip(other),
                did_you_mean(other, ["cards", "ranks"])
            ))),
        }
    }
}

/// A kind by its name.
#[derive(Clone, Copy)]
pub(super) struct KindArg(pub(super) Kind);

impl<'a, 'py> FromPyObject<'a, 'py> for KindArg {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<KindArg> {
        text_of(&value, "kind")?.parse().map(KindArg).map_err(NotationError::new_err)
    }
}

/// A seat by its number.
#[derive(Clone, Copy)]
pub(super) struct SeatArg(pub(super) Seat);

impl<'a, 'py> FromPyObject<'a, 'py> for SeatArg {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<SeatArg> {
        let number: i64 = value.extract()?;
        match number {
            0..=3 => Ok(SeatArg(Seat::new(number as u8))),
            _ => Err(NotationError::new_err(format!("unknown seat {number}: expected 0, 1, 2 or 3"))),
        }
    }
}

fn text_of(value: &Bound<'_, PyAny>, what: &str) -> PyResult<String> {
    let text = value
        .cast::<PyString>()
        .map_err(|_| PyTypeError::new_err(format!("{what}: expected text, got {}", kind_of(value))))?;
    Ok(text.to_cow()?.into_owned())
}
