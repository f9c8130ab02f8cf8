//! Where listed plays go: a page of them at a time, so that what lists is compiled once and no play costs a call.

use super::patterns::Shape;
use super::take::{WILDS, join};
use super::{Combo, Kind, Play};
use crate::hand::{LOWS, LevelHand};

/// The plays of a page.
const PLAYS: usize = 64;

/// A page that is handed over when it is full, and at the end.
pub(super) struct Page<'a> {
    plays: &'a mut [Play; PLAYS],
    count: usize,
    hand_over: &'a mut dyn FnMut(&[Play]),
}

impl<'a> Page<'a> {
    /// What a page is written on.
    pub(super) const BLANK: [Play; PLAYS] =
        [Play { combo: Combo::new(Kind::Single, 0, 0), cards: LevelHand::EMPTY }; PLAYS];

    #[inline(always)]
    pub(super) fn new(plays: &'a mut [Play; PLAYS], hand_over: &'a mut dyn FnMut(&[Play])) -> Page<'a> {
        Page { plays, count: 0, hand_over }
    }

    /// Hands over what is on the page.
    #[inline(never)]
    pub(super) fn turn(&mut self) {
        (self.hand_over)(&self.plays[..self.count]);
        self.count = 0;
    }

    /// Room for `count` plays, at most 64, which the caller fills from the beginning and [takes](Page::take).
    #[inline(always)]
    pub(super) fn room(&mut self, count: usize) -> &mut [Play] {
        if count > PLAYS - self.count {
            self.turn();
        }
        &mut self.plays[self.count..self.count + count]
    }

    /// Counts what was put in the room.
    #[inline(always)]
    pub(super) fn take(&mut self, count: usize) {
        self.count += count;
    }

    #[inline(always)]
    pub(super) fn put(&mut self, combo: Combo, cards: LevelHand) {
        self.room(1)[0] = Play { combo, cards };
        self.take(1);
    }

    /// Puts down `cards` with each of the `others`, at most 64.
    #[inline(always)]
    pub(super) fn put_each(&mut self, combo: Combo, cards: &LevelHand, others: &[LevelHand]) {
        for (play, other) in self.room(others.len()).iter_mut().zip(others) {
            *play = Play { combo, cards: join(cards, other) };
        }
        self.take(others.len());
    }

    /// Puts down the straight flush of `suit` from `start` with the wilds of the pattern with this id.
    #[inline(always)]
    pub(super) fn put_straight_flush(&mut self, combo: Combo, start: u32, suit: u32, id: u32) {
        let shape = Shape::of(combo.kind);
        let nibbles = shape.nibbles[id as usize][1][start as usize];
        let natural = LevelHand { one: nibbles & LOWS << suit, two: 0, counts: nibbles & LOWS };
        self.put(combo, join(&natural, &WILDS[usize::from(shape.wilds[id as usize])]));
    }
}
