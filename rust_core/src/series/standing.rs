//! Where a match stands between two deals.

use serde::{Deserialize, Serialize};

use crate::card::Rank;

/// Deals in a row in which each seat was first, or counted as last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Streaks {
    /// First places in a row, by seat.
    pub first: [u16; 4],
    /// Last places in a row, by seat; after a double-down both losers were last.
    pub last: [u16; 4],
}

/// Everything the rules carry from one deal of a match to the next.
///
/// Plain data, small enough to copy; [`after_deal`](super::after_deal) is the only thing that moves it on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    /// The teams' levels.
    pub levels: [Rank; 2],
    /// The team that won the deal before; `None` before the first deal.
    pub declarers: Option<u8>,
    /// Failed attempts at A since the last fall, by team.
    pub ace_failures: [u8; 2],
    /// Whether each team has fallen from A and has not been first since.
    pub fallen: [bool; 2],
    /// First and last places in a row.
    pub streaks: Streaks,
    /// The levels at which each team has won a deal as declarers: bit `i` for the rank of index `i`.
    pub won_at: [u16; 2],
    /// The number (from 1) of the deal that last changed each team's level; 0 when none has.
    pub moved_in: [u32; 2],
    /// How many deals of the match have been finished.
    pub deals: u32,
    /// Failed attempts at A in the whole match, by team.
    pub ace_failures_in_match: [u8; 2],
    /// Falls from A in the whole match, by team.
    pub falls_in_match: [u8; 2],
}

impl Standing {
    /// The start of a match (docs/RULES.md R7.1): both teams at 2, no declarers.
    pub const START: Standing = Standing {
        levels: [Rank::TWO; 2],
        declarers: None,
        ace_failures: [0; 2],
        fallen: [false; 2],
        streaks: Streaks { first: [0; 4], last: [0; 4] },
        won_at: [0; 2],
        moved_in: [0; 2],
        deals: 0,
        ace_failures_in_match: [0; 2],
        falls_in_match: [0; 2],
    };

    /// The level of the next deal (R7.2): the declarers' own; 2 in the first deal.
    #[inline(always)]
    pub const fn deal_level(&self) -> Rank {
        match self.declarers {
            Some(team) => self.levels[team as usize],
            None => Rank::TWO,
        }
    }

    /// The team that declares the next deal at its own A, if it is at A.
    #[inline(always)]
    pub fn at_own_ace(&self) -> Option<usize> {
        self.declarers.map(usize::from).filter(|&team| self.levels[team] == Rank::ACE)
    }
}
