//! Records of mass simulation: every line is found right, agrees with the tables, and can be had again on its own.

use std::sync::atomic::{AtomicBool, AtomicU64};

use crate::common::matches::rank;
use guandan_core::policy::Strategy;
use guandan_core::record::{Record, Verifier};
use guandan_core::rules::{Clock, Rules, presets};
use guandan_core::series::{ClockModel, EndedBy};
use guandan_core::sim::{Levels, Part, Plan, PlanError, Pool, Unit, Values, run_blocks, seats};

fn plan(label: &str, rules: &Rules, unit: Unit) -> Plan {
    let strategies = seats::<Strategy>(&["lowest".parse().unwrap(), "random".parse().unwrap()]).unwrap();
    Plan {
        label: label.to_owned(),
        rules: *rules,
        unit,
        given: None,
        strategies,
        rotations: 2,
        seed: 11,
        records: true,
        plays: false,
        hand_columns: false,
    }
}

fn matches(leave_rate: f64) -> Unit {
    Unit::Match { clock: ClockModel::default(), leave_rate }
}

fn run(plan: &Plan, first: u64, blocks: u64, threads: usize) -> Part {
    let pool = Pool::new(threads).unwrap();
    let (cancel, progress) = (AtomicBool::new(false), AtomicU64::new(0));
    run_blocks(plan, first, blocks, &pool, &cancel, &progress).unwrap()
}

fn records(part: &Part) -> Vec<Record> {
    part.records.lines().map(|line| Record::parse(line.as_bytes()).unwrap()).collect()
}

/// Verifies the records in order.
fn verified(part: &Part, rules: &Rules) -> Vec<Record> {
    let records = records(part);
    let mut verifier = Verifier::new();
    for record in &records {
        let name = format!("{} match {} deal {}", record.rules, record.match_number, record.deal);
        verifier.check(record, rules).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
    }
    records
}

fn column_u16(part: &Part, name: &str) -> Vec<u16> {
    match &part.deals.column(name).unwrap().values {
        Values::U16(cells) => cells.clone(),
        other => panic!("{name} is {}", other.type_name()),
    }
}

#[test]
fn every_record_of_every_preset_is_right_and_agrees_with_the_deals_table() {
    for preset in presets() {
        let part = run(&plan(preset.name, &preset.rules, matches(0.0)), 3, 6, 2);
        let records = verified(&part, &preset.rules);
        assert_eq!(records.len(), part.deals.rows(), "{}", preset.name);
        let of_records = |get: fn(&Record) -> usize| -> Vec<u16> { records.iter().map(|r| get(r) as u16).collect() };
        assert_eq!(of_records(|r| r.deal as usize), column_u16(&part, "deal"));
        let plays = |r: &Record| r.plays.iter().filter(|action| action.play.is_some()).count();
        assert_eq!(of_records(plays), column_u16(&part, "plays"));
        assert_eq!(of_records(|r| r.plays.iter().filter(|a| a.play.is_none()).count()), column_u16(&part, "passes"));
    }
}

#[test]
fn in_the_second_rotation_the_strategies_have_moved_on_and_the_cards_have_not() {
    let rules = Rules::preset("web").unwrap();
    let records = records(&run(&plan("web", &rules, matches(0.0)), 0, 3, 1));
    let deal = |number, deal| records.iter().find(|r| r.match_number == number && r.deal == deal).unwrap();
    for block in 0..3 {
        let [one, two] = [deal(2 * block, 0), deal(2 * block + 1, 0)];
        assert_eq!((&one.hands, one.leader), (&two.hands, two.leader));
        assert_eq!(one.strategies, ["lowest", "random", "lowest", "random"]);
        assert_eq!(two.strategies, ["random", "lowest", "random", "lowest"]);
    }
}

#[test]
fn records_are_the_same_on_any_number_of_threads_and_a_block_alone_gives_its_own() {
    let rules = Rules::preset("next_wind").unwrap();
    let plan = plan("next_wind", &rules, matches(0.02));
    let whole = run(&plan, 0, 20, 3);
    assert_eq!(whole.records, run(&plan, 0, 20, 1).records);
    let alone = records(&run(&plan, 13, 1, 1));
    let of_block: Vec<Record> = records(&whole).into_iter().filter(|r| r.match_number / 2 == 13).collect();
    assert_eq!(alone, of_block);
}

#[test]
fn records_change_no_row() {
    let rules = Rules::preset("guandan_com").unwrap();
    for unit in [matches(0.1), Unit::Deal { levels: Levels::one(rank("9")) }] {
        let plan = plan("guandan_com", &rules, unit);
        let part = run(&plan, 0, 10, 1);
        let without = run(&Plan { records: false, ..plan }, 0, 10, 1);
        assert_eq!((part.matches, part.deals), (without.matches, without.deals));
        assert_eq!(without.records, "");
    }
}

#[test]
fn matches_with_leavers_are_recorded_up_to_the_action_before() {
    let rules = Rules::preset("guandan_com").unwrap();
    let records = verified(&run(&plan("guandan_com", &rules, matches(0.2)), 0, 30, 2), &rules);
    let left: Vec<&Record> = records.iter().filter(|record| record.left.is_some()).collect();
    assert!(left.len() > 20);
    for record in left {
        assert_eq!((record.ended_by, record.winner, record.places), (Some(EndedBy::Leave), None, None));
        assert_eq!(record.left.unwrap().1 as usize, record.plays.len());
    }
}

#[test]
fn single_deals_are_recorded_as_such() {
    for preset in presets() {
        let part = run(&plan(preset.name, &preset.rules, Unit::Deal { levels: Levels::one(rank("A")) }), 0, 8, 1);
        for record in verified(&part, &preset.rules) {
            assert!(record.is_single() && record.tribute.is_none() && record.turned_up.is_none());
            assert_eq!((record.deal, record.levels), (0, [rank("A"); 2]));
        }
    }
}

#[test]
fn the_last_deal_before_the_bell_says_that_the_match_is_over() {
    let clock = Some(Clock { match_minutes: 15, play_seconds: 25, leading_team_seconds: 30 });
    let rules = Rules { clock, ..Rules::preset("competition").unwrap() };
    let records = verified(&run(&plan("custom", &rules, matches(0.0)), 0, 30, 2), &rules);
    let at_bell = records.iter().filter(|record| record.ended_by == Some(EndedBy::Clock)).count();
    assert!(at_bell > 30, "{at_bell}");
}

#[test]
fn r10_3_a_plan_whose_plays_take_longer_than_the_rules_allow_is_refused() {
    let rules = Rules::preset("competition").unwrap();
    let clock = ClockModel { play: 26_000, ..ClockModel::default() };
    let slow = plan("competition", &rules, Unit::Match { clock, leave_rate: 0.0 });
    assert!(matches!(slow.check(), Err(PlanError::Clock(message)) if message.contains("26 s")));
    let untimed = Rules { clock: None, ..rules };
    assert_eq!(Plan { rules: untimed, ..slow }.check(), Ok(()));
}
