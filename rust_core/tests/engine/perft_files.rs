//! The counts of `tests/perft/*.perft`, one file a preset, and perft itself against the slow twin.

use std::fs;
use std::path::Path;

use crate::common::{Dice, in_parallel, numbers};
use guandan_core::card::Seat;
use guandan_core::combo::Detail;
use guandan_core::deal::Deal;
use guandan_core::oracle::{Oracle, SlowDeal, SlowPerft};
use guandan_core::perft::{PerftRecord, divide, perft, records};
use guandan_core::rules::{LeadAfterOut, Rules, Tables, presets};

/// Counts above this are for `make perft`.
const ORDINARY: u64 = 300_000;
/// Counts above this take the slow twin too long.
const SLOW: u64 = 20_000;

fn file(preset: &str) -> Vec<PerftRecord> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/perft/{preset}.perft"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    records(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn all_records() -> Vec<PerftRecord> {
    presets().flat_map(|preset| file(preset.name)).collect()
}

/// Recounts the lines whose count is wanted; how many those were.
fn recount(wanted: impl Fn(u64) -> bool + Sync) -> usize {
    let recount = |record: &PerftRecord| {
        let t = record.tables();
        let counts: Vec<_> = record.counts.iter().filter(|count| wanted(count.nodes)).collect();
        for count in &counts {
            let nodes = perft(&record.deal, &t, count.depth, count.detail);
            assert_eq!(nodes, count.nodes, "{} at detail {:?}, depth {}", record.id, count.detail, count.depth);
        }
        counts.len()
    };
    in_parallel(&all_records(), recount).into_iter().sum()
}

fn slow(deal: &Deal, oracle: &Oracle, depth: u32, detail: Detail) -> u64 {
    let dealt = Seat::ALL.map(|seat| deal.hand(seat).to_hand(deal.level()));
    let start = SlowDeal::new(dealt, deal.turn().expect("the deal has begun").index());
    SlowPerft::new(oracle).count(&start, depth as usize, detail == Detail::Ranks)
}

#[test]
fn every_preset_has_four_positions_or_more_with_0_1_and_2_wilds_each_at_two_depths() {
    for preset in presets() {
        let records = file(preset.name);
        assert!(records.len() >= 4, "{}", preset.name);
        let wilds = |record: &PerftRecord| record.deal.hand(record.deal.turn().unwrap()).wilds();
        assert!((0..3).all(|n| records.iter().any(|record| wilds(record) == n)), "{}", preset.name);
        for record in &records {
            assert_eq!(record.rules, preset.rules, "{}", record.id);
            for detail in [Detail::Ranks, Detail::Cards] {
                let of_detail = record.counts.iter().filter(|count| count.detail == detail);
                assert!(of_detail.count() >= 2, "{} at detail {detail:?}", record.id);
            }
        }
    }
}

#[test]
fn perft_counts_are_those_of_the_files() {
    assert!(recount(|nodes| nodes <= ORDINARY) > 100);
}

#[test]
#[ignore = "minutes; part of make perft"]
fn perft_counts_above_the_ordinary_limit_are_those_of_the_files() {
    assert!(recount(|nodes| nodes > ORDINARY) > 10);
}

#[test]
fn the_slow_twin_confirms_the_files() {
    let confirm = |record: &PerftRecord| {
        let oracle = Oracle::new(record.rules, record.deal.level());
        let counts: Vec<_> = record.counts.iter().filter(|count| count.nodes <= SLOW).collect();
        for count in &counts {
            let nodes = slow(&record.deal, &oracle, count.depth, count.detail);
            assert_eq!(nodes, count.nodes, "{} at detail {:?}, depth {}", record.id, count.detail, count.depth);
        }
        counts.len()
    };
    let confirmed: usize = in_parallel(&all_records(), confirm).into_iter().sum();
    assert!(confirmed > 60, "only {confirmed} counts are small enough");
}

/// A deal of a few cards a seat, out of few ranks so that answers are common.
fn small_deal(dice: &mut Dice) -> (Deal, Oracle, Tables) {
    let rules = Rules {
        lead_after_out: if dice.coin() { LeadAfterOut::Partner } else { LeadAfterOut::Next },
        double_down_ends_deal: dice.coin(),
        ..dice.combination_rules()
    };
    let level = dice.level();
    let sizes = [0; 4].map(|_| 1 + dice.below(3));
    let wilds = dice.below(3);
    let cards = dice.structured_hand(sizes.iter().sum::<usize>().max(wilds), wilds, level);
    let hands = dice.hands_out_of(cards, sizes);
    let leader = Seat::new(dice.below(4) as u8);
    let deal = Deal::new(&rules, level, hands, leader).unwrap();
    (deal, Oracle::new(rules, level), Tables::new(&rules, level))
}

#[test]
fn perft_equals_the_slow_twin_to_the_end_of_small_deals() {
    let check = |&number: &u64| {
        let mut dice = Dice::new(number);
        let (deal, oracle, t) = small_deal(&mut dice);
        let mut depth = 1;
        loop {
            for detail in [Detail::Ranks, Detail::Cards] {
                let nodes = perft(&deal, &t, depth, detail);
                assert_eq!(nodes, slow(&deal, &oracle, depth, detail), "deal {number}, {detail:?}, depth {depth}");
            }
            let nodes = perft(&deal, &t, depth, Detail::Cards);
            if nodes == 0 || nodes > 500 {
                return u32::from(nodes == 0);
            }
            depth += 1;
        }
    };
    let to_the_end: u32 = in_parallel(&numbers(300), check).into_iter().sum();
    assert!(to_the_end > 30, "only {to_the_end} deals were counted to their end");
}

#[test]
fn dividing_lists_every_first_action_once_and_sums_to_the_count() {
    for record in all_records() {
        let t = record.tables();
        for detail in [Detail::Ranks, Detail::Cards] {
            let parts = divide(&record.deal, &t, 2, detail);
            assert_eq!(parts.len() as u64, perft(&record.deal, &t, 1, detail), "{}", record.id);
            let sum: u64 = parts.iter().map(|(_, nodes)| nodes).sum();
            assert_eq!(sum, perft(&record.deal, &t, 2, detail), "{}", record.id);
        }
        let mut following = record.deal;
        following.play_unchecked(&divide(&record.deal, &t, 1, Detail::Ranks)[0].0.unwrap());
        let parts = divide(&following, &t, 1, Detail::Ranks);
        assert!(parts.iter().all(|(play, _)| play.is_some()) == following.is_over());
        assert_eq!(parts.last().map(|(play, nodes)| (*play, *nodes)), (!following.is_over()).then_some((None, 1)));
    }
}
