//! Who plays the seats: built-in strategies, and players outside the engine who are asked for every decision.

use std::fmt;

use arrayvec::ArrayVec;

use super::plan::Plan;
use crate::card::Seat;
use crate::combo::Detail;
use crate::policy::Strategy;

/// Who plays a seat.
#[derive(Clone, PartialEq, Debug)]
pub enum Player {
    /// A strategy of the engine.
    BuiltIn(Strategy),
    /// A player outside the engine, asked by [`super::run_lockstep`] and known here by name only.
    Outside {
        /// The name in plans and records.
        text: String,
        /// The name in tables.
        label: String,
    },
}

impl Player {
    /// The strategy of a built-in player; `None` for a player outside the engine.
    pub const fn built_in(&self) -> Option<&Strategy> {
        match self {
            Player::BuiltIn(strategy) => Some(strategy),
            Player::Outside { .. } => None,
        }
    }

    /// The name in tables.
    pub fn label(&self) -> String {
        match self {
            Player::BuiltIn(strategy) => strategy.to_string(),
            Player::Outside { label, .. } => label.clone(),
        }
    }
}

impl From<Strategy> for Player {
    fn from(strategy: Strategy) -> Player {
        Player::BuiltIn(strategy)
    }
}

impl fmt::Display for Player {
    /// Writes the name in plans and records.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::BuiltIn(strategy) => strategy.fmt(f),
            Player::Outside { text, .. } => f.write_str(text),
        }
    }
}

/// How a player outside the engine is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asking {
    /// How finely plays are listed.
    pub detail: Detail,
    /// Whether the player is asked at each of its turns, even where it can only pass or has a single play to lead.
    pub every_turn: bool,
}

impl Asking {
    /// Plays told apart by ranks, and no question where there is nothing to choose.
    pub const USUAL: Asking = Asking { detail: Detail::Ranks, every_turn: false };
}

/// Who plays each seat of a match in one rotation.
#[derive(Debug)]
pub(super) struct Seating {
    /// The strategies of built-in players, by seat; `None` where a player outside the engine is asked.
    strategies: [Option<Strategy>; 4],
    /// The players by seat: the indices at which they are first found in [`Plan::strategies`].
    players: [usize; 4],
    /// How a player outside is asked, by seat.
    asking: [Asking; 4],
}

impl Seating {
    /// One player outside at all four seats, asked as usual.
    pub(super) const ALL_OUTSIDE: Seating =
        Seating { strategies: [const { None }; 4], players: [0; 4], asking: [Asking::USUAL; 4] };

    /// The seating of `plan` in a rotation; `asking` says how a player outside, known by its index, is asked.
    pub(super) fn new(plan: &Plan, rotation: u8, asking: impl Fn(usize) -> Asking) -> Seating {
        let at = |seat| Plan::strategy_at(seat, rotation);
        let first = |index: usize| plan.strategies.iter().position(|other| *other == plan.strategies[index]);
        let players = Seat::ALL.map(|seat| first(at(seat)).expect("it is found at its own place at the latest"));
        Seating {
            strategies: Seat::ALL.map(|seat| plan.strategies[at(seat)].built_in().cloned()),
            players,
            asking: players.map(asking),
        }
    }

    /// The strategies, when no seat is played from outside.
    pub(super) const fn all_built_in(&self) -> Option<[&Strategy; 4]> {
        match &self.strategies {
            [Some(a), Some(b), Some(c), Some(d)] => Some([a, b, c, d]),
            _ => None,
        }
    }

    /// The strategy of the built-in player at `seat`; `None` when that seat is played from outside.
    pub(super) const fn strategy(&self, seat: Seat) -> Option<&Strategy> {
        self.strategies[seat.index()].as_ref()
    }

    /// The index of the player at `seat`, the same wherever that player sits.
    pub(super) const fn player(&self, seat: Seat) -> usize {
        self.players[seat.index()]
    }

    /// The seats of a player, known by its index.
    pub(super) fn seats_of(&self, player: usize) -> ArrayVec<Seat, 4> {
        Seat::ALL.into_iter().filter(|&seat| self.player(seat) == player).collect()
    }

    /// How the player outside at `seat` is asked.
    pub(super) const fn asking(&self, seat: Seat) -> Asking {
        self.asking[seat.index()]
    }
}
