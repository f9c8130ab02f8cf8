//! Dealing out the cards a seat cannot see, every deal that fits what it knows exactly as likely.
//!
//! Knows multisets, counts and who cannot hold what; nothing of how that was found out. Cards that may go to the same
//! seats form a class; how many of a class each seat gets is drawn by the number of ways, then the cards are drawn.

use arrayvec::ArrayVec;

use crate::card::Card;
use crate::hand::Hand;
use crate::rng::Stream;

/// What is known of the cards out of sight. Seats are numbered 0 to 2 here: the three that are not the watcher's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hidden {
    /// All cards held by the three seats together.
    pub(super) unseen: Hand,
    /// How many cards each holds.
    pub(super) left: [u32; 3],
    /// Cards each is known to hold, among `unseen`.
    pub(super) known: [Hand; 3],
    /// The faces each is known not to hold, beyond `known`, as bits of a hand's masks.
    pub(super) barred: [u64; 3],
}

/// The cards of one class: those that may go to the same seats.
struct Class {
    /// Bit `i` for seat `i`.
    seats: u8,
    cards: ArrayVec<Card, 81>,
}

/// Deals hidden hands at random; made once a decision.
pub(super) struct Dealer {
    known: [Hand; 3],
    /// Cards each seat gets beyond those known.
    wanted: [u32; 3],
    classes: ArrayVec<Class, 7>,
    /// `ways[class][a][b]`: the number of ways to deal this class and those behind it when seats 0 and 1 still want `a` and
    /// `b` cards and seat 2 the rest.
    ways: Vec<f64>,
}

/// One more than the most cards a hand has.
const SIDE: usize = 28;

impl Dealer {
    /// A dealer for what is known, or `None` when no deal fits.
    pub(super) fn new(hidden: &Hidden) -> Option<Dealer> {
        let mut free = hidden.unseen;
        let mut wanted = hidden.left;
        for (known, wanted) in hidden.known.iter().zip(&mut wanted) {
            if !free.contains(*known) {
                return None;
            }
            free = free.minus(*known);
            *wanted = wanted.checked_sub(known.len())?;
        }
        if free.len() != wanted.iter().sum::<u32>() || wanted.iter().any(|&wanted| wanted as usize >= SIDE) {
            return None;
        }
        let mut classes: ArrayVec<Class, 7> = ArrayVec::new();
        for card in free.cards() {
            let barred = (0..3).filter(|&seat| hidden.barred[seat] >> card.bit() & 1 == 1);
            let seats = barred.fold(0b111u8, |seats, seat| seats & !(1 << seat));
            if seats == 0 {
                return None;
            }
            match classes.iter_mut().find(|class| class.seats == seats) {
                Some(class) => class.cards.push(card),
                None => classes.push(Class { seats, cards: ArrayVec::from_iter([card]) }),
            }
        }
        // The class of cards that may go anywhere fits whatever room is left, so it goes last.
        classes.sort_by_key(|class| class.seats.count_ones());
        let mut dealer = Dealer { known: hidden.known, wanted, classes, ways: Vec::new() };
        dealer.count_ways();
        (dealer.ways_from(0, wanted) > 0.0).then_some(dealer)
    }

    /// Fills `ways` from the last class to the first.
    fn count_ways(&mut self) {
        let mut ways = vec![0.0; (self.classes.len() + 1) * SIDE * SIDE];
        let place = |class: usize, a: u32, b: u32| (class * SIDE + a as usize) * SIDE + b as usize;
        ways[place(self.classes.len(), 0, 0)] = 1.0;
        let mut total = 0;
        for (index, class) in self.classes.iter().enumerate().rev() {
            total += class.cards.len() as u32;
            for a in 0..=self.wanted[0].min(total) {
                for b in 0..=self.wanted[1].min(total - a) {
                    let wanted = [a, b, total - a - b];
                    if wanted[2] <= self.wanted[2] {
                        ways[place(index, a, b)] = splits(class, wanted)
                            .map(|split| multinomial(split) * ways[place(index + 1, a - split[0], b - split[1])])
                            .sum();
                    }
                }
            }
        }
        self.ways = ways;
    }

    fn ways_from(&self, class: usize, wanted: [u32; 3]) -> f64 {
        self.ways[(class * SIDE + wanted[0] as usize) * SIDE + wanted[1] as usize]
    }

    /// The three hands, drawn anew.
    pub(super) fn deal(&self, stream: &mut Stream) -> [Hand; 3] {
        let mut hands = self.known;
        let mut wanted = self.wanted;
        for (index, class) in self.classes.iter().enumerate() {
            let split = self.draw_split(index, class, wanted, stream);
            let mut cards = class.cards.clone();
            for seat in 0..3 {
                wanted[seat] -= split[seat];
                for _ in 0..split[seat] {
                    let card = cards.swap_remove(stream.below(cards.len() as u32) as usize);
                    hands[seat] = hands[seat].with(card).expect("no more copies are dealt than are unseen");
                }
            }
        }
        hands
    }

    /// How many cards of the class each seat gets, drawn by the number of deals that go on from there.
    fn draw_split(&self, index: usize, class: &Class, wanted: [u32; 3], stream: &mut Stream) -> [u32; 3] {
        if index + 1 == self.classes.len() {
            return wanted;
        }
        let weight = |split: [u32; 3]| {
            let after = [0, 1, 2].map(|seat| wanted[seat] - split[seat]);
            multinomial(split) * self.ways_from(index + 1, after)
        };
        // 53 random bits make a fraction exactly.
        let fraction = (stream.bits() >> 11) as f64 / (1u64 << 53) as f64;
        let mut rest = fraction * self.ways_from(index, wanted);
        let mut chosen = None;
        for split in splits(class, wanted) {
            let weight = weight(split);
            if weight > 0.0 {
                chosen = Some(split);
                if rest < weight {
                    break;
                }
                rest -= weight;
            }
        }
        chosen.expect("a deal that fits exists")
    }
}

/// Every way to share out the number of a class's cards among the seats that may have them and still want some.
fn splits(class: &Class, wanted: [u32; 3]) -> impl Iterator<Item = [u32; 3]> {
    let count = class.cards.len() as u32;
    let most = [0, 1, 2].map(|seat| if class.seats >> seat & 1 == 1 { wanted[seat].min(count) } else { 0 });
    (0..=most[0]).flat_map(move |a| {
        (0..=most[1].min(count - a)).filter_map(move |b| (count - a - b <= most[2]).then_some([a, b, count - a - b]))
    })
}

/// The number of ways to divide cards into three heaps of these sizes.
fn multinomial(heaps: [u32; 3]) -> f64 {
    let [a, b, c] = heaps;
    choose(a + b + c, a) * choose(b + c, b)
}

/// The binomial coefficient.
fn choose(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |product, i| product * f64::from(n - i) / f64::from(i + 1))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::rng::{Address, Purpose};

    fn hand(text: &str) -> Hand {
        text.parse().unwrap()
    }

    /// Every deal that fits, by giving each physical card to each seat in turn, with the number of times it comes.
    fn enumerate(hidden: &Hidden) -> HashMap<[Hand; 3], u32> {
        fn go(cards: &[Card], hidden: &Hidden, hands: [Hand; 3], found: &mut HashMap<[Hand; 3], u32>) {
            let Some((&card, rest)) = cards.split_first() else {
                let fits = (0..3).all(|seat| {
                    let beyond = hidden.known[seat];
                    hands[seat].len() == hidden.left[seat]
                        && hands[seat].contains(beyond)
                        && hands[seat].minus(beyond).one() & hidden.barred[seat] == 0
                });
                if fits {
                    *found.entry(hands).or_default() += 1;
                }
                return;
            };
            for seat in 0..3 {
                let mut hands = hands;
                hands[seat] = hands[seat].with(card).unwrap();
                go(rest, hidden, hands, found);
            }
        }
        let cards: Vec<Card> = hidden.unseen.cards().collect();
        let mut found = HashMap::new();
        go(&cards, hidden, [Hand::EMPTY; 3], &mut found);
        found
    }

    fn bits(text: &str) -> u64 {
        hand(text).one()
    }

    /// Known cards have their copies told apart in `enumerate` but not in the dealer, so a case's known cards are single.
    fn cases() -> Vec<Hidden> {
        let none = [Hand::EMPTY; 3];
        vec![
            Hidden { unseen: hand("S2 S2 S3 H4 SB HR HR"), left: [3, 2, 2], known: none, barred: [0; 3] },
            Hidden {
                unseen: hand("S2 S2 S3 H4 SA SB HR HR"),
                left: [3, 3, 2],
                known: [hand("H4"), Hand::EMPTY, Hand::EMPTY],
                barred: [bits("HR SB"), 0, 0],
            },
            Hidden {
                unseen: hand("S2 S3 S4 SA HA SB HR HR"),
                left: [2, 3, 3],
                known: none,
                barred: [bits("SA HA SB HR"), bits("HR SB"), 0],
            },
            Hidden { unseen: hand("S2 S3 SA HA"), left: [2, 0, 2], known: none, barred: [bits("SA"), 0, bits("S2")] },
        ]
    }

    #[test]
    fn hidden_cards_are_dealt_as_the_exact_posterior_says() {
        for (number, hidden) in cases().iter().enumerate() {
            let exact = enumerate(hidden);
            let total: u32 = exact.values().sum();
            let dealer = Dealer::new(hidden).unwrap();
            let mut stream = Address::new(3, Purpose::Imagine, number as u64, 0).stream();
            let samples = 400 * exact.len() as u32;
            let mut drawn: HashMap<[Hand; 3], u32> = HashMap::new();
            for _ in 0..samples {
                *drawn.entry(dealer.deal(&mut stream)).or_default() += 1;
            }
            let mut chi = 0.0;
            for (hands, &count) in &exact {
                let expected = f64::from(samples) * f64::from(count) / f64::from(total);
                chi += (f64::from(drawn.remove(hands).unwrap_or(0)) - expected).powi(2) / expected;
            }
            assert!(drawn.is_empty(), "case {number}: deals that do not fit: {drawn:?}");
            // Five standard deviations above the mean of chi-square.
            let freedom = (exact.len() - 1) as f64;
            assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt() + 5.0, "case {number}: {chi} for {freedom}");
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let fits = Hidden { unseen: hand("S2 S3 S4"), left: [1, 1, 1], known: [Hand::EMPTY; 3], barred: [0; 3] };
        assert!(Dealer::new(&fits).is_some());
        for hidden in [
            Hidden { left: [1, 1, 2], ..fits },
            Hidden { known: [hand("SA"), Hand::EMPTY, Hand::EMPTY], ..fits },
            Hidden { known: [hand("S2 S3"), Hand::EMPTY, Hand::EMPTY], ..fits },
            Hidden { barred: [bits("S2"); 3], ..fits },
            Hidden { barred: [bits("S2 S3 S4"), 0, 0], ..fits },
        ] {
            assert!(Dealer::new(&hidden).is_none(), "{hidden:?}");
        }
    }

    #[test]
    fn a_whole_deal_of_hidden_cards_fits_in_the_numbers() {
        let hidden = Hidden {
            unseen: Hand::FULL
                .minus(hand("S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA HR")),
            left: [27, 27, 27],
            known: [Hand::EMPTY; 3],
            barred: [bits("HR SB"), 0, bits("HR")],
        };
        let dealer = Dealer::new(&hidden).unwrap();
        let mut stream = Address::new(3, Purpose::Imagine, 9, 0).stream();
        for _ in 0..100 {
            let hands = dealer.deal(&mut stream);
            assert!(hands.iter().all(|hand| hand.len() == 27));
            assert_eq!(hands[0].one() & hidden.barred[0], 0);
            assert_eq!(hands[2].one() & hidden.barred[2], 0);
            assert_eq!(hands[0].plus(hands[1]).and_then(|sum| sum.plus(hands[2])), Some(hidden.unseen));
        }
    }
}
