//! The engine of guandan-sim.
//!
//! Layers, each knowing only those before it: [`card`] < [`hand`] < [`rules`] < [`combo`] < [`deal`] < [`series`] <
//! [`policy`] < [`sim`]; [`rng`] is a leaf, [`evaluate`] knows nothing above `combo`, and [`record`] knows what `policy`
//! knows.

mod bits;
pub mod card;
pub mod combo;
pub mod deal;
pub mod endgame;
pub mod error;
pub mod evaluate;
pub mod hand;
#[cfg(feature = "oracle")]
#[doc(hidden)]
pub mod oracle;
#[cfg(feature = "python")]
pub mod parquet;
pub mod perft;
pub mod policy;
#[cfg(feature = "python")]
mod python;
pub mod record;
pub mod rng;
pub mod rules;
pub mod series;
pub mod sim;
