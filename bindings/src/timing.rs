//! How long a strategy of the engine takes to act.

use std::time::Duration;

use guandan_core::policy::Strategy;
use guandan_core::sim::time_actions as timed;
use pyo3::prelude::*;

use super::args::{Argument, Given, Level, number};
use super::errors::{OrRaise, PlanError, guarded};
use super::rules::RulesLike;

/// The longest time for which a strategy is timed.
const LONGEST: Duration = Duration::from_secs(3600);

/// Times a strategy of the engine: it plays single deals at all four seats for about `seconds` of processor time of this
/// thread. Returns the number of plays and passes, at least one, and the processor time they took, in seconds.
///
/// Raises `PlanError` for seconds that will not do and for a strategy that is not built in.
///
/// >>> from guandan_sim._core import time_actions
/// >>> actions, seconds = time_actions("lowest", seconds=0.001)
/// >>> actions > 100
/// True
#[pyfunction]
#[pyo3(
    signature = (strategy, *, seconds, rules = Given::LeftOut, level = Given::LeftOut),
    text_signature = "(strategy, *, seconds, rules='institute', level='2')"
)]
pub(super) fn time_actions(
    strategy: &Bound<'_, PyAny>,
    seconds: &Bound<'_, PyAny>,
    rules: Given<'_>,
    level: Given<'_>,
) -> PyResult<(u64, f64)> {
    let strategy: Strategy = String::read("strategy", strategy)?.parse().or_raise()?;
    let given = number("seconds", seconds)?;
    let enough = Duration::try_from_secs_f64(given).ok().filter(|enough| *enough <= LONGEST);
    let enough = enough.ok_or_else(|| {
        PlanError::new_err(format!("seconds: expected a number from 0 to {}, got {given}", LONGEST.as_secs()))
    })?;
    let (rules, level) = (rules.or("rules", RulesLike::standard())?, level.or("level", Level::LOWEST)?);
    let processor_time = seconds.py().import("time")?.getattr("thread_time_ns")?;
    let mut clock = || {
        let now: PyResult<u64> = processor_time.call0().and_then(|now| now.extract());
        // A clock that fails says that the time is over.
        now.map_or(Duration::MAX, Duration::from_nanos)
    };
    let took = guarded(|| Ok(timed(&strategy, &rules.0, level.0, enough, &mut clock)))?;
    Ok((took.actions, took.time.as_secs_f64()))
}
