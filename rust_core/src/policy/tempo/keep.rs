//! What becomes of a grouping when a play is made: often what is left of it is the grouping of the cards left, so that nothing
//! has to be grouped anew.
//!
//! Grouping takes the best improvement again and again, of equals the first ([`greedy`](super::greedy)). So a grouping outlives
//! a play if the play leaves the other improvements as they were and makes none better that was not taken. Each rule here says
//! when that is sure. Improvements that become impossible do not matter: they were not the best ones.

use super::costs::{Costs, Valuation};
use super::grouping::{Group, Grouping, Make};
use crate::combo::{Kind, Play, Windows};
use crate::hand::{Counts, LevelHand, Nibbles};
use crate::rules::Tables;

/// What a play takes out of a grouping when the rest is the grouping of the cards left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Removable {
    /// Cards that no group has.
    Loose,
    /// The group of this number.
    Group(usize),
}

impl Grouping {
    /// Takes the cards of `play` out if what remains is sure to be the grouping of the cards left. If not, this stays the
    /// grouping of the hand before.
    pub(super) fn play(&mut self, play: &Play, tables: &Tables, costs: &Costs) {
        match self.removable(play, tables, costs) {
            Some(Removable::Loose) => self.loose -= play.cards.counts(),
            Some(Removable::Group(index)) => self.forget(index),
            None => return,
        }
        if play.combo.kind != Kind::StraightFlush {
            self.rest.remove(&play.cards);
        }
        self.hand.remove(&play.cards);
    }

    /// What the hand costs more without `play`, or `None` if that cannot be told without grouping the cards left.
    pub(super) fn change_without(&self, play: &Play, tables: &Tables, valuation: &Valuation) -> Option<i32> {
        let costs = &valuation.playing;
        Some(match self.removable(play, tables, &valuation.grouping)? {
            Removable::Group(index) => -self.groups()[index].cost(tables, costs),
            Removable::Loose => {
                let taken = play.cards.counts();
                let ranks = taken.at_least_among(1, Nibbles::NATURAL).iter();
                let without = |nibble| costs.without(tables, nibble, self.loose.get(nibble), taken.get(nibble));
                ranks.map(without).sum::<i32>() - costs.wild * taken.wilds() as i32
            }
        })
    }

    /// What `play` is in this grouping if the rest can do without it.
    fn removable(&self, play: &Play, tables: &Tables, costs: &Costs) -> Option<Removable> {
        if !play.combo.kind.is_run() && self.is_loose(&play.cards, tables, costs) {
            return Some(Removable::Loose);
        }
        let same = |group: &Group| group.combo.kind == play.combo.kind && group.counts == play.cards.counts();
        let index = self.groups().iter().position(same)?;
        let stays = if index == 0 { self.began_with(&self.groups()[0], play) } else { self.lies_apart(play) };
        stays.then_some(Removable::Group(index))
    }

    /// Whether grouping began by setting `group`, which is `play`, apart and would go on in the same way with its cards gone.
    ///
    /// The numbers of cards are the same then. Suits are settled only of straight flushes. Those of other groups matter where a
    /// straight flush is within reach.
    fn began_with(&self, group: &Group, play: &Play) -> bool {
        let in_one_step = match group.make {
            Make::StraightFlush(flush) => return play.cards.all_suits().contains(flush.suit),
            Make::Run(_) => true,
            Make::Equal(cards) => cards.wilds == 1,
        };
        in_one_step && Windows::of_flushes(&self.hand, self.hand.wilds() - play.cards.wilds()).is_empty()
    }

    /// Whether the cards of a run are all there are of their ranks, so that no other improvement ever touched them, and none
    /// could fill their places with wilds.
    fn lies_apart(&self, run: &Play) -> bool {
        self.hand.wilds() == 0 && holds_no_more(self.hand.counts(), run.cards.counts())
    }

    /// Whether `cards` are in no group and could be taken away before grouping: they are all of their ranks, so that no run
    /// leads over these ranks any more unless by wilds, and with wilds in their places no run is cheaper.
    fn is_loose(&self, cards: &LevelHand, tables: &Tables, costs: &Costs) -> bool {
        let counts = cards.counts();
        let all = holds_no_more(self.hand.counts(), counts) && holds_no_more(self.loose, counts);
        if !all || cards.wilds() > self.free_wilds() {
            return false;
        }
        if self.hand.wilds() == cards.wilds() {
            return true;
        }
        // Wilds may make a straight of what had to be a straight flush before.
        if !Windows::of_flushes(&self.hand, 0).is_empty() {
            return false;
        }
        let mut ranks = counts.at_least_among(1, Nibbles::RANKS).iter();
        ranks.all(|nibble| costs.dearer_as_wilds(tables, nibble, counts.get(nibble)))
    }
}

/// Whether there are no more cards `of` the ranks of `cards` than these. Of jokers and wilds there may be more.
fn holds_no_more(of: Counts, cards: Counts) -> bool {
    let ranks = cards.at_least_among(1, Nibbles::RANKS);
    of.only(ranks) == cards.only(ranks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, Rank};
    use crate::combo::{Detail, for_each_lead};
    use crate::hand::Hand;
    use crate::policy::tempo::{Principle, Principles, Weights};
    use crate::rules::test_rules;

    /// A hand of up to 27 cards around one rank or from everywhere, often with wilds.
    fn hand(state: &mut u64, level: Rank) -> LevelHand {
        let mut below = |n: u64| {
            *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (*state >> 33) % n
        };
        let (size, low, width) = (1 + below(27), below(40), 12 + below(42));
        let mut hand = Hand::EMPTY;
        for _ in 0..2 {
            let wild = Card::new(level, crate::card::Suit::Hearts);
            hand = if below(3) == 0 { hand.with(wild).unwrap() } else { hand };
        }
        for _ in 0..size {
            let card = Card::from_index(((low + below(width)) % 54) as u8);
            hand = hand.with(card).unwrap_or(hand);
        }
        LevelHand::new(hand, level)
    }

    #[test]
    fn a_grouping_kept_is_the_grouping_of_the_cards_left_and_its_change_of_cost_the_difference() {
        let mut state = 1;
        let (mut loose, mut first, mut later, mut anew) = (0, 0, 0, 0);
        for round in 0..3000 {
            let t = Tables::new(&test_rules(round), Rank::new((round % 13) as u8));
            let off = Principle::ALL[round % Principle::ALL.len()];
            let on = if round % 4 == 0 { Principles::ALL.with(off, false) } else { Principles::ALL };
            let valuation = Valuation::new(on, Weights::DEFAULT);
            let of = |hand: &LevelHand| Grouping::of(hand, &t, &valuation);
            let cost = |grouping: &Grouping| grouping.cost(&t, &valuation.playing);
            let hand = hand(&mut state, t.level);
            let grouping = of(&hand);
            for_each_lead(&hand, &t, Detail::Ranks, &mut |play| {
                let mut rest = hand;
                rest.remove(&play.cards);
                let (mut kept, made_anew) = (grouping, of(&rest));
                kept.play(play, &t, &valuation.grouping);
                let removable = grouping.removable(play, &t, &valuation.grouping);
                match removable {
                    Some(Removable::Loose) => loose += 1,
                    Some(Removable::Group(0)) => first += 1,
                    Some(Removable::Group(_)) => later += 1,
                    None => anew += 1,
                }
                assert_eq!(kept.is_of(&rest), removable.is_some());
                if kept.is_of(&rest) {
                    let parts = |grouping: &Grouping| (grouping.rest, grouping.loose, grouping.groups().to_vec());
                    assert_eq!(parts(&kept), parts(&made_anew), "{play:?} out of {}", hand.to_hand(t.level));
                }
                if let Some(change) = grouping.change_without(play, &t, &valuation) {
                    assert_eq!(change, cost(&made_anew) - cost(&grouping));
                }
            });
        }
        assert!([loose, first, later, anew].iter().all(|&times| times >= 10), "{loose} {first} {later} {anew}");
    }
}
