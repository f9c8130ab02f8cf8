//! Judges records: sets each deal up, pays its tribute and makes its plays again, and compares what comes out.
//!
//! A record is believed in nothing but the choices its players made. Everything else is worked out by the referee, the
//! tribute and the series.

use std::fmt;

use super::before::{self, Carried};
use super::{Promoted, Record};
use crate::card::Seat;
use crate::deal::{Deal, Log, Outcome};
use crate::error::brief;
use crate::hand::Hand;
use crate::rules::{Clause, Rules, Tables};
use crate::series::{EndedBy, Promotion, Standing, after_deal, winner_at_bell};

/// The first thing that is wrong in a record, in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// Where: a key of the record, or a play by its number from 0, as in `plays[17]`.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// The clause of docs/RULES.md it breaks; `None` where the record and not the game is wrong.
    pub clause: Option<Clause>,
}

impl Wrong {
    pub(super) fn new(
        place: impl Into<String>,
        clause: impl Into<Option<Clause>>,
        message: impl Into<String>,
    ) -> Wrong {
        Wrong { place: place.into(), message: message.into(), clause: clause.into() }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)?;
        self.clause.map_or(Ok(()), |clause| write!(f, " ({})", clause.id()))
    }
}

impl std::error::Error for Wrong {}

/// Checks that what is recorded at `place` is `right`, which the rules give.
pub(super) fn same<T: PartialEq + serde::Serialize>(
    place: &str,
    clause: impl Into<Option<Clause>>,
    recorded: &T,
    right: &T,
) -> Result<(), Wrong> {
    if recorded == right {
        return Ok(());
    }
    let text = |value: &T| brief(&serde_json::to_string(value).unwrap_or_default());
    Err(Wrong::new(place, clause, format!("{} recorded, but it is {}", text(recorded), text(right))))
}

/// Judges records one after another. The deals of a match that come in order are also judged by the deals before them.
#[derive(Clone, Default, Debug)]
pub struct Verifier {
    carried: Option<Carried>,
}

impl Verifier {
    /// A verifier that has seen no record yet.
    pub fn new() -> Verifier {
        Verifier::default()
    }

    /// Judges the next record; `rules` are those that its label stands for.
    ///
    /// # Errors
    /// The first thing that is wrong. The deal after it is judged as if nothing had come before.
    pub fn check(&mut self, record: &Record, rules: &Rules) -> Result<(), Wrong> {
        let carried = self.carried.take().filter(|carried| carried.leads_to(record));
        same("fingerprint", None, &record.fingerprint, &rules.fingerprint())?;
        before::check_hands(record)?;
        let before = before::standing(record, rules, carried.as_ref())?;
        let start = before::start(record, rules, carried.as_ref())?;
        same("leader", start.leader.1, &record.leader, &start.leader.0)?;
        let tables = Tables::new(rules, record.level);
        let (deal, _) = replay(record, rules, &tables, start.hands, record.plays.len())?;
        let mut timer = before::timer(record, rules, carried.as_ref())?;
        let (plays, passes) = (deal.plays(), deal.actions() - deal.plays());
        if timer.as_mut().is_some_and(|timer| timer.rings_during(record.deal == 0, plays, passes)) {
            return Err(Wrong::new("plays", Clause::Bell, "the bell rang before this deal ended, so it is void"));
        }
        if let Some((seat, action)) = record.left {
            return check_leaving(record, &deal, seat, action);
        }
        let outcome = check_places(record, &deal)?;
        let mut standing = before;
        let promotion = after_deal(rules, &mut standing, outcome);
        check_levels(record, promotion, &standing)?;
        // Who reached a level first is known only when the match was followed from its first deal.
        let whole = timer.is_some();
        check_match_end(record, rules, promotion, &standing, whole)?;
        let (match_number, deals) = (record.match_number, record.deal + 1);
        self.carried = (!record.match_over).then_some(Carried { match_number, deals, standing, outcome, timer });
        Ok(())
    }
}

/// The deal from these hands after the first `actions` recorded plays and passes, with its log.
pub(super) fn replay(
    record: &Record,
    rules: &Rules,
    tables: &Tables,
    hands: [Hand; 4],
    actions: usize,
) -> Result<(Deal, Log), Wrong> {
    let mut deal = Deal::new(rules, record.level, hands, record.leader)
        .map_err(|error| Wrong::new("hands", Clause::Deck, error.to_string()))?;
    let mut log = Log::default();
    for (number, action) in record.plays.iter().take(actions).enumerate() {
        let place = || format!("plays[{number}]");
        let Some(turn) = deal.turn() else {
            return Err(Wrong::new(place(), Clause::DealEnds, "the deal was over before"));
        };
        if action.seat != turn {
            let message = format!("seat {} acts, but it is the turn of seat {turn}", action.seat);
            return Err(Wrong::new(place(), Clause::Turn, message));
        }
        let refused = match &action.play {
            None => deal.pass(),
            Some(play) => Hand::from_cards(play.cards.iter().copied())
                .map_err(|error| Wrong::new(place(), Clause::Deck, error.to_string()))
                .map(|cards| deal.play_cards(cards, Some(play.kind), Some(&play.rank), tables))?
                .map(|made| log.push(turn, &made, &deal)),
        };
        refused.map_err(|illegal| {
            let (text, clause) = (illegal.to_string(), illegal.clause());
            // The refusal's own text ends with its clause, as this one's will.
            let message = text.strip_suffix(&format!(" ({})", clause.id())).unwrap_or(&text);
            Wrong::new(place(), clause, message)
        })?;
    }
    Ok((deal, log))
}

/// Checks a deal that a player left: nothing is decided, and the match is over.
fn check_leaving(record: &Record, deal: &Deal, seat: Seat, action: u32) -> Result<(), Wrong> {
    same("left", None, &(seat, action), &(seat, record.plays.len() as u32))?;
    if deal.is_over() {
        return Err(Wrong::new("left", Clause::DealEnds, "the deal was over before"));
    }
    if record.places.is_some() || record.tied.is_some() {
        return Err(Wrong::new("places", None, "there are none in a deal that a seat left"));
    }
    same("promoted", None, &record.promoted, &None)?;
    check_unchanged(record, None)?;
    same("match_over", None, &record.match_over, &true)?;
    same("ended_by", None, &record.ended_by, &Some(EndedBy::Leave))?;
    same("winner", None, &record.winner, &None)
}

/// Checks the places at the end of a deal that was played out.
fn check_places(record: &Record, deal: &Deal) -> Result<Outcome, Wrong> {
    let Some(outcome) = deal.outcome() else {
        let turn = deal.turn().map_or_else(String::new, |seat| format!(", seat {seat} is to act"));
        let message = format!("the deal is not over after {} plays and passes{turn}", record.plays.len());
        return Err(Wrong::new("plays", Clause::DealEnds, message));
    };
    same("places", Clause::Places, &record.places, &Some(outcome.places))?;
    same("tied", Clause::TiedLast, &record.tied, &Some(outcome.tied))?;
    Ok(outcome)
}

/// Checks what the deal did to the levels.
fn check_levels(record: &Record, promotion: Promotion, after: &Standing) -> Result<(), Wrong> {
    if promotion.wins_match {
        same("promoted", Clause::WinningDeal, &record.promoted, &None)?;
        return check_unchanged(record, Clause::WinningDeal);
    }
    let promoted = Promoted { team: promotion.team, levels: promotion.climbed };
    same("promoted", Clause::Promotion, &record.promoted, &Some(promoted))?;
    same("levels_after", Clause::Order, &record.levels_after, &after.levels)?;
    same("ace_failures_after", Clause::AceAttempt, &record.ace_failures_after, &after.ace_failures)?;
    same("fallen_after", Clause::AceFall, &record.fallen_after, &after.fallen)
}

/// Checks that the state after the deal is the state before it.
fn check_unchanged(record: &Record, clause: impl Into<Option<Clause>> + Copy) -> Result<(), Wrong> {
    same("levels_after", clause, &record.levels_after, &record.levels)?;
    same("ace_failures_after", clause, &record.ace_failures_after, &record.ace_failures)?;
    same("fallen_after", clause, &record.fallen_after, &record.fallen)
}

/// Checks whether the match is over after a deal that was played out, why, and who won.
fn check_match_end(
    record: &Record,
    rules: &Rules,
    promotion: Promotion,
    after: &Standing,
    whole: bool,
) -> Result<(), Wrong> {
    let (ended_by, winner, clause) = if promotion.wins_match {
        (Some(EndedBy::Ace), Some(promotion.team), Clause::PassAce)
    } else if record.is_single() {
        (None, Some(promotion.team), Clause::Places)
    } else if record.ended_by == Some(EndedBy::Clock) && rules.clock.is_some() {
        let known = whole || after.levels[0] != after.levels[1];
        (Some(EndedBy::Clock), if known { winner_at_bell(after) } else { record.winner }, Clause::BellTie)
    } else {
        (None, None, Clause::PassAce)
    };
    same("ended_by", clause, &record.ended_by, &ended_by)?;
    same("winner", clause, &record.winner, &winner)?;
    same("match_over", clause, &record.match_over, &(ended_by.is_some() || record.is_single()))
}
