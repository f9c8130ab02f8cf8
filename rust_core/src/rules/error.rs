//! What can be wrong with a rule set, each message one line that says what, where and what was expected.

use super::Field;
use crate::error::{clip, did_you_mean, one_line};
use thiserror::Error;

/// Why a rule set cannot be read or made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RulesError {
    /// A name that is no preset.
    #[error("unknown preset {name:?}{hint}")]
    UnknownPreset {
        /// What was asked for.
        name: String,
        /// ` (did you mean …?)`, or nothing.
        hint: String,
    },
    /// A name that is no preset and no file.
    #[error("unknown rules {name:?}: neither a preset nor a file{hint}")]
    UnknownRules {
        /// What was asked for.
        name: String,
        /// ` (did you mean …?)`, or nothing.
        hint: String,
    },
    /// A file that cannot be read.
    #[error("{file}: cannot be read: {reason}")]
    Unreadable {
        /// The file's path.
        file: String,
        /// Why.
        reason: String,
    },
    /// Text that is not TOML.
    #[error("{place}, line {line}: not TOML: {reason}")]
    Syntax {
        /// The file, or what else was read.
        place: String,
        /// The line, from 1.
        line: usize,
        /// What the parser met.
        reason: String,
    },
    /// A field that no rule set has.
    #[error("unknown field {field:?} in {place}{hint}")]
    UnknownField {
        /// The name that was read.
        field: String,
        /// The file, or what else was read.
        place: String,
        /// ` (did you mean …?)`, or nothing.
        hint: String,
    },
    /// Fields that are not given where there is no `base` to take them from.
    #[error("missing {} in {place}: give every field, or `base = …` with a preset or a file", listed(.fields))]
    Missing {
        /// The fields' names.
        fields: Vec<&'static str>,
        /// The file, or what else was read.
        place: String,
    },
    /// A value of the wrong type or outside what the field allows.
    #[error("{} = {value} in {place}: expected {}{hint} ({})", .field.name, .field.domain.allowed(), .field.clause())]
    Value {
        /// The field.
        field: &'static Field,
        /// The value as it was written.
        value: String,
        /// The file, or what else was read.
        place: String,
        /// ` (did you mean …?)`, or nothing.
        hint: String,
    },
    /// Two fields that cannot hold together.
    #[error("{fields} in {place} contradict each other: {because}")]
    Contradiction {
        /// The fields with their values, `a = x and b = y`.
        fields: String,
        /// The file, or what else was read.
        place: String,
        /// Why, and what to change.
        because: &'static str,
    },
    /// A `base` that is no preset and no file.
    #[error("base = {value} in {place}: expected the name of a preset or of a file beside this one{hint}")]
    Base {
        /// The value as it was written.
        value: String,
        /// The file, or what else was read.
        place: String,
        /// ` (did you mean …?)`, or nothing.
        hint: String,
    },
    /// Files that are each other's base.
    #[error("base = {value} in {place}: that file is built on this one")]
    BaseLoop {
        /// The value as it was written.
        value: String,
        /// The file.
        place: String,
    },
    /// A setting without `=`.
    #[error("{text:?} in {place}: expected field=value, such as max_bomb=8")]
    Setting {
        /// What was read.
        text: String,
        /// The option or argument that held it.
        place: String,
    },
}

impl RulesError {
    /// The error for a field that does not exist, with the nearest field there is. The message calls what named it `place`.
    pub fn unknown_field(name: &str, place: &str) -> Self {
        let hint = did_you_mean(name, super::FIELDS.iter().map(|field| field.name));
        RulesError::UnknownField { field: clip(name), place: place.to_owned(), hint }
    }

    /// `shown` is the value as the message shows it, `meant` its bare word for the nearest known one.
    pub(super) fn value(field: &'static Field, shown: &str, meant: &str, place: &str) -> Self {
        let hint = field.domain.nearest(meant).map_or_else(String::new, |text| format!(" (did you mean {text}?)"));
        RulesError::Value { field, value: one_line(shown), place: place.to_owned(), hint }
    }
}

/// `field a`, or `fields a, b, c and 4 more`.
fn listed(fields: &[&str]) -> String {
    const SHOWN: usize = 3;
    let names = fields.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
    match fields.len() {
        1 => format!("field {names}"),
        count if count <= SHOWN => format!("fields {names}"),
        count => format!("fields {names} and {} more", count - SHOWN),
    }
}
