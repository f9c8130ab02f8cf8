//! Judging records from Python.

use std::sync::{Mutex, PoisonError};

use guandan_core::record::{Record, Verifier};
use guandan_core::rules::Rules;
use pyo3::prelude::*;

use super::args::{Argument, LineArg, optional};
use super::errors::{OrRaise, guarded};
use super::rules::RulesLike;

/// Verifies records (docs/RECORDS.md) by playing them again: tribute, every play, and the result.
///
/// Give it the lines in order. A deal that follows another deal of its match is also checked against that one.
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

    /// Verifies the next line, by `rules` or by the preset that the record's label names.
    ///
    /// Raises `NotationError` for a line that is not a record, `RulesError` for a label that is not a preset, and
    /// `IllegalPlay` for the first thing that is wrong, with its place in the record, the play and the clause of
    /// docs/RULES.md.
    #[pyo3(signature = (line, rules = None))]
    fn check(&self, line: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let (line, rules) = (LineArg::read("line", line)?, optional::<RulesLike>("rules", rules)?);
        guarded(|| {
            let record = Record::parse(line.bytes()).or_raise()?;
            let RulesLike(rules) = rules_of(&record, rules)?;
            self.0.lock().unwrap_or_else(PoisonError::into_inner).check(&record, &rules).or_raise()
        })
    }
}

/// The rules of a record: those `given`, otherwise the preset that its label names. Raises `RulesError` for a label
/// that is not a preset.
pub(super) fn rules_of(record: &Record, given: Option<RulesLike>) -> PyResult<RulesLike> {
    given.map_or_else(|| Rules::preset(&record.rules).map(RulesLike).or_raise(), Ok)
}

/// Reads the record on a line and writes it again. What it returns has every key, with a value of the right type.
///
/// Raises `NotationError`, which names the key and what was expected.
///
/// >>> from guandan_sim._core import read_record
/// >>> read_record(b'{"match":0,"deal":-1}')
/// Traceback (most recent call last):
/// guandan_sim.errors.NotationError: deal: invalid value: integer `-1`, expected u32
#[pyfunction]
pub(super) fn read_record(line: &Bound<'_, PyAny>) -> PyResult<String> {
    let line = LineArg::read("line", line)?;
    guarded(|| Ok(Record::parse(line.bytes()).or_raise()?.to_line()))
}
