//! Dealing: 108 physical cards, 27 to each seat, with every way of doing so exactly as likely as the others.
//!
//! Knows cards, not rules: what is dealt does not depend on the level, the rules or who plays.

use crate::bits::select;
use crate::card::{Card, Seat};
use crate::hand::Hand;
use crate::rng::{Address, Purpose, Stream};

/// Some of the 108 physical cards: a mask of card bits for each of the two packs.
type Packs = [u64; 2];

/// The cards as dealt. The two copies of each face are told apart, because a card turned up is one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dealt {
    seats: [Packs; 4],
}

impl Dealt {
    /// The cards of `deal` in `block` of the run seeded with `seed`.
    pub fn new(seed: u64, block: u64, deal: u64) -> Dealt {
        let mut stream = Address::new(seed, Purpose::Cards, block, deal).stream();
        let whole = [Hand::FULL.one(); 2];
        let (evens, odds) = split(whole, 54, &mut stream);
        let (zero, two) = split(evens, 27, &mut stream);
        let (one, three) = split(odds, 27, &mut stream);
        Dealt { seats: [zero, one, two, three] }
    }

    /// The cards of the single deal of `block` where some hands are `given`. The other seats are dealt theirs from the rest of
    /// the two packs, with every way of doing so exactly as likely as the others.
    ///
    /// Every given hand has to have 27 cards, and no face may be in them three times.
    pub fn around(given: &[Option<Hand>; 4], seed: u64, block: u64) -> Dealt {
        let mut rest = [Hand::FULL.one(); 2];
        let mut seats = given.map(|hand| {
            let Some(hand) = hand else { return [0; 2] };
            // A face held once is the copy of the first pack, unless a hand before has that one.
            let (single, both) = (hand.one() & !hand.two(), hand.two());
            let first = both | single & rest[0];
            let held = [first, both | single & !first];
            rest = without(rest, held);
            held
        });
        let mut stream = Address::new(seed, Purpose::Cards, block, 0).stream();
        for (seat, _) in seats.iter_mut().zip(given).filter(|(_, hand)| hand.is_none()) {
            (*seat, rest) = split(rest, 27, &mut stream);
        }
        Dealt { seats }
    }

    /// The cards of one seat.
    #[inline(always)]
    pub const fn hand(&self, seat: Seat) -> Hand {
        let [first, second] = self.seats[seat.index()];
        Hand::from_masks(first | second, first & second)
    }

    /// The cards of all seats.
    #[inline(always)]
    pub fn hands(&self) -> [Hand; 4] {
        Seat::ALL.map(|seat| self.hand(seat))
    }

    /// Who holds the copy of `card` that is in pack `copy` (0 or 1).
    pub fn holder(&self, card: Card, copy: usize) -> Seat {
        let holds = |seat: &Seat| self.seats[seat.index()][copy] >> card.bit() & 1 == 1;
        Seat::ALL.into_iter().find(holds).expect("every card is dealt")
    }
}

/// Splits `pool` into `size` cards and the rest, with every choice as likely as the others.
///
/// Each card falls on a random side; then cards chosen at random change from the side that has too many. No card is
/// treated differently from another in either step, so every result of the right size is equally likely.
#[inline(always)]
fn split(pool: Packs, size: u32, stream: &mut Stream) -> (Packs, Packs) {
    let mut side = pool.map(|pack| pack & stream.bits());
    let mut held = count(side);
    while held != size {
        let surplus = held > size;
        let from = if surplus { side } else { without(pool, side) };
        let first = from[0].count_ones();
        let k = stream.below(count(from));
        let pack = usize::from(k >= first);
        side[pack] ^= 1 << select(from[pack], if pack == 0 { k } else { k - first });
        held = if surplus { held - 1 } else { held + 1 };
    }
    (side, without(pool, side))
}

/// The number of cards.
#[inline(always)]
const fn count(cards: Packs) -> u32 {
    cards[0].count_ones() + cards[1].count_ones()
}

/// The cards of `pool` that are not in `side`.
#[inline(always)]
const fn without(pool: Packs, side: Packs) -> Packs {
    [pool[0] & !side[0], pool[1] & !side[1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dealt(seed: u64, block: u64) -> Dealt {
        Dealt::new(seed, block, 0)
    }

    /// The chi-square statistic of equally likely cells.
    fn chi_square(counts: &[u32]) -> f64 {
        let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
    }

    /// A limit that a chi-square variable of `freedom` degrees passes once in 1000 (Wilson and Hilferty).
    fn limit(freedom: usize) -> f64 {
        let part = 2.0 / (9.0 * freedom as f64);
        freedom as f64 * (1.0 - part + 3.0902 * part.sqrt()).powi(3)
    }

    #[test]
    fn m01_every_deal_is_the_108_cards_in_four_hands_of_27() {
        for block in 0..500 {
            let hands = dealt(11, block).hands();
            assert!(hands.iter().all(|hand| hand.len() == 27));
            let all = hands.iter().try_fold(Hand::EMPTY, |sum, &hand| sum.plus(hand));
            assert_eq!(all, Some(Hand::FULL));
        }
    }

    #[test]
    fn r04_seed_0_repeats_itself_and_differs_from_seed_1() {
        assert_eq!(dealt(0, 0), dealt(0, 0));
        assert_ne!(dealt(0, 0), dealt(1, 0));
    }

    #[test]
    fn the_first_deals_of_three_seeds_never_change() {
        let lines = |seed| {
            let dealt = dealt(seed, 0);
            Seat::ALL.map(|seat| format!("seed {seed} seat {seat}: {}\n", dealt.hand(seat)))
        };
        let text: String = [0, 1, 7].into_iter().flat_map(lines).collect();
        assert_eq!(text, include_str!("../../../tests/golden/first_deals.txt"));
    }

    #[test]
    fn every_physical_card_goes_to_every_seat_equally_often() {
        let mut counts = vec![[0u32; 4]; 108];
        for block in 0..20_000 {
            let dealt = dealt(3, block);
            for seat in Seat::ALL {
                for card in Card::all() {
                    for copy in 0..2 {
                        counts[2 * card.index() + copy][seat.index()] +=
                            (dealt.seats[seat.index()][copy] >> card.bit() & 1) as u32;
                    }
                }
            }
        }
        // The 108 * 3 cells are tied together by the hand size; summed they are close to chi-square all the same.
        let total: f64 = counts.iter().map(|seats| chi_square(seats)).sum();
        assert!(total < limit(108 * 3), "{total}");
        assert!(counts.iter().all(|seats| chi_square(seats) < 30.0));
    }

    #[test]
    fn two_cards_meet_in_a_seat_as_often_as_26_in_107() {
        let pairs = [
            [(Card::from_index(0), 0), (Card::from_index(0), 1)],
            [(Card::BIG_JOKER, 0), (Card::BIG_JOKER, 1)],
            [(Card::from_index(0), 0), (Card::from_index(1), 0)],
            [(Card::from_index(20), 0), (Card::from_index(51), 1)],
            [(Card::SMALL_JOKER, 1), (Card::BIG_JOKER, 1)],
        ];
        let deals = 40_000;
        let mut together = [0u32; 5];
        for block in 0..deals {
            let dealt = dealt(9, block);
            for (count, pair) in together.iter_mut().zip(pairs) {
                let [a, b] = pair.map(|(card, copy)| dealt.holder(card, copy));
                *count += u32::from(a == b);
            }
        }
        let p = 26.0 / 107.0;
        let deviation = (deals as f64 * p * (1.0 - p)).sqrt();
        for count in together {
            let z = (f64::from(count) - deals as f64 * p) / deviation;
            assert!(z.abs() < 3.5, "{z}");
        }
    }

    #[test]
    fn r01_the_six_orders_of_three_cards_are_equally_likely() {
        let cards = [(Card::from_index(5), 0), (Card::from_index(5), 1), (Card::from_index(40), 0)];
        let mut orders = [0u32; 6];
        let mut draws = 0;
        for block in 0.. {
            let dealt = dealt(2, block);
            let seats = cards.map(|(card, copy)| dealt.holder(card, copy).index());
            let order = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
            if let Some(i) = order.iter().position(|order| *order == seats) {
                orders[i] += 1;
                draws += 1;
                if draws == 60_000 {
                    break;
                }
            }
        }
        assert!(chi_square(&orders) < 20.5, "{orders:?}");
    }

    #[test]
    fn around_given_hands_every_card_left_goes_to_every_other_seat_equally_often() {
        let [first, _, third, _] = dealt(12, 0).hands();
        for (given, others) in [([None, Some(first), None, None], 3), ([Some(first), None, Some(third), None], 2)] {
            let mut counts = vec![[0u32; 4]; 108];
            for block in 0..9_000 {
                let dealt = Dealt::around(&given, 5, block);
                let hands = dealt.hands();
                assert!(given.iter().zip(hands).all(|(given, hand)| given.is_none_or(|given| given == hand)));
                assert!(hands.iter().all(|hand| hand.len() == 27));
                for (i, counts) in counts.iter_mut().enumerate() {
                    counts[dealt.holder(Card::from_index((i / 2) as u8), i % 2).index()] += 1;
                }
            }
            let dealt: Vec<Vec<u32>> = counts
                .iter()
                .map(|counts| counts.iter().zip(given).filter(|(_, given)| given.is_none()).map(|(&n, _)| n).collect())
                .filter(|counts: &Vec<u32>| counts.iter().any(|&count| count > 0))
                .collect();
            assert_eq!(dealt.len(), 27 * others);
            let total: f64 = dealt.iter().map(|seats| chi_square(seats)).sum();
            assert!(total < limit(27 * others * (others - 1)), "{total}");
        }
    }

    #[test]
    fn both_copies_of_a_face_have_a_holder_of_their_own() {
        let king: Card = "SK".parse().unwrap();
        let mut apart = 0;
        for block in 0..100 {
            let dealt = dealt(4, block);
            let holders = [0, 1].map(|copy| dealt.holder(king, copy));
            let copies_each = if holders[0] == holders[1] { 2 } else { 1 };
            apart += 2 - copies_each;
            assert!(holders.iter().all(|&holder| dealt.hand(holder).count(king) == copies_each));
        }
        assert!(apart > 50);
    }
}
