//! Why a plan cannot be run, and why a run was not finished.

use thiserror::Error;

use crate::series::NoEnd;

/// Why a plan cannot be run.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum PlanError {
    /// There are not 1, 2 or 4 rotations.
    #[error("rotations is {0}: expected 1, 2 (sides swapped) or 4 (every seat)")]
    Rotations(u8),
    /// There are not 1, 2 or 4 strategies.
    #[error("{0} strategies given: expected 1 (all seats), 2 (the teams') or 4 (the seats')")]
    Strategies(usize),
    /// Two strategies have one name in the tables.
    #[error("two different strategies are both called {0:?}: give one of them another name")]
    SameName(String),
    /// A player outside the engine is given where only built-in strategies can play.
    #[error("strategy {0} is not built in: it has to be given as an object or by the module it is in")]
    External(String),
    /// The probability of leaving is not between 0 and 1.
    #[error("leave_rate is {0}: expected a number from 0 to 1")]
    LeaveRate(f64),
    /// What deals are to begin with cannot be, or matches are to begin with it. The text names the argument.
    #[error("{0}")]
    Given(String),
    /// Plays or passes take longer than the rules allow.
    #[error("{0}")]
    Clock(String),
    /// There are more matches than can be numbered.
    #[error("{blocks} blocks from block {first}: their matches cannot be numbered with 64 bits")]
    Blocks {
        /// The first block.
        first: u64,
        /// How many blocks there are.
        blocks: u64,
    },
}

/// Why a run was not finished.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum SimError {
    /// The plan cannot be run.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The caller asked to stop.
    #[error("cancelled")]
    Cancelled,
    /// A match does not end.
    #[error("match {number} (block {block}): {source}")]
    NoEnd {
        /// The number of the match.
        number: u64,
        /// The block of the match.
        block: u64,
        /// Why it does not end.
        source: NoEnd,
    },
    /// The engine or a built-in strategy failed.
    #[error("block {block} failed: {message}")]
    Failed {
        /// The block that was being played.
        block: u64,
        /// What happened.
        message: String,
    },
    /// The system did not start the threads.
    #[error("{threads} worker threads could not be started: {message}")]
    Threads {
        /// How many threads were wanted.
        threads: usize,
        /// What happened.
        message: String,
    },
}
