//! The first of the plays a list would hold, found without listing: what players that keep to the smallest need.
//!
//! "First" is the order of [`for_each_lead`](super::for_each_lead): key, number of wilds, places the wilds fill, suits.
//!
//! Written with loops and returns, not with the closures of iterators and options: those may be compiled as functions of
//! their own, without the instructions the loop around them is compiled for.

use std::marker::PhantomData;
use std::ops::RangeInclusive;

use super::bits::{Bits, Work, bits};
use super::groups::{self, ALL_NIBBLES, Bombs, FullHouses, SPLITS};
use super::of_kind::OfKind;
use super::patterns::{self, Shape, Windows};
use super::{Combo, Kind, Play};
use crate::hand::{HIGHS, LevelHand, RANKS};
use crate::rules::{Tables, top_of_start};

/// The first answer to `to_beat` of its own kind: the lowest key, then the fewest wilds. `None` where the hand has none or
/// `to_beat` is a bomb.
#[inline(always)]
pub fn first_answer(hand: &LevelHand, t: &Tables, to_beat: Combo) -> Option<Play> {
    let (above, wilds) = (t.above[to_beat.key as usize], hand.wilds());
    match to_beat.kind {
        Kind::Single => first_same(hand, t, Kind::Single, 1, above, wilds),
        Kind::Pair => first_same(hand, t, Kind::Pair, 2, above, wilds),
        Kind::Triple => first_same(hand, t, Kind::Triple, 3, above, wilds),
        Kind::FullHouse => first_full_house(hand, t, above, wilds),
        kind @ (Kind::Straight | Kind::Tube | Kind::Plate) => first_run_above(hand, t, kind, to_beat.key, wilds),
        Kind::Bomb | Kind::StraightFlush | Kind::JokerBomb => None,
    }
}

/// [`first_answer`] where the kind of what is to be beaten is known when compiling. Wilds are few, so what they make is
/// looked for apart.
#[inline(always)]
pub fn first_answer_of<B: Bits, Of: OfKind>(hand: &LevelHand, t: &Tables, key: u8) -> Option<Play> {
    if hand.wilds() == 0 {
        return Of::first(hand, t, key, 0);
    }
    B::compiled(FirstWild::<Of> { hand, t, key, of: PhantomData })
}

/// The first answer of a kind of a hand with wilds, to be found apart from the loop.
struct FirstWild<'a, Of> {
    hand: &'a LevelHand,
    t: &'a Tables,
    key: u8,
    of: PhantomData<Of>,
}

impl<Of: OfKind> Work for FirstWild<'_, Of> {
    type Done = Option<Play>;

    #[inline(always)]
    fn run<B: Bits>(self) -> Option<Play> {
        Of::first(self.hand, self.t, self.key, self.hand.wilds())
    }
}

/// The weakest bomb that beats `to_beat`, the first listed where there are several.
#[inline(always)]
pub fn weakest_bomb(hand: &LevelHand, t: &Tables, to_beat: Combo) -> Option<Play> {
    let floor = to_beat.power();
    let small = bomb_of_rank(hand, t, floor, 4..=t.max_bomb.min(5));
    if small.is_some() {
        return small;
    }
    let flush = first_straight_flush(hand, t, floor);
    if flush.is_some() {
        return flush;
    }
    let large = bomb_of_rank(hand, t, floor, 6..=t.max_bomb.min(8 + hand.wilds()));
    if large.is_some() {
        return large;
    }
    let joker_bomb = groups::JOKER_BOMB;
    (groups::has_joker_bomb(hand) && joker_bomb.combo.power() > floor).then_some(joker_bomb)
}

/// [`weakest_bomb`], to be found apart from the loop that asks: it asks seldom, and in many places.
pub struct WeakestBomb<'a> {
    /// The hand.
    pub hand: &'a LevelHand,
    /// The rules at the level.
    pub t: &'a Tables,
    /// What the bomb has to beat.
    pub to_beat: Combo,
}

impl Work for WeakestBomb<'_> {
    type Done = Option<Play>;

    #[inline(always)]
    fn run<B: Bits>(self) -> Option<Play> {
        weakest_bomb(self.hand, self.t, self.to_beat)
    }
}

/// The weakest bomb of one rank of more power than `floor`, of one of the `sizes`.
#[inline(always)]
fn bomb_of_rank(hand: &LevelHand, t: &Tables, floor: u8, sizes: RangeInclusive<u32>) -> Option<Play> {
    for n in sizes {
        if hand.at_least(n - hand.wilds()) & RANKS == 0 {
            break;
        }
        let bomb = first_same(hand, t, Kind::Bomb, n, Bombs::allowed(t, floor, n), hand.wilds());
        if bomb.is_some() {
            return bomb;
        }
    }
    None
}

/// Of the non-bombs that hold a card of the hand's lowest rank (in level order) the one with most cards, then the fewest
/// wilds, then the first listed. The hand must not be empty.
#[inline(always)]
pub fn longest_lead_of_lowest(hand: &LevelHand, t: &Tables) -> Play {
    let level_flag = 8 << (4 * t.level.index());
    let bare = hand.wilds() > 0;
    let lowest = lowest_nibble(hand.at_least(1) & ALL_NIBBLES | if bare { level_flag } else { 0 }, t);
    if let Some(play) = six_cards_with(hand, t, lowest) {
        return play;
    }
    if let Some(play) = five_cards_with(hand, t, lowest) {
        return play;
    }
    let flag = 8 << (4 * lowest);
    for (kind, n) in [(Kind::Triple, 3), (Kind::Pair, 2)] {
        if let Some(play) = first_same(hand, t, kind, n, flag, hand.wilds()) {
            return play;
        }
    }
    first_same(hand, t, Kind::Single, 1, flag, hand.wilds()).expect("the single card at least")
}

/// The nibble lowest in level order of those flagged, at least one.
#[inline(always)]
fn lowest_nibble(flags: u64, t: &Tables) -> u32 {
    let level = 8 << (4 * t.level.index());
    let natural = flags & RANKS & !level;
    let first = if natural != 0 {
        natural
    } else if flags & level != 0 {
        level
    } else {
        flags
    };
    first.trailing_zeros() >> 2
}

/// The first of `n` equal cards in the `allowed` nibbles, of a hand that holds `wilds` wilds.
#[inline(always)]
pub(super) fn first_same(hand: &LevelHand, t: &Tables, kind: Kind, n: u32, allowed: u64, wilds: u32) -> Option<Play> {
    let most = wilds.min(n - 1);
    let flags = |wilds| if n - wilds > 8 { 0 } else { groups::sames(hand, n, wilds) & allowed };
    let mut any = flags(0);
    if wilds > 0 {
        any = (1..=most).fold(any, |any, wilds| any | flags(wilds));
        if groups::bare_wilds(hand, t, n, allowed) {
            any |= 8 << (4 * t.level.index());
        }
    }
    if any == 0 {
        return None;
    }
    let nibble = lowest_nibble(any, t);
    let wilds = (0..=most).find(|&wilds| flags(wilds) >> (4 * nibble + 3) & 1 == 1).unwrap_or(n);
    Some(groups::same(hand, t, kind, n, nibble, wilds))
}

/// The first full house with a triple in the `allowed` nibbles, of a hand that holds `wilds` wilds.
#[inline(always)]
pub(super) fn first_full_house(hand: &LevelHand, t: &Tables, allowed: u64, wilds: u32) -> Option<Play> {
    let by_wilds = &SPLITS[..=wilds as usize];
    let possible = |split: [u32; 2]| triples_with_pair(FullHouses::of(hand, t, split, allowed), split);
    let mut any = 0;
    for splits in by_wilds {
        for &split in *splits {
            any |= possible(split);
        }
    }
    if any == 0 {
        return None;
    }
    let triple = lowest_nibble(any, t);
    for splits in by_wilds {
        for &split in *splits {
            if possible(split) >> (4 * triple + 3) & 1 == 1 {
                return Some(full_house_of_triple(hand, t, split, triple));
            }
        }
    }
    None
}

/// The triples that leave a rank for the pair.
#[inline(always)]
fn triples_with_pair(houses: FullHouses, split: [u32; 2]) -> u64 {
    match houses.pairs.count_ones() {
        _ if split[1] == 0 => houses.triples,
        0 => 0,
        1 => houses.triples & !houses.pairs,
        _ => houses.triples,
    }
}

/// The full house with this triple and its lowest pair, of which there must be one.
#[inline(always)]
fn full_house_of_triple(hand: &LevelHand, t: &Tables, split: [u32; 2], triple: u32) -> Play {
    let pair = match split[1] {
        0 => 0,
        _ => lowest_nibble(FullHouses::of(hand, t, split, HIGHS).pairs & !(8 << (4 * triple)), t),
    };
    groups::full_house(hand, t, split, [triple, pair])
}

/// The first run of `kind` that beats one of `key`, of a hand that holds `wilds` wilds.
#[inline(always)]
pub(super) fn first_run_above(hand: &LevelHand, t: &Tables, kind: Kind, key: u8, wilds: u32) -> Option<Play> {
    let starts = groups::starts_above(t, kind, key);
    first_run(hand, t, kind, Windows::of_ranks(hand, kind, wilds).any() & starts, wilds)
}

/// The first run of `kind` from one of the `starts`, all of which the hand can make up to the suits of straights.
#[inline(always)]
fn first_run(hand: &LevelHand, t: &Tables, kind: Kind, mut starts: u64, wilds: u32) -> Option<Play> {
    while starts != 0 {
        let start = lowest_start(starts, t, kind);
        let free = |&pattern: &u32| kind != Kind::Straight || !groups::forced_suit(hand, t, start, pattern);
        if let Some(pattern) = patterns_of_run(hand, kind, start, wilds).find(free) {
            return Some(groups::run(hand, t, kind, start, pattern));
        }
        starts &= !(8 << (4 * start));
    }
    None
}

/// The patterns of wilds that make the run from `start`, in listing order.
#[inline(always)]
fn patterns_of_run(hand: &LevelHand, kind: Kind, start: u32, wilds: u32) -> impl Iterator<Item = u32> {
    let ids = groups::covering(hand, kind, start, wilds);
    bits(u64::from(ids)).map(move |id| u32::from(Shape::of(kind).patterns[id as usize]))
}

/// The start with the lowest key of those flagged, at least one.
#[inline(always)]
fn lowest_start(starts: u64, t: &Tables, kind: Kind) -> u32 {
    let key = |start| t.key_of_run(kind, top_of_start(start, Shape::of(kind).places));
    let mut lowest = starts.trailing_zeros() >> 2;
    let mut rest = starts & (starts - 1);
    while rest != 0 {
        let start = rest.trailing_zeros() >> 2;
        if key(start) < key(lowest) {
            lowest = start;
        }
        rest &= rest - 1;
    }
    lowest
}

#[inline(always)]
fn first_straight_flush(hand: &LevelHand, t: &Tables, floor: u8) -> Option<Play> {
    let windows = Windows::of_suits(hand.one, hand.wilds()).any() & Bombs::allowed_flushes(t, floor);
    if windows == 0 {
        return None;
    }
    let start = windows.trailing_zeros() >> 2;
    // Patterns compare before suits.
    (0..4)
        .filter(|suit| windows >> (4 * start + suit) & 1 == 1)
        .map(|suit| (groups::covering_suit(hand, start, suit, hand.wilds()).trailing_zeros(), suit))
        .min()
        .map(|(id, suit)| groups::straight_flush(start, suit, u32::from(patterns::STRAIGHT.patterns[id as usize])))
}

/// The starts of windows of `places` neighbours that reach over `nibble`.
#[inline(always)]
fn starts_over(nibble: u32, places: u32) -> u64 {
    // Place `nibble + 1` of the run order; an ace is place 0 too.
    let place = nibble + 1;
    let first = place.saturating_sub(places - 1);
    let over = HIGHS & (u64::MAX << (4 * first)) & (u64::MAX >> (60 - 4 * place));
    over | if nibble == 12 { 8 } else { 0 }
}

/// The tube or plate with a card of `lowest`: fewest wilds, then tube before plate, then the first listed.
#[inline(always)]
fn six_cards_with(hand: &LevelHand, t: &Tables, lowest: u32) -> Option<Play> {
    let wilds = hand.wilds();
    let windows = |kind, places| Windows::of_ranks(hand, kind, wilds).within(starts_over(lowest, places));
    let (tubes, plates) = (windows(Kind::Tube, 3), windows(Kind::Plate, 2));
    // Filling exactly what is missing leaves at least one natural card at every place the hand has one of.
    for short in 0..=wilds as usize {
        let (kind, starts) = match (tubes.by_shortage[short], plates.by_shortage[short]) {
            (0, 0) => continue,
            (0, plates) => (Kind::Plate, plates),
            (tubes, _) => (Kind::Tube, tubes),
        };
        return first_run(hand, t, kind, starts, wilds);
    }
    None
}

/// The full house or straight with a card of `lowest`: fewest wilds, then full house before straight, then the first
/// listed.
#[inline(always)]
fn five_cards_with(hand: &LevelHand, t: &Tables, lowest: u32) -> Option<Play> {
    let straights = Windows::of_ranks(hand, Kind::Straight, hand.wilds()).any() & starts_over(lowest, 5);
    for wilds in 0..=hand.wilds() {
        let house = full_house_with(hand, t, lowest, wilds);
        if house.is_some() {
            return house;
        }
        let straight = straight_with(hand, t, lowest, wilds, straights);
        if straight.is_some() {
            return straight;
        }
    }
    None
}

#[inline(always)]
fn full_house_with(hand: &LevelHand, t: &Tables, lowest: u32, wilds: u32) -> Option<Play> {
    let flag = 8u64 << (4 * lowest);
    let splits = SPLITS[wilds as usize];
    let houses = |split: &[u32; 2]| FullHouses::of(hand, t, *split, HIGHS);
    if let Some(&split) = splits.iter().find(|split| triples_with_pair(houses(split), **split) & flag != 0) {
        return Some(full_house_of_triple(hand, t, split, lowest));
    }
    let triples = |split: &[u32; 2]| if houses(split).pairs & flag != 0 { houses(split).triples & !flag } else { 0 };
    let any = splits.iter().fold(0, |any, split| any | triples(split));
    if any == 0 {
        return None;
    }
    let triple = lowest_nibble(any, t);
    let &split = splits.iter().find(|split| triples(split) >> (4 * triple + 3) & 1 == 1)?;
    Some(groups::full_house(hand, t, split, [triple, lowest]))
}

/// The first straight with exactly `wilds` wilds from one of the `starts` that has a natural card of `lowest`.
#[inline(always)]
fn straight_with(hand: &LevelHand, t: &Tables, lowest: u32, wilds: u32, mut starts: u64) -> Option<Play> {
    while starts != 0 {
        let start = lowest_start(starts, t, Kind::Straight);
        let place = if start == 0 && lowest == 12 { 0 } else { lowest + 1 - start };
        let fits = |&pattern: &u32| {
            pattern.count_ones() == wilds
                && pattern >> (2 * place) & 3 == 0
                && !groups::forced_suit(hand, t, start, pattern)
        };
        if let Some(pattern) = patterns_of_run(hand, Kind::Straight, start, hand.wilds()).find(fits) {
            return Some(groups::run(hand, t, Kind::Straight, start, pattern));
        }
        starts &= !(8 << (4 * start));
    }
    None
}
