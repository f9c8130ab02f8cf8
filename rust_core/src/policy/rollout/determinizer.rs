//! Determinizations of a decision: the deal with the hidden hands sampled, so that it looks to the seat as the real one does.

use super::evidence::Evidence;
use super::knowledge::{Knowledge, hidden_seats};
use super::sampler::Sampler;
use crate::card::{Card, Seat};
use crate::deal::View;
use crate::hand::Hand;
use crate::rng::Stream;

/// How many deals are drawn for each sample where there is evidence. Each takes 2 us. With 8 instead of 16 values are 2 points
/// too high after 20 and 40 actions; with 32 they are hardly better.
const DRAWN: u32 = 16;

/// Samples all four hands as the seat of a view may believe them to be.
pub struct Determinizer<'a> {
    seat: Seat,
    hand: Hand,
    hidden: HiddenHands<'a>,
}

/// How the hidden hands are sampled.
enum HiddenHands<'a> {
    /// Every deal that the seat's knowledge allows is equally likely.
    Known(Box<Sampler>),
    /// Deals are as likely as the evidence makes them: `drawn` of them are drawn by its weights for ranks, and one of these
    /// is taken by its weights for whole hands.
    Believed { sampler: Box<Sampler>, evidence: Evidence<'a>, drawn: u32 },
    /// Each seat gets `left` cards out of `cards`, which may be more than the three seats hold.
    AnyOf { cards: Hand, left: [u32; 3] },
}

impl<'a> Determinizer<'a> {
    /// Whether any hidden hands fit what the seat of `view` knows. They always do in a deal that was played. A position
    /// that was made up or written down wrong may contradict itself.
    pub(super) fn exists(view: &View<'_>) -> bool {
        Sampler::new(&Knowledge::of(view)).is_some()
    }

    /// Samples what fits the knowledge of the seat of `view`, which has watched all plays; each possibility is equally likely.
    pub fn of(view: &View<'a>) -> Determinizer<'a> {
        // The deal as it is fits what is known of it.
        let sampler = Sampler::new(&Knowledge::of(view)).expect("a deal that fits exists");
        Determinizer::new(view, HiddenHands::Known(Box::new(sampler)))
    }

    /// Samples what fits the knowledge of the seat of `view`, which has watched all plays; each possibility is as likely as
    /// what the other seats have played and passed makes it.
    ///
    /// # Panics
    /// When the view was made without a log.
    pub fn believing(view: &View<'a>) -> Determinizer<'a> {
        Determinizer::drawing(view, DRAWN)
    }

    /// Like [`Determinizer::believing`], with the number of deals drawn for each sample: the more are `drawn`, the closer
    /// the samples come to what the evidence says of whole hands.
    pub(super) fn drawing(view: &View<'a>, drawn: u32) -> Determinizer<'a> {
        let evidence = Evidence::of(view);
        let sampler = Sampler::weighed(&Knowledge::of(view), Some((&evidence, view.level())));
        let sampler = Box::new(sampler.expect("a deal that fits exists"));
        Determinizer::new(view, HiddenHands::Believed { sampler, evidence, drawn })
    }

    /// Samples the hidden hands from `cards`, the rest of which nobody holds. `None` when they are too few.
    pub(super) fn any_of(view: &View<'a>, cards: Hand) -> Option<Determinizer<'a>> {
        let left = hidden_seats(view).map(|seat| view.cards_left(seat));
        let enough = cards.len() >= left.iter().sum();
        enough.then(|| Determinizer::new(view, HiddenHands::AnyOf { cards, left }))
    }

    fn new(view: &View<'a>, hidden: HiddenHands<'a>) -> Determinizer<'a> {
        Determinizer { seat: view.seat(), hand: view.hand().to_hand(view.level()), hidden }
    }

    /// The four hands of one sample by seat; the seat's own is as it is.
    pub fn hands(&self, stream: &mut Stream) -> [Hand; 4] {
        let hidden = match &self.hidden {
            HiddenHands::Known(sampler) => sampler.sample(stream),
            HiddenHands::Believed { sampler, evidence, drawn } => {
                let deals = (0..*drawn).map(|_| sampler.sample(stream)).collect::<Vec<_>>();
                take_by_hands(&deals, evidence, stream)
            }
            HiddenHands::AnyOf { cards, left } => deal_some(*cards, *left, stream),
        };
        let mut hands = [self.hand; 4];
        for (n, hand) in hidden.into_iter().enumerate() {
            hands[self.seat.plus(n as u8 + 1).index()] = hand;
        }
        hands
    }
}

/// Deals `left` cards to each hidden seat and leaves the rest of `cards` undealt.
fn deal_some(cards: Hand, left: [u32; 3], stream: &mut Stream) -> [Hand; 3] {
    let mut cards: Vec<Card> = cards.cards().collect();
    left.map(|count| {
        (0..count).fold(Hand::EMPTY, |hand, _| {
            let card = cards.swap_remove(stream.below(cards.len() as u32) as usize);
            hand.with(card).expect("two packs hold two of each face")
        })
    })
}

/// Takes one of `deals`, with chances in proportion to how likely the evidence makes its hands, each taken as a whole.
pub(super) fn take_by_hands(deals: &[[Hand; 3]], evidence: &Evidence<'_>, stream: &mut Stream) -> [Hand; 3] {
    let log_weights: Vec<f64> = deals.iter().map(|hands| evidence.log_weight_of_hands(hands)).collect();
    let most = log_weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights = log_weights.iter().map(|log_weight| (log_weight - most).exp());
    let mut rest = stream.fraction() * weights.clone().sum::<f64>();
    for (hands, weight) in deals.iter().zip(weights) {
        if rest < weight {
            return *hands;
        }
        rest -= weight;
    }
    // Only rounding leads here.
    deals[deals.len() - 1]
}
