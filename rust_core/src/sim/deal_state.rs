//! One deal as a state machine: it is played until a seat that is played from outside has a choice, and goes on with the
//! answer.
//!
//! Built-in strategies decide at once, and a seat that has nothing to choose does the only thing it can. Where all four
//! seats have built-in strategies the deal is played to its end by the loop of [`crate::policy`].

use super::decision::{Decision, DecisionId, Observation};
use super::observers::{Counts, Played};
use super::player::{Asking, Seating};
use crate::card::{Rank, Seat};
use crate::combo::{Combo, Detail, Move, Play, first_answer, moves_by_page, plays_by_page};
use crate::deal::{Background, Choice, Deal, Log, Snapshot, Stakes, Tribute, View};
use crate::hand::LevelHand;
use crate::policy::{DealSetup, Memory, Policy, Strategy, act, play_out, play_out_by_kind};
use crate::rng::Address;
use crate::rules::Tables;

/// What a seat can do besides passing, in listing order.
#[derive(Clone, Copy, Debug)]
pub enum Options<'a> {
    /// Plays told apart by ranks, their cards not yet looked up.
    Moves(&'a [Move]),
    /// Plays told apart by cards, or single cards to pay, return or pick.
    Plays(&'a [Play]),
}

impl Options<'_> {
    /// The number of options.
    #[inline(always)]
    pub const fn len(&self) -> usize {
        match self {
            Options::Moves(moves) => moves.len(),
            Options::Plays(plays) => plays.len(),
        }
    }

    /// Whether there is no option, so that the seat can only pass.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The play at `index`, made from `hand`, for which the options were listed.
    #[inline(always)]
    pub fn play(&self, index: usize, hand: &LevelHand, tables: &Tables) -> Play {
        match self {
            Options::Moves(moves) => moves[index].play(hand, tables),
            Options::Plays(plays) => plays[index],
        }
    }
}

/// The options of the seat to act; keeps its memory from one decision to the next.
#[derive(Clone, Debug)]
struct OptionList {
    detail: Detail,
    moves: Vec<Move>,
    plays: Vec<Play>,
}

impl OptionList {
    const fn new() -> OptionList {
        OptionList { detail: Detail::Ranks, moves: Vec::new(), plays: Vec::new() }
    }

    #[inline(always)]
    fn options(&self) -> Options<'_> {
        match self.detail {
            Detail::Ranks => Options::Moves(&self.moves),
            Detail::Cards => Options::Plays(&self.plays),
        }
    }

    /// Lists what `hand` can lead, or can play on `to_beat`.
    #[inline(always)]
    fn fill(&mut self, hand: &LevelHand, tables: &Tables, to_beat: Option<Combo>, detail: Detail) {
        self.detail = detail;
        if detail == Detail::Ranks {
            self.moves.clear();
            moves_by_page(hand, tables, to_beat, &mut |moves| self.moves.extend_from_slice(moves));
            return;
        }
        self.plays.clear();
        plays_by_page(hand, tables, to_beat, detail, &mut |plays| self.plays.extend_from_slice(plays));
    }

    /// Lists the cards of a choice of tribute, each as a single.
    fn fill_with_cards(&mut self, choice: &Choice, tables: &Tables) {
        self.detail = Detail::Cards;
        self.plays.clear();
        self.plays.extend(choice.plays(tables));
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
}

/// A deal in progress. [`DealState::begin`] begins another one in its place.
#[derive(Clone, Debug)]
pub(super) struct DealState {
    deal: Deal,
    address: Address,
    /// What the ends of the deal are worth in the match.
    stakes: Option<Stakes>,
    observers: (Counts, Played),
    list: OptionList,
    /// The seats found to hold no bomb, bit `i` for seat `i`. It stays so, for playing cards makes no bomb.
    bombless: u8,
    /// The plays so far, where somebody looks back at them.
    log: Option<Box<Log>>,
    /// The memories of built-in strategies that share the deal with players outside.
    memories: Option<Box<[Memory; 4]>>,
}

impl DealState {
    /// A place for deals, with `deal` as the first. `logs` says whether the plays are logged, `mixed` whether built-in
    /// strategies share the deals with players outside.
    pub(super) fn new(deal: Deal, address: Address, logs: bool, mixed: bool) -> DealState {
        DealState {
            deal,
            address,
            stakes: None,
            observers: Default::default(),
            list: OptionList::new(),
            bombless: 0,
            log: logs.then(Box::default),
            memories: mixed.then(Box::default),
        }
    }

    /// Begins another deal.
    pub(super) fn begin(&mut self, deal: Deal, address: Address, stakes: Option<Stakes>) {
        (self.deal, self.address, self.stakes) = (deal, address, stakes);
        (self.observers, self.bombless) = Default::default();
        if let Some(log) = &mut self.log {
            log.clear();
        }
        if let Some(memories) = &mut self.memories {
            **memories = Default::default();
        }
    }

    /// Makes the plays, and passes for `None`, that the deal is to begin with.
    pub(super) fn play_given(&mut self, actions: &[Option<Play>], tables: &Tables) {
        for play in actions {
            let seat = self.deal.turn().expect("the deal goes on after them");
            self.act(seat, play.as_ref(), tables);
        }
    }

    /// Plays on until a seat that is played from outside has to be asked, whose options are then listed, or to the end of the
    /// deal. Says whether there is such a seat.
    pub(super) fn advance(&mut self, tables: &Tables, tribute: Option<&Tribute>, seating: &Seating) -> bool {
        if let Some(strategies) = seating.all_built_in() {
            let background = Background::new(tribute, self.stakes.as_ref());
            let setup = DealSetup { tables, address: self.address, strategies, background };
            self.observers.0 = play_to_the_end(&setup, &mut self.deal, self.log.as_deref_mut(), self.observers.0);
            return false;
        }
        self.advance_to_choice(tables, tribute, seating)
    }

    /// Plays on where at least one seat is played from outside.
    #[inline]
    fn advance_to_choice(&mut self, tables: &Tables, tribute: Option<&Tribute>, seating: &Seating) -> bool {
        while let Some(seat) = self.deal.turn() {
            if let Some(strategy) = seating.strategy(seat) {
                let play = self.ask(strategy, seat, tables, tribute);
                self.act(seat, play.as_ref(), tables);
                continue;
            }
            let Asking { detail, every_turn } = seating.asking(seat);
            let (hand, to_beat) = (*self.deal.hand(seat), self.deal.table());
            let seat_bit = 1 << seat.index();
            if let Some(to_beat) = to_beat
                && !every_turn
                && self.bombless & seat_bit != 0
                && first_answer(&hand, tables, to_beat).is_none()
            {
                // Most turns end here, without a list.
                self.act(seat, None, tables);
                continue;
            }
            self.list.fill(&hand, tables, to_beat, detail);
            // Of bombs only those that beat the table are listed, so that on a bomb an empty list says nothing about
            // the hand.
            if !to_beat.is_some_and(|to_beat| to_beat.kind.is_bomb()) && !self.list.has_bomb() {
                self.bombless |= seat_bit;
            }
            if every_turn || self.list.options().len() + usize::from(to_beat.is_some()) > 1 {
                return true;
            }
            self.answer(0, tables);
        }
        false
    }

    /// What a built-in strategy does. Kept out of the loop, where an answer from outside takes longer than a call.
    #[inline(never)]
    fn ask(&mut self, strategy: &Strategy, seat: Seat, tables: &Tables, tribute: Option<&Tribute>) -> Option<Play> {
        let view = View::new(&self.deal, seat, tables, self.address, self.log.as_deref())
            .with_background(Background::new(tribute, self.stakes.as_ref()));
        let memories = self.memories.as_deref_mut().expect("built-in strategies have memories");
        strategy.act(&view, &mut memories[seat.index()])
    }

    /// The seat to act takes the option at `index`; the number of options stands for a pass.
    #[inline]
    pub(super) fn answer(&mut self, index: usize, tables: &Tables) {
        let seat = self.deal.turn().expect("a seat has to decide");
        let options = self.list.options();
        let play = (index < options.len()).then(|| options.play(index, self.deal.hand(seat), tables));
        self.act(seat, play.as_ref(), tables);
    }

    #[inline(always)]
    fn act(&mut self, seat: Seat, action: Option<&Play>, tables: &Tables) {
        act(&mut self.deal, seat, action, tables, self.log.as_deref_mut(), &mut self.observers);
    }

    /// Makes the cards of a choice of tribute the options, before the deal it is paid for begins.
    pub(super) fn list_cards(&mut self, choice: &Choice, tables: &Tables) {
        self.list.fill_with_cards(choice, tables);
    }

    /// What `seat` sees, whoever is to act.
    pub(super) fn seen_by(&self, seat: Seat, tables: &Tables, tribute: Option<&Tribute>) -> Snapshot {
        View::new(&self.deal, seat, tables, self.address, self.log.as_deref())
            .with_background(Background::new(tribute, self.stakes.as_ref()))
            .snapshot()
    }

    /// What the seat to act sees.
    #[inline(always)]
    pub(super) fn view<'a>(&'a self, tables: &'a Tables, tribute: Option<&'a Tribute>) -> View<'a> {
        let seat = self.deal.turn().expect("a seat has to decide");
        View::new(&self.deal, seat, tables, self.address, self.log.as_deref())
            .with_background(Background::new(tribute, self.stakes.as_ref()))
    }

    /// The decision of the seat to act, whose `view` this is. `levels` are the teams' before the deal.
    #[inline(always)]
    pub(super) fn decision<'a>(&'a self, id: DecisionId, levels: [Rank; 2], view: View<'a>) -> Decision<'a> {
        Decision {
            id,
            levels,
            observation: Observation::Play(view),
            options: self.list.options(),
            can_pass: self.can_pass(),
            played: &self.observers.1,
        }
    }

    /// The options of the seat to act, or of the choice listed last.
    #[inline(always)]
    pub(super) fn options(&self) -> Options<'_> {
        self.list.options()
    }

    /// Whether the seat to act may pass.
    #[inline(always)]
    pub(super) const fn can_pass(&self) -> bool {
        self.deal.table().is_some()
    }

    /// The deal itself.
    pub(super) const fn deal(&self) -> &Deal {
        &self.deal
    }

    /// The plays so far, where they are logged.
    pub(super) fn log(&self) -> Option<&Log> {
        self.log.as_deref()
    }

    /// What the table `deals` counts.
    pub(super) const fn counts(&self) -> Counts {
        self.observers.0
    }
}

/// Plays `deal` to its end and adds to what has been counted so far. `random` and `lowest` decide faster than it takes to ask who plays and what lies on
/// the table, so that deals in which all seats play one of them have loops of their own.
pub(super) fn play_to_the_end(
    setup: &DealSetup<'_>,
    deal: &mut Deal,
    log: Option<&mut Log>,
    mut counts: Counts,
) -> Counts {
    if let Some(setup) = setup.map_strategies(Strategy::as_random) {
        play_out_by_kind(deal, &setup, log, &mut counts);
    } else if let Some(setup) = setup.map_strategies(Strategy::as_lowest) {
        play_out_by_kind(deal, &setup, log, &mut counts);
    } else {
        play_out(deal, setup, log, &mut counts);
    }
    counts
}
