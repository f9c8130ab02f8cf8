//! Judging records from Python.

use std::sync::Mutex;

use pyo3::prelude::*;

use super::args::LineArg;
use super::errors::{self, guarded};
use super::rules::RulesLike;
use crate::record::{Record, RecordError, Verifier, Wrong};

impl From<RecordError> for PyErr {
    fn from(error: RecordError) -> PyErr {
        errors::NotationError::new_err(error.to_string())
    }
}

impl From<Wrong> for PyErr {
    fn from(wrong: Wrong) -> PyErr {
        errors::IllegalPlay::new_err(wrong.to_string())
    }
}

/// Judges records, a line of JSON each (docs/RECORDS.md), by playing them again: tribute, every play, the result.
///
/// Deals of one match that come in order are also judged by those before them.
///
/// >>> from guandan_sim._core import RecordVerifier, Simulator
/// >>> simulator = Simulator(strategies=["lowest"], seed=7, unit="match", records=True)
/// >>> lines = simulator.play(0, 1, workers=1).records().splitlines()
/// >>> verifier = RecordVerifier()
/// >>> for line in lines:
/// ...     verifier.check(line.encode())
/// >>> verifier.check(lines[0].replace('"match":0', '"match":zero').encode())
/// Traceback (most recent call last):
/// guandan_sim.errors.NotationError: not a JSON object: expected value at line 1 column 10
#[pyclass(name = "RecordVerifier", module = "guandan_sim._core", frozen)]
#[derive(Default)]
pub(super) struct PyRecordVerifier(Mutex<Verifier>);

#[pymethods]
impl PyRecordVerifier {
    #[new]
    fn new() -> PyRecordVerifier {
        PyRecordVerifier::default()
    }

    /// Judges the next line by `rules`, or by the preset that its own label names.
    ///
    /// Raises `NotationError` for a line that is no record, `RulesError` for a label that is no preset, `IllegalPlay` for
    /// the first thing in it that is wrong, with the place, the play and the clause of docs/RULES.md.
    #[pyo3(signature = (line, rules = None))]
    fn check(&self, line: LineArg, rules: Option<RulesLike>) -> PyResult<()> {
        guarded(|| {
            let record = Record::parse(line.bytes())?;
            let rules = match rules {
                Some(rules) => rules.0,
                None => crate::rules::Rules::preset(&record.rules)?,
            };
            let mut verifier = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            Ok(verifier.check(&record, &rules)?)
        })
    }
}

/// The record on a line, read and written again, so that it is known to have every key and a fit value for each.
///
/// Raises `NotationError` naming the key and what was expected.
///
/// >>> from guandan_sim._core import read_record
/// >>> read_record(b'{"match":0,"deal":-1}')
/// Traceback (most recent call last):
/// guandan_sim.errors.NotationError: deal: invalid value: integer `-1`, expected u32
#[pyfunction]
pub(super) fn read_record(line: LineArg) -> PyResult<String> {
    guarded(|| Ok(Record::parse(line.bytes())?.to_line()))
}
