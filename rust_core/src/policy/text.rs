//! The text form of strategies: `name`, or `name(key=value, key=value)`.
//!
//! Knows the form only: which names there are is in `strategy.rs`, what a parameter may be set to in `parameters.rs`.

use thiserror::Error;

use crate::error::{clip, did_you_mean};

/// Why a text is no strategy.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StrategyError {
    /// The text is not of the form `name(key=value, …)`.
    #[error("strategy {text:?} cannot be read: expected a name, or name(key=value, ...)")]
    Form {
        /// What was read.
        text: String,
    },
    /// Strategies are given as parameters of strategies too many levels deep.
    #[error("strategy {text:?} has brackets within brackets: expected at most {} deep", Call::MOST_NESTED)]
    Nested {
        /// What was read.
        text: String,
    },
    /// No strategy has this name.
    #[error("unknown strategy {name:?}: expected one of {known}{hint}")]
    Unknown {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
        /// ` (did you mean …?)`, or nothing.
        hint: String,
    },
    /// The parameter does not allow this value.
    #[error("{value:?} is no value of {parameter} of strategy {name}: expected {expected}{hint}")]
    Value {
        /// The strategy.
        name: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// What was read.
        value: String,
        /// What the parameter allows.
        expected: String,
        /// ` (did you mean …?)`, or nothing.
        hint: String,
    },
    /// A parameter is given more than once.
    #[error("parameter {parameter} of strategy {name} is given more than once")]
    Twice {
        /// The strategy.
        name: String,
        /// The parameter.
        parameter: &'static str,
    },
    /// The strategy has no parameter of this name.
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

/// A name with its parameters.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Call<'a> {
    pub(super) name: &'a str,
    pub(super) parameters: Vec<(&'a str, &'a str)>,
}

impl<'a> Call<'a> {
    /// How deep brackets may be nested: reading a strategy within a strategy takes a part of the stack.
    const MOST_NESTED: usize = 8;

    /// Reads the form; blanks around names, values and signs do not matter.
    pub(super) fn parse(text: &'a str) -> Result<Call<'a>, StrategyError> {
        let malformed = || StrategyError::Form { text: clip(text) };
        if deepest_bracket(text) > Self::MOST_NESTED {
            return Err(StrategyError::Nested { text: clip(text) });
        }
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
}

/// In how many brackets the innermost part of `text` stands.
fn deepest_bracket(text: &str) -> usize {
    let mut depth = 0usize;
    let depths = text.chars().map(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth
    });
    depths.max().unwrap_or(0)
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
