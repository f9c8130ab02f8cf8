//! Which suits are taken where a rank has more cards than a play needs.
//!
//! Knows the cards of one rank and nothing of plays. All selections of all such cards are tabulated at compile time.

use crate::card::Suits;
use crate::hand::{Counts, LevelHand, Nibble};

/// Cards of one nibble: the suits held at least once in the low four bits, those held twice in the high four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Selection(u8);

impl Selection {
    /// All cards that a hand has of `nibble`.
    pub(super) const fn of(hand: &LevelHand, nibble: Nibble) -> Selection {
        let [one, two] = [hand.one(), hand.two()];
        Selection(((one >> nibble.shift() & 15) | (two >> nibble.shift() & 15) << 4) as u8)
    }

    /// The suits held at least once.
    pub(super) const fn suits(self) -> Suits {
        Suits::from_bits(self.0 & 15)
    }

    /// The suits held twice.
    pub(super) const fn twice(self) -> Suits {
        Suits::from_bits(self.0 >> 4)
    }

    /// The `n` of these cards that stand for every selection of `n` at ranks detail: first a copy of each face held
    /// twice (S H C D), then one of each face (S H C D), as many as are needed.
    pub(super) fn representative(self, n: u32) -> Selection {
        REPRESENTATIVES[n as usize][self.0 as usize]
    }

    /// Every selection of `n` of these cards: most spades first, then hearts, clubs, diamonds.
    pub(super) fn each(self, n: u32) -> &'static [Selection] {
        let [from, to] = SELECTIONS.ends[self.0 as usize][n as usize];
        &SELECTIONS.all[from as usize..to as usize]
    }

    /// The `n` cards of this selection of `nibble`.
    pub(super) const fn cards(self, nibble: Nibble, n: u32) -> LevelHand {
        let (one, two) = ((self.0 & 15) as u64, (self.0 >> 4) as u64);
        LevelHand::from_words(one << nibble.shift(), two << nibble.shift(), Counts::of(nibble, n))
    }
}

#[cfg(test)]
impl Selection {
    /// The byte of every selection there is: up to two of each of four suits.
    pub(super) fn every() -> impl Iterator<Item = u8> {
        (0..=255u8).filter(|state| (state >> 4) & !state & 15 == 0)
    }

    pub(super) fn from_byte(byte: u8) -> Selection {
        Selection(byte)
    }
}

/// The representative `n` cards that a hand has of `nibble`.
pub(super) fn representatives(hand: &LevelHand, nibble: Nibble, n: u32) -> LevelHand {
    Selection::of(hand, nibble).representative(n).cards(nibble, n)
}

/// The number of bytes; 81 of them are cards, up to two of each of four suits.
const STATES: usize = 256;

static REPRESENTATIVES: [[Selection; STATES]; 9] = {
    let mut table = [[Selection(0); STATES]; 9];
    let mut n = 0;
    while n < 9 {
        let mut state = 0;
        while state < STATES {
            table[n][state] = Selection(representative(state as u8, n as u32));
            state += 1;
        }
        n += 1;
    }
    table
};

/// The representative `n` of the cards in `state`, or all of them where there are fewer.
const fn representative(state: u8, n: u32) -> u8 {
    let (one, two) = (state & 15, state >> 4);
    let mut rest = n;
    let mut taken_one = 0u8;
    let mut taken_two = 0u8;
    let mut suit = 0;
    while suit < 4 {
        if rest > 0 && two >> suit & 1 == 1 {
            taken_one |= 1 << suit;
            rest -= 1;
        }
        suit += 1;
    }
    suit = 0;
    while suit < 4 {
        if rest > 0 && one >> suit & 1 == 1 {
            let bit = 1 << suit;
            taken_two |= taken_one & bit;
            taken_one |= bit;
            rest -= 1;
        }
        suit += 1;
    }
    taken_one | taken_two << 4
}

/// The selections of every number of cards out of every state, one behind the other.
struct Selections {
    /// By state and number: where its selections begin and end in `all`.
    ends: [[[u16; 2]; 9]; STATES],
    /// As many as the sub-multisets of the 81 states: (1 + 2 + 3)^4.
    all: [Selection; 1296],
}

static SELECTIONS: Selections = {
    let mut table = Selections { ends: [[[0; 2]; 9]; STATES], all: [Selection(0); 1296] };
    let mut length = 0;
    let mut state = 0;
    while state < STATES {
        if (state >> 4) & !state & 15 == 0 {
            let mut n = 0;
            while n < 9 {
                table.ends[state][n][0] = length as u16;
                // Counting down in base 3, spades as the highest digit, brings the most spades first.
                let mut code = 81u32;
                while code > 0 {
                    code -= 1;
                    let digits = [code / 27, code / 9 % 3, code / 3 % 3, code % 3];
                    let mut byte = 0u8;
                    let mut total = 0;
                    let mut suit = 0;
                    while suit < 4 {
                        byte |= ((digits[suit] >= 1) as u8) << suit | ((digits[suit] == 2) as u8) << (4 + suit);
                        total += digits[suit];
                        suit += 1;
                    }
                    if total as usize == n && byte & !(state as u8) == 0 {
                        table.all[length] = Selection(byte);
                        length += 1;
                    }
                }
                table.ends[state][n][1] = length as u16;
                n += 1;
            }
        }
        state += 1;
    }
    assert!(length == 1296);
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_representative_spends_faces_held_twice_first() {
        // Held: S, H twice, D. By suit order within the byte: S H C D.
        let held = Selection(0b0010_1011);
        assert_eq!(held.representative(1), Selection(0b0000_0010));
        assert_eq!(held.representative(2), Selection(0b0000_0011));
        assert_eq!(held.representative(3), Selection(0b0010_0011));
        assert_eq!(held.representative(4), held);
    }

    #[test]
    fn selections_are_all_sub_multisets_once_and_contain_the_representative() {
        for state in Selection::every() {
            let held = Selection(state);
            for n in 0..=8 {
                let listed = held.each(n);
                let naive = Selection::every().filter(|&byte| byte & !state == 0 && byte.count_ones() == n).count();
                assert_eq!(listed.len(), naive);
                if naive > 0 {
                    assert!(listed.contains(&held.representative(n)));
                }
            }
        }
    }
}
