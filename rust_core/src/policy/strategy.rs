//! The built-in strategies as one type: chosen by text, dispatched by a match.

use std::fmt;
use std::str::FromStr;

use super::text::{Call, Parameter, StrategyError};
use super::{Lowest, Memory, Policy, Random, Rollout, Tempo};
use crate::combo::Play;
use crate::deal::{ChoiceView, View};

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

impl Strategy {
    /// The names a text form can begin with.
    pub const NAMES: [&'static str; 4] = ["random", "lowest", "tempo", "rollout"];
    /// How each of them plays, in a line.
    pub const ABOUT: [&'static str; Strategy::NAMES.len()] = [
        "makes every legal play and the pass equally likely",
        "plays its lowest cards first; bombs to go out, or when an opponent holds 5 cards or fewer",
        "plays by twelve principles, each a switch as in tempo(partner=off)",
        "tries its plays in sampled deals that a simpler strategy plays out, as in rollout(samples=100, policy=tempo)",
    ];

    /// This, if it is `random`.
    #[inline(always)]
    pub(crate) const fn as_random(&self) -> Option<&Random> {
        if let Strategy::Random(random) = self { Some(random) } else { None }
    }

    /// This, if it is `lowest`.
    #[inline(always)]
    pub(crate) const fn as_lowest(&self) -> Option<&Lowest> {
        if let Strategy::Lowest(lowest) = self { Some(lowest) } else { None }
    }

    /// What the text form of the strategy called `name` takes in parentheses.
    pub fn parameters(name: &str) -> Vec<Parameter> {
        match name {
            "tempo" => Tempo::parameters(),
            "rollout" => Rollout::parameters(),
            _ => Vec::new(),
        }
    }
}

impl Policy for Strategy {
    type Memory = Memory;

    #[inline(always)]
    fn looks_back(&self) -> bool {
        match self {
            Strategy::Random(policy) => policy.looks_back(),
            Strategy::Lowest(policy) => policy.looks_back(),
            Strategy::Tempo(policy) => policy.looks_back(),
            Strategy::Rollout(policy) => policy.looks_back(),
        }
    }

    fn depends_on_time(&self) -> bool {
        match self {
            Strategy::Random(policy) => policy.depends_on_time(),
            Strategy::Lowest(policy) => policy.depends_on_time(),
            Strategy::Tempo(policy) => policy.depends_on_time(),
            Strategy::Rollout(policy) => policy.depends_on_time(),
        }
    }

    fn asks_for_stakes(&self) -> bool {
        match self {
            Strategy::Random(policy) => policy.asks_for_stakes(),
            Strategy::Lowest(policy) => policy.asks_for_stakes(),
            Strategy::Tempo(policy) => policy.asks_for_stakes(),
            Strategy::Rollout(policy) => policy.asks_for_stakes(),
        }
    }

    // A call, so that the strategies stand in the engine once and not in every loop that may have any of them.
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
        match self {
            Strategy::Random(policy) => policy.choose(view),
            Strategy::Lowest(policy) => policy.choose(view),
            Strategy::Tempo(policy) => policy.choose(view),
            Strategy::Rollout(policy) => policy.choose(view),
        }
    }
}

impl FromStr for Strategy {
    type Err = StrategyError;

    fn from_str(text: &str) -> Result<Strategy, StrategyError> {
        let call = Call::parse(text)?;
        match call.name {
            "random" => call.takes(&[]).map(|()| Strategy::Random(Random)),
            "lowest" => call.takes(&[]).map(|()| Strategy::Lowest(Lowest)),
            "tempo" => Tempo::from_call(&call).map(Strategy::Tempo),
            "rollout" => Rollout::from_call(&call).map(Strategy::Rollout),
            _ => Err(StrategyError::unknown(call.name, &Strategy::NAMES)),
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strategy::Random(_) => f.write_str("random"),
            Strategy::Lowest(_) => f.write_str("lowest"),
            Strategy::Tempo(tempo) => tempo.fmt(f),
            Strategy::Rollout(rollout) => rollout.fmt(f),
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
        for name in Strategy::NAMES {
            assert_eq!(name.parse::<Strategy>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn every_parameter_listed_is_read_and_left_out_where_it_has_its_default() {
        for name in Strategy::NAMES {
            for parameter in Strategy::parameters(name) {
                let with_default = format!("{name}({}={})", parameter.name, parameter.default);
                assert_eq!(with_default.parse::<Strategy>().unwrap().to_string(), name, "{with_default}");
                let message = error(&format!("{name}({}x=1)", parameter.name));
                assert!(message.ends_with(&format!("(did you mean {}?)", parameter.name)), "{message}");
            }
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
