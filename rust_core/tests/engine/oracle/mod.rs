//! Combinations by the oracle: its own methods against each other, and the engine against it.

mod equality;
mod methods;
