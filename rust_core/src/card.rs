//! Ranks, suits, seats and cards: the vocabulary everything else is written in.
//!
//! Knows nothing of levels or rules. A card's *bit* is its place in the masks of [`crate::hand::Hand`]: one nibble a
//! rank, one bit a suit, the jokers in nibbles of their own.

use std::fmt;
use std::ops::{BitAnd, Sub};
use std::str::FromStr;

use crate::error::{NotationError, clip, did_you_mean};

/// A rank from 2 (index 0) to A (index 12) in natural order; also a team's level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u8);

impl Rank {
    /// The ranks' letters, lowest first.
    pub const LETTERS: [&'static str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"];
    /// The lowest rank and every match's first level.
    pub const TWO: Rank = Rank(0);
    /// The ten, the usual limit of a returned card.
    pub const TEN: Rank = Rank(8);
    /// The highest rank and last level.
    pub const ACE: Rank = Rank(12);

    /// ` (did you mean RANK?)` for the nearest rank to what was written, or nothing.
    pub(crate) fn nearest_to(text: &str) -> String {
        nearest_of(text, Self::LETTERS)
    }

    /// The rank at `index` 0..=12.
    pub const fn new(index: u8) -> Rank {
        assert!(index < 13);
        Rank(index)
    }

    /// All ranks, lowest first.
    pub fn all() -> impl Iterator<Item = Rank> {
        (0..13).map(Rank)
    }

    /// 0 for 2 up to 12 for A.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The rank's letter, `T` for ten.
    pub const fn letter(self) -> &'static str {
        Self::LETTERS[self.0 as usize]
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letter())
    }
}

impl FromStr for Rank {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Rank, NotationError> {
        Self::LETTERS
            .iter()
            .position(|&letter| letter == text)
            .map(|index| Rank(index as u8))
            .ok_or_else(|| NotationError::Rank { text: clip(text), hint: Rank::nearest_to(text) })
    }
}

/// A suit; the order is the one hands are printed in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// ♠
    Spades,
    /// ♥
    Hearts,
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
}

impl Suit {
    /// Every suit in printing order.
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Clubs, Suit::Diamonds];
    /// The suits' letters in printing order.
    pub const LETTERS: [&'static str; 4] = ["S", "H", "C", "D"];
}

/// A set of suits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Suits(u8);

impl Suits {
    /// No suit.
    pub const NONE: Suits = Suits(0);
    /// All four suits.
    pub const ALL: Suits = Suits(15);

    /// The set of one suit.
    pub const fn of(suit: Suit) -> Suits {
        Suits(1 << suit as u8)
    }

    /// The set of the suits whose bits are set, bit 0 for spades, in printing order.
    pub const fn from_bits(bits: u8) -> Suits {
        debug_assert!(bits < 16);
        Suits(bits)
    }

    /// Bit 0 for spades, and so on in printing order.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether `suit` is in the set.
    pub const fn contains(self, suit: Suit) -> bool {
        self.0 >> suit as u8 & 1 == 1
    }

    /// Whether the set has no suit.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of suits.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The first suit in printing order, or `None` of an empty set.
    pub fn first(self) -> Option<Suit> {
        self.iter().next()
    }

    /// The suits in printing order.
    pub fn iter(self) -> impl Iterator<Item = Suit> {
        Suit::ALL.into_iter().filter(move |&suit| self.contains(suit))
    }
}

impl BitAnd for Suits {
    type Output = Suits;

    fn bitand(self, other: Suits) -> Suits {
        Suits(self.0 & other.0)
    }
}

impl Sub for Suits {
    type Output = Suits;

    /// The suits of this set that are not in the other.
    fn sub(self, other: Suits) -> Suits {
        Suits(self.0 & !other.0)
    }
}

/// One of the 54 faces. The two physical copies of a face are the same `Card`.
///
/// The order is the canonical order of printed hands: 2 .. A, within a rank S H C D, then SB, HR.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(u8);

impl Card {
    /// The number of faces.
    pub const FACES: usize = 54;
    /// The small (black) joker, `SB`.
    pub const SMALL_JOKER: Card = Card(52);
    /// The big (red) joker, `HR`.
    pub const BIG_JOKER: Card = Card(53);

    /// The card of a rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(rank.0 * 4 + suit as u8)
    }

    /// The card at `index` 0..=53 in canonical order.
    pub const fn from_index(index: u8) -> Card {
        assert!((index as usize) < Self::FACES);
        Card(index)
    }

    /// All 54 faces in canonical order.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..Self::FACES as u8).map(Card)
    }

    /// The place in canonical order, 0..=53.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The bit in a hand's masks: `4 * rank + suit`; SB is bit 52 and HR bit 56, a nibble each.
    pub const fn bit(self) -> u32 {
        if self.0 == 53 { 56 } else { self.0 as u32 }
    }

    /// The inverse of [`Card::bit`].
    pub const fn from_bit(bit: u32) -> Card {
        assert!(bit <= 52 || bit == 56);
        if bit == 56 { Card(53) } else { Card(bit as u8) }
    }

    /// The rank, or `None` for a joker.
    pub const fn rank(self) -> Option<Rank> {
        if self.0 < 52 { Some(Rank(self.0 / 4)) } else { None }
    }

    /// The suit, or `None` for a joker.
    pub const fn suit(self) -> Option<Suit> {
        if self.0 < 52 { Some(Suit::ALL[(self.0 % 4) as usize]) } else { None }
    }

    /// Whether this is a joker.
    pub const fn is_joker(self) -> bool {
        self.0 >= 52
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.suit(), self.rank()) {
            (Some(suit), Some(rank)) => {
                f.write_str(Suit::LETTERS[suit as usize])?;
                f.write_str(rank.letter())
            }
            _ if *self == Card::SMALL_JOKER => f.write_str("SB"),
            _ => f.write_str("HR"),
        }
    }
}

impl FromStr for Card {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Card, NotationError> {
        match text {
            "SB" => return Ok(Card::SMALL_JOKER),
            "HR" => return Ok(Card::BIG_JOKER),
            _ => {}
        }
        let unknown = || {
            let faces: Vec<String> = Card::all().map(|card| card.to_string()).collect();
            NotationError::Card { text: clip(text), hint: nearest_of(text, faces.iter().map(String::as_str)) }
        };
        let split = text.char_indices().nth(1).map(|(at, _)| at).ok_or_else(unknown)?;
        let (suit, rank) = text.split_at(split);
        let suit = Suit::LETTERS.iter().position(|&letter| letter == suit).ok_or_else(unknown)?;
        let rank: Rank = rank.parse().map_err(|_| unknown())?;
        Ok(Card::new(rank, Suit::ALL[suit]))
    }
}

/// ` (did you mean NAME?)` for the nearest name to what was written, small letters and `10` read as the names have them.
fn nearest_of<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    did_you_mean(&text.to_uppercase().replace("10", "T"), names)
}

/// One of the four players; the next seat plays next (counter-clockwise, the right hand).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// All four seats in playing order.
    pub const ALL: [Seat; 4] = [Seat(0), Seat(1), Seat(2), Seat(3)];

    /// The seat numbered `index` 0..=3.
    pub const fn new(index: u8) -> Seat {
        assert!(index < 4);
        Seat(index)
    }

    /// 0..=3.
    pub const fn index(self) -> usize {
        // The mask tells the compiler the bound, so that arrays of four are indexed without a check.
        (self.0 & 3) as usize
    }

    /// The seat `n` places further in playing order; `plus(1)` is the right hand, `plus(3)` the left.
    #[must_use]
    pub const fn plus(self, n: u8) -> Seat {
        Seat((self.0 + n) & 3)
    }

    /// The seat opposite.
    #[must_use]
    pub const fn partner(self) -> Seat {
        self.plus(2)
    }

    /// 0 for seats 0 and 2, 1 for seats 1 and 3.
    pub const fn team(self) -> usize {
        (self.0 & 1) as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_card_names_the_nearest_face_on_one_line() {
        let error = "s10".parse::<Card>().unwrap_err().to_string();
        assert!(error.contains("did you mean ST?"), "{error}");
        assert!(!"x".repeat(500).parse::<Card>().unwrap_err().to_string().contains('\n'));
    }
}
