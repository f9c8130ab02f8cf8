//! `rollout`: always legal, the same whatever the threads, its text form, and what it aims at.

use std::sync::atomic::{AtomicBool, AtomicU64};

use guandan_core::card::{Rank, Seat};
use guandan_core::deal::{Background, Deal, Dealt, Log, Pattern, Stakes, View};
use guandan_core::hand::Hand;
use guandan_core::policy::{Aim, Belief, Memory, Policy, Search, Strategy, levels};
use guandan_core::rng::{Address, Purpose};
use guandan_core::rules::{Rules, Tables, presets};
use guandan_core::series::ClockModel;
use guandan_core::sim::{Part, Plan, Pool, Unit, run_blocks, seats};

fn strategy(text: &str) -> Strategy {
    text.parse().unwrap()
}

fn hand(text: &str) -> Hand {
    text.parse().unwrap()
}

fn address(block: u64) -> Address {
    Address::new(1, Purpose::Play, block, 0)
}

#[test]
fn every_action_is_legal_under_every_preset() {
    for (number, preset) in presets().enumerate() {
        let rules = Rules::preset(preset.name).unwrap();
        let t = Tables::new(&rules, Rank::new(number as u8));
        let rollout = strategy("rollout(samples=3, breadth=5)");
        let hands = Dealt::new(1, number as u64, 0).hands();
        let mut deal = Deal::new(&rules, t.level, hands, Seat::new(0)).unwrap();
        let mut log = Log::default();
        while let Some(seat) = deal.turn() {
            let view = View::new(&deal, seat, &t, address(0), Some(&log));
            match rollout.act(&view, &mut Memory::default()) {
                None => deal.pass().unwrap(),
                Some(play) => {
                    deal.play(&play, &t).unwrap();
                    log.push(seat, &play, &deal);
                }
            }
        }
    }
}

#[test]
fn threads_change_neither_choices_nor_estimates() {
    let rules = Rules::preset("institute").unwrap();
    let t = Tables::new(&rules, Rank::TWO);
    let log = Log::default();
    let policy = strategy("random");
    for block in 0..6 {
        let hands = Dealt::new(2, block, 0).hands();
        let deal = Deal::new(&rules, t.level, hands, Seat::new(1)).unwrap();
        let view = View::new(&deal, Seat::new(1), &t, address(block), Some(&log));
        let chosen = [1, 2, 3].map(|threads| {
            strategy(&format!("rollout(samples=25, threads={threads})")).act(&view, &mut Memory::default())
        });
        assert!(chosen.iter().all(|play| *play == chosen[0]), "{chosen:?}");
        let estimates = [1, 3].map(|threads| {
            let mut search = Search::new(view, &policy, 7, Aim::Levels);
            let all: Vec<usize> = (0..search.estimates().len()).collect();
            for samples in [1, 6] {
                search.sample(samples, &all, threads);
            }
            search.estimates().to_vec()
        });
        assert_eq!(estimates[0], estimates[1]);
        assert!(estimates[0].iter().all(|estimate| estimate.finishes.count() == 7));
    }
}

#[test]
fn beliefs_change_estimates_whatever_the_threads_and_only_where_plays_tell() {
    let rules = Rules::preset("institute").unwrap();
    let t = Tables::new(&rules, Rank::TWO);
    let mut deal = Deal::new(&rules, t.level, Dealt::new(2, 0, 0).hands(), Seat::new(1)).unwrap();
    let (mut log, tempo) = (Log::default(), strategy("tempo"));
    while deal.actions() < 25 {
        let seat = deal.turn().unwrap();
        match tempo.act(&View::new(&deal, seat, &t, address(0), None), &mut Memory::default()) {
            Some(play) => {
                deal.play(&play, &t).unwrap();
                log.push(seat, &play, &deal);
            }
            None => deal.pass().unwrap(),
        }
    }
    let view = View::new(&deal, deal.turn().unwrap(), &t, address(0), Some(&log));
    let estimates = |policy: &Strategy, belief: Belief, threads: u32| {
        let mut search = Search::new(view, policy, 7, Aim::Levels).believing(belief);
        let all: Vec<usize> = (0..search.estimates().len()).collect();
        search.sample(30, &all, threads);
        search.estimates().to_vec()
    };
    let believed = estimates(&tempo, Belief::Plays, 1);
    assert_eq!(believed, estimates(&tempo, Belief::Plays, 3));
    assert_ne!(believed, estimates(&tempo, Belief::Uniform, 1));
    for policy in ["random", "lowest"] {
        let policy = strategy(policy);
        assert_eq!(estimates(&policy, Belief::Plays, 1), estimates(&policy, Belief::Uniform, 1));
    }
}

/// Seat 0 leads from SK and S3: after the king it is out first, after the three seat 1 is.
fn two_cards(t: &Tables, rules: &Rules) -> Deal {
    let hands = ["S3 SK", "S8", "S4 S5 S6 C9", "ST SJ SQ C7"].map(hand);
    Deal::new(rules, t.level, hands, Seat::new(0)).unwrap()
}

#[test]
fn it_plays_for_levels_or_for_the_match_as_the_stakes_are() {
    let rules = Rules::preset("institute").unwrap();
    let t = Tables::new(&rules, Rank::TWO);
    let deal = two_cards(&t, &rules);
    let log = Log::default();
    let view = View::new(&deal, Seat::new(0), &t, address(0), Some(&log));
    // Stakes under which team 0 wins the match by losing the deal: never so in earnest.
    let perverse = Stakes::new(|first, _| if first.team() == 0 { 0.0 } else { 1.0 });
    let cards = |text: &str, view: &View<'_>| {
        let play = strategy(text).act(view, &mut Memory::default()).expect("a lead");
        play.cards.to_hand(t.level).to_string()
    };
    let told = view.with_background(Background::new(None, Some(&perverse)));
    assert_eq!(cards("rollout", &view), "SK");
    assert_eq!(cards("rollout", &told), "S3");
    assert_eq!(cards("rollout(aim=levels)", &told), "SK");
}

#[test]
fn estimates_count_every_finish_and_average_them() {
    let rules = Rules::preset("institute").unwrap();
    let t = Tables::new(&rules, Rank::TWO);
    let deal = two_cards(&t, &rules);
    let log = Log::default();
    let view = View::new(&deal, Seat::new(0), &t, address(0), Some(&log));
    let policy = strategy("random");
    let mut search = Search::new(view, &policy, 1, Aim::Levels);
    search.sample(400, &[0, 1], 1);
    for estimate in search.estimates() {
        let finishes = &estimate.finishes;
        let values: Vec<f64> = Seat::ALL
            .into_iter()
            .flat_map(|first| Pattern::ALL.map(|pattern| (first, pattern)))
            .flat_map(|(first, pattern)| {
                std::iter::repeat_n(levels(&view, first, pattern), finishes.of(first, pattern) as usize)
            })
            .collect();
        assert_eq!(values.len(), 400);
        let mean = values.iter().sum::<f64>() / 400.0;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 399.0;
        let (found, error) = finishes.mean(|first, pattern| levels(&view, first, pattern));
        assert!((found - mean).abs() < 1e-12 && (error - (variance / 400.0).sqrt()).abs() < 1e-12);
    }
}

#[test]
fn more_cards_than_are_held_may_be_about() {
    let rules = Rules::preset("institute").unwrap();
    let t = Tables::new(&rules, Rank::TWO);
    let deal = two_cards(&t, &rules);
    let log = Log::default();
    let view = View::new(&deal, Seat::new(0), &t, address(0), Some(&log));
    let policy = strategy("lowest");
    let won = |cards: Hand| {
        let mut search = Search::among(view, &policy, 1, Aim::Levels, cards).unwrap();
        search.sample(200, &[0, 1], 1);
        let share = |number: usize| {
            let finishes = search.estimates()[number].finishes;
            finishes.mean(|first, _| f64::from(u8::from(first.team() == 0))).0
        };
        share(1)
    };
    // Of the nine cards held nothing beats the king; of all the others a lot does.
    assert!((won(view.unseen()) - 1.0).abs() < 1e-12);
    assert!(won(Hand::FULL.minus(hand("S3 SK"))) < 0.9);
    assert!(Search::among(view, &policy, 1, Aim::Levels, hand("S4 S5")).is_none());
}

#[test]
fn text_forms_say_everything_that_differs() {
    for (text, printed) in [
        ("rollout", "rollout"),
        ("rollout( policy = lowest , samples=7)", "rollout(samples=7, policy=lowest)"),
        ("rollout(policy=tempo(partner=off, infer=off))", "rollout(policy=tempo(infer=off, partner=off))"),
        ("rollout(budget_ms=50)", "rollout(budget_ms=50)"),
        ("rollout(budget_ms=50,samples=100)", "rollout(samples=100, budget_ms=50)"),
        (
            "rollout(threads=2, caution=0.5, prune=off, aim=levels, exact=12, breadth=0, policy=tempo)",
            "rollout(exact=12, breadth=0, prune=off, caution=0.5, aim=levels, threads=2)",
        ),
    ] {
        assert_eq!(strategy(text).to_string(), printed);
        assert_eq!(strategy(printed), strategy(text));
    }
}

#[test]
fn a_wrong_parameter_says_what_was_expected() {
    let error = |text: &str| text.parse::<Strategy>().unwrap_err().to_string();
    assert!(error("rollout(sample=5)").ends_with("(did you mean samples?)"), "{}", error("rollout(sample=5)"));
    for (text, end) in [
        ("rollout(samples=0)", "expected a number from 1 to 1000000"),
        ("rollout(samples=many)", "expected a number from 1 to 1000000"),
        ("rollout(caution=-1)", "expected a number from 0 to 100"),
        ("rollout(caution=nan)", "expected a number from 0 to 100"),
        ("rollout(prune=yes)", "expected on or off"),
        ("rollout(aim=level)", "expected one of match, levels, first (did you mean levels?)"),
        ("rollout(exact=21)", "expected a number from 0 to 20"),
        ("rollout(samples=1, samples=2)", "is given more than once"),
        ("rollout(policy=tmpo)", "(did you mean tempo?)"),
    ] {
        assert!(error(text).ends_with(end), "{}", error(text));
    }
}

#[test]
fn only_a_budget_of_time_depends_on_time() {
    let depends = |text| strategy(text).depends_on_time();
    assert!(!depends("tempo") && !depends("rollout(samples=5, threads=2)"));
    assert!(depends("rollout(budget_ms=5)") && depends("rollout(policy=rollout(budget_ms=5))"));
    assert!(strategy("rollout").asks_for_stakes() && !strategy("rollout(aim=levels)").asks_for_stakes());
}

#[test]
fn a_budget_ends_thinking_but_leaves_a_legal_play() {
    let rules = Rules::preset("institute").unwrap();
    let t = Tables::new(&rules, Rank::TWO);
    let hands = Dealt::new(3, 0, 0).hands();
    let deal = Deal::new(&rules, t.level, hands, Seat::new(0)).unwrap();
    let log = Log::default();
    let view = View::new(&deal, Seat::new(0), &t, address(0), Some(&log));
    let begun = std::time::Instant::now();
    let play = strategy("rollout(budget_ms=20)").act(&view, &mut Memory::default()).unwrap();
    // A million samples would take minutes; a busy machine may take its time over twenty milliseconds.
    assert!(begun.elapsed().as_secs() < 20);
    assert!(deal.check(&play, &t).is_ok());
}

#[test]
fn matches_are_the_same_for_any_number_of_workers() {
    let plan = Plan {
        label: "institute".to_owned(),
        rules: Rules::preset("institute").unwrap(),
        unit: Unit::Match { clock: ClockModel::default(), leave_rate: 0.0 },
        given: None,
        strategies: seats(&[strategy("rollout(samples=1, breadth=2, policy=lowest, caution=0)"), strategy("random")])
            .unwrap(),
        rotations: 1,
        seed: 7,
        records: true,
        plays: false,
        hand_columns: false,
    };
    let run = |workers: usize| -> Part {
        let (cancel, progress) = (AtomicBool::new(false), AtomicU64::new(0));
        run_blocks(&plan, 0, 1, &Pool::new(workers).unwrap(), &cancel, &progress).unwrap()
    };
    let part = run(1);
    assert!(part.deals.rows() > 3);
    assert_eq!(part, run(2));
}
