//! Counting sequences of actions from Python.

use std::sync::Arc;

use guandan_core::combo::Detail;
use guandan_core::deal::Deal;
use guandan_core::perft;
use pyo3::prelude::*;

use super::args::{DetailArg, Game, Given, whole};
use super::deal::PyDeal;
use super::errors::guarded;
use super::play::PyPlay;
use super::wait::interruptible;

/// The arguments of both functions, read.
struct Arguments {
    deal: Deal,
    game: Arc<Game>,
    depth: u32,
    detail: Detail,
}

impl Arguments {
    fn read(deal: &Bound<'_, PyAny>, depth: &Bound<'_, PyAny>, detail: &Given<'_>) -> PyResult<Arguments> {
        let (deal, game) = PyDeal::given("deal", deal)?.position();
        let depth = whole("depth", depth, 0..=u32::MAX.into())? as u32;
        let detail = detail.or("detail", DetailArg::CARDS)?.0;
        Ok(Arguments { deal, game, depth, detail })
    }
}

/// Counts the sequences of exactly `depth` actions (plays and passes) from `deal`. Sequences that end the deal earlier
/// do not count. `detail` says when two plays differ, see `legal_plays`.
///
/// >>> import guandan_sim as gd
/// >>> deal = gd.Deal.new(hands=["S3 H3", "S5", "S9", "ST"], leader=0)
/// >>> [gd.perft(deal, depth, detail="cards") for depth in (0, 1, 2)]
/// [1, 3, 5]
#[pyfunction(name = "perft")]
#[pyo3(
    signature = (deal, depth, *, detail = Given::LeftOut),
    text_signature = "(deal, depth, *, detail='cards')"
)]
pub(super) fn count(
    py: Python<'_>,
    deal: &Bound<'_, PyAny>,
    depth: &Bound<'_, PyAny>,
    detail: Given<'_>,
) -> PyResult<u64> {
    let Arguments { deal, game, depth, detail } = Arguments::read(deal, depth, &detail)?;
    guarded(|| interruptible(py, move || perft::perft(&deal, &game.tables, depth, detail), || Ok(()), || ()))
}

/// Counts as `perft` does, for each first action: tuples (play, count) in the order of `legal_plays`, and last (None,
/// count) for the pass. The list is empty for `depth` 0.
#[pyfunction]
#[pyo3(
    signature = (deal, depth, *, detail = Given::LeftOut),
    text_signature = "(deal, depth, *, detail='cards')"
)]
pub(super) fn perft_divide(
    py: Python<'_>,
    deal: &Bound<'_, PyAny>,
    depth: &Bound<'_, PyAny>,
    detail: Given<'_>,
) -> PyResult<Vec<(Option<PyPlay>, u64)>> {
    let Arguments { deal, game, depth, detail } = Arguments::read(deal, depth, &detail)?;
    if depth == 0 {
        return Ok(Vec::new());
    }
    let worker_game = Arc::clone(&game);
    let parts = guarded(|| {
        interruptible(py, move || perft::divide(&deal, &worker_game.tables, depth, detail), || Ok(()), || ())
    })?;
    let play = |play| PyPlay { play, game: Arc::clone(&game) };
    Ok(parts.into_iter().map(|(action, count)| (action.map(play), count)).collect())
}
