//! Fuzz targets: each reads or does what it is given, sensible or not. Nothing may panic, a refusal is one line of text and
//! leaves things as they were, and what was read is written as a text that is read as the same value.
//!
//! `cargo test` gives each target random inputs for a second, `make fuzz` ten million of them; the variables
//! `BOLERO_RANDOM_TEST_TIME_MS` and `BOLERO_RANDOM_ITERATIONS` set another time or number. A failure prints the smallest
//! input found that fails, and the `BOLERO_RANDOM_SEED` that repeats it.

#[path = "../engine/common/mod.rs"]
mod common;
mod deals;
mod notation;
mod plans;
mod records;
mod rules;
mod saved;
mod strategies;
mod texts;
mod vec_deals;
