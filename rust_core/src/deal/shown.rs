//! What everyone at the table can conclude about the hands from a tribute.
//!
//! Only what the rules force is concluded; nothing is read into what a player chose.

use super::faces::{key, natural_level_faces};
use super::{Tribute, TributeKind};
use crate::card::{Card, Seat, Suit};
use crate::hand::Hand;

/// What everyone can conclude from the tribute about the hand of one seat at the first lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown {
    /// Cards that the seat certainly holds.
    pub held: Hand,
    /// Faces of which the seat holds no copy beyond those in `held`, as a mask of card bits.
    pub lacks: u64,
    /// How many level cards, wilds apart, the seat holds at least, those in `held` counted too.
    pub level_cards: u32,
}

impl Shown {
    /// Nothing can be concluded.
    pub const NOTHING: Shown = Shown { held: Hand::EMPTY, lacks: 0, level_cards: 0 };
}

impl Tribute {
    /// What the tribute, once it is settled, shows of the hand of `seat`.
    ///
    /// * A seat holds the card it received, unless it returned a card of the same face, which may have been that copy.
    /// * A payer holds no card above the one it paid, wilds apart (docs/RULES.md R6.4). Where two big jokers would have made
    ///   the tribute void, it holds no big joker either (R6.10).
    /// * A payer of a wild held another level card (R6.4), besides those it has got as a return.
    /// * A seat that returned a card outside the limits held no card within them (R6.8).
    /// * The big jokers that made a tribute void have been shown.
    pub fn shown(&self, seat: Seat) -> Shown {
        if self.kind() == TributeKind::Void {
            let jokers = self.void_holders().into_iter().filter(|&holder| holder == seat).map(|_| Card::BIG_JOKER);
            return Shown { held: hand_of(jokers), ..Shown::NOTHING };
        }
        let gave_back = self.returns().iter().find(|gift| gift.from == seat).map(|gift| gift.card);
        let gifts = self.payments().iter().chain(self.returns()).filter(|gift| gift.to == seat);
        let kept = gifts.map(|gift| gift.card).filter(|&card| self.keeps_received() || gave_back != Some(card));
        let mut shown = Shown { held: hand_of(kept), ..Shown::NOTHING };
        let level = self.level();
        if let Some(paid) = self.payments().iter().find(|gift| gift.from == seat) {
            let wild = Card::new(level, Suit::Hearts);
            shown.lacks |= faces_where(|card| key(card, level) > key(paid.card, level)) & !(1 << wild.bit());
            if paid.card == wild {
                shown.level_cards = 1 + shown.held.count_of(natural_level_faces(level));
            }
            if self.could_be_void() {
                shown.lacks |= 1 << Card::BIG_JOKER.bit();
            }
        }
        if let Some(returned) = gave_back.filter(|card| self.returnable() >> card.bit() & 1 == 0) {
            shown.lacks |= self.returnable() | faces_where(|card| key(card, level) < key(returned, level));
        }
        shown
    }
}

/// The faces for which `is_meant` says yes, as a mask of card bits.
fn faces_where(is_meant: impl Fn(Card) -> bool) -> u64 {
    Card::all().filter(|&card| is_meant(card)).fold(0, |faces, card| faces | 1 << card.bit())
}

/// A hand of these cards.
fn hand_of(cards: impl Iterator<Item = Card>) -> Hand {
    cards.fold(Hand::EMPTY, |hand, card| hand.with(card).expect("two packs hold two of each face"))
}
