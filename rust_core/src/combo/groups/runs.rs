//! Straights, tubes, plates and straight flushes from the windows they can begin at.

use super::straights::break_suit;
use crate::bits::select;
use crate::combo::patterns::{self, Shape, Windows, nibble_of_start};
use crate::combo::take::{held, put_wilds, take_into};
use crate::combo::{Combo, Kind, Play};
use crate::hand::LevelHand;
use crate::rules::{Tables, top_of_start};

/// How many cards each place of the run from `start` lacks, packed two bits a place.
#[inline(always)]
fn shortage(hand: &LevelHand, shape: &Shape, start: u32) -> u32 {
    let mut packed = 0;
    for i in 0..shape.places {
        packed |= shape.each.saturating_sub(hand.count(nibble_of_start(start + i))) << (2 * i);
    }
    packed
}

/// How many cards of `suit` each place of the straight flush from `start` lacks.
#[inline(always)]
pub(super) fn suit_shortage(hand: &LevelHand, start: u32, suit: u32) -> u32 {
    let mut packed = 0;
    for i in 0..5 {
        packed |= (!(hand.one >> (4 * nibble_of_start(start + i) + suit)) as u32 & 1) << (2 * i);
    }
    packed
}

/// The ids of the patterns that `wilds` wilds can fill in the run from `start`, which they must be able to make, as bits.
#[inline(always)]
pub(in crate::combo) fn covering(hand: &LevelHand, kind: Kind, start: u32, wilds: u32) -> u32 {
    let shape = Shape::of(kind);
    shape.covering_set(shortage(hand, shape, start), wilds)
}

/// The same for the straight flush of `suit`.
#[inline(always)]
pub(in crate::combo) fn covering_suit(hand: &LevelHand, start: u32, suit: u32, wilds: u32) -> u32 {
    patterns::STRAIGHT.covering_set(suit_shortage(hand, start, suit), wilds)
}

/// The number of straights (unless forced), tubes or plates is `windows.count`; this is the `k`-th of them.
#[inline(always)]
pub(in crate::combo) fn pick_run<const W: usize>(
    windows: &Windows,
    hand: &LevelHand,
    t: &Tables,
    kind: Kind,
    mut k: u32,
) -> Play {
    let shape = Shape::of(kind);
    let weights = &shape.weights[W];
    for (total, &mask) in windows.by_shortage[..=W].iter().enumerate() {
        let count = mask.count_ones() * weights[total];
        if W == 0 || k < count {
            let start = select(mask, k / weights[total]) >> 2;
            let short = if total == 0 { 0 } else { shortage(hand, shape, start) };
            let pattern = shape.patterns[shape.covering(short, k % weights[total]) as usize];
            return run(hand, t, kind, start, pattern as u32);
        }
        k -= count;
    }
    unreachable!("k is less than the count")
}

/// The straight, tube or plate from `start` with the wilds of `pattern`.
#[inline(always)]
pub(in crate::combo) fn run(hand: &LevelHand, t: &Tables, kind: Kind, start: u32, pattern: u32) -> Play {
    let shape = Shape::of(kind);
    let mut cards = LevelHand::EMPTY;
    let mut wilds = 0;
    let mut suits = 15;
    for i in 0..shape.places {
        let filled = pattern >> (2 * i) & 3;
        wilds += filled;
        if filled < shape.each {
            let nibble = nibble_of_start(start + i);
            take_into(&mut cards, hand, nibble, shape.each - filled);
            suits &= held(&cards, nibble);
        }
    }
    if matches!(kind, Kind::Straight) && suits & 15 != 0 && (wilds == 0 || !t.plain_straight_from_flush) {
        break_suit(&mut cards, hand, start, pattern, suits);
    }
    put_wilds(&mut cards, wilds);
    let top = top_of_start(start, shape.places);
    Play { combo: Combo::new(kind, (shape.places * shape.each) as u8, t.key_of_run(kind, top)), cards }
}

/// The straight flush of `suit` from `start` with the wilds of `pattern`.
#[inline(always)]
pub(in crate::combo) fn straight_flush(start: u32, suit: u32, pattern: u32) -> Play {
    let mut cards = LevelHand::EMPTY;
    let mut wilds = 0;
    for i in 0..5 {
        let filled = pattern >> (2 * i) & 1;
        wilds += filled;
        let nibble = nibble_of_start(start + i);
        cards.one |= u64::from(1 - filled) << (4 * nibble + suit);
        cards.counts += u64::from(1 - filled) << (4 * nibble);
    }
    put_wilds(&mut cards, wilds);
    Play { combo: Combo::new(Kind::StraightFlush, 5, top_of_start(start, 5) as u8), cards }
}

/// The starts a run of `kind` may have when it must beat the key of one on the table.
#[inline(always)]
pub(in crate::combo) fn starts_above(t: &Tables, kind: Kind, key: u8) -> u64 {
    t.runs_above[kind as usize - Kind::Straight as usize][key as usize]
}
