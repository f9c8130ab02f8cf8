//! Plays made by name: what a strategy that reasons about groups of its hand asks for, without listing or counting.
//!
//! The hand must hold what is named; suits are the representative ones of ranks detail.

use super::groups;
use super::patterns::Windows;
use super::{Combo, Kind, Play};
use crate::hand::LevelHand;
use crate::rules::{Tables, top_of_start};

/// All four jokers.
pub const JOKER_BOMB: Play = groups::JOKER_BOMB;

/// `n` cards of the rank in `nibble`, `wilds` of them wild: a single, pair, triple or bomb. With `n` wilds, of the level
/// rank.
#[inline(always)]
pub fn make_same(hand: &LevelHand, t: &Tables, n: u32, nibble: u32, wilds: u32) -> Play {
    let kind = [Kind::Single, Kind::Pair, Kind::Triple, Kind::Bomb][n.min(4) as usize - 1];
    groups::same(hand, t, kind, n, nibble, wilds)
}

/// The full house of a triple and a pair, `natural` the number of natural cards in each; wilds are the rest.
#[inline(always)]
pub fn make_full_house(hand: &LevelHand, t: &Tables, natural: [u32; 2], nibbles: [u32; 2]) -> Play {
    groups::full_house(hand, t, natural, nibbles)
}

/// The straight, tube or plate from `start` (0 for the low ace) with wilds at the places of `pattern`, two bits a place.
/// `None` for a straight that the hand could only lay down in one suit, which the rules call a straight flush.
#[inline(always)]
pub fn make_run(hand: &LevelHand, t: &Tables, kind: Kind, start: u32, pattern: u32) -> Option<Play> {
    if kind == Kind::Straight && groups::forced_suit(hand, t, start, pattern) {
        return None;
    }
    Some(groups::run(hand, t, kind, start, pattern))
}

/// The straight flush of a suit from `start` with wilds at the places of `pattern`, two bits a place.
#[inline(always)]
pub fn make_straight_flush(start: u32, suit: u32, pattern: u32) -> Play {
    groups::straight_flush(start, suit, pattern)
}

/// Bit 3 of the starts of the straights, tubes or plates among cards counted by nibble, by how many cards each lacks:
/// none, one, two, as far as `wilds` can fill. Suits are left aside.
#[inline(always)]
pub fn runs_by_shortage(counts: u64, kind: Kind, wilds: u32) -> [u64; 3] {
    Windows::of_ranks(&LevelHand { one: 0, two: 0, counts }, kind, wilds).by_shortage
}

/// Bit 3 of the starts of the straights, tubes or plates that beat one of the same kind with `key`.
#[inline(always)]
pub fn starts_above(t: &Tables, kind: Kind, key: u8) -> u64 {
    groups::starts_above(t, kind, key)
}

/// What a run of `kind` from `start` counts as.
#[inline(always)]
pub fn run_combo(t: &Tables, kind: Kind, start: u32) -> Combo {
    let (places, size) = match kind {
        Kind::Tube => (3, 6),
        Kind::Plate => (2, 6),
        _ => (5, 5),
    };
    Combo::new(kind, size, t.key_of_run(kind, top_of_start(start, places)))
}
