//! The tables of docs/STRATEGIES.md: `tempo` against the other strategies, and against itself with one principle off.
//!
//! `cargo run --release --example principles -- [deals] [preset]`: each of `deals / 2` deals is played twice, sides
//! swapped; levels cycle through 2 .. A. A line says how the first of two strategies fares against the second: the share
//! of deals whose first is of its team, and the levels it gains on the other in a deal, with 95 % intervals over deals.

use guandan_core::card::Seat;
use guandan_core::deal::{Deal, Dealt, View};
use guandan_core::policy::{Memory, Policy, Principle, Strategy};
use guandan_core::rng::{Address, Purpose};
use guandan_core::rules::{Rules, Tables};

const SEED: u64 = 1;

/// Plays one deal; the winning team and the levels it rises.
fn play(rules: &Rules, t: &Tables, teams: [&Strategy; 2], block: u64) -> (usize, f64) {
    let hands = Dealt::new(SEED, block, 0).hands();
    let leader = Seat::new(Address::new(SEED, Purpose::Leader, block, 0).below(0, 0, 0, 4) as u8);
    let address = Address::new(SEED, Purpose::Play, block, 0);
    let mut memories = [Memory::default(); 4];
    let mut deal = Deal::new(rules, t.level, hands, leader).expect("dealt hands");
    while let Some(seat) = deal.turn() {
        let view = View::new(&deal, seat, t, address, None);
        match teams[seat.team()].act(&view, &mut memories[seat.index()]) {
            Some(play) => deal.play_unchecked(&play),
            None => deal.pass_unchecked(),
        }
    }
    let outcome = deal.outcome().expect("the deal is over");
    (outcome.winners(), f64::from(rules.promotion[outcome.pattern() as usize]))
}

/// Mean and half the width of its 95 % interval.
fn mean(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, 1.96 * (variance / n).sqrt())
}

/// One line of a table.
fn compare(rules: &Rules, tables: &[Tables], ours: &str, theirs: &str, deals: u64) {
    let [a, b] = [ours, theirs].map(|text| text.parse::<Strategy>().expect("a strategy"));
    let (mut won, mut levels) = (Vec::new(), Vec::new());
    for block in 0..deals / 2 {
        let t = &tables[block as usize % tables.len()];
        let sides = [(0, play(rules, t, [&a, &b], block)), (1, play(rules, t, [&b, &a], block))];
        let gain = |(side, (winner, rise)): (usize, (usize, f64))| if side == winner { rise } else { -rise };
        won.push(sides.map(|(side, (winner, _))| f64::from(u8::from(side == winner))).iter().sum::<f64>() / 2.0);
        levels.push(sides.map(gain).iter().sum::<f64>() / 2.0);
    }
    let ((share, share_width), (level, level_width)) = (mean(&won), mean(&levels));
    println!(
        "| `{ours}` | `{theirs}` | {:.2} ± {:.2} | {level:+.3} ± {level_width:.3} |",
        100.0 * share,
        100.0 * share_width
    );
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let deals = arguments.next().map_or(20_000, |text| text.parse().expect("a number of deals"));
    let rules = Rules::named(&arguments.next().unwrap_or("institute".to_owned())).expect("a rule set");
    let tables = Tables::all_levels(&rules);
    println!("| strategy | against | deals won, % | levels a deal |\n|---|---|---|---|");
    for other in ["random", "lowest"] {
        compare(&rules, &tables, "tempo", other, deals);
    }
    for principle in Principle::ALL {
        compare(&rules, &tables, &format!("tempo({principle}=off)"), "tempo", deals);
    }
}
