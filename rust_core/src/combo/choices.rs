//! Plays with every choice of suits, listed: the choices of a rank are found once, and a play's are a product of them.

use std::ops::Range;

use arrayvec::ArrayVec;

use super::groups;
use super::page::{PLAYS, Page};
use super::patterns::{MOST, Shape, Windows, nibble_of_start};
use super::products::Products;
use super::take::{WILDS, choices, held, join, put, suits};
use super::walk::{Listener, Split, all_but};
use super::{Combo, Kind, Play};
use crate::bits::bits;
use crate::hand::{LOWS, LevelHand};
use crate::rules::Tables;

/// A choice of `n` cards of a nibble, a byte of [`choices`], with `wilds` wilds.
#[inline(always)]
fn cards_of(byte: u8, nibble: u32, n: u32, wilds: u32) -> LevelHand {
    let mut cards = WILDS[wilds as usize];
    put(&mut cards, nibble, byte, n);
    cards
}

/// All choices of up to three cards of each rank, out of all 108 cards.
const MOST_CHOICES: usize = 13 * (1 + 4 + 10 + 16);

/// What tubes and plates can take of each rank of a hand, found out when it is wanted.
pub(super) struct Choices {
    cards: ArrayVec<LevelHand, MOST_CHOICES>,
    /// By number and nibble: where in `cards` the choices begin and end; nowhere as long as they are not known.
    places: [[[u16; 2]; 13]; 4],
}

impl Choices {
    #[inline(always)]
    pub(super) fn new() -> Choices {
        Choices { cards: ArrayVec::new(), places: [[[0; 2]; 13]; 4] }
    }

    /// Where the choices of `n` cards of a nibble are.
    #[inline(always)]
    fn find(&mut self, hand: &LevelHand, n: u32, nibble: u32) -> Range<usize> {
        let [from, to] = self.places[n as usize][nibble as usize];
        if to == 0 {
            return self.find_out(hand, n, nibble);
        }
        from.into()..to.into()
    }

    #[inline(never)]
    fn find_out(&mut self, hand: &LevelHand, n: u32, nibble: u32) -> Range<usize> {
        let from = self.cards.len();
        for &byte in choices(held(hand, nibble), n) {
            self.cards.push(cards_of(byte, nibble, n, 0));
        }
        let to = self.cards.len();
        self.places[n as usize][nibble as usize] = [from as u16, to as u16];
        from..to
    }
}

/// The choices of the pairs of full houses: those of all ranks with one or two natural cards, of the jokers, and no card.
const MOST_PAIRS: usize = 13 * (4 + 10) + 2 + 1;

/// Lists plays with every choice of suits.
pub(super) struct ListChoices<'a> {
    hand: &'a LevelHand,
    t: &'a Tables,
    /// Of the pairs of full houses.
    pairs: ArrayVec<LevelHand, MOST_PAIRS>,
    /// Where those of each pair begin and end, by number of natural cards. Those of as many are one behind the other.
    ranges: [ArrayVec<[u8; 2], 16>; 3],
    /// Of tubes and plates.
    choices: &'a mut Choices,
    /// Of straights.
    products: &'a mut Products,
    /// The straight flushes that the hand can make.
    flushes: u64,
    page: Page<'a, Play>,
}

impl<'a> ListChoices<'a> {
    #[inline(always)]
    pub(super) fn new(
        hand: &'a LevelHand,
        t: &'a Tables,
        choices: &'a mut Choices,
        products: &'a mut Products,
        page: Page<'a, Play>,
    ) -> ListChoices<'a> {
        let (pairs, ranges) = (ArrayVec::new(), Default::default());
        ListChoices { hand, t, pairs, ranges, choices, products, flushes: 0, page }
    }

    /// Hands over what is left.
    #[inline(always)]
    pub(super) fn finish(mut self) {
        self.page.turn();
    }

    #[inline(always)]
    fn straights<const W: usize>(&mut self, combo: Combo, start: u32, ids: &[u32]) {
        let shape = Shape::of(combo.kind);
        let halves = self.products.work_out::<W>(start);
        let flush = self.flushes >> (4 * start) & 15 != 0;
        for &id in ids {
            let wilds = &shape.wild_cards[id as usize];
            let counts = wilds.counts | shape.nibbles[start as usize][id as usize][1] & LOWS;
            let play = |natural: u64| {
                let cards = LevelHand { one: wilds.one | natural, two: wilds.two, counts };
                Play { combo, cards }
            };
            let [heads, tails] = halves.of(shape.patterns[id as usize].into());
            // A straight of one suit is no plain straight, unless a wild among it may pass for another suit.
            if flush && (wilds.one == 0 || !self.t.plain_straight_from_flush) {
                for head in heads {
                    let suit = suits(*head);
                    let same = u64::from(suit) * LOWS;
                    for tail in tails {
                        if !suit.is_power_of_two() || tail & !same != 0 {
                            self.page.put(play(head | tail));
                        }
                    }
                }
            } else {
                self.page.put_products(heads, tails, |head, tail| play(head | tail));
            }
        }
    }

    #[inline(always)]
    fn tubes_or_plates(&mut self, combo: Combo, start: u32, ids: &[u32]) {
        let shape = Shape::of(combo.kind);
        for &id in ids {
            let pattern = u32::from(shape.patterns[id as usize]);
            let mut ranges: [Range<usize>; 3] = Default::default();
            for (i, range) in (0..shape.places).zip(&mut ranges) {
                let natural = shape.each - (pattern >> (2 * i) & 3);
                *range = self.choices.find(self.hand, natural, nibble_of_start(start + i));
            }
            let [first, second, third] = ranges.map(|range| &self.choices.cards[range]);
            for head in first {
                let head = join(head, &shape.wild_cards[id as usize]);
                let with_head = |tail: &LevelHand| Play { combo, cards: join(&head, tail) };
                if shape.places == 2 {
                    self.page.put_each(second, with_head);
                } else {
                    self.page.put_products(second, third, |second, third| with_head(&join(&second, &third)));
                }
            }
        }
    }
}

impl<const W: usize> Listener<W> for ListChoices<'_> {
    #[inline(always)]
    fn prepare(&mut self, kind: Kind, _most: u32) {
        if kind == Kind::Straight {
            self.products.find(self.hand);
            self.flushes = Windows::of_suits(self.hand.one, W as u32).any();
        }
    }

    #[inline(always)]
    fn same(&mut self, combo: Combo, nibble: u32, wilds: u32) {
        let natural = u32::from(combo.size) - wilds;
        self.page.put_each(choices(held(self.hand, nibble), natural), |&byte| Play {
            combo,
            cards: cards_of(byte, nibble, natural, wilds),
        });
    }

    #[inline(always)]
    fn pair(&mut self, natural: u32, nibble: u32) {
        let from = self.pairs.len() as u8;
        for &byte in choices(held(self.hand, nibble), natural) {
            self.pairs.push(cards_of(byte, nibble, natural, 0));
        }
        self.ranges[natural as usize].push([from, self.pairs.len() as u8]);
    }

    #[inline(always)]
    fn full_houses(&mut self, combo: Combo, nibble: u32, split: Split, own: Option<usize>) {
        let [in_triple, in_pair] = split.natural;
        let mut triples: ArrayVec<LevelHand, 16> = ArrayVec::new();
        for &byte in choices(held(self.hand, nibble), in_triple) {
            triples.push(cards_of(byte, nibble, in_triple, split.wilds));
        }
        for ranges in all_but(&self.ranges[in_pair as usize], own) {
            if let (&[triple], [[from, _], .., [_, to]]) = (&triples[..], ranges) {
                // The only choice goes with those of all pairs in a row.
                for pairs in self.pairs[usize::from(*from)..usize::from(*to)].chunks(PLAYS) {
                    self.page.put_each(pairs, |pair| Play { combo, cards: join(&triple, pair) });
                }
                continue;
            }
            for &[from, to] in ranges {
                let pairs = &self.pairs[from.into()..to.into()];
                self.page.put_products(&triples, pairs, |triple, pair| Play { combo, cards: join(&triple, &pair) });
            }
        }
    }

    #[inline(always)]
    fn runs(&mut self, combo: Combo, start: u32, ids: &[u32; MOST], count: usize) {
        if combo.kind == Kind::Straight {
            self.straights::<W>(combo, start, &ids[..count]);
        } else {
            self.tubes_or_plates(combo, start, &ids[..count]);
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
