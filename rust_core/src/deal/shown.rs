//! What a tribute shows of the hands to everyone at the table.
//!
//! Conclusions the rules force and no others: nothing is read into what a player chose.

use super::faces::key;
use super::{Tribute, TributeKind};
use crate::card::{Card, Seat, Suit};
use crate::hand::Hand;

/// What all can conclude about one seat's hand at the first lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown {
    /// Cards it holds for sure.
    pub held: Hand,
    /// The faces it holds no copy of beyond those in `held`, as bits of a hand's masks.
    pub lacks: u64,
}

impl Shown {
    /// Nothing is known.
    pub const NOTHING: Shown = Shown { held: Hand::EMPTY, lacks: 0 };
}

impl Tribute {
    /// What the tribute shows of `seat`'s hand, once it is done.
    ///
    /// A card received is held, unless one of its face was returned that may have been the same copy. A payer's highest card
    /// is what it paid, wilds apart (docs/RULES.md R6.4), and the payers do not hold both big jokers where those would have
    /// made the tribute void (R6.10). Who returned a card outside the limits held none within them (R6.8). The big jokers
    /// that made a tribute void have been shown.
    pub fn shown(&self, seat: Seat) -> Shown {
        if self.kind() == TributeKind::Void {
            let jokers = self.void_holders().into_iter().filter(|&holder| holder == seat).map(|_| Card::BIG_JOKER);
            return Shown { held: hand_of(jokers), lacks: 0 };
        }
        let gave_back = self.returns().iter().find(|gift| gift.from == seat).map(|gift| gift.card);
        let gifts = self.payments().iter().chain(self.returns()).filter(|gift| gift.to == seat);
        let kept = gifts.map(|gift| gift.card).filter(|&card| self.keeps_received() || gave_back != Some(card));
        let mut shown = Shown { held: hand_of(kept), lacks: 0 };
        let level = self.level();
        if let Some(paid) = self.payments().iter().find(|gift| gift.from == seat) {
            let wild = 1 << Card::new(level, Suit::Hearts).bit();
            shown.lacks |= faces_where(|card| key(card, level) > key(paid.card, level)) & !wild;
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

fn faces_where(is_meant: impl Fn(Card) -> bool) -> u64 {
    Card::all().filter(|&card| is_meant(card)).fold(0, |faces, card| faces | 1 << card.bit())
}

fn hand_of(cards: impl Iterator<Item = Card>) -> Hand {
    cards.fold(Hand::EMPTY, |hand, card| hand.with(card).expect("two packs hold two of each face"))
}
