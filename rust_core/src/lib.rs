//! The engine of guandan-sim.
//!
//! Layers, each knowing only those before it: [`card`] < [`hand`] < [`rules`] < [`combo`].

pub mod card;
pub mod combo;
pub mod error;
pub mod hand;
pub mod rules;
