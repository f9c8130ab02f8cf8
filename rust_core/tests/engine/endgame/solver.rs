//! The endgame solver against plain enumeration of every line of play.

use std::sync::atomic::AtomicBool;

use guandan_core::card::{Card, Rank, Seat};
use guandan_core::combo::{Detail, for_each_answer, for_each_lead};
use guandan_core::deal::{Deal, Outcome};
use guandan_core::endgame::{Solver, TooManyPositions, levels_won};
use guandan_core::hand::Hand;
use guandan_core::rng::{Address, Purpose, Stream};
use guandan_core::rules::{Rules, Tables};

/// The worth of a deal by trying every play of every card, remembering nothing.
fn enumerate(deal: &Deal, tables: &Tables, worth: &dyn Fn(&Outcome) -> i32) -> i32 {
    if let Some(outcome) = deal.outcome() {
        return worth(&outcome);
    }
    let seat = deal.turn().unwrap();
    let mut worths = Vec::new();
    let mut try_play = |play: &guandan_core::combo::Play| {
        let mut next = *deal;
        next.play_unchecked(play);
        worths.push(enumerate(&next, tables, worth));
    };
    match deal.table() {
        None => for_each_lead(deal.hand(seat), tables, Detail::Cards, &mut try_play),
        Some(to_beat) => {
            for_each_answer(deal.hand(seat), tables, to_beat, Detail::Cards, &mut try_play);
            let mut next = *deal;
            next.pass_unchecked();
            worths.push(enumerate(&next, tables, worth));
        }
    }
    let best = if seat.team() == 0 { worths.iter().max() } else { worths.iter().min() };
    *best.expect("a seat to act can act")
}

/// Four hands of 1 to `most` cards out of few faces, so that combinations meet.
fn hands(stream: &mut Stream, most: u32, faces: u32) -> [Hand; 4] {
    let mut left = Hand::FULL;
    [(); 4].map(|()| {
        let mut hand = Hand::EMPTY;
        for _ in 0..=stream.below(most) {
            let card = loop {
                let card = Card::from_index((stream.below(faces) + 54 - faces) as u8);
                if left.count(card) > 0 {
                    break card;
                }
            };
            let one = Hand::from_cards([card]).unwrap();
            left = left.minus(one);
            hand = hand.plus(one).unwrap();
        }
        hand
    })
}

#[test]
fn the_solver_finds_the_worth_that_plain_enumeration_finds() {
    let mut stream = Address::new(4, Purpose::Cards, 0, 0).stream();
    let mut worths = std::collections::BTreeMap::new();
    for round in 0..400 {
        let preset = ["institute", "competition", "next_wind", "guandan_com"][round % 4];
        let rules = Rules::preset(preset).unwrap();
        let level = Rank::new(stream.below(13) as u8);
        let tables = Tables::new(&rules, level);
        let faces = 10 + stream.below(14);
        let leader = Seat::new(stream.below(4) as u8);
        let deal = Deal::new(&rules, level, hands(&mut stream, 3, faces), leader).unwrap();
        let worth = levels_won(&rules);
        let expected = enumerate(&deal, &tables, &worth);
        let mut solver = Solver::new(&tables, &worth, u64::MAX);
        assert_eq!(solver.worth(&deal), Ok(expected), "{deal:?}");
        let actions = solver.actions(&deal).unwrap();
        let best = actions.iter().map(|solved| solved.worth);
        assert_eq!(if leader.team() == 0 { best.max() } else { best.min() }, Some(expected));
        *worths.entry(expected).or_insert(0) += 1;
    }
    assert!(worths.len() >= 4, "the positions differ too little to prove anything: {worths:?}");
}

#[test]
fn twenty_open_cards_are_solved_within_a_million_positions() {
    let rules = Rules::preset("institute").unwrap();
    let tables = Tables::new(&rules, Rank::TWO);
    let worth = levels_won(&rules);
    let mut stream = Address::new(5, Purpose::Cards, 0, 0).stream();
    for _ in 0..20 {
        let mut left: Vec<Card> = Hand::FULL.cards().collect();
        let hands = [(); 4].map(|()| {
            Hand::from_cards((0..5).map(|_| left.swap_remove(stream.below(left.len() as u32) as usize))).unwrap()
        });
        let deal = Deal::new(&rules, Rank::TWO, hands, Seat::new(0)).unwrap();
        assert!(Solver::new(&tables, &worth, 1_000_000).worth(&deal).is_ok());
    }
}

#[test]
fn a_search_that_grows_too_large_says_so() {
    let rules = Rules::preset("institute").unwrap();
    let tables = Tables::new(&rules, Rank::TWO);
    let hands = ["S3 S4", "S5 S6", "S7 S8", "S9 ST"].map(|text| text.parse().unwrap());
    let deal = Deal::new(&rules, Rank::TWO, hands, Seat::new(0)).unwrap();
    let worth = levels_won(&rules);
    assert_eq!(Solver::new(&tables, &worth, 2).worth(&deal), Err(TooManyPositions));
    assert!(Solver::new(&tables, &worth, u64::MAX).until(&AtomicBool::new(false)).worth(&deal).is_ok());
    let stopped = Solver::new(&tables, &worth, u64::MAX).until(&AtomicBool::new(true)).worth(&deal);
    assert_eq!(stopped, Err(TooManyPositions));
}
