//! Mass simulation: a plan cut into blocks, blocks into deals, deals observed into columns.
//!
//! A part of the output is a pure function of the plan and the blocks it covers: [`run_blocks`] gives the same columns for
//! any number of threads. Statistics are observers of the play, monomorphised, so that what is not recorded costs
//! nothing; the referee knows none of them.

mod clerk;
mod columns;
mod drive;
mod error;
mod observe;
mod plan;
mod processor;
mod recording;
mod rows;
mod run;

pub use columns::{Column, Domain, Table, Values};
pub use drive::play_out;
pub use error::{PlanError, SimError};
pub use observe::{Counts, Observer};
pub use plan::{Plan, Unit, seats};
pub use processor::Processor;
pub use run::{Part, Pool, run_blocks, schema};
