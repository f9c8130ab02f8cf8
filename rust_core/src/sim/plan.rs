//! What to simulate.

use super::{GivenDeal, Levels, PlanError, Player};
use crate::card::Seat;
use crate::policy::Strategy;
use crate::rules::Rules;
use crate::series::ClockModel;

/// What one rotation of a block is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Unit {
    /// A single deal, without tribute, led by a seat drawn for the block.
    Deal {
        /// The levels that blocks are played at in turn.
        levels: Levels,
    },
    /// A match from level 2 until it is won, the bell rings or a player leaves.
    Match {
        /// How long plays, passes and pauses take.
        clock: ClockModel,
        /// The probability that somebody leaves during a deal.
        leave_rate: f64,
    },
}

/// A simulation: everything that its results depend on, except which blocks are played.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The name of the rules, in the column `rules` and in records.
    pub label: String,
    /// The rules.
    pub rules: Rules,
    /// Deals or matches.
    pub unit: Unit,
    /// What single deals begin with; `None` where all cards and the leader are drawn.
    pub given: Option<GivenDeal>,
    /// Who plays, by seat in rotation 0.
    pub strategies: [Player; 4],
    /// How often a block is played, each time with the strategies moved on by one seat: 1, 2 or 4.
    pub rotations: u8,
    /// The master seed.
    pub seed: u64,
    /// Whether a record of each deal is made.
    pub records: bool,
    /// Whether the table `plays` is made.
    pub plays: bool,
    /// Whether the table `deals` has the columns of hand evaluation: the fewest plays of each dealt hand.
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
            Unit::Match { .. } if self.given.is_some() => Err(PlanError::Given(
                "hands: expected a run of single deals; in matches all cards are drawn".to_owned(),
            )),
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

    /// The names in the strategy columns, by seat in rotation 0.
    ///
    /// Rows are told apart by these names, so a strategy that both teams play is called `…#2` for the second team.
    pub fn labels(&self) -> [String; 4] {
        Seat::ALL.map(|seat| {
            let label = self.strategies[seat.index()].label();
            let taken = |other: usize| self.strategies[other].label() == label;
            if seat.team() == 1 && (taken(0) || taken(2)) { format!("{label}#2") } else { label }
        })
    }

    /// The strategies of the built-in players.
    pub fn built_in(&self) -> impl Iterator<Item = &Strategy> {
        self.strategies.iter().filter_map(Player::built_in)
    }

    /// The players outside the engine: of each the index at which it first stands in `strategies`, and its name in plans.
    pub fn outside(&self) -> impl Iterator<Item = (usize, &str)> {
        self.strategies.iter().enumerate().filter_map(|(index, player)| match player {
            Player::Outside { text, .. } if !self.strategies[..index].contains(player) => Some((index, &**text)),
            _ => None,
        })
    }

    /// The probability that somebody leaves during a deal; 0 in single deals.
    pub(super) const fn leave_rate(&self) -> f64 {
        match self.unit {
            Unit::Match { leave_rate, .. } => leave_rate,
            Unit::Deal { .. } => 0.0,
        }
    }

    /// How long plays, passes and pauses take in a match; the usual times for single deals, where nobody asks.
    pub(super) fn clock(&self) -> ClockModel {
        match self.unit {
            Unit::Match { clock, .. } => clock,
            Unit::Deal { .. } => ClockModel::default(),
        }
    }

    /// The number of a block's match in one rotation.
    #[inline(always)]
    pub const fn match_number(&self, block: u64, rotation: u8) -> u64 {
        block * self.rotations as u64 + rotation as u64
    }

    /// The index in `strategies` of the player at `seat` in a rotation.
    #[inline(always)]
    pub const fn strategy_at(seat: Seat, rotation: u8) -> usize {
        (seat.index() + rotation as usize) % 4
    }
}

/// The players of the four seats, given one for all, two for the teams or four.
///
/// # Errors
/// [`PlanError::Strategies`] when another number of players is given.
pub fn seats<P: Clone + Into<Player>>(players: &[P]) -> Result<[Player; 4], PlanError> {
    match players.len() {
        1 | 2 | 4 => Ok(std::array::from_fn(|seat| players[seat % players.len()].clone().into())),
        count => Err(PlanError::Strategies(count)),
    }
}
