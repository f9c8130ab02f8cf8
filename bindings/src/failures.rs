//! Failures of strategies written in Python: the errors they raise, and the rows in which a part keeps them.

use pyo3::exceptions::PyException;
use pyo3::prelude::*;

use super::errors::{Exception, StrategyError};
use super::hand::kind_of;
use guandan_core::sim::{Failure, FailureCause, LockstepError, expected};

/// A failure of a strategy, as it is reported and stored.
pub(super) struct FailureReport {
    pub(super) strategy: String,
    pub(super) block: u64,
    pub(super) match_number: u64,
    pub(super) deal: u32,
    pub(super) play: u32,
    pub(super) seat: usize,
    pub(super) phase: &'static str,
    pub(super) error: String,
}

impl FailureReport {
    pub(super) fn of(py: Python<'_>, failure: &Failure<PyErr>) -> FailureReport {
        let decision = &failure.decision;
        let error = match &failure.cause {
            FailureCause::Raised(error) | FailureCause::Observing(error) => raised(py, error),
            FailureCause::Index { given, answers, can_pass } => {
                format!("it answered {given}: expected {}", expected(*answers, *can_pass))
            }
        };
        let phase = match failure.cause {
            FailureCause::Observing(_) => "observe",
            FailureCause::Raised(_) | FailureCause::Index { .. } => decision.phase_name(),
        };
        FailureReport {
            strategy: failure.strategy.clone(),
            block: failure.block,
            match_number: decision.match_number,
            deal: decision.deal,
            play: decision.action,
            seat: decision.seat.index(),
            phase,
            error,
        }
    }

    fn message(&self) -> String {
        let FailureReport { strategy, match_number, deal, play, seat, phase, error, .. } = self;
        format!(
            "strategy {strategy} failed in match {match_number}, deal {deal}, at play {play} (seat {seat}, {phase}): {error}"
        )
    }
}

/// What was raised, and where, in one line.
pub(super) fn raised(py: Python<'_>, error: &PyErr) -> String {
    let value = error.value(py);
    let text = value.str().map_or_else(|_| String::new(), |text| text.to_string());
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let place = place_of(py, error).unwrap_or_default();
    if text.is_empty() { format!("{}{place}", kind_of(value)) } else { format!("{}: {text}{place}", kind_of(value)) }
}

/// Where the error was raised, as ` (bots.py:12)`; `None` for an error that the engine itself raises.
fn place_of(py: Python<'_>, error: &PyErr) -> Option<String> {
    let mut frame = error.traceback(py)?.into_any();
    while let Some(next) = frame.getattr("tb_next").ok().filter(|next| !next.is_none()) {
        frame = next;
    }
    let file: String =
        frame.getattr("tb_frame").ok()?.getattr("f_code").ok()?.getattr("co_filename").ok()?.extract().ok()?;
    let line: u32 = frame.getattr("tb_lineno").ok()?.extract().ok()?;
    let name = std::path::Path::new(&file).file_name()?.to_string_lossy().into_owned();
    Some(format!(" ({name}:{line})"))
}

/// The error of a strategy whose `close()` has raised `error`. Ctrl-C stays what it is.
pub(super) fn not_closed(py: Python<'_>, strategy: &str, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyException>(py) {
        return error;
    }
    let said = format!("strategy {strategy} failed when it was closed: {}", raised(py, &error));
    let failed = StrategyError::new_err(said);
    failed.set_cause(py, Some(error));
    failed
}

/// The error of a run that was not finished.
pub(super) fn stopped(py: Python<'_>, error: LockstepError<PyErr, PyErr>) -> PyErr {
    match error {
        LockstepError::Sim(error) => error.exception(),
        LockstepError::Stop(error) => error,
        LockstepError::Failure(failure) => {
            let raised = StrategyError::new_err(FailureReport::of(py, &failure).message());
            if let FailureCause::Raised(cause) | FailureCause::Observing(cause) = failure.cause {
                raised.set_cause(py, Some(cause));
            }
            raised
        }
    }
}
