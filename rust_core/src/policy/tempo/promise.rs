//! How good any legal action looks, without thinking ahead: for those who have to choose what to think about.

use super::grouping::Grouping;
use super::others::{CERTAIN, Others};
use super::{Principle, Tempo};
use crate::combo::Play;
use crate::deal::View;
use crate::hand::LevelHand;

impl Tempo {
    /// For each action (`None` for a pass) what the hand sheds with it and what the trick is worth, times the chance to win
    /// it: in hundredths of a turn, as the strategy weighs its own few candidates. A pass is 0.
    pub(in crate::policy) fn promise(&self, view: &View<'_>, actions: &[Option<Play>]) -> Vec<i32> {
        let (hand, t, worth) = (view.hand(), view.tables(), &*self.worth);
        let runs = self.on.has(Principle::Tempo);
        let cost = |hand: &LevelHand| {
            let grouping = Grouping::of(hand, t, &worth.split, runs);
            (grouping.cost(t, &worth.value), grouping.turns() as usize)
        };
        let (before, _) = cost(hand);
        let situation = Others::of(view, worth, self.on);
        let weights = &worth.weights;
        let trick = match view.table() {
            None => weights.keep_lead[0],
            Some(_) => weights.win[situation.closest_opponent().min(27) as usize],
        };
        let promise = |play: &Play| {
            let mut rest = *hand;
            rest.remove(&play.cards);
            let (after, turns) = cost(&rest);
            let close = weights.close[turns.saturating_sub(1).min(weights.close.len() - 1)];
            before - after + (trick + close) * situation.stands(play.combo) / CERTAIN
        };
        actions.iter().map(|action| action.as_ref().map_or(0, promise)).collect()
    }
}
