//! Groups of equal cards: the sixteen nibbles of a [`LevelHand`](super::LevelHand), sets of them, and cards counted by them.
//!
//! Knows how a hand's words are laid out and nothing of levels or combinations.

use std::ops::{Add, AddAssign, Sub, SubAssign};

use crate::bits::flag_set;
use crate::card::{Card, Rank, Suit};

use super::{HIGHS, LOWS};

/// A group of cards that are equal but for their suits: one of the thirteen ranks in natural order, the small jokers, the
/// big jokers or the wilds. It is named for the four bits, one a suit, that the group has in a hand's words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nibble(u8);

impl Nibble {
    /// The aces.
    pub const ACE: Nibble = Nibble::of(Rank::ACE);
    /// The small jokers.
    pub const SMALL_JOKER: Nibble = Nibble(13);
    /// The big jokers.
    pub const BIG_JOKER: Nibble = Nibble(14);
    /// The wilds.
    pub const WILD: Nibble = Nibble(15);

    /// The nibble of a rank's cards.
    pub const fn of(rank: Rank) -> Nibble {
        Nibble(rank.index() as u8)
    }

    /// The nibble of a card that is not a wild.
    pub const fn of_card(card: Card) -> Nibble {
        Nibble((card.bit() >> 2) as u8)
    }

    /// The nibble numbered `index`, 0..=15.
    pub const fn new(index: u8) -> Nibble {
        debug_assert!(index < 16);
        Nibble(index)
    }

    /// The number of the nibble: 0 for the twos up to 12 for the aces, then 13 for small jokers, 14 for big jokers, 15 for
    /// wilds.
    pub const fn index(self) -> usize {
        // The mask tells the compiler the bound, so that arrays of sixteen are indexed without a check.
        (self.0 & 15) as usize
    }

    /// All sixteen, lowest first.
    pub fn all() -> impl Iterator<Item = Nibble> {
        (0..16).map(Nibble)
    }

    /// The rank of the cards, or `None` for jokers and wilds.
    pub const fn rank(self) -> Option<Rank> {
        if self.0 < 13 { Some(Rank::new(self.0)) } else { None }
    }

    /// The card of a suit, or the joker; `None` for wilds, which are cards of the level's rank.
    pub const fn card(self, suit: Suit) -> Option<Card> {
        match self.0 {
            0..13 => Some(Card::new(Rank::new(self.0), suit)),
            13 => Some(Card::SMALL_JOKER),
            14 => Some(Card::BIG_JOKER),
            _ => None,
        }
    }

    /// The position of the lowest of its four bits in a hand's words.
    pub(crate) const fn shift(self) -> u32 {
        4 * self.0 as u32
    }
}

flag_set! {
    /// A set of groups of equal cards.
    ///
    /// ```
    /// use guandan_core::hand::{Hand, LevelHand, Nibble, Nibbles};
    /// use guandan_core::card::Rank;
    ///
    /// let hand: Hand = "S7 S7 D7 S8 D8 SB SB".parse()?;
    /// let hand = LevelHand::new(hand, Rank::TWO);
    /// let pairs = hand.at_least(2);
    /// assert_eq!(pairs.len(), 3);
    /// assert_eq!((pairs & Nibbles::RANKS).first(), Some(Nibble::of(Rank::new(5))));
    /// assert!((pairs - Nibbles::RANKS).contains(Nibble::SMALL_JOKER));
    /// # Ok::<(), guandan_core::error::NotationError>(())
    /// ```
    Nibbles of Nibble
}

impl Nibbles {
    /// All sixteen.
    pub const ALL: Nibbles = Nibbles(HIGHS);
    /// The thirteen ranks.
    pub const RANKS: Nibbles = Nibbles(HIGHS >> 12);
    /// All but the wilds.
    pub const NATURAL: Nibbles = Nibbles(HIGHS >> 4);

    /// A mask with all four bits of each member.
    pub(crate) const fn faces(self) -> u64 {
        (self.0 >> 3) * 15
    }
}

/// Numbers of cards by [`Nibble`]: up to eight each, or up to fifteen as long as [`Counts::at_least`] is not called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Counts(u64);

impl Counts {
    /// No cards.
    pub const NONE: Counts = Counts(0);
    /// The two packs with the wilds counted in their rank: eight cards of each rank and two of each joker.
    pub const PACKS: Counts = Counts((8 * (LOWS >> 12)) | (0x22 << 52));

    /// The four jokers.
    pub const JOKERS: Counts = Counts(0x22 << 52);

    /// How many bits of the mask `faces` each nibble has.
    pub(crate) const fn of_faces(faces: u64) -> Counts {
        let pairs = faces - ((faces >> 1) & 0x5555_5555_5555_5555);
        Counts((pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333))
    }

    /// `n` cards of one nibble.
    pub const fn of(nibble: Nibble, n: u32) -> Counts {
        Counts((n as u64) << nibble.shift())
    }

    /// The number of cards of a nibble.
    pub const fn get(self, nibble: Nibble) -> u32 {
        (self.0 >> nibble.shift()) as u32 & 15
    }

    /// The number of wilds.
    pub const fn wilds(self) -> u32 {
        (self.0 >> Nibble::WILD.shift()) as u32
    }

    /// The nibbles with at least `n` cards, `n` in 1..=8.
    pub const fn at_least(self, n: u32) -> Nibbles {
        self.at_least_among(n, Nibbles::ALL)
    }

    /// The nibbles of `among` with at least `n` cards, `n` in 1..=8: one operation less than [`Counts::at_least`] and then
    /// `&`.
    pub const fn at_least_among(self, n: u32, among: Nibbles) -> Nibbles {
        Nibbles((self.0 + (8 - n) as u64 * LOWS) & among.0)
    }

    /// Whether all four jokers are among the cards.
    pub const fn has_joker_bomb(self) -> bool {
        self.0 & 0xFF << 52 == Counts::JOKERS.0
    }

    /// The cards of the nibbles in `among`.
    #[must_use]
    pub const fn only(self, among: Nibbles) -> Counts {
        Counts(self.0 & among.faces())
    }

    /// The counts packed into a word: the count of the nibble with index `i` is in the four bits from bit `4 * i` on.
    pub const fn word(self) -> u64 {
        self.0
    }

    /// The counts packed in `word`, as [`Counts::word`] packs them.
    pub(crate) const fn from_word(word: u64) -> Counts {
        Counts(word)
    }
}

impl Add for Counts {
    type Output = Counts;

    fn add(self, more: Counts) -> Counts {
        Counts(self.0 + more.0)
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, more: Counts) {
        self.0 += more.0;
    }
}

impl Sub for Counts {
    type Output = Counts;

    /// The cards left without `fewer`, which must be there.
    fn sub(self, fewer: Counts) -> Counts {
        Counts(self.0 - fewer.0)
    }
}

impl SubAssign for Counts {
    fn sub_assign(&mut self, fewer: Counts) {
        self.0 -= fewer.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_agree_with_lists_of_their_members() {
        let lists: [&[u8]; 4] = [&[], &[0], &[3, 7, 12, 13], &[2, 7, 13, 15]];
        for some in lists {
            let set: Nibbles = some.iter().copied().map(Nibble::new).collect();
            assert_eq!(set.len() as usize, some.len());
            assert_eq!(set.iter().map(|nibble| nibble.index() as u8).collect::<Vec<_>>(), some);
            assert_eq!(set.first(), some.first().copied().map(Nibble::new));
            for (k, &member) in (0..).zip(some) {
                assert_eq!(set.nth(k), Nibble::new(member));
            }
            for others in lists {
                let other: Nibbles = others.iter().copied().map(Nibble::new).collect();
                for nibble in Nibble::all() {
                    let [a, b] = [some, others].map(|list| list.contains(&(nibble.index() as u8)));
                    assert_eq!((set & other).contains(nibble), a && b);
                    assert_eq!((set | other).contains(nibble), a || b);
                    assert_eq!((set - other).contains(nibble), a && !b);
                }
            }
        }
    }

    #[test]
    fn counts_are_kept_apart_and_compared_side_by_side() {
        let twos = Nibble::of(Rank::TWO);
        let counts = Counts::of(twos, 3) + Counts::of(Nibble::ACE, 8) + Counts::of(Nibble::WILD, 2);
        assert_eq!([twos, Nibble::ACE, Nibble::WILD].map(|nibble| counts.get(nibble)), [3, 8, 2]);
        assert_eq!(counts.wilds(), 2);
        for n in 1..=8 {
            for nibble in Nibble::all() {
                assert_eq!(counts.at_least(n).contains(nibble), counts.get(nibble) >= n);
            }
        }
        assert_eq!(counts.only(Nibbles::RANKS).wilds(), 0);
        assert_eq!(counts - Counts::of(twos, 1), counts.only(Nibbles::ALL - Nibbles::of(twos)) + Counts::of(twos, 2));
        assert!(Nibble::all().all(|nibble| {
            Counts::PACKS.get(nibble) == if nibble.rank().is_some() { 8 } else { 2 * u32::from(nibble < Nibble::WILD) }
        }));
    }
}
