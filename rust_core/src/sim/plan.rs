//! What to simulate.

use super::{Contestant, PlanError};
use crate::card::{Rank, Seat};
use crate::policy::Strategy;
use crate::rules::Rules;
use crate::series::ClockModel;

/// What one rotation of a block is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Unit {
    /// A single deal at a level, without tribute, led by a seat drawn for the block.
    Deal {
        /// The level.
        level: Rank,
    },
    /// A match from level 2 until it is won, the bell rings or a player leaves.
    Match {
        /// How long plays, passes and pauses take.
        clock: ClockModel,
        /// The probability that somebody leaves, a deal.
        leave_rate: f64,
    },
}

/// A simulation: everything its results depend on but the blocks to be played.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// What the `rules` column says.
    pub label: String,
    /// The rules.
    pub rules: Rules,
    /// Deals or matches.
    pub unit: Unit,
    /// Who plays, by seat in rotation 0.
    pub strategies: [Contestant; 4],
    /// How often a block is played, every time with the strategies one seat on: 1, 2 or 4.
    pub rotations: u8,
    /// The master seed.
    pub seed: u64,
    /// Whether the deals are recorded besides being counted.
    pub records: bool,
    /// Whether the plays have a table of their own.
    pub plays: bool,
    /// Whether the dealt hands are evaluated: columns of their fewest plays.
    pub hand_columns: bool,
}

impl Plan {
    /// Whether the plan can be run.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self) -> Result<(), PlanError> {
        if ![1, 2, 4].contains(&self.rotations) {
            return Err(PlanError::Rotations(self.rotations));
        }
        for (i, strategy) in self.strategies.iter().enumerate() {
            if self.strategies[..i].iter().any(|other| other != strategy && other.label() == strategy.label()) {
                return Err(PlanError::SameName(strategy.label()));
            }
        }
        match self.unit {
            Unit::Match { leave_rate, .. } if !(0.0..=1.0).contains(&leave_rate) => {
                Err(PlanError::LeaveRate(leave_rate))
            }
            Unit::Match { clock, .. } => match &self.rules.clock {
                Some(limits) => clock.check(limits).map_err(PlanError::Clock),
                None => Ok(()),
            },
            Unit::Deal { .. } => Ok(()),
        }
    }

    /// What the strategy columns call the strategies, by seat in rotation 0: the same for partners who play the same only.
    ///
    /// Rows are told apart by these names, so when both teams play one strategy the second team's is called `…#2`.
    pub fn labels(&self) -> [String; 4] {
        Seat::ALL.map(|seat| {
            let label = self.strategies[seat.index()].label();
            let taken = |other: usize| self.strategies[other].label() == label;
            if seat.team() == 1 && (taken(0) || taken(2)) { format!("{label}#2") } else { label }
        })
    }

    /// The built-in strategies among those who play.
    pub fn built_in(&self) -> impl Iterator<Item = &Strategy> {
        self.strategies.iter().filter_map(Contestant::built_in)
    }

    /// The strategies by seat in rotation 0, when all are built in.
    ///
    /// # Errors
    /// When one is not: only [`super::run_lockstep`] can ask it.
    pub fn all_built_in(&self) -> Result<[&Strategy; 4], PlanError> {
        let mut found = [None; 4];
        for (seat, contestant) in self.strategies.iter().enumerate() {
            found[seat] = Some(contestant.built_in().ok_or_else(|| PlanError::External(contestant.to_string()))?);
        }
        Ok(found.map(|strategy| strategy.expect("found above")))
    }

    /// The number of the strategy outside the engine that plays `seat` in a rotation, if one does: the first place in
    /// `strategies` it stands at.
    pub fn external_at(&self, seat: Seat, rotation: u8) -> Option<usize> {
        let contestant = &self.strategies[Plan::strategy_at(seat, rotation)];
        if contestant.built_in().is_some() {
            return None;
        }
        self.strategies.iter().position(|other| other == contestant)
    }

    /// The number of a block's match in one rotation.
    #[inline(always)]
    pub const fn match_number(&self, block: u64, rotation: u8) -> u64 {
        block * self.rotations as u64 + rotation as u64
    }

    /// Who plays at `seat` in a rotation: an index into `strategies`.
    #[inline(always)]
    pub const fn strategy_at(seat: Seat, rotation: u8) -> usize {
        (seat.index() + rotation as usize) % 4
    }
}

/// Who plays the four seats, given one for all, two for the teams or four.
///
/// # Errors
/// When it is another number.
pub fn seated(contestants: &[Contestant]) -> Result<[Contestant; 4], PlanError> {
    match contestants.len() {
        1 | 2 | 4 => Ok(std::array::from_fn(|seat| contestants[seat % contestants.len()].clone())),
        count => Err(PlanError::Strategies(count)),
    }
}

/// The same for built-in strategies.
///
/// # Errors
/// When it is another number.
pub fn seats(strategies: &[Strategy]) -> Result<[Contestant; 4], PlanError> {
    let contestants: Vec<Contestant> = strategies.iter().cloned().map(Contestant::from).collect();
    seated(&contestants)
}
