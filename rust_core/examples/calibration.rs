//! How right the values of play-outs are: the chance to win the deal that they promise against what happened.
//!
//! `cargo run --release --example calibration -- [deals] [strategy] [uniform|plays]`: the strategy plays deals against itself,
//! levels 2 to A in turn. After 0, 10, 20, 40 and 60 actions of each deal the play that the seat to act makes is valued by 200
//! play-outs on the seat's view. Prints the mean that was promised, the share that was won, and the slope of a regression of
//! what happened on what was promised (1 where values are right), with 95 % intervals. Also prints how many bombs the hands
//! hidden from the seat hold together, and how many they hold in sampled deals (a group of four or more, or the joker bomb;
//! wilds count as the level cards they are).
//!
//! `docs/studies/calibration.py` makes such tables for more strategies and for deals with tribute, without the bombs.

use guandan_core::card::Seat;
use guandan_core::combo::Play;
use guandan_core::deal::{Deal, Dealt, Log, View};
use guandan_core::evaluate::natural_bombs;
use guandan_core::hand::{Hand, LevelHand};
use guandan_core::policy::{Aim, Belief, Determinizer, Memory, Policy, Search, Strategy};
use guandan_core::rng::{Address, Purpose};
use guandan_core::rules::{Rules, Tables};

const SEED: u64 = 5;
const AFTER: [u32; 5] = [0, 10, 20, 40, 60];
const SAMPLES: u32 = 200;
/// Sampled deals of a position in which the bombs are counted.
const COUNTED: u32 = 20;

/// What was promised to the seat to act in one position, and what was true.
struct Position {
    promised: f64,
    won: f64,
    /// The bombs of the three hidden hands.
    held: f64,
    /// The mean number of these bombs in sampled deals.
    sampled: f64,
}

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

/// The bombs of the three hands that are hidden from the seat of `view`, when all four are these.
fn hidden_bombs(view: &View<'_>, hands: &[Hand; 4]) -> f64 {
    let level = view.level();
    let hidden = Seat::ALL.into_iter().filter(|&seat| seat != view.seat());
    hidden.map(|seat| f64::from(natural_bombs(&LevelHand::new(hands[seat.index()], level), level))).sum()
}

/// The mean number of bombs of the hidden hands in sampled deals.
fn sampled_bombs(view: &View<'_>, belief: Belief, seed: u64) -> f64 {
    let determinizer = match belief {
        Belief::Uniform => Determinizer::of(view),
        Belief::Plays => Determinizer::believing(view),
    };
    let mut stream = Address::new(seed, Purpose::Determinize, 0, 0).stream();
    let counted = (0..COUNTED).map(|_| hidden_bombs(view, &determinizer.hands(&mut stream)));
    counted.sum::<f64>() / f64::from(COUNTED)
}

/// Prints a row of the table from the positions after so many actions.
fn print_row(after: u32, positions: &[Position]) {
    let n = positions.len() as f64;
    let mean = |of: &dyn Fn(&Position) -> f64| positions.iter().map(of).sum::<f64>() / n;
    let (promised, won) = (mean(&|p| p.promised), mean(&|p| p.won));
    let (held, sampled) = (mean(&|p| p.held), mean(&|p| p.sampled));
    let spread = mean(&|p| (p.promised - promised).powi(2));
    let slope = mean(&|p| (p.promised - promised) * (p.won - won)) / spread;
    let rest = mean(&|p| (p.won - won - slope * (p.promised - promised)).powi(2));
    let off = mean(&|p| (p.won - p.promised - won + promised).powi(2));
    let bombs_off = mean(&|p| (p.sampled - p.held - sampled + held).powi(2));
    println!(
        "| {after} | {n} | {promised:.3} | {won:.3} ± {:.3} | {slope:.2} ± {:.2} | {held:.2} | {sampled:.2} ± {:.2} |",
        1.96 * (off / n).sqrt(),
        1.96 * (rest / (n - 2.0) / spread).sqrt(),
        1.96 * (bombs_off / n).sqrt()
    );
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let deals: u64 = arguments.next().map_or(1_500, |text| text.parse().expect("a number of deals"));
    let strategy: Strategy = arguments.next().as_deref().unwrap_or("tempo").parse().expect("a strategy");
    let belief = Belief::named(arguments.next().as_deref().unwrap_or("plays")).expect("a belief");
    let rules = Rules::named("institute").expect("a rule set");
    let tables = Tables::all_levels(&rules);
    let mut positions = AFTER.map(|_| Vec::new());
    for block in 0..deals {
        let t = &tables[block as usize % tables.len()];
        let leader = Seat::new((block % 4) as u8);
        let mut deal = Deal::new(&rules, t.level, Dealt::new(SEED, block, 0).hands(), leader).expect("dealt hands");
        let address = Address::new(SEED, Purpose::Play, block, 0);
        let (mut log, mut memories, mut valued) = (Log::default(), [Memory::default(); 4], Vec::new());
        while let Some(seat) = deal.turn() {
            let view = View::new(&deal, seat, t, address, Some(&log));
            let play = strategy.act(&view, &mut memories[seat.index()]);
            if let Some(place) = AFTER.iter().position(|&after| after == deal.actions())
                && let Some(promised) = promised(view, &strategy, belief, play.as_ref(), block)
            {
                let held = hidden_bombs(&view, &Seat::ALL.map(|seat| deal.hand(seat).to_hand(t.level)));
                let sampled = sampled_bombs(&view, belief, block);
                valued.push((place, seat.team(), Position { promised, won: 0.0, held, sampled }));
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
        for (place, team, position) in valued {
            positions[place].push(Position { won: f64::from(u8::from(team == winners)), ..position });
        }
    }
    println!(
        "| after | positions | promised | happened | slope | bombs held | bombs sampled |\n|---|---|---|---|---|---|---|"
    );
    for (after, positions) in AFTER.into_iter().zip(&positions) {
        print_row(after, positions);
    }
}
