//! Determinizations of a decision: the deal with the hidden hands sampled, so that it looks to the seat as the real one does.

use super::knowledge::{Knowledge, hidden_seats};
use super::sampler::Sampler;
use crate::card::{Card, Seat};
use crate::deal::View;
use crate::hand::Hand;
use crate::rng::Stream;

/// Samples all four hands as the seat of a view may believe them to be, each possibility equally likely.
pub(super) struct Determinizer {
    seat: Seat,
    hand: Hand,
    hidden: HiddenHands,
}

/// How the hidden hands are sampled.
enum HiddenHands {
    /// As the seat's knowledge allows.
    Known(Box<Sampler>),
    /// So many cards each out of these, which are more than the three seats hold.
    AnyOf { cards: Hand, left: [u32; 3] },
}

impl Determinizer {
    /// Whether any hands fit the knowledge of the seat of `view`. They do wherever a deal has been played; what somebody tells
    /// of one may contradict itself.
    pub(super) fn exists(view: &View<'_>) -> bool {
        Sampler::new(&Knowledge::of(view)).is_some()
    }

    /// Samples what fits the knowledge of the seat of `view`, which has watched all plays.
    pub(super) fn of(view: &View<'_>) -> Determinizer {
        // The deal as it is fits what is known of it.
        let sampler = Sampler::new(&Knowledge::of(view)).expect("a deal that fits exists");
        Determinizer::new(view, HiddenHands::Known(Box::new(sampler)))
    }

    /// Samples the hidden hands from `cards`, the rest of which nobody holds. `None` when they are too few.
    pub(super) fn any_of(view: &View<'_>, cards: Hand) -> Option<Determinizer> {
        let left = hidden_seats(view).map(|seat| view.cards_left(seat));
        let enough = cards.len() >= left.iter().sum();
        enough.then(|| Determinizer::new(view, HiddenHands::AnyOf { cards, left }))
    }

    fn new(view: &View<'_>, hidden: HiddenHands) -> Determinizer {
        Determinizer { seat: view.seat(), hand: view.hand().to_hand(view.level()), hidden }
    }

    /// The four hands of one sample by seat; the seat's own is as it is.
    pub(super) fn hands(&self, stream: &mut Stream) -> [Hand; 4] {
        let hidden = match &self.hidden {
            HiddenHands::Known(sampler) => sampler.sample(stream),
            HiddenHands::AnyOf { cards, left } => deal_some(*cards, *left, stream),
        };
        let mut hands = [self.hand; 4];
        for (n, hand) in hidden.into_iter().enumerate() {
            hands[self.seat.plus(n as u8 + 1).index()] = hand;
        }
        hands
    }
}

/// Deals so many cards to each hidden seat and leaves the rest of `cards` undealt.
fn deal_some(cards: Hand, left: [u32; 3], stream: &mut Stream) -> [Hand; 3] {
    let mut cards: Vec<Card> = cards.cards().collect();
    left.map(|count| {
        (0..count).fold(Hand::EMPTY, |hand, _| {
            let card = cards.swap_remove(stream.below(cards.len() as u32) as usize);
            hand.with(card).expect("two packs hold two of each face")
        })
    })
}
