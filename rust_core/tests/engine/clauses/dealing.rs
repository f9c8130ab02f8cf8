//! docs/RULES.md R5 and R11, clause by clause: who leads the first deal, who draws, shuffles and cuts, who announces.

use std::collections::BTreeSet;

use crate::common::common_rules;
use crate::common::matches::{finish, stopped};
use guandan_core::card::{Card, Rank, Seat};
use guandan_core::deal::{Deal, Dealt, View};
use guandan_core::hand::Hand;
use guandan_core::rng::{Address, Purpose};
use guandan_core::rules::{Cut, FirstLead, LaterDraw, LaterShuffle, Rules, Tables};
use guandan_core::series::FirstOpening;
use guandan_core::series::opening::{open_first_deal, random_leader, roles_of_later_deal};

fn address(block: u64) -> Address {
    Address::new(5, Purpose::Leader, block, 0)
}

fn dealt(block: u64) -> Dealt {
    Dealt::new(5, block, 0)
}

fn opening(first_lead: FirstLead, cut: Cut, block: u64) -> FirstOpening {
    open_first_deal(&Rules { first_lead, cut, ..common_rules() }, &dealt(block), address(block))
}

#[allow(clippy::unnecessary_wraps)] // compared with what the rules may leave open
fn named(number: u8) -> Option<Seat> {
    Some(Seat::new(number))
}

#[test]
fn r5_1_the_holder_of_the_turned_up_or_drawn_card_leads_or_a_random_seat() {
    for block in 0..500 {
        let turned = opening(FirstLead::TurnedUp, Cut::ModuloFour, block);
        let drawn = opening(FirstLead::Drawn, Cut::None, block);
        let random = opening(FirstLead::Random, Cut::None, block);
        assert_eq!(turned.turned_up.map(|(_, holder)| holder), Some(turned.leader));
        assert_eq!((turned.leader, turned.turned_up), (drawn.leader, drawn.turned_up), "the same addressed card");
        assert_eq!((random.leader, random.turned_up), (random_leader(address(block)), None));
    }
}

#[test]
fn r5_1_seat_0_leads_if_first_lead_says_so() {
    for block in 0..50 {
        let opening = opening(FirstLead::SeatZero, Cut::None, block);
        assert_eq!((opening.leader, opening.turned_up), (Seat::new(0), None));
    }
}

#[test]
fn r5_1_every_seat_leads_equally_often_under_every_value() {
    for (first_lead, cut) in [
        (FirstLead::TurnedUp, Cut::CountFromSouth),
        (FirstLead::TurnedUp, Cut::ModuloFour),
        (FirstLead::TurnedUp, Cut::None),
        (FirstLead::Drawn, Cut::None),
        (FirstLead::Random, Cut::None),
    ] {
        let mut leads = [0i32; 4];
        for block in 0..8_000 {
            leads[opening(first_lead, cut, block).leader.index()] += 1;
        }
        // 2,000 expected, standard deviation 39.
        assert!(leads.iter().all(|count| (count - 2_000).abs() < 150), "{first_lead:?} {cut:?}: {leads:?}");
    }
}

#[test]
fn r5_2_r08_of_two_copies_in_two_hands_the_holder_of_the_turned_up_copy_leads() {
    let mut copies = BTreeSet::new();
    let mut apart = 0;
    for block in 0..4_000 {
        let dealt = dealt(block);
        let (card, holder) = opening(FirstLead::TurnedUp, Cut::None, block).turned_up.unwrap();
        assert!(dealt.hand(holder).count(card) >= 1);
        let holders = [dealt.holder(card, 0), dealt.holder(card, 1)];
        if holders[0] != holders[1] {
            apart += 1;
            copies.insert(holders.iter().position(|&other| other == holder).unwrap());
        }
    }
    assert!(apart > 2_500 && copies.len() == 2, "both the first and the second copy are turned up: {apart} {copies:?}");
}

#[test]
fn r5_2_every_physical_card_is_turned_up_equally_often() {
    let mut turned = [0u32; 54];
    for block in 0..54_000 {
        turned[opening(FirstLead::Drawn, Cut::None, block).turned_up.unwrap().0.index()] += 1;
    }
    let chi: f64 = turned.iter().map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0).sum();
    assert!(chi < 90.6, "53 degrees of freedom, 99.9 %: {chi}");
}

#[test]
fn r5_3_count_from_south_counts_the_pips_in_seat_order_and_turns_jokers_and_wilds_again() {
    let mut seen = BTreeSet::new();
    for block in 0..4_000 {
        let opening = opening(FirstLead::TurnedUp, Cut::CountFromSouth, block);
        let (card, _) = opening.turned_up.unwrap();
        assert!(!card.is_joker() && card.to_string() != "H2");
        seen.insert(card);
        let mut counted = Seat::new(3);
        let rank = card.to_string().split_off(1);
        let pips = "A23456789TJQK".find(&rank).unwrap() + 1;
        for _ in 1..pips {
            counted = counted.plus(1);
        }
        assert_eq!(opening.roles.first_drawer, Some(counted), "{card}");
        assert_eq!((opening.roles.cutter, opening.roles.shuffler), (named(3), named(0)));
    }
    assert_eq!(seen.len(), 51, "every face but the jokers and H2");
}

#[test]
fn r5_3_modulo_four_numbers_the_cutter_1_and_reads_jokers_as_6_and_3() {
    // The number of a card, and the seat of that number with seat 3 as 1.
    let expected = |number: u32| Seat::new([3, 0, 1, 2][number as usize - 1]);
    let mut seen = BTreeSet::new();
    for block in 0..4_000 {
        let opening = opening(FirstLead::TurnedUp, Cut::ModuloFour, block);
        let (card, _) = opening.turned_up.unwrap();
        seen.insert(card);
        let pips = match card {
            Card::BIG_JOKER => 6,
            Card::SMALL_JOKER => 3,
            _ => "A23456789TJQK".find(&card.to_string()[1..]).unwrap() as u32 + 1,
        };
        let number = if pips % 4 == 0 { 4 } else { pips % 4 };
        assert_eq!(opening.roles.first_drawer, Some(expected(number)), "{card}");
        assert_eq!((opening.roles.cutter, opening.roles.shuffler), (named(3), None));
    }
    assert_eq!(seen.len(), 54);
}

#[test]
fn r5_3_without_a_cut_nothing_is_said_of_the_first_deal() {
    for first_lead in [FirstLead::TurnedUp, FirstLead::Drawn, FirstLead::Random] {
        let roles = opening(first_lead, Cut::None, 1).roles;
        assert_eq!((roles.first_drawer, roles.shuffler, roles.cutter), (None, None, None));
    }
}

#[test]
fn r5_3_each_value_of_later_draw_names_who_draws_first() {
    let drawers = |later_draw, outcome| -> BTreeSet<usize> {
        let rules = Rules { later_draw, ..common_rules() };
        (0..64)
            .map(|block| roles_of_later_deal(&rules, outcome, address(block)).first_drawer.unwrap().index())
            .collect()
    };
    for order in ["0123", "0132"] {
        for later_draw in [LaterDraw::LastOrRight, LaterDraw::LastOrEither, LaterDraw::Last] {
            assert_eq!(drawers(later_draw, finish(order)), BTreeSet::from([finish(order).places[3].index()]));
        }
    }
    for deal in [finish("2031"), stopped("2013")] {
        assert_eq!(drawers(LaterDraw::LastOrRight, deal), BTreeSet::from([3]), "the right hand of seat 2");
        assert_eq!(drawers(LaterDraw::LastOrEither, deal), BTreeSet::from([1, 3]));
    }
    assert_eq!(drawers(LaterDraw::Last, finish("2031")), BTreeSet::from([1]));
    assert_eq!(drawers(LaterDraw::Last, stopped("2013")), BTreeSet::from([1, 3]), "tied, both are last");
}

#[test]
fn r5_4_each_value_of_later_shuffle_names_the_shuffler_and_the_first_cuts() {
    let roles = |later_shuffle, outcome, block| {
        roles_of_later_deal(&Rules { later_shuffle, ..common_rules() }, outcome, address(block))
    };
    for (order, left) in [("0213", 3), ("1032", 0), ("2103", 1), ("3120", 2)] {
        let outcome = finish(order);
        let by_first = roles(LaterShuffle::FirstLeftHand, outcome, 0);
        assert_eq!((by_first.shuffler, by_first.cutter), (named(left), Some(outcome.first())), "{order}");
        let by_last = roles(LaterShuffle::Last, outcome, 0);
        assert_eq!((by_last.shuffler, by_last.cutter), (Some(outcome.places[3]), Some(outcome.first())), "{order}");
    }
    let tied: BTreeSet<_> = (0..64).map(|block| roles(LaterShuffle::Last, stopped("0213"), block).shuffler).collect();
    assert_eq!(tied, BTreeSet::from([named(1), named(3)]), "tied, both are last");
}

#[test]
fn r11_1_a_seat_announces_its_count_from_announce_at_cards_down_and_counts_are_exact() {
    for announce_at in 1..=27 {
        let rules = Rules { announce_at, ..common_rules() };
        let tables = Tables::new(&rules, Rank::TWO);
        for left in 1..=27u32 {
            let cut = |hand: Hand| Hand::from_cards(hand.cards().take(left as usize)).unwrap();
            let [zero, one, two, three] = dealt(0).hands();
            let deal = Deal::new(&rules, Rank::TWO, [zero, cut(one), two, three], Seat::new(0)).unwrap();
            let view = View::new(&deal, Seat::new(0), &tables, address(0), None);
            assert_eq!(view.cards_left(Seat::new(1)), left);
            let announced = (left <= u32::from(announce_at)).then_some(left);
            assert_eq!(view.announced(Seat::new(1)), announced, "{left} left, announced at {announce_at}");
        }
    }
}
