//! Which card to pay, return or take.

use super::grouping::Grouping;
use super::{Principle, Tempo};
use crate::deal::{ChoiceView, Phase};
use crate::hand::{Hand, LevelHand};

impl Tempo {
    /// The option that leaves the cheapest hand: without the card paid or returned, with the one taken. The first of
    /// equals, which is the lowest.
    pub(super) fn choose_card(&self, view: &ChoiceView<'_>) -> u32 {
        let (choice, t) = (view.choice(), view.tables());
        let cost = |hand: Hand| {
            let runs = self.on.has(Principle::Tempo);
            Grouping::of(&LevelHand::new(hand, t.level), t, &self.worth.split, runs).cost(t, &self.worth.value)
        };
        let after = |card| match choice.phase {
            Phase::Pay | Phase::Return => view.hand().minus(Hand::EMPTY.with(card).expect("one card")),
            Phase::Pick => view.hand().with(card).expect("two packs hold two of each face"),
        };
        let options = choice.cards.cards().zip(0..);
        options.min_by_key(|&(card, _)| cost(after(card))).expect("a choice has options").1
    }
}
