//! Which places of a run the wilds fill.
//!
//! Knows the three shapes of runs and every pattern of wilds of each, numbered in listing order: by number of wilds, then by
//! the places filled, low ones first.

use super::Kind;
use crate::bits::bits;
use crate::card::Suit;
use crate::hand::{Counts, LOWS, LevelHand, Nibbles, Start};

/// How many wilds stand at each place of a run. What a hand lacks for a run, its shortage, is a pattern too: as many
/// wilds at each place as cards are missing there. The hand makes the run with every pattern that covers its shortage.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct WildPattern(u16);

impl WildPattern {
    /// No wilds.
    pub const NONE: WildPattern = WildPattern(0);

    /// What `counts` lacks for the straight, tube or plate from `start`.
    pub fn lacking(counts: Counts, kind: Kind, start: Start) -> WildPattern {
        let mut lacking = WildPattern::NONE;
        for place in 0..kind.places() {
            lacking = lacking.with(place, kind.each().saturating_sub(counts.get(start.nibble(place))));
        }
        lacking
    }

    /// What a hand lacks for the straight flush of `suit` from `start`.
    pub fn lacking_in_suit(hand: &LevelHand, start: Start, suit: Suit) -> WildPattern {
        let mut lacking = WildPattern::NONE;
        for place in 0..Kind::StraightFlush.places() {
            lacking = lacking.with(place, u32::from(!hand.suits(start.nibble(place)).contains(suit)));
        }
        lacking
    }

    /// The pattern from its bits: the number of wilds at place `i` is in the two bits from bit `2 * i` on.
    pub(super) const fn from_bits(bits: u16) -> WildPattern {
        WildPattern(bits)
    }

    /// The number of wilds at a place, counted from 0 at the run's start.
    pub const fn at(self, place: u32) -> u32 {
        (self.0 >> (2 * place)) as u32 & 3
    }

    /// This pattern with `n` more wilds at a place, which may hold at most 3.
    #[must_use]
    pub const fn with(self, place: u32, n: u32) -> WildPattern {
        WildPattern(self.0 + ((n as u16) << (2 * place)))
    }

    /// The number of wilds.
    pub const fn wilds(self) -> u32 {
        (self.0 & 0x5555).count_ones() + 2 * (self.0 & 0xAAAA).count_ones()
    }

    /// Whether there are as many wilds at each place as in `shortage` or more.
    pub const fn covers(self, shortage: WildPattern) -> bool {
        let mut place = 0;
        while place < 5 {
            if self.at(place) < shortage.at(place) {
                return false;
            }
            place += 1;
        }
        true
    }
}

/// The number of a pattern in its shape's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct PatternId(u32);

impl PatternId {
    pub(super) const fn new(index: u32) -> PatternId {
        PatternId(index)
    }
}

impl From<PatternId> for u32 {
    fn from(id: PatternId) -> u32 {
        id.0
    }
}

/// Some patterns of one shape in listing order: the first `len` ids of a row. The row always has [`MOST`] ids, so that
/// it can be copied by a few wide instructions.
#[derive(Clone, Copy)]
pub(super) struct Patterns<'a> {
    pub(super) row: &'a [PatternId; MOST],
    pub(super) len: usize,
}

impl<'a> Patterns<'a> {
    pub(super) fn ids(self) -> &'a [PatternId] {
        &self.row[..self.len]
    }
}

/// Patterns of straight flushes from one start with the suits they can be of: bit `4 * id + suit`, which is listing order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SuitedPatterns(pub(super) u64);

impl SuitedPatterns {
    pub(super) fn iter(self) -> impl Iterator<Item = (PatternId, Suit)> {
        bits(self.0).map(|bit| (PatternId(bit >> 2), Suit::ALL[(bit & 3) as usize]))
    }
}

/// The most patterns a shape has: a straight's 1 + 5 + 10.
pub(super) const MOST: usize = 16;

/// The id of every shortage that two wilds cannot fill.
const NO_PATTERN: usize = MOST;

/// A shape of run: straight (5 ranks, 1 card each), tube (3, 2) or plate (2, 3). Straight flushes share the straight's.
pub(super) struct Shape {
    /// The number of ranks.
    places: u32,
    /// The patterns, by id.
    patterns: [WildPattern; MOST],
    /// The wilds of each pattern as cards.
    wilds: [LevelHand; MOST],
    /// By start, id of a pattern and number `n`: a mask of all faces of the ranks that give `n` natural cards each.
    faces: [[[u64; 4]; MOST]; 13],
    /// By the id of a shortage: the patterns that cover it, in listing order. Entries behind them are not read.
    covering: [[PatternId; MOST]; MOST],
    /// By the id of a shortage: the patterns that cover it, each as bit `4 * id`; no bit for [`NO_PATTERN`].
    covering_suits: [u64; MOST + 1],
    /// By number of wilds held: how many patterns have at most so many wilds.
    within: [u32; 3],
    /// `weights[wilds held][cards lacking]`: how many patterns make the run. Which cards are lacking makes no
    /// difference.
    weights: [[u32; 3]; 3],
}

pub(super) static STRAIGHT: Shape = Shape::new(Kind::Straight);
pub(super) static TUBE: Shape = Shape::new(Kind::Tube);
pub(super) static PLATE: Shape = Shape::new(Kind::Plate);

static STRAIGHT_IDS: [u8; 1024] = ids(&Shape::new(Kind::Straight));
static TUBE_IDS: [u8; 1024] = ids(&Shape::new(Kind::Tube));
static PLATE_IDS: [u8; 1024] = ids(&Shape::new(Kind::Plate));

/// The id of every pattern, by the bits of the pattern.
const fn ids(shape: &Shape) -> [u8; 1024] {
    let mut table = [NO_PATTERN as u8; 1024];
    let mut id = 0;
    while id < shape.within[2] as usize {
        table[shape.patterns[id].0 as usize] = id as u8;
        id += 1;
    }
    table
}

impl Shape {
    /// The shape of a run of `kind`.
    pub(super) const fn of(kind: Kind) -> &'static Shape {
        match kind {
            Kind::Tube => &TUBE,
            Kind::Plate => &PLATE,
            _ => &STRAIGHT,
        }
    }

    const fn new(kind: Kind) -> Shape {
        let (places, each) = (kind.places(), kind.each());
        let mut shape = Shape {
            places,
            patterns: [WildPattern::NONE; MOST],
            wilds: [LevelHand::EMPTY; MOST],
            faces: [[[0; 4]; MOST]; 13],
            covering: [[PatternId(0); MOST]; MOST],
            covering_suits: [0; MOST + 1],
            within: [1, 1 + places, 1 + places],
            weights: [[0; 3]; 3],
        };
        // No wild, one wild at each place, two wilds at each two places (or the same place, where it holds two cards).
        let mut count = 1;
        let mut i = 0;
        while i < places {
            shape.patterns[count] = WildPattern::NONE.with(i, 1);
            count += 1;
            i += 1;
        }
        i = 0;
        while i < places {
            let mut j = if each == 1 { i + 1 } else { i };
            while j < places {
                shape.patterns[count] = WildPattern::NONE.with(i, 1).with(j, 1);
                shape.within[2] += 1;
                count += 1;
                j += 1;
            }
            i += 1;
        }
        let mut id = 0;
        while id < count {
            let pattern = shape.patterns[id];
            shape.wilds[id] = LevelHand::of_wilds(pattern.wilds());
            let mut start = 0;
            while start < 15 - places as usize {
                i = 0;
                while i < places {
                    let nibble = Start::new(start as u8).nibble(i);
                    shape.faces[start][id][(each - pattern.at(i)) as usize] |= Nibbles::of(nibble).faces();
                    i += 1;
                }
                start += 1;
            }
            let mut found = 0;
            let mut other = 0;
            while other < count {
                if shape.patterns[other].covers(pattern) {
                    shape.covering_suits[id] |= 1 << (4 * other);
                    shape.covering[id][found] = PatternId(other as u32);
                    found += 1;
                    let mut held = shape.patterns[other].wilds() as usize;
                    // How many cover a shortage depends on its total alone, so that the first of each total stands for all.
                    let first = id == 0 || id == 1 || id == 1 + places as usize;
                    while first && held < 3 {
                        shape.weights[held][pattern.wilds() as usize] += 1;
                        held += 1;
                    }
                }
                other += 1;
            }
            id += 1;
        }
        shape
    }

    /// The number of ranks.
    pub(super) const fn places(&self) -> u32 {
        self.places
    }

    /// The id of a pattern of this shape.
    pub(super) const fn id(&self, pattern: WildPattern) -> PatternId {
        PatternId(self.index(pattern) as u32)
    }

    /// The pattern with this id.
    pub(super) const fn pattern(&self, id: PatternId) -> WildPattern {
        self.patterns[id.0 as usize]
    }

    /// The wilds of the pattern with this id as cards.
    pub(super) const fn wilds(&self, id: PatternId) -> &LevelHand {
        &self.wilds[id.0 as usize]
    }

    /// A mask of all faces of the ranks that give `natural` natural cards each to the run from `start` with this
    /// pattern.
    pub(super) const fn faces(&self, start: Start, id: PatternId, natural: u32) -> u64 {
        self.faces[start.index()][id.0 as usize][natural as usize]
    }

    /// The cards of the straight flush of `suit` from `start` with this pattern.
    pub(super) fn flush(&self, start: Start, suit: Suit, id: PatternId) -> LevelHand {
        let natural = self.faces(start, id, 1) & LOWS;
        LevelHand::from_words(natural << suit as u32, 0, Counts::from_word(natural)).join(self.wilds(id))
    }

    /// How many patterns make a run that lacks `lacking` cards, out of `wilds` wilds.
    pub(super) const fn weight(&self, wilds: u32, lacking: u32) -> u32 {
        self.weights[wilds as usize][lacking as usize]
    }

    /// The id of a pattern or shortage as an index.
    const fn index(&self, pattern: WildPattern) -> usize {
        let ids = match self.places {
            5 => &STRAIGHT_IDS,
            3 => &TUBE_IDS,
            _ => &PLATE_IDS,
        };
        ids[pattern.0 as usize] as usize
    }

    /// The patterns of at most `wilds` wilds that cover `shortage`. That many wilds must be able to fill it.
    pub(super) fn covering(&self, shortage: WildPattern, wilds: u32) -> Patterns<'_> {
        let id = self.index(shortage);
        let lacking = self.wilds[id].wilds();
        Patterns { row: &self.covering[id], len: self.weight(wilds, lacking) as usize }
    }

    /// The pattern number `k`, in listing order, among the patterns that cover `shortage`, which two wilds must be able
    /// to fill.
    pub(super) fn nth_covering(&self, shortage: WildPattern, k: u32) -> WildPattern {
        self.pattern(self.covering[self.index(shortage)][k as usize])
    }

    /// The patterns of at most `wilds` wilds that cover `shortage`, each in `suit`; none where that many wilds cannot
    /// fill it.
    pub(super) fn covering_in_suit(&self, shortage: WildPattern, wilds: u32, suit: Suit) -> SuitedPatterns {
        let within = u64::MAX >> (64 - 4 * self.within[wilds as usize]);
        SuitedPatterns((self.covering_suits[self.index(shortage)] & within) << suit as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_patterns_that_cover_a_shortage_are_as_many_as_its_weight_says() {
        for kind in [Kind::Straight, Kind::Tube, Kind::Plate] {
            let shape = Shape::of(kind);
            let all = &shape.patterns[..shape.within[2] as usize];
            for held in 0..3 {
                for shortage in all.iter().filter(|shortage| shortage.wilds() <= held) {
                    let covers = |pattern: &&WildPattern| pattern.wilds() <= held && pattern.covers(*shortage);
                    let naive: Vec<WildPattern> = all.iter().filter(covers).copied().collect();
                    let listed = shape.covering(*shortage, held).ids();
                    assert_eq!(listed.iter().map(|&id| shape.pattern(id)).collect::<Vec<_>>(), naive);
                    assert!((0..).zip(&naive).all(|(k, &pattern)| shape.nth_covering(*shortage, k) == pattern));
                    let suited = shape.covering_in_suit(*shortage, held, Suit::Clubs);
                    let expected: Vec<_> = listed.iter().map(|&id| (id, Suit::Clubs)).collect();
                    assert_eq!(suited.iter().collect::<Vec<_>>(), expected);
                }
            }
        }
    }
}
