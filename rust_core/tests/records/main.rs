//! Records of deals: verified one by one, and those of mass simulation.

#[path = "../common/mod.rs"]
mod common;

mod simulating;
mod verifying;
