//! What a seat knows of the hidden hands, from everything that was public.

use crate::card::{Card, Seat};
use crate::deal::{ChoiceView, Shown, View, natural_level_faces};
use crate::hand::Hand;

/// What is known of the three hidden hands. Hidden seats are numbered 0 to 2 in playing order from the seat that knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Knowledge {
    /// All cards that the three seats hold together.
    pub(super) unseen: Hand,
    /// How many cards each seat holds.
    pub(super) left: [u32; 3],
    /// Cards that each seat is known to hold, among `unseen`.
    pub(super) held: [Hand; 3],
    /// The faces that each seat is known to hold no copy of beyond `held`, as bits of a hand's masks.
    pub(super) lacked: [u64; 3],
    /// The faces of the level rank but the wild.
    pub(super) level_faces: u64,
    /// How many cards of these faces each seat holds at least, those in `held` counted too.
    pub(super) level_cards: [u32; 3],
}

impl Knowledge {
    /// What the seat of `view` knows, which has watched all plays.
    pub(super) fn of(view: &View<'_>) -> Knowledge {
        let shown = hidden_seats(view).map(|seat| left_of(view.shown(seat), seat, view));
        Knowledge {
            unseen: view.unseen(),
            left: hidden_seats(view).map(|seat| view.cards_left(seat)),
            held: shown.map(|shown| shown.held),
            lacked: shown.map(|shown| shown.lacks),
            level_faces: natural_level_faces(view.level()),
            level_cards: shown.map(|shown| shown.level_cards),
        }
    }
}

impl Knowledge {
    /// What the seat of `view` knows that has to choose in a tribute.
    pub(super) fn in_tribute(view: &ChoiceView<'_>) -> Knowledge {
        let (level, others) = (view.tables().level, [1, 2, 3].map(|n| view.choice().seat.plus(n)));
        let shown = others.map(|seat| view.shown(seat));
        Knowledge {
            unseen: view.unseen(),
            left: others.map(|seat| view.cards_left(seat)),
            held: shown.map(|shown| shown.held),
            lacked: shown.map(|shown| shown.lacks),
            level_faces: natural_level_faces(level),
            level_cards: shown.map(|shown| shown.level_cards),
        }
    }
}

/// The three other seats, in playing order.
pub(super) fn hidden_seats(view: &View<'_>) -> [Seat; 3] {
    [1, 2, 3].map(|n| view.seat().plus(n))
}

/// What is left of what was shown after the plays since: of each face as many cards are known as were shown and not yet
/// played. Another copy may have been played, but no fewer can be left. The level cards played are taken off those it held at least.
fn left_of(shown: Shown, holder: Seat, view: &View<'_>) -> Shown {
    if shown.held.is_empty() && shown.level_cards == 0 {
        return shown;
    }
    let plays = view.plays().iter().filter(|logged| logged.seat == holder);
    plays.map(|logged| logged.play.cards.to_hand(view.level())).fold(shown, |shown, played| Shown {
        held: played.cards().fold(shown.held, without),
        level_cards: shown.level_cards.saturating_sub(played.count_of(natural_level_faces(view.level()))),
        ..shown
    })
}

/// `hand` with one copy less of `card`, if it has any.
fn without(hand: Hand, card: Card) -> Hand {
    let one = Hand::EMPTY.with(card).expect("an empty hand takes a card");
    if hand.contains(one) { hand.minus(one) } else { hand }
}
