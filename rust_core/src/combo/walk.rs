//! The plays of a hand at ranks detail, found one after another in the order in which they are listed: kind, size, key,
//! number of wilds, the places the wilds fill (low places first; the triple of a full house before its pair), the pair of
//! a full house in level order, the suit of a straight flush.
//!
//! What is made of them is the [`Listener`]'s business: four bytes each, or their cards.

use super::groups::{self, ALL_NIBBLES, ALL_STARTS, Bombs, FullHouses, SPLITS, Straights};
use super::patterns::{MOST, Shape, Shortages, Windows};
use super::{Combo, Kind};
use crate::bits::bits;
use crate::hand::{LOWS, LevelHand, RANKS, WILD_NIBBLE};
use crate::rules::Tables;

/// Who is told of the plays of a hand with `W` wilds.
pub(super) trait Listener<const W: usize> {
    /// Plays of a kind follow that take up to `most` natural cards of a rank.
    fn prepare(&mut self, kind: Kind, most: u32);

    /// Equal cards of a nibble, `wilds` of them wild.
    fn same(&mut self, combo: Combo, nibble: u32, wilds: u32);

    /// A pair, with `natural` natural cards, of the full houses that follow. The pairs of as many come in level order.
    fn pair(&mut self, natural: u32, nibble: u32);

    /// The full houses of a triple's nibble with each of the pairs but the triple's own, which is number `own` of those
    /// with as many natural cards.
    fn full_houses(&mut self, combo: Combo, triple: u32, split: Split, own: Option<usize>);

    /// The straights, tubes or plates from `start` with wilds where the patterns with the first `count` of the `ids` have
    /// them.
    fn runs(&mut self, combo: Combo, start: u32, ids: &[u32; MOST], count: usize);

    /// The straight flushes from `start`: bit `4 * id + suit` for that of a suit with the wilds of that pattern.
    fn straight_flushes(&mut self, combo: Combo, start: u32, which: u64);

    /// All four jokers.
    fn joker_bomb(&mut self);
}

/// The items before number `own` and behind it; all of them if there is none.
#[inline(always)]
pub(super) fn all_but<T>(items: &[T], own: Option<usize>) -> [&[T]; 2] {
    match own {
        None => [items, &[]],
        Some(own) => [&items[..own], &items[own + 1..]],
    }
}

/// A way to split a full house between natural cards and wilds.
#[derive(Clone, Copy, Default)]
pub(super) struct Split {
    /// The natural cards of the triple and of the pair.
    pub(super) natural: [u32; 2],
    /// The wilds.
    pub(super) wilds: u32,
    /// Its number: three for each wild, then in the order of [`SPLITS`].
    pub(super) number: u32,
}

/// Tells of every play that a hand with `W` wilds can lead or, with `to_beat`, of every play that beats it.
#[inline(always)]
pub(super) fn walk<const W: usize>(
    hand: &LevelHand,
    t: &Tables,
    to_beat: Option<Combo>,
    listener: &mut impl Listener<W>,
) {
    match to_beat {
        None => {
            for (kind, n) in [(Kind::Single, 1), (Kind::Pair, 2), (Kind::Triple, 3)] {
                sames::<W>(hand, t, kind, n, ALL_NIBBLES, listener);
            }
            full_houses::<W>(hand, t, ALL_NIBBLES, listener);
            runs::<W, 5>(hand, t, ALL_STARTS, listener);
            runs::<W, 3>(hand, t, ALL_STARTS, listener);
            runs::<W, 2>(hand, t, ALL_STARTS, listener);
        }
        Some(combo) if combo.kind.is_bomb() => {}
        Some(combo) => walk_kind::<W>(hand, t, combo.kind, to_beat, listener),
    }
    let floor = to_beat.map_or(0, Combo::power);
    bombs::<W>(hand, t, floor, listener);
    straight_flushes::<W>(hand, t, floor, listener);
    joker_bomb::<W>(hand, floor, listener);
}

/// Of those of one kind that beat `to_beat`, if given.
#[inline(always)]
pub(super) fn walk_kind<const W: usize>(
    hand: &LevelHand,
    t: &Tables,
    kind: Kind,
    to_beat: Option<Combo>,
    listener: &mut impl Listener<W>,
) {
    let floor = to_beat.map_or(0, Combo::power);
    let allowed = to_beat.map_or(ALL_NIBBLES, |combo| t.above[combo.key as usize]);
    let starts = |kind| to_beat.map_or(ALL_STARTS, |combo| groups::starts_above(t, kind, combo.key));
    match kind {
        Kind::Single | Kind::Pair | Kind::Triple => sames::<W>(hand, t, kind, 1 + kind as u32, allowed, listener),
        Kind::FullHouse => full_houses::<W>(hand, t, allowed, listener),
        Kind::Straight => runs::<W, 5>(hand, t, starts(kind), listener),
        Kind::Tube => runs::<W, 3>(hand, t, starts(kind), listener),
        Kind::Plate => runs::<W, 2>(hand, t, starts(kind), listener),
        Kind::Bomb => bombs::<W>(hand, t, floor, listener),
        Kind::StraightFlush => straight_flushes::<W>(hand, t, floor, listener),
        Kind::JokerBomb => joker_bomb::<W>(hand, floor, listener),
    }
}

#[inline(always)]
fn joker_bomb<const W: usize>(hand: &LevelHand, floor: u8, listener: &mut impl Listener<W>) {
    if groups::has_joker_bomb(hand) && floor < groups::JOKER_BOMB.combo.power() {
        listener.joker_bomb();
    }
}

/// Bombs of a rank.
#[inline(always)]
fn bombs<const W: usize>(hand: &LevelHand, t: &Tables, floor: u8, listener: &mut impl Listener<W>) {
    let too_many = 1 + t.max_bomb.min(8 + W as u32);
    for n in 4..too_many {
        if hand.at_least(n - W as u32) & RANKS == 0 {
            return;
        }
        sames::<W>(hand, t, Kind::Bomb, n, Bombs::allowed(t, floor, n), listener);
    }
}

/// `n` equal cards in the `allowed` nibbles.
///
/// A function apart, like those below: what a kind needs is worked out when it is listed, and registers last.
#[inline(never)]
fn sames<const W: usize>(
    hand: &LevelHand,
    t: &Tables,
    kind: Kind,
    n: u32,
    allowed: u64,
    listener: &mut impl Listener<W>,
) {
    // Bit `wilds` of each nibble, in level order.
    let mut which = 0;
    let ways = 1 + W as u32;
    for wilds in 0..ways {
        // At least one card is natural, and at most eight are.
        if wilds < n && n - wilds <= 8 {
            which |= t.in_level_order(groups::sames(hand, n, wilds, allowed)) >> (3 - wilds);
        }
    }
    if W as u32 >= n && groups::bare_wilds(hand, t, n, allowed) {
        which |= Tables::LEVEL_FLAG >> (3 - n);
    }
    listener.prepare(kind, n.min(8));
    for bit in bits(which) {
        let (key, wilds) = (bit >> 2, bit & 3);
        listener.same(Combo::new(kind, n as u8, key as u8), t.nibble_of_key[key as usize].into(), wilds);
    }
}

/// The ranks a split of full houses can be made of, as flags in level order.
#[derive(Clone, Copy, Default)]
struct Candidates {
    split: Split,
    triples: u64,
    pairs: u64,
    /// How many pairs there are up to each key.
    numbers: u64,
}

#[inline(never)]
fn full_houses<const W: usize>(hand: &LevelHand, t: &Tables, allowed: u64, listener: &mut impl Listener<W>) {
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
    listener.prepare(Kind::FullHouse, 3);
    // By number of natural cards, in level order.
    let mut pairs = [0; 3];
    for wilds in 0..ways.min(2) {
        pairs[2 - wilds] = t.in_level_order(FullHouses::pairs(hand, t, 2 - wilds as u32));
    }
    for (natural, &flags) in (0..).zip(&pairs) {
        for bit in bits(flags) {
            listener.pair(natural, t.nibble_of_key[(bit >> 2) as usize].into());
        }
    }
    // Wilds alone are a pair of whatever rank they are said to be.
    if W == 2 {
        listener.pair(0, WILD_NIBBLE);
    }
    let mut splits = [Candidates::default(); 6];
    let mut count = 0;
    for (wilds, of_wilds) in (0..).zip(&SPLITS[..=W]) {
        for (number, &natural) in (3 * wilds..).zip(*of_wilds) {
            let [triples, pairs] = [triples[natural[0] as usize], pairs[natural[1] as usize]];
            // The multiplication counts, up to each key.
            let numbers = (pairs >> 3).wrapping_mul(LOWS);
            splits[count] = Candidates { split: Split { natural, wilds, number }, triples, pairs, numbers };
            count += 1;
        }
    }
    for bit in bits(every) {
        let key = bit >> 2;
        let (combo, triple) = (Combo::new(Kind::FullHouse, 5, key as u8), u32::from(t.nibble_of_key[key as usize]));
        for of in &splits[..count] {
            if W == 0 || of.triples >> bit & 1 == 1 {
                let own = (of.pairs >> bit & 1 == 1).then(|| (of.numbers >> (4 * key) & 15) as usize - 1);
                listener.full_houses(combo, triple, of.split, own);
            }
        }
    }
}

#[inline(never)]
fn runs<const W: usize, const PLACES: u32>(
    hand: &LevelHand,
    t: &Tables,
    allowed: u64,
    listener: &mut impl Listener<W>,
) {
    let kind = match PLACES {
        5 => Kind::Straight,
        3 => Kind::Tube,
        _ => Kind::Plate,
    };
    let windows = Windows::of_ranks(hand, kind, W as u32).any() & allowed;
    if windows == 0 {
        return;
    }
    let shape = Shape::of(kind);
    listener.prepare(kind, shape.each);
    let shortages = if W == 0 { Shortages::NONE } else { Shortages::of_ranks(hand, kind) };
    let suits_matter = matches!(kind, Kind::Straight) && Straights::any_forced::<W>(hand, t);
    // From the start to the rank at the top, and from there to the place of its key.
    let first_top = shape.places - 2;
    for bit in bits(t.in_run_order(windows << (4 * first_top))) {
        let key = bit >> 2;
        let start = t.top_of_run(kind, key as u8) - first_top;
        let combo = Combo::new(kind, (shape.places * shape.each) as u8, key as u8);
        let (ids, count) = shape.covering_ids(shortages.at(start, shape.places), W as u32);
        if suits_matter {
            let (ids, count) = plain(hand, t, start, ids, count);
            listener.runs(combo, start, &ids, count);
        } else {
            listener.runs(combo, start, ids, count);
        }
    }
}

/// Those of a straight's patterns that suits do not forbid. Not part of the loop, which few hands leave for it.
#[inline(never)]
fn plain(hand: &LevelHand, t: &Tables, start: u32, ids: &[u32; MOST], count: usize) -> ([u32; MOST], usize) {
    let mut plain = [0; MOST];
    let mut found = 0;
    for &id in &ids[..count] {
        let pattern = Shape::of(Kind::Straight).patterns[id as usize];
        if !groups::forced_suit(hand, t, start, u32::from(pattern)) {
            plain[found] = id;
            found += 1;
        }
    }
    (plain, found)
}

#[inline(never)]
fn straight_flushes<const W: usize>(hand: &LevelHand, t: &Tables, floor: u8, listener: &mut impl Listener<W>) {
    let mut windows = Windows::of_suits(hand.one, W as u32).any() & Bombs::allowed_flushes(t, floor);
    if windows == 0 {
        return;
    }
    let shape = Shape::of(Kind::StraightFlush);
    let shortages = [0, 1, 2, 3].map(|suit| Shortages::of_suit(hand.one, suit));
    while windows != 0 {
        let start = windows.trailing_zeros() >> 2;
        // Suits are the last to be compared, so the patterns of all four go side by side.
        let mut which = windows >> (4 * start) & 15;
        windows &= !(15 << (4 * start));
        if W > 0 {
            which = 0;
            for (suit, shortages) in (0..).zip(shortages) {
                which |= shape.covering_in_suit(shortages.at(start, shape.places), W as u32, suit);
            }
        }
        listener.straight_flushes(Combo::new(Kind::StraightFlush, 5, (start + 3) as u8), start, which);
    }
}
