//! `guandan_sim.VecDeals`: deals as an environment for learners.

use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::args::{Level, whole};
use super::batch::{Batch, PyLegals, PyViews};
use super::errors::{IllegalPlay, guarded};
use super::rules::{PyRules, RulesLike};
use crate::error::counted;
use crate::rules::{Rules, Tables};
use crate::sim::{VecDeals, WrongAnswer};

impl From<WrongAnswer> for PyErr {
    fn from(error: WrongAnswer) -> PyErr {
        IllegalPlay::new_err(error.to_string())
    }
}

/// An environment for learners: `n` single deals side by side. The caller plays all four seats of each.
///
/// `reset()` and `step(answers)` return what the seat to act in each deal sees, as `Views` and `Legals`. A seat with
/// only one thing to do is not asked; the environment does it at once. When a deal ends, the next one takes its place,
/// so there are always n. Slot i first holds deal number i of a run with that seed (`gd.Deal.new(seed=…, match=i)`),
/// then number i + n, and so on; `Views.match` has the number.
///
/// Raises `PlanError` unless `n` is a whole number from 1 to 2**24, and `RulesError` and `NotationError`.
///
/// >>> import guandan_sim as gd
/// >>> import numpy as np
/// >>> deals = gd.VecDeals(1000, rules="institute", level="5", seed=7)
/// >>> views, legals = deals.reset()
/// >>> random = np.random.default_rng(7)
/// >>> total = np.zeros(4, dtype=np.int64)
/// >>> for _ in range(100):
/// ...     answers = (random.random(1000) * legals.answers).astype(np.int64)
/// ...     views, legals, rewards, dones = deals.step(answers)
/// ...     total += rewards.sum(axis=0)
/// >>> views.hand.shape, legals.offsets.shape, rewards.dtype, dones.dtype
/// ((1000, 54), (1001,), dtype('int8'), dtype('bool'))
/// >>> bool(total[0] == total[2] == -total[1] == -total[3])
/// True
#[pyclass(name = "VecDeals", module = "guandan_sim")]
pub(super) struct PyVecDeals {
    deals: VecDeals,
    rules: Rules,
    tables: Arc<Vec<Tables>>,
}

/// What is seen, what can be done.
type Situation = (PyViews, PyLegals);
/// The same, with the rewards and which deals ended.
type Stepped<'py> = (PyViews, PyLegals, Bound<'py, PyArray2<i8>>, Bound<'py, PyArray1<bool>>);

#[pymethods]
impl PyVecDeals {
    #[new]
    #[pyo3(
        signature = (n, *, rules = RulesLike::standard(), level = Level::LOWEST, seed),
        text_signature = "(n, *, rules='institute', level='2', seed)"
    )]
    fn new(n: &Bound<'_, PyAny>, rules: RulesLike, level: Level, seed: &Bound<'_, PyAny>) -> PyResult<PyVecDeals> {
        let n = whole("deals side by side", n, 1..=1 << 24)? as usize;
        let seed = whole("seed", seed, 0..=u64::MAX)?;
        guarded(|| {
            let tables = Arc::new(Tables::all_levels(&rules.0));
            Ok(PyVecDeals { deals: VecDeals::new(n, &rules.0, level.0, seed), rules: rules.0, tables })
        })
    }

    fn __len__(&self) -> usize {
        self.deals.len()
    }

    /// The rules of the deals.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.rules)
    }

    /// The level of the deals, a letter such as `T`.
    #[getter]
    fn level(&self) -> &'static str {
        self.deals.tables().level.letter()
    }

    /// The seed of the deals in progress.
    #[getter]
    fn seed(&self) -> u64 {
        self.deals.seed()
    }

    /// Starts again with the first n deals, those of `seed` if it is given. Returns `(views, legals)`.
    #[pyo3(signature = (*, seed = None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<Bound<'_, PyAny>>) -> PyResult<Situation> {
        let seed = seed.map(|seed| whole("seed", &seed, 0..=u64::MAX)).transpose()?;
        let PyVecDeals { deals, rules, .. } = self;
        let (n, level, seed) = (deals.len(), deals.tables().level, seed.unwrap_or(deals.seed()));
        *deals = guarded(|| Ok(py.detach(|| VecDeals::new(n, rules, level, seed))))?;
        Ok(self.situation(py))
    }

    /// Plays one answer in each deal: the index of a play in `Legals`. Returns `(views, legals, rewards, dones)`.
    ///
    /// `rewards`, (n, 4) int8 by seat, is 0 while a deal goes on. When it ends, the team of the first gets the levels
    /// that the finish is worth (field `promotion` of the rules), and the other team loses as many. `dones`, (n,) bool,
    /// tells which deals ended with this step; in these, `views` and `legals` already show the next deal.
    ///
    /// Raises `IllegalPlay` for an index outside the list and for a wrong number of answers; nothing has changed then.
    /// Raises `TypeError` unless the answers are whole numbers in one dimension.
    fn step<'py>(&mut self, py: Python<'py>, answers: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        let answers = whole_numbers(answers)?;
        let answers = answers.as_slice()?;
        let n = self.deals.len();
        let (mut rewards, mut dones) = (vec![0i8; 4 * n], vec![false; n]);
        let deals = &mut self.deals;
        py.detach(|| {
            let mut ended = Vec::new();
            deals.step(answers, |deal, outcome| ended.push((deal, outcome)))?;
            for (deal, outcome) in ended {
                rewards[4 * deal..4 * deal + 4].copy_from_slice(&deals.rewards(outcome));
                dones[deal] = true;
            }
            Ok::<(), WrongAnswer>(())
        })?;
        let (views, legals) = self.situation(py);
        Ok((views, legals, rewards.into_pyarray(py).reshape([n, 4])?, dones.into_pyarray(py)))
    }

    fn __repr__(&self) -> String {
        let deals = counted(self.deals.len(), "deal");
        format!("<VecDeals: {deals} at level {}, seed {}>", self.level(), self.deals.seed())
    }
}

impl PyVecDeals {
    fn situation(&self, py: Python<'_>) -> Situation {
        let batch = py.detach(|| Batch::of(self.deals.decisions(), &self.tables));
        (PyViews(Arc::clone(&batch)), PyLegals(batch))
    }
}

/// An array of whole numbers, whatever kind of array or list they come in.
pub(super) fn whole_numbers<'py>(given: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i64>> {
    if let Ok(array) = given.extract::<PyReadonlyArray1<'py, i64>>()
        && array.as_slice().is_ok()
    {
        return Ok(array);
    }
    let numpy = given.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (given,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let dimensions: usize = array.getattr("ndim")?.extract()?;
    if !matches!(kind.as_str(), "i" | "u") || dimensions != 1 {
        let dtype = array.getattr("dtype")?;
        return Err(PyTypeError::new_err(format!(
            "answers: expected whole numbers in one dimension, got {dtype} in {dimensions}"
        )));
    }
    numpy.call_method1("ascontiguousarray", (array, "int64"))?.extract()
}
