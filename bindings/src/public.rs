//! Arguments that describe a position known from one seat: actions, gifts of tribute, phases, the standing of the
//! match.

use guandan_core::card::Seat;
use guandan_core::combo::Kind;
use guandan_core::deal::{Gift, Phase, StatedAction};
use guandan_core::error::{clip, did_you_mean};
use guandan_core::series::Standing;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::args::{Argument, Game, KindArg, Level, SeatArg, items, whole, wrong_type};
use super::errors::{GuandanError, NotationError, OrRaise, PlanError};
use super::hand::Cards;
use super::play::PyPlay;

/// Names the argument `what` in the error of reading cards or a rank from it, unless the error names it already: where a call
/// has many arguments, a card alone does not say which of them is wrong.
pub(super) fn placed<T>(py: Python<'_>, what: &str, read: PyResult<T>) -> PyResult<T> {
    read.map_err(|error| {
        let said = error.value(py).to_string();
        if said.starts_with(what) || !error.is_instance_of::<NotationError>(py) {
            return error;
        }
        NotationError::new_err(format!("{what}: {said}"))
    })
}

/// A phase by its name; `None` for `play`.
pub(super) struct PhaseArg(pub(super) Option<Phase>);

impl Argument<'_> for PhaseArg {
    fn read(what: &str, given: &Bound<'_, PyAny>) -> PyResult<PhaseArg> {
        const PHASES: [Option<Phase>; 4] = [None, Some(Phase::Pay), Some(Phase::Return), Some(Phase::Pick)];
        let text = String::read(what, given)?;
        let names = PHASES.map(|phase| phase.map_or("play", Phase::name));
        let found = PHASES.into_iter().zip(names).find(|(_, name)| *name == text);
        found.map(|(phase, _)| PhaseArg(phase)).ok_or_else(|| {
            let known = names.join(", ");
            let hint = did_you_mean(&text, names);
            NotationError::new_err(format!("{what}: unknown phase {:?}: expected one of {known}{hint}", clip(&text)))
        })
    }
}

/// A card that went from one seat to another: (giver, receiver, card).
pub(super) struct GiftArg(pub(super) Gift);

impl Argument<'_> for GiftArg {
    fn read(what: &str, given: &Bound<'_, PyAny>) -> PyResult<GiftArg> {
        let parts = items(what, given)?;
        let [from, to, card] = &parts[..] else { return Err(wrong_type(what, "(giver, receiver, card)", given)) };
        let (from, to) = (SeatArg::read(what, from)?.0, SeatArg::read(what, to)?.0);
        let card = String::read(what, card)?.parse().or_raise();
        Ok(GiftArg(Gift { from, to, card: placed(given.py(), what, card)? }))
    }
}

/// The action given as (seat, what it did); a `Play` has to be of `game`.
pub(super) fn seat_and_action(what: &str, given: &Bound<'_, PyAny>, game: &Game) -> PyResult<(Seat, StatedAction)> {
    let parts = items(what, given)?;
    let [seat, did] = &parts[..] else { return Err(wrong_type(what, "(seat, play)", given)) };
    Ok((SeatArg::read(what, seat)?.0, placed(given.py(), what, stated_action(what, did, game))?))
}

/// What a seat did: None for a pass, a play, cards, or a triple of cards, kind and rank.
pub(super) fn stated_action(what: &str, given: &Bound<'_, PyAny>, game: &Game) -> PyResult<StatedAction> {
    if given.is_none() {
        return Ok(StatedAction::Pass);
    }
    if let Ok(play) = given.cast::<PyPlay>() {
        let play = play.get().made_in(game).map_err(|wrong| GuandanError::new_err(format!("{what}: {wrong}")))?;
        return Ok(StatedAction::Play(play));
    }
    if let Some((cards, kind, rank)) = declared(given)? {
        let rank = if rank.is_none() { None } else { Some(String::read(what, &rank)?) };
        let (cards, kind) = (Cards::read(what, &cards)?.0, Some(KindArg::read(what, &kind)?.0));
        return Ok(StatedAction::Cards { cards, kind, rank });
    }
    Ok(StatedAction::Cards { cards: Cards::read(what, given)?.0, kind: None, rank: None })
}

/// The cards, kind and rank of a triple whose second item is a kind. `None` for other triples, which may be three
/// cards.
fn declared<'py>(
    given: &Bound<'py, PyAny>,
) -> PyResult<Option<(Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    let Ok(parts) = given.cast::<PyTuple>() else { return Ok(None) };
    if parts.len() != 3 {
        return Ok(None);
    }
    let kind = parts.get_item(1)?;
    let is_kind = kind.cast::<PyString>().is_ok_and(|kind| kind.to_string_lossy().parse::<Kind>().is_ok());
    if is_kind { Ok(Some((parts.get_item(0)?, kind, parts.get_item(2)?))) } else { Ok(None) }
}

/// The standing of the match as far as it is given; `None` where the levels are not given.
pub(super) fn standing_of(
    game: &Game,
    levels: Option<&Bound<'_, PyAny>>,
    declarers: Option<&Bound<'_, PyAny>>,
    ace_failures: Option<&Bound<'_, PyAny>>,
    fallen: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<Standing>> {
    let level = game.tables.level;
    let levels = levels.map(|levels| both::<Level>("levels", levels)).transpose()?;
    let levels = levels.map(|levels| levels.map(|level| level.0));
    let team = declarers.map(|team| whole("declarers", team, 0..=1)).transpose()?.map(|team| team as u8);
    let ace_failures = ace_failures.map(|failures| both::<Failures>("ace_failures", failures)).transpose()?;
    let fallen = fallen.map(|fallen| both("fallen", fallen)).transpose()?.unwrap_or_default();
    let Some(levels) = levels else {
        let place = [("declarers", team.is_some()), ("ace_failures", ace_failures.is_some())];
        let given = place.into_iter().find(|(_, is_given)| *is_given);
        return given.map_or(Ok(None), |(what, _)| Err(PlanError::new_err(format!("{what}: levels are not given"))));
    };
    let theirs = |team: u8| levels[usize::from(team)] == level;
    if !team.map_or_else(|| theirs(0) || theirs(1), theirs) {
        return Err(PlanError::new_err(format!("levels: the declarers' is the level of the deal, {}", level.letter())));
    }
    let only = [0, 1].into_iter().find(|&team| theirs(team) && !theirs(1 - team));
    Ok(Some(Standing {
        levels,
        declarers: team.or(only),
        ace_failures: ace_failures.map_or([0; 2], |failures| failures.map(|failures| failures.0)),
        fallen,
        ..Standing::START
    }))
}

/// Failed attempts at A.
struct Failures(u8);

impl Argument<'_> for Failures {
    fn read(what: &str, given: &Bound<'_, PyAny>) -> PyResult<Failures> {
        Ok(Failures(whole(what, given, 0..=u8::MAX.into())? as u8))
    }
}

/// A value for each team.
fn both<'py, T: Argument<'py>>(what: &str, given: &Bound<'py, PyAny>) -> PyResult<[T; 2]> {
    let values = placed(given.py(), what, Vec::<T>::read(what, given))?;
    values.try_into().map_err(|_| wrong_type(what, "two values, one a team", given))
}
