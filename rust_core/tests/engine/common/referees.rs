//! The referee beside one that keeps nothing but the list of what was done.

use guandan_core::card::Seat;
use guandan_core::deal::Deal;
use guandan_core::hand::Hand;
use guandan_core::oracle::SlowDeal;

use super::engine::Both;

/// Checks that both say the same of the deal: whose turn it is, what is to be beaten, who holds what, who is out, whether it
/// is over and how; and that the cards held and played are those dealt. `what` is the deal's name in the messages.
pub(crate) fn assert_same(deal: &Deal, slow: &SlowDeal, both: &Both, what: &str) {
    let oracle = &both.oracle;
    let over = slow.is_over(oracle);
    assert_eq!(deal.is_over(), over, "{what}: over");
    let turn = (!over).then(|| slow.turn(oracle));
    assert_eq!(deal.turn().map(Seat::index), turn.map(|(seat, _)| seat), "{what}: turn");
    if let Some((_, to_beat)) = turn {
        assert_eq!(deal.table().map(|combo| both.reading(combo)), to_beat, "{what}: what is to be beaten");
        let last = slow.history.iter().rev().find(|(_, action)| action.is_some()).map(|(seat, _)| *seat);
        assert_eq!(deal.last_player().map(Seat::index), to_beat.and(last), "{what}: whose play it is");
    }
    for seat in Seat::ALL {
        let pending = !over && slow.is_pending(seat.index(), oracle);
        assert_eq!(deal.is_pending(seat), pending, "{what}: whether the trick waits for {seat}");
    }
    let plays: Vec<Hand> = slow.history.iter().filter_map(|(_, action)| action.map(|(_, cards)| cards)).collect();
    let mut all = plays.iter().fold(Hand::EMPTY, |all, &cards| all.plus(cards).unwrap());
    for seat in Seat::ALL {
        let held = deal.hand(seat).to_hand(deal.level());
        assert_eq!(held, slow.held(seat.index()), "{what}: hand of {seat}");
        assert_eq!(deal.is_in(seat), !held.is_empty(), "{what}: whether {seat} is in");
        all = all.plus(held).unwrap();
    }
    assert_eq!(all, slow.dealt.iter().fold(Hand::EMPTY, |all, &hand| all.plus(hand).unwrap()), "{what}: cards lost");
    assert_eq!(deal.actions() as usize, slow.history.len(), "{what}: actions");
    assert_eq!(deal.plays() as usize, plays.len(), "{what}: plays");
    let places: Vec<usize> = deal.places().iter().map(|seat| seat.index()).collect();
    if over {
        let outcome = deal.outcome().expect("the deal is over");
        assert_eq!((places, outcome.tied), slow.places(oracle), "{what}: places");
    } else {
        assert_eq!(places, slow.out(), "{what}: who is out");
        assert_eq!(deal.outcome(), None, "{what}: no outcome yet");
    }
}
