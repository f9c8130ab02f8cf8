//! The course of one match: what each deal starts from, and what its end leads to.
//!
//! Knows everything that the rules say between deals. The layers above ask for the next deal, have its tribute paid and its
//! cards played, and report how it ended.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::opening::{open_first_deal, random_leader, roles_of_later_deal};
use super::points::{self, Leaving};
use super::{ClockModel, FirstOpening, Promotion, Roles, Standing, Timer, after_deal, winner_at_bell};
use crate::card::{Rank, Seat};
use crate::deal::{Dealt, Outcome, Tribute};
use crate::hand::Hand;
use crate::rng::{Address, Purpose, fraction};
use crate::rules::{Rules, Scoring};

/// Why a match is over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum EndedBy {
    /// A team passed A.
    Ace,
    /// The bell rang.
    Clock,
    /// A player left.
    Leave,
}

impl EndedBy {
    /// The names in tables and records.
    pub const NAMES: [&'static str; 3] = ["ace", "clock", "leave"];

    /// The name in tables and records.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// Why.
    pub by: EndedBy,
    /// The team that won; `None` after a draw at the bell, and when a player left.
    pub winner: Option<u8>,
}

/// A match that does not end under its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "the match has not ended after {} deals: these rules let it go on without end (no clock, and A hard to pass)",
    Match::MOST_DEALS
)]
pub struct NoEnd;

/// What happens between the dealing of the cards and the first lead, and who makes that lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    /// In the first deal of a match a card turned up, or a draw, names the leader.
    First(FirstOpening),
    /// In every later deal tribute is paid, which names the leader once it is settled.
    Tribute(Tribute),
}

/// What a deal of a match starts from, before its first lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealStart {
    /// The number of the deal in the match, from 0.
    pub number: u32,
    /// The level of the deal.
    pub level: Rank,
    /// The cards as dealt, before tribute.
    pub dealt: Dealt,
    /// Who shuffled, cut and drew first.
    pub roles: Roles,
    /// How the deal is opened. A tribute is settled in place.
    pub opening: Opening,
}

impl DealStart {
    /// The single deal of `block` in the run seeded with `seed`: no tribute, and a leader drawn for the block, who is the
    /// same under all rules.
    pub fn single(seed: u64, block: u64, level: Rank) -> DealStart {
        DealStart::single_of(Dealt::new(seed, block, 0), DealStart::single_leader(seed, block), level)
    }

    /// The leader that is drawn for the single deal of `block` in the run seeded with `seed`.
    pub fn single_leader(seed: u64, block: u64) -> Seat {
        random_leader(Address::new(seed, Purpose::Leader, block, 0))
    }

    /// A single deal of these cards: no tribute.
    pub fn single_of(dealt: Dealt, leader: Seat, level: Rank) -> DealStart {
        let opening = FirstOpening { leader, turned_up: None, roles: Roles::default() };
        DealStart { number: 0, level, dealt, roles: opening.roles, opening: Opening::First(opening) }
    }

    /// The tribute of a deal that is not the first of its match.
    pub const fn tribute(&self) -> Option<&Tribute> {
        match &self.opening {
            Opening::First(_) => None,
            Opening::Tribute(tribute) => Some(tribute),
        }
    }

    /// The hands, after the cards that tribute has moved so far.
    pub fn hands(&self) -> [Hand; 4] {
        self.tribute().map_or_else(|| self.dealt.hands(), |tribute| *tribute.hands())
    }

    /// Who makes the first lead, once the tribute is settled.
    pub fn leader(&self) -> Seat {
        match &self.opening {
            Opening::First(opening) => opening.leader,
            Opening::Tribute(tribute) => tribute.leader(),
        }
    }
}

/// How a deal came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DealEnd {
    /// The deal was played out.
    Finished(Outcome),
    /// The player at this seat left.
    Left(Seat),
}

/// What the end of a deal did to the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consequence {
    /// The deal counts.
    Counted(Promotion),
    /// The bell rang before the deal ended. The deal is void, and the match is over.
    Void,
    /// A player left, and the match is over.
    Left,
}

impl Consequence {
    /// What the deal did to the levels; `None` for a deal that does not count.
    pub fn promotion(self) -> Option<Promotion> {
        match self {
            Consequence::Counted(promotion) => Some(promotion),
            Consequence::Void | Consequence::Left => None,
        }
    }
}

/// A match in progress or over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Match {
    rules: Rules,
    seed: u64,
    block: u64,
    standing: Standing,
    timer: Timer,
    previous: Option<Outcome>,
    ending: Option<Ending>,
    points: [i32; 4],
}

impl Match {
    /// The number of deals after which a match is given up. No match under the presets comes near it.
    pub const MOST_DEALS: u32 = 10_000;

    /// The match of `block` in the run seeded with `seed`, before its first deal.
    pub fn new(rules: &Rules, seed: u64, block: u64, clock: ClockModel) -> Match {
        Match {
            rules: *rules,
            seed,
            block,
            standing: Standing::START,
            timer: Timer::new(rules.clock, clock),
            previous: None,
            ending: None,
            points: [0; 4],
        }
    }

    /// What the next deal starts from. The cards are the same under all rules and strategies.
    pub fn next_deal(&self) -> DealStart {
        let number = self.standing.deals;
        let level = self.standing.deal_level();
        let dealt = Dealt::new(self.seed, self.block, number.into());
        let address = self.address(Purpose::Leader);
        let (roles, opening) = match self.previous {
            None => {
                let first = open_first_deal(&self.rules, &dealt, address);
                (first.roles, Opening::First(first))
            }
            Some(outcome) => {
                let roles = roles_of_later_deal(&self.rules, outcome, address);
                (roles, Opening::Tribute(Tribute::new(&self.rules, level, outcome, dealt.hands())))
            }
        };
        DealStart { number, level, dealt, roles, opening }
    }

    /// The address of the random numbers for `purpose` in the deal to come or in progress.
    pub fn address(&self, purpose: Purpose) -> Address {
        Address::new(self.seed, purpose, self.block, self.standing.deals.into())
    }

    /// Who leaves during the deal in progress, and before which of its plays and passes, numbered from 0; `None` when everyone
    /// stays. `actions` is the number of plays and passes the deal would have. Somebody leaves with probability `rate`; every
    /// seat and every action is as likely as the others.
    pub fn leaver(&self, rate: f64, actions: u32) -> Option<(Seat, u32)> {
        if rate <= 0.0 {
            return None;
        }
        let address = self.address(Purpose::Leave);
        let leaves = fraction(address.value(0, 0, 0)) < rate;
        leaves.then(|| (Seat::new(address.below(1, 0, 0, 4) as u8), address.below(2, 0, 0, actions)))
    }

    /// Ends the deal in progress, which had this many plays and passes, and brings levels, clock and points up to date.
    ///
    /// # Errors
    /// [`NoEnd`] when the match is still going on after [`Match::MOST_DEALS`] deals.
    pub fn end_deal(&mut self, end: DealEnd, plays: u32, passes: u32) -> Result<Consequence, NoEnd> {
        if self.timer.rings_during(self.previous.is_none(), plays, passes) {
            self.ending = Some(Ending { by: EndedBy::Clock, winner: winner_at_bell(&self.standing) });
            return Ok(Consequence::Void);
        }
        let outcome = match end {
            DealEnd::Finished(outcome) => outcome,
            DealEnd::Left(seat) => {
                self.score(points::of_leaving(seat, Leaving::DuringPlay, self.standing.deal_level()));
                self.ending = Some(Ending { by: EndedBy::Leave, winner: None });
                return Ok(Consequence::Left);
            }
        };
        let promotion = after_deal(&self.rules, &mut self.standing, outcome);
        self.previous = Some(outcome);
        self.score(points::of_deal(&promotion));
        if promotion.wins_match {
            self.ending = Some(Ending { by: EndedBy::Ace, winner: Some(promotion.team) });
        } else if self.standing.deals >= Match::MOST_DEALS {
            return Err(NoEnd);
        }
        Ok(Consequence::Counted(promotion))
    }

    /// Adds points, by seat.
    fn score(&mut self, points: [i32; 4]) {
        for (total, points) in self.points.iter_mut().zip(points) {
            *total += points;
        }
    }

    /// Levels, failed attempts and streaks after the deals that have counted.
    pub const fn standing(&self) -> &Standing {
        &self.standing
    }

    /// The outcome of the last deal that counted; `None` before the first.
    pub const fn previous(&self) -> Option<Outcome> {
        self.previous
    }

    /// How the match ended, or `None` while it goes on.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The points of each seat in this match; `None` under rules that keep none.
    pub fn points(&self) -> Option<[i32; 4]> {
        (self.rules.scoring == Scoring::GuandanCom).then_some(self.points)
    }
}
