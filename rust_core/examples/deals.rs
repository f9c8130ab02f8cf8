//! Plays single deals on one thread and says how many decisions they took: what `benches/instructions.sh` counts.
//!
//! `cargo run --release --example deals -- DEALS STRATEGY [portable]`

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64};

use guandan_core::card::Rank;
use guandan_core::policy::Strategy;
use guandan_core::rules::Rules;
use guandan_core::sim::{Plan, Pool, Processor, Unit, Values, run_blocks};

fn main() -> ExitCode {
    match run() {
        Ok(decisions) => {
            println!("{decisions}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<u64, String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [deals, strategy, rest @ ..] = &arguments[..] else {
        return Err("usage: deals DEALS STRATEGY [portable]".to_owned());
    };
    let deals: u64 = deals.parse().map_err(|_| format!("DEALS is {deals:?}: expected a number"))?;
    let strategy: Strategy = strategy.parse().map_err(|error| format!("{error}"))?;
    let processor = if rest.is_empty() { Processor::detect() } else { Processor::PORTABLE };
    let plan = Plan {
        label: "institute".to_owned(),
        rules: Rules::preset("institute").map_err(|error| error.to_string())?,
        unit: Unit::Deal { level: Rank::TWO },
        strategies: [strategy.clone(), strategy.clone(), strategy.clone(), strategy],
        rotations: 1,
        seed: 7,
        records: false,
    };
    let pool = Pool::new(1).map_err(|error| error.to_string())?;
    let part = run_blocks(&plan, 0, deals, &pool, processor, &AtomicBool::new(false), &AtomicU64::new(0))
        .map_err(|error| error.to_string())?;
    let sum = |name: &str| match part.deals.column(name).map(|column| &column.values) {
        Some(Values::U16(cells)) => cells.iter().map(|&cell| u64::from(cell)).sum(),
        _ => 0,
    };
    Ok(sum("plays") + sum("passes"))
}
