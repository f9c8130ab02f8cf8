//! Plays with every selection of suits, listed: the selections of a rank are found once, and a play's are a product of them.

use std::ops::Range;

use arrayvec::ArrayVec;

use super::super::kinds::{EqualCards, Filling};
use super::super::pattern::{PatternId, Patterns, Shape, SuitedPatterns};
use super::super::suits::Selection;
use super::super::windows::Windows;
use super::super::{Combo, Kind, Play};
use super::generate::{Listener, all_but};
use super::page::{PLAYS, Page};
use super::products::Products;
use crate::hand::{Counts, LOWS, LevelHand, Nibble, Start, SuitedStarts};
use crate::rules::Tables;

/// Every selection of `n` of the cards that a hand has of a nibble.
#[inline]
fn selections(hand: &LevelHand, nibble: Nibble, n: u32) -> impl ExactSizeIterator<Item = LevelHand> {
    Selection::of(hand, nibble).each(n).iter().map(move |selection| selection.cards(nibble, n))
}

/// All selections of up to three cards of each rank, out of all 108 cards.
const MOST_SELECTIONS: usize = 13 * (1 + 4 + 10 + 16);

/// What tubes and plates can take of each rank of a hand; worked out at first use.
struct RankSelections {
    cards: ArrayVec<LevelHand, MOST_SELECTIONS>,
    /// By number of cards and rank: where in `cards` the selections begin and end; both 0 until they are worked out.
    ends: [[[u16; 2]; 16]; 4],
}

impl RankSelections {
    /// Where the selections of `n` cards of a nibble are.
    #[inline]
    fn find(&mut self, hand: &LevelHand, nibble: Nibble, n: u32) -> Range<usize> {
        let [from, to] = self.ends[n as usize][nibble.index()];
        if to == 0 {
            return self.find_out(hand, nibble, n);
        }
        from.into()..to.into()
    }

    #[inline(never)]
    fn find_out(&mut self, hand: &LevelHand, nibble: Nibble, n: u32) -> Range<usize> {
        let from = self.cards.len();
        for cards in selections(hand, nibble, n) {
            self.cards.push(cards);
        }
        let to = self.cards.len();
        self.ends[n as usize][nibble.index()] = [from as u16, to as u16];
        from..to
    }
}

/// Where the listener works out what plays have in common. It is large and made by the caller: passed by value it would be
/// copied whole.
pub(super) struct Room {
    /// For tubes and plates.
    selections: RankSelections,
    /// For straights.
    products: Products,
}

impl Room {
    #[inline]
    pub(super) fn new() -> Room {
        let selections = RankSelections { cards: ArrayVec::new(), ends: [[[0; 2]; 16]; 4] };
        Room { selections, products: Products::NONE }
    }
}

/// The most selections of pairs of full houses: of each rank 4 with one natural card and 10 with two, of the jokers 2,
/// and the empty one.
const MOST_PAIRS: usize = 13 * (4 + 10) + 2 + 1;

/// The listener that gives plays every selection of suits.
pub(super) struct ListCards<'a> {
    hand: &'a LevelHand,
    tables: &'a Tables,
    /// The selections of the pairs of full houses.
    pairs: ArrayVec<LevelHand, MOST_PAIRS>,
    /// By number of natural cards: where in `pairs` the selections of each pair begin and end. Pairs with the same
    /// number of natural cards follow each other.
    ranges: [ArrayVec<[u8; 2], 16>; 3],
    room: &'a mut Room,
    /// The straight flushes that the hand can make.
    flushes: SuitedStarts,
    page: Page<'a, Play>,
}

impl<'a> ListCards<'a> {
    #[inline]
    pub(super) fn new(
        hand: &'a LevelHand,
        tables: &'a Tables,
        room: &'a mut Room,
        page: Page<'a, Play>,
    ) -> ListCards<'a> {
        let (pairs, ranges) = (ArrayVec::new(), Default::default());
        ListCards { hand, tables, pairs, ranges, room, flushes: SuitedStarts::EMPTY, page }
    }

    /// Hands the last plays to the caller.
    #[inline]
    pub(super) fn finish(mut self) {
        self.page.turn();
    }

    #[inline]
    fn straights<const W: u32>(&mut self, combo: Combo, start: Start, ids: &[PatternId]) {
        let shape = Shape::of(combo.kind);
        let halves = self.room.products.work_out::<W>(start);
        let flush = !self.flushes.suits(start).is_empty();
        for &id in ids {
            let wilds = shape.wilds(id);
            let counts = wilds.counts() + Counts::from_word(shape.faces(start, id, 1) & LOWS);
            let play =
                |natural: u64| Play { combo, cards: LevelHand::from_words(wilds.one() | natural, wilds.two(), counts) };
            let [heads, tails] = halves.of(shape.pattern(id));
            // A straight of one suit is no plain straight, unless a wild among it may pass for another suit.
            if flush && (wilds.is_empty() || !self.tables.plain_straight_from_flush) {
                for head in heads {
                    let suits = LevelHand::suits_of_faces(*head);
                    let same = u64::from(suits.bits()) * LOWS;
                    for tail in tails {
                        if suits.len() != 1 || tail & !same != 0 {
                            self.page.put(play(head | tail));
                        }
                    }
                }
            } else {
                self.page.put_products(heads, tails, |head, tail| play(head | tail));
            }
        }
    }

    #[inline]
    fn tubes_or_plates(&mut self, combo: Combo, start: Start, ids: &[PatternId]) {
        let shape = Shape::of(combo.kind);
        for &id in ids {
            let wilds = shape.pattern(id);
            let mut ranges: [Range<usize>; 3] = Default::default();
            for (place, range) in (0..shape.places()).zip(&mut ranges) {
                let natural = combo.kind.each() - wilds.at(place);
                *range = self.room.selections.find(self.hand, start.nibble(place), natural);
            }
            let [first, second, third] = ranges.map(|range| &self.room.selections.cards[range]);
            for head in first {
                let head = head.join(shape.wilds(id));
                let with_head = |tail: &LevelHand| Play { combo, cards: head.join(tail) };
                if shape.places() == 2 {
                    self.page.put_each(second, with_head);
                } else {
                    self.page.put_products(second, third, |second, third| with_head(&second.join(&third)));
                }
            }
        }
    }
}

impl<const W: u32> Listener<W> for ListCards<'_> {
    #[inline]
    fn prepare(&mut self, kind: Kind, _most: u32) {
        if kind == Kind::Straight {
            self.room.products.find(self.hand);
            self.flushes = Windows::of_flushes(self.hand, W).any();
        }
    }

    #[inline]
    fn equal(&mut self, combo: Combo, cards: EqualCards) {
        let EqualCards { nibble, natural, wilds } = cards;
        let wilds = LevelHand::of_wilds(wilds);
        self.page.put_each(Selection::of(self.hand, nibble).each(natural), |selection| Play {
            combo,
            cards: selection.cards(nibble, natural).join(&wilds),
        });
    }

    #[inline]
    fn pair(&mut self, natural: u32, nibble: Nibble) {
        let from = self.pairs.len() as u8;
        for cards in selections(self.hand, nibble, natural) {
            self.pairs.push(cards);
        }
        self.ranges[natural as usize].push([from, self.pairs.len() as u8]);
    }

    #[inline]
    fn full_houses(&mut self, combo: Combo, triple: Nibble, filling: Filling, own: Option<usize>) {
        let wilds = LevelHand::of_wilds(filling.wilds());
        let mut triples: ArrayVec<LevelHand, 16> = ArrayVec::new();
        for cards in selections(self.hand, triple, filling.triple) {
            triples.push(cards.join(&wilds));
        }
        for ranges in all_but(&self.ranges[filling.pair as usize], own) {
            if let (&[triple], [[from, _], .., [_, to]]) = (&triples[..], ranges) {
                // With a single selection of the triple, the selections of all pairs can be gone through in one row.
                for pairs in self.pairs[usize::from(*from)..usize::from(*to)].chunks(PLAYS) {
                    self.page.put_each(pairs, |pair| Play { combo, cards: triple.join(pair) });
                }
                continue;
            }
            for &[from, to] in ranges {
                let pairs = &self.pairs[from.into()..to.into()];
                self.page.put_products(&triples, pairs, |triple, pair| Play { combo, cards: triple.join(&pair) });
            }
        }
    }

    #[inline]
    fn runs(&mut self, combo: Combo, start: Start, patterns: Patterns<'_>) {
        if combo.kind == Kind::Straight {
            self.straights::<W>(combo, start, patterns.ids());
        } else {
            self.tubes_or_plates(combo, start, patterns.ids());
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
