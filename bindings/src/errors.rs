//! Engine errors as the package's exceptions, which are defined in `guandan_sim/errors.py`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use guandan_core::{deal, error, parquet, policy, record, rules, sim};
use pyo3::import_exception;
use pyo3::prelude::*;

import_exception!(guandan_sim.errors, GuandanError);
import_exception!(guandan_sim.errors, IllegalPlay);
import_exception!(guandan_sim.errors, NotationError);
import_exception!(guandan_sim.errors, PathError);
import_exception!(guandan_sim.errors, PlanError);
import_exception!(guandan_sim.errors, RulesError);
import_exception!(guandan_sim.errors, StrategyError);

/// An error of the engine that Python gets as an exception of the package.
pub(super) trait Exception {
    /// The exception, with the error's message.
    fn exception(self) -> PyErr;
}

/// Says which exception each error of the engine becomes.
macro_rules! exceptions {
    ($($($Error:ty),+ => $Exception:ident;)+) => {$($(
        impl Exception for $Error {
            fn exception(self) -> PyErr {
                $Exception::new_err(self.to_string())
            }
        }
    )+)+};
}

exceptions! {
    deal::DealError, deal::Unreadable, error::NotationError, record::RecordError => NotationError;
    deal::Illegal, record::Wrong, sim::NotTaken, sim::WrongAnswer => IllegalPlay;
    policy::StrategyError, sim::PlanError => PlanError;
    rules::RulesError => RulesError;
    parquet::ParquetError => GuandanError;
}

impl Exception for deal::NoPosition {
    fn exception(self) -> PyErr {
        match self {
            deal::NoPosition::Wrong { .. } => PlanError::new_err(self.to_string()),
            _ => IllegalPlay::new_err(self.to_string()),
        }
    }
}

impl Exception for sim::SimError {
    fn exception(self) -> PyErr {
        match self {
            sim::SimError::Plan(error) => error.exception(),
            other => GuandanError::new_err(other.to_string()),
        }
    }
}

/// A result of the engine whose error Python is to get.
pub(super) trait OrRaise<T> {
    /// The value, or the exception that the error becomes.
    fn or_raise(self) -> PyResult<T>;
}

impl<T, E: Exception> OrRaise<T> for Result<T, E> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(E::exception)
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
