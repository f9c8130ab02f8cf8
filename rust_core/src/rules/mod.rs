//! A rule set as a value: every house rule is a field, and nothing outside this folder knows a preset's name.
//!
//! The fields' meaning is in docs/RULES.md, clause by clause. The game reads [`Tables`], compiled once per rule set and
//! level, in its hot paths.

mod clause;
mod fields;
mod tables;

pub use clause::Clause;
pub use fields::{
    AceAttemptCounts, AntiTribute, Clock, Cut, FirstLead, LaterDraw, LaterShuffle, LeadAfterOut, PassAce, Rules,
    Scoring, SequenceOrder, TributeLead, TributeTie,
};
pub use tables::{Tables, run_length, top_of_start};
