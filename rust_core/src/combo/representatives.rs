//! Plays with representative cards, listed: the cards of all ranks are chosen side by side.

use arrayvec::ArrayVec;

use super::groups::{self, break_suit};
use super::page::Page;
use super::patterns::{MOST, Shape, Windows};
use super::take::{WILDS, join, suits, whole, within};
use super::walk::{Listener, Split, all_but};
use super::{Combo, Kind, Play};
use crate::bits::bits;
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

    /// The run from `start` with wilds where the pattern with this id has them.
    #[inline(always)]
    fn run(&self, shape: &Shape, start: u32, id: u32) -> LevelHand {
        let nibbles = &shape.nibbles[start as usize][id as usize];
        let mut cards = shape.wild_cards[id as usize];
        for filled in 0..shape.each {
            let natural = shape.each - filled;
            cards = join(&cards, &self.take(natural, nibbles[natural as usize]));
        }
        cards
    }
}

/// Lists plays with representative cards.
pub(super) struct ListRepresentatives<'a> {
    hand: &'a LevelHand,
    t: &'a Tables,
    of: Representatives,
    /// The pairs of full houses, by number of natural cards.
    pairs: [ArrayVec<LevelHand, 16>; 3],
    /// Where straights can begin that would be of one suit, at the suits' bits.
    suited: u64,
    page: Page<'a, Play>,
}

impl<'a> ListRepresentatives<'a> {
    #[inline(always)]
    pub(super) fn new(hand: &'a LevelHand, t: &'a Tables, page: Page<'a, Play>) -> ListRepresentatives<'a> {
        ListRepresentatives { hand, t, of: Representatives::of(hand), pairs: Default::default(), suited: 0, page }
    }

    /// Hands over what is left.
    #[inline(always)]
    pub(super) fn finish(mut self) {
        self.page.turn();
    }

    /// The straights among which one could be of one suit, which would be no plain one. Not part of the loop: few are.
    #[inline(never)]
    fn suited_straights(&mut self, combo: Combo, start: u32, ids: &[u32]) {
        let shape = Shape::of(combo.kind);
        for &id in ids {
            let mut cards = self.of.run(shape, start, id);
            let suits = suits(cards.one);
            if suits.is_power_of_two() && (cards.wilds() == 0 || !self.t.plain_straight_from_flush) {
                break_suit(&mut cards, self.hand, start, shape.patterns[id as usize].into(), suits);
            }
            self.page.put(Play { combo, cards });
        }
    }
}

impl<const W: usize> Listener<W> for ListRepresentatives<'_> {
    #[inline(always)]
    fn prepare(&mut self, kind: Kind, most: u32) {
        self.of.prepare(most);
        if kind == Kind::Straight {
            let wilds = if self.t.plain_straight_from_flush { 0 } else { W as u32 };
            self.suited = Windows::of_suits(self.of.of[1].one, wilds).any();
        }
    }

    #[inline(always)]
    fn same(&mut self, combo: Combo, nibble: u32, wilds: u32) {
        let mut cards = self.of.take(u32::from(combo.size) - wilds, whole(nibble));
        if W > 0 {
            cards = join(&cards, &WILDS[wilds as usize]);
        }
        self.page.put(Play { combo, cards });
    }

    #[inline(always)]
    fn pair(&mut self, natural: u32, nibble: u32) {
        self.pairs[natural as usize].push(self.of.take(natural, whole(nibble)));
    }

    #[inline(always)]
    fn full_houses(&mut self, combo: Combo, triple: u32, split: Split, own: Option<usize>) {
        let pairs = &self.pairs[split.natural[1] as usize];
        let natural = self.of.take(split.natural[0], whole(triple));
        let head = join(&natural, &WILDS[split.wilds as usize]);
        for pairs in all_but(pairs, own) {
            self.page.put_each(pairs, |pair| Play { combo, cards: join(&head, pair) });
        }
    }

    #[inline(always)]
    fn runs(&mut self, combo: Combo, start: u32, ids: &[u32; MOST], count: usize) {
        let (shape, ids) = (Shape::of(combo.kind), &ids[..count]);
        if combo.kind == Kind::Straight && self.suited >> (4 * start) & 15 != 0 {
            self.suited_straights(combo, start, ids);
        } else {
            let of = &self.of;
            self.page.put_each(ids, |&id| Play { combo, cards: of.run(shape, start, id) });
        }
    }

    #[inline(always)]
    fn straight_flushes(&mut self, combo: Combo, start: u32, which: u64) {
        let shape = Shape::of(combo.kind);
        for bit in bits(which) {
            self.page.put(Play { combo, cards: shape.flush(start, bit & 3, bit >> 2) });
        }
    }

    #[inline(always)]
    fn joker_bomb(&mut self) {
        self.page.put(groups::JOKER_BOMB);
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
