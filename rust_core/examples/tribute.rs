//! What choosing cards of tribute is worth: deals with tribute that one strategy chooses for one side and another for the
//! other, and that `tempo` plays.
//!
//! `cargo run --release --example tribute -- [pairs] [strategy] [other]`: each deal is played twice, sides swapped; levels cycle
//! through 2 .. A. Prints the share of deals won by the side of the first strategy, with its 95 % interval over pairs, and in
//! how many pairs the choices differ: only these say anything.

use guandan_core::card::Seat;
use guandan_core::deal::{Background, ChoiceView, Dealt, Outcome, Tribute, View};
use guandan_core::policy::{Memory, Policy, Strategy, Tempo};
use guandan_core::rng::{Address, Purpose};
use guandan_core::rules::{Rules, Tables};

const SEED: u64 = 3;
/// How the deals before ended: 1-3, 1-4 and 1-2.
const PLACES: [[u8; 4]; 5] = [[0, 2, 1, 3], [1, 0, 2, 3], [2, 3, 1, 0], [3, 1, 0, 2], [0, 1, 2, 3]];

/// Plays the deal after `tribute`; the winning team.
fn winners(tribute: &Tribute, t: &Tables, block: u64) -> usize {
    let (tempo, mut memories, mut deal) = (Tempo::default(), [Memory::default(); 4], tribute.deal());
    let address = Address::new(SEED, Purpose::Play, block, 0);
    while let Some(seat) = deal.turn() {
        let view = View::new(&deal, seat, t, address, None).with_background(Background::new(Some(tribute), None));
        match tempo.act(&view, &mut memories[seat.index()]) {
            Some(play) => deal.play_unchecked(&play),
            None => deal.pass_unchecked(),
        }
    }
    deal.outcome().expect("the deal is over").winners()
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let pairs: u64 = arguments.next().map_or(3_000, |text| text.parse().expect("a number of pairs"));
    let mut strategy =
        |otherwise: &str| -> Strategy { arguments.next().as_deref().unwrap_or(otherwise).parse().expect("a strategy") };
    let strategies = [strategy("rollout(aim=first, tribute=on)"), strategy("tempo")];
    let rules = Rules::named("institute").expect("a rule set");
    let tables = Tables::all_levels(&rules);
    let (mut sum, mut squares, mut differ) = (0.0, 0.0, 0);
    for block in 0..pairs {
        let t = &tables[block as usize % tables.len()];
        let places = PLACES[block as usize % PLACES.len()].map(Seat::new);
        let outcome = Outcome { places, tied: false, ace_finish: false };
        let address = Address::new(SEED, Purpose::Tribute, block, 0);
        let [one, two] = [0, 1].map(|side| {
            Tribute::new(&rules, t.level, outcome, Dealt::new(SEED, block, 0).hands()).settle(|tribute, choice| {
                strategies[choice.seat.team() ^ side].choose(&ChoiceView::new(tribute, choice, t, address))
            })
        });
        if one != two {
            differ += 1;
            let won = u8::from(winners(&one, t, block) == 0) + u8::from(winners(&two, t, block) == 1);
            // How far the pair is from one deal won by each side.
            let ahead = f64::from(won) / 2.0 - 0.5;
            (sum, squares) = (sum + ahead, squares + ahead * ahead);
        }
    }
    let n = pairs as f64;
    let mean = sum / n;
    let error = 1.96 * ((squares / n - mean * mean) / n).sqrt();
    println!(
        "{:.2} ± {:.2} % of the deals won; choices differ in {differ} of {pairs} pairs",
        50.0 + 100.0 * mean,
        100.0 * error
    );
}
