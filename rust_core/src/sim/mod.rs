//! Mass simulation: a plan cut into blocks, blocks into deals, deals observed into columns.
//!
//! A part of the output is a pure function of the plan and the blocks it covers: [`run_blocks`] gives the same columns for
//! any number of threads. Statistics are observers of the play, monomorphised, so that what is not recorded costs
//! nothing; the referee knows none of them.

mod columns;
mod deal_state;
mod decision;
mod error;
mod lockstep;
mod match_state;
mod observers;
mod plan;
mod player;
mod plays;
mod recorder;
mod rows;
mod run;
mod vec_deals;

pub use columns::{Column, Domain, Table, Values};
pub use deal_state::Options;
pub use decision::{Decision, DecisionId, FlatObservation, Observation};
pub use error::{PlanError, SimError};
pub use lockstep::{Failure, FailureCause, LockstepError, Lockstepped, OnFailure, OutsidePlayers, run_lockstep};
pub use observers::{Counts, Played};
pub use plan::{Plan, Unit, seats};
pub use player::Player;
pub use run::{Part, Pool, run_blocks, schema};
pub use vec_deals::{VecDeals, WrongAnswer, expected};
