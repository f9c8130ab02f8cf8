//! The plays of a hand in groups that can be counted without listing them and picked from by number.
//!
//! Counting is by ranks detail: a rank's suits do not matter, a straight flush's do. Each group is restricted to the
//! nibbles, starts or flush bits in an `allowed` mask, so that leads and answers are the same code.

use super::bits::Bits;
use super::patterns::{self, Shape, Windows, nibble_of_start};
use super::take::{held, put_wilds, take_into};
use super::{Combo, Kind, Play};
use crate::hand::{HIGHS, LevelHand, RANKS, nibble_counts};
use crate::rules::{Tables, run_length, top_of_start};

/// Every nibble but the wilds'.
pub(super) const ALL_NIBBLES: u64 = HIGHS >> 4;
/// Every start or flush bit.
pub(super) const ALL_STARTS: u64 = u64::MAX;

/// The flags of the ranks that, with `wilds` wilds, make `n` equal cards; wilds do not count where they stand alone.
#[inline(always)]
pub(super) fn sames(hand: &LevelHand, n: u32, wilds: u32) -> u64 {
    let nibbles = if wilds == 0 { ALL_NIBBLES } else { HIGHS & RANKS };
    hand.at_least(n - wilds) & nibbles
}

/// Whether wilds alone make `n` level cards that `allowed` lets through: a single or a pair, never more.
#[inline(always)]
pub(super) fn bare_wilds(hand: &LevelHand, t: &Tables, n: u32, allowed: u64) -> bool {
    hand.wilds() >= n && allowed & 8 << (4 * t.level.index()) != 0
}

/// The number of singles (`n` = 1), pairs or triples.
#[inline(always)]
pub(super) fn count_sames(hand: &LevelHand, t: &Tables, n: u32, allowed: u64) -> u32 {
    let mut count = (sames(hand, n, 0) & allowed).count_ones();
    let wilds = hand.wilds();
    if wilds > 0 {
        for w in 1..=wilds.min(n - 1) {
            count += (sames(hand, n, w) & allowed).count_ones();
        }
        if n <= 2 {
            count += u32::from(bare_wilds(hand, t, n, allowed));
        }
    }
    count
}

/// The play of `n` cards of `nibble`, `wilds` of them wild.
#[inline(always)]
pub(super) fn same(hand: &LevelHand, t: &Tables, kind: Kind, n: u32, nibble: u32, wilds: u32) -> Play {
    let mut cards = LevelHand::EMPTY;
    take_into(&mut cards, hand, nibble, n - wilds);
    put_wilds(&mut cards, wilds);
    Play { combo: Combo::new(kind, n as u8, t.key_of_nibble[nibble as usize]), cards }
}

/// The `k`-th single, pair or triple, by number of wilds.
#[inline(always)]
pub(super) fn pick_same<B: Bits>(hand: &LevelHand, t: &Tables, kind: Kind, n: u32, allowed: u64, mut k: u32) -> Play {
    let mut wilds = 0;
    loop {
        if wilds == n {
            return same(hand, t, kind, n, t.level.index() as u32, n);
        }
        let flags = sames(hand, n, wilds) & allowed;
        let count = flags.count_ones();
        if k < count {
            return same(hand, t, kind, n, B::select(flags, k) >> 2, wilds);
        }
        k -= count;
        wilds += 1;
    }
}

/// The natural cards of the triple and of the pair of a full house, by number of wilds and then by how many of them
/// stand in the triple, most first.
pub(super) const SPLITS: [&[[u32; 2]]; 3] = [&[[3, 2]], &[[2, 2], [3, 1]], &[[1, 2], [2, 1], [3, 0]]];

/// The ranks that can be the triple and the pair of a full house with one split of natural cards.
#[derive(Clone, Copy)]
pub(super) struct FullHouses {
    /// Ranks with enough cards for the triple.
    pub(super) triples: u64,
    /// Ranks (and jokers, where the rules let them) with enough cards for the pair; 0 when wilds alone are the pair.
    pub(super) pairs: u64,
}

impl FullHouses {
    #[inline(always)]
    pub(super) fn of(hand: &LevelHand, t: &Tables, split: [u32; 2], allowed: u64) -> FullHouses {
        let triples = hand.at_least(split[0]) & HIGHS & RANKS & allowed;
        let pairs = match split[1] {
            0 => 0,
            1 => hand.at_least(1) & RANKS,
            _ => hand.at_least(2) & if t.joker_pair_in_full_house { ALL_NIBBLES } else { RANKS },
        };
        FullHouses { triples, pairs }
    }

    #[inline(always)]
    fn count(self) -> u32 {
        let triples = self.triples.count_ones();
        if self.pairs == 0 {
            return 0;
        }
        triples * self.pairs.count_ones() - (self.triples & self.pairs).count_ones()
    }

    /// The nibbles of the `k`-th choice of triple and pair.
    #[inline(always)]
    fn pick<B: Bits>(self, k: u32) -> [u32; 2] {
        let pairs = self.pairs.count_ones();
        // Triples that could be the pair too have one partner less.
        let both = self.triples & self.pairs;
        let overlapping = both.count_ones() * (pairs - 1);
        let (triple, k) = if k < overlapping {
            (B::select(both, k / (pairs - 1)), k % (pairs - 1))
        } else {
            let k = k - overlapping;
            (B::select(self.triples & !self.pairs, k / pairs), k % pairs)
        };
        let pair = B::select(self.pairs & !(1 << triple), k);
        [triple >> 2, pair >> 2]
    }
}

/// The number of full houses.
#[inline(always)]
pub(super) fn count_full_houses(hand: &LevelHand, t: &Tables, allowed: u64) -> u32 {
    let mut count = FullHouses::of(hand, t, SPLITS[0][0], allowed).count();
    for splits in SPLITS.iter().skip(1).take(hand.wilds() as usize) {
        for &split in *splits {
            let houses = FullHouses::of(hand, t, split, allowed);
            count += if split[1] == 0 { houses.triples.count_ones() } else { houses.count() };
        }
    }
    count
}

/// The full house of `split` with the triple and pair of two nibbles.
#[inline(always)]
pub(super) fn full_house(hand: &LevelHand, t: &Tables, split: [u32; 2], nibbles: [u32; 2]) -> Play {
    let mut cards = LevelHand::EMPTY;
    take_into(&mut cards, hand, nibbles[0], split[0]);
    if split[1] > 0 {
        take_into(&mut cards, hand, nibbles[1], split[1]);
    }
    put_wilds(&mut cards, 5 - split[0] - split[1]);
    Play { combo: Combo::new(Kind::FullHouse, 5, t.key_of_nibble[nibbles[0] as usize]), cards }
}

/// The `k`-th full house, by number of wilds and split.
#[inline(always)]
pub(super) fn pick_full_house<B: Bits>(hand: &LevelHand, t: &Tables, allowed: u64, mut k: u32) -> Play {
    for splits in SPLITS {
        for &split in splits {
            let houses = FullHouses::of(hand, t, split, allowed);
            let count = if split[1] == 0 { houses.triples.count_ones() } else { houses.count() };
            if k < count {
                let nibbles = if split[1] == 0 { [B::select(houses.triples, k) >> 2, 0] } else { houses.pick::<B>(k) };
                return full_house(hand, t, split, nibbles);
            }
            k -= count;
        }
    }
    unreachable!("k is less than the count")
}

/// The faces that are the only suit of their rank.
#[inline(always)]
fn lone_faces(hand: &LevelHand) -> u64 {
    let suits = nibble_counts(hand.one & RANKS);
    let lone = (suits + 7 * crate::hand::LOWS) & !(suits + 6 * crate::hand::LOWS) & HIGHS;
    hand.one & ((lone >> 3) * 15)
}

/// Straights of one rule set and hand: the windows, and those of their patterns that suits forbid.
#[derive(Clone, Copy)]
pub(super) struct Straights {
    windows: Windows,
    /// Windows of faces whose ranks have no other suit: what is covered here could only be played as one suit.
    forced: Windows,
    /// How many wilds such a pattern may hold and still be no plain straight.
    forced_wilds: u32,
}

impl Straights {
    #[inline(always)]
    pub(super) fn of(hand: &LevelHand, t: &Tables, allowed: u64) -> Straights {
        let wilds = hand.wilds();
        let windows = Windows::of_ranks(hand, Kind::Straight, wilds).within(allowed);
        let forced_wilds = if t.plain_straight_from_flush { 0 } else { wilds };
        let forced = if windows.any() == 0 {
            Windows { by_shortage: [0; 3] }
        } else {
            Windows::of_suits(lone_faces(hand), forced_wilds).within(((allowed & HIGHS) >> 3).wrapping_mul(15))
        };
        Straights { windows, forced, forced_wilds }
    }

    #[inline(always)]
    pub(super) fn count(&self, wilds: u32) -> u32 {
        self.windows.count(&patterns::STRAIGHT, wilds) - self.forced.count(&patterns::STRAIGHT, self.forced_wilds)
    }

    #[inline(always)]
    pub(super) fn pick<B: Bits>(&self, hand: &LevelHand, t: &Tables, mut k: u32) -> Play {
        if self.forced.any() == 0 {
            return pick_run::<B>(&self.windows, hand, t, Kind::Straight, k);
        }
        let mut starts = self.windows.any();
        loop {
            let start = starts.trailing_zeros() >> 2;
            for pattern in covering(hand, Kind::Straight, start) {
                if forced_suit(hand, t, start, pattern) {
                    continue;
                }
                if k == 0 {
                    return run(hand, t, Kind::Straight, start, pattern);
                }
                k -= 1;
            }
            starts &= starts - 1;
        }
    }
}

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
fn suit_shortage(hand: &LevelHand, start: u32, suit: u32) -> u32 {
    let mut packed = 0;
    for i in 0..5 {
        packed |= (!(hand.one >> (4 * nibble_of_start(start + i) + suit)) as u32 & 1) << (2 * i);
    }
    packed
}

/// The patterns the hand's wilds can fill in the run from `start`, which it must be able to make.
pub(super) fn covering(hand: &LevelHand, kind: Kind, start: u32) -> impl Iterator<Item = u32> + use<> {
    let shape = Shape::of(kind);
    covering_shortage(shape, shortage(hand, shape, start), hand.wilds())
}

/// The same for the straight flush of `suit`.
pub(super) fn covering_suit(hand: &LevelHand, start: u32, suit: u32) -> impl Iterator<Item = u32> + use<> {
    covering_shortage(&patterns::STRAIGHT, suit_shortage(hand, start, suit), hand.wilds())
}

fn covering_shortage(shape: &'static Shape, shortage: u32, wilds: u32) -> impl Iterator<Item = u32> {
    let total = (0..5).map(|i| shortage >> (2 * i) & 3).sum::<u32>();
    let count = shape.weights[wilds as usize][total as usize];
    (0..count).map(move |k| u32::from(shape.patterns[shape.covering(shortage, k) as usize]))
}

/// Whether the natural cards of this straight can only be of one suit and it is therefore no plain straight.
pub(super) fn forced_suit(hand: &LevelHand, t: &Tables, start: u32, pattern: u32) -> bool {
    if pattern != 0 && t.plain_straight_from_flush {
        return false;
    }
    let suits = (0..5)
        .filter(|i| pattern >> (2 * i) & 3 == 0)
        .map(|i| held(hand, nibble_of_start(start + i)) & 15)
        .reduce(|a, b| if a == b { a } else { 0 });
    suits.is_some_and(|suits| suits.count_ones() == 1)
}

/// The number of straights (unless forced), tubes or plates is `windows.count`; this is the `k`-th of them.
#[inline(always)]
pub(super) fn pick_run<B: Bits>(windows: &Windows, hand: &LevelHand, t: &Tables, kind: Kind, mut k: u32) -> Play {
    let shape = Shape::of(kind);
    let weights = &shape.weights[hand.wilds() as usize];
    for (total, &mask) in windows.by_shortage.iter().enumerate() {
        let count = mask.count_ones() * weights[total];
        if k < count {
            let start = B::select(mask, k / weights[total]) >> 2;
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
pub(super) fn run(hand: &LevelHand, t: &Tables, kind: Kind, start: u32, pattern: u32) -> Play {
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

/// Gives the highest place that has another suit than `suit` the next one, so that the straight is a plain one.
fn break_suit(cards: &mut LevelHand, hand: &LevelHand, start: u32, pattern: u32, suit: u8) {
    for i in (0..5).rev() {
        let nibble = nibble_of_start(start + i);
        let others = held(hand, nibble) & 15 & !suit;
        if pattern >> (2 * i) & 3 == 0 && others != 0 {
            cards.one &= !(15 << (4 * nibble));
            cards.one |= u64::from(others & others.wrapping_neg()) << (4 * nibble);
            return;
        }
    }
}

/// The straight flush of `suit` from `start` with the wilds of `pattern`.
#[inline(always)]
pub(super) fn straight_flush(start: u32, suit: u32, pattern: u32) -> Play {
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

/// All four jokers.
pub(super) const JOKER_BOMB: Play = Play {
    combo: Combo::new(Kind::JokerBomb, 4, 0),
    cards: LevelHand { one: 1 << 52 | 1 << 56, two: 1 << 52 | 1 << 56, counts: 0x22 << 52 },
};

/// Whether the hand holds all four jokers.
#[inline(always)]
pub(super) const fn has_joker_bomb(hand: &LevelHand) -> bool {
    hand.counts >> 52 & 0xFF == 0x22
}

/// The bombs stronger than some power.
#[derive(Clone, Copy)]
pub(super) struct Bombs {
    floor: u8,
    flushes: Windows,
    joker_bomb: bool,
}

impl Bombs {
    /// The bombs of more power than `floor` ([`Combo::power`]); 0 for all.
    #[inline(always)]
    pub(super) fn above(hand: &LevelHand, t: &Tables, floor: u8) -> Bombs {
        let flushes = Windows::of_suits(hand.one, hand.wilds()).within(match floor >> 4 {
            0..3 => ALL_STARTS,
            3 => t.flushes_above[(floor & 15) as usize],
            _ => 0,
        });
        Bombs { floor, flushes, joker_bomb: has_joker_bomb(hand) && floor < 9 << 4 }
    }

    /// The nibbles a bomb of `n` cards of a rank may have.
    #[inline(always)]
    pub(super) fn allowed(t: &Tables, floor: u8, n: u32) -> u64 {
        let base = Combo::new(Kind::Bomb, n as u8, 0).power();
        if base > floor {
            HIGHS & RANKS
        } else if base >> 4 == floor >> 4 {
            t.above[(floor & 15) as usize] & RANKS
        } else {
            0
        }
    }

    /// The flags of each size and number of wilds that some bomb of a rank has.
    #[inline(always)]
    fn for_each_size(hand: &LevelHand, t: &Tables, floor: u8, mut visit: impl FnMut(u32, u32, u64) -> bool) {
        let wilds = hand.wilds();
        for n in 4..=t.max_bomb.min(8 + wilds) {
            if hand.at_least(n - wilds) & RANKS == 0 {
                return;
            }
            let allowed = Bombs::allowed(t, floor, n);
            for w in n.saturating_sub(8)..=wilds {
                if visit(n, w, hand.at_least(n - w) & allowed) {
                    return;
                }
            }
        }
    }

    #[inline(always)]
    pub(super) fn count(&self, hand: &LevelHand, t: &Tables) -> u32 {
        let mut count = self.flushes.count(&patterns::STRAIGHT, hand.wilds()) + u32::from(self.joker_bomb);
        Bombs::for_each_size(hand, t, self.floor, |_, _, flags| {
            count += flags.count_ones();
            false
        });
        count
    }

    #[inline(always)]
    pub(super) fn pick<B: Bits>(&self, hand: &LevelHand, t: &Tables, mut k: u32) -> Play {
        let wilds = hand.wilds();
        let weights = &patterns::STRAIGHT.weights[wilds as usize];
        for (total, &mask) in self.flushes.by_shortage.iter().enumerate() {
            let count = mask.count_ones() * weights[total];
            if k < count {
                let bit = B::select(mask, k / weights[total]);
                let (start, suit) = (bit >> 2, bit & 3);
                let short = suit_shortage(hand, start, suit);
                let id = patterns::STRAIGHT.covering(short, k % weights[total]);
                return straight_flush(start, suit, patterns::STRAIGHT.patterns[id as usize] as u32);
            }
            k -= count;
        }
        let mut picked = JOKER_BOMB;
        Bombs::for_each_size(hand, t, self.floor, |n, w, flags| {
            let count = flags.count_ones();
            if k < count {
                picked = same(hand, t, Kind::Bomb, n, B::select(flags, k) >> 2, w);
                return true;
            }
            k -= count;
            false
        });
        picked
    }
}

/// The starts a run of `kind` may have when it must beat the key of one on the table.
#[inline(always)]
pub(super) fn starts_above(t: &Tables, kind: Kind, key: u8) -> u64 {
    t.runs_above[kind as usize - Kind::Straight as usize][key as usize]
}

/// The start of the run of `kind` with `key`, if there is one.
pub(super) fn start_of_key(t: &Tables, kind: Kind, key: u8) -> Option<u32> {
    let length = run_length(kind);
    (t.top_of_run(kind, key) + 2).checked_sub(length).filter(|&start| start + length <= 14)
}
