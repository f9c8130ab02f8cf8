//! The exact value of every action of an open position.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use guandan_core::card::Seat;
use guandan_core::endgame::{Solver, levels_won};
use guandan_core::error::counted;
use pyo3::prelude::*;

use super::args::whole;
use super::deal::PyDeal;
use super::errors::{GuandanError, PlanError, guarded};
use super::play::PyPlay;
use super::wait::interruptible;

/// The most positions of one call. Each that is kept takes some 150 bytes.
const MOST_POSITIONS: u64 = 1_000_000_000;

/// Finds the exact value of each action of the seat to act when all see all cards and play to the team's best.
///
/// Returns tuples (play, levels) in the order of `legal_plays`, plays of the same ranks told apart by suits where they leave
/// different straight flushes, and last the pass, whose play is None. `levels` are those that the team of the seat to act
/// wins, negative when it loses them.
///
/// Raises `PlanError` when more than `max_positions` positions had to be looked at, and `GuandanError` when the deal is over.
///
/// >>> import guandan_sim as gd
/// >>> from guandan_sim._core import solve
/// >>> deal = gd.Deal.new(hands=["S3 SK", "S9", "S4 S5 S6", "ST SJ SQ"], level="2", leader=0)
/// >>> [(str(play), levels) for play, levels in solve(deal)]
/// [('single 3: S3', -2), ('single K: SK', 1)]
#[pyfunction]
#[pyo3(signature = (deal, *, max_positions = None), text_signature = "(deal, *, max_positions=200000)")]
pub(super) fn solve(
    py: Python<'_>,
    deal: &Bound<'_, PyAny>,
    max_positions: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(Option<PyPlay>, i8)>> {
    let (deal, game) = PyDeal::given("deal", deal)?.position();
    let most = max_positions.map_or(Ok(200_000), |most| whole("max_positions", most, 1..=MOST_POSITIONS))?;
    let turn = deal.turn().ok_or_else(|| GuandanError::new_err("solve: the deal is over"))?;
    let (cancel, shared) = (Arc::new(AtomicBool::new(false)), Arc::clone(&game));
    let stop = Arc::clone(&cancel);
    let work = move || Solver::new(&shared.tables, &levels_won(&shared.rules), most).until(&cancel).actions(&deal);
    let solved = guarded(|| interruptible(py, work, || Ok(()), || stop.store(true, Ordering::Relaxed)))?;
    let solved = solved.map_err(|_| {
        let left = Seat::ALL.map(|seat| deal.hand(seat).len()).iter().sum::<u32>();
        PlanError::new_err(format!(
            "solve: with {} left more than {} had to be looked at; expected a position nearer the end of the deal, or \
             a larger max_positions",
            counted(left as usize, "card"),
            counted(most as usize, "position"),
        ))
    })?;
    let sign = if turn.team() == 0 { 1 } else { -1 };
    let play = |play| PyPlay { play, game: Arc::clone(&game) };
    Ok(solved.into_iter().map(|solved| (solved.play.map(play), (sign * solved.worth) as i8)).collect())
}
