//! Strategies as text.

use bolero::check;
use guandan_core::policy::Strategy;

use crate::texts::{Text, Texts, read};

#[test]
fn strategy() {
    let with_defaults = Strategy::all().iter().map(|strategy| {
        let parameters = (strategy.parameters)();
        let given: Vec<String> = parameters.iter().map(|known| format!("{}={}", known.name, known.default)).collect();
        format!("{}({})", strategy.name, given.join(", "))
    });
    let written = [
        "random",
        "lowest()",
        "tempo(partner=off)",
        "tempo(infer=off, partner=on)",
        "tempo(lock=off)",
        "rollout(policy=tempo(partner=off, infer=off), samples=3)",
        "rollout(policy=rollout(policy=random))",
    ];
    let texts = Texts::new(
        with_defaults.chain(written.map(String::from)),
        &[
            "random",
            "lowest",
            "tempo",
            "rollout",
            "(",
            ")",
            "=",
            ",",
            "on",
            "off",
            "policy=",
            "samples=",
            "budget_ms=",
            "1.5",
            "rollout(policy=rollout(policy=rollout(policy=",
        ],
    );
    check!().with_generator(texts).for_each(|text: &Text| {
        read::<Strategy>(&text.string());
    });
}
