//! One strategy written in Python: the method by which it is asked, its `observe` if it has one, and the attributes by
//! which it says how it wants to be asked.

use guandan_core::combo::Detail;
use guandan_core::sim::Asking;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

use super::args::{Argument, DetailArg, whole};
use super::errors::PlanError;
use super::failures::raised;
use super::hand::kind_of;

/// The most matches that a strategy may have side by side: each takes memory.
const MOST_AT_ONCE: u64 = 65536;

/// How a strategy is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// `act`: about one decision.
    Act,
    /// `act_each`: about many decisions, each with its view and its plays.
    ActEach,
    /// `act_batch`: about many decisions by arrays.
    ActBatch,
}

impl Way {
    /// Every way, in the order in which a strategy's methods are looked for.
    const ALL: [Way; 3] = [Way::ActBatch, Way::ActEach, Way::Act];

    /// The name of the method.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Way::Act => "act",
            Way::ActEach => "act_each",
            Way::ActBatch => "act_batch",
        }
    }
}

/// A strategy written in Python.
pub(super) struct Object {
    pub(super) way: Way,
    /// The method by which it is asked, bound.
    pub(super) method: Py<PyAny>,
    /// `observe`, bound, where it has it.
    pub(super) observe: Option<Py<PyAny>>,
    pub(super) asking: Asking,
    /// Whether its views have to show what the ends of a deal are worth in the match.
    pub(super) asks_for_stakes: bool,
    /// How many matches may be played side by side; `None` where the strategy does not say.
    pub(super) at_once: Option<usize>,
}

impl Object {
    /// Reads the methods and attributes of a strategy that the plan knows by `text`. Raises `PlanError` for an object
    /// that is no strategy.
    pub(super) fn new(text: &str, object: &Bound<'_, PyAny>) -> PyResult<Object> {
        let mut found = (Way::Act, None);
        for way in Way::ALL {
            if let Some(method) = member(text, object, way.name())? {
                found = (way, Some(method));
                break;
            }
        }
        let (way, method) = found;
        let method = method.filter(Bound::is_callable).ok_or_else(|| {
            let kind = kind_of(object);
            PlanError::new_err(format!(
                "strategy {text}: expected an object with act(view, legal) or act_batch(views, legals), got {kind}"
            ))
        })?;
        let observe = member(text, object, "observe")?;
        if let Some(observe) = observe.as_ref().filter(|observe| !observe.is_callable()) {
            let kind = kind_of(observe);
            return Err(PlanError::new_err(format!("strategy {text}: expected a method observe(event), got {kind}")));
        }
        let detail = attribute(text, object, "detail", DetailArg::read)?.map_or(Detail::Ranks, |detail| detail.0);
        let every_turn = attribute(text, object, "every_turn", bool::read)?.unwrap_or(false);
        let at_once = attribute(text, object, "at_once", |name, given| whole(name, given, 1..=MOST_AT_ONCE))?;
        Ok(Object {
            way,
            method: method.unbind(),
            observe: observe.map(Bound::unbind),
            asking: Asking { detail, every_turn },
            asks_for_stakes: attribute(text, object, "asks_for_stakes", bool::read)?.unwrap_or(false),
            at_once: at_once.map(|matches| matches as usize),
        })
    }
}

/// What the strategy called `text` has under a name; `None` where it has nothing. Raises `PlanError` where looking for it
/// raises an exception, as a property may.
pub(super) fn member<'py>(text: &str, object: &Bound<'py, PyAny>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = object.py();
    object.getattr_opt(name).map_err(|error| {
        if !error.is_instance_of::<PyException>(py) {
            return error;
        }
        let refused =
            PlanError::new_err(format!("strategy {text}: its attribute {name} raised {}", raised(py, &error)));
        refused.set_cause(py, Some(error));
        refused
    })
}

/// What the attribute of a strategy says; `None` where it has none. Raises `PlanError` with the strategy's name.
fn attribute<'py, T>(
    text: &str,
    object: &Bound<'py, PyAny>,
    name: &str,
    read: impl Fn(&str, &Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Option<T>> {
    let given = member(text, object, name)?;
    let named = |error: PyErr| PlanError::new_err(format!("strategy {text}: {}", error.value(object.py())));
    given.map(|given| read(name, &given).map_err(named)).transpose()
}
