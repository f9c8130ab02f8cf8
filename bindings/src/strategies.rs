//! Strategies by their text form.

use guandan_core::policy::Strategy;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The strategies by name: a dict from name to (how it plays, its parameters). A parameter is a tuple (name, values,
/// default, meaning).
///
/// >>> from guandan_sim._core import strategies
/// >>> about, parameters = strategies()["tempo"]
/// >>> parameters[9][:3]
/// ('last_cards', 'on, off', 'on')
#[pyfunction]
pub(super) fn strategies(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    for strategy in Strategy::all() {
        let parameters = (strategy.parameters)().into_iter();
        let parameters: Vec<_> = parameters.map(|p| (p.name, p.values, p.default, p.about)).collect();
        all.set_item(strategy.name, (strategy.about, parameters))?;
    }
    Ok(all)
}
