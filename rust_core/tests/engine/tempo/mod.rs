//! The strategy `tempo`: how it plays, and that it chooses what it always chose.

mod choices;
mod examples;
mod playing;
