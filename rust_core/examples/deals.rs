//! Plays single deals or whole matches on one thread and says how many decisions and deals that took: what
//! `benches/instructions.sh` counts.
//!
//! `cargo run --release --example deals -- COUNT STRATEGY [portable] [matches]`

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64};

use guandan_core::card::Rank;
use guandan_core::policy::Strategy;
use guandan_core::rules::Rules;
use guandan_core::series::ClockModel;
use guandan_core::sim::{Plan, Pool, Processor, Unit, Values, run_blocks, seats};

fn main() -> ExitCode {
    match run() {
        Ok([decisions, deals]) => {
            println!("{decisions} {deals}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<[u64; 2], String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, strategy, rest @ ..] = &arguments[..] else {
        return Err("usage: deals COUNT STRATEGY [portable] [matches]".to_owned());
    };
    let count: u64 = count.parse().map_err(|_| format!("COUNT is {count:?}: expected a number"))?;
    let strategy: Strategy = strategy.parse().map_err(|error| format!("{error}"))?;
    let asked = |word: &str| rest.iter().any(|argument| argument == word);
    let processor = if asked("portable") { Processor::PORTABLE } else { Processor::detect() };
    let unit = if asked("matches") {
        Unit::Match { clock: ClockModel::default(), leave_rate: 0.0 }
    } else {
        Unit::Deal { level: Rank::TWO }
    };
    let plan = Plan {
        label: "institute".to_owned(),
        rules: Rules::preset("institute").map_err(|error| error.to_string())?,
        unit,
        strategies: seats(&[strategy]).map_err(|error| error.to_string())?,
        rotations: 1,
        seed: 7,
        records: false,
        plays: false,
        hand_columns: false,
    };
    let pool = Pool::new(1).map_err(|error| error.to_string())?;
    let part = run_blocks(&plan, 0, count, &pool, processor, &AtomicBool::new(false), &AtomicU64::new(0))
        .map_err(|error| error.to_string())?;
    let sum = |name: &str| match part.deals.column(name).map(|column| &column.values) {
        Some(Values::U16(cells)) => cells.iter().map(|&cell| u64::from(cell)).sum(),
        _ => 0,
    };
    Ok([sum("plays") + sum("passes"), part.deals.rows() as u64])
}
