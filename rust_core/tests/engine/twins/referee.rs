//! The referee agrees after every action with one that keeps nothing but the list of what was done.

use crate::common::engine::Both;
use crate::common::referees::assert_same;
use crate::common::{Dice, common_rules, in_parallel, numbers};
use guandan_core::card::Seat;
use guandan_core::combo::{Detail, Play};
use guandan_core::deal::Deal;
use guandan_core::oracle::{Oracle, Reading, SlowDeal};
use guandan_core::rules::{LeadAfterOut, Rules};

/// Any value of the fields that shape the course of a deal.
fn course_rules(dice: &mut Dice) -> Rules {
    Rules {
        lead_after_out: if dice.coin() { LeadAfterOut::Partner } else { LeadAfterOut::Next },
        double_down_ends_deal: dice.coin(),
        ..common_rules()
    }
}

/// Lays down some cards of the hand, declared and not: accepted exactly where they have a reading that beats.
fn assert_declarations_are_judged_alike(deal: &Deal, both: &Both, dice: &mut Dice, what: &str) {
    let (seat, oracle) = (deal.turn().expect("the deal goes on"), &both.oracle);
    let hand = deal.hand(seat).to_hand(deal.level());
    let to_beat = deal.table().map(|combo| both.reading(combo));
    let size = 1 + dice.below(hand.len().min(6) as usize);
    let [cards, ..] = dice.hands_out_of(hand, [size, 0, 0, 0]);
    let readings = oracle.readings(cards);
    let every = oracle.every_reading();
    let declared = readings.iter().copied().chain([every[dice.below(every.len())]]).map(Some);
    for declared in declared.chain([None]) {
        let expected = declared.map_or_else(
            || oracle.undeclared(cards, to_beat),
            |declared| {
                let same_words = |reading: &Reading| (reading.kind, reading.rank) == (declared.kind, declared.rank);
                let beats = |reading: &Reading| to_beat.is_none_or(|on| oracle.beats(*reading, on));
                readings.iter().copied().find(same_words).filter(beats)
            },
        );
        let kind = declared.map(|reading| reading.kind.parse().unwrap());
        let mut after = *deal;
        let accepted = after.play_cards(cards, kind, declared.map(|reading| reading.rank), &both.tables);
        assert_eq!(
            accepted.as_ref().ok().map(|play| both.play(play)),
            expected.map(|reading| (reading, cards)),
            "{what}"
        );
        assert!(accepted.is_ok() || after == *deal, "{what}: a refused play changed the deal");
    }
}

/// Plays a random deal to its end beside the slow referee.
fn play_beside(mut deal: Deal, both: &Both, dice: &mut Dice, what: &str) -> SlowDeal {
    let leader = deal.turn().expect("a deal begins").index();
    let mut slow = SlowDeal::new(Seat::ALL.map(|seat| deal.hand(seat).to_hand(deal.level())), leader);
    let mut passes = 0;
    // Now and then everyone is eager to go out, now and then nobody is.
    let eagerness = 1 + dice.below(4);
    while let Some(seat) = deal.turn() {
        assert_same(&deal, &slow, both, &format!("{what}, action {}", slow.history.len()));
        assert_declarations_are_judged_alike(&deal, both, dice, what);
        let hand = deal.hand(seat).to_hand(deal.level());
        let plays: Vec<Play> =
            deal.table().map_or_else(|| both.leads(hand, Detail::Ranks), |on| both.answers(hand, on, Detail::Ranks));
        if deal.table().is_some() && (plays.is_empty() || dice.below(1 + eagerness) == 0) {
            slow.history.push((seat.index(), None));
            deal.pass().expect("a seat that follows may pass");
            passes += 1;
            assert!(passes <= 3, "{what}: a trick outlived three passes");
        } else {
            let play = plays[dice.below(plays.len())];
            slow.history.push((seat.index(), Some(both.play(&play))));
            deal.play(&play, &both.tables).expect("a listed play is legal");
            passes = 0;
        }
    }
    assert_same(&deal, &slow, both, &format!("{what}, at the end"));
    assert_eq!(deal.tricks() as usize, slow.tricks(&both.oracle), "{what}: tricks");
    slow
}

fn small_deal(number: u64) -> SlowDeal {
    let mut dice = Dice::new(number);
    let (rules, level) = (course_rules(&mut dice), dice.level());
    let sizes = [0; 4].map(|_| 1 + dice.below(7));
    let hands = dice.hands(sizes);
    let leader = Seat::new(dice.below(4) as u8);
    let deal = Deal::new(&rules, level, hands, leader).expect("these hands are fit to be played");
    let what = format!("deal {number} at level {level}, {:?}, {}", rules.lead_after_out, rules.double_down_ends_deal);
    play_beside(deal, &Both::new(Oracle::new(rules, level)), &mut dice, &what)
}

#[test]
fn small_deals_take_the_same_course() {
    let ends: Vec<SlowDeal> = in_parallel(&numbers(6_000), |&number| small_deal(number));
    // The rare turns of play must have been met: partners out together, and a wind that finds the partner out.
    let out_first_two = |deal: &&SlowDeal| matches!(deal.out()[..], [a, b, ..] if (a + 2) % 4 == b);
    assert!(ends.iter().filter(out_first_two).count() > 500);
    assert!(ends.iter().filter(|deal| deal.out().len() == 2).count() > 200, "deals stopped at 1-2");
    assert!(
        ends.iter().filter(|deal| deal.out().len() == 3 && out_first_two(deal)).count() > 200,
        "played on after 1-2"
    );
}

#[test]
fn full_deals_take_the_same_course() {
    in_parallel(&numbers(300), |&number| {
        let mut dice = Dice::new(1_000_000 + number);
        let (rules, level) = (course_rules(&mut dice), dice.level());
        let deal = Deal::new(&rules, level, dice.hands([27; 4]), Seat::new(dice.below(4) as u8)).unwrap();
        play_beside(deal, &Both::new(Oracle::new(rules, level)), &mut dice, &format!("full deal {number}"));
    });
}
