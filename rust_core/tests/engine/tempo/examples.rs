//! Positions from games against strong opponents in which `tempo` chooses the better of two plays.
//!
//! The level, the hand and the play on the table are those of the games; the cards of the other seats are drawn.

use crate::common::Dice;
use guandan_core::card::Seat;
use guandan_core::deal::{Deal, View};
use guandan_core::hand::Hand;
use guandan_core::policy::{Memory, Policy, Tempo};
use guandan_core::rng::{Address, Purpose};
use guandan_core::rules::{Rules, Tables};

/// What `tempo` plays with `hand` when the other seats hold so many cards, `""` being a pass. `before` are the cards that the
/// seat before it has played or, with a pass between, its partner; without cards it leads.
fn choice(level: &str, hand: &str, before: &str, by_partner: bool, sizes: [usize; 3]) -> String {
    let cards = |text: &str| text.parse::<Hand>().unwrap();
    let (own, table) = (cards(hand), cards(before));
    let rules = Rules::preset("njupt").unwrap();
    let t = Tables::new(&rules, level.parse().unwrap());
    let player = if before.is_empty() {
        0
    } else if by_partner {
        2
    } else {
        3
    };
    let mut sizes = [0, sizes[0], sizes[1], sizes[2]];
    sizes[player] -= table.len() as usize;
    let mut hands = Dice::new(1).hands_out_of(Hand::FULL.minus(own).minus(table), sizes);
    hands[0] = own;
    hands[player] = hands[player].plus(table).unwrap();
    let mut deal = Deal::new(&rules, t.level, hands, Seat::new(player as u8)).unwrap();
    if player > 0 {
        deal.play_cards(table, None, None, &t).unwrap();
    }
    if by_partner {
        deal.pass().unwrap();
    }
    let view = View::new(&deal, Seat::new(0), &t, Address::new(1, Purpose::Play, 0, 0), None);
    let play = Tempo::default().act(&view, &mut Memory::default());
    play.map_or(String::new(), |play| play.cards.to_hand(t.level).to_string())
}

#[test]
fn leads_keep_wilds_take_pairs_along_and_start_with_the_weaker_of_two() {
    let lead = |level, hand, sizes| choice(level, hand, "", false, sizes);
    assert_eq!(lead("Q", "C2 C3 S4 S5 S6 H8 HQ", [10, 12, 9]), "C2 C3 S4 S5 S6");
    assert_eq!(lead("Q", "S3 C3 D3 S6 D6 H9 SK", [6, 9, 2]), "S3 C3 D3 S6 D6");
    assert_eq!(lead("2", "S5 D5 SA DA", [6, 5, 7]), "S5 D5");
}

#[test]
fn answers_are_cheap_bombs_are_kept_and_the_partner_is_overtaken_by_who_is_close_to_the_end() {
    let answer = |hand, before, by_partner, sizes| choice("Q", hand, before, by_partner, sizes);
    assert_eq!(answer("HR S8 D3 C3 D4 C4 D6 C6 SJ DJ", "S5", false, [12, 10, 11]), "S8");
    assert_eq!(answer("H3 H4 H5 H6 H7 S9 D9 CK", "S5 C5 D5 S5", false, [12, 10, 11]), "");
    assert_eq!(answer("SA DA CA HQ S3 D4 C6 S8 D8 CT CK", "S5 C5 D5 S5 C5", false, [12, 10, 14]), "");
    assert_eq!(answer("S7 D7 C7 S9 D9 C4", "S2 D2 C2 S4 D4", true, [12, 10, 11]), "S7 C7 D7 S9 D9");
}
