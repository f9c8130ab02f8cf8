//! Multisets of cards out of two packs, as bit masks.
//!
//! [`Hand`] knows no level. [`LevelHand`] is the same multiset as the rules at one level see it: the wilds taken out of
//! their rank into a nibble of their own, with the number of cards of each rank beside the masks.

mod nibble;
mod start;

use std::fmt;
use std::str::FromStr;

pub use nibble::{Counts, Nibble, Nibbles};
pub use start::{Start, Starts, SuitedStarts};

use crate::card::{Card, Rank, Suit, Suits};
use crate::error::NotationError;

/// Bit 0 of every nibble.
pub const LOWS: u64 = 0x1111_1111_1111_1111;
/// Bit 3 of every nibble: the flag [`LevelHand::at_least`] answers with.
pub const HIGHS: u64 = 0x8888_8888_8888_8888;
/// The nibbles of the thirteen ranks.
pub const RANKS: u64 = 0x000F_FFFF_FFFF_FFFF;
/// The nibble of the small joker.
pub const SMALL_JOKER_NIBBLE: u32 = 13;
/// The nibble of the big joker.
pub const BIG_JOKER_NIBBLE: u32 = 14;
/// The nibble of the wilds in a [`LevelHand`].
pub const WILD_NIBBLE: u32 = 15;

/// A multiset of cards with at most two of each face.
///
/// `one` has the bit of each face held at least once, `two` of each face held twice (so `two` lies within `one`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Hand {
    one: u64,
    two: u64,
}

impl Hand {
    /// No cards.
    pub const EMPTY: Hand = Hand { one: 0, two: 0 };
    /// All 108 cards.
    pub const FULL: Hand = Hand { one: RANKS | 1 << 52 | 1 << 56, two: RANKS | 1 << 52 | 1 << 56 };

    /// A hand from its masks; bits must be card bits and `two` within `one`.
    pub const fn from_masks(one: u64, two: u64) -> Hand {
        debug_assert!(one & !Hand::FULL.one == 0 && two & !one == 0);
        Hand { one, two }
    }

    /// The faces held at least once.
    pub const fn one(self) -> u64 {
        self.one
    }

    /// The faces held twice.
    pub const fn two(self) -> u64 {
        self.two
    }

    /// The number of cards.
    pub const fn len(self) -> u32 {
        self.one.count_ones() + self.two.count_ones()
    }

    /// Whether there are no cards.
    pub const fn is_empty(self) -> bool {
        self.one == 0
    }

    /// How many copies of `card` are held: 0, 1 or 2.
    pub const fn count(self, card: Card) -> u32 {
        ((self.one >> card.bit() & 1) + (self.two >> card.bit() & 1)) as u32
    }

    /// With one more `card`; `None` when both copies are already here.
    #[must_use]
    pub const fn with(self, card: Card) -> Option<Hand> {
        let bit = 1 << card.bit();
        if self.two & bit != 0 {
            return None;
        }
        Some(Hand { one: self.one | bit, two: self.two | (self.one & bit) })
    }

    /// Whether every card of `other` is here as often as there.
    pub const fn contains(self, other: Hand) -> bool {
        other.one & !self.one == 0 && other.two & !self.two == 0
    }

    /// This hand less `other`, which it must contain.
    #[must_use]
    pub const fn minus(self, other: Hand) -> Hand {
        debug_assert!(self.contains(other));
        Hand { one: (self.one & !other.one) | (self.two & !other.two), two: self.two & !other.one }
    }

    /// Both hands together; `None` when a face would be held more than twice.
    #[must_use]
    pub const fn plus(self, other: Hand) -> Option<Hand> {
        if self.two & other.one != 0 || self.one & other.two != 0 {
            return None;
        }
        Some(Hand { one: self.one | other.one, two: self.two | other.two | (self.one & other.one) })
    }

    /// The cards in canonical order, a face held twice coming twice.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        Card::all().flat_map(move |card| std::iter::repeat_n(card, self.count(card) as usize))
    }

    /// A hand from cards in any order.
    ///
    /// # Errors
    /// When a face comes more than twice.
    pub fn from_cards(cards: impl IntoIterator<Item = Card>) -> Result<Hand, NotationError> {
        let mut counts = [0usize; Card::FACES];
        for card in cards {
            counts[card.index()] += 1;
        }
        let mut hand = Hand::EMPTY;
        for card in Card::all() {
            let count = counts[card.index()];
            if count > 2 {
                return Err(NotationError::TooMany { card: card.to_string(), count });
            }
            let bit = 1 << card.bit();
            hand.one |= if count >= 1 { bit } else { 0 };
            hand.two |= if count == 2 { bit } else { 0 };
        }
        Ok(hand)
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, card) in self.cards().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{card}")?;
        }
        Ok(())
    }
}

impl FromStr for Hand {
    type Err = NotationError;

    /// Cards separated by blanks or commas, in any order; nothing but separators is the empty hand.
    fn from_str(text: &str) -> Result<Hand, NotationError> {
        let cards: Result<Vec<Card>, _> = text
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .map(str::parse)
            .collect();
        Hand::from_cards(cards?)
    }
}

/// A multiset of cards at one level: the wilds in nibble 15, every other card at its own bit.
///
/// `one` and `two` are as in [`Hand`]; nibble `n` of `counts` is the number of cards in nibble `n` of the masks, so
/// nibble 13 counts small jokers, 14 big jokers and 15 wilds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct LevelHand {
    /// Faces held at least once.
    pub one: u64,
    /// Faces held twice.
    pub two: u64,
    /// Cards by nibble.
    pub counts: u64,
}

/// The wild's bit in nibble 15.
const WILD_BIT: u32 = 4 * WILD_NIBBLE;

impl LevelHand {
    /// No cards.
    pub const EMPTY: LevelHand = LevelHand { one: 0, two: 0, counts: 0 };

    /// `hand` as seen at `level`.
    #[inline(always)]
    pub const fn new(hand: Hand, level: Rank) -> LevelHand {
        let wild = Card::new(level, Suit::Hearts).bit();
        let one = hand.one & !(1 << wild) | (hand.one >> wild & 1) << WILD_BIT;
        let two = hand.two & !(1 << wild) | (hand.two >> wild & 1) << WILD_BIT;
        LevelHand { one, two, counts: nibble_counts(one) + nibble_counts(two) }
    }

    /// The cards with their wilds back in their rank; the inverse of [`LevelHand::new`] at the same `level`.
    #[inline(always)]
    pub const fn to_hand(self, level: Rank) -> Hand {
        let wild = Card::new(level, Suit::Hearts).bit();
        Hand {
            one: self.one & !(1 << WILD_BIT) | (self.one >> WILD_BIT) << wild,
            two: self.two & !(1 << WILD_BIT) | (self.two >> WILD_BIT) << wild,
        }
    }

    /// The faces held at least once, wilds as the lowest bit of nibble 15.
    #[inline]
    pub const fn one(self) -> u64 {
        self.one
    }

    /// The faces held twice.
    #[inline]
    pub const fn two(self) -> u64 {
        self.two
    }

    /// The number of cards of each nibble.
    #[inline]
    pub const fn counts(self) -> Counts {
        Counts::from_word(self.counts)
    }

    /// The number of wilds.
    #[inline(always)]
    pub const fn wilds(self) -> u32 {
        (self.counts >> WILD_BIT) as u32
    }

    /// The suits in which a card of `nibble` is held.
    #[inline]
    pub const fn suits(self, nibble: Nibble) -> Suits {
        Suits::from_bits((self.one >> nibble.shift()) as u8 & 15)
    }

    /// The number of cards in `nibble`.
    #[inline(always)]
    pub const fn count(self, nibble: u32) -> u32 {
        (self.counts >> (4 * nibble)) as u32 & 15
    }

    /// The number of cards.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.one.count_ones() + self.two.count_ones()
    }

    /// Whether there are no cards.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.one == 0
    }

    /// Bit 3 of each nibble (jokers and wilds included) that holds at least `n` cards, `n` in 1..=8.
    #[inline(always)]
    pub const fn at_least(self, n: u32) -> u64 {
        self.at_least_among(n, HIGHS)
    }

    /// [`LevelHand::at_least`] for the nibbles whose bit 3 is in `flags`, which has no other bits.
    #[inline(always)]
    pub const fn at_least_among(self, n: u32, flags: u64) -> u64 {
        debug_assert!(flags & !HIGHS == 0);
        (self.counts + (8 - n) as u64 * LOWS) & flags
    }

    /// Puts `cards` in; no face may come to more than two.
    #[inline(always)]
    pub const fn add(&mut self, cards: &LevelHand) {
        debug_assert!(self.two & cards.one == 0 && self.one & cards.two == 0);
        self.two |= cards.two | (self.one & cards.one);
        self.one |= cards.one;
        self.counts += cards.counts;
    }

    /// Takes `cards` away; they must be here.
    #[inline(always)]
    pub const fn remove(&mut self, cards: &LevelHand) {
        debug_assert!(cards.one & !self.one == 0 && cards.two & !self.two == 0);
        let two = self.two & !cards.one;
        self.one = (self.one & !cards.one) | (self.two & !cards.two);
        self.two = two;
        self.counts -= cards.counts;
    }
}

/// The number of bits in each nibble.
#[inline(always)]
pub const fn nibble_counts(mask: u64) -> u64 {
    let pairs = mask - ((mask >> 1) & 0x5555_5555_5555_5555);
    (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_full_pack_has_108_cards_twice_each_face() {
        assert_eq!(Hand::FULL.len(), 108);
        assert!(Card::all().all(|card| Hand::FULL.count(card) == 2));
    }

    #[test]
    fn hands_print_in_canonical_order_and_read_back() {
        let hand: Hand = "HR SB, DA SA S2 H2 C2 D2 S2".parse().unwrap();
        assert_eq!(hand.to_string(), "S2 S2 H2 C2 D2 SA DA SB HR");
        assert_eq!(hand.to_string().parse::<Hand>().unwrap(), hand);
    }

    #[test]
    fn a_third_copy_is_refused() {
        let error = "S2 S2 S2".parse::<Hand>().unwrap_err().to_string();
        assert_eq!(error, "3 copies of S2: two packs hold 2 of each card");
    }

    #[test]
    fn minus_and_plus_agree_with_counting_copies() {
        let faces = ["", "S7", "S7 S7"];
        for (i, a) in faces.iter().enumerate() {
            for (j, b) in faces.iter().enumerate() {
                let (a, b): (Hand, Hand) = (a.parse().unwrap(), b.parse().unwrap());
                assert_eq!(a.contains(b), i >= j);
                if i >= j {
                    assert_eq!(a.minus(b).len() as usize, i - j);
                }
                assert_eq!(a.plus(b).map(|sum| sum.len() as usize), (i + j <= 2).then_some(i + j));
            }
        }
    }

    #[test]
    fn a_level_hand_keeps_every_card_and_counts_each_nibble() {
        let hand: Hand = "H5 H5 S5 D5 D5 SA SB HR HR".parse().unwrap();
        for level in Rank::all() {
            let seen = LevelHand::new(hand, level);
            assert_eq!(seen.to_hand(level), hand);
            assert_eq!(seen.len(), hand.len());
            assert_eq!(seen.wilds(), if level == Rank::new(3) { 2 } else { 0 });
            for nibble in 0..16 {
                let mask = 15u64 << (4 * nibble);
                let naive = (seen.one & mask).count_ones() + (seen.two & mask).count_ones();
                assert_eq!(seen.count(nibble), naive);
                for n in 1..=8 {
                    assert_eq!(seen.at_least(n) >> (4 * nibble + 3) & 1 == 1, naive >= n);
                }
            }
        }
    }
}
