//! What callers may write where the engine wants a value: text, lists, numbers, rules by name, value or file, levels, kinds
//! and details by name.
//!
//! Arguments come as any object and are read here by name, so that a wrong value is refused in a line that begins with
//! the argument's name and says what was expected. Messages of the binding library, which name neither, are not shown.

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

use guandan_core::card::{Rank, Seat};
use guandan_core::combo::{Detail, Kind};
use guandan_core::error::{clip, did_you_mean};
use guandan_core::rules::{Rules, Tables, standard};
use guandan_core::sim::Levels;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFrozenSet, PySet, PyString};

use super::errors::{NotationError, OrRaise, PlanError};
use super::hand::kind_of;
use super::rules::{PyRules, RulesLike};

/// What can be read from the object given for an argument.
pub(super) trait Argument<'py>: Sized {
    /// Reads the value given for the argument called `what`. The error for a value that is refused begins with that
    /// name and says what was expected.
    fn read(what: &str, given: &Bound<'py, PyAny>) -> PyResult<Self>;
}

/// An argument that may be left out. To give None is not to leave it out.
pub(super) enum Given<'py> {
    LeftOut,
    Value(Bound<'py, PyAny>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Given<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Given<'py>> {
        Ok(Given::Value(given.to_owned()))
    }
}

impl<'py> Given<'py> {
    /// Reads the value given for the argument called `what`; `usual` when it was left out.
    pub(super) fn or<T: Argument<'py>>(&self, what: &str, usual: T) -> PyResult<T> {
        match self {
            Given::LeftOut => Ok(usual),
            Given::Value(given) => T::read(what, given),
        }
    }
}

/// Reads the value given for the argument called `what`, which may be None.
pub(super) fn optional<'py, T: Argument<'py>>(what: &str, given: Option<&Bound<'py, PyAny>>) -> PyResult<Option<T>> {
    given.map(|given| T::read(what, given)).transpose()
}

/// The error for a value of the wrong type: it says what was `expected` and what was given.
pub(super) fn wrong_type(what: &str, expected: &str, given: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("{what}: expected {expected}, got {}", kind_of(given)))
}

impl Argument<'_> for String {
    fn read(what: &str, given: &Bound<'_, PyAny>) -> PyResult<String> {
        let text = given.cast::<PyString>().map_err(|_| wrong_type(what, "text", given))?;
        // Python keeps bytes of the command line that are no UTF-8 as lone surrogates.
        let text = text.to_cow();
        text.map(Into::into).map_err(|_| NotationError::new_err(format!("{what}: expected text, got {}", shown(given))))
    }
}

impl Argument<'_> for bool {
    fn read(what: &str, given: &Bound<'_, PyAny>) -> PyResult<bool> {
        let given = given.cast::<PyBool>().map_err(|_| wrong_type(what, "True or False", given))?;
        Ok(given.is_true())
    }
}

impl<'py, T: Argument<'py>> Argument<'py> for Vec<T> {
    fn read(what: &str, given: &Bound<'py, PyAny>) -> PyResult<Vec<T>> {
        let items = items(what, given)?;
        items.iter().enumerate().map(|(i, item)| T::read(&format!("{what}[{i}]"), item)).collect()
    }
}

/// The most items that a list may have: an endless iterable would fill the memory.
const MOST_ITEMS: usize = 1 << 20;

/// The items of a list, or of anything else that has its items in an order.
pub(super) fn items<'py>(what: &str, given: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let expected = || wrong_type(what, "a list", given);
    let is_no_list = given.is_instance_of::<PyString>()
        || given.is_instance_of::<PyBytes>()
        || given.is_instance_of::<PyDict>()
        || given.is_instance_of::<PySet>()
        || given.is_instance_of::<PyFrozenSet>();
    if is_no_list {
        return Err(expected());
    }
    let mut items = Vec::new();
    for item in given.try_iter().map_err(|_| expected())? {
        if items.len() == MOST_ITEMS {
            return Err(PlanError::new_err(format!("{what}: expected at most {MOST_ITEMS} items")));
        }
        items.push(item?);
    }
    Ok(items)
}

/// A line of a file: text, or bytes that are still to be found to be text.
pub(super) enum LineArg {
    Text(PyBackedStr),
    Bytes(PyBackedBytes),
}

impl Argument<'_> for LineArg {
    fn read(what: &str, given: &Bound<'_, PyAny>) -> PyResult<LineArg> {
        if given.is_instance_of::<PyString>() {
            let text = given.extract().map(LineArg::Text);
            return text.map_err(|_| NotationError::new_err(format!("{what}: expected text, got {}", shown(given))));
        }
        given.extract().map(LineArg::Bytes).map_err(|_| wrong_type(what, "text or bytes", given))
    }
}

impl LineArg {
    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            LineArg::Text(text) => text.as_bytes(),
            LineArg::Bytes(bytes) => bytes,
        }
    }
}

/// A rule set at one level, compiled, and shared by the plays and deals made under it.
pub(super) struct Game {
    pub(super) rules: Rules,
    pub(super) tables: Tables,
    /// The rules as Python has them: one object, which a pickle holds once for all plays of the game.
    python: PyOnceLock<Py<PyRules>>,
}

/// The game last used in reading a pickle. A pickle may hold many plays of one game, and they share it.
static LAST: Mutex<Option<Arc<Game>>> = Mutex::new(None);

impl Game {
    pub(super) fn new(rules: RulesLike, level: Level) -> Arc<Game> {
        Arc::new(Game { rules: rules.0, tables: Tables::new(&rules.0, level.0), python: PyOnceLock::new() })
    }

    /// The game under these rules at this level. If it was also the last one asked for, that one is shared.
    pub(super) fn shared(rules: RulesLike, level: Level) -> Arc<Game> {
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some(game) if game.rules == rules.0 && game.tables.level == level.0 => Arc::clone(game),
            _ => Arc::clone(last.insert(Game::new(rules, level))),
        }
    }

    /// The rules as Python has them, and the level: what a pickle says of the game.
    pub(super) fn saved(&self, py: Python<'_>) -> PyResult<(Py<PyRules>, &'static str)> {
        let rules = self.python.get_or_try_init(py, || Py::new(py, PyRules(self.rules)))?;
        Ok((rules.clone_ref(py), self.tables.level.letter()))
    }

    /// Whether plays made under both can be compared.
    pub(super) fn is_same(&self, other: &Game) -> bool {
        self.tables.level == other.tables.level && self.rules == other.rules
    }
}

impl RulesLike {
    /// The rules where none are given.
    pub(super) fn standard() -> RulesLike {
        RulesLike(standard().rules)
    }
}

/// A level by its letter.
#[derive(Clone, Copy)]
pub(super) struct Level(pub(super) Rank);

impl Level {
    pub(super) const LOWEST: Level = Level(Rank::TWO);
}

impl Argument<'_> for Level {
    fn read(what: &str, given: &Bound<'_, PyAny>) -> PyResult<Level> {
        Ok(Level(String::read(what, given)?.parse().or_raise()?))
    }
}

/// The levels of a run of single deals: one, several with commas between them, or `all`.
pub(super) struct LevelsArg(pub(super) Levels);

impl Argument<'_> for LevelsArg {
    fn read(what: &str, given: &Bound<'_, PyAny>) -> PyResult<LevelsArg> {
        Ok(LevelsArg(String::read(what, given)?.parse().or_raise()?))
    }
}

/// How finely plays are told apart, by name.
#[derive(Clone, Copy)]
pub(super) struct DetailArg(pub(super) Detail);

impl DetailArg {
    pub(super) const CARDS: DetailArg = DetailArg(Detail::Cards);
}

impl Argument<'_> for DetailArg {
    fn read(what: &str, given: &Bound<'_, PyAny>) -> PyResult<DetailArg> {
        match String::read(what, given)?.as_str() {
            "cards" => Ok(DetailArg(Detail::Cards)),
            "ranks" => Ok(DetailArg(Detail::Ranks)),
            other => Err(NotationError::new_err(format!(
                "unknown detail {:?}: expected cards or ranks{}",
                clip(other),
                did_you_mean(other, ["cards", "ranks"])
            ))),
        }
    }
}

/// A kind by its name.
#[derive(Clone, Copy)]
pub(super) struct KindArg(pub(super) Kind);

impl Argument<'_> for KindArg {
    fn read(what: &str, given: &Bound<'_, PyAny>) -> PyResult<KindArg> {
        String::read(what, given)?.parse().map(KindArg).map_err(NotationError::new_err)
    }
}

/// A seat by its number.
#[derive(Clone, Copy)]
pub(super) struct SeatArg(pub(super) Seat);

impl Argument<'_> for SeatArg {
    fn read(what: &str, given: &Bound<'_, PyAny>) -> PyResult<SeatArg> {
        if let Some(number @ 0..=3) = number_of(given) {
            return Ok(SeatArg(Seat::new(number)));
        }
        let said = format!("{what}: unknown seat {}: expected 0, 1, 2 or 3", shown(given));
        Err(NotationError::new_err(said))
    }
}

/// The number as an `int`, whether it is Python's or `NumPy`'s.
///
/// Raises `PlanError` unless it is whole and from `least` to `most`.
///
/// >>> from guandan_sim._core import check_whole
/// >>> check_whole("seat", 3, 0, 3)
/// 3
#[pyfunction]
#[pyo3(signature = (what, number, least, most))]
pub(super) fn check_whole(
    what: &Bound<'_, PyAny>,
    number: &Bound<'_, PyAny>,
    least: &Bound<'_, PyAny>,
    most: &Bound<'_, PyAny>,
) -> PyResult<u64> {
    let what = String::read("what", what)?;
    let (least, most) = (whole("least", least, 0..=u64::MAX)?, whole("most", most, 0..=u64::MAX)?);
    whole(&what, number, least..=most)
}

/// The number that a Python or `NumPy` number is; `None` for one that a `T` cannot hold, and for True and False, which
/// are numbers to Python: whoever gives one for a number means something else.
pub(super) fn number_of<'py, T: FromPyObjectOwned<'py>>(value: &Bound<'py, PyAny>) -> Option<T> {
    if value.is_instance_of::<PyBool>() { None } else { value.extract().ok() }
}

/// The whole number given for the argument called `what`. Raises `PlanError` for a number out of `range` and for any
/// other value.
pub(super) fn whole(what: &str, value: &Bound<'_, PyAny>, range: RangeInclusive<u64>) -> PyResult<u64> {
    number_of(value).filter(|number| range.contains(number)).ok_or_else(|| {
        let (least, most) = range.into_inner();
        PlanError::new_err(format!("{what}: expected a whole number {least} to {most}, got {}", shown(value)))
    })
}

/// [`whole`] from 0 to `most` where a value is given, otherwise 0.
pub(super) fn whole_or_0(what: &str, value: Option<&Bound<'_, PyAny>>, most: u64) -> PyResult<u64> {
    value.map_or(Ok(0), |value| whole(what, value, 0..=most))
}

/// The number given for the argument called `what`, which may have a fraction.
pub(super) fn number(what: &str, given: &Bound<'_, PyAny>) -> PyResult<f64> {
    number_of(given).ok_or_else(|| PlanError::new_err(format!("{what}: expected a number, got {}", shown(given))))
}

/// A function given for the argument called `what`.
pub(super) fn function<'py>(what: &str, given: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if given.is_callable() { Ok(given) } else { Err(wrong_type(what, "a function", &given)) }
}

/// The value as Python's `repr` shows it, for messages.
pub(super) fn shown(value: &Bound<'_, PyAny>) -> String {
    let text = value.repr().map(|text| text.to_string_lossy().split_whitespace().collect::<Vec<_>>().join(" "));
    text.map_or_else(|_| kind_of(value), |text| clip(&text))
}
