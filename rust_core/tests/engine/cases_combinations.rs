//! Sets of cards and pairs of plays that other implementations judged wrongly; the case numbers are of a collection of
//! public fault reports. Preset `institute` unless a test says otherwise.

use crate::common::common_rules;
use crate::common::judged::{at, hand, under};
use guandan_core::combo::Detail;
use guandan_core::rules::{Rules, SequenceOrder};

/// C01
#[test]
fn two_wilds_may_lie_above_or_below_the_natural_cards_of_a_straight() {
    assert_eq!(at("5").names("SJ CQ HK H5 H5"), ["straight A", "straight K"]);
}

/// C03
#[test]
fn a_plate_may_span_king_and_ace() {
    assert_eq!(at("5").names("SA CA HA H5 HK DK"), ["plate A"]);
}

/// C06
#[test]
fn a_wild_completes_the_third_pair_of_a_tube() {
    assert_eq!(at("2").names("S6 D6 S7 D7 S8 H2"), ["tube 8"]);
}

/// C07
#[test]
fn a_wild_that_fills_a_gap_adds_nothing_at_the_top() {
    assert_eq!(at("2").names("S5 D6 C8 H9 H2"), ["straight 9"]);
}

/// C09
#[test]
fn pairs_are_counted_before_ranks() {
    assert_eq!(at("2").names("S3 H3 S4 H4 S5 C5"), ["tube 5"]);
}

/// C10
#[test]
fn a_two_is_an_ordinary_low_card_in_runs() {
    assert_eq!(at("9").names("S2 D3 C4 S5 H6"), ["straight 6"]);
}

/// C12
#[test]
fn no_run_goes_through_the_ace() {
    let around: [&str; 5] =
        ["SK DA C2 S3 H4", "SQ DK CA S2 H3", "SJ DQ CK SA H2", "SK DK SA DA S2 D2", "SQ DQ SK DK SA D2"];
    for cards in around {
        assert!(at("9").names(cards).is_empty(), "{cards}");
    }
}

/// C14
#[test]
fn a_straight_has_exactly_five_cards() {
    assert!(at("9").names("S3 D4 C5 S6 H7 S8").is_empty());
    assert!(at("9").names("S3 D4 C5 S6").is_empty());
}

/// C16
#[test]
fn a_triple_with_two_wilds_is_a_bomb_or_one_full_house() {
    let both = at("5");
    assert_eq!(both.names("SA CA DA H5 H5"), ["5-bomb A", "full_house A"]);
    let houses = both.lead_names("SA CA DA H5 H5").into_iter().filter(|name| name.starts_with("full_house A"));
    assert_eq!(houses.collect::<Vec<_>>(), ["full_house A: H5 H5 SA CA DA"]);
}

/// C18
#[test]
fn the_wild_goes_to_the_higher_pair_of_a_full_house_unless_declared() {
    assert_eq!(at("2").names("S8 D8 S9 D9 H2"), ["full_house 9", "full_house 8"]);
}

/// C20
#[test]
fn two_equal_jokers_may_be_the_pair_of_a_full_house() {
    let without = Rules { joker_pair_in_full_house: false, ..common_rules() };
    for cards in ["S9 C9 D9 SB SB", "S9 C9 H2 SB SB"] {
        assert_eq!(at("2").names(cards), ["full_house 9"]);
        assert!(under(without, "2").names(cards).is_empty());
    }
    assert!(at("2").names("S9 C9 D9 SB HR").is_empty());
}

/// C23
#[test]
fn a_small_and_a_big_joker_are_nothing() {
    assert!(at("5").names("SB HR").is_empty());
}

/// C26
#[test]
fn two_wilds_alone_are_a_pair_of_level_cards() {
    let both = at("6");
    assert_eq!(both.names("H6 H6"), ["pair 6"]);
    assert!(both.beats("SA DA", "H6 H6"));
    assert!(!both.beats("SB SB", "H6 H6"));
    assert!(both.beats("H6 H6", "SB SB"));
}

/// C28
#[test]
fn eight_equal_cards_and_two_wilds_are_a_bomb_of_ten() {
    assert_eq!(at("5").names("DT DT HT HT CT CT ST ST H5 H5"), ["10-bomb T"]);
    assert!(at("5").names("DT D9 HT HT CT CT ST ST H5 H5").is_empty());
    let eight_at_most = under(Rules { max_bomb: 8, ..common_rules() }, "5");
    assert!(eight_at_most.names("DT DT HT HT CT CT ST ST H5").is_empty());
}

/// C29
#[test]
fn five_of_a_rank_are_a_bomb() {
    assert_eq!(at("2").names("S6 H6 D6 C6 C6"), ["5-bomb 6"]);
}

/// C31
#[test]
fn a_wild_takes_the_suit_a_straight_flush_needs() {
    assert_eq!(at("2").names("S5 S6 S7 S9 H2"), ["straight_flush 9", "straight 9"]);
    let declared_never = under(Rules { plain_straight_from_flush: false, ..common_rules() }, "2");
    assert_eq!(declared_never.names("S5 S6 S7 S9 H2"), ["straight_flush 9"]);
}

/// C34
#[test]
fn the_ace_is_low_in_a_straight_flush_that_a_wild_completes() {
    assert_eq!(at("7").names("SA S2 S3 S4 H7"), ["straight_flush 5", "straight 5"]);
}

/// C36
#[test]
fn a_wild_as_the_card_it_is_gives_the_lower_straight_only_when_declared() {
    assert_eq!(at("2").names("S3 D4 S5 C6 H2"), ["straight 7", "straight 6"]);
}

/// C37
#[test]
fn every_card_laid_down_belongs_to_the_combination() {
    assert!(at("2").names("S5 S6 S7 S8 D9 H2").is_empty());
}

/// C39
#[test]
fn four_jokers_are_the_joker_bomb_in_any_order() {
    for cards in ["HR SB HR SB", "HR HR SB SB", "SB SB HR HR", "SB HR HR SB"] {
        assert_eq!(at("2").names(cards), ["joker_bomb "]);
    }
}

/// C41
#[test]
fn two_pairs_and_two_wilds_are_a_plate_and_two_tubes() {
    let both = at("4");
    assert_eq!(both.names("H4 H4 C8 D8 S9 C9"), ["plate 9", "tube T", "tube 9"]);
    assert_eq!(both.reply("S7 D7 S8 D8 S9 D9", "H4 H4 C8 D8 S9 C9").as_deref(), Some("tube T"));
}

/// P01
#[test]
fn a_level_card_lifts_a_straight_in_level_order_only() {
    let (led, reply) = ("ST DJ CQ SK HA", "S2 D3 C4 S5 C6");
    assert!(!at("6").beats(led, reply));
    assert!(under(Rules { sequence_order: SequenceOrder::Level, ..common_rules() }, "6").beats(led, reply));
}

/// P03
#[test]
fn ace_to_five_is_the_lowest_straight() {
    assert!(at("9").beats("SA D2 C3 S4 H5", "S2 D3 C4 S5 H6"));
    assert!(!at("9").beats("S2 D3 C4 S5 H6", "SA D2 C3 S4 H5"));
}

/// P05
#[test]
fn the_lowest_straight_flush_beats_the_highest_bomb_of_five() {
    assert!(at("3").beats("S3 C3 D3 H3 C3", "SA S2 S3 S4 S5"));
    assert!(!at("3").beats("SA S2 S3 S4 S5", "S3 C3 D3 H3 C3"));
}

/// P06
#[test]
fn the_lowest_bomb_of_six_beats_the_highest_straight_flush() {
    assert!(at("9").beats("HT HJ HQ HK HA", "S2 S2 C2 C2 D2 D2"));
}

/// P08
#[test]
fn a_bomb_of_five_beats_any_bomb_of_four() {
    assert!(at("2").beats("SA CA DA HA", "S3 S3 C3 C3 D3"));
}

/// P09
#[test]
fn a_level_bomb_is_the_highest_of_its_size_and_a_wild_is_itself_in_it() {
    assert!(at("2").beats("H9 H9 S9 D9", "S2 S2 D2 H2"));
}

/// P10
#[test]
fn equal_never_beats_equal_whatever_the_suits() {
    assert!(!at("2").beats("C9 H9", "S9 D9"));
}

/// P12
#[test]
fn the_pair_of_a_full_house_never_counts() {
    assert!(!at("5").beats("SK CK DK S2 C2", "HK SK CK SA CA"));
}

/// P14
#[test]
fn a_tube_with_level_cards_is_not_lifted() {
    assert_eq!(at("5").reply("S3 C3 C4 H4 C5 S5", "S4 D4 S5 D5 S6 D6").as_deref(), Some("tube 6"));
}

/// P16
#[test]
fn a_lone_wild_equals_every_other_level_card() {
    assert!(!at("6").beats("S6", "H6"));
    assert!(!at("6").beats("H6", "S6"));
}

/// P18
#[test]
fn a_bomb_beats_a_pair_and_no_pair_beats_a_bomb() {
    assert!(at("2").beats("SQ DQ", "S8 C8 D8 H8"));
    assert!(!at("2").beats("S8 C8 D8 H8", "S2 D2"));
}

/// M02
#[test]
fn two_wilds_in_hand_do_not_hide_the_straights_that_need_one() {
    let both = at("2");
    let straights = |wilds: &str| -> Vec<String> {
        let plays = both.leads(hand("S5 D6 C7 S8 H2 H2 SK"), Detail::Cards);
        let with = plays.iter().filter(|play| play.cards.wilds().to_string() == wilds);
        let mut names: Vec<String> = with.map(|play| both.name(play.combo)).collect();
        names.retain(|name| name.starts_with("straight "));
        names.dedup();
        names
    };
    assert_eq!(straights("1"), ["straight 8", "straight 9"]);
    assert_eq!(straights("2"), ["straight 7", "straight 8", "straight 9", "straight T"]);
}

/// M04
#[test]
fn any_part_of_equal_cards_may_be_led() {
    let names: Vec<String> = {
        let both = at("2");
        let plays = both.leads(hand("SK CK DK"), Detail::Ranks);
        plays.iter().map(|play| both.name(play.combo)).collect()
    };
    assert_eq!(names, ["single K", "pair K", "triple K"]);
}

/// M08
#[test]
fn a_wild_makes_a_pair_with_a_king_but_not_with_a_joker() {
    let both = at("3");
    let answers = both.answers(hand("SK H3 SB"), both.lead("SQ DQ"), Detail::Cards);
    let names: Vec<String> = answers.iter().map(|play| both.play_name(play)).collect();
    assert_eq!(names, ["pair K: H3 SK"]);
}
