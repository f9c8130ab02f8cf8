//! What users may write where the engine wants a value: rules by name, value or file; levels, kinds and details by name.

use std::ops::RangeInclusive;
use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBool, PyString};

use super::errors::{NotationError, PlanError};
use super::hand::kind_of;
use super::rules::RulesLike;
use crate::card::{Rank, Seat};
use crate::combo::{Detail, Kind};
use crate::error::{clip, did_you_mean};
use crate::rules::{Rules, Tables, standard};

/// A line of a file: text, or bytes that are still to be found to be text.
pub(super) enum LineArg {
    Text(PyBackedStr),
    Bytes(PyBackedBytes),
}

impl<'a, 'py> FromPyObject<'a, 'py> for LineArg {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<LineArg> {
        if let Ok(text) = value.extract() {
            return Ok(LineArg::Text(text));
        }
        let bytes = value.extract().map(LineArg::Bytes);
        bytes.map_err(|_| PyTypeError::new_err(format!("line: expected text or bytes, got {}", kind_of(&value))))
    }
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
        match number_of(&value) {
            Some(number @ 0..=3) => Ok(SeatArg(Seat::new(number as u8))),
            _ => Err(NotationError::new_err(format!("unknown seat {}: expected 0, 1, 2 or 3", shown(&value)))),
        }
    }
}

/// The number as an `int`, whether it is Python's or NumPy's.
///
/// Raises `PlanError` unless it is whole and from `least` to `most`.
///
/// >>> from guandan_sim._core import check_whole
/// >>> check_whole("seat", 3, 0, 3)
/// 3
#[pyfunction]
#[pyo3(signature = (what, number, least, most))]
pub(super) fn check_whole(what: &str, number: &Bound<'_, PyAny>, least: u64, most: u64) -> PyResult<u64> {
    whole(what, number, least..=most)
}

/// A number that Python or `NumPy` has: neither a truth value, which to Python is one, nor beyond 64 bits.
pub(super) fn number_of(value: &Bound<'_, PyAny>) -> Option<u64> {
    if value.is_instance_of::<PyBool>() { None } else { value.extract().ok() }
}

/// The number given for `what`. Raises `PlanError` for one out of range and for what is none.
pub(super) fn whole(what: &str, value: &Bound<'_, PyAny>, range: RangeInclusive<u64>) -> PyResult<u64> {
    number_of(value).filter(|number| range.contains(number)).ok_or_else(|| {
        let (least, most) = range.into_inner();
        PlanError::new_err(format!("{what}: expected a whole number {least} to {most}, got {}", shown(value)))
    })
}

/// `whole` from 0 where a number is given, otherwise 0.
pub(super) fn whole_or_0(what: &str, value: Option<&Bound<'_, PyAny>>, most: u64) -> PyResult<u64> {
    value.map_or(Ok(0), |value| whole(what, value, 0..=most))
}

/// What was given, as Python shows it.
fn shown(value: &Bound<'_, PyAny>) -> String {
    value.repr().map_or_else(|_| kind_of(value), |text| clip(&text.to_string_lossy()))
}

fn text_of(value: &Bound<'_, PyAny>, what: &str) -> PyResult<String> {
    let text = value
        .cast::<PyString>()
        .map_err(|_| PyTypeError::new_err(format!("{what}: expected text, got {}", kind_of(value))))?;
    Ok(text.to_cow()?.into_owned())
}
