//! Plays with every choice of suits, listed: the choices of a rank are found once, and a play's are a product of them.

use std::ops::Range;

use arrayvec::ArrayVec;

use super::groups;
use super::page::Page;
use super::patterns::{Shape, Windows, nibble_of_start};
use super::take::{WILDS, choices, held, join, put, suits};
use super::walk::{Listener, Split};
use super::{Combo, Kind};
use crate::hand::LevelHand;
use crate::rules::Tables;

/// All choices from all ranks of all 108 cards: 80 of a rank (3^4 less the empty one), 2 of a joker.
const MOST_CHOICES: usize = 13 * 80 + 2 * 2;

/// What can be taken of each rank of a hand, found out when it is wanted.
pub(super) struct Choices {
    cards: ArrayVec<LevelHand, MOST_CHOICES>,
    /// By number and nibble: where in `cards` the choices begin and end; nowhere as long as they are not known.
    places: [[[u16; 2]; 16]; 9],
}

impl Choices {
    #[inline(always)]
    pub(super) fn new() -> Choices {
        Choices { cards: ArrayVec::new(), places: [[[0; 2]; 16]; 9] }
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
            let mut cards = LevelHand::EMPTY;
            put(&mut cards, nibble, byte, n);
            self.cards.push(cards);
        }
        let to = self.cards.len();
        self.places[n as usize][nibble as usize] = [from as u16, to as u16];
        from..to
    }
}

/// Room for the choices of some places of a play.
pub(super) struct Scratch<'a> {
    /// Of one place, or two where one card of each is taken.
    pub(super) few: &'a mut [LevelHand; 16],
    /// Of the first two places of a run: ten choices of a pair each.
    pub(super) heads: &'a mut [LevelHand; 100],
    /// Of the last three places of a straight.
    pub(super) tails: &'a mut [LevelHand; 64],
}

/// Puts each of `some` with each of `others` into `all`; those that came of it.
#[inline(always)]
fn product<'a>(all: &'a mut [LevelHand], some: &[LevelHand], others: &[LevelHand]) -> &'a [LevelHand] {
    let mut rest = &mut *all;
    for cards in some {
        let (now, later) = rest.split_at_mut(others.len());
        for (to, other) in now.iter_mut().zip(others) {
            *to = join(cards, other);
        }
        rest = later;
    }
    &all[..some.len() * others.len()]
}

/// Lists plays with every choice of suits.
pub(super) struct ListChoices<'a, 'p> {
    hand: &'a LevelHand,
    t: &'a Tables,
    choices: &'a mut Choices,
    scratch: Scratch<'a>,
    /// The straight flushes that the hand can make.
    flushes: u64,
    page: &'a mut Page<'p>,
}

impl<'a, 'p> ListChoices<'a, 'p> {
    #[inline(always)]
    pub(super) fn new(
        hand: &'a LevelHand,
        t: &'a Tables,
        choices: &'a mut Choices,
        scratch: Scratch<'a>,
        page: &'a mut Page<'p>,
    ) -> ListChoices<'a, 'p> {
        let flushes = Windows::of_suits(hand.one, hand.wilds()).any();
        ListChoices { hand, t, choices, scratch, flushes, page }
    }
}

impl Listener for ListChoices<'_, '_> {
    #[inline(always)]
    fn prepare(&mut self, _most: u32) {}

    #[inline(always)]
    fn same(&mut self, combo: Combo, nibble: u32, wilds: u32) {
        let choices = self.choices.find(self.hand, u32::from(combo.size) - wilds, nibble);
        self.page.put_each(combo, &WILDS[wilds as usize], &self.choices.cards[choices]);
    }

    #[inline(always)]
    fn full_houses(&mut self, combo: Combo, triple: u8, split: Split, pairs: &[u8]) {
        let [in_triple, in_pair] = split.natural;
        let triples = self.choices.find(self.hand, in_triple, u32::from(triple));
        let head = &WILDS[split.wilds() as usize..][..1];
        let heads = product(self.scratch.few, head, &self.choices.cards[triples]);
        for &pair in pairs {
            if pair != triple {
                let pairs = self.choices.find(self.hand, in_pair, u32::from(pair));
                let pairs = &self.choices.cards[pairs];
                for head in heads {
                    self.page.put_each(combo, head, pairs);
                }
            }
        }
    }

    #[inline(never)]
    fn run(&mut self, combo: Combo, start: u32, id: u32) {
        let shape = Shape::of(combo.kind);
        let (wilds, pattern) = (shape.wilds[id as usize], u32::from(shape.patterns[id as usize]));
        let mut ranges: [Range<usize>; 5] = Default::default();
        let mut count = 0;
        for i in 0..shape.places {
            let natural = shape.each - (pattern >> (2 * i) & 3);
            if natural > 0 {
                ranges[count] = self.choices.find(self.hand, natural, nibble_of_start(start + i));
                count += 1;
            }
        }
        let [first, second, third, fourth, fifth] = ranges.map(|range| &self.choices.cards[range]);
        let Scratch { few, heads, tails } = &mut self.scratch;
        let head = product(&mut few[..], &WILDS[usize::from(wilds)..][..1], first);
        let (heads, tails) = match count {
            2 => (head, second),
            3 => (product(&mut heads[..], head, second), third),
            4 => (product(&mut heads[..], head, second), product(&mut tails[..], third, fourth)),
            _ => (
                product(&mut heads[..], head, second),
                product(&mut tails[..], product(&mut few[..], third, fourth), fifth),
            ),
        };
        // A straight of one suit is no plain straight, unless a wild among it may pass for another suit.
        let barred = combo.kind == Kind::Straight
            && (wilds == 0 || !self.t.plain_straight_from_flush)
            && self.flushes >> (4 * start) & 15 != 0;
        for head in heads {
            if barred && suits(head).is_power_of_two() {
                for cards in tails.iter().map(|cards| join(head, cards)).filter(|cards| !suits(cards).is_power_of_two())
                {
                    self.page.put(combo, cards);
                }
            } else {
                self.page.put_each(combo, head, tails);
            }
        }
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
