//! What has happened in a match, as `guandan_sim.Event`, which is a class of Python.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::args::Game;
use super::hand::PyHand;
use super::play::PyPlay;
use super::view::gift_tuples;
use guandan_core::card::{Rank, Seat};
use guandan_core::sim::{EventKind, MatchEvent};

/// The Python object of an event, for a strategy that plays these seats: of the hands as dealt it shows theirs alone.
/// `class` is the Python class of events, `game` has the rules at the level of the deal.
pub(super) fn event_for<'py>(
    py: Python<'py>,
    class: &Bound<'py, PyAny>,
    seats: &[Seat],
    event: &MatchEvent,
    game: &Arc<Game>,
) -> PyResult<Bound<'py, PyAny>> {
    let numbers = |seats: &[Seat]| PyTuple::new(py, seats.iter().map(|seat| seat.index()));
    let fields = PyDict::new(py);
    let moment = &event.moment;
    fields.set_item("match", moment.match_number)?;
    fields.set_item("deal", moment.deal)?;
    fields.set_item("block", moment.block)?;
    fields.set_item("rotation", moment.rotation)?;
    fields.set_item("level", moment.level.letter())?;
    fields.set_item("levels", PyTuple::new(py, moment.levels.map(Rank::letter))?)?;
    fields.set_item("seats", numbers(seats)?)?;
    fields.set_item("leader", moment.leader.map(Seat::index))?;
    let kind = match &event.kind {
        EventKind::Dealt { hands } => {
            let own = PyDict::new(py);
            seats.iter().try_for_each(|seat| own.set_item(seat.index(), PyHand(hands[seat.index()])))?;
            fields.set_item("hands", own)?;
            "deal"
        }
        EventKind::NoTribute { holders } => {
            fields.set_item("seats_with_jokers", numbers(holders)?)?;
            "no_tribute"
        }
        EventKind::Paid(gifts) => {
            fields.set_item("moves", PyTuple::new(py, gift_tuples(gifts))?)?;
            "paid"
        }
        EventKind::Returned(gifts) => {
            fields.set_item("moves", PyTuple::new(py, gift_tuples(gifts))?)?;
            "returned"
        }
        EventKind::Action { seat, play } => {
            fields.set_item("seat", seat.index())?;
            fields.set_item("play", play.map(|play| PyPlay { play, game: Arc::clone(game) }))?;
            "action"
        }
        EventKind::DealOver { places, left } => {
            fields.set_item("places", numbers(places)?)?;
            fields.set_item("left", PyTuple::new(py, left.map(PyHand))?)?;
            "deal_over"
        }
        EventKind::MatchOver { winner_team } => {
            fields.set_item("winner_team", winner_team)?;
            "match_over"
        }
        EventKind::Abandoned => "abandoned",
    };
    fields.set_item("kind", kind)?;
    class.call((), Some(&fields))
}
