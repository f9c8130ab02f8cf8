//! Combinations by the oracle: its own methods against each other, and the engine against it.

#[path = "../common/mod.rs"]
mod common;

mod equality;
mod methods;
