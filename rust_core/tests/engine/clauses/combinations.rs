//! What is a combination and what beats what, clause by clause of docs/RULES.md R1 to R3. Values are those of
//! `institute` unless a test says otherwise.

use crate::common::common_rules;
use crate::common::judged::{at, hand, under};
use guandan_core::card::{Card, Rank, Seat};
use guandan_core::combo::{Detail, undeclared};
use guandan_core::deal::Dealt;
use guandan_core::hand::{Hand, LevelHand};
use guandan_core::rules::{Rules, SequenceOrder};

/// What each text is; the empty text for nothing.
fn are(level: &str, cases: &[(&str, &[&str])]) {
    for (cards, expected) in cases {
        assert_eq!(at(level).names(cards), *expected, "{cards} at level {level}");
    }
}

fn nothing(level: &str, sets: &[&str]) {
    for cards in sets {
        are(level, &[(cards, &[])]);
    }
}

/// Each beats the one before it, and none the one after it or itself.
fn ascend(rules: Rules, level: &str, plays: &[&str]) {
    let both = under(rules, level);
    for (i, lower) in plays.iter().enumerate() {
        assert!(!both.beats(lower, lower), "{lower} beats its equal");
        for higher in &plays[i + 1..] {
            assert!(both.beats(lower, higher), "{higher} does not beat {lower} at level {level}");
            assert!(!both.beats(higher, lower), "{lower} beats {higher} at level {level}");
        }
    }
}

#[test]
fn r1_1_every_deal_is_two_of_each_face_27_to_a_seat() {
    for block in 0..100 {
        let hands = Dealt::new(3, block, 0).hands();
        assert!(hands.iter().all(|hand| hand.len() == 27));
        let all = hands.iter().fold(Hand::EMPTY, |all, &hand| all.plus(hand).expect("no third copy"));
        assert_eq!(all, Hand::FULL);
    }
    assert_eq!(Hand::FULL.len(), 108);
    assert!(Card::all().all(|face| Hand::FULL.cards().filter(|&card| card == face).count() == 2));
}

#[test]
fn r1_2_seats_go_round_and_partners_sit_opposite() {
    let [south, east, north, west] = Seat::ALL;
    assert_eq!([south.plus(1), east.plus(1), north.plus(1), west.plus(1)], [east, north, west, south]);
    assert_eq!(Seat::ALL.map(Seat::partner), [north, west, south, east]);
    assert_eq!(Seat::ALL.map(Seat::team), [0, 1, 0, 1]);
}

#[test]
fn r1_3_the_two_hearts_of_the_level_are_wild_and_no_other_card_is() {
    for level in Rank::all() {
        for card in Card::all() {
            let wilds = LevelHand::new(Hand::EMPTY.with(card).unwrap(), level).wilds();
            assert_eq!(wilds == 1, card.to_string() == format!("H{level}"), "{card} at level {level}");
        }
    }
}

#[test]
fn r1_4_level_order_takes_the_level_rank_out_of_its_place_and_puts_it_above_the_ace() {
    let singles = ["S2", "S3", "S4", "S6", "S9", "ST", "SQ", "SK", "SA", "S5", "SB", "HR"];
    ascend(common_rules(), "5", &singles);
    ascend(common_rules(), "A", &["S2", "SK", "SA", "SB", "HR"]);
    ascend(common_rules(), "2", &["S3", "SK", "SA", "S2", "SB", "HR"]);
}

#[test]
fn r1_5_natural_order_keeps_the_level_rank_in_its_place_and_begins_with_the_ace() {
    let straights = ["SA D2 C3 S4 D5", "S2 D3 C4 S5 D6", "S3 D4 C5 S6 D7", "S4 D5 C6 S7 D8", "ST DJ CQ SK DA"];
    ascend(common_rules(), "5", &straights);
    nothing("5", &["SQ DK CA S2 D3", "S9 DT CJ SQ SB"]);
}

#[test]
fn r2_1_any_one_card_is_a_single() {
    for level in Rank::all() {
        for card in Card::all() {
            let names = at(level.letter()).names(&card.to_string());
            assert_eq!(names.len(), 1);
            assert!(names[0].starts_with("single "), "{card}");
        }
    }
}

#[test]
fn r2_2_a_pair_is_two_of_a_rank_or_two_equal_jokers() {
    are("2", &[("S9 D9", &["pair 9"]), ("S9 S9", &["pair 9"]), ("SB SB", &["pair SB"]), ("HR HR", &["pair HR"])]);
    nothing("2", &["SB HR", "S9 ST"]);
}

#[test]
fn r2_3_a_triple_is_three_of_a_rank_and_never_of_jokers() {
    are("2", &[("S9 D9 D9", &["triple 9"]), ("S9 D9 H2", &["triple 9"])]);
    nothing("2", &["SB SB HR", "SB SB H2", "S9 D9 ST"]);
}

#[test]
fn r2_4_a_full_house_is_named_by_its_triple_and_may_have_a_pair_of_jokers() {
    are("2", &[("S9 D9 C9 S3 D3", &["full_house 9"]), ("S9 D9 C9 HR HR", &["full_house 9"])]);
    let without = under(Rules { joker_pair_in_full_house: false, ..common_rules() }, "2");
    assert!(without.names("S9 D9 C9 HR HR").is_empty());
    assert_eq!(without.names("S9 D9 C9 S3 D3"), ["full_house 9"]);
    nothing("2", &["S9 D9 C9 SB HR", "S9 D9 C9 S3 D4"]);
}

#[test]
fn r2_5_a_straight_is_five_ranks_in_a_row_and_not_of_one_suit_unless_a_wild_is_declared_so() {
    are("9", &[("S3 D4 C5 S6 D7", &["straight 7"]), ("SA D2 C3 S4 D5", &["straight 5"])]);
    are("9", &[("S3 S4 S5 S6 S7", &["straight_flush 7"]), ("S3 S4 S6 S7 H9", &["straight_flush 7", "straight 7"])]);
    let never = under(Rules { plain_straight_from_flush: false, ..common_rules() }, "9");
    assert_eq!(never.names("S3 S4 S6 S7 H9"), ["straight_flush 7"]);
    assert_eq!(never.names("S3 D4 S6 S7 H9"), ["straight 7"]);
    nothing("9", &["S3 D4 C5 S6", "S3 D4 C5 S6 D7 S8"]);
}

#[test]
fn r2_6_a_tube_is_three_pairs_in_a_row() {
    are("9", &[("S3 D3 S4 D4 S5 D5", &["tube 5"]), ("SA DA S2 D2 S3 D3", &["tube 3"])]);
    are("9", &[("SQ DQ SK DK SA DA", &["tube A"])]);
    nothing("9", &["S3 D3 S4 D4", "S3 D3 S4 D4 S5 D5 S6 D6", "SK DK SA DA S2 D2", "S3 D3 S4 D4 S6 D6"]);
}

#[test]
fn r2_7_a_plate_is_two_triples_in_a_row() {
    are("9", &[("S3 D3 C3 S4 D4 C4", &["plate 4"]), ("SA DA CA S2 D2 C2", &["plate 2"])]);
    nothing("9", &["S3 D3 C3 S5 D5 C5", "S3 D3 C3 S4 D4 C4 S5 D5 C5"]);
}

#[test]
fn r2_8_a_bomb_is_four_to_max_bomb_of_a_rank_and_of_the_level_rank_eight() {
    let nines = ["S9", "D9", "C9", "S9", "D9", "C9", "H9", "H9", "H2", "H2"];
    let twos = ["S2", "D2", "C2", "S2", "D2", "C2", "H2", "H2"];
    for max_bomb in 4..=10 {
        let both = under(Rules { max_bomb, ..common_rules() }, "2");
        for size in 4..=10 {
            let bombs: &[String] = if size <= max_bomb { &[format!("{size}-bomb 9")] } else { &[] };
            // Equal cards that are no bomb are nothing else either.
            assert_eq!(both.names(&nines[..size as usize].join(" ")), bombs, "{size} of at most {max_bomb}");
        }
        assert_eq!(both.names(&twos.join(" ")).len(), usize::from(max_bomb >= 8), "eight of the level rank");
    }
}

#[test]
fn r2_9_a_straight_flush_is_five_in_a_row_of_one_suit() {
    are("9", &[("S3 S4 S5 S6 S7", &["straight_flush 7"]), ("DA D2 D3 D4 D5", &["straight_flush 5"])]);
    are("9", &[("ST SJ SQ SK SA", &["straight_flush A"]), ("HT HJ HQ HK HA", &["straight_flush A"])]);
    nothing("9", &["S3 S4 S5 S6 S7 S8", "SQ SK SA S2 S3"]);
}

#[test]
fn r2_10_the_joker_bomb_is_all_four_jokers() {
    are("9", &[("SB SB HR HR", &["joker_bomb "])]);
    nothing("9", &["SB SB HR", "SB HR HR", "SB SB HR HR H9"]);
}

#[test]
fn r2_11_a_wild_beside_another_card_stands_for_any_card_but_a_joker() {
    let both = at("9");
    for rank in Rank::all().filter(|rank| rank.letter() != "9") {
        assert_eq!(both.names(&format!("S{rank} H9")), [format!("pair {rank}")]);
        assert_eq!(both.names(&format!("S{rank} H9 H9")), [format!("triple {rank}")]);
    }
    nothing("9", &["SB H9", "HR H9", "SB SB HR H9", "SB HR HR H9 H9"]);
}

#[test]
fn r2_12_wilds_alone_are_plain_level_cards() {
    for level in Rank::all() {
        assert_eq!(at(level.letter()).names(&format!("H{level}")), [format!("single {level}")]);
        assert_eq!(at(level.letter()).names(&format!("H{level} H{level}")), [format!("pair {level}")]);
    }
}

#[test]
fn r2_13_a_wild_may_be_the_card_printed_on_it() {
    are("9", &[("S3 D3 C3 H9 H9", &["5-bomb 3", "full_house 3"])]);
    are("9", &[("S7 D8 H9 ST DJ", &["straight J"]), ("H7 H8 H9 HT HJ", &["straight_flush J", "straight J"])]);
}

#[test]
fn r2_14_cards_that_are_no_combination_are_refused() {
    nothing("9", &["", "S3 S5", "S3 D3 S4", "S3 D3 C3 S4", "S3 D3 C3 H3 S4", "SB S3", "S3 D3 S4 D4"]);
}

#[test]
fn r2_15_every_reading_of_cards_is_offered() {
    are("5", &[("SK DK H5 S2 D2", &["full_house K", "full_house 2"])]);
    are("5", &[("S3 S4 H5 S6 H5", &["straight_flush 7", "straight_flush 6", "straight 7", "straight 6"])]);
}

#[test]
fn r2_16_an_undeclared_answer_is_its_highest_reading_that_beats() {
    let both = at("5");
    assert_eq!(both.reply("S3 D3 C3 S4 D4", "SK DK H5 S2 D2").as_deref(), Some("full_house K"));
    assert_eq!(both.reply("S2 D3 C4 S6 H5", "S6 S7 S8 S9 H5").as_deref(), Some("straight_flush T"), "a bomb first");
    assert_eq!(both.reply("SA DA CA S4 D4", "SK DK H5 S2 D2"), None);
}

#[test]
fn r2_17_an_undeclared_lead_is_a_bomb_then_a_plate_then_the_higher_rank() {
    let lead = |cards: &str| at("4").names(cards)[0].clone();
    assert_eq!(lead("SA CA DA H4 H4"), "5-bomb A");
    assert_eq!(lead("H4 H4 C8 D8 S9 C9"), "plate 9");
    assert_eq!(lead("S6 D7 C8 S9 H4"), "straight T");
}

#[test]
fn r2_18_a_play_is_listed_once_however_its_wilds_may_be_read() {
    let both = at("5");
    for detail in [Detail::Cards, Detail::Ranks] {
        let plays = both.leads(hand("SA CA DA H5 H5"), detail);
        let mut seen: Vec<_> = plays.iter().map(|play| (play.combo, play.cards)).collect();
        let all = seen.len();
        seen.sort_by_key(|(combo, cards)| (combo.kind as u8, combo.size, combo.key, cards.one(), cards.two()));
        seen.dedup();
        assert_eq!(seen.len(), all);
        let houses = plays.iter().filter(|play| both.name(play.combo) == "full_house A" && play.cards.len() == 5);
        assert_eq!(houses.count(), 1, "whatever pair the two wilds are said to be");
    }
}

#[test]
fn r3_1_a_non_bomb_is_beaten_by_its_own_kind_and_by_bombs_only() {
    let both = at("2");
    let kinds =
        ["S9", "S9 D9", "S9 D9 C9", "S9 D9 C9 S3 D3", "S5 D6 C7 S8 D9", "S7 D7 S8 D8 S9 D9", "S8 D8 C8 S9 D9 C9"];
    let higher =
        ["SK", "SK DK", "SK DK CK", "SK DK CK S3 D3", "S9 DT CJ SQ DK", "SJ DJ SQ DQ SK DK", "SQ DQ CQ SK DK CK"];
    for (i, led) in kinds.iter().enumerate() {
        for (j, reply) in higher.iter().enumerate() {
            assert_eq!(both.beats(led, reply), i == j, "{reply} on {led}");
        }
        for bomb in ["S3 D3 C3 H3", "S3 S4 S5 S6 S7", "SB SB HR HR"] {
            assert!(both.beats(led, bomb), "{bomb} on {led}");
            assert!(!both.beats(bomb, led), "{led} on {bomb}");
        }
    }
}

#[test]
fn r3_2_and_r3_3_bombs_go_up_by_size_with_the_straight_flush_above_five_and_the_joker_bomb_on_top() {
    let sizes = [
        "SA DA CA HA",
        "S3 D3 C3 H3 S3",
        "S4 S5 S6 S7 S8",
        "S3 D3 C3 H3 S3 D3",
        "S3 D3 C3 H3 S3 D3 C3",
        "S3 D3 C3 H3 S3 D3 C3 H3",
        "S3 D3 C3 H3 S3 D3 C3 H3 H2",
        "S3 D3 C3 H3 S3 D3 C3 H3 H2 H2",
        "SB SB HR HR",
    ];
    ascend(common_rules(), "2", &sizes);
}

#[test]
fn r3_4_equal_never_beats_equal_and_a_lone_wild_equals_a_level_card() {
    let equals =
        [("S9", "D9"), ("S9 D9", "C9 H9"), ("S2", "H2"), ("H2 H2", "S2 D2"), ("S3 S4 S5 S6 S7", "D3 D4 D5 D6 D7")];
    for (led, reply) in equals {
        assert!(!at("2").beats(led, reply) && !at("2").beats(reply, led), "{led} and {reply}");
    }
}

#[test]
fn r3_5_kinds_of_one_rank_compare_in_level_order() {
    ascend(common_rules(), "5", &["S2 D2", "SA DA", "S5 D5", "SB SB", "HR HR"]);
    ascend(common_rules(), "5", &["S6 D6 C6", "SA DA CA", "S5 D5 C5"]);
    ascend(common_rules(), "5", &["S6 D6 C6 SA DA", "SA DA CA S2 D2", "S5 D5 C5 S2 D2"]);
    ascend(common_rules(), "5", &["S6 D6 C6 H6", "SA DA CA HA", "S5 D5 C5 H5"]);
}

#[test]
fn r3_5_runs_compare_by_top_rank_in_the_order_of_sequence_order() {
    let level_order = Rules { sequence_order: SequenceOrder::Level, ..common_rules() };
    let straights = ["SA D2 C3 S4 D5", "S2 D3 C4 S5 D6", "ST DJ CQ SK DA"];
    let tubes = ["S3 D3 S4 D4 S5 D5", "S4 D4 S5 D5 S6 D6", "SQ DQ SK DK SA DA"];
    let plates = ["S4 D4 C4 S5 D5 C5", "S5 D5 C5 S6 D6 C6", "SK DK CK SA DA CA"];
    for [first, second, third] in [straights, tubes, plates] {
        ascend(common_rules(), "5", &[first, second, third]);
        ascend(level_order, "5", &[second, third, first]);
    }
    for rules in [common_rules(), level_order] {
        ascend(rules, "5", &["SA S2 S3 S4 S5", "S2 S3 S4 S5 S6", "ST SJ SQ SK SA"]);
    }
}

#[test]
fn r3_5_an_undeclared_lead_and_its_answer_use_the_same_order() {
    let both = under(Rules { sequence_order: SequenceOrder::Level, ..common_rules() }, "5");
    // Two tops are possible, 5 and 6; at level 5 the 5 is the higher.
    let lead = undeclared(&both.seen(hand("S2 D3 C4 S5 H5")), &both.tables, None).unwrap();
    assert_eq!(both.name(lead), "straight 5");
}
