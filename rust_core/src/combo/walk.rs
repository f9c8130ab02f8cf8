//! The plays of a hand at ranks detail, found one after another in the order in which they are listed: kind, size, key,
//! number of wilds, the places the wilds fill (low places first; the triple of a full house before its pair), the pair of
//! a full house in level order, the suit of a straight flush.
//!
//! What is made of them is the [`Listener`]'s business: four bytes each, or their cards.

use arrayvec::ArrayVec;

use super::bits::bits;
use super::groups::{self, ALL_NIBBLES, ALL_STARTS, Bombs, FullHouses, SPLITS, Straights};
use super::patterns::{Shape, Windows};
use super::{Combo, Kind};
use crate::hand::{LevelHand, RANKS, WILD_NIBBLE};
use crate::rules::Tables;

/// Who is told of the plays.
pub(super) trait Listener {
    /// Plays follow that take up to `most` natural cards of a rank.
    fn prepare(&mut self, most: u32);

    /// Equal cards of a nibble, `wilds` of them wild.
    fn same(&mut self, combo: Combo, nibble: u32, wilds: u32);

    /// The full houses of a triple's nibble with each of the pairs' but the triple's own, natural cards and wilds split
    /// in one way. A pair of wilds alone is in the wilds' nibble. All calls have the same `pairs` of as many natural cards.
    fn full_houses(&mut self, combo: Combo, triple: u8, split: Split, pairs: &[u8]);

    /// The straight, tube or plate from `start` with wilds where the pattern with that id has them.
    fn run(&mut self, combo: Combo, start: u32, id: u32);

    /// The straight flush of `suit`, likewise.
    fn straight_flush(&mut self, combo: Combo, start: u32, suit: u32, id: u32);

    /// All four jokers.
    fn joker_bomb(&mut self);
}

/// A way to split a full house between natural cards and wilds.
#[derive(Clone, Copy, Default)]
pub(super) struct Split {
    /// The natural cards of the triple and of the pair.
    pub(super) natural: [u32; 2],
    /// Its number: three for each wild, then in the order of [`SPLITS`].
    pub(super) number: u32,
}

impl Split {
    #[inline(always)]
    pub(super) const fn wilds(self) -> u32 {
        5 - self.natural[0] - self.natural[1]
    }
}

/// Tells of every play that a hand with `W` wilds can lead or, with `to_beat`, of every play that beats it.
#[inline(always)]
pub(super) fn walk<const W: usize>(hand: &LevelHand, t: &Tables, to_beat: Option<Combo>, listener: &mut impl Listener) {
    let own = to_beat.map_or(Kind::Single, |combo| combo.kind);
    let answers = [own, Kind::Bomb, Kind::StraightFlush, Kind::JokerBomb];
    let kinds = if to_beat.is_none() { &Kind::ALL[..] } else { &answers[usize::from(own.is_bomb())..] };
    // One loop, so that the work for a kind is compiled once.
    for &kind in kinds {
        walk_kind::<W>(hand, t, kind, to_beat, listener);
    }
}

/// Of those of one kind that beat `to_beat`, if given.
#[inline(always)]
pub(super) fn walk_kind<const W: usize>(
    hand: &LevelHand,
    t: &Tables,
    kind: Kind,
    to_beat: Option<Combo>,
    listener: &mut impl Listener,
) {
    let floor = to_beat.map_or(0, Combo::power);
    let allowed = to_beat.map_or(ALL_NIBBLES, |combo| t.above[combo.key as usize]);
    match kind {
        Kind::Single => sames::<W>(hand, t, kind, 1, allowed, listener),
        Kind::Pair => sames::<W>(hand, t, kind, 2, allowed, listener),
        Kind::Triple => sames::<W>(hand, t, kind, 3, allowed, listener),
        Kind::FullHouse => full_houses::<W>(hand, t, allowed, listener),
        Kind::Straight => runs::<W>(hand, t, Kind::Straight, to_beat, listener),
        Kind::Tube => runs::<W>(hand, t, Kind::Tube, to_beat, listener),
        Kind::Plate => runs::<W>(hand, t, Kind::Plate, to_beat, listener),
        Kind::Bomb => {
            let too_many = 1 + t.max_bomb.min(8 + W as u32);
            for n in 4..too_many {
                if hand.at_least(n - W as u32) & RANKS == 0 {
                    return;
                }
                sames::<W>(hand, t, kind, n, Bombs::allowed(t, floor, n), listener);
            }
        }
        Kind::StraightFlush => straight_flushes::<W>(hand, t, floor, listener),
        Kind::JokerBomb => {
            if groups::has_joker_bomb(hand) && floor < groups::JOKER_BOMB.combo.power() {
                listener.joker_bomb();
            }
        }
    }
}

/// `n` equal cards in the `allowed` nibbles.
#[inline(always)]
fn sames<const W: usize>(hand: &LevelHand, t: &Tables, kind: Kind, n: u32, allowed: u64, listener: &mut impl Listener) {
    // At least one card is natural.
    let ways = n.min(1 + W as u32);
    let mut flags = [0; 3];
    for wilds in n.saturating_sub(8)..ways {
        flags[wilds as usize] = t.in_level_order(groups::sames(hand, n, wilds, allowed));
    }
    let bare = if W as u32 >= n && groups::bare_wilds(hand, t, n, allowed) { Tables::LEVEL_FLAG } else { 0 };
    listener.prepare(n.min(8));
    for bit in bits(flags[0] | flags[1] | flags[2] | bare) {
        let key = bit >> 2;
        let (combo, nibble) = (Combo::new(kind, n as u8, key as u8), u32::from(t.nibble_of_key[key as usize]));
        for wilds in 0..ways {
            if W == 0 || flags[wilds as usize] >> bit & 1 == 1 {
                listener.same(combo, nibble, wilds);
            }
        }
        if bare >> bit & 1 == 1 {
            listener.same(combo, nibble, n);
        }
    }
}

#[inline(always)]
fn full_houses<const W: usize>(hand: &LevelHand, t: &Tables, allowed: u64, listener: &mut impl Listener) {
    let mut triples = [0; 4];
    let ways = 1 + W;
    for wilds in 0..ways {
        triples[3 - wilds] = t.in_level_order(FullHouses::triples(hand, 3 - wilds as u32, allowed));
    }
    // Each split needs no more natural cards in the triple than there are without the wilds.
    let every = triples[3 - W];
    if every == 0 {
        return;
    }
    listener.prepare(3);
    let mut splits = [Split::default(); 6];
    let mut count = 0;
    for (wilds, of_wilds) in (0..).zip(&SPLITS[..=W]) {
        for (number, &natural) in (3 * wilds..).zip(*of_wilds) {
            splits[count] = Split { natural, number };
            count += 1;
        }
    }
    // By number of natural cards, in level order. Wilds alone are a pair of whatever rank they are said to be.
    let mut pairs: [ArrayVec<u8, 16>; 3] = Default::default();
    pairs[0].push(WILD_NIBBLE as u8);
    for wilds in 0..ways.min(2) {
        let flags = t.in_level_order(FullHouses::pairs(hand, t, 2 - wilds as u32));
        pairs[2 - wilds].extend(bits(flags).map(|bit| t.nibble_of_key[(bit >> 2) as usize]));
    }
    for bit in bits(every) {
        let key = bit >> 2;
        let (combo, triple) = (Combo::new(Kind::FullHouse, 5, key as u8), t.nibble_of_key[key as usize]);
        for split in &splits[..count] {
            if W == 0 || triples[split.natural[0] as usize] >> bit & 1 == 1 {
                listener.full_houses(combo, triple, *split, &pairs[split.natural[1] as usize]);
            }
        }
    }
}

#[inline(always)]
fn runs<const W: usize>(
    hand: &LevelHand,
    t: &Tables,
    kind: Kind,
    to_beat: Option<Combo>,
    listener: &mut impl Listener,
) {
    let starts = to_beat.map_or(ALL_STARTS, |combo| groups::starts_above(t, kind, combo.key));
    let windows = Windows::of_ranks(hand, kind, W as u32).any() & starts;
    if windows == 0 {
        return;
    }
    let shape = Shape::of(kind);
    listener.prepare(shape.each);
    let suits_matter = matches!(kind, Kind::Straight) && Straights::any_forced::<W>(hand, t);
    // From the start to the rank at the top, and from there to the place of its key.
    let first_top = shape.places - 2;
    for bit in bits(t.in_run_order(windows << (4 * first_top))) {
        let key = bit >> 2;
        let start = t.top_of_run(kind, key as u8) - first_top;
        let combo = Combo::new(kind, (shape.places * shape.each) as u8, key as u8);
        let patterns = if W == 0 { 1 } else { groups::covering(hand, kind, start, W as u32) };
        for id in bits(u64::from(patterns)) {
            if !suits_matter || !is_forced(hand, t, start, u32::from(shape.patterns[id as usize])) {
                listener.run(combo, start, id);
            }
        }
    }
}

/// Not part of the loop, which few hands leave for it.
#[inline(never)]
fn is_forced(hand: &LevelHand, t: &Tables, start: u32, pattern: u32) -> bool {
    groups::forced_suit(hand, t, start, pattern)
}

#[inline(always)]
fn straight_flushes<const W: usize>(hand: &LevelHand, t: &Tables, floor: u8, listener: &mut impl Listener) {
    let mut windows = Windows::of_suits(hand.one, W as u32).any() & Bombs::allowed_flushes(t, floor);
    while windows != 0 {
        let start = windows.trailing_zeros() >> 2;
        let suits = windows >> (4 * start) & 15;
        windows &= !(15 << (4 * start));
        // Suits are the last to be compared, so the patterns of all four go side by side.
        let patterns = [0, 1, 2, 3].map(|suit| match suits >> suit & 1 {
            0 => 0,
            _ if W == 0 => 1,
            _ => groups::covering_suit(hand, start, suit, W as u32),
        });
        let combo = Combo::new(Kind::StraightFlush, 5, (start + 3) as u8);
        for id in bits(u64::from(patterns.iter().fold(0, |all, some| all | some))) {
            for suit in 0..4u32 {
                if patterns[suit as usize] >> id & 1 == 1 {
                    listener.straight_flush(combo, start, suit, id);
                }
            }
        }
    }
}
