//! The points of control are what they are said to be: measured again, on other deals.

use std::collections::{HashMap, HashSet};

use crate::common::{Dice, common_rules};
use guandan_core::combo::{Combo, Detail, Kind, for_each_lead};
use guandan_core::evaluate::{Fewest, points};
use guandan_core::hand::LevelHand;
use guandan_core::rules::{Key, Tables};

/// The strongest answers of a hand that cost nothing, by kind: those after which it needs no more plays than before.
/// Bombs answer each other whatever they are made of and count as one kind.
fn free_answers(hand: &LevelHand, t: &Tables, fewest: &mut Fewest, strongest: &mut HashMap<Kind, Combo>) {
    let before = fewest.min_plays(hand);
    for_each_lead(hand, t, Detail::Ranks, &mut |play| {
        let kind = if play.combo.kind.is_bomb() { Kind::Bomb } else { play.combo.kind };
        if strongest.get(&kind).is_none_or(|&strongest| play.combo.beats(strongest)) {
            let mut rest = *hand;
            rest.remove(&play.cards);
            if fewest.min_plays(&rest) <= before {
                strongest.insert(kind, play.combo);
            }
        }
    });
}

#[test]
fn points_are_the_chance_that_no_opponent_can_answer_at_no_cost() {
    const PER_SIZE: usize = 13;
    let mut dice = Dice::new(16);
    let tables = Tables::all_levels(&common_rules());
    let mut fewest = Fewest::new(&tables[0]);
    let mut seen: HashMap<(Kind, u8, Key), (u32, u32)> = HashMap::new();
    for i in 0..13 * 27 * PER_SIZE {
        let (t, size) = (&tables[i % 13], 1 + i / 13 % 27);
        let [own, left, right, _] = dice.hands([27, size, size, 0]);
        let mut answers = HashMap::new();
        for opponent in [left, right] {
            free_answers(&LevelHand::new(opponent, t.level), t, &mut fewest, &mut answers);
        }
        let mut leads = HashSet::new();
        for_each_lead(&LevelHand::new(own, t.level), t, Detail::Ranks, &mut |play| {
            leads.insert(play.combo);
        });
        for lead in leads {
            let kind = if lead.kind.is_bomb() { Kind::Bomb } else { lead.kind };
            let stands = !answers.get(&kind).is_some_and(|answer| answer.beats(lead));
            let (stood, times) = seen.entry((lead.kind, lead.size, lead.key)).or_default();
            *stood += u32::from(stands);
            *times += 1;
        }
    }
    let mut compared = 0;
    for ((kind, size, key), (stood, times)) in seen {
        let bonus = if kind.is_bomb() { 100 } else { 0 };
        let stated = f64::from(points(Combo::new(kind, size, key)) - bonus);
        let chance = f64::from(stood) / f64::from(times);
        // Four standard errors at a chance of one half, and a point for rounding.
        let tolerance = 1.0 + 400.0 * 0.5 / f64::from(times).sqrt();
        assert!(
            (100.0 * chance - stated).abs() <= tolerance,
            "{kind} {size} {key:?}: {chance} of {times}, {stated} stated"
        );
        compared += u32::from(tolerance < 6.0);
    }
    assert!(compared >= 70, "only {compared} combinations were seen often enough to say anything");
}
