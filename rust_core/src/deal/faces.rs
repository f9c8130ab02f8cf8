//! Sets of faces that tribute asks for: the highest and lowest of a hand, and those that may be returned.
//!
//! A set of faces is a mask with the bits of [`Card::bit`].

use crate::card::{Card, Rank, Suit};
use crate::hand::{Hand, RANKS};
use crate::rules::Rules;

/// Two cards as a hand.
pub(super) fn pair(cards: [Card; 2]) -> Hand {
    let [one, two] = cards.map(|card| 1u64 << card.bit());
    Hand::from_masks(one | two, one & two)
}

/// The face at `index` in `faces`, counted from 0 in the order of their bits.
#[inline(always)]
pub(super) fn nth_face(mut faces: u64, index: u32) -> Card {
    for _ in 0..index {
        faces &= faces - 1;
    }
    Card::from_bit(faces.trailing_zeros())
}

/// The faces of the level rank.
#[inline(always)]
pub(super) const fn level_faces(level: Rank) -> u64 {
    15 << (4 * level.index())
}

/// The faces of the level rank but the wild.
#[inline(always)]
pub(crate) const fn natural_level_faces(level: Rank) -> u64 {
    level_faces(level) & !(1 << Card::new(level, Suit::Hearts).bit())
}

/// The strength of a card as a single: a higher key beats a lower.
#[inline(always)]
pub(super) const fn key(card: Card, level: Rank) -> u32 {
    match card.rank() {
        Some(rank) if rank.index() == level.index() => 13,
        Some(rank) => rank.index() as u32,
        None => card.index() as u32,
    }
}

/// The members of `faces` that have the highest rank in level order. The wild is left out, except with `wild_too` where
/// another level card is among them.
#[inline(always)]
pub(super) fn highest_faces(faces: u64, level: Rank, wild_too: bool) -> u64 {
    let wild = faces & 1 << Card::new(level, Suit::Hearts).bit();
    let faces = faces & !wild;
    let jokers = faces & !RANKS;
    if jokers != 0 {
        return 1 << jokers.ilog2();
    }
    let at_level = faces & level_faces(level);
    if at_level != 0 {
        return if wild_too { at_level | wild } else { at_level };
    }
    let nibble = faces.ilog2() & !3;
    faces & 15 << nibble
}

/// The members of `faces` that have the lowest rank in level order.
#[inline(always)]
pub(super) fn lowest_faces(faces: u64, level: Rank) -> u64 {
    let ordinary = faces & RANKS & !level_faces(level);
    if ordinary != 0 {
        let nibble = ordinary.trailing_zeros() & !3;
        return ordinary & 15 << nibble;
    }
    let at_level = faces & level_faces(level);
    if at_level != 0 { at_level } else { faces & faces.wrapping_neg() }
}

/// The faces that may be returned (docs/RULES.md R6.7). Whether the very copy that was received may go back is decided
/// in [`Tribute`](super::Tribute).
pub(super) fn returnable_faces(rules: &Rules, level: Rank) -> u64 {
    let up_to_max = match rules.tribute_return_max {
        Some(highest) => (1 << (4 * (highest.index() + 1))) - 1,
        None => Hand::FULL.one(),
    };
    if rules.tribute_return_level { up_to_max } else { up_to_max & !level_faces(level) }
}
