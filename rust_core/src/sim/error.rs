//! Plans that make no sense and runs that did not get to their end.

use thiserror::Error;

use crate::series::NoEnd;

/// A plan that cannot be run.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum PlanError {
    /// Not 1, 2 or 4 rotations.
    #[error("rotations is {0}: expected 1, 2 (sides swapped) or 4 (every seat)")]
    Rotations(u8),
    /// Not 1, 2 or 4 strategies.
    #[error("{0} strategies given: expected 1 (all seats), 2 (the teams') or 4 (the seats')")]
    Strategies(usize),
    /// Two strategies that the tables could not tell apart.
    #[error("two different strategies are both called {0:?}: give one of them another name")]
    SameName(String),
    /// A strategy outside the engine where only built-in ones can play.
    #[error("strategy {0} is not built in: it has to be given as an object or by the module it is in")]
    External(String),
    /// A share of deals left that is no share.
    #[error("leave_rate is {0}: expected a number from 0 to 1")]
    LeaveRate(f64),
    /// A time model in which plays take longer than the rules allow.
    #[error("{0}")]
    Clock(String),
    /// More matches than can be numbered.
    #[error("{blocks} blocks from block {first}: their matches cannot be numbered with 64 bits")]
    Blocks {
        /// The first block.
        first: u64,
        /// How many.
        blocks: u64,
    },
}

/// A run that was not finished.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum SimError {
    /// The plan makes no sense.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The caller asked to stop.
    #[error("cancelled")]
    Cancelled,
    /// A match without end.
    #[error("match {number} (block {block}): {source}")]
    NoEnd {
        /// The match.
        number: u64,
        /// Its block.
        block: u64,
        /// What happened.
        source: NoEnd,
    },
    /// A fault in the engine or in a strategy.
    #[error("block {block} failed: {message}")]
    Failed {
        /// The block that was being played.
        block: u64,
        /// What happened.
        message: String,
    },
    /// The system gave no threads.
    #[error("{threads} worker threads could not be started: {message}")]
    Threads {
        /// How many were wanted.
        threads: usize,
        /// What happened.
        message: String,
    },
}
