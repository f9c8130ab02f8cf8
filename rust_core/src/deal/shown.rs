//! What everyone at the table can conclude about the hands from a tribute.
//!
//! Only what the rules force is concluded; nothing is read into what a player chose.

use super::faces::{key, natural_level_faces};
use super::tribute::Due;
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
        if let Some(paid) = self.payments().iter().find(|gift| gift.from == seat) {
            self.show_payment(&mut shown, paid.card);
        }
        if let Some(returned) = gave_back {
            self.show_return(&mut shown, returned);
        }
        shown
    }

    /// What everyone has seen of the hand of `seat` while a choice is pending. Cards that are laid down or returned are still in
    /// the hands until they are handed over, and are known to be.
    pub(super) fn shown_so_far(&self, seat: Seat) -> Shown {
        let mut shown = self.shown(seat);
        let seen = match self.due {
            Due::PickTribute => self.payers().iter().position(|&payer| payer == seat).map(|payer| self.laid[payer]),
            Due::PickReturn => self.returns.iter().find(|gift| gift.from == seat).map(|gift| gift.card),
            _ => None,
        };
        let Some(card) = seen else { return shown };
        // The card returned may be the very copy received.
        if self.keeps_received() || !shown.held.contains(hand_of([card].into_iter())) {
            shown.held = shown.held.with(card).expect("two packs hold two of each face");
        }
        match self.due {
            Due::PickTribute => self.show_payment(&mut shown, card),
            _ => self.show_return(&mut shown, card),
        }
        shown
    }

    /// Adds to what a seat has shown what it shows by paying `paid`.
    fn show_payment(&self, shown: &mut Shown, paid: Card) {
        let level = self.level();
        let wild = Card::new(level, Suit::Hearts);
        shown.lacks |= faces_where(|card| key(card, level) > key(paid, level)) & !(1 << wild.bit());
        if paid == wild {
            shown.level_cards = 1 + shown.held.count_of(natural_level_faces(level));
        }
        if self.could_be_void() {
            shown.lacks |= 1 << Card::BIG_JOKER.bit();
        }
    }

    /// Adds to what a seat has shown what it shows by returning `returned`.
    fn show_return(&self, shown: &mut Shown, returned: Card) {
        if self.returnable() >> returned.bit() & 1 == 0 {
            let level = self.level();
            shown.lacks |= self.returnable() | faces_where(|card| key(card, level) < key(returned, level));
        }
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
