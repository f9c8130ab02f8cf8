//! Built-in strategies: what there are, and `guandan_sim.Strategy`, one of them to be asked about single decisions.

use std::sync::Arc;

use guandan_core::combo::{Detail, Play};
use guandan_core::error::counted;
use guandan_core::policy::{Policy, Strategy, Unanswerable};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use super::args::{Argument, items, wrong_type};
use super::batch::{PyLegals, PyViews};
use super::errors::{GuandanError, IllegalPlay, OrRaise, PlanError, guarded};
use super::hash_of;
use super::play::PyPlay;
use super::view::PyView;
use super::wait::interruptible;

/// The strategies by name: a dict from name to (how it plays, its parameters). A parameter is a tuple (name, values,
/// default, meaning).
///
/// >>> from guandan_sim._core import strategies
/// >>> about, parameters = strategies()["tempo"]
/// >>> parameters[9][:3]
/// ('last_cards', 'on, off', 'on')
#[pyfunction]
pub(super) fn strategies(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    for strategy in Strategy::all() {
        let parameters = (strategy.parameters)().into_iter();
        let parameters: Vec<_> = parameters.map(|p| (p.name, p.values, p.default, p.about)).collect();
        all.set_item(strategy.name, (strategy.about, parameters))?;
    }
    Ok(all)
}

/// The error for a view and plays that were given for these arguments.
fn unanswered(error: &Unanswerable, view: &str, legal: &str) -> PyErr {
    match error {
        Unanswerable::Over => GuandanError::new_err(format!("{view}: {error}")),
        Unanswerable::OtherTurn { .. } => PlanError::new_err(format!("{view}: {error}")),
        Unanswerable::NothingOffered { .. } => PlanError::new_err(format!("{legal}: {error}")),
        Unanswerable::OtherCard { index, .. } => PlanError::new_err(format!("{legal}[{index}]: {error}")),
        Unanswerable::Illegal { index, .. } => IllegalPlay::new_err(format!("{legal}[{index}]: {error}")),
    }
}

/// A built-in strategy by its text, as `guandan_sim.strategy` gives it: an object to ask about single decisions, by the
/// same methods that strategies written in Python have.
///
/// An answer is an index into the plays offered; their number means to pass. The same view has the same answer, whoever
/// asks and when, unless the strategy depends on time: its random numbers are those of the view. Wherever a strategy is
/// named, the object may stand in place of its text. Two strategies are equal when their texts are equal.
///
/// >>> import guandan_sim as gd
/// >>> lowest = gd.strategy("lowest")
/// >>> deal = gd.Deal.new(rules="institute", level="2", seed=7)
/// >>> view = deal.view(deal.turn)
/// >>> print(view.legal_plays()[lowest.act(view)])
/// tube 4: S2 S2 C3 D3 S4 H4
/// >>> singles = [play for play in view.legal_plays() if play.kind == "single"]
/// >>> print(singles[lowest.act(view, singles)])
/// single 3: C3
#[pyclass(name = "Strategy", module = "guandan_sim", frozen, eq)]
#[derive(PartialEq)]
pub(super) struct PyStrategy(pub(super) Strategy);

#[pymethods]
impl PyStrategy {
    #[new]
    fn new(text: &Bound<'_, PyAny>) -> PyResult<PyStrategy> {
        Ok(PyStrategy(String::read("text", text)?.parse().or_raise()?))
    }

    /// The strategy's text in canonical form.
    #[getter]
    fn name(&self) -> String {
        self.0.to_string()
    }

    /// How finely plays have to be listed for all of its plays to be among them: "cards". At ranks detail the answer may be a
    /// play of other suits than the strategy would take.
    #[getter]
    fn detail(&self) -> &'static str {
        "cards"
    }

    /// Whether it plays for the match, so that it asks what a deal is worth there.
    #[getter]
    fn asks_for_stakes(&self) -> bool {
        self.0.asks_for_stakes()
    }

    /// Whether its choices depend on the time that they are given.
    #[getter]
    fn depends_on_time(&self) -> bool {
        self.0.depends_on_time()
    }

    /// What the strategy does at the decision of `view`: an index into `legal`, or `len(legal)` to pass. Without `legal`
    /// the index is one of `view.legal_plays()`.
    ///
    /// `legal` may list the seat's plays at any detail, some of them only, in any order. The answer is the strategy's own
    /// play where it is listed. Otherwise it is the closest listed play: the one of its kind with the nearest number of
    /// cards, then the nearest rank, then most cards in common by rank, then most of the very same cards, then the first.
    /// Where no play of its kind is listed it passes; a leader, who may not pass, takes a play of another kind with the nearest
    /// number of cards and most cards in common.
    ///
    /// In the phases of tribute `legal` lists the cards to choose from as singles. Two copies of one card to pick from are
    /// those of the two givers, the lower seat's first.
    ///
    /// Raises `PlanError` for an empty list when the seat has plays, for a view of a seat that is not to act, and for a
    /// card that is not one of those to choose from; `IllegalPlay` for a play that the seat may not make;
    /// `GuandanError` for a play at another level or under other rules, and when the deal is over.
    #[pyo3(signature = (view, legal = None))]
    fn act(&self, py: Python<'_>, view: &Bound<'_, PyAny>, legal: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
        self.answer(py, "view", view, "legal", legal)
    }

    /// What `act` answers for each of several views; `legals` has a list of plays for each. Without `legals` the answers are
    /// indices into `view.legal_plays()`.
    ///
    /// Raises what `act` does, and `PlanError` unless there are as many lists as views.
    #[pyo3(signature = (views, legals = None))]
    fn act_each(
        &self,
        py: Python<'_>,
        views: &Bound<'_, PyAny>,
        legals: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<usize>> {
        let views = items("views", views)?;
        let legals = legals.map(|legals| items("legals", legals)).transpose()?;
        if let Some(legals) = legals.as_ref().filter(|legals| legals.len() != views.len()) {
            let counts = [counted(legals.len(), "list"), counted(views.len(), "view")];
            return Err(PlanError::new_err(format!("legals: {} to {}", counts[0], counts[1])));
        }
        let legal = |i: usize| legals.as_ref().map(|legals| &legals[i]);
        let ask = |(i, view): (usize, &Bound<'_, PyAny>)| {
            self.answer(py, &format!("views[{i}]"), view, &format!("legals[{i}]"), legal(i))
        };
        views.iter().enumerate().map(ask).collect()
    }

    /// What `act` answers for each of many decisions that `views` and `legals` hold as arrays: (n,) int64, each an index
    /// into the plays of its decision, or their number to pass.
    ///
    /// Raises `PlanError` when `legals` are not those of `views`, and for `rollout`, which looks back at plays that arrays do
    /// not hold: ask it by `act_each`.
    fn act_batch<'py>(
        &self,
        py: Python<'py>,
        views: &Bound<'py, PyAny>,
        legals: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let views = &views.cast::<PyViews>().map_err(|_| wrong_type("views", "Views", views))?.get().0;
        let legals = &legals.cast::<PyLegals>().map_err(|_| wrong_type("legals", "Legals", legals))?.get().0;
        if !Arc::ptr_eq(views, legals) {
            return Err(PlanError::new_err("legals: expected those that came with the views"));
        }
        if self.0.looks_back() {
            return Err(PlanError::new_err(format!(
                "views: {} looks back at the plays so far, which arrays do not hold: ask it by act or act_each",
                self.0
            )));
        }
        Ok(guarded(|| views.answers_of(py, &self.0))?.into_pyarray(py))
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.name())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<PyStrategy>(), (self.name(),))
    }

    fn __copy__(slf: Bound<'_, PyStrategy>) -> Bound<'_, PyStrategy> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, PyStrategy>, _memo: &Bound<'py, PyAny>) -> Bound<'py, PyStrategy> {
        slf
    }

    fn __repr__(&self) -> String {
        format!("<Strategy {}>", self.0)
    }
}

impl PyStrategy {
    /// The answer for the view given for the argument called `what`, among the plays given for the argument `whose`.
    fn answer(
        &self,
        py: Python<'_>,
        what: &str,
        view: &Bound<'_, PyAny>,
        whose: &str,
        legal: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let seen = view.cast::<PyView>().map_err(|_| wrong_type(what, "a View", view))?.get();
        let offered = match legal {
            None => seen.options(Detail::Cards),
            Some(legal) => offered(seen, whose, legal)?,
        };
        py.check_signals()?;
        let answer = if self.0.looks_back() {
            // A decision by play-outs may take minutes; for those of microseconds a thread would cost more than they do.
            let (strategy, seen) = (self.0.clone(), seen.clone());
            guarded(|| interruptible(py, move || seen.answered_by(&strategy, &offered), || Ok(()), || ()))?
        } else {
            guarded(|| Ok(py.detach(|| seen.answered_by(&self.0, &offered))))?
        };
        answer.map_err(|error| unanswered(&error, what, whose))
    }
}

/// The plays given for the argument called `what`, which have to be of the game that `view` is of.
fn offered(view: &PyView, what: &str, legal: &Bound<'_, PyAny>) -> PyResult<Vec<Play>> {
    let read = |(i, given): (usize, Bound<'_, PyAny>)| {
        let place = format!("{what}[{i}]");
        let play = given.cast::<PyPlay>().map_err(|_| wrong_type(&place, "a Play", &given))?.get();
        play.made_in(view.game()).map_err(|wrong| GuandanError::new_err(format!("{place}: {wrong}")))
    };
    items(what, legal)?.into_iter().enumerate().map(read).collect()
}
