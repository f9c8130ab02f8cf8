//! The text form of strategies: `name`, or `name(key=value, key=value)`.
//!
//! Knows the form only; names and parameters belong to [`Strategy`](super::Strategy).

use thiserror::Error;

use crate::error::{clip, did_you_mean};

/// Text that is no strategy.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StrategyError {
    /// Not of the form.
    #[error("strategy {text:?} cannot be read: expected a name, or name(key=value, ...)")]
    Form {
        /// What was read.
        text: String,
    },
    /// A name that stands for nothing.
    #[error("unknown strategy {name:?}: expected one of {known}{hint}")]
    Unknown {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
        /// ` (did you mean …?)`, or nothing.
        hint: String,
    },
    /// A switch that is neither on nor off.
    #[error("{value:?} is no value of {parameter} of strategy {name}: expected on or off")]
    Switch {
        /// The strategy.
        name: String,
        /// The switch.
        parameter: &'static str,
        /// What was read.
        value: String,
    },
    /// A switch given more than once.
    #[error("parameter {parameter} of strategy {name} is given more than once")]
    Twice {
        /// The strategy.
        name: String,
        /// The switch.
        parameter: &'static str,
    },
    /// A parameter the strategy does not have.
    #[error("unknown parameter {parameter:?} of strategy {name}: it takes {known}{hint}")]
    Parameter {
        /// The strategy.
        name: String,
        /// The parameter.
        parameter: String,
        /// The parameters there are.
        known: String,
        /// ` (did you mean …?)`, or nothing.
        hint: String,
    },
}

impl StrategyError {
    /// An error for a name that is none of `known`.
    pub(super) fn unknown(name: &str, known: &[&str]) -> StrategyError {
        let hint = did_you_mean(name, known.iter().copied());
        StrategyError::Unknown { name: clip(name), known: known.join(", "), hint }
    }
}

/// A parameter of a strategy's text form, as people are told of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name: what stands before the `=`.
    pub name: &'static str,
    /// What may stand after it.
    pub values: &'static str,
    /// What it is where it is not given.
    pub default: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// The two settings of a switch.
pub(super) const fn on_or_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

/// A name with its parameters.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Call<'a> {
    pub(super) name: &'a str,
    pub(super) parameters: Vec<(&'a str, &'a str)>,
}

impl<'a> Call<'a> {
    /// Reads the form; blanks around names, values and signs do not matter.
    pub(super) fn parse(text: &'a str) -> Result<Call<'a>, StrategyError> {
        let malformed = || StrategyError::Form { text: clip(text) };
        let (name, inside) = match text.trim().split_once('(') {
            None => (text.trim(), ""),
            Some((name, rest)) => (name.trim(), rest.strip_suffix(')').ok_or_else(malformed)?.trim()),
        };
        let is_word =
            |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
        if !is_word(name) {
            return Err(malformed());
        }
        let mut parameters = Vec::new();
        for parameter in inside.split(',').filter(|_| !inside.is_empty()) {
            let (key, value) = parameter.split_once('=').ok_or_else(malformed)?;
            let (key, value) = (key.trim(), value.trim());
            if !is_word(key) || value.is_empty() || value.contains(['(', ')', '=']) {
                return Err(malformed());
            }
            parameters.push((key, value));
        }
        Ok(Call { name, parameters })
    }

    /// Whether every parameter given is one of `known`.
    pub(super) fn takes(&self, known: &[&str]) -> Result<(), StrategyError> {
        match self.parameters.iter().find(|(key, _)| !known.contains(key)) {
            None => Ok(()),
            Some((key, _)) => Err(StrategyError::Parameter {
                name: self.name.to_owned(),
                parameter: clip(key),
                known: if known.is_empty() { "none".to_owned() } else { known.join(", ") },
                hint: did_you_mean(key, known.iter().copied()),
            }),
        }
    }

    /// What the switch called `parameter` is set to, if it is given.
    pub(super) fn switch(&self, parameter: &'static str) -> Result<Option<bool>, StrategyError> {
        let name = || self.name.to_owned();
        let mut given = self.parameters.iter().filter(|(key, _)| *key == parameter);
        let value = match given.next() {
            None => return Ok(None),
            Some((_, "on")) => true,
            Some((_, "off")) => false,
            Some((_, value)) => return Err(StrategyError::Switch { name: name(), parameter, value: clip(value) }),
        };
        match given.next() {
            None => Ok(Some(value)),
            Some(_) => Err(StrategyError::Twice { name: name(), parameter }),
        }
    }
}
