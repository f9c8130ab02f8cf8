//! Engine errors as the package's exceptions, which are defined in `guandan_sim/errors.py`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::import_exception;
use pyo3::prelude::*;

import_exception!(guandan_sim.errors, GuandanError);
import_exception!(guandan_sim.errors, IllegalPlay);
import_exception!(guandan_sim.errors, NotationError);
import_exception!(guandan_sim.errors, PathError);
import_exception!(guandan_sim.errors, PlanError);
import_exception!(guandan_sim.errors, RulesError);
import_exception!(guandan_sim.errors, StrategyError);

impl From<crate::error::NotationError> for PyErr {
    fn from(error: crate::error::NotationError) -> PyErr {
        NotationError::new_err(error.to_string())
    }
}

impl From<crate::rules::RulesError> for PyErr {
    fn from(error: crate::rules::RulesError) -> PyErr {
        RulesError::new_err(error.to_string())
    }
}

/// Runs `work`, turning a panic into a `GuandanError`: a fault in the engine must not pass `except Exception`.
///
/// `work` must leave what it can reach consistent when it panics: callers work on copies and assign at the end.
pub(super) fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let message = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("no message");
        Err(GuandanError::new_err(format!("internal error, please report it with its input: {message}")))
    })
}
