//! `guandan_sim.VecDeals`: deals as an environment for learners.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use guandan_core::error::counted;
use guandan_core::rules::{Rules, Tables};
use guandan_core::sim::{StepError, VecDeals};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::args::{Given, Level, shown, whole};
use super::batch::{Batch, PyLegals, PyViews};
use super::errors::{Exception, GuandanError, NotationError, guarded};
use super::pickles::{Reduced, reader};
use super::rules::{PyRules, RulesLike};

/// An environment for learners: `n` single deals side by side. The caller plays all four seats of each.
///
/// `reset()` and `step(answers)` return what the seat to act in each deal sees, as `Views` and `Legals`. A seat with
/// only one thing to do is not asked; the environment does it at once. When a deal ends, the next one takes its place,
/// so there are always n. Slot i first holds deal number i of a run with that seed (`gd.Deal.new(seed=…, match=i)`),
/// then number i + n, and so on; `Views.match` has the number.
///
/// Threads may not share deals: while a call is at work, others are refused. A copy goes on by itself, and so do deals
/// read from a pickle, which are played again up to where they stood.
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
#[pyclass(name = "VecDeals", module = "guandan_sim", frozen)]
pub(super) struct PyVecDeals {
    n: usize,
    rules: Rules,
    level: Level,
    seed: AtomicU64,
    tables: Arc<Vec<Tables>>,
    state: Mutex<Availability>,
}

/// The deals, or why they are not there. The lock is held only while they are taken out and put back: a thread that
/// worked with the lock in hand could wait for the interpreter, and the one that has the interpreter for the lock.
#[allow(clippy::large_enum_variant)] // there is one for each set of deals
enum Availability {
    Ready(VecDeals),
    /// A call that is under way has taken them out.
    Taken,
    /// A step was interrupted: some deals have made it and others have not.
    Interrupted,
}

/// What the seats to act see, and what they can do.
type Situation = (PyViews, PyLegals);
/// What a step returns: what the seats to act see, what they can do, the rewards, and which deals ended.
type Stepped<'py> = (PyViews, PyLegals, Bound<'py, PyArray2<i8>>, Bound<'py, PyArray1<bool>>);
/// Rules, level, seed, and the number and the answers of each deal in progress.
type Saved = (PyRules, &'static str, u64, Vec<(u64, Vec<u16>)>);

#[pymethods]
impl PyVecDeals {
    #[new]
    #[pyo3(
        signature = (n, *, rules = Given::LeftOut, level = Given::LeftOut, seed),
        text_signature = "(n, *, rules='institute', level='2', seed)"
    )]
    fn new(n: &Bound<'_, PyAny>, rules: Given<'_>, level: Given<'_>, seed: &Bound<'_, PyAny>) -> PyResult<PyVecDeals> {
        let py = n.py();
        let n = whole("deals side by side", n, 1..=1 << 24)? as usize;
        let (rules, level) = (rules.or("rules", RulesLike::standard())?, level.or("level", Level::LOWEST)?);
        let seed = whole("seed", seed, 0..=u64::MAX)?;
        PyVecDeals::of(rules, level, begun(py, n, rules.0, level, seed)?)
    }

    fn __len__(&self) -> usize {
        self.n
    }

    /// The rules of the deals.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.rules)
    }

    /// The level of the deals, a letter such as `T`.
    #[getter]
    fn level(&self) -> &'static str {
        self.level.0.letter()
    }

    /// The seed of the deals in progress.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed.load(Ordering::Relaxed)
    }

    /// Starts again with the first n deals, those of `seed` if it is given. Returns `(views, legals)`.
    #[pyo3(signature = (*, seed = None))]
    fn reset(&self, py: Python<'_>, seed: Option<Bound<'_, PyAny>>) -> PyResult<Situation> {
        let seed = seed.map(|seed| whole("seed", &seed, 0..=u64::MAX)).transpose()?.unwrap_or(self.seed());
        let before = self.take()?;
        let made = begun(py, self.n, self.rules, self.level, seed).and_then(|deals| {
            let batch = guarded(|| py.detach(|| self.seen(&deals)))?;
            Ok((deals, batch))
        });
        match made {
            Ok((deals, batch)) => {
                self.seed.store(seed, Ordering::Relaxed);
                self.put(Availability::Ready(deals));
                Ok((PyViews(Arc::clone(&batch)), PyLegals(batch)))
            }
            Err(error) => {
                self.put(before);
                Err(error)
            }
        }
    }

    /// Plays one answer in each deal: the index of a play in `Legals`. Returns `(views, legals, rewards, dones)`.
    ///
    /// `rewards`, (n, 4) int8 by seat, is 0 while a deal goes on. When it ends, the team of the first gets the levels
    /// that the finish is worth (field `promotion` of the rules), and the other team loses as many. `dones`, (n,) bool,
    /// tells which deals ended with this step; in these, `views` and `legals` already show the next deal.
    ///
    /// Raises `IllegalPlay` for an index outside the list and for a wrong number of answers; nothing has changed then.
    /// Raises `TypeError` unless the answers are whole numbers in one dimension. After Ctrl-C in the middle of a step
    /// only `reset()` goes on.
    fn step<'py>(&self, py: Python<'py>, answers: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        let answers = whole_numbers(answers)?;
        let answers = answers.as_slice()?;
        let (mut rewards, mut dones) = (vec![0i8; 4 * self.n], vec![false; self.n]);
        let mut deals = self.take_ready()?;
        let stepped = guarded(|| {
            Ok(py.detach(|| {
                let mut ended = Vec::new();
                deals.step(answers, hears_signals, |deal, outcome| ended.push((deal, outcome)))?;
                for (deal, outcome) in ended {
                    rewards[4 * deal..4 * deal + 4].copy_from_slice(&deals.rewards(outcome));
                    dones[deal] = true;
                }
                self.seen(&deals).map_err(StepError::Stopped)
            }))
        });
        let batch: PyResult<Arc<Batch>> = match stepped {
            Ok(Ok(batch)) => Ok(batch),
            Ok(Err(StepError::Wrong(answer))) => Err(answer.exception()),
            Ok(Err(StepError::Stopped(error))) | Err(error) => {
                self.put(Availability::Interrupted);
                return Err(error);
            }
        };
        self.put(Availability::Ready(deals));
        let batch = batch?;
        let (views, legals) = (PyViews(Arc::clone(&batch)), PyLegals(batch));
        Ok((views, legals, rewards.into_pyarray(py).reshape([self.n, 4])?, dones.into_pyarray(py)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<PyVecDeals>() else { return Ok(false) };
        let (here, there) = (self.saved()?, other.get().saved()?);
        Ok((here.0, here.1, here.2, here.3) == (there.0, there.1, there.2, there.3))
    }

    fn __hash__(&self) -> PyResult<u64> {
        Err(PyTypeError::new_err("VecDeals change with every step and have no hash: take id(deals)"))
    }

    fn __copy__(&self) -> PyResult<PyVecDeals> {
        let deals = self.take_ready()?;
        let copy = deals.clone();
        self.put(Availability::Ready(deals));
        PyVecDeals::of(RulesLike(self.rules), self.level, copy)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<PyVecDeals> {
        self.__copy__()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, Saved>> {
        Ok((reader(py, "_vec_deals")?, self.saved()?))
    }

    fn __repr__(&self) -> String {
        format!("<VecDeals: {} at level {}, seed {}>", counted(self.n, "deal"), self.level(), self.seed())
    }
}

impl PyVecDeals {
    fn of(rules: RulesLike, level: Level, deals: VecDeals) -> PyResult<PyVecDeals> {
        guarded(|| {
            Ok(PyVecDeals {
                n: deals.len(),
                rules: rules.0,
                level,
                seed: AtomicU64::new(deals.seed()),
                tables: Arc::new(Tables::all_levels(&rules.0)),
                state: Mutex::new(Availability::Ready(deals)),
            })
        })
    }

    /// The deals that a pickle holds.
    pub(super) fn again(
        py: Python<'_>,
        rules: RulesLike,
        level: Level,
        seed: u64,
        past: &[(u64, Vec<u16>)],
    ) -> PyResult<PyVecDeals> {
        let made = guarded(|| py.detach(|| VecDeals::replayed(past, &rules.0, level.0, seed, hears_signals)))?;
        let deals = made.ok_or_else(|| NotationError::new_err("not saved deals: an answer that there is not"))?;
        PyVecDeals::of(rules, level, deals)
    }

    fn take(&self) -> PyResult<Availability> {
        match std::mem::replace(&mut *self.lock(), Availability::Taken) {
            Availability::Taken => Err(GuandanError::new_err(
                "VecDeals: another call is at work on these deals: give each thread deals of its own",
            )),
            state => Ok(state),
        }
    }

    fn take_ready(&self) -> PyResult<VecDeals> {
        match self.take()? {
            Availability::Ready(deals) => Ok(deals),
            state => {
                self.put(state);
                Err(GuandanError::new_err(
                    "VecDeals: a step was interrupted, so that some deals have made it and others have not: begin anew by reset()",
                ))
            }
        }
    }

    fn put(&self, state: Availability) {
        *self.lock() = state;
    }

    fn lock(&self) -> MutexGuard<'_, Availability> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn saved(&self) -> PyResult<Saved> {
        let deals = self.take_ready()?;
        let past = deals.history().map(|(block, answers)| (block, answers.to_vec())).collect();
        self.put(Availability::Ready(deals));
        Ok((PyRules(self.rules), self.level(), self.seed(), past))
    }

    /// What is seen in each deal, and what can be done.
    fn seen(&self, deals: &VecDeals) -> PyResult<Arc<Batch>> {
        Batch::of(deals.decisions(), &self.rules, &self.tables, hears_signals)
    }
}

/// `n` deals at their first choices.
fn begun(py: Python<'_>, n: usize, rules: Rules, level: Level, seed: u64) -> PyResult<VecDeals> {
    guarded(|| py.detach(|| VecDeals::new(n, &rules, level.0, seed, hears_signals)))
}

/// Raises what a signal, such as that of Ctrl-C, has raised since it was last asked.
fn hears_signals() -> PyResult<()> {
    // Not the method's name: it has one lifetime where `attach` asks for any.
    #[allow(clippy::redundant_closure_for_method_calls)]
    Python::attach(|py| py.check_signals())
}

/// An array of whole numbers, whatever kind of array or list they come in.
pub(super) fn whole_numbers<'py>(given: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i64>> {
    if let Ok(array) = given.extract::<PyReadonlyArray1<'py, i64>>()
        && array.as_slice().is_ok()
    {
        return Ok(array);
    }
    let numpy = given.py().import("numpy")?;
    let expected = "answers: expected whole numbers in one dimension, got";
    // Lists of different lengths are no array.
    let array = numpy.call_method1("asarray", (given,));
    let array = array.map_err(|_| PyTypeError::new_err(format!("{expected} {}", shown(given))))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let dimensions: usize = array.getattr("ndim")?.extract()?;
    if !matches!(kind.as_str(), "i" | "u") || dimensions != 1 {
        let dtype = array.getattr("dtype")?;
        return Err(PyTypeError::new_err(format!("{expected} {dtype} in {dimensions}")));
    }
    numpy.call_method1("ascontiguousarray", (array, "int64"))?.extract()
}
