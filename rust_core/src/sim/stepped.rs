//! One match taken step by step: it stops at every turn of a seat that is played from outside, and can be copied there.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use super::decision::{Decision, Observation};
use super::error::SimError;
use super::match_state::MatchState;
use super::plan::Plan;
use super::player::Asking;
use super::rows::MatchRow;
use super::run::{RunContext, check};
use super::vec_deals::expected;
use crate::card::{Rank, Seat};
use crate::combo::{Detail, Play};
use crate::deal::{Choice, Illegal, Log, Phase, Snapshot, StatedAction};
use crate::hand::{Hand, LevelHand};
use crate::series::{EndedBy, Equity, Standing};

/// Why an action is not taken. The match stays as it was.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotTaken {
    /// There is nothing more to decide.
    #[error("the match is over")]
    Over,
    /// The rules do not allow it.
    #[error("{0}")]
    Illegal(Illegal),
    /// The number is not that of an option.
    #[error("{given}: expected {}", expected(*answers, *can_pass))]
    Number {
        /// The number.
        given: i64,
        /// How many answers are possible.
        answers: usize,
        /// Whether the last of them is a pass.
        can_pass: bool,
    },
    /// The card is not among those to choose from.
    #[error("{cards} cannot be chosen to {}: expected one of {} ({})", choice.phase.name(), choice.cards, choice.clause.id())]
    OtherCard {
        /// The card or cards; none for a pass.
        cards: Hand,
        /// What is to be chosen.
        choice: Choice,
    },
}

/// A match in progress or over. Copies share nothing that changes, so that each goes on by itself.
#[derive(Clone)]
pub struct SteppedMatch {
    context: Arc<RunContext>,
    state: MatchState,
    /// The records of the deals that are over.
    records: Vec<Arc<str>>,
    /// How the match ended.
    end: Option<MatchRow>,
    /// The numbers of the options taken so far, from which the match can be played again.
    answers: Vec<u16>,
}

/// How a stepped match asks for its caller's seats: at every turn, with plays told apart by cards.
const CLOSELY: Asking = Asking { detail: Detail::Cards, every_turn: true };

impl SteppedMatch {
    /// The match of this number in a run of `plan`, which has one rotation, played on to the first turn of a seat that is played
    /// from outside.
    ///
    /// # Errors
    /// When the plan cannot be run, and for a match without end.
    pub fn new(plan: &Plan, number: u64) -> Result<SteppedMatch, SimError> {
        let plan = Plan { records: true, ..plan.clone() };
        check(&plan, number, 1)?;
        let context = Arc::new(RunContext::new(&plan, |_| CLOSELY, true, false));
        let mut state = MatchState::new(&context);
        state.begin(&context, number, 0);
        let mut made = SteppedMatch { context, state, records: Vec::new(), end: None, answers: Vec::new() };
        made.advance()?;
        Ok(made)
    }

    /// The decision of the seat that is to act; `None` once the match is over. Its plays are told apart by cards.
    pub fn decision(&self) -> Option<Decision<'_>> {
        (!self.is_over()).then(|| self.state.decision(&self.context))
    }

    /// The seat to act takes the option of this number, the number of options standing for a pass. The match then goes on to the
    /// next turn of a seat that is played from outside, or to its end.
    ///
    /// # Errors
    /// For a match without end.
    ///
    /// # Panics
    /// When the match is over or there is no such option.
    pub fn answer(&mut self, option: usize) -> Result<(), SimError> {
        let answers = self.decision().expect("the match goes on").answers();
        assert!(option < answers, "option {option} of {answers}");
        self.answers.push(option as u16);
        self.state.answer(option);
        self.advance()
    }

    fn advance(&mut self) -> Result<(), SimError> {
        // Nobody cancels a step: it ends with the next turn of the caller's seats.
        self.state.advance(&self.context, &AtomicBool::new(false))?;
        let rows = self.state.take_rows();
        self.records.extend(rows.records.iter().map(|record| Arc::from(record.to_line())));
        self.end = rows.matches.into_iter().next();
        Ok(())
    }

    /// Whether the match is over.
    pub const fn is_over(&self) -> bool {
        self.state.is_over()
    }

    /// The numbers of the options taken so far, in order.
    pub fn answers(&self) -> &[u16] {
        &self.answers
    }

    /// Checks a number that is given for an option, and returns it as an index.
    ///
    /// # Errors
    /// When there is no such option.
    pub fn option_at(&self, given: i64) -> Result<usize, NotTaken> {
        let decision = self.decision().ok_or(NotTaken::Over)?;
        let (answers, can_pass) = (decision.answers(), decision.can_pass);
        let option = usize::try_from(given).ok().filter(|&option| option < answers);
        option.ok_or(NotTaken::Number { given, answers, can_pass })
    }

    /// The index of the option that an action takes.
    ///
    /// # Errors
    /// When the seat to act may not do it.
    pub fn option_of(&self, action: &StatedAction) -> Result<usize, NotTaken> {
        let Decision { observation, options, .. } = self.decision().ok_or(NotTaken::Over)?;
        let view = match &observation {
            Observation::Play(view) => view,
            Observation::Choice(view) => {
                let (cards, choice) = (action.cards(view.tables().level), *view.choice());
                let place = choice.cards.cards().position(|card| Hand::EMPTY.with(card) == Some(cards));
                return place.ok_or(NotTaken::OtherCard { cards, choice });
            }
        };
        let Some(play) = view.meant(action).map_err(NotTaken::Illegal)? else { return Ok(options.len()) };
        let place = (0..options.len()).find(|&place| options.play(place, view.hand(), view.tables()) == play);
        Ok(place.expect("every legal play is listed"))
    }

    /// The play at the index `option`; `None` for a pass.
    pub fn play_at(&self, option: usize) -> Option<Play> {
        let Decision { observation, options, .. } = self.decision()?;
        let (hand, tables) = match &observation {
            Observation::Play(view) => (*view.hand(), view.tables()),
            Observation::Choice(view) => (LevelHand::new(view.hand(), view.tables().level), view.tables()),
        };
        (option < options.len()).then(|| options.play(option, &hand, tables))
    }

    /// What `seat` sees at this moment, with the plays so far; once the match is over the end of the last deal.
    pub fn seen_by(&self, seat: Seat) -> (Snapshot, Log) {
        let (snapshot, log) = self.state.seen_by(&self.context, seat);
        let rules = &self.context.plan.rules;
        (snapshot.with_stakes(Equity::usual(rules).stakes(rules, self.standing())), log)
    }

    /// The number of the deal in the match, from 0.
    pub fn deal(&self) -> u32 {
        self.state.deal_number()
    }

    /// The level of the deal.
    pub fn level(&self) -> Rank {
        self.state.level()
    }

    /// The seat to act; `None` once the match is over.
    pub fn turn(&self) -> Option<Seat> {
        self.state.seat_to_decide()
    }

    /// What is to be chosen of tribute; `None` while cards are played and after the match.
    pub fn phase(&self) -> Option<Phase> {
        self.decision().and_then(|decision| decision.id.phase)
    }

    /// The seats that are out in the deal, first to last.
    pub fn places(&self) -> &[Seat] {
        self.state.places()
    }

    /// What the rules carry from deal to deal, such as levels, after the deals that are over.
    pub fn standing(&self) -> &Standing {
        self.state.standing().expect("a match has a standing")
    }

    /// The team that won; `None` while the match goes on, after a draw, and when a player left.
    pub fn winner_team(&self) -> Option<u8> {
        self.end.as_ref().and_then(|end| end.winner_team)
    }

    /// What ended the match; `None` while it goes on.
    pub fn ended_by(&self) -> Option<&'static str> {
        self.end.as_ref().map(|end| EndedBy::NAMES[usize::from(end.ended_by)])
    }

    /// The records of the deals that are over, a line each.
    pub fn records(&self) -> &[Arc<str>] {
        &self.records
    }
}
