//! `guandan_sim.View`: what one seat may know at one of its decisions.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use guandan_core::card::Seat;
use guandan_core::combo::Play;
use guandan_core::deal::{Event, Gift, Log, Phase, Snapshot, View};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::args::{Game, whole, whole_or_0};
use super::hand::PyHand;
use super::pickles::{Reduced, reader};
use super::play::PyPlay;
use super::rules::PyRules;

/// What one seat may know at one moment of a deal: its own cards and everything that is public. Hidden cards are not in
/// it.
///
/// A strategy decides by the view of its seat. `phase` says what it decides: "play" while cards are played; before a
/// later deal of a match also "pay" (which of equal cards goes as tribute), "return" (which card goes back) or "pick"
/// (which of two cards to take). A view stays as it is when the deal goes on, so you can keep it. Two views are equal when
/// they show the same; a pickle holds what the view shows, and nothing of who has which of the hidden cards.
///
/// >>> import guandan_sim as gd
/// >>> view = gd.Deal.new(rules="institute", level="2", seed=7).view(3)
/// >>> view.seat, view.phase, len(view.hand), view.counts, view.table
/// (3, 'play', 27, (27, 27, 27, 27), None)
#[pyclass(name = "View", module = "guandan_sim", frozen)]
pub(super) struct PyView {
    snapshot: Snapshot,
    game: Arc<Game>,
    log: Log,
}

/// A card that went from one seat to another: who gave it, who got it, the card.
pub(super) type Given = (usize, usize, String);

impl PyView {
    pub(super) fn new(snapshot: &Snapshot, game: Arc<Game>, log: Log) -> PyView {
        PyView { snapshot: *snapshot, game, log }
    }

    /// All it is made of.
    pub(super) fn parts(&self) -> (Snapshot, Arc<Game>, Log) {
        (self.snapshot, Arc::clone(&self.game), self.log.clone())
    }

    fn view(&self) -> View<'_> {
        self.snapshot.view(&self.game.tables, Some(&self.log))
    }

    /// What the seat may know, as text.
    fn text(&self) -> String {
        self.snapshot.save(&self.log, &self.game.tables)
    }

    fn play(&self, play: &Play) -> PyPlay {
        PyPlay { play: *play, game: Arc::clone(&self.game) }
    }
}

#[pymethods]
impl PyView {
    /// The seat whose view this is, 0 to 3.
    #[getter]
    fn seat(&self) -> usize {
        self.view().seat().index()
    }

    /// The seat's own cards.
    #[getter]
    fn hand(&self) -> PyHand {
        let view = self.view();
        PyHand(view.hand().to_hand(view.level()))
    }

    /// The level of the deal, a letter such as `T`.
    #[getter]
    fn level(&self) -> &'static str {
        self.view().level().letter()
    }

    /// The rules of the deal.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.game.rules)
    }

    /// The number of the match in its run, as in the data and in records. In a run of single deals it is the number of the
    /// deal. None for a deal that is part of no run and no record.
    #[getter]
    fn r#match(&self) -> Option<u64> {
        self.snapshot.origin().map(|origin| origin.match_number)
    }

    /// The number of the deal in its match, from 0. None for a deal that is part of no run and no record.
    #[getter]
    fn deal(&self) -> Option<u32> {
        self.snapshot.origin().map(|origin| origin.deal)
    }

    /// The levels of the teams before the deal: that of seats 0 and 2, that of seats 1 and 3. In a single deal both are
    /// the level that is played. None for a deal that is part of no run and no record.
    #[getter]
    fn levels(&self) -> Option<(&'static str, &'static str)> {
        self.snapshot.origin().map(|origin| (origin.levels[0].letter(), origin.levels[1].letter()))
    }

    /// The cards that were dealt to the seat, before tribute.
    #[getter]
    fn dealt(&self) -> PyHand {
        PyHand(self.snapshot.dealt(&self.log))
    }

    /// What is decided: "play", or for tribute "pay", "return" or "pick".
    #[getter]
    fn phase(&self) -> &'static str {
        self.snapshot.phase().map_or("play", Phase::name)
    }

    /// The seat that acts next, 0 to 3. None when the deal is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.view().turn().map(Seat::index)
    }

    /// How many cards each seat holds, by seat. The numbers are exact.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, Seat::ALL.map(|seat| self.view().cards_left(seat)))
    }

    /// How many cards each seat holds where it has to announce them (`announce_at`), and None elsewhere.
    #[getter]
    fn announced<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, Seat::ALL.map(|seat| self.view().announced(seat)))
    }

    /// The seats that have gone out, first to last.
    #[getter]
    fn places<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.view().places().iter().map(|seat| seat.index()))
    }

    /// The play to beat. None when the seat to act leads.
    #[getter]
    fn table(&self) -> Option<PyPlay> {
        self.view().table()?;
        self.log.plays().last().map(|logged| self.play(&logged.play))
    }

    /// The seat that made the play to beat, 0 to 3. None when the seat to act leads.
    #[getter]
    fn table_seat(&self) -> Option<usize> {
        self.view().last_player().map(Seat::index)
    }

    /// All actions so far, in order: tuples (seat, play), with None for a pass.
    #[getter]
    fn history(&self) -> Vec<(usize, Option<PyPlay>)> {
        let pair = |event: Event<'_>| (event.seat.index(), event.play.map(|play| self.play(play)));
        self.log.events(self.view().decision()).map(pair).collect()
    }

    /// The tribute paid before the deal, as tuples (giver, receiver, card). Empty in a first or single deal and when
    /// the tribute was void.
    #[getter]
    fn paid(&self) -> Vec<Given> {
        given(self.view().payments())
    }

    /// The cards returned for tribute, as tuples (giver, receiver, card). Empty until all returns are shown together.
    #[getter]
    fn returned(&self) -> Vec<Given> {
        given(self.view().returns())
    }

    /// A random number from 0 up to but not including 1: number `k` of this decision.
    ///
    /// The number belongs to the decision and not to the call. The same `k` gives the same number again, and nothing
    /// that others draw changes it. A strategy that uses only these numbers plays the same with any number of workers.
    #[pyo3(signature = (k = None), text_signature = "($self, k=0)")]
    fn random(&self, k: Option<Bound<'_, PyAny>>) -> PyResult<f64> {
        Ok(unit(self.snapshot.random(number(k)?)))
    }

    /// A random whole number from 0 up to but not including `n`, all equally likely: number `k` of this decision, drawn
    /// as by `random`. Raises `PlanError` unless `n` is at least 1.
    #[pyo3(signature = (n, k = None), text_signature = "($self, n, k=0)")]
    fn below(&self, n: &Bound<'_, PyAny>, k: Option<Bound<'_, PyAny>>) -> PyResult<u32> {
        let n = whole("below", n, 1..=u32::MAX.into())? as u32;
        Ok(self.snapshot.below(number(k)?, n))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyView>().is_ok_and(|other| {
            let other = other.get();
            self.game.is_same(&other.game) && self.text() == other.text()
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.text().hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Bound<'_, PyView>) -> Bound<'_, PyView> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, PyView>, _memo: &Bound<'py, PyAny>) -> Bound<'py, PyView> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Py<PyRules>, &'static str, String)>> {
        let (rules, level) = self.game.saved(py)?;
        Ok((reader(py, "_view")?, (rules, level, self.text())))
    }

    fn __repr__(&self) -> String {
        format!("<View of seat {}, {}>", self.seat(), self.hand().0)
    }
}

/// The number of a draw.
fn number(k: Option<Bound<'_, PyAny>>) -> PyResult<u32> {
    Ok(whole_or_0("k", k.as_ref(), u32::MAX.into())? as u32)
}

/// 53 random bits as a number in [0, 1).
pub(super) fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

/// Cards that went from one seat to another, as Python has them.
pub(super) fn given(gifts: &[Gift]) -> Vec<Given> {
    gifts.iter().map(|gift| (gift.from.index(), gift.to.index(), gift.card.to_string())).collect()
}
