//! Records of deals, for those who ask for them.
//!
//! Kept out of the loop over plays: a deal is recorded from its log when it is over.

use super::plan::{Plan, Unit};
use crate::card::Seat;
use crate::record::{Heading, PlayedDeal, Record};
use crate::series::{ClockModel, Ending};

/// The records of the matches played so far.
pub(super) struct Recording {
    heading: Heading,
    /// The strategies' text forms, by seat in rotation 0.
    strategies: [String; 4],
    records: Vec<Record>,
}

impl Recording {
    pub(super) fn new(plan: &Plan) -> Recording {
        let clock = match plan.unit {
            Unit::Match { clock, .. } => clock,
            Unit::Deal { .. } => ClockModel::default(),
        };
        Recording {
            heading: Heading::new(&plan.rules, &plan.label, plan.seed, clock),
            strategies: plan.strategies.each_ref().map(ToString::to_string),
            records: Vec::new(),
        }
    }

    /// The strategies' text forms by seat in a rotation.
    pub(super) fn strategies(&self, rotation: u8) -> [String; 4] {
        Seat::ALL.map(|seat| self.strategies[Plan::strategy_at(seat, rotation)].clone())
    }

    /// The records, a line each.
    pub(super) fn lines(&self) -> String {
        self.records.iter().flat_map(|record| [record.to_line(), "\n".to_owned()]).collect()
    }

    /// Adds a deal that counts, or that a seat left.
    pub(super) fn add(&mut self, played: &PlayedDeal<'_>) {
        self.records.push(Record::of(&self.heading, played));
    }

    /// Match `number` has ended; if not a deal of it counted there is no record to say so.
    pub(super) fn end_match(&mut self, number: u64, ending: Ending) {
        if let Some(last) = self.records.last_mut().filter(|record| record.match_number == number) {
            last.ends_match(ending);
        }
    }

    /// The deal added last was a single one.
    pub(super) fn end_single(&mut self, winner: u8) {
        if let Some(last) = self.records.last_mut() {
            last.is_all(winner);
        }
    }
}
