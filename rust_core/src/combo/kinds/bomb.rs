//! Bombs of one rank, straight flushes and the joker bomb: counted, picked and found above a given power.

use super::{EqualCards, OfKind, first_equal};
use crate::card::Suit;
use crate::combo::pattern::{Shape, WildPattern};
use crate::combo::windows::Windows;
use crate::combo::{Combo, Kind, Play, Power};
use crate::hand::{LevelHand, Nibbles, Start, SuitedStarts};
use crate::rules::{Key, Tables};

/// A straight flush to be laid down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StraightFlush {
    /// Where it begins.
    pub start: Start,
    /// Its suit.
    pub suit: Suit,
    /// Where its wilds stand, at most two.
    pub wilds: WildPattern,
}

impl StraightFlush {
    /// What it counts as.
    pub const fn combo(self, tables: &Tables) -> Combo {
        Combo::run(Kind::StraightFlush, self.start, tables)
    }

    /// The play. The cards are told by start, suit and wilds alone; the hand must hold them.
    #[inline]
    pub fn play(self, tables: &Tables) -> Play {
        let shape = Shape::of(Kind::StraightFlush);
        Play { combo: self.combo(tables), cards: shape.flush(self.start, self.suit, shape.id(self.wilds)) }
    }
}

/// The sizes of bombs of a rank that a hand with `W` wilds can have, with the number of wilds and the ranks that make one of
/// more power than `floor`, until `visit` returns true.
#[inline(always)]
fn visit_sizes<const W: u32>(
    hand: &LevelHand,
    tables: &Tables,
    floor: Power,
    mut visit: impl FnMut(u32, u32, Nibbles) -> bool,
) {
    let most = tables.max_bomb.min(8 + W);
    let mut n = 4;
    while n <= most && !hand.counts().at_least_among(n - W, Nibbles::RANKS).is_empty() {
        let allowed = floor.bombs_above(n, tables);
        // No more than eight cards of a rank are natural.
        for wilds in n.saturating_sub(8)..=W {
            if visit(n, wilds, hand.counts().at_least_among(n - wilds, allowed)) {
                return;
            }
        }
        n += 1;
    }
}

/// The straight flushes of more power than `floor` of a hand with `W` wilds.
#[inline(always)]
fn straight_flushes<const W: u32>(hand: &LevelHand, floor: Power) -> Windows<SuitedStarts> {
    Windows::of_flushes(hand, W).within(floor.straight_flushes_above())
}

/// How many bombs of more power than `floor` a hand with `W` wilds has.
#[inline(always)]
pub(in crate::combo) fn count_bombs<const W: u32>(hand: &LevelHand, tables: &Tables, floor: Power) -> u32 {
    let mut count = straight_flushes::<W>(hand, floor).count(Shape::of(Kind::StraightFlush), W);
    count += u32::from(hand.has_joker_bomb() && floor < Power::JOKER_BOMB);
    visit_sizes::<W>(hand, tables, floor, |_, _, nibbles| {
        count += nibbles.len();
        false
    });
    count
}

/// Number `k` of the bombs that [`count_bombs`] counts.
#[inline]
pub(in crate::combo) fn pick_bomb<const W: u32>(hand: &LevelHand, tables: &Tables, floor: Power, mut k: u32) -> Play {
    let shape = Shape::of(Kind::StraightFlush);
    let windows = straight_flushes::<W>(hand, floor);
    for lacking in 0..=W {
        let starts = windows.lacking(lacking);
        let weight = shape.weight(W, lacking);
        let count = starts.len() * weight;
        if k < count {
            let (start, suit) = starts.nth(k / weight);
            let wilds = shape.nth_covering(WildPattern::lacking_in_suit(hand, start, suit), k % weight);
            return StraightFlush { start, suit, wilds }.play(tables);
        }
        k -= count;
    }
    // The joker bomb is counted last, so it is the one whose number no size reaches.
    let mut picked = Play::JOKER_BOMB;
    visit_sizes::<W>(hand, tables, floor, |n, wilds, nibbles| {
        let count = nibbles.len();
        if k < count {
            picked = EqualCards { nibble: nibbles.nth(k), natural: n - wilds, wilds }.play(hand, tables);
            return true;
        }
        k -= count;
        false
    });
    picked
}

/// The weakest bomb that beats `to_beat`, the first in listing order where there are several.
#[inline(never)]
pub fn weakest_bomb(hand: &LevelHand, tables: &Tables, to_beat: Combo) -> Option<Play> {
    let floor = to_beat.power();
    first_of_rank(hand, tables, floor, 4, tables.max_bomb.min(5))
        .or_else(|| first_straight_flush(hand, tables, floor))
        .or_else(|| first_of_rank(hand, tables, floor, 6, tables.max_bomb.min(8 + hand.wilds())))
        .or_else(|| (hand.has_joker_bomb() && floor < Power::JOKER_BOMB).then_some(Play::JOKER_BOMB))
}

/// The weakest bomb of one rank of more power than `floor`, of `least` to `most` cards.
#[inline(always)]
fn first_of_rank(hand: &LevelHand, tables: &Tables, floor: Power, least: u32, most: u32) -> Option<Play> {
    let wilds = hand.wilds();
    for n in least..1 + most {
        if hand.counts().at_least_among(n - wilds, Nibbles::RANKS).is_empty() {
            return None;
        }
        let bomb = first_equal(hand, tables, n, floor.bombs_above(n, tables), wilds);
        if bomb.is_some() {
            return bomb;
        }
    }
    None
}

/// The weakest straight flush of more power than `floor`, then by the places its wilds fill, then by suit.
#[inline]
fn first_straight_flush(hand: &LevelHand, tables: &Tables, floor: Power) -> Option<Play> {
    let starts = Windows::of_flushes(hand, hand.wilds()).any() & floor.straight_flushes_above();
    let (start, shape) = (starts.first_start()?, Shape::of(Kind::StraightFlush));
    // Patterns compare before suits.
    let first = starts.suits(start).iter().filter_map(|suit| {
        shape.covering_in_suit(WildPattern::lacking_in_suit(hand, start, suit), hand.wilds(), suit).iter().next()
    });
    let (id, suit) = first.min()?;
    Some(StraightFlush { start, suit, wilds: shape.pattern(id) }.play(tables))
}

/// Bombs of all kinds, as answers to a bomb. They are counted by their power and not here.
pub struct Bombs;

impl OfKind for Bombs {
    fn includes(kind: Kind) -> bool {
        kind.is_bomb()
    }

    #[inline]
    fn count<const W: u32>(_hand: &LevelHand, _tables: &Tables, _key: Key) -> u32 {
        0
    }

    #[inline]
    fn pick<const W: u32>(_hand: &LevelHand, _tables: &Tables, _key: Key, _k: u32) -> Play {
        unreachable!("there are none to pick from")
    }

    #[inline]
    fn first(_hand: &LevelHand, _tables: &Tables, _key: Key, _wilds: u32) -> Option<Play> {
        None
    }
}
