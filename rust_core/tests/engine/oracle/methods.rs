//! The two slow methods of finding leads, which share no idea, find the same: so either may judge the engine.

use crate::common::{Dice, difference, say};
use guandan_core::oracle::Oracle;

#[test]
fn trying_everything_and_filling_shapes_find_the_same_leads() {
    let mut dice = Dice::new(1);
    for _ in 0..2_000 {
        let (rules, level) = (dice.combination_rules(), dice.level());
        let (size, wilds) = (1 + dice.below(11), dice.below(3));
        let hand = dice.structured_hand(size, wilds, level);
        let oracle = Oracle::new(rules, level);
        let difference = difference(&oracle.leads(hand), &oracle.leads_by_shape(hand), say);
        assert!(difference.is_empty(), "{hand} at level {level} under {rules:?}\n{difference}");
    }
}
