//! The fields of a rule set, clause by clause of docs/RULES.md R13: every value the clause allows is taken from a setting,
//! printed back, written and read again, and changes the rules' fingerprint; what it does not allow is refused with the
//! clause.
//! What a value does in play is tested with the clauses that the field belongs to. And every clause has its test.

use std::path::Path;

use guandan_core::rules::{Clause, FIELDS, Field, Rules};

const LEVELS: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"];
const SWITCH: [&str; 2] = ["yes", "no"];

fn institute() -> Rules {
    Rules::preset("institute").unwrap()
}

/// The field of a clause takes each of these values and none of those.
fn takes(clause: &str, name: &str, values: &[&str], not: &[&str]) {
    let field = Field::named(name).unwrap_or_else(|| panic!("no field {name}"));
    assert_eq!(field.clause(), clause);
    // Fields that would contradict some value of this one are at rest.
    let base = institute().with_settings(["cut=none", "tribute_return_max=none"], "--set").unwrap();
    let mut prints = Vec::new();
    for value in values {
        let setting = format!("{name}={value}");
        let rules =
            base.with_settings([setting.as_str()], "--set").unwrap_or_else(|error| panic!("{setting}: {error}"));
        assert_eq!(field.text(&rules), *value);
        assert_eq!(Rules::from_text(&rules.to_toml(), "again").unwrap(), rules);
        prints.push(rules.fingerprint());
    }
    let all = prints.len();
    prints.sort();
    prints.dedup();
    assert_eq!(prints.len(), all, "two values of {name} give the same rules");
    for value in not {
        let error = institute().with_settings([format!("{name}={value}").as_str()], "--set").unwrap_err().to_string();
        assert!(error.starts_with(&format!("{name} = ")) && error.ends_with(&format!("({clause})")), "{error}");
    }
}

fn numbers(least: u32, most: u32) -> Vec<String> {
    (least..=most).map(|number| number.to_string()).collect()
}

macro_rules! fields {
    ($($test:ident, $clause:literal, $name:literal: $values:expr, not $not:expr;)+) => {
        $(#[test]
        fn $test() {
            let values: Vec<String> = $values.iter().map(ToString::to_string).collect();
            takes($clause, $name, &values.iter().map(String::as_str).collect::<Vec<_>>(), &$not);
        })+

        #[test]
        fn every_field_has_its_clause_here() {
            let here = [$($name),+];
            assert!(FIELDS.iter().map(|field| field.name).eq(here));
        }
    };
}

fields! {
    r13_1_promotion, "R13.1", "promotion": ["3,2,1", "5,3,1", "0,0,0", "12,12,12"], not ["3,2", "13,2,1", "a,b,c"];
    r13_2_must_play, "R13.2", "must_play": ["none", "A", "5,T,K,A", "2,3,4,5,6,7,8,9,T,J,Q,K,A"], not ["1", "A,", ""];
    r13_3_pass_ace, "R13.3", "pass_ace": ["partner_not_last", "double_down"], not ["first", ""];
    r13_4_ace_attempts, "R13.4", "ace_attempts": numbers(0, 255), not ["256", "-1", "three"];
    r13_5_ace_attempt_counts, "R13.5", "ace_attempt_counts": ["any_failure", "partner_last_only"], not ["lost"];
    r13_6_ace_fall_to, "R13.6", "ace_fall_to": LEVELS, not ["none", "11", "SB"];
    r13_7_ace_fall_first_win, "R13.7", "ace_fall_first_win":
        [&["none"][..], &LEVELS].concat(), not ["11", "HR", ""];
    r13_8_ace_finish_demotes, "R13.8", "ace_finish_demotes": SWITCH, not ["maybe"];
    r13_9_streak_rises, "R13.9", "streak_rises": numbers(0, 255), not ["256", "on"];
    r13_10_streak_falls, "R13.10", "streak_falls": numbers(0, 255), not ["256", "on"];
    r13_11_lead_after_out, "R13.11", "lead_after_out": ["partner", "next"], not ["last"];
    r13_12_double_down_ends_deal, "R13.12", "double_down_ends_deal": SWITCH, not ["1"];
    r13_13_tribute, "R13.13", "tribute": ["on", "off"], not ["single"];
    r13_14_anti_tribute, "R13.14", "anti_tribute": ["two_big_jokers", "none"], not ["jokers"];
    r13_15_tribute_return_max, "R13.15", "tribute_return_max":
        [&["none"][..], &LEVELS].concat(), not ["11", "SB"];
    r13_16_tribute_return_level, "R13.16", "tribute_return_level": SWITCH, not ["level"];
    r13_17_tribute_return_received, "R13.17", "tribute_return_received": SWITCH, not ["copy"];
    r13_18_tribute_tie, "R13.18", "tribute_tie": ["clockwise", "winner_chooses", "last_to_first"], not ["first"];
    r13_19_tribute_lead, "R13.19", "tribute_lead": ["payer_to_first", "last", "first", "partner_of_payer", "payer_of_higher"], not ["second"];
    r13_20_max_bomb, "R13.20", "max_bomb": numbers(4, 10), not ["3", "11"];
    r13_21_joker_pair_in_full_house, "R13.21", "joker_pair_in_full_house": SWITCH, not [""];
    r13_22_plain_straight_from_flush, "R13.22", "plain_straight_from_flush": SWITCH, not [""];
    r13_23_sequence_order, "R13.23", "sequence_order": ["natural", "level"], not ["rank"];
    r13_24_first_lead, "R13.24", "first_lead": ["turned_up", "drawn", "random", "seat_0"], not ["south"];
    r13_25_cut, "R13.25", "cut": ["none", "count_from_south", "modulo_four"], not ["south"];
    r13_26_later_draw, "R13.26", "later_draw": ["last_or_right", "last_or_either", "last"], not ["first"];
    r13_27_later_shuffle, "R13.27", "later_shuffle": ["first_left_hand", "last"], not ["first"];
    r13_28_announce_at, "R13.28", "announce_at": numbers(0, 27), not ["28"];
    r13_29_clock, "R13.29", "clock": ["none", "40,25,30", "1,1,1", "65535,65535,65535"], not ["40", "0,25,30", "40,25,65536"];
    r13_30_scoring, "R13.30", "scoring": ["none", "guandan_com"], not ["points"];
    r13_31_tribute_wild, "R13.31", "tribute_wild": SWITCH, not ["wild"];
    r13_32_tribute_double, "R13.32", "tribute_double": ["higher_to_first", "clockwise"], not ["winner_chooses"];
}

#[test]
fn every_clause_has_a_test_that_is_named_by_it() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")];
    let mut source = String::new();
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                source += &std::fs::read_to_string(path).unwrap();
            }
        }
    }
    // "r12_3_and_4_" is a test of R12.3 and of R12.4.
    let names: Vec<&str> = source.split("fn ").map(|rest| rest.split(['(', '<']).next().unwrap_or_default()).collect();
    let tested = |id: &str| {
        let name = format!("{}_", id.to_lowercase().replace('.', "_"));
        let (chapter, number) = id.split_once('.').expect("a chapter and a number");
        let second = format!("_and_{number}_");
        let chapter = format!("{}_", chapter.to_lowercase());
        names.iter().any(|test| {
            test.starts_with(&name)
                || test.contains(&format!("_{name}"))
                || test.starts_with(&chapter) && test.contains(&second)
        })
    };
    let without: Vec<&str> = Clause::ALL.iter().map(|clause| clause.id()).filter(|id| !tested(id)).collect();
    assert_eq!(without, Vec::<&str>::new());
}
