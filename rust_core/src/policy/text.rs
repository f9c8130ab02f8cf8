//! The text form of strategies: `name`, or `name(key=value, key=value)`.
//!
//! Knows the form only; names and parameters belong to [`Strategy`](super::Strategy).

use std::str::FromStr;

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
    /// A value that is none of those there are.
    #[error("{value:?} is no value of {parameter} of strategy {name}: expected one of {known}{hint}")]
    Value {
        /// The strategy.
        name: String,
        /// The parameter.
        parameter: &'static str,
        /// What was read.
        value: String,
        /// The values there are.
        known: String,
        /// ` (did you mean …?)`, or nothing.
        hint: String,
    },
    /// A number that is none or out of range.
    #[error("{value:?} is no value of {parameter} of strategy {name}: expected a number from {least} to {most}")]
    Number {
        /// The strategy.
        name: String,
        /// The parameter.
        parameter: &'static str,
        /// What was read.
        value: String,
        /// The smallest number allowed.
        least: u32,
        /// The largest.
        most: u32,
    },
    /// A parameter given more than once.
    #[error("parameter {parameter} of strategy {name} is given more than once")]
    Twice {
        /// The strategy.
        name: String,
        /// The parameter.
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
        for parameter in split_outside_brackets(inside).filter(|_| !inside.is_empty()) {
            let (key, value) = parameter.split_once('=').ok_or_else(malformed)?;
            let (key, value) = (key.trim(), value.trim());
            if !is_word(key) || value.is_empty() || !(is_word(&value.replace('.', "")) || value.ends_with(')')) {
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

    /// What is given for `parameter`, if anything is.
    pub(super) fn value(&self, parameter: &'static str) -> Result<Option<&'a str>, StrategyError> {
        let mut given = self.parameters.iter().filter(|(key, _)| *key == parameter);
        match (given.next(), given.next()) {
            (_, Some(_)) => Err(StrategyError::Twice { name: self.name.to_owned(), parameter }),
            (first, None) => Ok(first.map(|&(_, value)| value)),
        }
    }

    /// What the switch called `parameter` is set to, if it is given.
    pub(super) fn switch(&self, parameter: &'static str) -> Result<Option<bool>, StrategyError> {
        match self.value(parameter)? {
            None => Ok(None),
            Some("on") => Ok(Some(true)),
            Some("off") => Ok(Some(false)),
            Some(value) => Err(StrategyError::Switch { name: self.name.to_owned(), parameter, value: clip(value) }),
        }
    }

    /// The place in `known` of the value given for `parameter`, if one is.
    pub(super) fn one_of(&self, parameter: &'static str, known: &[&str]) -> Result<Option<usize>, StrategyError> {
        let Some(value) = self.value(parameter)? else { return Ok(None) };
        let place = known.iter().position(|name| *name == value);
        place.map(Some).ok_or_else(|| StrategyError::Value {
            name: self.name.to_owned(),
            parameter,
            value: clip(value),
            known: known.join(", "),
            hint: did_you_mean(value, known.iter().copied()),
        })
    }

    /// The number given for `parameter`, if one is: whole or, where `T` allows it, a decimal fraction.
    pub(super) fn number<T>(&self, parameter: &'static str, least: u32, most: u32) -> Result<Option<T>, StrategyError>
    where
        T: FromStr + PartialOrd + TryFrom<u32>,
    {
        let Some(value) = self.value(parameter)? else { return Ok(None) };
        let is_within = |number: &T| {
            let above = |bound: u32| T::try_from(bound).is_ok_and(|bound| *number >= bound);
            let below = |bound: u32| T::try_from(bound).is_ok_and(|bound| *number <= bound);
            above(least) && below(most)
        };
        let number = value.parse().ok().filter(is_within);
        number.map(Some).ok_or_else(|| StrategyError::Number {
            name: self.name.to_owned(),
            parameter,
            value: clip(value),
            least,
            most,
        })
    }
}

/// The parts of `text` between the commas that stand outside brackets.
fn split_outside_brackets(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    text.split(move |c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })
}
