//! The built-in strategies as one type: chosen by text, dispatched by a match.

use std::fmt;
use std::str::FromStr;

use super::parameters::{Description, Parameter, Parameters};
use super::rollout::Settings;
use super::text::{Call, StrategyError};
use super::{Lowest, Memory, Policy, Principles, Random, Rollout, Tempo};
use crate::combo::Play;
use crate::deal::{ChoiceView, View};
use crate::error::{clip, did_you_mean};

/// A built-in strategy; reads and prints its text form.
#[derive(Clone, PartialEq, Debug)]
pub enum Strategy {
    /// `random`
    Random(Random),
    /// `lowest`
    Lowest(Lowest),
    /// `tempo`
    Tempo(Tempo),
    /// `rollout(…)`
    Rollout(Rollout),
}

/// An entry of the list of built-in strategies: a name, and how to make the strategy from its parameters.
pub struct BuiltIn {
    /// The name that the text form begins with.
    pub name: &'static str,
    /// How the strategy plays, in a line.
    pub about: &'static str,
    /// What the text form takes in parentheses.
    pub parameters: fn() -> Vec<Description>,
    read: fn(&Call<'_>) -> Result<Strategy, StrategyError>,
}

impl BuiltIn {
    const fn of<P: Parameters>() -> BuiltIn {
        let read = |call: &Call<'_>| P::read(call).map(P::into_strategy);
        BuiltIn { name: P::NAME, about: P::ABOUT, parameters: P::described, read }
    }
}

static BUILT_IN: [BuiltIn; 4] =
    [BuiltIn::of::<Random>(), BuiltIn::of::<Lowest>(), BuiltIn::of::<Principles>(), BuiltIn::of::<Settings>()];

impl Parameters for Random {
    const NAME: &'static str = "random";
    const ABOUT: &'static str = "makes every legal play and the pass equally likely";
    const TABLE: &'static [Parameter<Random>] = &[];

    fn into_strategy(self) -> Strategy {
        Strategy::Random(self)
    }
}

impl Parameters for Lowest {
    const NAME: &'static str = "lowest";
    const ABOUT: &'static str =
        "plays its lowest cards first; bombs to go out, or when an opponent holds 5 cards or fewer";
    const TABLE: &'static [Parameter<Lowest>] = &[];

    fn into_strategy(self) -> Strategy {
        Strategy::Lowest(self)
    }
}

impl Strategy {
    /// Every built-in strategy, with its name and parameters.
    pub fn all() -> &'static [BuiltIn] {
        &BUILT_IN
    }

    /// The strategy as `random`, if it is that one.
    #[inline(always)]
    pub(crate) const fn as_random(&self) -> Option<&Random> {
        if let Strategy::Random(random) = self { Some(random) } else { None }
    }

    /// The strategy as `lowest`, if it is that one.
    #[inline(always)]
    pub(crate) const fn as_lowest(&self) -> Option<&Lowest> {
        if let Strategy::Lowest(lowest) = self { Some(lowest) } else { None }
    }
}

/// Evaluates an expression with the policy of whichever strategy it is.
macro_rules! each {
    ($strategy:expr, $policy:ident => $done:expr) => {
        match $strategy {
            Strategy::Random($policy) => $done,
            Strategy::Lowest($policy) => $done,
            Strategy::Tempo($policy) => $done,
            Strategy::Rollout($policy) => $done,
        }
    };
}

impl Policy for Strategy {
    type Memory = Memory;

    #[inline(always)]
    fn looks_back(&self) -> bool {
        each!(self, policy => policy.looks_back())
    }

    fn depends_on_time(&self) -> bool {
        each!(self, policy => policy.depends_on_time())
    }

    fn asks_for_stakes(&self) -> bool {
        each!(self, policy => policy.asks_for_stakes())
    }

    // Not inlined, so that the strategies are compiled once and not into every loop that may have any of them.
    #[inline(never)]
    fn act(&self, view: &View<'_>, memory: &mut Memory) -> Option<Play> {
        match self {
            Strategy::Random(policy) => policy.act(view, &mut memory.bombs),
            Strategy::Lowest(policy) => policy.act(view, &mut memory.bombs),
            Strategy::Tempo(policy) => policy.act(view, memory),
            Strategy::Rollout(policy) => policy.act(view, &mut ()),
        }
    }

    #[inline(always)]
    fn choose(&self, view: &ChoiceView<'_>) -> u32 {
        each!(self, policy => policy.choose(view))
    }
}

impl FromStr for Strategy {
    type Err = StrategyError;

    fn from_str(text: &str) -> Result<Strategy, StrategyError> {
        let call = Call::parse(text)?;
        if let Some(known) = BUILT_IN.iter().find(|known| known.name == call.name) {
            return (known.read)(&call);
        }
        let names = BUILT_IN.iter().map(|known| known.name);
        let hint = did_you_mean(call.name, names.clone());
        let known = names.collect::<Vec<_>>().join(", ");
        Err(StrategyError::Unknown { name: clip(call.name), known, hint })
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strategy::Random(random) => random.print(f),
            Strategy::Lowest(lowest) => lowest.print(f),
            Strategy::Tempo(tempo) => tempo.fmt(f),
            Strategy::Rollout(rollout) => rollout.settings().print(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        let message = text.parse::<Strategy>().unwrap_err().to_string();
        assert!(!message.contains('\n'), "{message}");
        message
    }

    #[test]
    fn text_forms_read_and_print() {
        for (text, printed) in [("random", "random"), (" lowest ( ) ", "lowest"), ("random()", "random")] {
            let strategy: Strategy = text.parse().unwrap();
            assert_eq!(strategy.to_string(), printed);
            assert_eq!(printed.parse::<Strategy>().unwrap(), strategy);
        }
        for BuiltIn { name, .. } in Strategy::all() {
            assert_eq!(name.parse::<Strategy>().unwrap().to_string(), *name);
        }
    }

    #[test]
    fn every_parameter_listed_is_read_and_left_out_where_it_has_its_default() {
        for known in Strategy::all() {
            let name = known.name;
            for parameter in (known.parameters)() {
                let with_default = format!("{name}({}={})", parameter.name, parameter.default);
                assert_eq!(with_default.parse::<Strategy>().unwrap().to_string(), name, "{with_default}");
                let message = error(&format!("{name}({}x=1)", parameter.name));
                assert!(message.ends_with(&format!("(did you mean {}?)", parameter.name)), "{message}");
            }
        }
    }

    #[test]
    fn strategies_within_strategies_end_somewhere() {
        let nested = |depth: usize| format!("{}random{}", "rollout(policy=".repeat(depth), ")".repeat(depth));
        assert_eq!(nested(8).parse::<Strategy>().unwrap().to_string(), nested(8));
        for depth in [9, 100_000] {
            let message = error(&nested(depth));
            assert!(message.ends_with("has brackets within brackets: expected at most 8 deep"), "{message}");
        }
    }

    #[test]
    fn a_wrong_text_form_says_what_was_expected() {
        assert_eq!(
            error("radnom"),
            "unknown strategy \"radnom\": expected one of random, lowest, tempo, rollout (did you mean random?)"
        );
        assert_eq!(error("lowest(x=1)"), "unknown parameter \"x\" of strategy lowest: it takes none");
        let form = "expected a name, or name(key=value, ...)";
        for text in
            ["", "lowest(", "lowest)", "lowest(x)", "lowest(x=1", "(x=1)", "lowest(x=1)y", "a b", "lowest(x=1,)"]
        {
            let message = error(text);
            assert!(message.starts_with("strategy ") && message.ends_with(form), "{text}: {message}");
        }
        assert!(error(&"x".repeat(1000)).len() < 200);
    }
}
