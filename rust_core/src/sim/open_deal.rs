//! A deal that is left and taken up again at each decision of a seat that somebody outside the engine plays.
//!
//! Built-in strategies act at once, and so does everyone who has nothing to choose. Knows one deal; many of them side by
//! side are the business of the layers above.

use super::observe::Counts;
use crate::card::Seat;
use crate::combo::{Combo, Detail, Move, Play, first_answer, moves_by_page, plays_by_page};
use crate::deal::{Deal, Log, Stakes, Tribute, View};
use crate::hand::LevelHand;
use crate::policy::{Memory, Observer, Policy, Strategy};
use crate::rng::Address;
use crate::rules::Tables;

/// Who decides for a seat.
#[derive(Clone, Copy, Debug)]
pub(super) enum Decider<'a> {
    /// A built-in strategy, at once.
    BuiltIn(&'a Strategy),
    /// Somebody outside, who wants the plays listed so finely.
    External(Detail),
}

/// What a seat can do, in listing order; a pass, where it is allowed, is one thing more.
#[derive(Clone, Copy, Debug)]
pub enum Options<'a> {
    /// Plays at ranks detail, their cards not yet looked up.
    Moves(&'a [Move]),
    /// Plays at cards detail, or single cards to pay, return or pick.
    Plays(&'a [Play]),
}

impl Options<'_> {
    /// The number of plays.
    #[inline(always)]
    pub const fn len(&self) -> usize {
        match self {
            Options::Moves(moves) => moves.len(),
            Options::Plays(plays) => plays.len(),
        }
    }

    /// Whether passing is all that is left.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Play number `index` out of `hand`, for which they were listed.
    #[inline(always)]
    pub fn play(&self, index: usize, hand: &LevelHand, t: &Tables) -> Play {
        match self {
            Options::Moves(moves) => moves[index].play(hand, t),
            Options::Plays(plays) => plays[index],
        }
    }
}

/// A list of options with room for the next.
#[derive(Clone, Debug)]
pub(super) struct List {
    detail: Detail,
    moves: Vec<Move>,
    plays: Vec<Play>,
}

impl List {
    pub(super) const fn new() -> List {
        List { detail: Detail::Ranks, moves: Vec::new(), plays: Vec::new() }
    }

    #[inline(always)]
    pub(super) fn options(&self) -> Options<'_> {
        match self.detail {
            Detail::Ranks => Options::Moves(&self.moves),
            Detail::Cards => Options::Plays(&self.plays),
        }
    }

    /// Lists what `hand` can lead or put on `to_beat`.
    #[inline(always)]
    fn fill(&mut self, hand: &LevelHand, t: &Tables, to_beat: Option<Combo>, detail: Detail) {
        self.detail = detail;
        if detail == Detail::Ranks {
            self.moves.clear();
            moves_by_page(hand, t, to_beat, &mut |moves| self.moves.extend_from_slice(moves));
            return;
        }
        self.plays.clear();
        plays_by_page(hand, t, to_beat, detail, &mut |plays| self.plays.extend_from_slice(plays));
    }

    /// Whether there is a bomb among the plays, which are listed last.
    #[inline(always)]
    fn has_bomb(&self) -> bool {
        let last = match self.options() {
            Options::Moves(moves) => moves.last().map(|listed| listed.combo()),
            Options::Plays(plays) => plays.last().map(|play| play.combo),
        };
        last.is_some_and(|combo| combo.kind.is_bomb())
    }

    /// Lists single cards, as tribute asks for them.
    pub(super) fn fill_with(&mut self, singles: impl IntoIterator<Item = Play>) {
        self.detail = Detail::Cards;
        self.plays.clear();
        self.plays.extend(singles);
    }
}

/// The cards each seat has played, which everybody has seen.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Played(pub [LevelHand; 4]);

impl Observer for Played {
    #[inline(always)]
    fn played(&mut self, seat: Seat, play: &Play, _deal: &Deal, _tables: &Tables) {
        self.0[seat.index()].add(&play.cards);
    }
}

/// A deal in progress; [`OpenDeal::start`] begins another in its place.
#[derive(Clone, Debug)]
pub(super) struct OpenDeal {
    deal: Deal,
    address: Address,
    /// What its ends are worth in the match.
    stakes: Option<Stakes>,
    watching: (Counts, Played),
    list: List,
    /// The seats found to hold no bomb, bit `i` for seat `i`: playing cards makes none.
    bombless: u8,
    /// Kept where somebody looks back.
    log: Option<Box<Log>>,
    /// Of built-in strategies, where there are any.
    memories: Option<Box<[Memory; 4]>>,
}

impl OpenDeal {
    /// A place for deals, the first of them begun. `logs` and `remembers` say whether a log, and memories of built-in
    /// strategies, are kept.
    pub(super) fn new(deal: Deal, address: Address, logs: bool, remembers: bool) -> OpenDeal {
        OpenDeal {
            deal,
            address,
            stakes: None,
            watching: Default::default(),
            list: List::new(),
            bombless: 0,
            log: logs.then(Box::default),
            memories: remembers.then(Box::default),
        }
    }

    /// Begins another deal.
    pub(super) fn start(&mut self, deal: Deal, address: Address, stakes: Option<Stakes>) {
        (self.deal, self.address, self.stakes) = (deal, address, stakes);
        (self.watching, self.bombless) = Default::default();
        if let Some(log) = &mut self.log {
            log.clear();
        }
        if let Some(memories) = &mut self.memories {
            **memories = Default::default();
        }
    }

    /// Goes on until somebody outside has a choice to make, and lists it; `false` when the deal has ended.
    pub(super) fn advance(&mut self, t: &Tables, tribute: Option<&Tribute>, deciders: &[Decider<'_>; 4]) -> bool {
        while let Some(seat) = self.deal.turn() {
            match deciders[seat.index()] {
                Decider::BuiltIn(strategy) => {
                    let play = self.ask(strategy, seat, t, tribute);
                    self.act(seat, play.as_ref(), t);
                }
                Decider::External(detail) => {
                    let (hand, to_beat) = (*self.deal.hand(seat), self.deal.table());
                    let seat_bit = 1 << seat.index();
                    if let Some(to_beat) = to_beat
                        && self.bombless & seat_bit != 0
                        && first_answer(&hand, t, to_beat).is_none()
                    {
                        // Most turns are such, and need no list.
                        self.act(seat, None, t);
                        continue;
                    }
                    self.list.fill(&hand, t, to_beat, detail);
                    // On a bomb not all bombs are listed.
                    if !to_beat.is_some_and(|to_beat| to_beat.kind.is_bomb()) && !self.list.has_bomb() {
                        self.bombless |= seat_bit;
                    }
                    if self.list.options().len() + usize::from(to_beat.is_some()) > 1 {
                        return true;
                    }
                    self.choose(0, t);
                }
            }
        }
        false
    }

    /// What a built-in strategy does. Not part of the loop: whoever is outside takes longer than a call.
    #[inline(never)]
    fn ask(&mut self, strategy: &Strategy, seat: Seat, t: &Tables, tribute: Option<&Tribute>) -> Option<Play> {
        let view = View::new(&self.deal, seat, t, self.address, self.log.as_deref())
            .with_background(tribute, self.stakes.as_ref());
        let memories = self.memories.as_deref_mut().expect("built-in strategies have memories");
        strategy.act(&view, &mut memories[seat.index()])
    }

    /// Option `index` is chosen; the number behind the last play is a pass.
    #[inline]
    pub(super) fn choose(&mut self, index: usize, t: &Tables) {
        let seat = self.deal.turn().expect("somebody is asked");
        let options = self.list.options();
        let play = (index < options.len()).then(|| options.play(index, self.deal.hand(seat), t));
        self.act(seat, play.as_ref(), t);
    }

    #[inline(always)]
    fn act(&mut self, seat: Seat, play: Option<&Play>, t: &Tables) {
        let Some(play) = play else {
            self.deal.pass_unchecked();
            self.watching.passed(seat, &self.deal);
            return;
        };
        self.deal.play_unchecked(play);
        if let Some(log) = &mut self.log {
            log.push(seat, play, &self.deal);
        }
        self.watching.played(seat, play, &self.deal, t);
    }

    /// What the seat to act sees.
    #[inline(always)]
    pub(super) fn view<'a>(&'a self, t: &'a Tables, tribute: Option<&'a Tribute>) -> View<'a> {
        let seat = self.deal.turn().expect("somebody is asked");
        View::new(&self.deal, seat, t, self.address, self.log.as_deref()).with_background(tribute, self.stakes.as_ref())
    }

    /// What the seat to act can do.
    #[inline(always)]
    pub(super) fn options(&self) -> Options<'_> {
        self.list.options()
    }

    /// Whether the seat to act may pass.
    #[inline(always)]
    pub(super) const fn can_pass(&self) -> bool {
        self.deal.table().is_some()
    }

    pub(super) const fn deal(&self) -> &Deal {
        &self.deal
    }

    pub(super) fn log(&self) -> Option<&Log> {
        self.log.as_deref()
    }

    pub(super) const fn counts(&self) -> Counts {
        self.watching.0
    }

    pub(super) const fn played(&self) -> &Played {
        &self.watching.1
    }
}
