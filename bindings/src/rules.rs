//! `guandan_sim.Rules`.
//!
//! Knows no field by name: attributes, `replace` and `repr` follow the engine's field table. The attributes' types are in
//! `python/guandan_sim/_core.pyi`, held against the table by the stub test.

use std::path::PathBuf;

use guandan_core::card::Rank;
use guandan_core::error::clip;
use guandan_core::rules::{Clock, FIELDS, Field, Rules, RulesError, Value, presets, toml};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyCFunction, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple, PyType};

use super::args::{Argument, Given, wrong_type};
use super::errors::{OrRaise, PathError};
use super::hand::kind_of;
use super::wait::interruptible;

/// A rule set. Every house rule is a field; clause R13 of docs/RULES.md explains them all.
///
/// `Rules("institute")` takes the name of a preset or the path of a TOML file. Every function that asks for rules takes
/// these too. Fields are attributes: whole numbers, booleans and words; `promotion` and `must_play` are tuples, `clock`
/// is a dict, levels are letters, and None stands for a field without a value. A rule set never changes; `replace`
/// makes a new one. Rule sets with equal fields are equal and have the same hash.
///
/// Raises `RulesError`, which names the field, where it was read, its value and the values allowed.
///
/// >>> import guandan_sim as gd
/// >>> rules = gd.Rules("institute").replace(max_bomb=8, clock="40,25,30")
/// >>> rules.max_bomb, rules.promotion, rules.must_play, rules.tribute_return_max
/// (8, (3, 2, 1), ('A',), 'T')
/// >>> rules.diff("institute")
/// [('max_bomb', 8, 10), ('clock', {'match_minutes': 40, 'play_seconds': 25, 'leading_team_seconds': 30}, None)]
#[pyclass(name = "Rules", module = "guandan_sim", frozen, eq, hash, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PyRules(pub(super) Rules);

/// Rules as a user may give them: a `Rules`, the name of a preset, or the path of a TOML file.
#[derive(Clone, Copy)]
pub(super) struct RulesLike(pub(super) Rules);

impl Argument<'_> for RulesLike {
    fn read(what: &str, given: &Bound<'_, PyAny>) -> PyResult<RulesLike> {
        if let Ok(rules) = given.cast::<PyRules>() {
            return Ok(RulesLike(rules.get().0));
        }
        if given.is_instance_of::<PyString>() {
            let name = String::read(what, given)?;
            if let Ok(preset) = Rules::preset(&name) {
                return Ok(RulesLike(preset));
            }
            if !name.starts_with('~') {
                return Ok(RulesLike(waited_for(given.py(), move || Rules::named(&name))?));
            }
        }
        let path = path_of(given)?.ok_or_else(|| wrong_type(what, "a preset, a path or a Rules", given))?;
        Ok(RulesLike(waited_for(given.py(), move || Rules::from_file(&path))?))
    }
}

/// The path that `given` stands for, with a `~` at its beginning replaced, as in the whole package; `None` for bytes
/// and for objects that are no path.
fn path_of(given: &Bound<'_, PyAny>) -> PyResult<Option<PathBuf>> {
    if given.is_instance_of::<PyBytes>() || given.extract::<PathBuf>().is_err() {
        return Ok(None);
    }
    given.py().import("guandan_sim.paths")?.call_method1("in_full", (given,))?.extract().map(Some)
}

/// Reads rules in a way that Ctrl-C can end: the file may be a pipe into which nobody has written yet.
fn waited_for(py: Python<'_>, read: impl FnOnce() -> Result<Rules, RulesError> + Send + 'static) -> PyResult<Rules> {
    interruptible(py, read, || Ok(()), || ())?.or_raise()
}

impl RulesLike {
    /// A name that tells rule sets apart, as [`PyRules::label`] gives it.
    pub(super) fn label(self) -> String {
        let (preset, differences) = self.0.closest_preset();
        let settings: Vec<String> =
            differences.iter().map(|d| format!("{}={}", d.field.name, d.field.text(&self.0))).collect();
        if settings.is_empty() { preset.name.to_owned() } else { format!("{}:{}", preset.name, settings.join(";")) }
    }
}

/// A field with what it holds in two rule sets.
type Differing<'py> = (&'static str, Bound<'py, PyAny>, Bound<'py, PyAny>);

#[pymethods]
#[allow(clippy::wrong_self_convention)] // `self` comes borrowed
impl PyRules {
    #[new]
    fn new(rules: &Bound<'_, PyAny>) -> PyResult<PyRules> {
        Ok(PyRules(RulesLike::read("rules", rules)?.0))
    }

    /// The preset called `name`. `Rules.presets()` lists the names. Raises `RulesError` for an unknown name.
    #[classmethod]
    fn preset(_class: &Bound<'_, PyType>, name: &Bound<'_, PyAny>) -> PyResult<PyRules> {
        Ok(PyRules(Rules::preset(&String::read("name", name)?).or_raise()?))
    }

    /// The presets: a dict from name to a line that describes it.
    #[classmethod]
    fn presets<'py>(class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(class.py());
        presets().try_for_each(|preset| all.set_item(preset.name, preset.description))?;
        Ok(all)
    }

    /// The fields: a dict from name to (what the field means, the values it takes, its clause in docs/RULES.md).
    #[classmethod]
    fn fields<'py>(class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(class.py());
        FIELDS
            .iter()
            .try_for_each(|field| all.set_item(field.name, (field.meaning, field.domain.allowed(), field.clause())))?;
        Ok(all)
    }

    /// Reads a rule set from a TOML file. The file gives every field, or a `base` and the fields that differ from it.
    /// The base is a preset or a file in the same folder. Raises `RulesError`, and `PathError` for what is no path.
    #[classmethod]
    fn from_toml(_class: &Bound<'_, PyType>, path: &Bound<'_, PyAny>) -> PyResult<PyRules> {
        let file = path_of(path)?
            .ok_or_else(|| PathError::new_err(format!("path: expected a path, got {}", kind_of(path))))?;
        Ok(PyRules(waited_for(path.py(), move || Rules::from_file(&file))?))
    }

    /// Reads a rule set from TOML text. A `base` in it must be a preset. Errors call the text `place`. Raises
    /// `RulesError`.
    #[classmethod]
    #[pyo3(signature = (text, place = Given::LeftOut), text_signature = "($cls, text, place='the text')")]
    fn from_text(_class: &Bound<'_, PyType>, text: &Bound<'_, PyAny>, place: Given<'_>) -> PyResult<PyRules> {
        let place = place.or("place", "the text".to_owned())?;
        Ok(PyRules(Rules::from_text(&String::read("text", text)?, &place).or_raise()?))
    }

    /// The rule set as TOML: one line for each field, always in the same order. Reading it back gives an equal rule
    /// set.
    fn to_toml(&self) -> String {
        self.0.to_toml()
    }

    /// The fingerprint: 16 hexadecimal digits that are the same for equal rule sets, on every machine.
    #[getter]
    fn fingerprint(&self) -> String {
        self.0.fingerprint()
    }

    /// A name that tells rule sets apart: the closest preset, followed by the fields that differ from it, such as
    /// `institute:max_bomb=8`.
    #[getter]
    fn label(&self) -> String {
        RulesLike(self.0).label()
    }

    /// A copy of this rule set with some fields changed. A value is written as the attribute shows it, or as text.
    /// Raises `RulesError`.
    #[pyo3(signature = (**fields))]
    fn replace(&self, fields: Option<&Bound<'_, PyDict>>) -> PyResult<PyRules> {
        let Some(fields) = fields else { return Ok(*self) };
        let values: PyResult<Vec<(String, toml::Value)>> = fields
            .iter()
            .map(|(name, value)| Ok((String::read("field", &name)?, toml_value(&value, NESTING)?)))
            .collect();
        let values = values?;
        let values = values.iter().map(|(name, value)| (name.as_str(), value.clone()));
        Ok(PyRules(self.0.with_values(values, "replace()").or_raise()?))
    }

    /// A copy of this rule set with settings such as `"max_bomb=8"` applied, written as for `--set` on the command
    /// line.
    ///
    /// When a field is set twice, the last setting holds. Errors call the settings `place`. Raises `RulesError`.
    #[pyo3(signature = (settings, place = Given::LeftOut), text_signature = "($self, settings, place='--set')")]
    fn with_settings(&self, settings: &Bound<'_, PyAny>, place: Given<'_>) -> PyResult<PyRules> {
        let settings: Vec<String> = Argument::read("settings", settings)?;
        let place = place.or("place", "--set".to_owned())?;
        Ok(PyRules(self.0.with_settings(settings.iter().map(String::as_str), &place).or_raise()?))
    }

    /// The fields that differ from `other`, as tuples (name, value here, value there).
    fn diff<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Vec<Differing<'py>>> {
        let (py, other) = (other.py(), RulesLike::read("other", other)?);
        let differences = self.0.diff(&other.0).into_iter();
        differences.map(|d| Ok((d.field.name, python_value(py, d.left)?, python_value(py, d.right)?))).collect()
    }

    /// The value of a field as text, written as for `--set`. Raises `RulesError` for an unknown field.
    fn text(&self, field: &Bound<'_, PyAny>) -> PyResult<String> {
        let name = String::read("field", field)?;
        let field = Field::named(&name).ok_or_else(|| RulesError::unknown_field(&name, "text()")).or_raise()?;
        Ok(field.text(&self.0))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (preset, differences) = self.0.closest_preset();
        let name = format!("Rules.preset({:?})", preset.name);
        if differences.is_empty() {
            return Ok(name);
        }
        let changes: PyResult<Vec<String>> = differences
            .iter()
            .map(|d| Ok(format!("{}={}", d.field.name, python_value(py, d.right)?.repr()?.to_str()?)))
            .collect();
        Ok(format!("{name}.replace({})", changes?.join(", ")))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let read = slf.get_type().getattr("from_text")?;
        Ok((read, (slf.get().0.to_toml(),)))
    }
}

/// Gives the class a read-only attribute for every field.
pub(super) fn add_fields(py: Python<'_>) -> PyResult<()> {
    let class = py.get_type::<PyRules>();
    let property = py.import("builtins")?.getattr("property")?;
    for field in FIELDS {
        let get = PyCFunction::new_closure(py, None, None, |arguments: &Bound<'_, PyTuple>, _| {
            let rules: PyRef<'_, PyRules> = arguments.get_item(0)?.extract()?;
            python_value(arguments.py(), field.of(&rules.0)).map(Bound::unbind)
        })?;
        class.setattr(field.name, property.call1((get, py.None(), py.None(), field.meaning))?)?;
    }
    Ok(())
}

/// A field's value as a Python object.
fn python_value(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    Ok(match value {
        Value::Switch(on) => PyBool::new(py, on).to_owned().into_any(),
        Value::Word(word) => PyString::new(py, word).into_any(),
        Value::Number(number) => number.into_pyobject(py)?.into_any(),
        Value::Promotion(counts) => PyTuple::new(py, counts)?.into_any(),
        Value::Level(level) => level.map(Rank::letter).into_pyobject(py)?.into_any(),
        Value::Levels(_) => PyTuple::new(py, value.levels().map(Rank::letter).collect::<Vec<_>>())?.into_any(),
        Value::Clock(None) => py.None().into_bound(py),
        Value::Clock(Some(clock)) => {
            let parts = PyDict::new(py);
            std::iter::zip(Clock::PARTS, clock.parts()).try_for_each(|(name, part)| parts.set_item(name, part))?;
            parts.into_any()
        }
    })
}

/// How deep lists are followed; no field holds lists in lists, so deeper ones (or endless ones) are only named.
const NESTING: usize = 2;

/// A Python value as a rule file would hold it; what no file can hold becomes its printed form, which no field allows.
fn toml_value(value: &Bound<'_, PyAny>, nesting: usize) -> PyResult<toml::Value> {
    let printed = || Ok(toml::Value::String(clip(&value.repr()?.to_cow()?)));
    Ok(if value.is_none() {
        toml::Value::String("none".to_owned())
    } else if let Ok(on) = value.cast::<PyBool>() {
        toml::Value::Boolean(on.is_true())
    } else if value.is_instance_of::<PyInt>() || value.hasattr("__index__")? {
        value.extract().map(toml::Value::Integer).or_else(|_| printed())?
    } else if value.is_instance_of::<PyFloat>() {
        toml::Value::Float(value.extract()?)
    } else if value.is_instance_of::<PyString>() {
        toml::Value::String(String::read("replace()", value)?)
    } else if nesting == 0 {
        return printed();
    } else if let Ok(parts) = value.cast::<PyDict>() {
        let parts = parts.iter().map(|(name, part)| Ok((name.str()?.to_string(), toml_value(&part, nesting - 1)?)));
        toml::Value::Table(parts.collect::<PyResult<toml::Table>>()?)
    } else if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let items = value.try_iter()?.map(|item| toml_value(&item?, nesting - 1));
        toml::Value::Array(items.collect::<PyResult<_>>()?)
    } else {
        return printed();
    })
}
