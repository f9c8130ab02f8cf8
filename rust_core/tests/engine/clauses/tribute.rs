//! docs/RULES.md R6, clause by clause: tribute, return and who leads, for every value of every field.

use crate::common::common_rules;
use crate::common::matches::{finish, rank, stopped};
use crate::common::tributes::{choose, gifts, hands, said, seat, settled, strength};
use guandan_core::card::Card;
use guandan_core::deal::{Tribute, TributeKind};
use guandan_core::hand::Hand;
use guandan_core::rules::{AntiTribute, Rules, TributeDouble, TributeLead, TributeTie};

/// Seat 0 first; seats 1 and 3 third and last, in the two orders; seat 3 last behind a 1-3; the partner last.
const DOUBLE: &str = "0213";
const DOUBLE_TURNED: &str = "0231";
const ONE_THREE: &str = "0123";
const ONE_FOUR: &str = "0132";

const TIES: [TributeTie; 3] = [TributeTie::Clockwise, TributeTie::WinnerChooses, TributeTie::LastToFirst];
const LEADS: [TributeLead; 3] = [TributeLead::PayerToFirst, TributeLead::Last, TributeLead::First];

#[test]
fn r6_1_without_tribute_nothing_is_paid_and_the_first_leads() {
    for tribute_lead in LEADS {
        let rules = Rules { tribute: false, tribute_lead, ..common_rules() };
        for order in [DOUBLE, ONE_THREE, ONE_FOUR] {
            let dealt = hands("5", ["", "HR HR", "", ""], &[]);
            let tribute = settled(&rules, "5", finish(order), dealt);
            assert_eq!((tribute.kind(), tribute.hands()), (TributeKind::None, &dealt));
            assert!(tribute.payments().is_empty() && tribute.returns().is_empty() && tribute.void_holders().is_empty());
            assert_eq!(tribute.leader(), seat(0));
        }
    }
}

#[test]
fn r6_1_t08_tribute_is_paid_from_the_new_hands() {
    // Whatever the last held at the end of the deal before, its highest new card is due.
    let dealt = hands("9", ["", "", "", "SK"], &[3]);
    assert_eq!(gifts(settled(&common_rules(), "9", finish(ONE_THREE), dealt).payments()), ["3>0:SK"]);
}

#[test]
fn r6_2_t14_after_1_3_the_last_pays_the_first_and_leads() {
    let dealt = hands("5", ["", "", "", "DA"], &[3, 0]);
    let tribute = settled(&common_rules(), "5", finish(ONE_THREE), dealt);
    assert_eq!(tribute.kind(), TributeKind::Single);
    assert_eq!(
        (gifts(tribute.payments()), gifts(tribute.returns()).len(), tribute.leader()),
        (vec!["3>0:DA".into()], 1, seat(3))
    );
}

#[test]
fn r6_2_t13_after_1_4_the_last_pays_its_own_partner_and_gets_a_return() {
    let dealt = hands("5", ["", "", "DA", ""], &[2, 0]);
    for (tribute_lead, leader) in LEADS.into_iter().zip([2, 2, 0]) {
        let rules = Rules { tribute_lead, ..common_rules() };
        let tribute = settled(&rules, "5", finish(ONE_FOUR), dealt);
        assert_eq!(gifts(tribute.payments()), ["2>0:DA"]);
        assert!(gifts(tribute.returns())[0].starts_with("0>2:"));
        assert_eq!(tribute.leader(), seat(leader), "{tribute_lead:?}");
    }
}

#[test]
fn r6_3_t10_after_1_2_the_higher_card_goes_to_the_first_and_the_lower_to_the_second() {
    for (order, last) in [(DOUBLE, 3), (DOUBLE_TURNED, 1)] {
        for (wanted, to_first) in [(["", "HR", "", "SK"], 1), (["", "SK", "", "HR"], 3)] {
            for tribute_tie in TIES {
                for (tribute_lead, leader) in LEADS.into_iter().zip([to_first, last, 0]) {
                    let rules = Rules { tribute_tie, tribute_lead, ..common_rules() };
                    let tribute = settled(&rules, "5", finish(order), hands("5", wanted, &[1, 3]));
                    let to_second = 4 - to_first;
                    let expected = [format!("{to_first}>0:HR"), format!("{to_second}>2:SK")];
                    assert_eq!((tribute.kind(), gifts(tribute.payments())), (TributeKind::Double, expected.to_vec()));
                    assert_eq!(tribute.leader(), seat(leader), "{order} {tribute_lead:?}");
                    let returns = gifts(tribute.returns());
                    assert!(returns[0].starts_with(&format!("0>{to_first}:")), "{returns:?}");
                    assert!(returns[1].starts_with(&format!("2>{to_second}:")), "{returns:?}");
                }
            }
        }
    }
}

#[test]
fn r6_3_a_level_card_is_higher_than_an_ace_and_a_small_joker_than_both() {
    for (one, three, to_first) in [("S5", "SA", 1), ("SB", "S5", 1), ("SA", "SK", 1), ("SK", "S5", 3), ("SB", "HR", 3)]
    {
        let tribute = settled(&common_rules(), "5", finish(DOUBLE), hands("5", ["", one, "", three], &[1, 3]));
        assert_eq!(tribute.payments()[0].from, seat(to_first), "{one} {three}");
    }
}

#[test]
fn r6_4_t04_a_single_big_joker_is_the_highest_card() {
    let dealt = hands("2", ["", "", "", "HR SA"], &[3]);
    assert_eq!(gifts(settled(&common_rules(), "2", finish(ONE_THREE), dealt).payments()), ["3>0:HR"]);
}

#[test]
fn r6_4_t05_the_wild_stays_and_the_other_level_card_is_paid() {
    let dealt = hands("5", ["", "", "", "H5 S5 SA"], &[3]);
    assert_eq!(gifts(settled(&common_rules(), "5", finish(ONE_THREE), dealt).payments()), ["3>0:S5"]);
    let wilds_only = hands("5", ["", "", "", "H5 H5 SA"], &[3]);
    assert_eq!(gifts(settled(&common_rules(), "5", finish(ONE_THREE), wilds_only).payments()), ["3>0:SA"]);
}

#[test]
fn r6_4_a_wild_is_paid_beside_another_level_card_with_tribute_wild() {
    let rules = Rules { tribute_wild: true, ..common_rules() };
    let pending = |cards| {
        let dealt = hands("5", ["", "", "", cards], &[3]);
        said(Tribute::new(&rules, rank("5"), finish(ONE_THREE), dealt).pending())
    };
    assert_eq!(pending("H5 S5 SA"), "3 pay S5 H5");
    assert_eq!(pending("H5 H5 C5 D5"), "3 pay H5 C5 D5");
    for (cards, paid) in [("H5 S5 SB", "3>0:SB"), ("H5 S5 HR", "3>0:HR"), ("H5 H5 SA", "3>0:SA"), ("S5 SA", "3>0:S5")] {
        let tribute = settled(&rules, "5", finish(ONE_THREE), hands("5", ["", "", "", cards], &[3]));
        assert_eq!(gifts(tribute.payments()), [paid], "{cards}");
    }
    let mut tribute = Tribute::new(&rules, rank("5"), finish(ONE_THREE), hands("5", ["", "", "", "H5 S5 SA"], &[3]));
    choose(&mut tribute, "H5");
    assert_eq!(gifts(tribute.payments()), ["3>0:H5"]);
    // A wild equals any other level card, so two tributes of level cards go by `tribute_tie`.
    let mut tribute = Tribute::new(&rules, rank("5"), finish(DOUBLE), hands("5", ["", "C5", "", "H5 S5"], &[1, 3]));
    choose(&mut tribute, "H5");
    assert_eq!(gifts(tribute.payments()), ["1>0:C5", "3>2:H5"]);
}

#[test]
fn r6_3_with_tribute_double_clockwise_each_pays_its_left_hand_whatever_the_cards() {
    for tribute_tie in TIES {
        let rules = Rules { tribute_double: TributeDouble::Clockwise, tribute_tie, ..common_rules() };
        for (one, three) in [("HR", "SA"), ("SA", "HR"), ("SA", "SA"), ("SK", "S5")] {
            for order in [DOUBLE, DOUBLE_TURNED] {
                let dealt = hands("5", ["", one, "", three], &[1, 3]);
                let tribute = settled(&rules, "5", finish(order), dealt);
                assert_eq!(gifts(tribute.payments()), [format!("1>0:{one}"), format!("3>2:{three}")]);
                let returns = gifts(tribute.returns());
                assert!(returns[0].starts_with("0>1:") && returns[1].starts_with("2>3:"), "{returns:?}");
            }
            let tribute = settled(&rules, "5", finish("2013"), hands("5", ["", one, "", three], &[1, 3]));
            assert_eq!(gifts(tribute.payments()), [format!("3>2:{three}"), format!("1>0:{one}")]);
        }
    }
    let rules = Rules { tribute_double: TributeDouble::Clockwise, ..common_rules() };
    let single = settled(&rules, "5", finish(ONE_THREE), hands("5", ["", "", "", "DA"], &[3]));
    assert_eq!(gifts(single.payments()), ["3>0:DA"]);
}

#[test]
fn r6_4_t20_equal_highest_cards_are_the_payers_choice_and_two_copies_are_none() {
    let pending = |level, cards| {
        let dealt = hands(level, ["", "", "", cards], &[3]);
        said(Tribute::new(&common_rules(), rank(level), finish(ONE_THREE), dealt).pending())
    };
    assert_eq!(pending("2", "SA DA"), "3 pay SA DA");
    assert!(pending("2", "SA SA").starts_with("0 return"), "paid without a question");
    assert_eq!(pending("K", "HK SK CK"), "3 pay SK CK");
    assert_eq!(pending("2", "SA SA DA HA CA"), "3 pay SA HA CA DA");
}

#[test]
fn r6_4_the_chosen_card_is_the_one_paid() {
    for card in ["SA", "HA", "DA"] {
        let dealt = hands("2", ["", "", "", "SA HA DA"], &[3]);
        let mut tribute = Tribute::new(&common_rules(), rank("2"), finish(ONE_THREE), dealt);
        assert!(tribute.payments().is_empty());
        choose(&mut tribute, card);
        assert_eq!(gifts(tribute.payments()), [format!("3>0:{card}")]);
    }
}

#[test]
fn r6_5_t11_equal_tributes_clockwise_go_to_the_left_hand() {
    for order in [DOUBLE, DOUBLE_TURNED] {
        let tribute = settled(&common_rules(), "5", finish(order), hands("5", ["", "SA", "", "DA"], &[1, 3]));
        assert_eq!((gifts(tribute.payments()), tribute.leader()), (vec!["1>0:SA".into(), "3>2:DA".into()], seat(1)));
        let returns = gifts(tribute.returns());
        assert!(returns[0].starts_with("0>1:") && returns[1].starts_with("2>3:"), "the return goes right: {returns:?}");
    }
    let tribute = settled(&common_rules(), "5", finish("2013"), hands("5", ["", "SA", "", "DA"], &[1, 3]));
    assert_eq!((gifts(tribute.payments()), tribute.leader()), (vec!["3>2:DA".into(), "1>0:SA".into()], seat(3)));
}

#[test]
fn r6_5_t11_equal_tributes_last_to_first_go_by_place() {
    let rules = Rules { tribute_tie: TributeTie::LastToFirst, ..common_rules() };
    for (order, last, third) in [(DOUBLE, 3, 1), (DOUBLE_TURNED, 1, 3)] {
        let tribute = settled(&rules, "5", finish(order), hands("5", ["", "SA", "", "SA"], &[1, 3]));
        assert_eq!(gifts(tribute.payments()), [format!("{last}>0:SA"), format!("{third}>2:SA")]);
        assert_eq!(tribute.leader(), seat(last));
    }
}

#[test]
fn r6_5_t11_equal_tributes_are_picked_by_the_first_under_winner_chooses() {
    let rules = Rules { tribute_tie: TributeTie::WinnerChooses, ..common_rules() };
    let dealt = hands("5", ["", "SA", "", "DA"], &[1, 3]);
    for (card, payer) in [("SA", 1), ("DA", 3)] {
        let mut tribute = Tribute::new(&rules, rank("5"), finish(DOUBLE), dealt);
        assert_eq!(said(tribute.pending()), "0 pick SA DA");
        choose(&mut tribute, card);
        let mut tribute = tribute.settle(|_, _| 0);
        assert_eq!(tribute.payments()[0].from, seat(payer));
        assert_eq!(
            (tribute.payments()[1].to, tribute.leader()),
            (seat(2), seat(payer)),
            "the payer to the first leads"
        );
        assert!(tribute.pending().is_none());
        tribute = settled(&rules, "5", finish(DOUBLE), hands("5", ["", "SA", "", "SK"], &[1, 3]));
        assert_eq!(tribute.payments()[0].from, seat(1), "unequal tributes are no choice");
    }
}

#[test]
fn r6_5_two_copies_of_one_face_are_picked_by_who_paid_them() {
    let rules = Rules { tribute_tie: TributeTie::WinnerChooses, ..common_rules() };
    for order in [DOUBLE, DOUBLE_TURNED] {
        for (option, payer) in [(0, 1), (1, 3)] {
            let mut tribute = Tribute::new(&rules, rank("5"), finish(order), hands("5", ["", "SA", "", "SA"], &[1, 3]));
            assert_eq!(said(tribute.pending()), "0 pick SA SA");
            tribute.choose(option);
            assert_eq!(tribute.payments()[0].from, seat(payer), "{order}: the lower seat is listed first");
        }
    }
}

#[test]
fn r6_6_under_winner_chooses_the_payer_to_the_first_picks_one_of_the_two_returns() {
    let rules = Rules { tribute_tie: TributeTie::WinnerChooses, ..common_rules() };
    let dealt = hands("5", ["S2 S9", "SA", "D3 D8", "DA"], &[1, 3]);
    for (picked, giver, other) in [("S9", 0, "2>1:D8"), ("D8", 2, "0>1:S9")] {
        let mut tribute = Tribute::new(&rules, rank("5"), finish(DOUBLE), dealt);
        choose(&mut tribute, "DA");
        choose(&mut tribute, "S9");
        choose(&mut tribute, "D8");
        assert_eq!(said(tribute.pending()), "3 pick D8 S9");
        choose(&mut tribute, picked);
        let mut expected = vec![format!("{giver}>3:{picked}"), other.to_string()];
        expected.sort();
        assert_eq!(gifts(tribute.returns()), expected);
        assert_eq!(tribute.leader(), seat(3));
    }
}

/// The cards seat 0 may return under `rules`, having received seat 3's ace.
fn returnable(rules: &Rules, level: &str, holds: &str) -> Vec<String> {
    let dealt = hands(level, [holds, "", "", "SA"], &[3]);
    let tribute = Tribute::new(rules, rank(level), finish(ONE_THREE), dealt);
    tribute.pending().expect("a return").cards.cards().map(|card| card.to_string()).collect()
}

#[test]
fn r6_7_no_card_above_tribute_return_max_is_returned() {
    for highest in guandan_core::card::Rank::all() {
        let rules = Rules { tribute_return_max: Some(highest), ..common_rules() };
        let all = "S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK D2 D3 SB HR HR";
        let offered = returnable(&rules, "A", &format!("{all} DA"));
        for card in all.split(' ') {
            let rank = card.parse::<Card>().unwrap().rank();
            assert_eq!(offered.iter().any(|other| other == card), rank.is_some_and(|rank| rank <= highest), "{card}");
        }
    }
}

#[test]
fn r6_7_with_no_limit_any_card_jokers_and_wilds_too_may_be_returned() {
    let rules = Rules { tribute_return_max: None, tribute_return_level: true, ..common_rules() };
    let offered = returnable(&rules, "7", "S2 SJ S7 H7 SB HR");
    for card in ["S2", "SJ", "S7", "H7", "SB", "HR", "SA"] {
        assert!(offered.iter().any(|other| other == card), "{card}: {offered:?}");
    }
}

#[test]
fn r6_7_t16_a_level_card_is_returned_only_with_tribute_return_level() {
    for (tribute_return_max, tribute_return_level, allowed) in
        [(Some("T"), false, false), (None, false, false), (None, true, true)]
    {
        let rules = Rules { tribute_return_max: tribute_return_max.map(rank), tribute_return_level, ..common_rules() };
        let offered = returnable(&rules, "7", "S7 H7 S2 S3");
        for card in ["S7", "H7"] {
            assert_eq!(offered.iter().any(|other| other == card), allowed, "{card} {tribute_return_max:?}");
        }
        assert!(offered.iter().any(|other| other == "S2"));
    }
}

#[test]
fn r6_7_the_copy_just_received_goes_back_only_with_tribute_return_received() {
    for (received, holds, allowed) in [(true, "S2", true), (false, "S2", false), (false, "S2 SA", true)] {
        let rules = Rules {
            tribute_return_max: None,
            tribute_return_level: true,
            tribute_return_received: received,
            ..common_rules()
        };
        let offered = returnable(&rules, "7", holds);
        assert_eq!(offered.iter().any(|card| card == "SA"), allowed, "received {received}, holds {holds}");
    }
}

/// 26 cards above ten and one more, for a receiver without a card to return under a limit of ten.
const HIGH: &str = "SJ SJ HJ HJ CJ CJ DJ DJ SQ SQ HQ HQ CQ CQ DQ DQ SK SK HK HK CK CK DK DK SA SA";

#[test]
fn r6_8_where_no_card_keeps_the_limits_the_lowest_held_is_returned() {
    // Level 9: the nine is a level card, above the ace, and so the jacks are the lowest.
    let offered = |level, last| {
        let dealt = hands(level, [&format!("{HIGH} {last}"), "", "", "HA"], &[3, 1]);
        let tribute = Tribute::new(&common_rules(), rank(level), finish(ONE_THREE), dealt);
        said(tribute.pending())
    };
    assert_eq!(offered("9", "S9"), "0 return SJ HJ CJ DJ");
    assert_eq!(offered("9", "HR"), "0 return SJ HJ CJ DJ");
    // With a single card in the limits there is no question.
    assert_eq!(offered("9", "S8"), "");
    // The jacks being the level, the queens are the lowest.
    assert_eq!(offered("J", "HR"), "0 return SQ HQ CQ DQ");
}

#[test]
fn r6_8_the_fallback_is_never_the_card_just_received_where_that_is_forbidden() {
    let high = HIGH.replacen("SJ SJ HJ HJ CJ CJ DJ DJ", "", 1);
    let receiver = format!("{high} HA HA CA CA DA DA SB HR HR");
    for (received, expected) in [(true, ["0>3:SJ"]), (false, ["0>3:SQ"])] {
        let rules = Rules { tribute_return_received: received, ..common_rules() };
        // The payer's best card is a jack, the lowest the receiver then holds.
        let dealt = hands("2", [&receiver, "S2 S2 C2 C2 D2 D2 H2 H2 SB", "", "SJ SJ"], &[3, 1]);
        let tribute = settled(&rules, "2", finish(ONE_THREE), dealt);
        assert_eq!(
            (gifts(tribute.payments()), gifts(tribute.returns())),
            (vec!["3>0:SJ".into()], expected.map(String::from).to_vec())
        );
    }
}

#[test]
fn r6_9_returns_are_shown_only_when_both_are_chosen() {
    let dealt = hands("5", ["S2 S9", "HR", "D3 D8", "DA"], &[1, 3]);
    let mut tribute = Tribute::new(&common_rules(), rank("5"), finish(DOUBLE), dealt);
    let after_payment = *tribute.hands();
    choose(&mut tribute, "S9");
    assert!(tribute.returns().is_empty());
    assert_eq!(tribute.hands(), &after_payment);
    assert!(said(tribute.pending()).starts_with("2 return"));
    choose(&mut tribute, "D8");
    assert_eq!(gifts(tribute.returns()), ["0>1:S9", "2>3:D8"]);
}

#[test]
fn r6_10_t01_one_big_and_one_small_joker_void_nothing() {
    let dealt = hands("2", ["", "", "", "HR SB SB"], &[3]);
    let tribute = settled(&common_rules(), "2", finish(ONE_THREE), dealt);
    assert_eq!((tribute.kind(), gifts(tribute.payments())), (TributeKind::Single, vec!["3>0:HR".into()]));
}

#[test]
fn r6_10_t02_both_big_jokers_with_the_paying_side_in_any_split_void_the_tribute() {
    for (order, wanted, holders) in [
        (ONE_THREE, ["", "", "", "HR HR"], vec![3, 3]),
        (ONE_FOUR, ["", "", "HR HR", ""], vec![2, 2]),
        (DOUBLE, ["", "HR", "", "HR"], vec![1, 3]),
        (DOUBLE, ["", "HR HR", "", ""], vec![1, 1]),
        (DOUBLE, ["", "", "", "HR HR"], vec![3, 3]),
    ] {
        for tribute_lead in LEADS {
            let rules = Rules { tribute_lead, ..common_rules() };
            let dealt = hands("5", wanted, &[1, 3]);
            let tribute = settled(&rules, "5", finish(order), dealt);
            assert_eq!((tribute.kind(), tribute.hands()), (TributeKind::Void, &dealt));
            let seats: Vec<usize> = tribute.void_holders().iter().map(|seat| seat.index()).collect();
            assert_eq!((seats, tribute.leader()), (holders.clone(), seat(0)), "the first leads");
            assert!(tribute.payments().is_empty() && tribute.returns().is_empty());
        }
    }
}

#[test]
fn r6_10_a_big_joker_of_a_seat_that_pays_nothing_does_not_count() {
    for (order, wanted) in [
        (ONE_THREE, ["", "HR", "", "HR"]),
        (ONE_THREE, ["", "HR HR", "", ""]),
        (DOUBLE, ["HR", "HR", "", ""]),
        (DOUBLE, ["HR HR", "", "", ""]),
    ] {
        let tribute = settled(&common_rules(), "5", finish(order), hands("5", wanted, &[]));
        assert_ne!(tribute.kind(), TributeKind::Void, "{order} {wanted:?}");
    }
}

#[test]
fn r6_10_without_anti_tribute_the_big_jokers_are_paid() {
    let rules = Rules { anti_tribute: AntiTribute::None, ..common_rules() };
    let single = settled(&rules, "5", finish(ONE_THREE), hands("5", ["", "", "", "HR HR"], &[3]));
    assert_eq!((single.kind(), gifts(single.payments())), (TributeKind::Single, vec!["3>0:HR".into()]));
    let double = settled(&rules, "5", finish(DOUBLE), hands("5", ["", "HR", "", "HR"], &[1, 3]));
    assert_eq!(gifts(double.payments()), ["1>0:HR", "3>2:HR"], "equal, so each pays its left hand");
}

#[test]
fn r6_11_each_value_of_tribute_lead_names_the_leader() {
    for (tribute_lead, double, single) in
        [(TributeLead::PayerToFirst, 1, 3), (TributeLead::Last, 3, 3), (TributeLead::First, 0, 0)]
    {
        let rules = Rules { tribute_lead, ..common_rules() };
        let dealt = hands("5", ["", "HR", "", "SA"], &[1, 3]);
        assert_eq!(settled(&rules, "5", finish(DOUBLE), dealt).leader(), seat(double));
        assert_eq!(settled(&rules, "5", finish(ONE_THREE), dealt).leader(), seat(single));
    }
}

#[test]
fn r6_11_with_partner_of_payer_the_partner_of_a_single_payer_leads() {
    let rules = Rules { tribute_lead: TributeLead::PartnerOfPayer, ..common_rules() };
    for (order, payer, leader) in [(ONE_THREE, 3, 1), (ONE_FOUR, 2, 0), ("3012", 2, 0), ("1203", 3, 1)] {
        let dealt = hands("5", [""; 4], &[payer]);
        assert_eq!(settled(&rules, "5", finish(order), dealt).leader(), seat(leader), "{order}");
    }
    for (one, three, leader) in [("HR", "SA", 1), ("SA", "HR", 3), ("SA", "DA", 1)] {
        let dealt = hands("5", ["", one, "", three], &[1, 3]);
        assert_eq!(settled(&rules, "5", finish(DOUBLE_TURNED), dealt).leader(), seat(leader), "{one} {three}");
    }
}

#[test]
fn r6_11_with_payer_of_higher_the_payer_of_the_higher_card_leads_whoever_gets_it() {
    for tribute_double in [TributeDouble::HigherToFirst, TributeDouble::Clockwise] {
        let rules = Rules { tribute_lead: TributeLead::PayerOfHigher, tribute_double, ..common_rules() };
        for (one, three, leader) in [("HR", "SA", 1), ("SA", "HR", 3), ("SA", "S5", 3), ("SB", "S5", 1)] {
            for outcome in [finish(DOUBLE), finish(DOUBLE_TURNED), stopped(DOUBLE)] {
                let tribute = settled(&rules, "5", outcome, hands("5", ["", one, "", three], &[1, 3]));
                assert_eq!(tribute.leader(), seat(leader), "{one} {three}");
            }
        }
        // Equal cards: the last, of two tied losers the higher seat.
        for (outcome, leader) in [(finish(DOUBLE), 3), (finish(DOUBLE_TURNED), 1), (stopped(DOUBLE), 3)] {
            let tribute = settled(&rules, "5", outcome, hands("5", ["", "SA", "", "DA"], &[1, 3]));
            assert_eq!(tribute.leader(), seat(leader));
        }
        let single = settled(&rules, "5", finish(ONE_FOUR), hands("5", ["", "", "DA", ""], &[2]));
        assert_eq!(single.leader(), seat(2));
    }
}

#[test]
fn r6_12_after_a_deal_stopped_at_1_2_last_means_the_payer_to_the_first() {
    let rules = Rules { tribute_lead: TributeLead::Last, ..common_rules() };
    for (wanted, leader) in [(["", "HR", "", "SA"], 1), (["", "SA", "", "HR"], 3)] {
        let tribute = settled(&rules, "5", stopped(DOUBLE), hands("5", wanted, &[1, 3]));
        assert_eq!(tribute.leader(), seat(leader));
    }
}

#[test]
fn r6_12_after_a_deal_stopped_at_1_2_last_to_first_acts_as_clockwise() {
    let rules = Rules { tribute_tie: TributeTie::LastToFirst, ..common_rules() };
    let tribute = settled(&rules, "5", stopped(DOUBLE), hands("5", ["", "SA", "", "DA"], &[1, 3]));
    assert_eq!(gifts(tribute.payments()), ["1>0:SA", "3>2:DA"]);
    let tribute = settled(&rules, "5", stopped("1302"), hands("5", ["SA", "", "DA", ""], &[0, 2]));
    assert_eq!(gifts(tribute.payments()), ["2>1:DA", "0>3:SA"]);
}

#[test]
fn the_lowest_option_is_the_first_listed_of_the_lowest_rank() {
    let rules = Rules { tribute_return_max: None, tribute_return_level: true, ..common_rules() };
    let dealt = hands("2", ["S2 S3 D3 C4", "", "", "SA"], &[3]);
    let tribute = Tribute::new(&rules, rank("2"), finish(ONE_THREE), dealt);
    let choice = tribute.pending().unwrap();
    let options: Vec<Card> = choice.cards.cards().collect();
    let lowest = options[choice.lowest(rank("2")) as usize];
    assert_eq!(options.iter().map(|&card| strength(card, rank("2"))).min(), Some(strength(lowest, rank("2"))));
    assert_eq!(
        options.iter().position(|card| strength(*card, rank("2")) == strength(lowest, rank("2"))),
        options.iter().position(|card| *card == lowest)
    );
    assert_ne!(Hand::from_cards(options).unwrap(), Hand::EMPTY);
}
