//! The evaluation of hands: points of control and decompositions.

#[path = "../common/mod.rs"]
mod common;

mod control;
mod decompositions;
