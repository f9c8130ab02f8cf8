//! Mass simulation: a plan cut into blocks, blocks into deals, deals observed into columns.
//!
//! A part of the output is a pure function of the plan and the blocks it covers: [`run_blocks`] gives the same columns for
//! any number of threads. Statistics are observers of the play, monomorphised, so that what is not recorded costs
//! nothing; the referee knows none of them.

mod asked;
mod clerk;
mod columns;
mod contestant;
mod counters;
mod drive;
mod error;
mod lockstep;
mod observe;
mod open_deal;
mod plan;
mod plays;
mod recording;
mod rows;
mod run;
mod slot;
mod vec_deals;

pub use asked::{Asked, Place, Seen, Sight};
pub use columns::{Column, Domain, Table, Values};
pub use contestant::Contestant;
pub use drive::Setting;
pub use error::{PlanError, SimError};
pub use lockstep::{External, Failure, Fault, LockstepError, Lockstepped, OnFailure, run_lockstep};
pub use observe::Counts;
pub use open_deal::{Options, Played};
pub use plan::{Plan, Unit, seated, seats};
pub use run::{Part, Pool, run_blocks, schema};
pub use vec_deals::{VecDeals, WrongAnswer, expected};
