//! Hands as bit masks: cards out of two packs, each face up to twice, and the types that name the parts of the masks.
//!
//! [`Hand`] knows no level. [`LevelHand`] is a hand as the rules at one level see it: the wilds taken out of their rank
//! into a [`Nibble`] of their own, with the number of cards of each rank beside the masks. [`Nibbles`] are sets of
//! ranks, [`Counts`] numbers of cards by rank; [`Start`] and [`Starts`] say where runs begin.

mod nibble;
mod start;

use std::fmt;
use std::str::FromStr;

pub use nibble::{Counts, Nibble, Nibbles};
pub use start::{Start, Starts, SuitedStarts};

use crate::card::{Card, Rank, Suit, Suits};
use crate::error::NotationError;

/// Bit 0 of every nibble.
pub(crate) const LOWS: u64 = 0x1111_1111_1111_1111;
/// Bit 3 of every nibble, where sets of nibbles have their flags.
pub(crate) const HIGHS: u64 = 0x8888_8888_8888_8888;
/// The bits of all 52 faces that have a rank.
pub(crate) const RANKS: u64 = Nibbles::RANKS.faces();

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

    /// A hand from its masks. Every bit must be a [`Card::bit`], and `two` must lie within `one`.
    pub const fn from_masks(one: u64, two: u64) -> Hand {
        debug_assert!(one & !Hand::FULL.one == 0 && two & !one == 0);
        Hand { one, two }
    }

    /// The faces held at least once, a mask of [`Card::bit`]s.
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

    /// How many cards of these faces it holds, which are a mask of card bits.
    pub const fn count_of(self, faces: u64) -> u32 {
        (self.one & faces).count_ones() + (self.two & faces).count_ones()
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

/// A multiset of cards at one level: the wilds apart from their rank, and the cards counted by [`Nibble`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct LevelHand {
    /// Faces held at least once, at the bits of [`Card::bit`]; the wild is the lowest bit of its nibble.
    one: u64,
    /// Faces held twice.
    two: u64,
    /// The number of cards of each nibble.
    counts: Counts,
}

impl LevelHand {
    /// No cards.
    pub const EMPTY: LevelHand = LevelHand { one: 0, two: 0, counts: Counts::NONE };
    /// All four jokers.
    pub const JOKERS: LevelHand = LevelHand::from_words(1 << 52 | 1 << 56, 1 << 52 | 1 << 56, Counts::JOKERS);

    /// `hand` as seen at `level`.
    pub fn new(hand: Hand, level: Rank) -> LevelHand {
        let wild = Card::new(level, Suit::Hearts).bit();
        let one = hand.one & !(1 << wild) | (hand.one >> wild & 1) << Nibble::WILD.shift();
        let two = hand.two & !(1 << wild) | (hand.two >> wild & 1) << Nibble::WILD.shift();
        LevelHand { one, two, counts: Counts::of_faces(one) + Counts::of_faces(two) }
    }

    /// The cards with their wilds back in their rank; the inverse of [`LevelHand::new`] at the same `level`.
    pub const fn to_hand(self, level: Rank) -> Hand {
        let wild = Card::new(level, Suit::Hearts).bit();
        let bit = Nibble::WILD.shift();
        Hand {
            one: self.one & !(1 << bit) | (self.one >> bit) << wild,
            two: self.two & !(1 << bit) | (self.two >> bit) << wild,
        }
    }

    /// A hand from the masks of the faces held at least once and held twice, and from the counts that follow from them.
    pub(crate) const fn from_words(one: u64, two: u64, counts: Counts) -> LevelHand {
        LevelHand { one, two, counts }
    }

    /// `n` wilds, at most two.
    pub const fn of_wilds(n: u32) -> LevelHand {
        let bit = Nibble::WILD.shift();
        LevelHand { one: ((n >= 1) as u64) << bit, two: ((n == 2) as u64) << bit, counts: Counts::of(Nibble::WILD, n) }
    }

    /// The card of the rank `nibble` and of `suit`, which is no wild.
    pub(crate) const fn of_card(nibble: Nibble, suit: Suit) -> LevelHand {
        LevelHand { one: 1 << (nibble.shift() + suit as u32), two: 0, counts: Counts::of(nibble, 1) }
    }

    /// The faces held at least once, as [`Card::bit`]s; the wild is the lowest bit of its nibble.
    pub const fn one(&self) -> u64 {
        self.one
    }

    /// The faces held twice, as [`Card::bit`]s; the wild is the lowest bit of its nibble.
    pub const fn two(&self) -> u64 {
        self.two
    }

    /// The number of cards of each nibble.
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// The number of wilds.
    pub const fn wilds(&self) -> u32 {
        self.counts.wilds()
    }

    /// The number of cards of one nibble.
    pub const fn count(&self, nibble: Nibble) -> u32 {
        self.counts.get(nibble)
    }

    /// The nibbles (jokers and wilds included) with at least `n` cards, `n` in 1..=8.
    pub const fn at_least(&self, n: u32) -> Nibbles {
        self.counts.at_least(n)
    }

    /// The suits in which a card of one nibble is held.
    pub const fn suits(&self, nibble: Nibble) -> Suits {
        Suits::from_bits((self.one >> nibble.shift()) as u8 & 15)
    }

    /// The suits that occur in the hand; jokers and wilds have none.
    pub(crate) const fn all_suits(&self) -> Suits {
        LevelHand::suits_of_faces(self.one)
    }

    /// The suits that occur in a mask of faces; jokers and wilds have none.
    pub(crate) const fn suits_of_faces(faces: u64) -> Suits {
        let mut suits = faces & Nibbles::RANKS.faces();
        suits |= suits >> 32;
        suits |= suits >> 16;
        suits |= suits >> 8;
        suits |= suits >> 4;
        Suits::from_bits(suits as u8 & 15)
    }

    /// Whether all four jokers are held.
    pub const fn has_joker_bomb(&self) -> bool {
        self.counts.has_joker_bomb()
    }

    /// The number of cards.
    pub const fn len(&self) -> u32 {
        self.one.count_ones() + self.two.count_ones()
    }

    /// Whether there are no cards.
    pub const fn is_empty(&self) -> bool {
        self.one == 0
    }

    /// Whether every card of `other` is here as often as there.
    pub const fn contains(&self, other: &LevelHand) -> bool {
        other.one & !self.one == 0 && other.two & !self.two == 0
    }

    /// Puts `cards` in; no face may come to more than two.
    pub fn add(&mut self, cards: &LevelHand) {
        debug_assert!(self.two & cards.one == 0 && self.one & cards.two == 0);
        self.two |= cards.two | (self.one & cards.one);
        self.one |= cards.one;
        self.counts += cards.counts;
    }

    /// Takes `cards` away; they must be here.
    pub fn remove(&mut self, cards: &LevelHand) {
        debug_assert!(self.contains(cards));
        let two = self.two & !cards.one;
        self.one = (self.one & !cards.one) | (self.two & !cards.two);
        self.two = two;
        self.counts -= cards.counts;
    }

    /// These cards and `others`, which have no face in common with them.
    pub(crate) fn join(&self, others: &LevelHand) -> LevelHand {
        debug_assert!(self.one & others.one == 0);
        LevelHand { one: self.one | others.one, two: self.two | others.two, counts: self.counts + others.counts }
    }

    /// The cards of some nibbles: `mask` has all four bits of each of them.
    pub(crate) const fn only(&self, mask: u64) -> LevelHand {
        LevelHand { one: self.one & mask, two: self.two & mask, counts: Counts::from_word(self.counts.word() & mask) }
    }

    /// With one more card in each nibble that has a bit in `faces`, which has at most one bit a nibble. Every count
    /// rises by one, so the counts of the other nibbles are wrong afterwards.
    pub(crate) const fn with_one_of_each(&self, faces: u64) -> LevelHand {
        LevelHand {
            one: self.one | faces,
            two: self.two | self.one & faces,
            counts: Counts::from_word(self.counts.word() + LOWS),
        }
    }
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
            for nibble in Nibble::all() {
                let mask = Nibbles::of(nibble).faces();
                let naive = (seen.one & mask).count_ones() + (seen.two & mask).count_ones();
                assert_eq!(seen.count(nibble), naive);
                for n in 1..=8 {
                    assert_eq!(seen.at_least(n).contains(nibble), naive >= n);
                }
            }
        }
    }
}
