//! What the tests of tribute share: whole deals in which a few cards matter, and tributes told in words.

use guandan_core::card::{Card, Rank, Seat};
use guandan_core::deal::{Choice, Gift, Outcome, Tribute};
use guandan_core::hand::Hand;
use guandan_core::rules::Rules;

use super::matches::rank;

/// A card's place in level order.
pub(crate) fn strength(card: Card, level: Rank) -> usize {
    match card.rank() {
        Some(rank) if rank == level => 20,
        Some(rank) => rank.index(),
        None => 30 + card.index(),
    }
}

/// 108 cards in four hands of 27: each seat holds what is `wanted` of it, and the rest is filled up from the lowest
/// cards for the `poor` seats and from the highest for the others, so that the poor hold nothing higher than wanted.
pub(crate) fn hands(level: &str, wanted: [&str; 4], poor: &[usize]) -> [Hand; 4] {
    let level = rank(level);
    let mut hands = wanted.map(|cards| cards.parse::<Hand>().unwrap());
    let dealt = hands.iter().fold(Hand::EMPTY, |all, &hand| all.plus(hand).unwrap());
    let mut rest: Vec<Card> = Hand::FULL.minus(dealt).cards().collect();
    rest.sort_by_key(|&card| strength(card, level));
    let rich = (0..4).filter(|seat| !poor.contains(seat));
    for seat in poor.iter().copied().chain(rich) {
        while hands[seat].len() < 27 {
            hands[seat] = hands[seat].with(rest.remove(0)).unwrap();
        }
    }
    hands
}

/// `3>0:HR` for seat 3 gives seat 0 the big joker.
pub(crate) fn gifts(gifts: &[Gift]) -> Vec<String> {
    gifts.iter().map(|gift| format!("{}>{}:{}", gift.from, gift.to, gift.card)).collect()
}

/// The tribute with everybody choosing the lowest.
pub(crate) fn settled(rules: &Rules, level: &str, outcome: Outcome, hands: [Hand; 4]) -> Tribute {
    let level = rank(level);
    Tribute::new(rules, level, outcome, hands).settle(|_, choice| choice.lowest(level))
}

/// The pending choice in words: `3 pay SA DA`.
pub(crate) fn said(choice: Option<&Choice>) -> String {
    choice.map_or_else(String::new, |choice| format!("{} {} {}", choice.seat, choice.phase.name(), choice.cards))
}

/// Chooses the pending option that is this card.
pub(crate) fn choose(tribute: &mut Tribute, card: &str) {
    let card: Card = card.parse().unwrap();
    let options: Vec<Card> = tribute.pending().expect("a choice").cards.cards().collect();
    let option = options.iter().position(|&option| option == card).expect("an option");
    tribute.choose(option as u32);
}

/// Seat of a number.
pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number)
}
