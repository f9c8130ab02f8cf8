//! Who plays a seat: a built-in strategy, or somebody outside the engine.

use std::fmt;

use crate::policy::Strategy;

/// Who plays a seat.
#[derive(Clone, PartialEq, Debug)]
pub enum Contestant {
    /// A strategy of the engine.
    BuiltIn(Strategy),
    /// A strategy that decides outside: it is asked by [`super::run_lockstep`] and known by its texts alone.
    External {
        /// What plans and records call it.
        text: String,
        /// What the tables call it.
        label: String,
    },
}

impl Contestant {
    /// The strategy, if it is one of the engine.
    pub const fn built_in(&self) -> Option<&Strategy> {
        match self {
            Contestant::BuiltIn(strategy) => Some(strategy),
            Contestant::External { .. } => None,
        }
    }

    /// What the tables call it.
    pub fn label(&self) -> String {
        match self {
            Contestant::BuiltIn(strategy) => strategy.to_string(),
            Contestant::External { label, .. } => label.clone(),
        }
    }
}

impl From<Strategy> for Contestant {
    fn from(strategy: Strategy) -> Contestant {
        Contestant::BuiltIn(strategy)
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::BuiltIn(strategy) => strategy.fmt(f),
            Contestant::External { text, .. } => f.write_str(text),
        }
    }
}
