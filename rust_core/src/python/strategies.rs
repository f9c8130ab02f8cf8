//! Strategies by their text form.

use pyo3::prelude::*;

use super::errors::PlanError;
use crate::policy::{Strategy, StrategyError};

impl From<StrategyError> for PyErr {
    fn from(error: StrategyError) -> PyErr {
        PlanError::new_err(error.to_string())
    }
}

/// The canonical text of a strategy: `random`, `lowest`, `tempo(partner=off)`.
///
/// Raises `PlanError` with the nearest known name.
///
/// >>> from guandan_sim._core import strategy
/// >>> strategy(" lowest ( ) ")
/// 'lowest'
#[pyfunction]
pub(super) fn strategy(text: &str) -> PyResult<String> {
    Ok(text.parse::<Strategy>()?.to_string())
}

/// The names of the strategies.
#[pyfunction]
pub(super) fn strategies() -> Vec<&'static str> {
    Strategy::NAMES.to_vec()
}
