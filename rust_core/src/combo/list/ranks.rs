//! Plays with representative cards, listed: the cards of all ranks are chosen side by side.

use arrayvec::ArrayVec;

use super::super::kinds::{EqualCards, Filling, break_suit};
use super::super::pattern::{PatternId, Patterns, Shape, SuitedPatterns};
use super::super::windows::Windows;
use super::super::{Combo, Kind, Play};
use super::generate::{Listener, all_but};
use super::page::Page;
use crate::hand::{HIGHS, LOWS, LevelHand, Nibble, Nibbles, Start, SuitedStarts};
use crate::rules::Tables;

/// The representative cards of every rank of a hand, by how many are taken.
struct Representatives {
    /// By number of cards: so many of each rank. A rank with fewer cards gives all it has, with a count that is too
    /// high.
    cards: [LevelHand; 9],
    /// The number of cards up to which `cards` is filled.
    known: usize,
    /// What each rank gives next: faces held twice give a copy first (S H C D), then the faces (S H C D).
    doubles: u64,
    faces: u64,
}

/// The lowest bit of each nibble.
#[inline]
const fn lowest(mask: u64) -> u64 {
    let negated = ((!mask & !HIGHS) + LOWS) ^ (!mask & HIGHS);
    mask & negated
}

/// All bits of the nibbles that are not zero.
#[inline]
const fn occupied(mask: u64) -> u64 {
    let flags = (((mask & !HIGHS) + !HIGHS) | mask) & HIGHS;
    (flags >> 3) * 15
}

impl Representatives {
    #[inline]
    fn of(hand: &LevelHand) -> Representatives {
        Representatives { cards: [LevelHand::EMPTY; 9], known: 0, doubles: hand.two(), faces: hand.one() }
    }

    /// Sees to it that up to `n` cards of a rank can be taken.
    #[inline]
    fn prepare(&mut self, n: u32) {
        while self.known < n as usize {
            let cards = self.cards[self.known];
            let doubled = occupied(self.doubles);
            let next = lowest(self.doubles | self.faces & !doubled);
            self.doubles &= !next;
            self.faces &= !(next & !doubled);
            self.known += 1;
            self.cards[self.known] = cards.with_one_of_each(next);
        }
    }

    /// `n` cards of each rank with faces in `mask`.
    #[inline]
    fn take(&self, n: u32, mask: u64) -> LevelHand {
        self.cards[n as usize].only(mask)
    }

    /// `n` cards of one nibble.
    #[inline]
    fn take_of(&self, n: u32, nibble: Nibble) -> LevelHand {
        self.take(n, Nibbles::of(nibble).faces())
    }

    /// The run of `kind` from `start` with wilds where the pattern with this id has them.
    #[inline]
    fn run(&self, kind: Kind, start: Start, id: PatternId) -> LevelHand {
        let shape = Shape::of(kind);
        let mut cards = *shape.wilds(id);
        for natural in 1..=kind.each() {
            cards = cards.join(&self.take(natural, shape.faces(start, id, natural)));
        }
        cards
    }
}

/// The listener that gives plays their representative cards.
pub(super) struct ListRanks<'a> {
    hand: &'a LevelHand,
    tables: &'a Tables,
    representatives: Representatives,
    /// The pairs of full houses, by number of natural cards.
    pairs: [ArrayVec<LevelHand, 16>; 3],
    /// Where straights can begin whose representative cards would be of one suit.
    suited: SuitedStarts,
    page: Page<'a, Play>,
}

impl<'a> ListRanks<'a> {
    #[inline]
    pub(super) fn new(hand: &'a LevelHand, tables: &'a Tables, page: Page<'a, Play>) -> ListRanks<'a> {
        let (representatives, suited) = (Representatives::of(hand), SuitedStarts::EMPTY);
        ListRanks { hand, tables, representatives, pairs: Default::default(), suited, page }
    }

    /// Hands the last plays to the caller.
    #[inline]
    pub(super) fn finish(mut self) {
        self.page.turn();
    }

    /// Lists straights whose representative cards may be of one suit, and makes those plain. Kept out of the loop,
    /// because few are.
    #[inline(never)]
    fn suited_straights(&mut self, combo: Combo, start: Start, ids: &[PatternId]) {
        for &id in ids {
            let mut cards = self.representatives.run(combo.kind, start, id);
            let suits = cards.all_suits();
            if suits.len() == 1 && (cards.wilds() == 0 || !self.tables.plain_straight_from_flush) {
                break_suit(&mut cards, self.hand, start, Shape::of(combo.kind).pattern(id), suits);
            }
            self.page.put(Play { combo, cards });
        }
    }
}

impl<const W: u32> Listener<W> for ListRanks<'_> {
    #[inline]
    fn prepare(&mut self, kind: Kind, most: u32) {
        self.representatives.prepare(most);
        if kind == Kind::Straight {
            let wilds = if self.tables.plain_straight_from_flush { 0 } else { W };
            self.suited = Windows::of_flushes(&self.representatives.cards[1], wilds).any();
        }
    }

    #[inline]
    fn equal(&mut self, combo: Combo, cards: EqualCards) {
        let EqualCards { nibble, natural, wilds } = cards;
        let mut cards = self.representatives.take_of(natural, nibble);
        if W > 0 {
            cards = cards.join(&LevelHand::of_wilds(wilds));
        }
        self.page.put(Play { combo, cards });
    }

    #[inline]
    fn pair(&mut self, natural: u32, nibble: Nibble) {
        self.pairs[natural as usize].push(self.representatives.take_of(natural, nibble));
    }

    #[inline]
    fn full_houses(&mut self, combo: Combo, triple: Nibble, filling: Filling, own: Option<usize>) {
        let natural = self.representatives.take_of(filling.triple, triple);
        let head = natural.join(&LevelHand::of_wilds(filling.wilds()));
        for pairs in all_but(&self.pairs[filling.pair as usize], own) {
            self.page.put_each(pairs, |pair| Play { combo, cards: head.join(pair) });
        }
    }

    #[inline]
    fn runs(&mut self, combo: Combo, start: Start, patterns: Patterns<'_>) {
        let ids = patterns.ids();
        if combo.kind == Kind::Straight && !self.suited.suits(start).is_empty() {
            self.suited_straights(combo, start, ids);
        } else {
            let representatives = &self.representatives;
            self.page.put_each(ids, |&id| Play { combo, cards: representatives.run(combo.kind, start, id) });
        }
    }

    #[inline]
    fn straight_flushes(&mut self, combo: Combo, start: Start, patterns: SuitedPatterns) {
        self.page.put_flushes(combo, start, patterns);
    }

    #[inline]
    fn joker_bomb(&mut self) {
        self.page.put(Play::JOKER_BOMB);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combo::suits::{Selection, representatives};

    #[test]
    fn ranks_side_by_side_give_what_each_gives_alone() {
        for cards in Selection::every() {
            // Another rank on each side must not matter.
            let mut hand = LevelHand::EMPTY;
            for (nibble, byte) in (0..).zip([0x01, cards, 0xFF, cards, 0x57]) {
                hand = hand.join(&Selection::from_byte(byte).cards(Nibble::new(nibble), byte.count_ones()));
            }
            let mut of = Representatives::of(&hand);
            of.prepare(8);
            for nibble in (0..5).map(Nibble::new) {
                for n in 1..=hand.count(nibble) {
                    assert_eq!(of.take_of(n, nibble), representatives(&hand, nibble, n));
                }
            }
        }
    }
}
