//! A buffer of 64 plays between the generator of plays and its caller.
//!
//! The generator writes plays to the page; a full page is handed to the caller. So listing is compiled once for all callers,
//! and a call is made once for 64 plays.

use super::super::pattern::{Shape, SuitedPatterns};
use super::super::{Combo, Play};
use crate::hand::Start;

/// The number of plays on a page.
pub(super) const PLAYS: usize = 64;

/// A page that is handed over whenever it is full, and once more at the end.
pub(super) struct Page<'a, T> {
    listed: &'a mut [T; PLAYS],
    count: usize,
    hand_over: &'a mut dyn FnMut(&[T]),
}

impl<'a, T> Page<'a, T> {
    #[inline]
    pub(super) fn new(blank: &'a mut [T; PLAYS], hand_over: &'a mut dyn FnMut(&[T])) -> Page<'a, T> {
        Page { listed: blank, count: 0, hand_over }
    }

    /// Hands over what is on the page and begins a new one.
    #[inline]
    pub(super) fn turn(&mut self) {
        (self.hand_over)(&self.listed[..self.count]);
        self.count = 0;
    }

    /// Room for `N` plays, which the caller fills from the beginning and then [takes](Page::take).
    #[inline]
    pub(super) fn row<const N: usize>(&mut self) -> &mut [T; N] {
        if self.count > PLAYS - N {
            self.turn();
        }
        self.listed[self.count..].first_chunk_mut().expect("room was made")
    }

    /// Keeps the first `count` plays of the room.
    #[inline]
    pub(super) fn take(&mut self, count: usize) {
        self.count += count;
    }

    /// Writes one play.
    #[inline]
    pub(super) fn put(&mut self, value: T) {
        if self.count > PLAYS - 1 {
            self.turn();
        }
        self.listed[self.count] = value;
        self.count += 1;
    }

    /// Writes the play that `make` makes of each of `parts`, at most 64.
    #[inline]
    pub(super) fn put_each<P>(&mut self, parts: &[P], make: impl Fn(&P) -> T) {
        if parts.len() > PLAYS - self.count {
            self.turn();
        }
        let room = &mut self.listed[self.count..][..parts.len()];
        for (value, part) in room.iter_mut().zip(parts) {
            *value = make(part);
        }
        self.take(parts.len());
    }

    /// Writes the play that `make` makes of each of `some` with each of `others`, at most 64 of either.
    #[inline]
    pub(super) fn put_products<P: Copy, Q: Copy>(&mut self, some: &[P], others: &[Q], make: impl Fn(P, Q) -> T) {
        if let &[other] = others {
            // One row instead of many of one play.
            self.put_few(some, |part| make(part, other));
            return;
        }
        for &part in some {
            self.put_few(others, |other| make(part, other));
        }
    }

    /// Writes the play that `make` makes of each of `parts`, which are so few that a loop without preparations is faster than
    /// [`Page::put_each`].
    #[inline]
    fn put_few<P: Copy>(&mut self, parts: &[P], make: impl Fn(P) -> T) {
        if parts.len() > PLAYS - self.count {
            self.turn();
        }
        for &part in parts {
            self.listed[self.count % PLAYS] = make(part);
            self.count += 1;
        }
    }
}

impl Page<'_, Play> {
    /// Writes the straight flushes from `start`, each with its own cards: no other cards make the same play.
    #[inline]
    pub(super) fn put_flushes(&mut self, combo: Combo, start: Start, patterns: SuitedPatterns) {
        let shape = Shape::of(combo.kind);
        for (id, suit) in patterns.iter() {
            self.put(Play { combo, cards: shape.flush(start, suit, id) });
        }
    }
}
