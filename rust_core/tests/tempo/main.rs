//! The strategy `tempo`: how it plays, and that it chooses what it always chose.

#[path = "../common/mod.rs"]
mod common;

mod choices;
mod playing;
