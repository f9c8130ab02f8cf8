//! The longest lead with a hand's lowest card, found without listing.
//!
//! Written like [`first`](super::first), and for the same reason.

use super::first::{
    first_run, first_same, full_house_of_triple, lowest_nibble, lowest_start, patterns_of_run, triples_with_pair,
};
use super::groups::{self, ALL_NIBBLES, FullHouses, SPLITS};
use super::patterns::Windows;
use super::{Kind, Play};
use crate::hand::{HIGHS, LevelHand};
use crate::rules::Tables;

/// Of the non-bombs that hold a card of the hand's lowest rank (in level order) the one with most cards, then the fewest
/// wilds, then the first listed. The hand must not be empty.
#[inline(always)]
pub fn longest_lead_of_lowest(hand: &LevelHand, t: &Tables) -> Play {
    // Wilds are few, so what they make is looked for apart.
    if hand.wilds() == 0 { lead(hand, t, 0) } else { wild_lead(hand, t) }
}

/// The longest lead of a hand with wilds.
fn wild_lead(hand: &LevelHand, t: &Tables) -> Play {
    lead(hand, t, hand.wilds())
}

/// The longest lead of a hand that holds `wilds` wilds.
#[inline(always)]
fn lead(hand: &LevelHand, t: &Tables, wilds: u32) -> Play {
    let bare = if wilds > 0 { 8 << (4 * t.level.index()) } else { 0 };
    let lowest = lowest_nibble(hand.at_least(1) & ALL_NIBBLES | bare, t);
    if let Some(play) = six_cards_with(hand, t, lowest, wilds) {
        return play;
    }
    if let Some(play) = five_cards_with(hand, t, lowest, wilds) {
        return play;
    }
    let flag = 8 << (4 * lowest);
    if let Some(play) = first_same(hand, t, Kind::Triple, 3, flag, wilds) {
        return play;
    }
    if let Some(play) = first_same(hand, t, Kind::Pair, 2, flag, wilds) {
        return play;
    }
    first_same(hand, t, Kind::Single, 1, flag, wilds).expect("the single card at least")
}

/// Of each number of places and nibble: the starts of runs that reach over it, a flag each.
static STARTS_OVER: [[u64; 16]; 6] = {
    let mut table = [[0; 16]; 6];
    let mut places = 2;
    while places < 6 {
        let mut start = 0;
        while start < 15 - places {
            let mut i = 0;
            while i < places {
                table[places][super::patterns::nibble_of_start((start + i) as u32) as usize] |= 8 << (4 * start);
                i += 1;
            }
            start += 1;
        }
        places += 1;
    }
    table
};

/// The windows of a kind of run with `places` places that reach over `nibble`.
#[inline(always)]
fn windows_over(hand: &LevelHand, kind: Kind, places: usize, nibble: u32, wilds: u32) -> Windows {
    Windows::of_ranks(hand, kind, wilds).within(STARTS_OVER[places][nibble as usize & 15])
}

/// The tube or plate with a card of `lowest`: fewest wilds, then tube before plate, then the first listed.
#[inline(always)]
fn six_cards_with(hand: &LevelHand, t: &Tables, lowest: u32, wilds: u32) -> Option<Play> {
    let tubes = windows_over(hand, Kind::Tube, 3, lowest, wilds);
    let plates = windows_over(hand, Kind::Plate, 2, lowest, wilds);
    // Filling exactly what is missing leaves at least one natural card at every place the hand has one of.
    let mut short = 0;
    while short <= wilds as usize {
        if tubes.by_shortage[short] != 0 {
            return first_run(hand, t, Kind::Tube, tubes.by_shortage[short], wilds);
        }
        if plates.by_shortage[short] != 0 {
            return first_run(hand, t, Kind::Plate, plates.by_shortage[short], wilds);
        }
        short += 1;
    }
    None
}

/// The full house or straight with a card of `lowest`: fewest wilds, then full house before straight, then the first
/// listed.
#[inline(always)]
fn five_cards_with(hand: &LevelHand, t: &Tables, lowest: u32, wilds: u32) -> Option<Play> {
    let straights = windows_over(hand, Kind::Straight, 5, lowest, wilds).any();
    let mut used = 0;
    while used <= wilds {
        let house = full_house_with(hand, t, lowest, used);
        if house.is_some() {
            return house;
        }
        if straights != 0 {
            let straight = straight_with(hand, t, lowest, used, wilds, straights);
            if straight.is_some() {
                return straight;
            }
        }
        used += 1;
    }
    None
}

/// The full house with exactly `used` wilds and a card of `lowest` that has it in the triple, or else in the pair.
#[inline(always)]
fn full_house_with(hand: &LevelHand, t: &Tables, lowest: u32, used: u32) -> Option<Play> {
    let flag = 8u64 << (4 * lowest);
    for &split in SPLITS[used as usize] {
        if triples_with_pair(FullHouses::of(hand, t, split, HIGHS), split) & flag != 0 {
            return Some(full_house_of_triple(hand, t, split, lowest));
        }
    }
    let mut any = 0;
    for &split in SPLITS[used as usize] {
        any |= triples_beside(hand, t, split, flag);
    }
    if any == 0 {
        return None;
    }
    let triple = lowest_nibble(any, t);
    for &split in SPLITS[used as usize] {
        if triples_beside(hand, t, split, flag) >> (4 * triple + 3) & 1 == 1 {
            return Some(groups::full_house(hand, t, split, [triple, lowest]));
        }
    }
    None
}

/// The ranks that can be the triple where the one of `flag` is the pair.
#[inline(always)]
fn triples_beside(hand: &LevelHand, t: &Tables, split: [u32; 2], flag: u64) -> u64 {
    let houses = FullHouses::of(hand, t, split, HIGHS);
    if houses.pairs & flag == 0 { 0 } else { houses.triples & !flag }
}

/// The first straight with exactly `used` of the hand's `wilds` wilds from one of the `starts` that has a natural card of
/// `lowest`.
#[inline(always)]
fn straight_with(hand: &LevelHand, t: &Tables, lowest: u32, used: u32, wilds: u32, mut starts: u64) -> Option<Play> {
    while starts != 0 {
        let start = lowest_start(starts, t, Kind::Straight);
        let place = if start == 0 && lowest == 12 { 0 } else { lowest + 1 - start };
        for pattern in patterns_of_run(hand, Kind::Straight, start, wilds) {
            let fits = pattern.count_ones() == used && pattern >> (2 * place) & 3 == 0;
            if fits && !groups::forced_suit(hand, t, start, pattern) {
                return Some(groups::run(hand, t, Kind::Straight, start, pattern));
            }
        }
        starts &= !(8 << (4 * start));
    }
    None
}
