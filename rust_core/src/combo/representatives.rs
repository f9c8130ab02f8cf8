//! Plays with representative cards, listed: the cards of all ranks are chosen side by side.

use arrayvec::ArrayVec;

use super::groups::{self, break_suit};
use super::page::Page;
use super::patterns::Shape;
use super::take::{WILDS, join, suits, whole, within};
use super::walk::{Listener, Split};
use super::{Combo, Kind};
use crate::hand::{HIGHS, LOWS, LevelHand};
use crate::rules::Tables;

/// The representative cards of every rank of a hand, by number: those of [`take`](super::take::take).
struct Representatives {
    /// By number of cards; where a rank has fewer, what it has (the counts aside).
    of: [LevelHand; 9],
    /// As many are known.
    known: usize,
    /// What each rank gives next: faces held twice give a copy first (S H C D), then the faces (S H C D).
    doubles: u64,
    faces: u64,
}

/// The lowest bit of each nibble.
#[inline(always)]
const fn lowest(mask: u64) -> u64 {
    let negated = ((!mask & !HIGHS) + LOWS) ^ (!mask & HIGHS);
    mask & negated
}

/// All bits of the nibbles that are not zero.
#[inline(always)]
const fn occupied(mask: u64) -> u64 {
    let flags = (((mask & !HIGHS) + !HIGHS) | mask) & HIGHS;
    (flags >> 3) * 15
}

impl Representatives {
    #[inline(always)]
    fn of(hand: &LevelHand) -> Representatives {
        Representatives { of: [LevelHand::EMPTY; 9], known: 0, doubles: hand.two, faces: hand.one }
    }

    /// Sees to it that up to `n` cards of a rank can be taken.
    #[inline(always)]
    fn prepare(&mut self, n: u32) {
        while self.known < n as usize {
            let LevelHand { one, two, counts } = self.of[self.known];
            let doubled = occupied(self.doubles);
            let next = lowest(self.doubles | self.faces & !doubled);
            self.doubles &= !next;
            self.faces &= !(next & !doubled);
            self.known += 1;
            self.of[self.known] = LevelHand { one: one | next, two: two | one & next, counts: counts + LOWS };
        }
    }

    /// `n` cards of each rank with a nibble in `mask`.
    #[inline(always)]
    fn take(&self, n: u32, mask: u64) -> LevelHand {
        within(&self.of[n as usize], mask)
    }
}

/// Lists plays with representative cards.
pub(super) struct ListRepresentatives<'a, 'p> {
    hand: &'a LevelHand,
    t: &'a Tables,
    of: Representatives,
    /// The pairs of full houses, by number of natural cards.
    pairs: [ArrayVec<LevelHand, 16>; 3],
    page: &'a mut Page<'p>,
}

impl<'a, 'p> ListRepresentatives<'a, 'p> {
    #[inline(always)]
    pub(super) fn new(hand: &'a LevelHand, t: &'a Tables, page: &'a mut Page<'p>) -> ListRepresentatives<'a, 'p> {
        ListRepresentatives { hand, t, of: Representatives::of(hand), pairs: Default::default(), page }
    }
}

impl ListRepresentatives<'_, '_> {
    /// Makes a plain straight of one in one suit. Not part of the loop: few are.
    #[inline(never)]
    fn give_another_suit(&self, cards: &mut LevelHand, start: u32, pattern: u32, suit: u8) {
        break_suit(cards, self.hand, start, pattern, suit);
    }
}

impl Listener for ListRepresentatives<'_, '_> {
    #[inline(always)]
    fn prepare(&mut self, most: u32) {
        self.of.prepare(most);
    }

    #[inline(always)]
    fn same(&mut self, combo: Combo, nibble: u32, wilds: u32) {
        let natural = self.of.take(u32::from(combo.size) - wilds, whole(nibble));
        self.page.put(combo, join(&natural, &WILDS[wilds as usize]));
    }

    #[inline(always)]
    fn full_houses(&mut self, combo: Combo, triple: u8, split: Split, pairs: &[u8]) {
        let [in_triple, in_pair] = split.natural;
        let of_pairs = &mut self.pairs[in_pair as usize];
        if of_pairs.is_empty() {
            of_pairs.extend(pairs.iter().map(|&pair| self.of.take(in_pair, whole(u32::from(pair)))));
        }
        let natural = self.of.take(in_triple, whole(u32::from(triple)));
        let head = join(&natural, &WILDS[split.wilds() as usize]);
        let own = pairs.iter().position(|&pair| pair == triple).unwrap_or(pairs.len());
        self.page.put_each(combo, &head, &of_pairs[..own]);
        self.page.put_each(combo, &head, of_pairs.get(own + 1..).unwrap_or_default());
    }

    #[inline(always)]
    fn run(&mut self, combo: Combo, start: u32, id: u32) {
        let shape = Shape::of(combo.kind);
        let wilds = u32::from(shape.wilds[id as usize]);
        let mut cards = WILDS[wilds as usize];
        let nibbles = &shape.nibbles[id as usize];
        for filled in 0..shape.each {
            let natural = shape.each - filled;
            cards = join(&cards, &self.of.take(natural, nibbles[natural as usize][start as usize]));
        }
        if combo.kind == Kind::Straight && (wilds == 0 || !self.t.plain_straight_from_flush) {
            let suits = suits(&cards);
            if suits.is_power_of_two() {
                self.give_another_suit(&mut cards, start, u32::from(shape.patterns[id as usize]), suits);
            }
        }
        self.page.put(combo, cards);
    }

    #[inline(always)]
    fn straight_flush(&mut self, combo: Combo, start: u32, suit: u32, id: u32) {
        self.page.put_straight_flush(combo, start, suit, id);
    }

    #[inline(always)]
    fn joker_bomb(&mut self) {
        self.page.put(groups::JOKER_BOMB.combo, groups::JOKER_BOMB.cards);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combo::take::{held, put, take};

    #[test]
    fn ranks_side_by_side_give_what_each_gives_alone() {
        for state in (0..=255u8).filter(|state| (state >> 4) & !state & 15 == 0) {
            // Another rank on each side must not matter.
            let bytes = [0x01, state, 0xFF, state, 0x57];
            let mut hand = LevelHand::EMPTY;
            for (nibble, &byte) in bytes.iter().enumerate() {
                put(&mut hand, nibble as u32, byte, byte.count_ones());
            }
            let mut of = Representatives::of(&hand);
            of.prepare(8);
            for (nibble, &byte) in (0..).zip(&bytes) {
                for n in 1..=byte.count_ones() {
                    let taken = of.take(n, whole(nibble));
                    assert_eq!((held(&taken, nibble), taken.count(nibble)), (take(byte, n), n));
                }
            }
        }
    }
}
