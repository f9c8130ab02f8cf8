//! Which places of a run the wilds fill.
//!
//! A *pattern* says how many of each place's cards are wilds; the *shortage* of a hand at a run says how many must be.
//! A pattern works where it covers the shortage. Both are packed two bits a place, the lowest place first, and a pattern's
//! *id* is its position in its shape's list: ordered by number of wilds, then by the places filled, low ones first.

use crate::combo::Kind;
use crate::combo::take::{join, put_wilds};
use crate::hand::{LOWS, LevelHand, RANKS};

/// A shape of run: straight (5 places of 1 card), tube (3 of 2) or plate (2 of 3). Straight flushes share the straight's.
pub(super) struct Shape {
    /// The number of places (ranks).
    pub(super) places: u32,
    /// The number of cards at each place.
    pub(super) each: u32,
    /// The patterns, packed, by id.
    pub(super) patterns: [u16; MOST],
    /// The number of wilds of each pattern.
    wilds: [u8; MOST],
    /// The wilds themselves.
    pub(super) wild_cards: [LevelHand; MOST],
    /// For each start and pattern, by `n`: the nibbles of the hand that give `n` natural cards each.
    pub(super) nibbles: [[[u64; 4]; MOST]; 13],
    /// For the shortage equal to pattern `id`: the ids of the patterns that cover it, in order.
    covering: [[u32; MOST]; MOST],
    /// The same as a set of bits.
    covering_sets: [u16; MOST],
    /// The same with four bits for each id, room for the suits of a straight flush; empty for [`NO_PATTERN`].
    covering_suits: [u64; MOST + 1],
    /// The ids of the patterns with at most so many wilds, as bits.
    within: [u16; 3],
    /// `weights[wilds held][total shortage]`: how many patterns cover a shortage.
    pub(super) weights: [[u32; 3]; 3],
}

/// The most patterns a shape has: a straight's 1 + 5 + 10.
pub(super) const MOST: usize = 16;

/// No such shortage can be covered by two wilds.
const NO_PATTERN: u8 = MOST as u8;

pub(super) static STRAIGHT: Shape = Shape::new(5, 1);
pub(super) static TUBE: Shape = Shape::new(3, 2);
pub(super) static PLATE: Shape = Shape::new(2, 3);

static STRAIGHT_IDS: [u8; 1024] = ids(&Shape::new(5, 1));
static TUBE_IDS: [u8; 1024] = ids(&Shape::new(3, 2));
static PLATE_IDS: [u8; 1024] = ids(&Shape::new(2, 3));

/// Pattern ids by packed pattern.
const fn ids(shape: &Shape) -> [u8; 1024] {
    let mut table = [NO_PATTERN; 1024];
    let mut id = 0;
    while id < shape.count() {
        table[shape.patterns[id] as usize] = id as u8;
        id += 1;
    }
    table
}

impl Shape {
    /// The shape of `kind`, which must be a run.
    #[inline(always)]
    pub(super) fn of(kind: Kind) -> &'static Shape {
        match kind {
            Kind::Tube => &TUBE,
            Kind::Plate => &PLATE,
            _ => &STRAIGHT,
        }
    }

    const fn new(places: u32, each: u32) -> Shape {
        let mut shape = Shape {
            places,
            each,
            patterns: [0; MOST],
            wilds: [0; MOST],
            wild_cards: [LevelHand::EMPTY; MOST],
            nibbles: [[[0; 4]; MOST]; 13],
            covering: [[NO_PATTERN as u32; MOST]; MOST],
            covering_sets: [0; MOST],
            covering_suits: [0; MOST + 1],
            within: [1, 0, 0],
            weights: [[0; 3]; 3],
        };
        // The empty pattern, one wild at each place, two wilds at each pair of places (the same one where it holds two).
        let mut count = 1;
        let mut i = 0;
        while i < places {
            shape.patterns[count] = 1 << (2 * i);
            shape.wilds[count] = 1;
            count += 1;
            i += 1;
        }
        i = 0;
        while i < places {
            let mut j = if each == 1 { i + 1 } else { i };
            while j < places {
                shape.patterns[count] = (1 << (2 * i)) + (1 << (2 * j));
                shape.wilds[count] = 2;
                count += 1;
                j += 1;
            }
            i += 1;
        }
        let mut id = 0;
        while id < count {
            put_wilds(&mut shape.wild_cards[id], shape.wilds[id] as u32);
            let mut start = 0;
            while start < 15 - places {
                i = 0;
                while i < places {
                    let natural = each - (shape.patterns[id] as u32 >> (2 * i) & 3);
                    shape.nibbles[start as usize][id][natural as usize] |= 15 << (4 * nibble_of_start(start + i));
                    i += 1;
                }
                start += 1;
            }
            id += 1;
        }
        shape.within[1] = (1 << (places + 1)) - 1;
        shape.within[2] = u16::MAX >> (MOST - count);
        let mut short = 0;
        while short < count {
            let mut found = 0;
            let mut id = 0;
            while id < count {
                if covers(shape.patterns[id], shape.patterns[short]) {
                    shape.covering_sets[short] |= 1 << id;
                    shape.covering_suits[short] |= 1 << (4 * id);
                    shape.covering[short][found] = id as u32;
                    found += 1;
                }
                id += 1;
            }
            short += 1;
        }
        // Coverage depends on the shortage's total alone, so the first pattern of each total stands for all.
        let firsts = [0, 1, 1 + places as usize];
        let mut held = 0;
        while held < 3 {
            let mut total = 0;
            while total <= held {
                let mut k = 0;
                while k < MOST && shape.covering[firsts[total]][k] != NO_PATTERN as u32 {
                    if shape.wilds[shape.covering[firsts[total]][k] as usize] as usize <= held {
                        shape.weights[held][total] += 1;
                    }
                    k += 1;
                }
                total += 1;
            }
            held += 1;
        }
        shape
    }

    const fn count(&self) -> usize {
        let (n, pairs) = (self.places as usize, self.places as usize * (self.places as usize - 1) / 2);
        1 + n + pairs + if self.each > 1 { n } else { 0 }
    }

    /// The cards of the straight flush of `suit` from `start` with the wilds of the pattern with this id.
    #[inline(always)]
    pub(super) fn flush(&self, start: u32, suit: u32, id: u32) -> LevelHand {
        let nibbles = self.nibbles[start as usize][id as usize][1];
        let natural = LevelHand { one: nibbles & LOWS << suit, two: 0, counts: nibbles & LOWS };
        join(&natural, &self.wild_cards[id as usize])
    }

    /// The id of the packed `shortage`, which at most two wilds must be able to cover.
    #[inline(always)]
    fn id(&self, shortage: u32) -> u8 {
        match self.places {
            5 => STRAIGHT_IDS[shortage as usize],
            3 => TUBE_IDS[shortage as usize],
            _ => PLATE_IDS[shortage as usize],
        }
    }

    /// The ids, as bits, of the patterns that cover the packed `shortage` with at most `wilds` wilds.
    #[inline(always)]
    pub(super) fn covering_set(&self, shortage: u32, wilds: u32) -> u32 {
        u32::from(self.covering_sets[self.id(shortage) as usize] & self.within[wilds as usize])
    }

    /// The same, each at the bit of `suit` among the four of its id; none where `wilds` wilds do not cover it.
    #[inline(always)]
    pub(super) fn covering_in_suit(&self, shortage: u32, wilds: u32, suit: u32) -> u64 {
        let within = u64::MAX >> (64 - 4 * self.within[wilds as usize].count_ones());
        (self.covering_suits[self.id(shortage) as usize] & within) << suit
    }

    /// The same in order, and how many they are; what is behind them is none.
    #[inline(always)]
    pub(super) fn covering_ids(&self, shortage: u32, wilds: u32) -> (&[u32; MOST], usize) {
        let id = self.id(shortage) as usize;
        (&self.covering[id], self.weights[wilds as usize][self.wilds[id] as usize] as usize)
    }

    /// The `k`-th pattern (its id) that covers the packed `shortage`.
    #[inline(always)]
    pub(super) fn covering(&self, shortage: u32, k: u32) -> u8 {
        self.covering[self.id(shortage) as usize][k as usize] as u8
    }
}

/// Whether `pattern` has at least as many wilds at each place as `shortage`.
const fn covers(pattern: u16, shortage: u16) -> bool {
    let mut place = 0;
    while place < 5 {
        if pattern >> (2 * place) & 3 < shortage >> (2 * place) & 3 {
            return false;
        }
        place += 1;
    }
    true
}

/// The nibble of place `start + i` of a run: start 0 is the low ace.
#[inline(always)]
pub(super) const fn nibble_of_start(start: u32) -> u32 {
    if start == 0 { 12 } else { start - 1 }
}

/// Moves rank nibbles up by one and copies the ace below the two, so that runs are windows of neighbours.
#[inline(always)]
pub(super) const fn with_low_ace(ranks: u64) -> u64 {
    (ranks & RANKS) << 4 | (ranks >> 48 & 15)
}

/// Bit 0 of the fourteen places of runs, the low ace's first.
const PLACES: u64 = 0x0011_1111_1111_1111;

/// How many cards each of the fourteen places lacks for a run, two bits a place: a shortage for every start.
#[derive(Clone, Copy)]
pub(super) struct Shortages(u32);

impl Shortages {
    /// Nothing lacks.
    pub(super) const NONE: Shortages = Shortages(0);

    /// Of straights, tubes or plates.
    #[inline(always)]
    pub(super) fn of_ranks(hand: &LevelHand, kind: Kind) -> Shortages {
        let each = Shape::of(kind).each;
        let counts = with_low_ace(hand.counts);
        let mut lacking = u64::from(each) * PLACES;
        for less in 0..each {
            lacking -= (counts + u64::from(7 - less) * PLACES) >> 3 & PLACES;
        }
        Shortages::packed(lacking)
    }

    /// Of straight flushes of `suit` among `faces`.
    #[inline(always)]
    pub(super) fn of_suit(faces: u64, suit: u32) -> Shortages {
        Shortages::packed(!with_low_ace(faces) >> suit & PLACES)
    }

    /// From four bits a place.
    #[inline(always)]
    const fn packed(mut lacking: u64) -> Shortages {
        lacking = (lacking | lacking >> 2) & 0x0F0F_0F0F_0F0F_0F0F;
        lacking = (lacking | lacking >> 4) & 0x00FF_00FF_00FF_00FF;
        lacking = (lacking | lacking >> 8) & 0x0000_FFFF_0000_FFFF;
        Shortages((lacking | lacking >> 16) as u32)
    }

    /// That of the run of `places` places from `start`.
    #[inline(always)]
    pub(super) const fn at(self, start: u32, places: u32) -> u32 {
        self.0 >> (2 * start) & ((1 << (2 * places)) - 1)
    }
}

/// The windows a kind of run can begin at, by total shortage: `by_shortage[s]` has bit 3 of each start (for straight
/// flushes: the suit's bit) where exactly `s` cards are missing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Windows {
    pub(super) by_shortage: [u64; 3],
}

/// The starts of a run of `places` places, all four bits of each nibble.
const fn starts(places: u32) -> u64 {
    (1 << (4 * (15 - places))) - 1
}

impl Windows {
    /// Windows of `places` neighbours in `enough`, a flag for each place (or suit) where no card is missing, and
    /// `lacking_one`, `lacking_two` where one or two are; with `wilds` held only shortages up to that many are found.
    /// `enough` has no flags past the ace's place.
    #[inline(always)]
    fn chain(places: u32, wilds: u32, enough: u64, lacking_one: u64, lacking_two: u64) -> Windows {
        if wilds == 0 {
            let two = enough & enough >> 4;
            let none = match places {
                2 => two,
                3 => two & enough >> 8,
                _ => two & two >> 8 & enough >> 16,
            };
            return Windows { by_shortage: [none, 0, 0] };
        }
        let all = starts(places);
        let [mut none, mut one, mut two] = [enough & all, lacking_one & all, lacking_two & all];
        for i in 1..places {
            let [e, l1, l2] = [enough >> (4 * i), lacking_one >> (4 * i), lacking_two >> (4 * i)];
            two = two & e | one & l1 | none & l2;
            one = one & e | none & l1;
            none &= e;
        }
        Windows { by_shortage: [none, one, if wilds == 1 { 0 } else { two }] }
    }

    /// The windows of straights, tubes or plates.
    #[inline(always)]
    pub(super) fn of_ranks(hand: &LevelHand, kind: Kind, wilds: u32) -> Windows {
        let shape = Shape::of(kind);
        let counts = with_low_ace(hand.counts);
        let at_least = |n: u32| (counts + (8 - n) as u64 * PLACES) & (8 * PLACES);
        let enough = at_least(shape.each);
        if wilds == 0 {
            return Windows::chain(shape.places, 0, enough, 0, 0);
        }
        let lacking_one = at_least(shape.each - 1) & !enough;
        let lacking_two = if shape.each == 1 { 0 } else { at_least(shape.each - 2) & !enough & !lacking_one };
        Windows::chain(shape.places, wilds, enough, lacking_one, lacking_two)
    }

    /// The windows of runs of one suit among `faces` (one bit a face), each suit at its own bit.
    #[inline(always)]
    pub(super) fn of_suits(faces: u64, wilds: u32) -> Windows {
        let held = with_low_ace(faces);
        Windows::chain(5, wilds, held, !held, 0)
    }

    /// Only the windows in `mask`.
    #[inline(always)]
    pub(super) const fn within(self, mask: u64) -> Windows {
        let [a, b, c] = self.by_shortage;
        Windows { by_shortage: [a & mask, b & mask, c & mask] }
    }

    /// The number of (window, pattern) pairs with at most `wilds` wilds.
    #[inline(always)]
    pub(super) fn count(&self, shape: &Shape, wilds: u32) -> u32 {
        let weights = &shape.weights[wilds as usize];
        let mut count = self.by_shortage[0].count_ones() * weights[0];
        if wilds > 0 {
            count += self.by_shortage[1].count_ones() * weights[1] + self.by_shortage[2].count_ones() * weights[2];
        }
        count
    }

    /// Every window, whatever its shortage.
    #[inline(always)]
    pub(super) const fn any(&self) -> u64 {
        self.by_shortage[0] | self.by_shortage[1] | self.by_shortage[2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortages_side_by_side_are_those_of_each_place() {
        let mut counts = 0x0123_4567_8876_5432u64;
        for _ in 0..1000 {
            counts = counts.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            // Up to eight of a rank.
            let hand =
                LevelHand { counts: (counts & 0x7777_7777_7777_7777) + (counts >> 9 & LOWS), ..LevelHand::EMPTY };
            for kind in [Kind::Straight, Kind::Tube, Kind::Plate] {
                let shape = Shape::of(kind);
                let all = Shortages::of_ranks(&hand, kind);
                for start in 0..15 - shape.places {
                    let place = |i| shape.each.saturating_sub(hand.count(nibble_of_start(start + i))) << (2 * i);
                    assert_eq!(all.at(start, shape.places), (0..shape.places).map(place).sum::<u32>());
                }
            }
            for suit in 0..4 {
                for start in 0..10 {
                    let lacks = |i| !(counts >> (4 * nibble_of_start(start + i) + suit)) as u32 & 1;
                    let short = (0..5).map(|i| lacks(i) << (2 * i)).sum::<u32>();
                    assert_eq!(Shortages::of_suit(counts, suit).at(start, 5), short);
                }
            }
        }
    }
}
