//! The engine finds, counts, picks and classifies exactly what the slow oracle does, over hands in which every shape is
//! common.

use std::collections::{BTreeMap, HashSet};

use crate::common::engine::{Both, combo};
use crate::common::{Dice, difference, in_parallel, numbers, rounds, say};
use guandan_core::combo::{
    Combo, Detail, Play, count_answers, count_bombs, count_leads, pick_answer, pick_lead, undeclared,
};
use guandan_core::hand::Hand;
use guandan_core::oracle::{Oracle, OraclePlay};

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

/// A way to count the plays of a hand and to pick the k-th.
struct Choice<'a> {
    both: &'a Both,
    hand: Hand,
    to_beat: Option<Combo>,
}

impl Choice<'_> {
    fn count(&self) -> u32 {
        let (seen, t) = (self.both.seen(self.hand), &self.both.tables);
        self.to_beat.map_or_else(|| count_leads(&seen, t), |to_beat| count_answers(&seen, t, to_beat))
    }

    /// Picks number `k`; the picker must name the same count.
    fn pick(&self, k: u32) -> Play {
        let (seen, t) = (self.both.seen(self.hand), &self.both.tables);
        let choose = |count| {
            assert_eq!(count, self.count());
            k
        };
        let Some(to_beat) = self.to_beat else { return pick_lead(&seen, t, count_bombs(&seen, t), choose) };
        pick_answer(&seen, t, to_beat, count_bombs(&seen, t), |count| Some(choose(count))).unwrap()
    }

    /// Counting and picking must run over exactly the `listed` plays.
    fn assert_bijection(&self, listed: &HashSet<OraclePlay>, what: &str) {
        assert_eq!(self.count() as usize, listed.len(), "{what}: count");
        let picked: Vec<Play> = (0..self.count()).map(|k| self.pick(k)).collect();
        let difference = difference(listed, &self.both.plays(&picked), say);
        assert!(difference.is_empty(), "{what}: left listed, right picked\n{difference}");
    }
}

/// Compares one list of the engine at both details with what the oracle finds, and count and pick with the list.
fn assert_equal(both: &Both, hand: Hand, expected: &HashSet<OraclePlay>, to_beat: Option<Combo>, what: &str) {
    let list = |detail| to_beat.map_or_else(|| both.leads(hand, detail), |to_beat| both.answers(hand, to_beat, detail));
    let cards = list(Detail::Cards);
    let difference = difference(expected, &both.plays(&cards), say);
    assert!(difference.is_empty(), "{what}, detail cards: left oracle, right engine\n{difference}");
    assert_eq!(cards.len(), expected.len(), "{what}, detail cards: a play is listed twice");

    let ranks = list(Detail::Ranks);
    let listed = both.plays(&ranks);
    let representatives: HashSet<OraclePlay> = both.oracle.representatives(hand, expected).into_iter().collect();
    let difference = crate::common::difference(&representatives, &listed, say);
    assert!(difference.is_empty(), "{what}, detail ranks: left oracle, right engine\n{difference}");
    assert_eq!(ranks.len(), listed.len(), "{what}, detail ranks: a play is listed twice");

    Choice { both, hand, to_beat }.assert_bijection(&listed, what);
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
    let expected = both.oracle.leads(hand);

    let what = format!("hand {number}: {hand} at level {level} under {rules:?}");
    assert_equal(&both, hand, &expected, None, &what);

    let every = both.oracle.every_reading();
    let mut own: Vec<_> = expected.iter().map(|&(reading, _)| reading).collect();
    own.sort_unstable();
    for round in 0..6 {
        let to_beat = if round < 3 { every[dice.below(every.len())] } else { own[dice.below(own.len())] };
        let what = format!("{to_beat:?} to beat, {what}");
        assert_equal(&both, hand, &both.oracle.answers(&expected, to_beat), Some(combo(to_beat)), &what);
        assert_eq!(
            undeclared(&both.seen(hand), &both.tables, Some(combo(to_beat))).map(|combo| both.reading(combo)),
            both.oracle.undeclared(hand, Some(to_beat)),
            "undeclared, {what}"
        );
    }
    let mut coverage = Coverage::new();
    for play in &expected {
        *coverage.entry(shape_of(play, &both)).or_default() += 1;
    }
    coverage
}

#[test]
fn leads_and_answers_equal_the_oracle_on_20_000_hands() {
    let coverage = in_parallel(&numbers(20_000), |&number| check_hand(number)).into_iter().fold(Coverage::new(), join);
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
    let expected = both.oracle.leads_by_shape(hand);

    let what = format!("dealt hand {number}: {hand} at level {level} under {rules:?}");
    assert_equal(&both, hand, &expected, None, &what);

    let every = both.oracle.every_reading();
    let to_beat = every[dice.below(every.len())];
    let what = format!("{to_beat:?} to beat, {what}");
    assert_equal(&both, hand, &both.oracle.answers(&expected, to_beat), Some(combo(to_beat)), &what);
}

#[test]
fn leads_and_answers_equal_the_filling_of_shapes_on_hands_of_27_cards() {
    in_parallel(&numbers(rounds(1_000, 10_000)), |&number| check_dealt_hand(number));
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
