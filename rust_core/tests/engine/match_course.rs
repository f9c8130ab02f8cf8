//! The course of a match from deal to deal, with the deals' ends given instead of played.

use std::collections::BTreeSet;

use crate::common::common_rules;
use crate::common::matches::{finish, rank, stopped};
use guandan_core::card::{Rank, Seat};
use guandan_core::deal::{Outcome, TributeKind};
use guandan_core::rules::{Clock, FirstLead, Rules, Scoring, TributeLead};
use guandan_core::series::{ClockModel, Consequence, DealEnd, DealStart, EndedBy, Ending, Match, Opening, Standing};

const CLOCK: Clock = Clock { match_minutes: 40, play_seconds: 25, leading_team_seconds: 30 };

fn new_match(rules: &Rules, block: u64) -> Match {
    Match::new(rules, 3, block, ClockModel::default())
}

fn next(game: &Match) -> DealStart {
    game.next_deal()
}

fn end(game: &mut Match, outcome: Outcome) -> Consequence {
    game.end_deal(DealEnd::Finished(outcome), 72, 60).unwrap()
}

#[test]
fn r6_1_t23_the_first_deal_has_an_opening_and_no_tribute_and_every_later_one_tribute() {
    for tribute_lead in [TributeLead::PayerToFirst, TributeLead::Last, TributeLead::First] {
        let rules = Rules { tribute_lead, ..common_rules() };
        for block in 0..50 {
            let mut game = new_match(&rules, block);
            let Opening::First(opening) = next(&game).opening else { panic!("tribute in the first deal") };
            assert!(opening.turned_up.is_some());
            for number in 1..4 {
                end(&mut game, finish("1032"));
                let next = next(&game);
                let Opening::Tribute(tribute) = next.opening else { panic!("no tribute in deal {number}") };
                assert_eq!(next.number, number);
                assert!(matches!(tribute.kind(), TributeKind::Single | TributeKind::Void));
            }
        }
    }
}

#[test]
fn every_deal_is_at_the_declarers_level_after_the_deal_before() {
    let mut game = new_match(&common_rules(), 0);
    let ends = [("0213", "5"), ("1302", "5"), ("1023", "6"), ("2031", "8"), ("0132", "9")];
    assert_eq!(next(&game).level, Rank::TWO);
    for (order, level) in ends {
        end(&mut game, finish(order));
        assert_eq!(next(&game).level, rank(level), "{order}");
    }
}

#[test]
fn r06_the_cards_of_each_deal_are_the_same_whatever_the_rules_and_results() {
    let other = Rules {
        promotion: [1, 1, 1],
        first_lead: FirstLead::Random,
        cut: guandan_core::rules::Cut::None,
        tribute: false,
        ..common_rules()
    };
    let (mut one, mut two) = (new_match(&common_rules(), 9), new_match(&other, 9));
    let mut seen = BTreeSet::new();
    for _ in 0..6 {
        assert_eq!(next(&one).dealt, next(&two).dealt);
        assert!(seen.insert(format!("{:?}", next(&one).dealt)), "each deal has cards of its own");
        end(&mut one, finish("0213"));
        end(&mut two, finish("1032"));
    }
}

#[test]
fn a_match_ends_when_a_team_passes_ace() {
    let mut game = new_match(&common_rules(), 0);
    for deal in 0..4 {
        assert_eq!((game.ending(), game.standing().deals), (None, deal));
        end(&mut game, finish("0213"));
    }
    let Consequence::Counted(last) = end(&mut game, finish("0213")) else { panic!("counted") };
    assert!(last.wins_match);
    assert_eq!(game.ending(), Some(Ending { by: EndedBy::Ace, winner: Some(0) }));
}

#[test]
fn r10_1_the_deal_in_progress_at_the_bell_changes_nothing() {
    let rules = Rules { clock: Some(CLOCK), ..common_rules() };
    let mut game = new_match(&rules, 0);
    // 72 plays and 60 passes take 450 s, with the pause 510 s: the fifth deal ends at 2,490 s.
    let mut before = Standing::START;
    let consequences: Vec<bool> = (0..5)
        .map(|_| {
            before = *game.standing();
            end(&mut game, finish("0132")) == Consequence::Void
        })
        .collect();
    assert_eq!(consequences, [false, false, false, false, true]);
    assert_eq!(game.standing(), &before);
    assert_eq!(game.ending(), Some(Ending { by: EndedBy::Clock, winner: Some(0) }));
}

#[test]
fn r10_2_a_match_without_a_finished_deal_is_a_draw_at_the_bell() {
    let rules = Rules { clock: Some(Clock { match_minutes: 1, ..CLOCK }), ..common_rules() };
    let mut game = new_match(&rules, 0);
    assert_eq!(end(&mut game, finish("0213")), Consequence::Void);
    assert_eq!(game.ending(), Some(Ending { by: EndedBy::Clock, winner: None }));
}

#[test]
fn r12_points_add_up_over_the_deals_of_a_match() {
    let rules = Rules { promotion: [4, 2, 1], scoring: Scoring::GuandanCom, ..common_rules() };
    let mut game = new_match(&rules, 0);
    for (order, total) in [
        ("0213", [4, -4, 4, -4]),
        ("1023", [3, -3, 3, -3]),
        ("0213", [7, -7, 7, -7]),
        ("0213", [11, -11, 11, -11]),
        ("0213", [21, -11, 21, -11]),
    ] {
        end(&mut game, finish(order));
        assert_eq!(game.points(), Some(total), "{order}");
    }
    assert_eq!(game.ending().map(|ending| ending.by), Some(EndedBy::Ace));
    assert_eq!(new_match(&common_rules(), 0).points(), None);
}

#[test]
fn r12_3_a_leaver_ends_the_match_without_a_winner_and_pays() {
    let rules = Rules { scoring: Scoring::GuandanCom, ..common_rules() };
    // At 2, at J and at A.
    for (wins, expected) in [(0, [0, 0, -4, 0]), (3, [9, -9 + 2, 9 - 4, -9 + 2]), (4, [12, -12 + 5, 12 - 10, -12 + 5])]
    {
        let mut game = new_match(&rules, 0);
        for _ in 0..wins {
            end(&mut game, finish("0213"));
        }
        let level = next(&game).level;
        let before = *game.standing();
        assert_eq!(game.end_deal(DealEnd::Left(Seat::new(2)), 3, 1), Ok(Consequence::Left));
        assert_eq!((game.points(), game.standing()), (Some(expected), &before), "at {level}");
        assert_eq!(game.ending(), Some(Ending { by: EndedBy::Leave, winner: None }));
    }
}

#[test]
fn leavers_come_at_the_rate_asked_for_from_any_seat_at_any_action() {
    let game = |block| new_match(&common_rules(), block);
    assert!((0..1000).all(|block| game(block).leaver(0.0, 100).is_none()));
    assert!((0..1000).all(|block| game(block).leaver(1.0, 100).is_some()));
    let leavers: Vec<(Seat, u32)> = (0..20_000).filter_map(|block| game(block).leaver(0.25, 100)).collect();
    // 5,000 expected, standard deviation 61.
    assert!((4_750..5_250).contains(&leavers.len()), "{}", leavers.len());
    for seat in Seat::ALL {
        let share = leavers.iter().filter(|&&(leaver, _)| leaver == seat).count();
        assert!((1_100..1_400).contains(&share), "{share}");
    }
    let actions: BTreeSet<u32> = leavers.iter().map(|&(_, action)| action).collect();
    assert_eq!((actions.first(), actions.last(), actions.len()), (Some(&0), Some(&99), 100));
}

#[test]
fn a_match_that_never_ends_is_an_error_after_ten_thousand_deals() {
    let rules = Rules { promotion: [0, 0, 0], ..common_rules() };
    let mut game = new_match(&rules, 0);
    for _ in 1..Match::MOST_DEALS {
        game.end_deal(DealEnd::Finished(stopped("0213")), 72, 60).unwrap();
    }
    let error = game.end_deal(DealEnd::Finished(stopped("0213")), 72, 60).unwrap_err().to_string();
    assert!(error.contains("10000 deals") && !error.contains('\n'), "{error}");
}
