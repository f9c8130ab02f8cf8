//! What becomes of a grouping when a play is made: often what is left of it is the grouping of the cards left, and nothing has to be
//! split anew.
//!
//! Splitting takes the best step again and again, of equals the first. So a grouping outlives a play that leaves its other steps
//! as they were and makes no step that was not taken any better; each rule here says when that is sure. Steps that only
//! vanish are no matter: they were not the best ones.

use super::costs::Costs;
use super::grouping::{Group, Grouping};
use crate::combo::{Kind, Play, Windows};
use crate::hand::{Counts, LevelHand, Nibbles};
use crate::rules::Tables;

/// What can be taken out of a grouping, the rest being the grouping of the cards left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Removable {
    /// Cards outside groups.
    Loose,
    /// The group of this number.
    Group(usize),
}

impl Grouping {
    /// Takes the cards of `play` out if what remains is sure to be the grouping of the cards left; if not, it stays the grouping of
    /// the hand before.
    #[inline(always)]
    pub(super) fn play(&mut self, play: &Play, t: &Tables, split: &Costs) {
        let flush = play.combo.kind == Kind::StraightFlush;
        match self.part(play, t, split) {
            Some(Removable::Loose) => self.counts -= play.cards.counts(),
            Some(Removable::Group(index)) => self.remove(index),
            None => return,
        }
        if !flush {
            self.rest.remove(&play.cards);
        }
        self.hand.remove(&play.cards);
    }

    /// What the grouping of the cards left costs more than this one, if that can be told without splitting them.
    #[inline(always)]
    pub(super) fn change_without(&self, play: &Play, t: &Tables, split: &Costs, value: &Costs) -> Option<i32> {
        Some(match self.part(play, t, split)? {
            Removable::Group(index) => -self.groups()[index].cost(t, value),
            Removable::Loose => {
                let mut change = -value.wild * play.cards.wilds() as i32;
                for nibble in play.cards.counts().at_least_among(1, Nibbles::NATURAL).iter() {
                    let (count, taken) = (self.count(nibble), play.cards.count(nibble));
                    change += value.of_rank(t, nibble, count - taken) - value.of_rank(t, nibble, count);
                }
                change
            }
        })
    }

    /// What `play` is in this grouping, if the rest can do without it.
    #[inline(always)]
    fn part(&self, play: &Play, t: &Tables, split: &Costs) -> Option<Removable> {
        if !play.combo.kind.is_run() && self.is_loose(&play.cards, t, split) {
            return Some(Removable::Loose);
        }
        let mut index = 0;
        while index < self.groups().len() {
            let group = self.groups()[index];
            if group.combo.kind == play.combo.kind && group.counts == play.cards.counts() {
                let stays = if index == 0 { self.began_with(group, play) } else { self.lays_apart(play) };
                return stays.then_some(Removable::Group(index));
            }
            index += 1;
        }
        None
    }

    /// Whether splitting began by setting `group`, which is `play`, apart and would go on in the same way with its cards gone.
    ///
    /// The numbers of cards are the same then. Suits are settled only of straight flushes; those of other groups matter where
    /// a straight flush is within reach.
    #[inline(always)]
    fn began_with(&self, group: Group, play: &Play) -> bool {
        if group.combo.kind == Kind::StraightFlush {
            return play.cards.all_suits().contains(group.suit());
        }
        let in_one_step = group.combo.kind.is_run() || group.wilds() == 1;
        in_one_step && Windows::of_flushes(&self.hand, self.hand.wilds() - play.cards.wilds()).is_empty()
    }

    /// Whether a run's cards are all there are of their ranks, so that no other step ever touched them, and none could fill
    /// their places with wilds.
    #[inline(always)]
    fn lays_apart(&self, run: &Play) -> bool {
        self.hand.wilds() == 0 && holds_no_more(self.hand.counts(), run.cards.counts())
    }

    /// Whether `cards` are outside groups and could be taken away before splitting: all of their ranks, so that no run is left
    /// that leads over them, unless by wilds, which must not make it any cheaper.
    #[inline(always)]
    fn is_loose(&self, cards: &LevelHand, t: &Tables, split: &Costs) -> bool {
        let all = holds_no_more(self.hand.counts(), cards.counts()) && holds_no_more(self.counts, cards.counts());
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
        let mut ranks = cards.counts().at_least_among(1, Nibbles::RANKS).iter();
        ranks.all(|nibble| split.dearer_as_wilds(t, nibble, cards.count(nibble)))
    }
}

/// Whether there are no more cards `of` the ranks of `cards` than these; of jokers and wilds there may be.
#[inline(always)]
const fn holds_no_more(of: Counts, cards: Counts) -> bool {
    let ranks = cards.at_least_among(1, Nibbles::RANKS);
    of.only(ranks).word() == cards.only(ranks).word()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, Rank};
    use crate::combo::{Detail, for_each_lead};
    use crate::hand::Hand;
    use crate::policy::tempo::costs::Valuation;
    use crate::policy::{Principle, Principles, Weights};
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
    fn a_plan_kept_is_the_plan_of_the_cards_left_and_its_change_of_cost_the_difference() {
        let mut state = 1;
        let (mut loose, mut first, mut later, mut anew) = (0, 0, 0, 0);
        for round in 0..2000 {
            let t = Tables::new(&test_rules(round), Rank::new((round % 13) as u8));
            let off = Principle::ALL[round % Principle::ALL.len()];
            let on = if round % 4 == 0 { Principles::ALL.with(off, false) } else { Principles::ALL };
            let Valuation { split, value, .. } = &Valuation::new(on, Weights::DEFAULT);
            let of = |hand: &LevelHand| Grouping::of(hand, &t, split, on.has(Principle::Tempo));
            let hand = hand(&mut state, t.level);
            let grouping = of(&hand);
            for_each_lead(&hand, &t, Detail::Ranks, &mut |play| {
                let mut rest = hand;
                rest.remove(&play.cards);
                let (mut kept, anew_split) = (grouping, of(&rest));
                kept.play(play, &t, split);
                match grouping.part(play, &t, split) {
                    Some(Removable::Loose) => loose += 1,
                    Some(Removable::Group(0)) => first += 1,
                    Some(Removable::Group(_)) => later += 1,
                    None => anew += 1,
                }
                assert_eq!(kept.is_of(&rest), grouping.part(play, &t, split).is_some());
                if kept.is_of(&rest) {
                    let parts = |grouping: &Grouping| (grouping.rest, grouping.counts, grouping.groups().to_vec());
                    assert_eq!(parts(&kept), parts(&anew_split), "{play:?} out of {}", hand.to_hand(t.level));
                }
                if let Some(change) = grouping.change_without(play, &t, split, value) {
                    assert_eq!(change, anew_split.cost(&t, value) - grouping.cost(&t, value));
                }
            });
        }
        assert!([loose, first, later, anew].iter().all(|&times| times >= 10), "{loose} {first} {later} {anew}");
    }
}
