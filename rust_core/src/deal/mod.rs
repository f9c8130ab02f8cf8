//! One deal: how it ends, and the tribute before it.

mod outcome;

pub use outcome::{Outcome, Pattern};
