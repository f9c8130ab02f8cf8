//! What a strategy keeps from one of a seat's decisions to the next, so as not to work it out again.

use super::tempo::Plan;
use crate::combo::{Bits, CountBombs};
use crate::hand::LevelHand;
use crate::rules::Tables;

/// The memory of one seat in one deal.
///
/// It holds nothing the view could not tell again: playing with a new one at every decision gives the same plays.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Memory {
    /// The number of bombs in the hand, once counted.
    bombs: Option<u32>,
    /// How `tempo` has split the hand.
    plan: Option<Plan>,
}

impl Memory {
    /// The number of bombs in the seat's hand at ranks detail.
    #[inline(always)]
    pub fn bombs<B: Bits>(&mut self, hand: &LevelHand, t: &Tables) -> u32 {
        // Not `get_or_insert_with`: it may stand apart from the loop, compiled without the processor's instructions.
        if let Some(bombs) = self.bombs {
            return bombs;
        }
        let bombs = B::compiled(CountBombs { hand, t, floor: 0 });
        self.bombs = Some(bombs);
        bombs
    }

    /// The plan kept, if it is one of this hand.
    #[inline(always)]
    pub(super) fn plan(&self, hand: &LevelHand) -> Option<&Plan> {
        match &self.plan {
            Some(plan) if plan.is_of(hand) => Some(plan),
            _ => None,
        }
    }

    /// Keeps a plan.
    #[inline(always)]
    pub(super) fn keep(&mut self, plan: Plan) {
        self.plan = Some(plan);
    }

    /// The seat is about to play: its bombs have to be counted again, unless there are none, for playing makes none.
    #[inline(always)]
    pub fn plays(&mut self) {
        if self.bombs != Some(0) {
            self.bombs = None;
        }
    }
}
