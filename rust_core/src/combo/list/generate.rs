//! The plays of a hand at ranks detail, found one after another in listing order: kind, size, key, number of wilds, the
//! places the wilds fill (low places first; the triple of a full house before its pair), the pair of a full house in level
//! order, the suit of a straight flush.
//!
//! A [`Listener`] decides what becomes of a play: four bytes, or its cards. Each kind has a function of its own, so
//! that its variables stay in registers and answers do not pay for what leads need.

use super::super::kinds::{self, EqualCards, Filling, Run, nibbles_with, wilds_alone};
use super::super::pattern::{MOST, PatternId, Patterns, Shape, SuitedPatterns};
use super::super::windows::{Shortages, Windows};
use super::super::{Combo, Kind, Power};
use crate::bits::bits;
use crate::card::Suit;
use crate::hand::{LOWS, LevelHand, Nibble, Nibbles, Start, Starts};
use crate::rules::{Key, Keys, Tables};

/// Receives the plays of a hand with `W` wilds as the generator finds them.
pub(super) trait Listener<const W: u32> {
    /// Announces that plays of `kind` follow, which take up to `most` natural cards of a rank.
    fn prepare(&mut self, kind: Kind, most: u32);

    /// Equal cards.
    fn equal(&mut self, combo: Combo, cards: EqualCards);

    /// Announces a pair with `natural` natural cards that the full houses to come can have. Pairs with the same number
    /// of natural cards come in level order.
    fn pair(&mut self, natural: u32, nibble: Nibble);

    /// The full houses of `triple` with each announced pair of this filling, except pair number `own` among them, which
    /// is of the triple's own rank.
    fn full_houses(&mut self, combo: Combo, triple: Nibble, filling: Filling, own: Option<usize>);

    /// The straights, tubes or plates from `start`, one for each pattern of wilds.
    fn runs(&mut self, combo: Combo, start: Start, patterns: Patterns<'_>);

    /// The straight flushes from `start`.
    fn straight_flushes(&mut self, combo: Combo, start: Start, patterns: SuitedPatterns);

    /// All four jokers.
    fn joker_bomb(&mut self);
}

/// The items before number `own` and behind it; all of them if there is none.
#[inline]
pub(super) fn all_but<T>(items: &[T], own: Option<usize>) -> [&[T]; 2] {
    match own {
        None => [items, &[]],
        Some(own) => [&items[..own], &items[own + 1..]],
    }
}

/// Tells of every play that a hand with `W` wilds can lead or, with `to_beat`, of every play that beats it.
#[inline]
pub(super) fn generate<const W: u32>(
    hand: &LevelHand,
    tables: &Tables,
    to_beat: Option<Combo>,
    listener: &mut impl Listener<W>,
) {
    match to_beat {
        None => {
            for n in 1..4 {
                equal_cards::<W>(hand, tables, n, Nibbles::NATURAL, listener);
            }
            full_houses::<W>(hand, tables, Nibbles::NATURAL, listener);
            for kind in [Kind::Straight, Kind::Tube, Kind::Plate] {
                generate_kind::<W>(hand, tables, kind, None, listener);
            }
        }
        Some(combo) if combo.kind.is_bomb() => {}
        Some(combo) => generate_kind::<W>(hand, tables, combo.kind, to_beat, listener),
    }
    for kind in [Kind::Bomb, Kind::StraightFlush, Kind::JokerBomb] {
        generate_kind::<W>(hand, tables, kind, to_beat, listener);
    }
}

/// Tells of every play of one kind that a hand with `W` wilds can lead or, with `to_beat`, that beats it.
#[inline]
pub(super) fn generate_kind<const W: u32>(
    hand: &LevelHand,
    tables: &Tables,
    kind: Kind,
    to_beat: Option<Combo>,
    listener: &mut impl Listener<W>,
) {
    let floor = to_beat.map_or(Power::NONE, Combo::power);
    let allowed = to_beat.map_or(Nibbles::NATURAL, |combo| tables.above(combo.key));
    let starts = to_beat.map_or(Starts::ALL, |combo| tables.starts_above(combo.key, kind.places()));
    match kind {
        Kind::Single => equal_cards::<W>(hand, tables, 1, allowed, listener),
        Kind::Pair => equal_cards::<W>(hand, tables, 2, allowed, listener),
        Kind::Triple => equal_cards::<W>(hand, tables, 3, allowed, listener),
        Kind::FullHouse => full_houses::<W>(hand, tables, allowed, listener),
        Kind::Straight => runs::<W, 5>(hand, tables, starts, listener),
        Kind::Tube => runs::<W, 3>(hand, tables, starts, listener),
        Kind::Plate => runs::<W, 2>(hand, tables, starts, listener),
        Kind::Bomb => bombs::<W>(hand, tables, floor, listener),
        Kind::StraightFlush => straight_flushes::<W>(hand, tables, floor, listener),
        Kind::JokerBomb => {
            if hand.has_joker_bomb() && floor < Power::JOKER_BOMB {
                listener.joker_bomb();
            }
        }
    }
}

/// Bombs of a rank.
#[inline]
fn bombs<const W: u32>(hand: &LevelHand, tables: &Tables, floor: Power, listener: &mut impl Listener<W>) {
    for n in 4..1 + tables.max_bomb.min(8 + W) {
        if hand.counts().at_least_among(n - W, Nibbles::RANKS).is_empty() {
            return;
        }
        equal_cards::<W>(hand, tables, n, floor.bombs_above(n, tables), listener);
    }
}

/// `n` equal cards of the `allowed` nibbles.
#[inline(never)]
fn equal_cards<const W: u32>(
    hand: &LevelHand,
    tables: &Tables,
    n: u32,
    allowed: Nibbles,
    listener: &mut impl Listener<W>,
) {
    // Bit `4 * key + wilds`: listing order.
    let mut which = 0;
    for wilds in 0..1 + W {
        // At least one card is natural, and at most eight are.
        if wilds < n && n - wilds <= 8 {
            which |= tables.in_level_order(nibbles_with(hand, n, wilds, allowed)).flags() >> (3 - wilds);
        }
    }
    if W >= n && wilds_alone(hand, tables, n, allowed) {
        which |= Keys::of(Key::LEVEL).flags() >> (3 - n);
    }
    listener.prepare(Kind::of_equal(n), n.min(8));
    for bit in bits(which) {
        let (key, wilds) = (Key::new((bit >> 2) as u8), bit & 3);
        let cards = EqualCards { nibble: tables.nibble(key), natural: n - wilds, wilds };
        listener.equal(Combo::new(Kind::of_equal(n), n as u8, key), cards);
    }
}

/// The ranks that one filling of full houses can be made of, in level order.
#[derive(Clone, Copy, Default)]
struct HouseKeys {
    filling: Filling,
    triples: Keys,
    pairs: Keys,
    /// By key, four bits each: how many pairs there are up to that key.
    numbers: u64,
}

/// Full houses with a triple of the `allowed` nibbles.
#[inline(never)]
fn full_houses<const W: u32>(hand: &LevelHand, tables: &Tables, allowed: Nibbles, listener: &mut impl Listener<W>) {
    // By number of natural cards.
    let mut triples = [Keys::EMPTY; 4];
    for wilds in 0..1 + W {
        let natural = 3 - wilds;
        triples[natural as usize] = tables.in_level_order(kinds::triples(hand, natural, allowed));
    }
    // No filling needs fewer natural cards in the triple than all the wilds leave.
    let every = triples[3 - W as usize];
    if every.is_empty() {
        return;
    }
    listener.prepare(Kind::FullHouse, 3);
    let mut pairs = [Keys::EMPTY; 3];
    for wilds in 0..(1 + W).min(2) {
        let natural = 2 - wilds;
        pairs[natural as usize] = tables.in_level_order(kinds::pairs(hand, tables, natural));
    }
    for (natural, keys) in (0..).zip(pairs) {
        for key in keys.iter() {
            listener.pair(natural, tables.nibble(key));
        }
    }
    // Wilds alone are a pair of whatever rank they are said to be.
    if W == 2 {
        listener.pair(0, Nibble::WILD);
    }
    let mut houses = [HouseKeys::default(); 6];
    let fillings = Filling::up_to(W);
    for (of, &filling) in houses.iter_mut().zip(fillings) {
        let [triples, pairs] = [triples[filling.triple as usize], pairs[filling.pair as usize]];
        // The multiplication adds up the flags of each key and all below it.
        *of = HouseKeys { filling, triples, pairs, numbers: (pairs.flags() >> 3).wrapping_mul(LOWS) };
    }
    for key in every.iter() {
        let combo = Combo::new(Kind::FullHouse, 5, key);
        for of in &houses[..fillings.len()] {
            if W == 0 || of.triples.contains(key) {
                let up_to_it = (of.numbers >> (4 * key.index()) & 15) as usize;
                let own = of.pairs.contains(key).then(|| up_to_it - 1);
                listener.full_houses(combo, tables.nibble(key), of.filling, own);
            }
        }
    }
}

/// Runs of the kind with `PLACES` ranks from the `allowed` starts.
#[inline(never)]
fn runs<const W: u32, const PLACES: u32>(
    hand: &LevelHand,
    tables: &Tables,
    allowed: Starts,
    listener: &mut impl Listener<W>,
) {
    let kind = match PLACES {
        5 => Kind::Straight,
        3 => Kind::Tube,
        _ => Kind::Plate,
    };
    let starts = Windows::of_runs(hand.counts(), kind, W).any() & allowed;
    if starts.is_empty() {
        return;
    }
    listener.prepare(kind, kind.each());
    let shortages = if W == 0 { Shortages::NONE } else { Shortages::of_runs(hand.counts(), kind) };
    let suits_matter = kind == Kind::Straight && kinds::straights_may_be_forced::<W>(hand, tables);
    for key in tables.run_keys(starts, PLACES).iter() {
        let start = tables.run_start(key, PLACES);
        let combo = Combo::new(kind, (PLACES * kind.each()) as u8, key);
        let patterns = Shape::of(kind).covering(shortages.at(start, PLACES), W);
        if suits_matter {
            let (row, len) = plain(hand, tables, start, patterns);
            listener.runs(combo, start, Patterns { row: &row, len });
        } else {
            listener.runs(combo, start, patterns);
        }
    }
}

/// The patterns with which the straight from `start` is plain, and their number. Kept out of the loop, because few
/// hands need it.
#[inline(never)]
fn plain(hand: &LevelHand, tables: &Tables, start: Start, patterns: Patterns<'_>) -> ([PatternId; MOST], usize) {
    let mut plain = [PatternId::new(0); MOST];
    let mut found = 0;
    for &id in patterns.ids() {
        let wilds = Shape::of(Kind::Straight).pattern(id);
        if (Run { kind: Kind::Straight, start, wilds }).is_plain(hand, tables) {
            plain[found] = id;
            found += 1;
        }
    }
    (plain, found)
}

/// Straight flushes of more power than `floor`.
#[inline(never)]
fn straight_flushes<const W: u32>(hand: &LevelHand, tables: &Tables, floor: Power, listener: &mut impl Listener<W>) {
    let mut windows = Windows::of_flushes(hand, W).any() & floor.straight_flushes_above();
    if windows.is_empty() {
        return;
    }
    let shape = Shape::of(Kind::StraightFlush);
    let shortages = Suit::ALL.map(|suit| Shortages::of_suit(hand.one(), suit));
    while let Some(start) = windows.first_start() {
        // Suits are the last to be compared, so the patterns of all four go side by side.
        let mut which = u64::from(windows.suits(start).bits());
        windows = windows.without(start);
        if W > 0 {
            which = 0;
            for (suit, shortages) in Suit::ALL.into_iter().zip(shortages) {
                which |= shape.covering_in_suit(shortages.at(start, shape.places()), W, suit).0;
            }
        }
        listener.straight_flushes(Combo::run(Kind::StraightFlush, start, tables), start, SuitedPatterns(which));
    }
}
