//! One match, or one single deal, as a state machine: it goes on until a player outside the engine has to decide.

use std::sync::atomic::{AtomicBool, Ordering};

use super::deal_state::DealState;
use super::decision::{Decision, DecisionId, Observation};
use super::error::SimError;
use super::event::{EventLog, MatchEvent};
use super::observers::Played;
use super::plan::Unit;
use super::recorder::{FinishedDeal, Rows};
use super::rows::{MatchRow, SINGLE};
use super::run::RunContext;
use crate::card::{Rank, Seat};
use crate::deal::{ChoiceView, Deal, Log, Origin, Snapshot, Tribute};
use crate::hand::Hand;
use crate::policy::Policy;
use crate::rng::{Address, Purpose};
use crate::series::{Consequence, DealEnd, DealStart, EndedBy, Match, Opening, Standing, after_deal};

/// Where a match stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The next deal has not been dealt.
    Between,
    /// The cards are dealt, and the choices of tribute are being made.
    Tribute,
    /// Cards are being played.
    Play,
    /// The match is over.
    Over,
}

/// A match, or a single deal, in one rotation of its block. [`MatchState::begin`] begins another one in its place.
///
/// Both kinds of runs play their matches by it. Where all strategies are built in, [`MatchState::advance`] goes to the end of
/// the match; otherwise it stops at each decision of a player outside, and [`MatchState::answer`] takes the answer.
#[derive(Clone)]
pub(super) struct MatchState {
    number: u64,
    block: u64,
    rotation: u8,
    stage: Stage,
    /// The match around the deals; `None` around a single deal.
    series: Option<Match>,
    /// What the deal in progress started from; `None` before the first.
    start: Option<DealStart>,
    deal: DealState,
    /// The option that the seat to decide takes as soon as the match goes on.
    answer: Option<usize>,
    /// How many deals have counted.
    deals: u16,
    /// The plays in the deals that have counted.
    plays: u32,
    rows: Rows,
    /// What has happened, where a player outside is told.
    events: Option<Box<EventLog>>,
}

impl MatchState {
    /// A place for the matches of a run, none of them begun.
    pub(super) fn new(context: &RunContext) -> MatchState {
        let plan = &context.plan;
        let no_cards = Deal::new_unchecked(&plan.rules, Rank::TWO, [Hand::EMPTY; 4], Seat::new(0));
        let is_mixed = (1..Seat::ALL.len()).contains(&plan.built_in().count());
        let address = Address::new(plan.seed, Purpose::Play, 0, 0);
        MatchState {
            number: 0,
            block: 0,
            rotation: 0,
            stage: Stage::Over,
            series: None,
            start: None,
            deal: DealState::new(no_cards, address, context.logs, is_mixed),
            answer: None,
            deals: 0,
            plays: 0,
            rows: Rows::default(),
            events: None,
        }
    }

    /// Keeps what happens in the matches that begin from here on, for players outside to be told.
    pub(super) fn keep_events(&mut self) {
        self.events = Some(Box::new(EventLog::new(0, 0, 0)));
    }

    /// Begins the match of a block in one rotation.
    pub(super) fn begin(&mut self, context: &RunContext, block: u64, rotation: u8) {
        let plan = &context.plan;
        (self.number, self.block, self.rotation) = (plan.match_number(block, rotation), block, rotation);
        self.series = match plan.unit {
            Unit::Deal { .. } => None,
            Unit::Match { clock, .. } => Some(Match::new(&plan.rules, plan.seed, block, clock)),
        };
        self.stage = Stage::Between;
        self.answer = None;
        (self.deals, self.plays) = (0, 0);
        if let Some(events) = &mut self.events {
            **events = EventLog::new(self.number, block, rotation);
        }
    }

    /// The number of the match in the run.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// The block the match belongs to.
    pub(super) const fn block(&self) -> u64 {
        self.block
    }

    /// The rotation the match is played in.
    pub(super) const fn rotation(&self) -> u8 {
        self.rotation
    }

    /// Whether the match is over.
    pub(super) const fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over)
    }

    /// Whether a choice of tribute has to be made next.
    pub(super) const fn is_in_tribute(&self) -> bool {
        matches!(self.stage, Stage::Tribute)
    }

    /// The rows and records made since the last call.
    pub(super) fn take_rows(&mut self) -> Rows {
        std::mem::take(&mut self.rows)
    }

    /// What has happened since the last call, where it is kept.
    pub(super) fn take_events(&mut self) -> Vec<MatchEvent> {
        self.events.as_mut().map_or_else(Vec::new, |events| events.take())
    }

    /// Gives the match up, unless it is over: its rows are dropped, and its end is noted as an event.
    pub(super) fn abandon(&mut self) {
        self.rows = Rows::default();
        if let (false, Some(events)) = (self.is_over(), &mut self.events) {
            events.abandoned();
        }
    }

    /// What `seat` sees at this moment, with the plays of the deal so far.
    pub(super) fn seen_by(&self, context: &RunContext, seat: Seat) -> (Snapshot, Log) {
        let start = self.start();
        let tables = context.tables(start.level);
        let origin =
            Origin { match_number: self.number, deal: start.number, levels: levels(self.series.as_ref(), start) };
        let (snapshot, log) = match (self.stage, start.tribute().and_then(Tribute::pending)) {
            (Stage::Tribute, Some(choice)) => {
                let tribute = start.tribute().expect("a choice is pending in it");
                let view = ChoiceView::new(tribute, choice, tables, self.address(context, Purpose::Tribute));
                (view.seen_by(seat, &context.plan.rules), Log::default())
            }
            _ => (self.deal.seen_by(seat, tables, start.tribute()), self.deal.log().cloned().unwrap_or_default()),
        };
        (snapshot.with_origin(Some(origin)), log)
    }

    /// The number of the deal in the match, from 0.
    pub(super) fn deal_number(&self) -> u32 {
        self.start().number
    }

    /// The level of the deal.
    pub(super) fn level(&self) -> Rank {
        self.start().level
    }

    /// The seats that are out in the deal, first to last.
    pub(super) fn places(&self) -> &[Seat] {
        if self.is_in_tribute() { &[] } else { self.deal.deal().places() }
    }

    /// How the match stands after the deals that are over; `None` for a single deal.
    pub(super) fn standing(&self) -> Option<&Standing> {
        self.series.as_ref().map(Match::standing)
    }

    /// The seat that has to decide; `None` before a deal is dealt and after the match.
    pub(super) fn seat_to_decide(&self) -> Option<Seat> {
        match self.stage {
            Stage::Tribute => self.start().tribute()?.pending().map(|choice| choice.seat),
            Stage::Play => self.deal.deal().turn(),
            Stage::Between | Stage::Over => None,
        }
    }

    /// Makes the seat that has to decide take the option at this index, the number of options standing for a pass, as soon
    /// as the match goes on.
    pub(super) fn answer(&mut self, option: usize) {
        self.answer = Some(option);
    }

    /// Goes on until a player outside has to decide, or to the end of the match.
    ///
    /// # Errors
    /// [`SimError::NoEnd`] for a match without end, and [`SimError::Cancelled`] once `cancel` is set.
    pub(super) fn advance(&mut self, context: &RunContext, cancel: &AtomicBool) -> Result<(), SimError> {
        if let Some(option) = self.answer.take() {
            self.take(context, option);
        }
        loop {
            if cancel.load(Ordering::Relaxed) {
                return Err(SimError::Cancelled);
            }
            let stops = match self.stage {
                Stage::Between => {
                    self.deal_cards(context);
                    false
                }
                Stage::Tribute => {
                    let stops = self.pay_tribute(context);
                    if let (Some(events), Some(tribute)) =
                        (&mut self.events, self.start.as_ref().and_then(DealStart::tribute))
                    {
                        events.tribute(tribute);
                    }
                    stops
                }
                Stage::Play => self.play(context)?,
                Stage::Over => true,
            };
            if stops {
                return Ok(());
            }
        }
    }

    /// The seat that has to decide takes an option.
    fn take(&mut self, context: &RunContext, option: usize) {
        match (self.stage, &mut self.start) {
            (Stage::Tribute, Some(DealStart { opening: Opening::Tribute(tribute), .. })) => {
                tribute.choose(option as u32);
            }
            _ => self.deal.answer(option, context.tables(self.start().level)),
        }
    }

    /// What the deal in progress started from.
    fn start(&self) -> &DealStart {
        self.start.as_ref().expect("a deal is in progress")
    }

    /// The address of the random numbers for `purpose` in the deal in progress.
    fn address(&self, context: &RunContext, purpose: Purpose) -> Address {
        Address::new(context.plan.seed, purpose, self.block, self.start().number.into())
    }

    /// Deals the cards of the next deal.
    fn deal_cards(&mut self, context: &RunContext) {
        let plan = &context.plan;
        let start = self.start.insert(match (&self.series, plan.unit) {
            (Some(series), _) => series.next_deal(),
            (None, Unit::Deal { levels }) => {
                let (seed, block, level) = (plan.seed, self.block, levels.of_block(self.block));
                plan.given
                    .as_ref()
                    .map_or_else(|| DealStart::single(seed, block, level), |given| given.start(seed, block, level))
            }
            (None, Unit::Match { .. }) => unreachable!("a match has a series of deals"),
        });
        if let Some(events) = &mut self.events {
            events.dealt(start.number, start.level, levels(self.series.as_ref(), start), start.dealt.hands());
        }
        self.stage = Stage::Tribute;
    }

    /// Makes the choices of tribute until a player outside has one, whose options are then listed. With all of them made the
    /// first lead follows. Says whether there is such a choice.
    fn pay_tribute(&mut self, context: &RunContext) -> bool {
        let (address, level) = (self.address(context, Purpose::Tribute), self.start().level);
        let (tables, seating) = (context.tables(level), context.seating(self.rotation));
        let stakes = self.series.as_ref().and_then(|series| context.stakes(series.standing()));
        if let Some(DealStart { opening: Opening::Tribute(tribute), .. }) = &mut self.start {
            while let Some(choice) = tribute.pending() {
                let Some(strategy) = seating.strategy(choice.seat) else {
                    self.deal.list_cards(choice, tables);
                    return true;
                };
                let view = ChoiceView::new(tribute, choice, tables, address).with_stakes(stakes.as_ref());
                let option = strategy.choose(&view);
                tribute.choose(option);
            }
        }
        let start = self.start();
        let deal = Deal::new_unchecked(&context.plan.rules, level, start.hands(), start.leader());
        self.deal.begin(deal, self.address(context, Purpose::Play), stakes);
        if let Some(given) = &context.plan.given {
            self.deal.play_given(given.actions(), tables);
        }
        self.stage = Stage::Play;
        false
    }

    /// Plays until a player outside has to decide, or to the end of the deal. Says whether there is such a decision.
    fn play(&mut self, context: &RunContext) -> Result<bool, SimError> {
        let start = self.start.as_ref().expect("a deal is in progress");
        let (tables, seating) = (context.tables(start.level), context.seating(self.rotation));
        let stops = self.deal.advance(tables, start.tribute(), seating);
        if let Some(events) = &mut self.events {
            events.actions(self.deal.deal(), self.deal.log().expect("a log is kept where players are told"));
        }
        if !stops {
            self.end_deal(context)?;
        }
        Ok(stops)
    }

    /// Brings the match up to date after a deal and records the deal; with the last deal the match too.
    fn end_deal(&mut self, context: &RunContext) -> Result<(), SimError> {
        let (plan, deal) = (&context.plan, self.deal.deal());
        let start = self.start.as_ref().expect("a deal is in progress");
        let outcome = deal.outcome().expect("the deal has been played out");
        let (mut end, mut actions) = (DealEnd::Finished(outcome), deal.actions());
        let (before, after, consequence) = if let Some(series) = &mut self.series {
            let before = *series.standing();
            let mut plays = deal.plays();
            if let Some((seat, action)) = series.leaver(plan.leave_rate(), actions) {
                let log = self.deal.log().expect("a log is kept where players leave");
                (end, actions, plays) = (DealEnd::Left(seat), action, log.plays_before(action));
            }
            let (number, block) = (self.number, self.block);
            let consequence = series.end_deal(end, plays, actions - plays).map_err(|source| SimError::NoEnd {
                number,
                block,
                source,
            })?;
            (before, *series.standing(), consequence)
        } else {
            let before = Standing { levels: [start.level; 2], ..Standing::START };
            let mut after = before;
            let promotion = after_deal(&plan.rules, &mut after, outcome);
            (before, after, Consequence::Counted(promotion))
        };
        if consequence.promotion().is_some() {
            self.deals += 1;
            self.plays += deal.plays();
        }
        let finished = FinishedDeal {
            match_number: self.number,
            rotation: self.rotation,
            start,
            tables: context.tables(start.level),
            deal,
            log: self.deal.log(),
            counts: self.deal.counts(),
            end,
            actions,
            before: &before,
            after: &after,
            consequence,
        };
        context.recorder.record_deal(&finished, &mut self.rows);
        if let Some(events) = &mut self.events {
            events.deal_over(deal, after.levels);
        }
        match self.series {
            None => self.end(None, Some(outcome.winners() as u8), &after),
            Some(series) => match series.ending() {
                None => self.stage = Stage::Between,
                Some(ending) => self.end(Some(ending.by), ending.winner, &after),
            },
        }
        Ok(())
    }

    /// Ends the match and records it. `by` is `None` for a single deal.
    fn end(&mut self, by: Option<EndedBy>, winner_team: Option<u8>, standing: &Standing) {
        let row = MatchRow {
            number: self.number,
            block: self.block,
            rotation: self.rotation,
            winner_team,
            ended_by: by.map_or(SINGLE, |by| by as u8),
            deals: self.deals,
            levels: standing.levels.map(|level| level.index() as u8),
            ace_failures: standing.ace_failures_in_match,
            falls: standing.falls_in_match,
            plays: self.plays,
            points: self.series.as_ref().and_then(Match::points),
        };
        self.rows.push_match(row, by);
        if let Some(events) = &mut self.events {
            events.match_over(winner_team);
        }
        self.stage = Stage::Over;
    }

    /// The decision of the seat that has to decide.
    pub(super) fn decision<'a>(&'a self, context: &'a RunContext) -> Decision<'a> {
        let start = self.start();
        let tables = context.tables(start.level);
        let levels = levels(self.series.as_ref(), start);
        let id =
            |seat, phase, action| DecisionId { match_number: self.number, deal: start.number, action, seat, phase };
        if let (Stage::Tribute, Some(tribute)) = (self.stage, start.tribute()) {
            let choice = tribute.pending().expect("a seat has to decide");
            let address = self.address(context, Purpose::Tribute);
            return Decision {
                id: id(choice.seat, Some(choice.phase), 0),
                levels,
                observation: Observation::Choice(ChoiceView::new(tribute, choice, tables, address)),
                options: self.deal.options(),
                can_pass: false,
                played: &Played::NOTHING,
            };
        }
        let view = self.deal.view(tables, start.tribute());
        self.deal.decision(id(view.seat(), None, view.decision()), levels, view)
    }
}

/// The teams' levels before the deal that begins with `start`. In a single deal both are the level that is played.
fn levels(series: Option<&Match>, start: &DealStart) -> [Rank; 2] {
    series.map_or([start.level; 2], |series| series.standing().levels)
}
