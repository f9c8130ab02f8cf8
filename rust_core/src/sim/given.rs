//! What single deals of a run begin with where that is not all drawn: hands, who leads, and what has been played.

use super::PlanError;
use crate::card::{Rank, Seat};
use crate::combo::Play;
use crate::deal::{Deal, DealError, Dealt, Illegal, StatedAction};
use crate::error::counted;
use crate::hand::Hand;
use crate::rules::{Rules, Tables};
use crate::series::DealStart;

/// What every single deal of a run begins with. Cards of the other seats, and the leader where none is given, are drawn anew
/// for every block.
#[derive(Clone, PartialEq, Debug)]
pub struct GivenDeal {
    hands: [Option<Hand>; 4],
    leader: Option<Seat>,
    actions: Vec<Option<Play>>,
}

/// The cards that every seat begins with.
const HAND: u32 = 27;

impl GivenDeal {
    /// Deals in which these seats hold these hands. `None` stands for a hand that is dealt at random from the rest of the two
    /// packs, and for a leader drawn as in other single deals.
    ///
    /// # Errors
    /// [`PlanError::Given`] when a hand has not 27 cards, when no hand is given, and when the hands hold a face three times.
    pub fn new(hands: [Option<Hand>; 4], leader: Option<Seat>) -> Result<GivenDeal, PlanError> {
        if hands == [None; 4] {
            return Err(PlanError::Given("hands: expected the cards of at least one seat".to_owned()));
        }
        for seat in Seat::ALL {
            if let Some(hand) = hands[seat.index()].filter(|hand| hand.len() != HAND) {
                let count = counted(hand.len() as usize, "card");
                return Err(PlanError::Given(format!("hands[{seat}]: expected {HAND} cards, got {count}")));
            }
        }
        let all = hands.iter().flatten().try_fold(Hand::EMPTY, |sum, &hand| sum.plus(hand));
        if all.is_none() {
            let error = DealError::too_many(&hands.map(|hand| hand.unwrap_or(Hand::EMPTY)));
            return Err(PlanError::Given(format!("hands: {error}")));
        }
        Ok(GivenDeal { hands, leader, actions: Vec::new() })
    }

    /// These deals after the given plays and passes, which every one of them begins with.
    ///
    /// # Errors
    /// [`PlanError::Given`] when a hand or the leader is not given, for the first action that the rules do not allow, and when
    /// the deal is over after them.
    pub fn after(
        mut self,
        rules: &Rules,
        tables: &Tables,
        actions: impl IntoIterator<Item = StatedAction>,
    ) -> Result<GivenDeal, PlanError> {
        let ([Some(a), Some(b), Some(c), Some(d)], Some(leader)) = (self.hands, self.leader) else {
            return Err(PlanError::Given("played: expected four hands and a leader with it".to_owned()));
        };
        let mut deal = Deal::new_unchecked(rules, tables.level, [a, b, c, d], leader);
        for (number, action) in actions.into_iter().enumerate() {
            let refused = |reason: Illegal| PlanError::Given(format!("played[{number}]: {reason}"));
            let play = deal.meant(&action, tables).map_err(refused)?;
            match &play {
                Some(play) => deal.play_unchecked(play),
                None => deal.pass_unchecked(),
            }
            self.actions.push(play);
        }
        if deal.is_over() {
            return Err(PlanError::Given("played: the deal is over after it".to_owned()));
        }
        Ok(self)
    }

    /// The given hands, by seat.
    pub const fn hands(&self) -> &[Option<Hand>; 4] {
        &self.hands
    }

    /// The leader, where one is given.
    pub const fn leader(&self) -> Option<Seat> {
        self.leader
    }

    /// The plays, and `None` for passes, that every deal begins with.
    pub fn actions(&self) -> &[Option<Play>] {
        &self.actions
    }

    /// The single deal of `block` in the run seeded with `seed`.
    pub(super) fn start(&self, seed: u64, block: u64, level: Rank) -> DealStart {
        let leader = self.leader.unwrap_or_else(|| DealStart::single_leader(seed, block));
        DealStart::single_of(Dealt::around(&self.hands, seed, block), leader, level)
    }
}
