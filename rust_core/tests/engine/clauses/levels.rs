//! docs/RULES.md R7 to R9, clause by clause: what a deal does to the levels, for every value of every field.

use crate::common::common_rules;
use crate::common::matches::{finish, levels, play, rank, standing, stopped};
use guandan_core::card::Rank;
use guandan_core::deal::Pattern;
use guandan_core::rules::{AceAttemptCounts, PassAce, Rules};
use guandan_core::series::{Standing, Streaks};

const ONE_TWO: &str = "0213";
const ONE_THREE: &str = "0123";
const ONE_FOUR: &str = "0132";
/// The same finishes won by the other team.
const THEIR_ONE_TWO: &str = "1302";
const THEIR_ONE_THREE: &str = "1032";
const THEIR_ONE_FOUR: &str = "1023";

/// A team at A as declarers, the other at 2.
fn at_ace() -> Standing {
    standing(["A", "2"], 0)
}

#[test]
fn r7_1_both_teams_begin_at_2_and_the_first_deal_is_at_2_without_declarers() {
    assert_eq!(Standing::START.levels, [Rank::TWO; 2]);
    assert_eq!(Standing::START.declarers, None);
    assert_eq!(Standing::START.deal_level(), Rank::TWO);
}

#[test]
fn r7_2_the_team_of_the_first_declares_the_next_deal_at_its_level() {
    let (_, after) = play(&common_rules(), Standing::START, &[finish(THEIR_ONE_THREE)]);
    assert_eq!((after.declarers, after.deal_level()), (Some(1), rank("4")));
}

#[test]
fn r7_2_l03_declarers_on_5_who_lose_1_4_to_a_team_on_3_stay_on_5_and_the_next_deal_is_at_4() {
    let (_, after) = play(&common_rules(), standing(["5", "3"], 0), &[finish(THEIR_ONE_FOUR)]);
    assert_eq!((after.levels, after.declarers), ([rank("5"), rank("4")], Some(1)));
    assert_eq!(after.deal_level(), rank("4"));
}

#[test]
fn r7_3_l01_each_finish_rises_by_its_own_promotion() {
    for (promotion, expected) in [
        ([3, 2, 1], ["5", "4", "3"]),
        ([5, 3, 1], ["7", "5", "3"]),
        ([4, 2, 1], ["6", "4", "3"]),
        ([0, 9, 12], ["2", "J", "A"]),
    ] {
        let rules = Rules { promotion, ..common_rules() };
        for (order, expected) in [ONE_TWO, ONE_THREE, ONE_FOUR].into_iter().zip(expected) {
            assert_eq!(levels(&rules, Standing::START, &[finish(order)]), [expected, "2"], "{promotion:?} {order}");
        }
    }
}

#[test]
fn r7_3_a_deal_stopped_at_1_2_rises_like_any_double_down() {
    assert_eq!(levels(&common_rules(), Standing::START, &[stopped(ONE_TWO)]), ["5", "2"]);
}

#[test]
fn r7_4_l02_no_rise_goes_past_ace_and_reaching_it_wins_nothing() {
    for promotion in [[3, 2, 1], [5, 3, 1]] {
        let rules = Rules { promotion, ..common_rules() };
        let (change, after) = play(&rules, standing(["Q", "2"], 0), &[finish(ONE_TWO)]);
        assert_eq!((after.levels[0], change.climbed, change.wins_match), (Rank::ACE, 2, false));
    }
}

#[test]
fn r7_4_a08_a_team_on_king_that_finishes_1_4_reaches_ace_and_has_still_to_pass_it() {
    let (change, after) = play(&common_rules(), standing(["K", "2"], 0), &[finish(ONE_FOUR)]);
    assert_eq!((after.levels[0], change.wins_match, change.failed_attempt), (Rank::ACE, false, false));
}

#[test]
fn r7_4_every_must_play_level_stops_a_rise_until_won_as_declarers() {
    for stop in 1..12 {
        let rules = Rules { must_play: 1 << stop | 1 << 12, promotion: [12, 12, 12], ..common_rules() };
        let stop = Rank::new(stop).letter();
        let below = standing(["2", "2"], 0);
        assert_eq!(levels(&rules, below, &[finish(ONE_TWO)]), [stop, "2"]);
        assert_eq!(
            levels(&rules, below, &[finish(ONE_TWO), finish(ONE_FOUR)]),
            ["A", "2"],
            "won at {stop} as declarers"
        );
        // A deal won at the other team's level does not count: the team stays and must then win at its own.
        assert_eq!(levels(&rules, standing([stop, "2"], 1), &[finish(ONE_TWO)]), [stop, "2"]);
        assert_eq!(levels(&rules, standing([stop, "2"], 1), &[finish(ONE_TWO), finish(ONE_FOUR)]), ["A", "2"]);
    }
}

#[test]
fn r7_4_a_must_play_level_once_won_stops_no_later_rise() {
    let rules =
        Rules { must_play: 1 << rank("5").index() | 1 << 12, promotion: [12, 3, 3], ace_attempts: 1, ..common_rules() };
    // Won at 5 on the way up, fallen from A to 2, and up again without a stop.
    let way = [finish(ONE_TWO), finish(ONE_TWO), finish(THEIR_ONE_THREE), finish(ONE_TWO)];
    assert_eq!(levels(&rules, standing(["2", "2"], 0), &way[..1])[0], "5");
    assert_eq!(levels(&rules, standing(["2", "2"], 0), &way[..2])[0], "A");
    assert_eq!(levels(&rules, standing(["2", "2"], 0), &way[..3])[0], "2");
    assert_eq!(levels(&rules, standing(["2", "2"], 0), &way)[0], "A");
}

#[test]
fn r7_4_must_play_2_holds_the_winners_of_the_first_deal_who_do_not_declare() {
    let rules = Rules { must_play: 1 | 1 << 12, ..common_rules() };
    assert_eq!(levels(&rules, Standing::START, &[finish(ONE_TWO)]), ["2", "2"]);
    assert_eq!(levels(&rules, Standing::START, &[finish(ONE_TWO), finish(ONE_TWO)]), ["5", "2"]);
}

#[test]
fn r7_5_the_rise_comes_before_the_streak_fall_of_the_partner() {
    let rules = Rules { streak_falls: 1, ..common_rules() };
    // From K: up to A first, then the partner's last place takes one.
    let (change, after) = play(&rules, standing(["K", "2"], 0), &[finish(ONE_FOUR)]);
    assert_eq!((after.levels[0], change.climbed, change.lost), (rank("K"), 1, [1, 0]));
}

#[test]
fn r7_5_the_fall_from_ace_comes_before_the_streak_fall() {
    let rules = Rules { streak_falls: 1, ace_attempts: 1, ace_fall_to: rank("5"), ..common_rules() };
    let (change, after) = play(&rules, at_ace(), &[finish(ONE_FOUR)]);
    assert_eq!((after.levels[0], change.lost), (rank("4"), [10, 0]));
}

#[test]
fn r7_6_the_deal_that_wins_the_match_changes_no_level_and_no_count() {
    let rules = Rules { streak_rises: 1, streak_falls: 1, ace_attempts: 3, ..common_rules() };
    let streaks = Streaks { first: [2, 0, 0, 0], last: [0, 0, 0, 4] };
    let before = Standing { streaks, ace_failures: [2, 1], fallen: [true, true], ..standing(["A", "9"], 0) };
    let (change, after) = play(&rules, before, &[finish(ONE_TWO)]);
    assert!(change.wins_match);
    assert_eq!((change.climbed, change.lost, change.failed_attempt, change.fell), (0, [0, 0], false, None));
    assert_eq!(after, Standing { deals: 1, ..before });
}

#[test]
fn r8_1_a07_each_value_of_pass_ace_says_which_finishes_win() {
    let cases = [(PassAce::PartnerNotLast, [true, true, false]), (PassAce::DoubleDown, [true, false, false])];
    for (pass_ace, wins) in cases {
        let rules = Rules { pass_ace, ..common_rules() };
        for (order, wins) in [ONE_TWO, ONE_THREE, ONE_FOUR].into_iter().zip(wins) {
            let (change, after) = play(&rules, at_ace(), &[finish(order)]);
            assert_eq!(change.wins_match, wins, "{pass_ace:?} {order}");
            assert_eq!((after.levels[0], after.declarers), (Rank::ACE, Some(0)), "{pass_ace:?} {order}");
        }
    }
}

#[test]
fn r8_1_a_deal_stopped_at_1_2_passes_ace() {
    assert!(play(&common_rules(), at_ace(), &[stopped(ONE_TWO)]).0.wins_match);
}

#[test]
fn r8_2_a01_a_win_at_the_other_teams_ace_wins_no_match_even_with_both_at_ace() {
    for pass_ace in [PassAce::PartnerNotLast, PassAce::DoubleDown] {
        let rules = Rules { pass_ace, ..common_rules() };
        let (change, after) = play(&rules, standing(["A", "A"], 0), &[finish(THEIR_ONE_TWO)]);
        assert!(!change.wins_match);
        assert_eq!((after.levels, after.declarers), ([Rank::ACE; 2], Some(1)));
        assert!(play(&rules, after, &[finish(THEIR_ONE_TWO)]).0.wins_match, "their own A now");
    }
}

#[test]
fn r8_2_a_team_at_ace_that_wins_at_the_others_level_declares_and_has_not_failed() {
    let (change, after) = play(&common_rules(), standing(["A", "7"], 1), &[finish(ONE_TWO)]);
    assert_eq!((change.wins_match, change.failed_attempt, after.declarers), (false, false, Some(0)));
    let (change, _) = play(&common_rules(), standing(["A", "7"], 1), &[finish(THEIR_ONE_TWO)]);
    assert!(!change.failed_attempt, "lost at the other team's level");
}

#[test]
fn r8_3_a03_declarers_at_their_ace_who_win_1_4_have_failed_and_declare_again() {
    let (change, after) = play(&common_rules(), at_ace(), &[finish(ONE_FOUR)]);
    assert_eq!((change.wins_match, change.failed_attempt), (false, true));
    assert_eq!((after.levels[0], after.ace_failures, after.declarers), (Rank::ACE, [1, 0], Some(0)));
}

#[test]
fn r8_3_each_way_of_counting_says_which_deals_are_failures() {
    // By finish: won 1-2, 1-3, 1-4, lost.
    let finishes = [ONE_TWO, ONE_THREE, ONE_FOUR, THEIR_ONE_TWO];
    let cases = [
        (AceAttemptCounts::AnyFailure, PassAce::PartnerNotLast, [false, false, true, true]),
        (AceAttemptCounts::AnyFailure, PassAce::DoubleDown, [false, true, true, true]),
        (AceAttemptCounts::PartnerLastOnly, PassAce::PartnerNotLast, [false, false, true, false]),
        (AceAttemptCounts::PartnerLastOnly, PassAce::DoubleDown, [false, true, true, false]),
    ];
    for ace_attempts in [0, 200] {
        for (ace_attempt_counts, pass_ace, failed) in cases {
            let rules = Rules { ace_attempts, ace_attempt_counts, pass_ace, ..common_rules() };
            for (order, failed) in finishes.into_iter().zip(failed) {
                let (change, after) = play(&rules, at_ace(), &[finish(order)]);
                assert_eq!(change.failed_attempt, failed, "{rules:?} {order}");
                assert_eq!((after.ace_failures[0], after.ace_failures_in_match[0]), (failed as u8, failed as u8));
            }
        }
    }
}

#[test]
fn r8_3_failures_add_up_over_the_match_and_not_only_in_a_row() {
    let rules = Rules { ace_attempts: 3, ..common_rules() };
    // Lost; then the others' deal lost by them; then lost again: two failures.
    let way = [finish(THEIR_ONE_THREE), finish(ONE_THREE), finish(THEIR_ONE_THREE)];
    let (_, after) = play(&rules, at_ace(), &way);
    assert_eq!((after.ace_failures[0], after.levels[0]), (2, Rank::ACE));
}

#[test]
fn r8_4_a05_the_last_allowed_failure_lets_the_team_fall_and_clears_its_count() {
    for ace_attempts in 1..=4 {
        for fall_to in Rank::all() {
            let rules = Rules { ace_attempts, ace_fall_to: fall_to, ..common_rules() };
            let failures = vec![finish(ONE_FOUR); ace_attempts as usize];
            let (_, almost) =
                play(&rules, Standing { ace_failures: [ace_attempts - 1, 0], ..at_ace() }, &failures[..1]);
            let (change, after) = play(&rules, at_ace(), &failures);
            assert_eq!((change.fell, after.levels[0], after.ace_failures[0]), (Some(0), fall_to, 0));
            assert_eq!(change.lost[0] as usize, 12 - fall_to.index());
            assert_eq!((almost.levels[0], almost.fallen[0]), (fall_to, true));
            assert_eq!((after.ace_failures_in_match[0], after.falls_in_match[0]), (ace_attempts, 1));
            if ace_attempts > 1 {
                assert_eq!(play(&rules, at_ace(), &failures[1..]).1.levels[0], Rank::ACE, "one try left");
            }
        }
    }
}

#[test]
fn r8_4_without_a_limit_no_failure_brings_a_fall() {
    let failures = vec![finish(ONE_FOUR); 300];
    let (change, after) = play(&Rules { ace_attempts: 0, ..common_rules() }, at_ace(), &failures);
    assert_eq!((change.fell, after.levels[0]), (None, Rank::ACE));
}

#[test]
fn r8_4_a_fall_by_a_won_1_4_leaves_the_winners_declaring_at_the_lower_level() {
    let rules = Rules { ace_attempts: 1, ..common_rules() };
    let (_, after) = play(&rules, at_ace(), &[finish(ONE_FOUR)]);
    assert_eq!((after.declarers, after.deal_level()), (Some(0), Rank::TWO));
}

#[test]
fn r8_5_the_next_first_place_after_a_fall_brings_the_given_level_whatever_the_finish() {
    for given in Rank::all() {
        for order in [ONE_TWO, ONE_THREE, ONE_FOUR] {
            let rules = Rules { ace_attempts: 1, ace_fall_first_win: Some(given), streak_rises: 1, ..common_rules() };
            let (_, fallen) = play(&rules, at_ace(), &[finish(THEIR_ONE_THREE)]);
            assert_eq!((fallen.levels[0], fallen.fallen), (Rank::TWO, [true, false]));
            let (change, after) = play(&rules, fallen, &[finish(THEIR_ONE_FOUR), finish(order)]);
            assert_eq!((after.levels[0], change.climbed as usize, after.fallen[0]), (given, given.index(), false));
        }
    }
}

#[test]
fn r8_5_only_the_first_win_after_the_fall_is_given_and_the_next_is_ordinary() {
    let rules = Rules { ace_attempts: 1, ace_fall_first_win: Some(rank("3")), ..common_rules() };
    let way = [finish(THEIR_ONE_THREE), finish(ONE_TWO), finish(ONE_TWO)];
    assert_eq!(levels(&rules, at_ace(), &way), ["6", "4"]);
}

#[test]
fn r8_5_the_deal_that_caused_the_fall_is_not_the_first_win() {
    let rules = Rules { ace_attempts: 1, ace_fall_first_win: Some(rank("3")), ..common_rules() };
    assert_eq!(levels(&rules, at_ace(), &[finish(ONE_FOUR)]), ["2", "2"]);
    assert_eq!(levels(&rules, at_ace(), &[finish(ONE_FOUR), finish(ONE_TWO)]), ["3", "2"]);
}

#[test]
fn r8_5_with_none_the_first_win_after_a_fall_is_an_ordinary_promotion() {
    let rules = Rules { ace_attempts: 1, ace_fall_first_win: None, ..common_rules() };
    assert_eq!(levels(&rules, at_ace(), &[finish(THEIR_ONE_THREE), finish(ONE_TWO)]), ["5", "4"]);
}

#[test]
fn r8_5_a_first_win_below_the_level_of_the_fall_is_a_loss_and_not_a_climb() {
    let rules =
        Rules { ace_attempts: 1, ace_fall_to: rank("9"), ace_fall_first_win: Some(rank("3")), ..common_rules() };
    let (change, after) = play(&rules, at_ace(), &[finish(THEIR_ONE_THREE), finish(ONE_TWO)]);
    assert_eq!((after.levels[0], change.climbed, change.lost), (rank("3"), 0, [6, 0]));
}

#[test]
fn r8_6_declarers_at_their_ace_fall_at_once_when_they_lose_to_a_last_play_of_aces() {
    let with_aces = |order| guandan_core::deal::Outcome { ace_finish: true, ..finish(order) };
    for (demotes, fell) in [(true, Some(0)), (false, None)] {
        let rules = Rules { ace_finish_demotes: demotes, ace_attempts: 3, ace_fall_to: rank("4"), ..common_rules() };
        for order in [THEIR_ONE_TWO, THEIR_ONE_THREE, THEIR_ONE_FOUR] {
            let (change, after) = play(&rules, at_ace(), &[with_aces(order)]);
            assert_eq!(change.fell, fell, "{order}");
            let expected = if demotes { (rank("4"), 0, true) } else { (Rank::ACE, 1, false) };
            assert_eq!((after.levels[0], after.ace_failures[0], after.fallen[0]), expected, "{order}");
        }
        assert_eq!(play(&rules, at_ace(), &[finish(THEIR_ONE_TWO)]).0.fell, None, "lost to other cards");
        assert_eq!(play(&rules, at_ace(), &[with_aces(ONE_FOUR)]).0.fell, None, "their own aces");
        assert_eq!(play(&rules, standing(["A", "2"], 1), &[with_aces(THEIR_ONE_TWO)]).0.fell, None, "not declarers");
        assert_eq!(play(&rules, standing(["K", "2"], 0), &[with_aces(THEIR_ONE_TWO)]).0.fell, None, "not at A");
    }
}

#[test]
fn r8_6_the_ace_finish_demotes_without_any_limit_of_attempts_or_count_too() {
    let counts = AceAttemptCounts::PartnerLastOnly;
    let rules = Rules { ace_finish_demotes: true, ace_attempts: 0, ace_attempt_counts: counts, ..common_rules() };
    let aces = guandan_core::deal::Outcome { ace_finish: true, ..finish(THEIR_ONE_THREE) };
    let (change, after) = play(&rules, at_ace(), &[aces]);
    assert_eq!((change.failed_attempt, change.fell, after.levels[0]), (false, Some(0), Rank::TWO));
}

#[test]
fn r9_1_from_the_k_th_first_place_in_a_row_each_adds_one_more() {
    for from in [0u8, 1, 2, 3, 5] {
        let rules = Rules { streak_rises: from, promotion: [1, 1, 0], ..common_rules() };
        let mut expected = 0;
        let mut standing = Standing::START;
        for n in 1..=6u8 {
            let (change, after) = play(&rules, standing, &[finish(ONE_FOUR)]);
            let extra = if from > 0 && n >= from { n - from + 1 } else { 0 };
            let before = expected;
            expected = (expected + extra).min(12);
            assert_eq!(change.climbed, expected - before, "from {from}, first place {n}");
            standing = after;
            if expected == 12 {
                break;
            }
        }
    }
}

#[test]
fn r9_1_a_streak_belongs_to_a_player_and_ends_when_the_partner_is_first() {
    let rules = Rules { streak_rises: 2, ..common_rules() };
    let partner_first = finish("2103");
    assert_eq!(levels(&rules, Standing::START, &[finish(ONE_THREE), partner_first]), ["6", "2"]);
    assert_eq!(levels(&rules, Standing::START, &[finish(ONE_THREE), finish(ONE_THREE)]), ["7", "2"]);
    assert_eq!(levels(&rules, Standing::START, &[finish(ONE_THREE), partner_first, finish(ONE_THREE)]), ["8", "2"]);
}

#[test]
fn r9_1_a_streak_rise_is_capped_at_ace_and_at_must_play_levels() {
    let rules = Rules { streak_rises: 1, must_play: 1 << rank("6").index() | 1 << 12, ..common_rules() };
    let long = Standing { streaks: Streaks { first: [9, 0, 0, 0], last: [0; 4] }, ..Standing::START };
    assert_eq!(levels(&rules, long, &[finish(ONE_TWO)]), ["6", "2"]);
    assert_eq!(levels(&rules, Standing { levels: [rank("7"), rank("2")], ..long }, &[finish(ONE_TWO)]), ["A", "2"]);
}

#[test]
fn r9_2_from_the_k_th_last_place_in_a_row_each_takes_one_more_but_never_below_2() {
    for from in [0u8, 1, 2, 3, 5] {
        let rules = Rules { streak_falls: from, ..common_rules() };
        let mut standing = standing(["Q", "2"], 1);
        let mut expected = 10u8;
        for n in 1..=8u8 {
            // The same seat of team 0 is last again and again while team 1 wins.
            let (change, after) = play(&rules, standing, &[finish("1032")]);
            let fall = if from > 0 && n >= from { n - from + 1 } else { 0 }.min(expected);
            expected -= fall;
            assert_eq!(
                (change.lost[0], after.levels[0].index() as u8),
                (fall, expected),
                "from {from}, last place {n}"
            );
            standing = Standing { levels: [after.levels[0], Rank::TWO], ..after };
        }
    }
}

#[test]
fn r9_2_the_winners_partner_who_is_last_counts_too() {
    let rules = Rules { streak_falls: 2, ..common_rules() };
    // Up one, up one, and down one for the partner's second last place.
    assert_eq!(levels(&rules, standing(["5", "2"], 0), &[finish(ONE_FOUR), finish(ONE_FOUR)]), ["6", "2"]);
}

#[test]
fn r9_3_s04_three_double_downs_are_three_lasts_for_both_losers_but_one_fall() {
    let rules = Rules { streak_falls: 3, ..common_rules() };
    for deal in [finish(ONE_TWO), stopped(ONE_TWO)] {
        let (change, after) = play(&rules, standing(["2", "7"], 1), &[deal; 3]);
        assert_eq!((after.streaks.last, change.lost), ([0, 3, 0, 3], [0, 1]));
        assert_eq!(after.levels[1], rank("6"));
    }
}

#[test]
fn r9_3_of_two_partners_at_different_counts_the_larger_fall_holds() {
    let rules = Rules { streak_falls: 3, ..common_rules() };
    let streaks = Streaks { first: [0; 4], last: [0, 3, 0, 2] };
    let (change, _) = play(&rules, Standing { streaks, ..standing(["2", "9"], 1) }, &[finish(ONE_TWO)]);
    assert_eq!(change.lost, [0, 2], "a fourth and a third last place: two levels, not three");
}

#[test]
fn every_finish_is_one_of_three_patterns() {
    for (order, pattern) in [
        (ONE_TWO, Pattern::OneTwo),
        (ONE_THREE, Pattern::OneThree),
        (ONE_FOUR, Pattern::OneFour),
        (THEIR_ONE_TWO, Pattern::OneTwo),
        (THEIR_ONE_THREE, Pattern::OneThree),
        (THEIR_ONE_FOUR, Pattern::OneFour),
    ] {
        assert_eq!(finish(order).pattern(), pattern, "{order}");
    }
}
