//! Every way to empty a hand, tried.

use std::cmp::Reverse;
use std::collections::HashMap;

use guandan_core::combo::{Detail, Play, for_each_lead};
use guandan_core::evaluate::points;
use guandan_core::hand::LevelHand;
use guandan_core::rules::Tables;

/// The fewest plays, and the most points of control among the ways to need no more; the smaller the better.
pub(crate) type Score = (u32, Reverse<u32>);

/// The first card of what is left has to be in some play: all plays it can be in are tried.
pub(crate) struct Exhaustive {
    /// The plays of the whole hand by the bit of their first card.
    plays: Vec<Vec<Play>>,
    known: HashMap<LevelHand, Score>,
}

impl Exhaustive {
    pub(crate) fn score(hand: &LevelHand, t: &Tables) -> Score {
        let mut plays = vec![Vec::new(); 64];
        for_each_lead(hand, t, Detail::Cards, &mut |play| plays[first_bit(&play.cards)].push(*play));
        Exhaustive { plays, known: HashMap::new() }.search(hand)
    }

    fn search(&mut self, hand: &LevelHand) -> Score {
        if hand.is_empty() {
            return (0, Reverse(0));
        }
        if let Some(&known) = self.known.get(hand) {
            return known;
        }
        let mut best = (u32::MAX, Reverse(0));
        for i in 0..self.plays[first_bit(hand)].len() {
            let play = self.plays[first_bit(hand)][i];
            if let Some(rest) = without(hand, &play.cards) {
                let (plays, Reverse(control)) = self.search(&rest);
                best = best.min((plays + 1, Reverse(control + points(play.combo))));
            }
        }
        self.known.insert(*hand, best);
        best
    }
}

fn first_bit(hand: &LevelHand) -> usize {
    hand.one().trailing_zeros() as usize
}

/// What is left of `hand` without `cards`, if they are all there.
pub(crate) fn without(hand: &LevelHand, cards: &LevelHand) -> Option<LevelHand> {
    hand.contains(cards).then(|| {
        let mut rest = *hand;
        rest.remove(cards);
        rest
    })
}
