//! The decomposition with most control among those into the fewest plays.
//!
//! Points of control are added up over the plays ([`points`]), so a walk over the ranks finds the best decomposition as long as
//! suits do not matter. They matter to straight flushes only. So sets of straight flushes are chosen first, one after the
//! other, and the walk decomposes the rest of the hand. A straight of the walk may turn out to be a straight flush; that does no
//! harm, because with this flush among the chosen ones the same plays have more points.

use arrayvec::ArrayVec;

use super::control::points;
use super::fewest::Fewest;
use super::layout::{Layout, Plays};
use super::partition::full_houses_to_try;
use super::pricing::{Balance, PLAY, Pricing, cost};
use super::walk::{RankCounts, Walk};
use crate::combo::{Combo, Detail, Kind, Play, for_each_answer};
use crate::hand::LevelHand;
use crate::rules::{Key, Tables};

/// Plays that together empty a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decomposition {
    /// The plays, ordered by kind, size and key.
    pub plays: Plays,
    /// The sum of their points of control.
    pub control: u32,
}

/// Finds decompositions at one level of one rule set.
pub(super) struct Decomposer {
    tables: Tables,
    pricings: Vec<Pricing>,
    walk: Walk<Balance>,
    /// The straight flushes that the hand being decomposed can make.
    flushes: Vec<Play>,
}

/// Straight flushes chosen to be played as such. No more fit into [`MOST_CARDS`](super::MOST_CARDS) cards.
type Chosen = ArrayVec<Play, 5>;

/// The best set of straight flushes found so far, and the cost of the decomposition with it.
struct Incumbent {
    chosen: Chosen,
    total: u32,
}

impl Decomposer {
    pub(super) fn new(tables: &Tables) -> Decomposer {
        let pricings = full_houses_to_try(tables.max_bomb).iter().map(|&n| Pricing::new(tables, n)).collect();
        Decomposer { tables: tables.clone(), pricings, walk: Walk::new(), flushes: Vec::with_capacity(64) }
    }

    /// The decomposition of `hand` into `plays` plays, its fewest, that has most control if straights of one suit count
    /// as plain straights.
    pub(super) fn quick(&mut self, hand: &LevelHand, plays: u32) -> Decomposition {
        self.lay_out(hand, plays, &Chosen::new())
    }

    /// The decomposition of `hand` into its fewest plays that has most control.
    pub(super) fn strongest(&mut self, hand: &LevelHand, fewest: &mut Fewest) -> Decomposition {
        let plays = fewest.min_plays(hand);
        self.flushes.clear();
        // Straight flushes and larger bombs are all that beats the highest bomb of five.
        let highest_five = Combo::new(Kind::Bomb, 5, Key::LEVEL);
        for_each_answer(hand, &self.tables, highest_five, Detail::Cards, &mut |play| {
            if play.combo.kind == Kind::StraightFlush {
                self.flushes.push(*play);
            }
        });
        let mut best = Incumbent { chosen: Chosen::new(), total: plays * PLAY as u32 + 1 };
        self.try_sets(hand, plays, fewest, (0, 0), &mut Chosen::new(), &mut best);
        self.lay_out(hand, plays, &best.chosen)
    }

    /// Tries every set that consists of the `chosen` straight flushes, which cost `spent`, and some of those from number `from`
    /// on, as long as the `rest` of the hand can be emptied in `plays` plays. Keeps the best set in `best`.
    fn try_sets(
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
                self.try_sets(&rest, plays - 1, fewest, (i, spent + cost(flush.combo) as u32), chosen, best);
                chosen.pop();
            }
        }
    }

    /// The decomposition of `hand` into `plays` plays that has the `chosen` straight flushes, no others, and most control.
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
        let mut plays = Layout::new(&self.tables, &rest).plays(&path, ranks.jokers, pricing);
        plays.extend(chosen.iter().copied());
        plays.sort_unstable_by_key(|Play { combo, cards }| {
            (combo.kind, combo.size, combo.key, cards.one(), cards.two())
        });
        let control = plays.iter().map(|play| points(play.combo)).sum();
        Decomposition { plays, control }
    }
}
