//! Records of deals, for those who ask for them.
//!
//! Kept out of the loop over plays: a deal is recorded from its log when it is over.

use super::plan::{Plan, Unit};
use crate::card::Seat;
use crate::record::{Heading, PlayedDeal, Record};
use crate::series::ClockModel;

/// What the records of a plan have in common.
pub(super) struct Recording {
    heading: Heading,
    /// The strategies' text forms, by rotation and seat.
    strategies: [[String; 4]; 4],
}

impl Recording {
    pub(super) fn new(plan: &Plan) -> Recording {
        let clock = match plan.unit {
            Unit::Match { clock, .. } => clock,
            Unit::Deal { .. } => ClockModel::default(),
        };
        let texts = plan.strategies.each_ref().map(ToString::to_string);
        let at = |rotation| Seat::ALL.map(|seat| texts[Plan::strategy_at(seat, rotation)].clone());
        Recording {
            heading: Heading::new(&plan.rules, &plan.label, plan.seed, clock),
            strategies: [0, 1, 2, 3].map(at),
        }
    }

    /// The strategies' text forms by seat in a rotation.
    pub(super) fn strategies(&self, rotation: u8) -> &[String; 4] {
        &self.strategies[usize::from(rotation)]
    }

    /// The record of a deal that counts, or that a seat left.
    pub(super) fn record(&self, played: &PlayedDeal<'_>) -> Record {
        Record::of(&self.heading, played)
    }
}
