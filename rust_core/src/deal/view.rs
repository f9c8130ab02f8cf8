//! What one seat may know of a deal.
//!
//! A strategy gets nothing else. The deal inside is private to this folder, so that hidden hands are out of reach by
//! construction: no method here shows the cards of another seat.

use super::{Choice, Deal, Gift, Illegal, Log, Logged, Shown, Stakes, StatedAction, Tribute};
use crate::card::{Rank, Seat};
use crate::combo::{Combo, Play};
use crate::hand::{Counts, Hand, LevelHand};
use crate::rng::Address;
use crate::rules::Tables;

/// A deal as `seat` sees it: its own cards, everything played, counts of cards, and its random numbers.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(super) deal: &'a Deal,
    pub(super) seat: Seat,
    tables: &'a Tables,
    address: Address,
    log: Option<&'a Log>,
    background: Background<'a>,
}

/// What happened before the first lead of a deal: the tribute, of which a seat sees what is public, and what the ends
/// of the deal are worth in the match. Its fields are private, because a tribute knows all hands.
#[derive(Clone, Copy, Default, Debug)]
pub struct Background<'a> {
    tribute: Option<&'a Tribute>,
    stakes: Option<&'a Stakes>,
}

impl<'a> Background<'a> {
    /// The background of a single deal, or of one whose match does not matter.
    pub const NONE: Background<'static> = Background { tribute: None, stakes: None };

    /// A deal after `tribute`, `None` in the first deal of a match, and with these `stakes`, `None` where nobody asks.
    #[inline(always)]
    pub const fn new(tribute: Option<&'a Tribute>, stakes: Option<&'a Stakes>) -> Background<'a> {
        Background { tribute, stakes }
    }
}

impl<'a> View<'a> {
    /// What `seat` sees of `deal`, with its random numbers from `address`. `log` holds the plays so far; strategies that do not
    /// look back need none.
    #[inline(always)]
    pub const fn new(
        deal: &'a Deal,
        seat: Seat,
        tables: &'a Tables,
        address: Address,
        log: Option<&'a Log>,
    ) -> View<'a> {
        View { deal, seat, tables, address, log, background: Background::NONE }
    }

    /// This view with its random numbers from `address`.
    #[inline(always)]
    #[must_use]
    pub const fn with_address(self, address: Address) -> View<'a> {
        View { address, ..self }
    }

    /// This view with `background` as what happened before the deal.
    #[inline(always)]
    #[must_use]
    pub const fn with_background(self, background: Background<'a>) -> View<'a> {
        View { background, ..self }
    }

    /// What happened before the deal, to be passed to other views of the same deal.
    #[inline(always)]
    pub const fn background(&self) -> Background<'a> {
        self.background
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

    /// Who leads the next trick if everyone still to act passes; before the lead of a trick its leader.
    #[inline(always)]
    pub fn heir(&self) -> Seat {
        self.deal.heir()
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

    /// How many cards `seat` has announced that it holds (R11.1); `None` while it holds more than `announce_at`. Since plays are
    /// public, [`View::cards_left`] is known without it.
    #[inline(always)]
    pub const fn announced(&self, seat: Seat) -> Option<u32> {
        let left = self.cards_left(seat);
        if left <= self.tables.announce_at { Some(left) } else { None }
    }

    /// How many cards of each rank the other seats hold together, by nibble as in [`LevelHand::counts`]. It follows from the
    /// plays; who of them holds a card is not shown.
    #[inline(always)]
    pub fn unseen_counts(&self) -> Counts {
        let others = [self.seat.plus(1), self.seat.plus(2), self.seat.plus(3)];
        self.deal.hand(others[0]).counts() + self.deal.hand(others[1]).counts() + self.deal.hand(others[2]).counts()
    }

    /// The cards that the other seats hold together.
    pub fn unseen(&self) -> Hand {
        let others = [1, 2, 3].map(|n| self.deal.hand(self.seat.plus(n)).to_hand(self.level()));
        others.into_iter().fold(Hand::EMPTY, |sum, hand| sum.plus(hand).expect("two packs hold all cards"))
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

    /// The number of the decision to come: how many plays and passes there have been.
    #[inline(always)]
    pub const fn decision(&self) -> u32 {
        self.deal.actions()
    }

    /// Every play so far.
    ///
    /// # Panics
    /// When the view was made without a log. A strategy that looks back has to say so in `Policy::looks_back`.
    #[inline]
    pub fn plays(&self) -> &'a [Logged] {
        self.log.expect("a strategy that looks back says so").plays()
    }

    /// The log of the plays so far.
    ///
    /// # Panics
    /// When the view was made without a log. A strategy that looks back has to say so in `Policy::looks_back`.
    #[inline]
    pub fn log(&self) -> &'a Log {
        self.log.expect("a strategy that looks back says so")
    }

    /// The tribute before the deal, with all that is hidden of it.
    pub(super) const fn tribute(&self) -> Option<&'a Tribute> {
        self.background.tribute
    }

    /// The cards paid as tribute before the deal; empty in a first or single deal and after a void tribute.
    #[inline]
    pub fn payments(&self) -> &'a [Gift] {
        self.background.tribute.map_or(&[], Tribute::payments)
    }

    /// The cards returned for those that were paid.
    #[inline]
    pub fn returns(&self) -> &'a [Gift] {
        self.background.tribute.map_or(&[], Tribute::returns)
    }

    /// What the tribute has shown everyone of the hand of `seat` at the first lead.
    pub fn shown(&self, seat: Seat) -> Shown {
        self.background.tribute.map_or(Shown::NOTHING, |tribute| tribute.shown(seat))
    }

    /// What the ends of the deal are worth in the match it is part of; `None` in a single deal.
    #[inline(always)]
    pub const fn stakes(&self) -> Option<&'a Stakes> {
        self.background.stakes
    }

    /// What the seat whose turn it is does when it does `action`: a legal play, or `None` for a pass.
    ///
    /// # Errors
    /// The reason why it may not do so, with the clause of the rules.
    pub fn meant(&self, action: &StatedAction) -> Result<Option<Play>, Illegal> {
        self.deal.meant(action, self.tables)
    }

    /// The deal with the cards lying as in `hands`: a determinization.
    ///
    /// # Panics
    /// When the hands contradict what the seat sees: its own cards are others, or a seat holds another number of cards.
    pub fn determinized(&self, hands: [Hand; 4]) -> Deal {
        for seat in Seat::ALL {
            assert_eq!(hands[seat.index()].len(), self.cards_left(seat), "seat {seat} holds another number of cards");
        }
        assert_eq!(hands[self.seat.index()], self.hand().to_hand(self.level()), "the seat's own cards are known");
        self.deal.with_hands(hands)
    }

    /// The address of the random numbers of the deal.
    #[inline(always)]
    pub const fn address(&self) -> Address {
        self.address
    }

    /// Random bits number `k` of this decision, 64 of them.
    #[inline(always)]
    pub const fn random(&self, k: u32) -> u64 {
        self.address.value(self.seat.index() as u32, self.decision(), k)
    }

    /// A random number below `n` of this decision, each as likely as the others, from random bits number `k` and, rarely, the
    /// following ones.
    #[inline(always)]
    pub fn below(&self, k: u32, n: u32) -> u32 {
        self.address.below(self.seat.index() as u32, self.decision(), k, n)
    }
}

/// A choice of the tribute before a deal, as the seat that makes it sees it.
#[derive(Clone, Copy, Debug)]
pub struct ChoiceView<'a> {
    pub(super) tribute: &'a Tribute,
    choice: &'a Choice,
    tables: &'a Tables,
    address: Address,
    stakes: Option<&'a Stakes>,
}

impl<'a> ChoiceView<'a> {
    /// What the seat sees that has to make `choice` in `tribute`, with its random numbers from `address`.
    #[inline(always)]
    pub const fn new(tribute: &'a Tribute, choice: &'a Choice, tables: &'a Tables, address: Address) -> ChoiceView<'a> {
        ChoiceView { tribute, choice, tables, address, stakes: None }
    }

    /// This view with what the ends of the deal are worth in the match.
    #[inline(always)]
    #[must_use]
    pub const fn with_stakes(self, stakes: Option<&'a Stakes>) -> ChoiceView<'a> {
        ChoiceView { stakes, ..self }
    }

    /// What the ends of the deal are worth in the match; `None` where nobody asks.
    pub const fn stakes(&self) -> Option<&'a Stakes> {
        self.stakes
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

    /// How many cards `seat` holds.
    #[inline(always)]
    pub const fn cards_left(&self, seat: Seat) -> u32 {
        self.tribute.hands()[seat.index()].len()
    }

    /// The cards that the other seats hold together.
    pub fn unseen(&self) -> Hand {
        let others = [1, 2, 3].map(|n| self.tribute.hands()[self.choice.seat.plus(n).index()]);
        others.into_iter().fold(Hand::EMPTY, |sum, hand| sum.plus(hand).expect("two packs hold all cards"))
    }

    /// What everyone has seen of the hand of `seat`.
    pub fn shown(&self, seat: Seat) -> Shown {
        self.tribute.shown_so_far(seat)
    }

    /// Whether the seat knows how the tribute goes on after its choice. Views that were told or read from a text may not say who
    /// pays whom.
    pub fn is_known_to_go_on(&self) -> bool {
        self.tribute.is_known_to_go_on()
    }

    /// The tribute with the cards lying as in `hands`: a determinization. The choice of the seat is pending again, or one that
    /// another seat makes before it unseen. `None` when these hands would have made the tribute void.
    ///
    /// # Panics
    /// When the seat's own cards are others than it holds.
    pub fn determinized(&self, hands: [Hand; 4]) -> Option<Tribute> {
        assert_eq!(hands[self.choice.seat.index()], self.hand(), "the seat's own cards are known");
        self.tribute.with_hands(hands)
    }

    /// Random bits number `k` of this choice, 64 of them.
    pub const fn random(&self, k: u32) -> u64 {
        self.address.value(self.choice.seat.index() as u32, self.choice.phase as u32, k)
    }

    /// The address of the random numbers of the tribute.
    #[inline(always)]
    pub const fn address(&self) -> Address {
        self.address
    }

    /// A random number below `n` of this choice, each as likely as the others, from random bits number `k` and, rarely, the
    /// following ones.
    #[inline(always)]
    pub fn below(&self, k: u32, n: u32) -> u32 {
        // A seat chooses at most once in each phase.
        self.address.below(self.choice.seat.index() as u32, self.choice.phase as u32, k, n)
    }
}
