//! Records of deals: verified one by one, and those of mass simulation.

mod simulating;
mod verifying;
