//! What one seat may know of a deal.
//!
//! A strategy gets nothing else. The deal inside is private to this folder, so that hidden hands are out of reach by
//! construction: no method here shows the cards of another seat.

use super::{Choice, Deal, Gift, Log, Logged, Tribute};
use crate::card::{Rank, Seat};
use crate::combo::Combo;
use crate::hand::{Hand, LevelHand};
use crate::rng::Key;
use crate::rules::Tables;

/// A deal as `seat` sees it: its own cards, everything played, counts of cards, and its random numbers.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    deal: &'a Deal,
    seat: Seat,
    tables: &'a Tables,
    key: Key,
    log: Option<&'a Log>,
}

impl<'a> View<'a> {
    /// The view of `seat`, its random numbers from `key`. `log` may be left out for strategies that do not look back.
    #[inline(always)]
    pub const fn new(deal: &'a Deal, seat: Seat, tables: &'a Tables, key: Key, log: Option<&'a Log>) -> View<'a> {
        View { deal, seat, tables, key, log }
    }

    /// The same view with other random numbers.
    #[inline(always)]
    #[must_use]
    pub const fn with_key(self, key: Key) -> View<'a> {
        View { key, ..self }
    }

    /// Whose view it is.
    #[inline(always)]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The seat's own cards.
    #[inline(always)]
    pub const fn hand(&self) -> &'a LevelHand {
        self.deal.hand(self.seat)
    }

    /// The rules at this level.
    #[inline(always)]
    pub const fn tables(&self) -> &'a Tables {
        self.tables
    }

    /// The level.
    #[inline(always)]
    pub const fn level(&self) -> Rank {
        self.deal.level()
    }

    /// Whose turn it is, or `None` once the deal is over.
    #[inline(always)]
    pub const fn turn(&self) -> Option<Seat> {
        self.deal.turn()
    }

    /// The play to beat, or `None` when the seat to act leads.
    #[inline(always)]
    pub const fn table(&self) -> Option<Combo> {
        self.deal.table()
    }

    /// Who made the last play of the trick in progress.
    #[inline(always)]
    pub const fn last_player(&self) -> Option<Seat> {
        self.deal.last_player()
    }

    /// Whether `seat` must act again before the trick ends without a further play.
    #[inline(always)]
    pub const fn is_pending(&self, seat: Seat) -> bool {
        self.deal.is_pending(seat)
    }

    /// How many cards `seat` holds.
    #[inline(always)]
    pub const fn cards_left(&self, seat: Seat) -> u32 {
        self.deal.hand(seat).len()
    }

    /// Whether `seat` still holds cards.
    #[inline(always)]
    pub const fn is_in(&self, seat: Seat) -> bool {
        self.deal.is_in(seat)
    }

    /// The seats that are out, first to last; once the deal is over all four.
    #[inline(always)]
    pub fn places(&self) -> &'a [Seat] {
        self.deal.places()
    }

    /// The number of the action to come, passes counted.
    #[inline(always)]
    pub const fn decision(&self) -> u32 {
        self.deal.actions()
    }

    /// Every play so far.
    ///
    /// # Panics
    /// When the view was made without a log; a strategy that looks back has to say so (`policy::Policy::looks_back`).
    #[inline]
    pub fn plays(&self) -> &'a [Logged] {
        self.log.expect("a strategy that looks back says so").plays()
    }

    /// 64 random bits for this decision, the `k`-th of them.
    #[inline(always)]
    pub const fn random(&self, k: u32) -> u64 {
        self.key.value(self.seat.index() as u32, self.decision(), k)
    }

    /// A random number below `n` for this decision, from the values at `k` and behind.
    #[inline(always)]
    pub fn below(&self, k: u32, n: u32) -> u32 {
        self.key.below(self.seat.index() as u32, self.decision(), k, n)
    }
}

/// A choice of the tribute before a deal, as the seat that makes it sees it.
#[derive(Clone, Copy, Debug)]
pub struct ChoiceView<'a> {
    tribute: &'a Tribute,
    choice: &'a Choice,
    tables: &'a Tables,
    key: Key,
}

impl<'a> ChoiceView<'a> {
    /// The view of the one who makes `choice`, random numbers from `key`.
    #[inline(always)]
    pub const fn new(tribute: &'a Tribute, choice: &'a Choice, tables: &'a Tables, key: Key) -> ChoiceView<'a> {
        ChoiceView { tribute, choice, tables, key }
    }

    /// What has to be chosen, and from which cards.
    #[inline(always)]
    pub const fn choice(&self) -> &'a Choice {
        self.choice
    }

    /// The seat's own cards.
    #[inline(always)]
    pub const fn hand(&self) -> Hand {
        self.tribute.hands()[self.choice.seat.index()]
    }

    /// The rules at the level to be played.
    #[inline(always)]
    pub const fn tables(&self) -> &'a Tables {
        self.tables
    }

    /// The tributes handed over so far, which all have seen.
    #[inline(always)]
    pub fn payments(&self) -> &'a [Gift] {
        self.tribute.payments()
    }

    /// A random number below `n` for this choice, from the values at `k` and behind.
    #[inline(always)]
    pub fn below(&self, k: u32, n: u32) -> u32 {
        // A seat chooses at most once in each phase.
        self.key.below(self.choice.seat.index() as u32, self.choice.phase as u32, k, n)
    }
}
