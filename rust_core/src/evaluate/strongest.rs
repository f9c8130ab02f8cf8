//! The decomposition that keeps most control among those into the fewest plays.
//!
//! Points of control are added up over the plays (see [`points`](super::points)), so a walk over the ranks finds the best
//! decomposition as long as suits do not matter. They matter only to straight flushes: those are chosen first, one set of
//! them after another, and the walk is left with the rest of the hand. That a straight of the walk might be a straight flush
//! is no concern: with that flush among the chosen ones the same plays are worth more.

use arrayvec::ArrayVec;

use super::balance::{Balance, PLAY};
use super::fewest::Fewest;
use super::layout::{Layout, Plays};
use super::partition::full_houses_to_try;
use super::pricing::{Pricing, cost};
use super::walk::{RankCounts, Walk};
use crate::combo::{Combo, Detail, Kind, Play, for_each_answer};
use crate::hand::LevelHand;
use crate::rules::{Key, Tables};

/// Plays that together empty a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decomposition {
    /// The plays, by kind, size and key.
    pub plays: Plays,
    /// Their points of control together.
    pub control: u32,
}

/// Finds decompositions at one level of one rule set.
pub(super) struct Decomposer {
    t: Tables,
    pricings: Vec<Pricing>,
    walk: Walk<Balance>,
    /// The straight flushes of the hand at hand.
    flushes: Vec<Play>,
}

/// Straight flushes chosen to be played as such: no more fit into [`MOST_CARDS`](super::MOST_CARDS).
type Chosen = ArrayVec<Play, 5>;

/// The best set of straight flushes so far.
struct Incumbent {
    chosen: Chosen,
    total: u32,
}

impl Decomposer {
    pub(super) fn new(t: &Tables) -> Decomposer {
        let pricings = full_houses_to_try(t.max_bomb).iter().map(|&n| Pricing::new(t, n)).collect();
        Decomposer { t: t.clone(), pricings, walk: Walk::new(), flushes: Vec::with_capacity(64) }
    }

    /// A decomposition of `hand` into `plays` plays, its fewest, with most control as far as suits do not matter.
    pub(super) fn quick(&mut self, hand: &LevelHand, plays: u32) -> Decomposition {
        self.lay_out(hand, plays, &Chosen::new())
    }

    /// The decomposition of `hand` into its fewest plays that has most control.
    pub(super) fn strongest(&mut self, hand: &LevelHand, fewest: &mut Fewest) -> Decomposition {
        let plays = fewest.min_plays(hand);
        self.flushes.clear();
        // Nothing but straight flushes and what is above them beats the highest bomb of five.
        let highest_five = Combo::new(Kind::Bomb, 5, Key::LEVEL);
        for_each_answer(hand, &self.t, highest_five, Detail::Cards, &mut |play| {
            if play.combo.kind == Kind::StraightFlush {
                self.flushes.push(*play);
            }
        });
        let mut best = Incumbent { chosen: Chosen::new(), total: plays * PLAY as u32 + 1 };
        self.choose(hand, plays, fewest, (0, 0), &mut Chosen::new(), &mut best);
        self.lay_out(hand, plays, &best.chosen)
    }

    /// Tries every set of straight flushes that has the `chosen` ones and others from number `from` on, as long as the
    /// `rest` of the hand can be emptied in `plays` plays. The chosen ones cost `spent`.
    fn choose(
        &mut self,
        rest: &LevelHand,
        plays: u32,
        fewest: &mut Fewest,
        (from, spent): (usize, u32),
        chosen: &mut Chosen,
        best: &mut Incumbent,
    ) {
        if fewest.min_plays(rest) > plays {
            return;
        }
        let ranks = RankCounts::of(rest);
        for pricing in &self.pricings {
            let limit = best.total.saturating_sub(spent);
            let least = self.walk.least(&ranks, pricing, limit);
            if least < limit {
                *best = Incumbent { chosen: chosen.clone(), total: spent + least };
            }
        }
        for i in from..self.flushes.len() {
            let flush = self.flushes[i];
            if rest.contains(&flush.cards) && plays > 0 {
                let mut rest = *rest;
                rest.remove(&flush.cards);
                chosen.push(flush);
                self.choose(&rest, plays - 1, fewest, (i, spent + cost(flush.combo) as u32), chosen, best);
                chosen.pop();
            }
        }
    }

    /// The strongest decomposition of `hand` into `plays` plays with exactly the `chosen` straight flushes.
    fn lay_out(&mut self, hand: &LevelHand, plays: u32, chosen: &Chosen) -> Decomposition {
        let mut rest = *hand;
        for flush in chosen {
            rest.remove(&flush.cards);
        }
        let ranks = RankCounts::of(&rest);
        let mut limit = plays * PLAY as u32 + 1;
        let mut best = None;
        for pricing in &self.pricings {
            if let Some((path, total)) = self.walk.path(&ranks, pricing, limit) {
                limit = total;
                best = Some((path, pricing));
            }
        }
        let (path, pricing) = best.expect("a hand has a decomposition into its fewest plays");
        let mut plays = Layout::new(&self.t, &rest).plays(&path, ranks.jokers, pricing);
        plays.extend(chosen.iter().copied());
        plays.sort_unstable_by_key(|Play { combo, cards }| {
            (combo.kind, combo.size, combo.key, cards.one(), cards.two())
        });
        let control = plays.iter().map(|play| super::points(play.combo)).sum();
        Decomposition { plays, control }
    }
}
