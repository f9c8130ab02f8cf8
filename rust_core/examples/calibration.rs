//! How right the values of play-outs are: the chance to win the deal that they promise against what happened.
//!
//! `cargo run --release --example calibration -- [deals] [strategy] [uniform|plays]`: the strategy plays deals against itself,
//! levels 2 to A in turn. After 10, 20, 40 and 60 actions of each deal the play that the seat to act makes is valued by 200
//! play-outs on the seat's view. Prints the mean that was promised, the share that was won, and the slope of a regression of
//! what happened on what was promised (1 where values are right), with 95 % intervals.

use guandan_core::card::Seat;
use guandan_core::combo::Play;
use guandan_core::deal::{Deal, Dealt, Log, View};
use guandan_core::policy::{Aim, Belief, Memory, Policy, Search, Strategy};
use guandan_core::rng::{Address, Purpose};
use guandan_core::rules::{Rules, Tables};

const SEED: u64 = 5;
const AFTER: [u32; 4] = [10, 20, 40, 60];
const SAMPLES: u32 = 200;

/// The chance that the team of the seat of `view` wins after `play`.
fn promised(view: View<'_>, policy: &Strategy, belief: Belief, play: Option<&Play>, seed: u64) -> Option<f64> {
    let mut search = Search::new(view, policy, seed, Aim::First).believing(belief);
    let is_made = |tried: Option<&Play>| match (tried, play) {
        (Some(tried), Some(play)) => tried.combo == play.combo && tried.cards.counts() == play.cards.counts(),
        (tried, play) => tried.is_none() && play.is_none(),
    };
    let place = search.estimates().iter().position(|estimate| is_made(estimate.play.as_ref()))?;
    search.sample(SAMPLES, &[place], 1);
    let team = view.seat().team();
    Some(search.estimates()[place].finishes.mean(|first, _| f64::from(u8::from(first.team() == team))).0)
}

/// Prints a row of the table from what was promised and what happened.
fn print_row(after: u32, pairs: &[(f64, f64)]) {
    let n = pairs.len() as f64;
    let mean = |of: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|&(said, won)| of(said, won)).sum::<f64>() / n;
    let (said, won) = (mean(&|said, _| said), mean(&|_, won| won));
    let spread = mean(&|p, _| (p - said).powi(2));
    let slope = mean(&|p, y| (p - said) * (y - won)) / spread;
    let rest = mean(&|p, y| (y - won - slope * (p - said)).powi(2));
    let off = mean(&|p, y| (y - p - won + said).powi(2));
    println!(
        "| {after} | {} | {said:.3} | {won:.3} ± {:.3} | {slope:.2} ± {:.2} |",
        pairs.len(),
        1.96 * (off / n).sqrt(),
        1.96 * (rest / (n - 2.0) / spread).sqrt()
    );
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let deals: u64 = arguments.next().map_or(1_500, |text| text.parse().expect("a number of deals"));
    let strategy: Strategy = arguments.next().as_deref().unwrap_or("tempo").parse().expect("a strategy");
    let belief = Belief::named(arguments.next().as_deref().unwrap_or("plays")).expect("a belief");
    let rules = Rules::named("institute").expect("a rule set");
    let tables = Tables::all_levels(&rules);
    let mut pairs = AFTER.map(|_| Vec::new());
    for block in 0..deals {
        let t = &tables[block as usize % tables.len()];
        let leader = Seat::new((block % 4) as u8);
        let mut deal = Deal::new(&rules, t.level, Dealt::new(SEED, block, 0).hands(), leader).expect("dealt hands");
        let address = Address::new(SEED, Purpose::Play, block, 0);
        let (mut log, mut memories, mut valued) = (Log::default(), [Memory::default(); 4], Vec::new());
        while let Some(seat) = deal.turn() {
            let view = View::new(&deal, seat, t, address, Some(&log));
            let play = strategy.act(&view, &mut memories[seat.index()]);
            if let Some(place) = AFTER.iter().position(|&after| after == deal.actions()) {
                let chance = promised(view, &strategy, belief, play.as_ref(), block);
                valued.extend(chance.map(|chance| (place, seat.team(), chance)));
            }
            match play {
                Some(play) => {
                    deal.play_unchecked(&play);
                    log.push(seat, &play, &deal);
                }
                None => deal.pass_unchecked(),
            }
        }
        let winners = deal.outcome().expect("a deal that has ended").winners();
        for (place, team, chance) in valued {
            pairs[place].push((chance, f64::from(u8::from(team == winners))));
        }
    }
    println!("| after | positions | promised | happened | slope |\n|---|---|---|---|---|");
    for (after, pairs) in AFTER.into_iter().zip(&pairs) {
        print_row(after, pairs);
    }
}
