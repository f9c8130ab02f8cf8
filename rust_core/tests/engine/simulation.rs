//! Mass simulation: the same bytes for any number of threads and any processor, cards that depend on seed and block
//! alone, rows that say what happened.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use guandan_core::card::{Rank, Seat};
use guandan_core::deal::{Background, Deal, Dealt, Log, Pattern, StatedAction};
use guandan_core::evaluate::Fewest;
use guandan_core::hand::{Hand, LevelHand};
use guandan_core::policy::{DealSetup, Strategy, play_out};
use guandan_core::record::{Record, Verifier};
use guandan_core::rng::{Address, Purpose};
use guandan_core::rules::{Rules, Tables};
use guandan_core::series::ClockModel;
use guandan_core::series::opening::random_leader;
use guandan_core::sim::{
    Counts, GivenDeal, Levels, Part, Plan, PlanError, Pool, SimError, Table, Unit, Values, run_blocks, seats,
};

fn plan(strategies: &str, unit: Unit) -> Plan {
    let strategies: Vec<Strategy> = strategies.split(' ').map(|text| text.parse().unwrap()).collect();
    let strategies = seats(&strategies).unwrap();
    let rules = Rules::preset("institute").unwrap();
    Plan {
        label: "institute".to_owned(),
        rules,
        unit,
        given: None,
        strategies,
        rotations: 1,
        seed: 7,
        records: false,
        plays: false,
        hand_columns: false,
    }
}

const AT_TWO: Unit = Unit::Deal { levels: Levels::one(Rank::TWO) };
const MIN_PLAYS: [&str; 4] = ["min_plays_s0", "min_plays_s1", "min_plays_s2", "min_plays_s3"];
const MATCH: Unit = Unit::Match { clock: ClockModel { play: 5_000, pass: 1_500, between: 60_000 }, leave_rate: 0.0 };

fn run_with(plan: &Plan, first: u64, blocks: u64, threads: usize) -> Part {
    let pool = Pool::new(threads).unwrap();
    run_blocks(plan, first, blocks, &pool, &AtomicBool::new(false), &AtomicU64::new(0)).unwrap()
}

fn run(plan: &Plan, blocks: u64) -> Part {
    run_with(plan, 0, blocks, 1)
}

/// A column's cells as text: categories by name, missing ones empty.
fn cells(table: &Table, name: &str) -> Vec<String> {
    let column = table.column(name).unwrap_or_else(|| panic!("no column {name}"));
    let numbers: Vec<i64> = match &column.values {
        Values::U8(cells) => cells.iter().map(|&cell| cell.into()).collect(),
        Values::U16(cells) => cells.iter().map(|&cell| cell.into()).collect(),
        Values::U32(cells) => cells.iter().map(|&cell| cell.into()).collect(),
        Values::U64(cells) => cells.iter().map(|&cell| cell as i64).collect(),
        Values::I32(cells) => cells.iter().map(|&cell| cell.into()).collect(),
        Values::Text(_) => panic!("{name} holds no numbers"),
    };
    let text = |(i, number): (usize, i64)| match (&column.valid, &column.categories) {
        (Some(valid), _) if !valid[i] => String::new(),
        (_, Some(names)) => names[number as usize].clone(),
        _ => number.to_string(),
    };
    numbers.into_iter().enumerate().map(text).collect()
}

fn numbers(table: &Table, name: &str) -> Vec<i64> {
    cells(table, name).iter().map(|cell| cell.parse().unwrap()).collect()
}

#[test]
fn the_result_is_the_same_for_any_number_of_threads_and_any_cut_into_parts() {
    for unit in [AT_TWO, MATCH] {
        let plan = Plan { rotations: 2, ..plan("random lowest", unit) };
        let blocks = if unit == AT_TWO { 1500 } else { 40 };
        let whole = run(&plan, blocks);
        assert_eq!(run_with(&plan, 0, blocks, 3), whole);
        let head = run_with(&plan, 0, 13, 2);
        let tail = run_with(&plan, 13, blocks - 13, 2);
        for (whole, head, tail) in
            [(&whole.matches, &head.matches, &tail.matches), (&whole.deals, &head.deals, &tail.deals)]
        {
            for column in &whole.columns {
                let parts = [cells(head, &column.name), cells(tail, &column.name)].concat();
                assert_eq!(cells(whole, &column.name), parts, "{}", column.name);
            }
        }
    }
}

#[test]
fn r03_eight_deals_on_four_workers_are_eight_different_deals_and_those_of_one_worker() {
    let plan = plan("random", AT_TWO);
    let four = run_with(&plan, 0, 8, 4);
    assert_eq!(four, run(&plan, 8));
    let hands: std::collections::HashSet<_> =
        (0..8).map(|block| Dealt::new(7, block, 0).hands().map(|hand| hand.to_string())).collect();
    assert_eq!(hands.len(), 8);
    assert!(numbers(&four.deals, "plays").windows(2).any(|pair| pair[0] != pair[1]));
}

#[test]
fn r04_seed_0_is_a_seed_like_any_other() {
    let with_seed = |seed| run(&Plan { seed, ..plan("random", AT_TWO) }, 50);
    assert_eq!(with_seed(0), with_seed(0));
    assert_ne!(with_seed(0).deals, with_seed(1).deals);
}

#[test]
fn r06_the_cards_and_the_leader_are_the_same_whoever_plays_and_by_whatever_rules() {
    let of_the_deal = ["leader", "jokers_s0", "wilds_s1", "level_cards_s2", "natural_bombs_s3", "jokers_s3"];
    let first = run(&plan("random", AT_TWO), 400);
    let mut other = plan("lowest random", AT_TWO);
    other.rules = Rules::preset("next_wind").unwrap();
    let other = run(&other, 400);
    for name in of_the_deal {
        assert_eq!(cells(&first.deals, name), cells(&other.deals, name), "{name}");
    }
    assert_ne!(cells(&first.deals, "plays"), cells(&other.deals, "plays"));
}

#[test]
fn r11_the_same_strategy_on_both_sides_wins_each_block_once_for_each_side() {
    let part = run(&Plan { rotations: 2, ..plan("lowest", AT_TWO) }, 300);
    for pair in cells(&part.deals, "winner_team").chunks(2) {
        assert_eq!(pair[0], pair[1], "the same seats win, whichever side the copy is called");
    }
}

#[test]
fn the_leader_of_a_single_deal_is_uniform_over_the_seats() {
    let part = run(&plan("lowest", AT_TWO), 4000);
    let mut counts = [0f64; 4];
    for leader in numbers(&part.deals, "leader") {
        counts[leader as usize] += 1.0;
    }
    let chi: f64 = counts.iter().map(|count| (count - 1000.0).powi(2) / 1000.0).sum();
    assert!(chi < 16.27, "{counts:?}");
}

#[test]
fn strategies_move_one_seat_on_with_each_rotation_and_the_cards_stay() {
    let part = run(&Plan { rotations: 4, ..plan("random lowest lowest lowest", AT_TWO) }, 20);
    assert_eq!(numbers(&part.matches, "match"), (0..80).collect::<Vec<i64>>());
    for row in 0..80 {
        let (block, rotation) = (row / 4, row % 4);
        assert_eq!(numbers(&part.matches, "block")[row], block as i64);
        assert_eq!(numbers(&part.matches, "rotation")[row], rotation as i64);
        for seat in 0..4 {
            // What both teams play is told apart by team.
            let expected = ["random", "lowest#2", "lowest", "lowest#2"][(seat + rotation) % 4];
            assert_eq!(cells(&part.matches, &format!("strategy_s{seat}"))[row], expected);
        }
    }
    let leaders = numbers(&part.deals, "leader");
    assert!(leaders.chunks(4).all(|block| block.iter().all(|leader| *leader == block[0])));
}

#[test]
fn a_row_says_what_the_deal_played_by_hand_gives() {
    let plan = Plan { rotations: 2, ..plan("random lowest", Unit::Deal { levels: Levels::one(Rank::new(8)) }) };
    let part = run(&plan, 60);
    let tables = Tables::new(&plan.rules, Rank::new(8));
    for row in 0..120 {
        let (block, rotation) = (row as u64 / 2, row % 2);
        let dealt = Dealt::new(7, block, 0);
        let leader = random_leader(Address::new(7, Purpose::Leader, block, 0));
        let mut deal = Deal::new(&plan.rules, Rank::new(8), dealt.hands(), leader).unwrap();
        let (mut log, mut counts) = (Log::default(), Counts::default());
        let players = Seat::ALL.map(|seat| plan.strategies[(seat.index() + rotation) % 4].built_in().unwrap());
        let address = Address::new(7, Purpose::Play, block, 0);
        let setup = DealSetup { tables: &tables, address, strategies: players, background: Background::NONE };
        play_out(&mut deal, &setup, Some(&mut log), &mut counts);
        let outcome = deal.outcome().unwrap();
        let number = |name: &str| numbers(&part.deals, name)[row];
        let text = |name: &str| cells(&part.deals, name)[row].clone();
        assert_eq!(number("match"), row as i64);
        assert_eq!(number("leader"), leader.index() as i64);
        assert_eq!(text("level"), "T");
        assert_eq!(text("pattern"), outcome.pattern().name());
        assert_eq!(number("levels_won"), [3, 2, 1][outcome.pattern() as usize]);
        assert_eq!(number("plays"), log.plays().len() as i64);
        assert_eq!(number("passes"), i64::from(deal.actions()) - log.plays().len() as i64);
        assert_eq!(number("tricks"), i64::from(log.plays().last().unwrap().trick) + 1);
        for (i, seat) in outcome.places.into_iter().enumerate() {
            assert_eq!(number(&format!("place_s{seat}")), i as i64 + 1);
        }
        for seat in Seat::ALL {
            let bombs = log.plays().iter().filter(|logged| logged.seat == seat && logged.play.combo.kind.is_bomb());
            assert_eq!(number(&format!("bombs_s{seat}")), bombs.count() as i64);
            let hand = dealt.hand(seat);
            let of =
                |wanted: &dyn Fn(&guandan_core::card::Card) -> bool| hand.cards().filter(|card| wanted(card)).count();
            assert_eq!(number(&format!("jokers_s{seat}")), of(&|card| card.is_joker()) as i64);
            assert_eq!(number(&format!("wilds_s{seat}")), of(&|card| card.to_string() == "HT") as i64);
            let level_cards = of(&|card| card.rank() == Some(Rank::new(8)) && card.to_string() != "HT");
            assert_eq!(number(&format!("level_cards_s{seat}")), level_cards as i64);
            let mut groups = Rank::all().filter(|&rank| of(&|card| card.rank() == Some(rank)) >= 4).count();
            groups += usize::from(of(&|card| card.is_joker()) == 4);
            assert_eq!(number(&format!("natural_bombs_s{seat}")), groups as i64);
        }
        for kind in guandan_core::combo::Kind::ALL {
            let plays = log.plays().iter().filter(|logged| logged.play.combo.kind == kind).count();
            assert_eq!(number(&format!("kind_{kind}")), plays as i64);
        }
        for empty in ["declarers", "first_drawer", "paid_s0", "returned_s3"] {
            assert_eq!(text(empty), "");
        }
        assert_eq!(text("tribute"), "none");
        assert_eq!(cells(&part.matches, "ended_by")[row], "single");
        assert_eq!(cells(&part.matches, "points_s2")[row], "");
        let winners = outcome.winners();
        assert_eq!(numbers(&part.matches, "winner_team")[row], winners as i64);
        let climbed = 8 + [3, 2, 1][outcome.pattern() as usize];
        assert_eq!(cells(&part.matches, &format!("level_t{winners}"))[row], Rank::new(climbed).letter());
        assert_eq!(cells(&part.matches, &format!("level_t{}", 1 - winners))[row], "T");
    }
}

#[test]
fn the_losers_of_a_deal_stopped_at_1_2_are_both_third() {
    let mut plan = plan("random", AT_TWO);
    plan.rules = Rules::preset("jiangsu").unwrap();
    let part = run(&plan, 300);
    let places: Vec<Vec<i64>> = (0..4).map(|seat| numbers(&part.deals, &format!("place_s{seat}"))).collect();
    for (row, pattern) in cells(&part.deals, "pattern").iter().enumerate() {
        let mut places: Vec<i64> = places.iter().map(|column| column[row]).collect();
        places.sort_unstable();
        let expected = if pattern == Pattern::OneTwo.name() { [1, 2, 3, 3] } else { [1, 2, 3, 4] };
        assert_eq!(places, expected);
    }
}

#[test]
fn matches_run_to_their_end_with_tribute_and_levels_that_follow_from_their_deals() {
    let part = run(&Plan { rotations: 2, ..plan("random lowest", MATCH) }, 30);
    assert_eq!(part.matches.rows(), 60);
    assert!(cells(&part.matches, "ended_by").iter().all(|by| by == "ace"));
    let (of, deals) = (numbers(&part.deals, "match"), numbers(&part.deals, "deal"));
    let level = |text: &str| Rank::LETTERS.iter().position(|&letter| letter == text).unwrap() as i64;
    let mut row = 0;
    for number in 0..60 {
        let mut levels = [0i64; 2];
        let mut declarers = String::new();
        for deal in 0..numbers(&part.matches, "deals")[number] {
            assert_eq!((of[row], deals[row]), (number as i64, deal));
            assert_eq!(cells(&part.deals, "declarers")[row], declarers);
            let played = declarers.parse::<usize>().map_or(0, |team| levels[team]);
            assert_eq!(level(&cells(&part.deals, "level")[row]), played);
            let tribute = &cells(&part.deals, "tribute")[row];
            assert_eq!(tribute == "none", deal == 0);
            let paid = (0..4).filter(|seat| !cells(&part.deals, &format!("paid_s{seat}"))[row].is_empty()).count();
            assert_eq!(
                paid,
                match tribute.as_str() {
                    "single" => 1,
                    "double" => 2,
                    _ => 0,
                }
            );
            declarers.clone_from(&cells(&part.deals, "winner_team")[row]);
            let winners: usize = declarers.parse().unwrap();
            levels[winners] += numbers(&part.deals, "levels_won")[row];
            for (team, level) in levels.iter_mut().enumerate() {
                *level -= numbers(&part.deals, &format!("levels_lost_t{team}"))[row];
            }
            row += 1;
        }
        for (team, &expected) in levels.iter().enumerate() {
            assert_eq!(level(&cells(&part.matches, &format!("level_t{team}"))[number]), expected);
        }
        assert_eq!(cells(&part.matches, "winner_team")[number], declarers);
    }
    assert_eq!(row, part.deals.rows());
}

#[test]
fn the_columns_of_hand_evaluation_are_the_fewest_plays_of_the_dealt_hands_and_change_no_other() {
    for (plan, blocks) in
        [(plan("random lowest", Unit::Deal { levels: Levels::one(Rank::TEN) }), 300), (plan("lowest", MATCH), 3)]
    {
        let plain = run(&plan, blocks);
        let with = run(&Plan { hand_columns: true, ..plan.clone() }, blocks);
        assert_eq!(with.matches, plain.matches);
        let (ordinary, added) = with.deals.columns.split_at(plain.deals.columns.len());
        assert_eq!(ordinary, plain.deals.columns);
        assert_eq!(added.iter().map(|column| &column.name[..]).collect::<Vec<_>>(), MIN_PLAYS);
        let (of, deals) = (numbers(&with.deals, "match"), numbers(&with.deals, "deal"));
        for row in 0..with.deals.rows() {
            let level: Rank = cells(&with.deals, "level")[row].parse().unwrap();
            let mut fewest = Fewest::new(&Tables::new(&plan.rules, level));
            let hands = Dealt::new(plan.seed, of[row] as u64, deals[row] as u64).hands();
            for (hand, column) in hands.into_iter().zip(MIN_PLAYS) {
                let expected = fewest.min_plays(&LevelHand::new(hand, level));
                assert_eq!(numbers(&with.deals, column)[row], i64::from(expected), "{hand} at {level}");
            }
        }
    }
}

#[test]
fn a_player_who_leaves_ends_the_match_and_the_deal_is_not_counted() {
    let leave = Unit::Match { clock: ClockModel::default(), leave_rate: 1.0 };
    let part = run(&plan("random", leave), 10);
    assert!(cells(&part.matches, "ended_by").iter().all(|by| by == "leave"));
    assert!(cells(&part.matches, "winner_team").iter().all(String::is_empty));
    assert_eq!(part.deals.rows(), 0);
}

#[test]
fn cancelling_stops_the_run_and_progress_counts_matches() {
    let pool = Pool::new(2).unwrap();
    let plan = Plan { rotations: 2, ..plan("lowest", AT_TWO) };
    let (cancel, progress) = (AtomicBool::new(false), AtomicU64::new(0));
    run_blocks(&plan, 0, 300, &pool, &cancel, &progress).unwrap();
    assert_eq!(progress.load(Ordering::Relaxed), 600);
    cancel.store(true, Ordering::Relaxed);
    let stopped = run_blocks(&plan, 0, 300, &pool, &cancel, &progress);
    assert_eq!(stopped, Err(SimError::Cancelled));
    assert_eq!(progress.load(Ordering::Relaxed), 600);
}

#[test]
fn plans_that_make_no_sense_are_refused() {
    let refused = |plan: &Plan, first, blocks| {
        let pool = Pool::new(1).unwrap();
        let (cancel, progress) = (AtomicBool::new(false), AtomicU64::new(0));
        run_blocks(plan, first, blocks, &pool, &cancel, &progress).unwrap_err().to_string()
    };
    let good = plan("random", AT_TWO);
    let three = Plan { rotations: 3, ..good.clone() };
    assert_eq!(refused(&three, 0, 1), "rotations is 3: expected 1, 2 (sides swapped) or 4 (every seat)");
    let often = Plan { unit: Unit::Match { clock: ClockModel::default(), leave_rate: f64::NAN }, ..good.clone() };
    assert_eq!(refused(&often, 0, 1), "leave_rate is NaN: expected a number from 0 to 1");
    assert!(refused(&good, u64::MAX, 2).contains("cannot be numbered"));
    assert_eq!(seats::<Strategy>(&[]).unwrap_err(), PlanError::Strategies(0));
    assert_eq!(run(&good, 0).deals.rows(), 0);
}

/// A plan by which every deal begins as `play` actions of the first deal of `plan` left it.
fn going_on(plan: &Plan, play: usize) -> Plan {
    let line = run(&Plan { records: true, ..plan.clone() }, 1).records;
    let record = Record::parse(line.trim_end().as_bytes()).unwrap();
    let tables = Tables::new(&plan.rules, record.level);
    let actions = record.plays[..play].iter().map(|action| match &action.play {
        None => StatedAction::Pass,
        Some(play) => StatedAction::Cards {
            cards: Hand::from_cards(play.cards.iter().copied()).unwrap(),
            kind: Some(play.kind),
            rank: Some(play.rank.clone()),
        },
    });
    let given = GivenDeal::new(record.hands.map(Some), Some(record.leader)).unwrap();
    Plan { given: Some(given.after(&plan.rules, &tables, actions).unwrap()), ..plan.clone() }
}

#[test]
fn a_deal_that_begins_with_its_own_first_plays_has_the_rows_and_the_record_it_had() {
    for strategies in ["random", "lowest", "tempo lowest", "random tempo"] {
        let plan = Plan { records: true, plays: true, ..plan(strategies, AT_TWO) };
        let whole = run(&plan, 1);
        for play in [0, 1, 5, 30] {
            assert_eq!(run(&going_on(&plan, play), 1), whole, "{strategies} from play {play}");
        }
    }
}

#[test]
fn given_hands_stay_and_nothing_else_depends_on_them() {
    let hand = Dealt::new(1, 0, 0).hand(Seat::new(2));
    let given = GivenDeal::new([None, None, Some(hand), None], None).unwrap();
    let plan = Plan { given: Some(given), records: true, rotations: 2, ..plan("lowest random", AT_TWO) };
    let whole = run(&plan, 50);
    assert_eq!(run_with(&plan, 0, 50, 3), whole);
    let usual = run(&Plan { given: None, ..plan.clone() }, 50);
    assert_eq!(cells(&whole.deals, "leader"), cells(&usual.deals, "leader"));
    for (number, line) in whole.records.lines().enumerate() {
        let record = Record::parse(line.as_bytes()).unwrap();
        let block = number as u64 / 2;
        assert_eq!(record.hands[2], hand);
        assert_eq!(record.hands, Dealt::around(plan.given.as_ref().unwrap().hands(), plan.seed, block).hands());
        Verifier::new().check(&record, &plan.rules).unwrap();
    }
}

#[test]
fn what_deals_cannot_begin_with_is_refused() {
    let hands = Dealt::new(1, 0, 0).hands().map(Some);
    let refused = |hands, leader| GivenDeal::new(hands, leader).unwrap_err().to_string();
    assert_eq!(refused([None; 4], None), "hands: expected the cards of at least one seat");
    assert_eq!(refused([Some(Hand::EMPTY), None, None, None], None), "hands[0]: expected 27 cards, got 0 cards");
    let thrice = refused([hands[0], hands[0], hands[0], None], None);
    assert!(thrice.starts_with("hands: ") && thrice.contains("copies of"), "{thrice}");
    let given = GivenDeal::new(hands, Some(Seat::new(1))).unwrap();
    let rules = Rules::preset("institute").unwrap();
    let tables = Tables::new(&rules, Rank::TWO);
    let passed = given.clone().after(&rules, &tables, [StatedAction::Pass]).unwrap_err().to_string();
    assert!(passed.starts_with("played[0]: seat 1 leads"), "{passed}");
    let in_a_match = Plan { given: Some(given), ..plan("lowest", MATCH) }.check().unwrap_err().to_string();
    assert_eq!(in_a_match, "hands: expected a run of single deals; in matches all cards are drawn");
}
