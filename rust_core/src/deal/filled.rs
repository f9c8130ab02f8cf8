//! Made-up hidden hands, for a deal that is to look to one seat as the real one does.

use crate::card::Seat;
use crate::hand::Hand;

/// Four hands by seat: `hand` at `seat`, and at each other seat as many cards as it has `left`, taken from the `unseen`
/// cards in their printed order.
pub(super) fn filled(seat: Seat, hand: Hand, left: [u32; 4], unseen: Hand) -> [Hand; 4] {
    let mut unseen = unseen.cards();
    Seat::ALL.map(|other| {
        if other == seat {
            return hand;
        }
        let cards = unseen.by_ref().take(left[other.index()] as usize);
        cards.fold(Hand::EMPTY, |hand, card| hand.with(card).expect("two packs hold the unseen cards"))
    })
}
