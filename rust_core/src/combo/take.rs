//! Taking some cards of one rank: which suits, and in which order the choices come.
//!
//! The cards of one rank are a byte: the low nibble has the suits held at least once, the high nibble those held twice.
//! Everything is tabulated at compile time.

use crate::hand::{LevelHand, RANKS};

/// The number of suit counts of one rank: 0, 1 or 2 copies of each of four suits.
const STATES: usize = 256;

/// The cards `hand` has in `nibble`, as a byte.
#[inline(always)]
pub(super) const fn held(hand: &LevelHand, nibble: u32) -> u8 {
    ((hand.one >> (4 * nibble) & 15) | (hand.two >> (4 * nibble) & 15) << 4) as u8
}

/// Adds the cards of `byte`, `n` in number, to nibble `nibble` of `cards`.
#[inline(always)]
pub(super) const fn put(cards: &mut LevelHand, nibble: u32, byte: u8, n: u32) {
    put_faces(cards, nibble, byte);
    cards.counts += (n as u64) << (4 * nibble);
}

/// The same without counting them.
#[inline(always)]
pub(super) const fn put_faces(cards: &mut LevelHand, nibble: u32, byte: u8) {
    cards.one |= (byte as u64 & 15) << (4 * nibble);
    cards.two |= (byte as u64 >> 4) << (4 * nibble);
}

/// Adds `wilds` wilds to `cards`.
#[inline(always)]
pub(crate) const fn put_wilds(cards: &mut LevelHand, wilds: u32) {
    cards.one |= ((wilds >= 1) as u64) << 60;
    cards.two |= ((wilds == 2) as u64) << 60;
    cards.counts += (wilds as u64) << 60;
}

/// No wilds, one and two.
pub(super) static WILDS: [LevelHand; 3] = {
    let mut wilds = [LevelHand::EMPTY; 3];
    put_wilds(&mut wilds[1], 1);
    put_wilds(&mut wilds[2], 2);
    wilds
};

/// Two sets of cards that have no rank in common, as one.
#[inline(always)]
pub(super) const fn join(some: &LevelHand, others: &LevelHand) -> LevelHand {
    LevelHand { one: some.one | others.one, two: some.two | others.two, counts: some.counts | others.counts }
}

/// All bits of a nibble.
#[inline(always)]
pub(super) const fn whole(nibble: u32) -> u64 {
    15 << (4 * nibble)
}

/// The cards in the nibbles of `mask`.
#[inline(always)]
pub(super) const fn within(cards: &LevelHand, mask: u64) -> LevelHand {
    LevelHand { one: cards.one & mask, two: cards.two & mask, counts: cards.counts & mask }
}

/// The suits of some faces, wilds aside, as bits.
#[inline(always)]
pub(super) const fn suits(faces: u64) -> u8 {
    let mut suits = faces & RANKS;
    suits |= suits >> 32;
    suits |= suits >> 16;
    suits |= suits >> 8;
    suits |= suits >> 4;
    suits as u8 & 15
}

/// The representative `n` cards of a rank: faces held twice give a copy first (S H C D), then the faces (S H C D).
#[inline(always)]
pub(super) fn take(byte: u8, n: u32) -> u8 {
    TAKE[n as usize][byte as usize]
}

/// Takes the representative `n` cards of `nibble` from `hand` into `cards`.
#[inline(always)]
pub(crate) fn take_into(cards: &mut LevelHand, hand: &LevelHand, nibble: u32, n: u32) {
    put(cards, nibble, take(held(hand, nibble), n), n);
}

/// Every choice of `n` cards out of those in `byte`, most spades first, then hearts, clubs, diamonds.
#[inline(always)]
pub(super) fn choices(byte: u8, n: u32) -> &'static [u8] {
    let [from, to] = CHOICES.ends[byte as usize][n as usize];
    &CHOICES.bytes[from as usize..to as usize]
}

static TAKE: [[u8; STATES]; 9] = {
    let mut table = [[0u8; STATES]; 9];
    let mut n = 0;
    while n < 9 {
        let mut state = 0;
        while state < STATES {
            table[n][state] = representative(state as u8, n as u32);
            state += 1;
        }
        n += 1;
    }
    table
};

/// `TAKE` for one state; fewer than `n` cards when the state holds fewer.
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

/// All choices of every state and number, one behind the other.
struct Choices {
    /// Where the choices of a state and number begin and end in `bytes`.
    ends: [[[u16; 2]; 9]; STATES],
    /// The sum over the 81 states of their sub-multisets: (1 + 2 + 3)^4.
    bytes: [u8; 1296],
}

static CHOICES: Choices = {
    let mut table = Choices { ends: [[[0; 2]; 9]; STATES], bytes: [0; 1296] };
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
                        table.bytes[length] = byte;
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
        let byte = 0b0010_1011;
        assert_eq!(take(byte, 1), 0b0000_0010);
        assert_eq!(take(byte, 2), 0b0000_0011);
        assert_eq!(take(byte, 3), 0b0010_0011);
        assert_eq!(take(byte, 4), byte);
    }

    #[test]
    fn choices_are_all_sub_multisets_once_and_contain_the_representative() {
        for state in 0..=255u8 {
            if (state >> 4) & !state & 15 != 0 {
                continue;
            }
            let size = |byte: u8| byte.count_ones();
            for n in 0..=8 {
                let listed = choices(state, n);
                let naive = (0..=255u8)
                    .filter(|&byte| (byte >> 4) & !byte & 15 == 0 && byte & !state == 0 && size(byte) == n)
                    .count();
                assert_eq!(listed.len(), naive);
                if naive > 0 {
                    assert!(listed.contains(&take(state, n)));
                }
            }
        }
    }
}
