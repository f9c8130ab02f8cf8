//! Fewest plays and decompositions: equal to an exhaustive search on small hands, never beaten by a random one on large
//! hands, and always the hand itself cut into legal plays.

use std::cmp::Reverse;

use crate::common::Dice;
use crate::common::exhaustive::{Exhaustive, without};
use guandan_core::card::Rank;
use guandan_core::combo::{Detail, Play, classify, for_each_lead};
use guandan_core::evaluate::{Decomposition, Evaluator, points};
use guandan_core::hand::{Hand, LevelHand};
use guandan_core::rules::{Rules, Tables};

/// Refuses anything but the hand cut into so many legal plays.
fn check_decomposition(hand: &LevelHand, t: &Tables, plays: u32, found: &Decomposition, context: &str) {
    assert_eq!(found.plays.len() as u32, plays, "{context}");
    let mut rest = *hand;
    for play in &found.plays {
        assert!(classify(&play.cards, t).contains(&play.combo), "{play:?} is no combination: {context}");
        rest = without(&rest, &play.cards).unwrap_or_else(|| panic!("{play:?} plays cards that are gone: {context}"));
    }
    assert!(rest.is_empty(), "{context}");
    assert_eq!(found.control, found.plays.iter().map(|play| points(play.combo)).sum::<u32>(), "{context}");
    let order = |play: &Play| (play.combo.kind, play.combo.size, play.combo.key);
    assert!(found.plays.is_sorted_by_key(order), "{context}");
}

/// Evaluates a small hand and compares with the exhaustive search.
fn check_small(hand: Hand, level: Rank, rules: &Rules) {
    let t = Tables::new(rules, level);
    let context = format!(
        "{hand} at level {level}, bombs to {}, joker pairs in full houses: {}, {:?} order",
        rules.max_bomb, rules.joker_pair_in_full_house, rules.sequence_order
    );
    let hand = LevelHand::new(hand, level);
    let (plays, Reverse(control)) = Exhaustive::score(&hand, &t);
    let found = Evaluator::new(&t).evaluate(&hand);
    assert_eq!(found.min_plays, plays, "{context}");
    check_decomposition(&hand, &t, plays, &found.decomposition, &context);
    check_decomposition(&hand, &t, plays, &found.strongest, &context);
    assert!(found.decomposition.control <= found.strongest.control, "{context}");
    assert_eq!(found.strongest.control, control, "{context}");
}

#[test]
fn fewest_plays_and_strongest_decomposition_equal_an_exhaustive_search_on_small_hands() {
    let mut dice = Dice::new(11);
    for i in 0..5_000 {
        let (rules, level) = (dice.combination_rules(), Rank::new((i / 3 % 13) as u8));
        let size = 1 + dice.below(13);
        let wilds = size.min(i % 3);
        let structured = dice.coin();
        let hand =
            if structured { dice.structured_hand(size, wilds, level) } else { dice.any_hand(size, wilds, level) };
        check_small(hand, level, &rules);
    }
}

#[test]
fn where_five_equal_cards_are_no_bomb_full_houses_may_exchange_their_pairs() {
    let mut dice = Dice::new(12);
    for i in 0..1_000 {
        let rules = Rules { max_bomb: 4, ..dice.combination_rules() };
        let level = dice.level();
        let size = 5 + dice.below(9);
        check_small(dice.few_ranks_hand(size, i % 3, level), level, &rules);
    }
    let rules = Rules { max_bomb: 4, ..dice.combination_rules() };
    // AAA22 and 333AA are two plays; AAAAA alone would be two itself.
    let hand = "SA SA DA DA CA S2 D2 S3 D3 C3".parse().unwrap();
    let t = Tables::new(&rules, Rank::TEN);
    assert_eq!(Evaluator::new(&t).min_plays(&LevelHand::new(hand, Rank::TEN)), 2);
}

/// The number of plays after which a hand is empty when each is drawn at random, the larger with the better chance.
fn random_decomposition(hand: &LevelHand, t: &Tables, dice: &mut Dice) -> u32 {
    let mut rest = *hand;
    let mut count = 0;
    while !rest.is_empty() {
        let mut plays = Vec::new();
        for_each_lead(&rest, t, Detail::Ranks, &mut |play| plays.push(play.cards));
        let candidates = 1 + dice.below(6);
        let play = (0..candidates)
            .map(|_| plays[dice.below(plays.len())])
            .max_by_key(guandan_core::hand::LevelHand::len)
            .unwrap();
        rest.remove(&play);
        count += 1;
    }
    count
}

#[test]
fn no_random_decomposition_of_a_full_hand_beats_the_fewest_plays() {
    let mut dice = Dice::new(13);
    let mut met = 0;
    for i in 0..300 {
        let (rules, level) = (dice.combination_rules(), dice.level());
        let t = Tables::new(&rules, level);
        let structured = dice.coin();
        let hand = if structured { dice.structured_hand(27, i % 3, level) } else { dice.any_hand(27, i % 3, level) };
        let seen = LevelHand::new(hand, level);
        let found = Evaluator::new(&t).evaluate(&seen);
        let context = format!("{hand} at level {level} under {rules:?}");
        check_decomposition(&seen, &t, found.min_plays, &found.decomposition, &context);
        check_decomposition(&seen, &t, found.min_plays, &found.strongest, &context);
        assert!(found.decomposition.control <= found.strongest.control, "{context}");
        let tried = (0..100).map(|_| random_decomposition(&seen, &t, &mut dice)).min().unwrap();
        assert!(found.min_plays <= tried, "{} plays, but {tried} do: {context}", found.min_plays);
        met += u32::from(found.min_plays == tried);
    }
    assert!(met >= 30, "a search that never comes near proves nothing: {met} hands");
}

#[test]
fn an_evaluator_gives_the_same_answers_whatever_it_saw_before() {
    let mut dice = Dice::new(14);
    let (rules, level) = (dice.combination_rules(), dice.level());
    let t = Tables::new(&rules, level);
    let mut used = Evaluator::new(&t);
    for i in 0..200 {
        let size = 1 + dice.below(27);
        let hand = LevelHand::new(dice.structured_hand(size, size.min(i % 3), level), level);
        assert_eq!(used.evaluate(&hand), Evaluator::new(&t).evaluate(&hand));
    }
}

#[test]
fn an_empty_hand_needs_no_play() {
    let t = Tables::new(&Dice::new(15).combination_rules(), Rank::TWO);
    let found = Evaluator::new(&t).evaluate(&LevelHand::EMPTY);
    assert_eq!((found.min_plays, found.strongest.control), (0, 0));
    assert!(found.decomposition.plays.is_empty() && found.strongest.plays.is_empty());
}
