//! Plans, possible and impossible ones.

use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, AtomicU64};

use bolero::{TypeGenerator, check};
use guandan_core::card::{Rank, Seat};
use guandan_core::rules::{Rules, presets};
use guandan_core::series::ClockModel;
use guandan_core::sim::{Levels, Plan, Player, Pool, SimError, Unit, run_blocks, seats};

use crate::texts::{assert_one_line, read};

#[derive(Debug, TypeGenerator)]
struct Input {
    preset: u8,
    /// One of sixty-four plans is one of matches, which take long.
    #[generator(0..64u8)]
    matches: u8,
    #[generator(bolero::produce::<Vec<u8>>().with().len(0..4usize))]
    levels: Vec<u8>,
    clock: [u32; 3],
    leave_rate: f64,
    /// By number; as many as are given.
    #[generator(bolero::produce::<Vec<u8>>().with().len(0..6usize))]
    players: Vec<u8>,
    rotations: u8,
    seed: u64,
    first: u64,
    #[generator(0..3u64)]
    blocks: u64,
    tables: [bool; 3],
}

fn player(number: u8) -> Player {
    let named = |text: &str| Player::BuiltIn(text.parse().expect("a strategy"));
    match number % 4 {
        0 => named("random"),
        1 => named("lowest"),
        2 => named("tempo(infer=off)"),
        // Outside the engine, once under the name of a built-in strategy.
        _ => Player::Outside {
            text: "out:side".to_owned(),
            label: ["mine", "lowest"][usize::from(number > 200)].to_owned(),
        },
    }
}

/// The levels of these numbers, none of which may come twice.
fn levels(numbers: &[u8]) -> Option<Levels> {
    let letters: Vec<&str> = numbers.iter().map(|number| Rank::new(number % 13).letter()).collect();
    read::<Levels>(&letters.join(","))
}

fn plan(input: &Input) -> Option<Plan> {
    let (rules, label): (Rules, &str) =
        presets().map(|preset| (preset.rules, preset.name)).nth(usize::from(input.preset % 9))?;
    let [play, pass, between] = input.clock.map(|time| time % 90_000);
    let unit = match input.matches {
        0 => Unit::Match { clock: ClockModel { play, pass, between }, leave_rate: input.leave_rate },
        _ => Unit::Deal { levels: levels(&input.levels)? },
    };
    let players: Vec<Player> = input.players.iter().copied().map(player).collect();
    let strategies = match seats(&players) {
        Ok(strategies) => strategies,
        Err(refusal) => {
            assert!(![1, 2, 4].contains(&players.len()));
            assert_one_line(refusal);
            return None;
        }
    };
    let [records, plays, hand_columns] = input.tables;
    let (label, rotations) = (label.to_owned(), input.rotations % 8);
    Some(Plan {
        label,
        rules,
        unit,
        given: None,
        strategies,
        rotations,
        seed: input.seed,
        records,
        plays,
        hand_columns,
    })
}

fn run(input: &Input, pool: &Pool) {
    let Some(plan) = plan(input) else { return };
    let (cancel, progress) = (AtomicBool::new(false), AtomicU64::new(0));
    let run = || run_blocks(&plan, input.first, input.blocks, pool, &cancel, &progress);
    match run() {
        Ok(part) => {
            assert_eq!(plan.check(), Ok(()));
            assert_eq!(part.matches.rows() as u64, input.blocks * u64::from(plan.rotations));
            assert_eq!(plan.plays, !part.plays.columns.is_empty());
            // A deal that a player left has a record and no row.
            let played = part.records.lines().filter(|line| !line.contains("\"left\":")).count();
            assert_eq!(if plan.records { part.deals.rows() } else { 0 }, played);
            if matches!(plan.unit, Unit::Deal { .. }) {
                assert_eq!(part.matches.rows(), part.deals.rows());
            }
            assert_eq!(run().as_ref(), Ok(&part), "another run of the plan has other results");
        }
        Err(refusal) => {
            assert_one_line(&refusal);
            assert!(matches!(refusal, SimError::Plan(_) | SimError::NoEnd { .. }), "{refusal}");
            let outside = Seat::ALL.iter().any(|seat| plan.strategies[seat.index()].built_in().is_none());
            let too_many = input.first > u64::MAX / 4 - 2;
            assert!(plan.check().is_err() || outside || too_many, "{refusal}");
        }
    }
}

#[test]
fn plans() {
    let pool = AssertUnwindSafe(Pool::new(1).expect("a thread"));
    check!().with_type::<Input>().for_each(|input: &Input| run(input, &pool));
}
