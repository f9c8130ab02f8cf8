//! The engine of guandan-sim.
//!
//! Layers, each knowing only those before it: [`card`] < [`hand`] < [`rules`] < [`combo`] < [`deal`].

pub mod card;
pub mod combo;
pub mod deal;
pub mod error;
pub mod hand;
pub mod rules;
