//! The parameters of strategies: each is one entry of its strategy's table.
//!
//! An entry says a parameter's name, type, default, allowed values and meaning, as an entry of the table of rules does
//! for a field. Reading a text form, printing it and listing the parameters for people all follow from the tables.

use std::fmt;
use std::str::FromStr;

use super::Strategy;
use super::text::{Call, StrategyError};
use crate::error::{clip, did_you_mean};

/// A strategy's parameters as values of one type.
pub(super) trait Parameters: Default + 'static {
    /// The name that the strategy's text form begins with.
    const NAME: &'static str;
    /// How the strategy plays, in a line.
    const ABOUT: &'static str;
    /// Every parameter, in the order in which they are printed and listed.
    const TABLE: &'static [Parameter<Self>];

    /// The defaults of all parameters when these values are given. They differ from [`Default::default`] where the
    /// value of one parameter decides the default of another.
    fn defaults(&self) -> Self {
        Self::default()
    }

    /// The strategy that has these parameters.
    fn into_strategy(self) -> Strategy;

    /// Reads the parameters of a text form; those not given have their defaults.
    fn read(call: &Call<'_>) -> Result<Self, StrategyError> {
        call.takes(&Self::TABLE.iter().map(|parameter| parameter.name).collect::<Vec<_>>())?;
        let mut made = Self::default();
        let set = |made: &mut Self, parameter: &Parameter<Self>, text: &str| {
            let Parameter { name, domain, set, .. } = *parameter;
            set(made, &Given { strategy: Self::NAME, parameter: name, domain, text })
        };
        let mut left_out = Vec::new();
        for parameter in Self::TABLE {
            match call.value(parameter.name)? {
                Some(text) => set(&mut made, parameter, text)?,
                None => left_out.push(parameter),
            }
        }
        let defaults = made.defaults();
        for parameter in left_out {
            set(&mut made, parameter, &(parameter.get)(&defaults))?;
        }
        Ok(made)
    }

    /// Prints the text form: the strategy's name with the parameters that differ from their defaults.
    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let defaults = self.defaults();
        f.write_str(Self::NAME)?;
        let mut separator = "(";
        for Parameter { name, get, .. } in Self::TABLE {
            let text = get(self);
            if text != get(&defaults) {
                write!(f, "{separator}{name}={text}")?;
                separator = ", ";
            }
        }
        f.write_str(if separator == "(" { "" } else { ")" })
    }

    /// The parameters as people are told of them.
    fn described() -> Vec<Description> {
        let describe = |parameter: &Parameter<Self>| Description {
            name: parameter.name,
            values: parameter.domain.values(),
            default: (parameter.get)(&Self::default()),
            about: parameter.about,
        };
        Self::TABLE.iter().map(describe).collect()
    }
}

/// One parameter of the strategies whose parameters are an `S`.
pub(super) struct Parameter<S> {
    /// What stands before the `=`.
    pub(super) name: &'static str,
    /// What the parameter does, for people.
    pub(super) about: &'static str,
    /// What may stand after the `=`.
    pub(super) domain: Allowed,
    /// The value as text.
    pub(super) get: fn(&S) -> String,
    /// Sets the parameter to what is given for it.
    pub(super) set: fn(&mut S, &Given<'_>) -> Result<(), StrategyError>,
}

/// A parameter of a strategy's text form, as people are told of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// The name: what stands before the `=`.
    pub name: &'static str,
    /// What may stand after it.
    pub values: String,
    /// The value where none is given.
    pub default: String,
    /// What the parameter does.
    pub about: &'static str,
}

/// The values that a parameter allows.
#[derive(Clone, Copy, Debug)]
pub(super) enum Allowed {
    /// `on` or `off`.
    Switch,
    /// A number from the first to the second: whole or, where the parameter's type has fractions, a decimal.
    Number(u32, u32),
    /// One of these words.
    Words(&'static [&'static str]),
    /// The text form of a strategy.
    Strategy,
}

impl Allowed {
    /// The values, for a list of parameters.
    fn values(self) -> String {
        match self {
            Allowed::Switch => "on, off".to_owned(),
            Allowed::Number(least, most) => format!("{least} to {most}"),
            Allowed::Words(words) => words.join(", "),
            Allowed::Strategy => "a strategy".to_owned(),
        }
    }

    /// The values, for an error.
    fn expected(self) -> String {
        match self {
            Allowed::Switch => "on or off".to_owned(),
            Allowed::Number(least, most) => format!("a number from {least} to {most}"),
            Allowed::Words(words) => format!("one of {}", words.join(", ")),
            Allowed::Strategy => "a strategy".to_owned(),
        }
    }
}

/// What a text form gives for a parameter.
pub(super) struct Given<'a> {
    strategy: &'static str,
    parameter: &'static str,
    domain: Allowed,
    text: &'a str,
}

impl Given<'_> {
    /// The error for a text that is no value of the parameter.
    fn refused(&self) -> StrategyError {
        let hint = match self.domain {
            Allowed::Words(words) => did_you_mean(self.text, words.iter().copied()),
            _ => String::new(),
        };
        StrategyError::Value {
            name: self.strategy,
            parameter: self.parameter,
            value: clip(self.text),
            expected: self.domain.expected(),
            hint,
        }
    }

    /// The number given, if it is one that the domain allows.
    fn number<T: FromStr + PartialOrd + From<u32>>(&self) -> Result<T, StrategyError> {
        let Allowed::Number(least, most) = self.domain else { return Err(self.refused()) };
        let allowed = T::from(least)..=T::from(most);
        self.text.parse().ok().filter(|number| allowed.contains(number)).ok_or_else(|| self.refused())
    }

    /// The place of the word given among the words of the domain.
    pub(super) fn word(&self) -> Result<usize, StrategyError> {
        let Allowed::Words(words) = self.domain else { return Err(self.refused()) };
        words.iter().position(|word| *word == self.text).ok_or_else(|| self.refused())
    }
}

/// A type that parameters have.
pub(super) trait ParameterType: Sized {
    /// The value that is given.
    fn read(given: &Given<'_>) -> Result<Self, StrategyError>;

    /// The value as text, which [`ParameterType::read`] reads back.
    fn text(&self) -> String;
}

impl ParameterType for bool {
    fn read(given: &Given<'_>) -> Result<bool, StrategyError> {
        match given.text {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(given.refused()),
        }
    }

    fn text(&self) -> String {
        if *self { "on" } else { "off" }.to_owned()
    }
}

impl ParameterType for u32 {
    fn read(given: &Given<'_>) -> Result<u32, StrategyError> {
        given.number()
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

impl ParameterType for f64 {
    fn read(given: &Given<'_>) -> Result<f64, StrategyError> {
        given.number()
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

impl ParameterType for Box<Strategy> {
    fn read(given: &Given<'_>) -> Result<Box<Strategy>, StrategyError> {
        given.text.parse().map(Box::new)
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

/// Declares the parameters of a strategy: a struct, its defaults and its table. An entry is
/// `/// meaning` and `name: type = default, domain;`; functions of [`Parameters`] may follow.
macro_rules! parameters {
    (
        $(#[$about:meta])* $struct:ident of $strategy:literal, $plays:literal {
            $($(#[doc = $meaning:literal])+ $name:ident: $type:ty = $default:expr, $domain:expr;)*
        }
        $($function:item)*
    ) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Debug)]
        pub(in crate::policy) struct $struct {
            $($(#[doc = $meaning])+ pub(in crate::policy) $name: $type,)*
        }

        impl Default for $struct {
            fn default() -> $struct {
                $struct { $($name: $default,)* }
            }
        }

        impl $crate::policy::parameters::Parameters for $struct {
            const NAME: &'static str = $strategy;
            const ABOUT: &'static str = $plays;
            const TABLE: &'static [$crate::policy::parameters::Parameter<$struct>] = &[$(
                $crate::policy::parameters::Parameter {
                    name: stringify!($name),
                    about: concat!($($meaning),+).trim_ascii(),
                    domain: $domain,
                    get: |made| $crate::policy::parameters::ParameterType::text(&made.$name),
                    set: |made, given| {
                        made.$name = $crate::policy::parameters::ParameterType::read(given)?;
                        Ok(())
                    },
                },
            )*];

            $($function)*
        }
    };
}

pub(super) use parameters;
