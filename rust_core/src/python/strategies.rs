//! Strategies by their text form.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::errors::PlanError;
use crate::policy::{Strategy, StrategyError};

impl From<StrategyError> for PyErr {
    fn from(error: StrategyError) -> PyErr {
        PlanError::new_err(error.to_string())
    }
}

/// The strategies by name, each with a line on how it plays.
///
/// >>> from guandan_sim._core import strategies
/// >>> list(strategies())[:2]
/// ['random', 'lowest']
#[pyfunction]
pub(super) fn strategies(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    Strategy::NAMES.into_iter().zip(Strategy::ABOUT).try_for_each(|(name, about)| all.set_item(name, about))?;
    Ok(all)
}
