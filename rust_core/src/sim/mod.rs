//! Mass simulation: a plan is cut into blocks, a block into matches or single deals, and what was played becomes rows,
//! columns and records.
//!
//! The output is a pure function of the plan and of the blocks: [`run_blocks`] gives the same columns for any number of
//! threads. [`run_lockstep`] does the same with players outside the engine, who are asked many decisions at once.
//!
//! A decision goes from a run to the state machine of a match (`match_state`), to that of a deal (`deal_state`), to the
//! loop that plays a deal ([`crate::policy::play_out`]), to the strategy. Statistics are observers of that loop: what is not
//! recorded costs nothing, and the referee knows none of them.

mod columns;
mod deal_state;
mod decision;
mod error;
mod event;
mod given;
mod levels;
mod lockstep;
mod match_state;
mod observers;
mod outside;
mod plan;
mod player;
mod plays;
mod recorder;
mod rows;
mod run;
mod stepped;
mod timing;
mod vec_deals;

pub use columns::{Categories, Column, Table, Values};
pub use deal_state::Options;
pub use decision::{Decision, DecisionId, FlatObservation, Observation};
pub use error::{PlanError, SimError};
pub use event::{EventKind, MatchEvent, Moment};
pub use given::GivenDeal;
pub use levels::Levels;
pub use lockstep::run_lockstep;
pub use observers::{Counts, Played};
pub use outside::{Answer, Failure, FailureCause, LockstepError, Lockstepped, OnFailure, OutsidePlayers};
pub use plan::{Plan, Unit, seats};
pub use player::{Asking, Player};
pub use run::{Part, Pool, run_blocks, schema};
pub use stepped::{NotTaken, SteppedMatch};
pub use timing::{Took, time_actions};
pub use vec_deals::{StepError, VecDeals, WrongAnswer, expected};
