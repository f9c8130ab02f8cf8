//! The engine finds, counts, picks and classifies exactly what the slow oracle does, over hands in which every shape is
//! common.

mod common;

use std::collections::{BTreeMap, HashSet};

use common::engine::{Both, combo};
use common::{Dice, difference, say};
use guandan_core::combo::{Answers, Bits, Combo, Detail, Leads, Play, Portable, undeclared};
use guandan_core::hand::Hand;
use guandan_core::oracle::{Oracle, OraclePlay};
use guandan_core::rules::Tables;
use rayon::prelude::*;

/// How often each shape of play was met: kind, size, rank of the run if it begins with the low ace, wilds in it.
type Coverage = BTreeMap<(&'static str, usize, bool, u32), usize>;

fn join(mut left: Coverage, right: Coverage) -> Coverage {
    for (shape, count) in right {
        *left.entry(shape).or_default() += count;
    }
    left
}

fn shape_of((reading, cards): &OraclePlay, both: &Both) -> (&'static str, usize, bool, u32) {
    let low = match reading.kind {
        "straight" | "straight_flush" => reading.rank == "5",
        "tube" => reading.rank == "3",
        "plate" => reading.rank == "2",
        _ => false,
    };
    (reading.kind, reading.size, low, cards.count(both.oracle.wild()))
}

/// Numbers the plays that `pick` gives for `0..count` and demands exactly the `listed` ones.
fn assert_bijection(listed: &HashSet<OraclePlay>, count: u32, both: &Both, pick: impl Fn(u32) -> Play, what: &str) {
    let picked: HashSet<OraclePlay> = (0..count).map(|k| both.play(&pick(k))).collect();
    assert_eq!(count as usize, listed.len(), "{what}: count");
    let difference = difference(listed, &picked, say);
    assert!(difference.is_empty(), "{what}: left listed, right picked\n{difference}");
}

fn assert_same_picks<B: Bits>(hand: Hand, both: &Both, to_beat: Combo) {
    let (seen, t) = (both.seen(hand), &both.tables);
    let leads = Leads::of(&seen, t);
    for k in 0..leads.count() {
        assert_eq!(leads.pick::<B>(&seen, t, k), leads.pick::<Portable>(&seen, t, k), "{hand}: lead {k}");
    }
    let answers = Answers::of(&seen, t, to_beat);
    for k in 0..answers.count() {
        assert_eq!(answers.pick::<B>(&seen, t, k), answers.pick::<Portable>(&seen, t, k), "{hand}: answer {k}");
    }
}

/// Compares one list of the engine at both details with what the oracle finds, and count and pick with the list.
fn assert_equal(
    both: &Both,
    hand: Hand,
    expected: &HashSet<OraclePlay>,
    list: impl Fn(Detail) -> Vec<Play>,
    count: u32,
    pick: impl Fn(u32) -> Play,
    what: &str,
) {
    let cards = list(Detail::Cards);
    let difference = difference(expected, &both.plays(&cards), say);
    assert!(difference.is_empty(), "{what}, detail cards: left oracle, right engine\n{difference}");
    assert_eq!(cards.len(), expected.len(), "{what}, detail cards: a play is listed twice");

    let ranks = list(Detail::Ranks);
    let listed = both.plays(&ranks);
    let representatives: HashSet<OraclePlay> = both.oracle.representatives(hand, expected).into_iter().collect();
    let difference = common::difference(&representatives, &listed, say);
    assert!(difference.is_empty(), "{what}, detail ranks: left oracle, right engine\n{difference}");
    assert_eq!(ranks.len(), listed.len(), "{what}, detail ranks: a play is listed twice");

    assert_bijection(&listed, count, both, pick, what);
}

/// Everything about one hand; the number names the hand, its level and its rules.
fn check_hand(number: u64) -> Coverage {
    let mut dice = Dice::new(number);
    let (rules, level) = (dice.combination_rules(), dice.level());
    let (size, wilds) = (1 + dice.below(12), dice.below(3));
    let hand = if dice.below(5) == 0 {
        dice.any_hand(size.max(wilds), wilds, level)
    } else {
        dice.structured_hand(size.max(wilds), wilds, level)
    };
    let both = Both::new(Oracle::new(rules, level));
    let (seen, t): (_, &Tables) = (both.seen(hand), &both.tables);
    let expected = both.oracle.leads(hand);

    let what = format!("hand {number}: {hand} at level {level} under {rules:?}");
    let leads = Leads::of(&seen, t);
    let pick = |k| leads.pick::<Portable>(&seen, t, k);
    assert_equal(&both, hand, &expected, |detail| both.leads(hand, detail), leads.count(), pick, &what);

    let every = both.oracle.every_reading();
    let mut own: Vec<_> = expected.iter().map(|&(reading, _)| reading).collect();
    own.sort_unstable();
    for round in 0..6 {
        let to_beat = if round < 3 { every[dice.below(every.len())] } else { own[dice.below(own.len())] };
        let what = format!("{to_beat:?} to beat, {what}");
        let engine_to_beat = combo(to_beat);
        let answers = Answers::of(&seen, t, engine_to_beat);
        let pick = |k| answers.pick::<Portable>(&seen, t, k);
        let expected = both.oracle.answers(&expected, to_beat);
        let list = |detail| both.answers(hand, engine_to_beat, detail);
        assert_equal(&both, hand, &expected, list, answers.count(), pick, &what);
        assert_eq!(
            undeclared(&seen, t, Some(engine_to_beat)).map(|combo| both.reading(combo)),
            both.oracle.undeclared(hand, Some(to_beat)),
            "undeclared, {what}"
        );
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("bmi2") {
            assert_same_picks::<guandan_core::combo::Bmi2>(hand, &both, engine_to_beat);
        }
    }
    let mut coverage = Coverage::new();
    for play in &expected {
        *coverage.entry(shape_of(play, &both)).or_default() += 1;
    }
    coverage
}

#[test]
fn leads_and_answers_equal_the_oracle_on_20_000_hands() {
    let coverage = (0..20_000u64).into_par_iter().map(check_hand).reduce(Coverage::new, join);
    let mut wanted: Vec<(&str, usize, bool, u32)> = vec![("joker_bomb", 4, false, 0)];
    wanted.extend([("single", 1, false, 0), ("single", 1, false, 1)]);
    for wilds in 0..3 {
        wanted.extend([("pair", 2), ("triple", 3), ("full_house", 5)].map(|(kind, size)| (kind, size, false, wilds)));
        for low in [false, true] {
            let runs = [("straight", 5), ("straight_flush", 5), ("tube", 6), ("plate", 6)];
            wanted.extend(runs.map(|(kind, size)| (kind, size, low, wilds)));
        }
        wanted.extend((4..=8 + wilds).map(|size| ("bomb", size as usize, false, wilds)));
    }
    for shape in wanted {
        let met = coverage.get(&shape).copied().unwrap_or(0);
        assert!(met >= 20, "(kind, size, low ace, wilds) {shape:?} was met only {met} times: {coverage:?}");
    }
}

/// A hand as dealt, against the second method of finding leads; the number names the hand, its level and its rules.
fn check_dealt_hand(number: u64) {
    let mut dice = Dice::new(2_000_000 + number);
    let (rules, level) = (dice.combination_rules(), dice.level());
    let wilds = dice.below(3);
    let hand = dice.any_hand(27, wilds, level);
    let both = Both::new(Oracle::new(rules, level));
    let (seen, t) = (both.seen(hand), &both.tables);
    let expected = both.oracle.leads_by_shape(hand);

    let what = format!("dealt hand {number}: {hand} at level {level} under {rules:?}");
    let leads = Leads::of(&seen, t);
    let pick = |k| leads.pick::<Portable>(&seen, t, k);
    assert_equal(&both, hand, &expected, |detail| both.leads(hand, detail), leads.count(), pick, &what);

    let every = both.oracle.every_reading();
    let to_beat = every[dice.below(every.len())];
    let what = format!("{to_beat:?} to beat, {what}");
    let answers = Answers::of(&seen, t, combo(to_beat));
    let pick = |k| answers.pick::<Portable>(&seen, t, k);
    let expected = both.oracle.answers(&expected, to_beat);
    let list = |detail| both.answers(hand, combo(to_beat), detail);
    assert_equal(&both, hand, &expected, list, answers.count(), pick, &what);
}

#[test]
fn leads_and_answers_equal_the_filling_of_shapes_on_3_000_hands_of_27_cards() {
    (0..3_000).into_par_iter().for_each(check_dealt_hand);
}

#[test]
fn classify_equals_the_oracle_on_50_000_sets_of_cards() {
    let (mut combinations, mut ambiguous) = (0, 0);
    for number in 0..50_000 {
        let mut dice = Dice::new(1_000_000 + number);
        let (rules, level) = (dice.combination_rules(), dice.level());
        // Five and six cards have the most readings.
        let size = if dice.coin() { 5 + dice.below(2) } else { 1 + dice.below(12) };
        let wilds = dice.below(3);
        let cards = dice.structured_hand(size.max(wilds), wilds, level);
        let both = Both::new(Oracle::new(rules, level));
        let (expected, found) = (both.oracle.readings(cards), both.classify(cards));
        let what = format!("set {number}: {cards} at level {level} under {rules:?}");
        assert_eq!(found.iter().copied().collect::<HashSet<_>>(), expected, "{what}");
        assert_eq!(found.len(), expected.len(), "{what}: a reading is given twice");
        assert_eq!(found.first().copied(), both.oracle.undeclared(cards, None), "{what}: the undeclared reading");
        combinations += usize::from(!found.is_empty());
        ambiguous += usize::from(found.len() > 1);
    }
    assert!(combinations > 5_000 && ambiguous > 1_000, "{combinations} combinations, {ambiguous} ambiguous");
}

#[test]
fn beats_equals_the_oracle_on_every_pair_of_readings() {
    for number in 0..60 {
        let mut dice = Dice::new(number);
        let oracle = Oracle::new(dice.combination_rules(), dice.level());
        let every = oracle.every_reading();
        for &play in &every {
            for &on in &every {
                assert_eq!(combo(play).beats(combo(on)), oracle.beats(play, on), "{play:?} on {on:?}");
            }
        }
    }
}
