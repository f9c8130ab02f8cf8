//! What a seat can conclude about the cards it does not see, from everything that was public.

use super::hidden::{Dealer, Hidden};
use crate::card::{Card, Seat};
use crate::deal::{Shown, View};
use crate::hand::Hand;
use crate::rng::Stream;

/// Draws deals that look to a seat just as the one it sits in, each that fits as likely as any other.
pub(super) struct Imagination {
    seat: Seat,
    hand: Hand,
    source: Source,
}

/// Where the hidden cards come from.
enum Source {
    /// It is known which cards the others hold together.
    Held(Box<Dealer>),
    /// They hold so many cards out of these, which are more.
    Among { cards: Hand, left: [u32; 3] },
}

impl Imagination {
    /// What the seat of `view` knows, which has watched all plays: the others hold [`View::unseen`].
    pub(super) fn of(view: &View<'_>) -> Imagination {
        // The deal as it is fits what is known of it.
        let dealer = Dealer::new(&hidden(view)).expect("a deal that fits exists");
        Imagination::new(view, Source::Held(Box::new(dealer)))
    }

    /// What the seat of `view` knows when any of `cards` may be held by the others or by nobody. `None` when they are too
    /// few.
    pub(super) fn among(view: &View<'_>, cards: Hand) -> Option<Imagination> {
        let left = others(view).map(|seat| view.cards_left(seat));
        (cards.len() >= left.iter().sum()).then(|| Imagination::new(view, Source::Among { cards, left }))
    }

    fn new(view: &View<'_>, source: Source) -> Imagination {
        Imagination { seat: view.seat(), hand: view.hand().to_hand(view.level()), source }
    }

    /// Four hands the cards may lie in, the seat's own as it is.
    pub(super) fn hands(&self, stream: &mut Stream) -> [Hand; 4] {
        let others = match &self.source {
            Source::Held(dealer) => dealer.deal(stream),
            Source::Among { cards, left } => deal_some(*cards, *left, stream),
        };
        let mut hands = [self.hand; 4];
        for (n, other) in others.into_iter().enumerate() {
            hands[self.seat.plus(n as u8 + 1).index()] = other;
        }
        hands
    }
}

/// The seats out of sight, in playing order.
fn others(view: &View<'_>) -> [Seat; 3] {
    [1, 2, 3].map(|n| view.seat().plus(n))
}

/// What is known of the cards the others hold.
fn hidden(view: &View<'_>) -> Hidden {
    let shown = others(view).map(|seat| left_of(view.shown(seat), seat, view));
    Hidden {
        unseen: view.unseen(),
        left: others(view).map(|seat| view.cards_left(seat)),
        known: shown.map(|shown| shown.held),
        barred: shown.map(|shown| shown.lacks),
    }
}

/// What is left of what was shown after the plays since: of each face as many cards are known as were shown and not yet
/// played. Another copy may have been played, but no fewer can be left.
fn left_of(shown: Shown, holder: Seat, view: &View<'_>) -> Shown {
    if shown.held.is_empty() {
        return shown;
    }
    let plays = view.plays().iter().filter(|logged| logged.seat == holder);
    let played = plays.flat_map(|logged| logged.play.cards.to_hand(view.level()).cards());
    Shown { held: played.fold(shown.held, without), ..shown }
}

/// `hand` with one copy less of `card`, if it has any.
fn without(hand: Hand, card: Card) -> Hand {
    let one = Hand::EMPTY.with(card).expect("an empty hand takes a card");
    if hand.contains(one) { hand.minus(one) } else { hand }
}

/// Hands out of more cards than are held: each set of cards as likely.
fn deal_some(cards: Hand, left: [u32; 3], stream: &mut Stream) -> [Hand; 3] {
    let mut cards: Vec<Card> = cards.cards().collect();
    left.map(|count| {
        (0..count).fold(Hand::EMPTY, |hand, _| {
            let card = cards.swap_remove(stream.below(cards.len() as u32) as usize);
            hand.with(card).expect("two packs hold two of each face")
        })
    })
}
