//! What holds for every list of plays whatever the hand: order, no repeats, answers and leads, the two details.

use std::collections::HashSet;

use crate::common::common_rules;
use crate::common::engine::Both;
use guandan_core::card::{Card, Rank};
use guandan_core::combo::{Detail, Play, classify, placed, wilds_substituted};
use guandan_core::hand::Hand;
use guandan_core::oracle::Oracle;
use guandan_core::rules::{Rules, SequenceOrder};
use proptest::prelude::*;
use proptest::sample::subsequence;

/// Rules, a level and a hand of up to 27 cards: any cards, or cards of at most six ranks so that shapes are common.
fn position() -> impl Strategy<Value = (Both, Hand)> {
    let pack = |ranks: Vec<usize>, suits: usize| -> Vec<Card> {
        let chosen = |card: &Card| card.rank().is_none_or(|rank| ranks.contains(&rank.index()));
        Hand::FULL
            .cards()
            .filter(chosen)
            .filter(|card| card.suit().is_none_or(|suit| (suit as usize) < suits))
            .collect()
    };
    let rules =
        (4..=10u8, any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(max_bomb, jokers, plain, level)| Rules {
            max_bomb,
            joker_pair_in_full_house: jokers,
            plain_straight_from_flush: plain,
            sequence_order: if level { SequenceOrder::Level } else { SequenceOrder::Natural },
            ..common_rules()
        });
    let pool = (subsequence((0..13).collect::<Vec<usize>>(), 1..=13), 1..=4usize)
        .prop_map(move |(ranks, suits)| pack(ranks, suits));
    let hand = pool.prop_flat_map(|pool| {
        let most = pool.len().min(27);
        subsequence(pool, 1..=most).prop_map(|cards| Hand::from_cards(cards).unwrap())
    });
    (rules, 0..13u8, hand, 0..3usize).prop_map(|(rules, level, hand, wilds)| {
        let oracle = Oracle::new(rules, Rank::new(level));
        // Wilds are rare in a drawn hand: put in as many as wanted.
        let naturals = hand.cards().filter(|&card| card != oracle.wild());
        let hand = Hand::from_cards(naturals.chain(std::iter::repeat_n(oracle.wild(), wilds))).unwrap();
        (Both::new(oracle), hand)
    })
}

fn assert_lists_are_sorted_and_free_of_repeats(plays: &[Play]) {
    let order = |play: &Play| (play.combo.kind, play.combo.size, play.combo.key, play.cards.wilds());
    assert!(plays.is_sorted_by_key(order), "by kind, size, key and wilds: {plays:?}");
    assert_eq!(plays.iter().collect::<HashSet<_>>().len(), plays.len(), "a play twice: {plays:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lists_are_in_order_and_name_no_play_twice((both, hand) in position()) {
        for detail in [Detail::Ranks, Detail::Cards] {
            let leads = both.leads(hand, detail);
            assert_lists_are_sorted_and_free_of_repeats(&leads);
            if let Some(lead) = leads.get(leads.len() / 2) {
                assert_lists_are_sorted_and_free_of_repeats(&both.answers(hand, lead.combo, detail));
            }
        }
    }

    #[test]
    fn answers_are_the_leads_that_beat_in_the_same_order((both, hand) in position(), pick in any::<prop::sample::Index>()) {
        let every = both.oracle.every_reading();
        let to_beat = crate::common::engine::combo(every[pick.index(every.len())]);
        for detail in [Detail::Ranks, Detail::Cards] {
            let mut beating = both.leads(hand, detail);
            beating.retain(|play| play.combo.beats(to_beat));
            prop_assert_eq!(both.answers(hand, to_beat, detail), beating);
        }
    }

    #[test]
    fn a_play_takes_its_cards_out_of_the_hand_and_leaves_the_rest((both, hand) in position()) {
        let level = both.oracle.level();
        for play in both.leads(hand, Detail::Cards) {
            let cards = play.cards.to_hand(level);
            prop_assert_eq!(cards.len(), u32::from(play.combo.size));
            prop_assert!(hand.contains(cards));
            let mut left = both.seen(hand);
            left.remove(&play.cards);
            prop_assert_eq!(left.to_hand(level), hand.minus(cards));
            prop_assert_eq!(left, both.seen(hand.minus(cards)));
        }
    }

    #[test]
    fn the_cards_of_a_play_can_be_read_as_the_play((both, hand) in position()) {
        for detail in [Detail::Ranks, Detail::Cards] {
            for play in both.leads(hand, detail) {
                prop_assert!(classify(&play.cards, &both.tables).contains(&play.combo), "{:?}", both.play(&play));
            }
        }
    }

    #[test]
    fn each_play_at_cards_detail_has_one_play_at_ranks_detail_which_is_itself_listed((both, hand) in position()) {
        let (cards, ranks) = (both.leads(hand, Detail::Cards), both.leads(hand, Detail::Ranks));
        let listed: HashSet<&Play> = cards.iter().collect();
        prop_assert!(ranks.iter().all(|play| listed.contains(play)));
        let groups: HashSet<_> = ranks.iter().map(|play| both.oracle.same_ranks(both.play(play))).collect();
        prop_assert_eq!(groups.len(), ranks.len());
        let covered: HashSet<_> = cards.iter().map(|play| both.oracle.same_ranks(both.play(play))).collect();
        prop_assert_eq!(groups, covered);
    }

    #[test]
    fn what_the_cards_stand_for_is_the_combination_without_wilds((both, hand) in position()) {
        let wild = both.oracle.wild();
        for play in both.leads(hand, Detail::Ranks) {
            let placed = placed(&play, &both.tables);
            let laid = Hand::from_cards(placed.iter().map(|&(card, _)| card)).unwrap();
            prop_assert_eq!(laid, play.cards.to_hand(both.oracle.level()));
            prop_assert!(placed.iter().all(|&(card, stands_for)| card == stands_for || card == wild));
            let stands_for: Vec<Card> = placed.iter().map(|&(_, stands_for)| stands_for).collect();
            prop_assert_eq!(both.oracle.plain(&stands_for), Some(both.reading(play.combo)), "{:?}", stands_for);
            let substituted = placed.iter().filter(|(card, stands_for)| card != stands_for).count();
            prop_assert_eq!(wilds_substituted(&play, &both.tables) as usize, substituted, "{:?}", placed);
        }
    }
}
