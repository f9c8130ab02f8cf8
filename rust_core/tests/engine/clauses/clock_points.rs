//! docs/RULES.md R10 and R12, clause by clause: the clock of a match, and the points and titles of a series.

use crate::common::common_rules;
use crate::common::matches::{finish, play, rank, standing};
use guandan_core::card::{Rank, Seat};
use guandan_core::rules::{Clock, Rules};
use guandan_core::series::points::{self, Leaving, title};
use guandan_core::series::{ClockModel, Standing, Timer, winner_at_bell};

const FORTY_MINUTES: Clock = Clock { match_minutes: 40, play_seconds: 25, leading_team_seconds: 30 };

#[test]
fn r10_1_a_deal_is_void_when_the_bell_rings_before_its_end() {
    // 40 minutes are 2,400 s: a first deal of 480 plays of 5 s ends with the bell, one more pass comes too late.
    let timer = Timer::new(Some(FORTY_MINUTES), ClockModel::default());
    assert!(!{ timer }.rings_during(true, 480, 0));
    assert!({ timer }.rings_during(true, 480, 1));
}

#[test]
fn r10_1_time_adds_up_over_deals_with_a_pause_before_all_but_the_first() {
    let mut timer = Timer::new(Some(FORTY_MINUTES), ClockModel::default());
    // 100 plays and 80 passes take 620 s; with pauses of 60 s three deals end at 1,980 s and the fourth at 2,660 s.
    let rings: Vec<bool> = (0..4).map(|deal| timer.rings_during(deal == 0, 100, 80)).collect();
    assert_eq!(rings, [false, false, false, true]);
}

#[test]
fn r10_1_every_part_of_the_model_counts() {
    let model = ClockModel { play: 1_000, pass: 100, between: 10 };
    let clock = |match_minutes| Some(Clock { match_minutes, ..FORTY_MINUTES });
    for (first, plays, passes, rings) in
        [(true, 60, 0, false), (false, 60, 0, true), (true, 59, 10, false), (true, 59, 11, true)]
    {
        assert_eq!(Timer::new(clock(1), model).rings_during(first, plays, passes), rings, "{first} {plays} {passes}");
    }
}

#[test]
fn r10_1_without_a_clock_the_bell_never_rings() {
    let mut timer = Timer::new(None, ClockModel::default());
    assert!((0..1000).all(|deal| !timer.rings_during(deal == 0, 10_000, 10_000)));
}

#[test]
fn r10_1_at_the_bell_the_higher_level_wins() {
    assert_eq!(winner_at_bell(&standing(["5", "4"], 1)), Some(0));
    assert_eq!(winner_at_bell(&standing(["5", "A"], 0)), Some(1));
    // However late the higher level was reached.
    let late = Standing { moved_in: [9, 2], ..standing(["5", "4"], 0) };
    assert_eq!(winner_at_bell(&late), Some(0));
}

#[test]
fn r10_2_at_equal_levels_the_team_that_moved_there_in_the_earlier_deal_wins() {
    let rules = common_rules();
    // Team 0 reaches 5 in the first deal, team 1 in the second.
    let (_, after) = play(&rules, Standing::START, &[finish("0213"), finish("1302")]);
    assert_eq!((after.levels, winner_at_bell(&after)), ([rank("5"); 2], Some(0)));
    let (_, after) = play(&rules, Standing::START, &[finish("1302"), finish("0213")]);
    assert_eq!(winner_at_bell(&after), Some(1));
}

#[test]
fn r10_2_the_last_move_counts_and_not_the_first_arrival() {
    // Team 0 is at 5 first, falls to 4 and comes back after team 1 has come to 5.
    let rules = Rules { streak_falls: 2, promotion: [1, 1, 1], ..common_rules() };
    let way = [finish("0123"), finish("1032"), finish("1032"), finish("0123")];
    let (_, after) = play(&rules, standing(["4", "3"], 0), &way);
    assert_eq!((after.levels, after.moved_in), ([rank("5"); 2], [4, 3]));
    assert_eq!(winner_at_bell(&after), Some(1));
}

#[test]
fn r10_2_it_is_a_draw_when_neither_moved_or_both_in_the_same_deal() {
    assert_eq!(winner_at_bell(&Standing::START), None);
    // One deal that lifts the winners from 4 to 5 and takes the losers from 6 to 5 by a streak.
    let rules = Rules { streak_falls: 1, promotion: [1, 1, 1], ..common_rules() };
    let (_, after) = play(&rules, standing(["4", "6"], 0), &[finish("0123")]);
    assert_eq!((after.levels, after.moved_in), ([rank("5"); 2], [1, 1]));
    assert_eq!(winner_at_bell(&after), None);
}

#[test]
fn r10_2_a_team_that_never_moved_was_there_before_one_that_came_back() {
    let back = Standing { moved_in: [0, 7], ..Standing::START };
    assert_eq!(winner_at_bell(&back), Some(0));
}

#[test]
fn r10_3_a_model_that_takes_longer_than_the_rules_allow_is_refused() {
    assert_eq!(ClockModel::default().check(&FORTY_MINUTES), Ok(()));
    let exact = ClockModel { play: 25_000, pass: 25_000, between: 999_000 };
    assert_eq!(exact.check(&FORTY_MINUTES), Ok(()));
    for model in [ClockModel { play: 25_001, ..exact }, ClockModel { pass: 25_001, ..exact }] {
        let error = model.check(&FORTY_MINUTES).unwrap_err();
        assert!(error.contains("25.001 s") && error.contains("25 s") && error.contains("R10.3"), "{error}");
    }
}

#[test]
fn r10_3_the_clock_model_reads_back_what_it_prints_and_keeps_defaults() {
    assert_eq!(ClockModel::default().to_string(), "play=5,pass=1.5,between=60");
    for text in ["play=5,pass=1.5,between=60", "play=0.25,pass=0,between=90"] {
        assert_eq!(text.parse::<ClockModel>().unwrap().to_string(), text);
    }
    assert_eq!("pass=2".parse(), Ok(ClockModel { pass: 2_000, ..ClockModel::default() }));
}

#[test]
fn r10_3_a_damaged_clock_model_is_refused_in_one_line() {
    for (text, part) in [
        ("", "expected NAME=SECONDS"),
        ("play", "expected NAME=SECONDS"),
        ("plya=5", "did you mean play?"),
        ("play=fast", "play is \"fast\""),
        ("play=-1", "from 0 to 86400"),
        ("pass=nan", "from 0 to 86400"),
        ("between=1e9", "from 0 to 86400"),
    ] {
        let error = text.parse::<ClockModel>().unwrap_err();
        assert!(error.contains(part) && !error.contains('\n'), "{text}: {error}");
    }
}

#[test]
fn r12_1_s01_each_level_climbed_is_a_point_up_for_the_winners_and_down_for_the_losers() {
    let rules = Rules { promotion: [4, 2, 1], ..common_rules() };
    for (order, expected) in
        [("0213", [4, -4, 4, -4]), ("0123", [2, -2, 2, -2]), ("1023", [-1, 1, -1, 1]), ("3102", [-4, 4, -4, 4])]
    {
        assert_eq!(points::of_deal(&play(&rules, standing(["5", "5"], 0), &[finish(order)]).0), expected, "{order}");
    }
}

#[test]
fn r12_1_only_levels_actually_climbed_count() {
    let rules = Rules { promotion: [4, 2, 1], ..common_rules() };
    assert_eq!(points::of_deal(&play(&rules, standing(["K", "5"], 0), &[finish("0213")]).0), [1, -1, 1, -1]);
    assert_eq!(points::of_deal(&play(&rules, standing(["A", "5"], 1), &[finish("0213")]).0), [0; 4]);
}

#[test]
fn r12_2_s01_a_match_won_at_ace_is_ten_points_and_takes_nothing_from_the_losers() {
    let change = play(&common_rules(), standing(["2", "A"], 1), &[finish("1302")]).0;
    assert_eq!(points::of_deal(&change), [0, 10, 0, 10]);
}

#[test]
fn r12_3_and_4_leaving_costs_by_the_time_and_level_and_from_6_up_the_opponents_share_it() {
    for level in Rank::all() {
        for (when, ordinary) in [(Leaving::DuringPlay, 4), (Leaving::BetweenDeals, 2)] {
            let loss = if level.index() >= 11 { 10 } else { ordinary };
            let share = if level.index() >= 4 { loss / 2 } else { 0 };
            for leaver in Seat::ALL {
                let points = points::of_leaving(leaver, when, level);
                for seat in Seat::ALL {
                    let expected = match (seat.index() + 4 - leaver.index()) % 4 {
                        0 => -loss,
                        2 => 0,
                        _ => share,
                    };
                    assert_eq!(points[seat.index()], expected, "{leaver} leaves {when:?} at {level}: seat {seat}");
                }
            }
        }
    }
}

#[test]
fn r12_5_every_title_ends_at_its_limit() {
    for (total, expected) in [
        (i64::MIN, "笨蛋"),
        (-1, "笨蛋"),
        (0, "笨蛋"),
        (1, "坏蛋"),
        (10, "坏蛋"),
        (11, "鸡蛋"),
        (100, "鸡蛋"),
        (101, "活珠"),
        (200, "活珠"),
        (201, "毛蛋"),
        (500, "毛蛋"),
        (501, "铁蛋"),
        (1000, "铁蛋"),
        (1001, "银蛋"),
        (2000, "银蛋"),
        (2001, "金蛋"),
        (5000, "金蛋"),
        (5001, "超级掼蛋"),
        (i64::MAX, "超级掼蛋"),
    ] {
        assert_eq!(title(total), expected, "{total}");
    }
}

#[test]
fn a_part_of_the_model_that_there_is_not_is_named_on_one_line() {
    let refused = |text: &str| text.parse::<ClockModel>().unwrap_err();
    assert_eq!(
        refused("pas=2"),
        "clock model: unknown name \"pas\", expected play, pass or between (did you mean pass?)"
    );
    for text in ["a\nb=x", "a\nb=1,a\nb=1"] {
        assert_eq!(refused(text), "clock model: unknown name \"a\\nb\", expected play, pass or between");
    }
}
