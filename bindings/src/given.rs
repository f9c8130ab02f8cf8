//! What the single deals of a simulation begin with, as arguments: hands, a leader, plays and passes.

use std::fmt::Display;

use guandan_core::deal::StatedAction;
use guandan_core::hand::Hand;
use guandan_core::sim::{GivenDeal, Unit};
use pyo3::prelude::*;

use super::args::{Argument, Game, Level, SeatArg, items, optional};
use super::errors::{NotationError, OrRaise, PlanError, guarded};
use super::hand::Cards;
use super::public::placed;
use super::rules::RulesLike;

/// The text of a pass.
pub(super) const PASS: &str = "pass";

/// What single deals are to begin with, where any of it is given.
pub(super) fn given_deal(
    rules: RulesLike,
    unit: Unit,
    hands: Option<&Bound<'_, PyAny>>,
    leader: Option<&Bound<'_, PyAny>>,
    played: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<GivenDeal>> {
    let leader: Option<SeatArg> = optional("leader", leader)?;
    let played = played.map_or_else(|| Ok(Vec::new()), |played| items("played", played))?;
    let Some(hands) = hands else {
        belongs("leader", leader.map_or(0, |seat| seat.0.index()), leader.is_none(), "hands")?;
        belongs("played", played.len(), played.is_empty(), "hands and a leader")?;
        return Ok(None);
    };
    let given = items("hands", hands)?;
    let hand = |(i, hand): (usize, &Bound<'_, PyAny>)| {
        let what = format!("hands[{i}]");
        let cards = if hand.is_none() { None } else { Some(placed(hand.py(), &what, Cards::read(&what, hand))?) };
        Ok(cards.map(|cards| cards.0))
    };
    let read: Vec<Option<Hand>> = given.iter().enumerate().map(hand).collect::<PyResult<_>>()?;
    let read = read
        .try_into()
        .map_err(|read: Vec<_>| NotationError::new_err(format!("hands: expected 4, one a seat, got {}", read.len())))?;
    let given = GivenDeal::new(read, leader.map(|seat| seat.0)).or_raise()?;
    let action = |(i, said)| stated_text(&format!("played[{i}]"), said);
    let actions: Vec<StatedAction> = played.iter().enumerate().map(action).collect::<PyResult<_>>()?;
    let Unit::Deal { levels } = unit else { return Ok(Some(given)) };
    if actions.is_empty() {
        return Ok(Some(given));
    }
    let level = levels.only().map(Level);
    let level = level.ok_or_else(|| PlanError::new_err(format!("played: expected one level with it, got {levels}")))?;
    let game = Game::shared(rules, level);
    guarded(|| given.after(&game.rules, &game.tables, actions).or_raise()).map(Some)
}

/// The action that a text says: "pass", a play as it prints, or cards.
fn stated_text(what: &str, said: &Bound<'_, PyAny>) -> PyResult<StatedAction> {
    let text = String::read(what, said)?;
    if text == PASS {
        return Ok(StatedAction::Pass);
    }
    let (name, cards) = text.split_once(':').map_or((None, &*text), |(name, cards)| (Some(name), cards));
    let cards = placed(said.py(), what, cards.parse().or_raise())?;
    let Some(name) = name else { return Ok(StatedAction::Cards { cards, kind: None, rank: None }) };
    let (kind, rank) = name.split_once(' ').unwrap_or((name, ""));
    let kind = kind.parse().map_err(|error| NotationError::new_err(format!("{what}: {error}")))?;
    Ok(StatedAction::Cards { cards, kind: Some(kind), rank: Some(rank.to_owned()) })
}

/// Raises `PlanError` for a value that would change nothing in this run, unless it is the `usual` one.
pub(super) fn belongs(option: &str, value: impl Display, usual: bool, elsewhere: &str) -> PyResult<()> {
    if usual { Ok(()) } else { Err(PlanError::new_err(format!("{option}: {value} belongs to {elsewhere}"))) }
}
