//! The functions that read pickles. They are functions of the module, so that another process finds them by name.

use guandan_core::combo::Play;
use guandan_core::deal::{Referee, Snapshot};
use pyo3::prelude::*;

use super::args::{Argument, Game, Level, items, whole, wrong_type};
use super::deal::PyDeal;
use super::errors::{NotationError, OrRaise, guarded};
use super::evaluate::{PyHandEvaluation, evaluated};
use super::hand::Cards;
use super::play::PyPlay;
use super::rules::RulesLike;
use super::vec::PyVecDeals;
use super::view::PyView;

/// What `__reduce__` returns: a function of this file, and what it is called with to have the value again.
pub(super) type Reduced<'py, A> = (Bound<'py, PyAny>, A);

/// The function of this file that Python calls `name`.
pub(super) fn reader<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("guandan_sim._core")?.getattr(name)
}

/// The rules and the level that a pickle begins with.
fn game_of(rules: &Bound<'_, PyAny>, level: &Bound<'_, PyAny>) -> PyResult<(RulesLike, Level)> {
    Ok((RulesLike::read("rules", rules)?, Level::read("level", level)?))
}

/// The play that a pickle holds.
#[pyfunction(name = "_play")]
pub(super) fn play(
    rules: &Bound<'_, PyAny>,
    level: &Bound<'_, PyAny>,
    cards: &Bound<'_, PyAny>,
    kind: &Bound<'_, PyAny>,
    rank: &Bound<'_, PyAny>,
) -> PyResult<PyPlay> {
    let (rules, level) = game_of(rules, level)?;
    let (cards, kind, rank) = (Cards::read("cards", cards)?, String::read("kind", kind)?, String::read("rank", rank)?);
    guarded(|| {
        let game = Game::shared(rules, level);
        let play = Play::declared(cards.0, &kind, &rank, &game.tables);
        let play = play.ok_or_else(|| NotationError::new_err(format!("{} are no {kind} {rank}", cards.0)))?;
        Ok(PyPlay { play, game })
    })
}

/// The evaluation that a pickle holds: the hand is evaluated again.
#[pyfunction(name = "_evaluation")]
pub(super) fn evaluation(
    rules: &Bound<'_, PyAny>,
    level: &Bound<'_, PyAny>,
    hand: &Bound<'_, PyAny>,
) -> PyResult<PyHandEvaluation> {
    let (rules, level) = game_of(rules, level)?;
    evaluated(Cards::read("hand", hand)?.0, level, rules)
}

/// The deal that a pickle holds: it is played again.
#[pyfunction(name = "_deal")]
pub(super) fn deal(rules: &Bound<'_, PyAny>, level: &Bound<'_, PyAny>, text: &Bound<'_, PyAny>) -> PyResult<PyDeal> {
    let ((rules, level), text) = (game_of(rules, level)?, String::read("text", text)?);
    guarded(|| {
        let game = Game::shared(rules, level);
        let referee = Referee::read(&text, &game.rules, &game.tables).or_raise()?;
        Ok(PyDeal::of(game, referee))
    })
}

/// The view that a pickle holds.
#[pyfunction(name = "_view")]
pub(super) fn view(rules: &Bound<'_, PyAny>, level: &Bound<'_, PyAny>, text: &Bound<'_, PyAny>) -> PyResult<PyView> {
    let ((rules, level), text) = (game_of(rules, level)?, String::read("text", text)?);
    guarded(|| {
        let game = Game::shared(rules, level);
        let (snapshot, log) = Snapshot::read(&text, &game.rules, &game.tables).or_raise()?;
        Ok(PyView::new(&snapshot, game, log))
    })
}

/// The deals side by side that a pickle holds: they are played again, from the number and the answers of each.
#[pyfunction(name = "_vec_deals")]
pub(super) fn vec_deals(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    level: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    past: &Bound<'_, PyAny>,
) -> PyResult<PyVecDeals> {
    let (rules, level) = game_of(rules, level)?;
    let seed = whole("seed", seed, 0..=u64::MAX)?;
    let past = items("past", past)?;
    let past: Vec<(u64, Vec<u16>)> = past
        .iter()
        .map(|deal| deal.extract().map_err(|_| wrong_type("past", "numbers and answers of deals", deal)))
        .collect::<PyResult<_>>()?;
    PyVecDeals::again(py, rules, level, seed, &past)
}
