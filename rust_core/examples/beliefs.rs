//! Fits what decisions say about hands, the weights that `rollout` draws hidden hands by, and prints them as
//! `rust_core/src/policy/rollout/fitted.rs`.
//!
//! `cargo run --release --example beliefs -- [deals] [strategies] > rust_core/src/policy/rollout/fitted.rs`: each of `deals`
//! deals is played by two of the strategies, drawn anew. At random moments the hands are compared with others that the seat
//! to act cannot tell from them: dealt anew, or with some cards swapped. The weights make the true hands as likely as
//! possible among each two (logistic regression, with a penalty for large weights): first those for ranks alone, by which hands
//! are drawn, then on top of them those for whole hands, which choose among hands drawn. Levels cycle through 2 .. A.

use std::ops::Range;

use guandan_core::card::Seat;
use guandan_core::deal::{Deal, Dealt, Log, View};
use guandan_core::hand::Hand;
use guandan_core::policy::{Determinizer, Evidence, Memory, Policy, Strategy, source_of_weights};
use guandan_core::rng::{Address, Purpose, Stream};
use guandan_core::rules::{Rules, Tables};

const SEED: u64 = 5001;
/// One decision in so many is looked at.
const DECISIONS_A_LOOK: u32 = 12;
/// How many cards are swapped in the hands to compare with; 0 stands for hands dealt anew.
const SWAPS: [u32; 12] = [0, 0, 0, 1, 1, 1, 1, 2, 2, 4, 4, 8];
/// What the square of a weight costs.
const PENALTY: f64 = 3.0;
const ROUNDS: i32 = 400;

/// Which weights count how much oftener for the true hands than for others.
type Comparison = Vec<(u16, f32)>;

/// Swaps a card of two hidden hands, if both have one.
fn swap(hands: &mut [Hand; 4], seat: Seat, stream: &mut Stream) {
    let n = stream.below(3) as u8;
    let [i, j] = [n, (n + 1 + stream.below(2) as u8) % 3].map(|n| seat.plus(n + 1).index());
    if hands[i].is_empty() || hands[j].is_empty() {
        return;
    }
    let mut draw = |hand: Hand| hand.cards().nth(stream.below(hand.len()) as usize).expect("a card of the hand");
    let cards = [draw(hands[i]), draw(hands[j])].map(|card| Hand::EMPTY.with(card).expect("one card"));
    hands[i] = hands[i].minus(cards[0]);
    hands[j] = hands[j].minus(cards[1]);
    hands[i] = hands[i].plus(cards[1]).expect("two packs");
    hands[j] = hands[j].plus(cards[0]).expect("two packs");
}

/// Compares the true hands with others.
fn compare(view: &View<'_>, truth: [Hand; 4], stream: &mut Stream, comparisons: &mut Vec<Comparison>) {
    let (evidence, determinizer) = (Evidence::of(view), Determinizer::of(view));
    let used = evidence.weights_used(&truth);
    for swaps in SWAPS {
        let mut hands = truth;
        if swaps == 0 {
            hands = determinizer.hands(stream);
        }
        for _ in 0..swaps {
            swap(&mut hands, view.seat(), stream);
        }
        let others = evidence.weights_used(&hands);
        let differences = (0..).zip(used.iter().zip(&others).map(|(a, b)| (a - b) as f32));
        comparisons.push(differences.filter(|&(_, difference)| difference != 0.0).collect());
    }
}

/// Moves the weights at the places `fitted` to where they make the true hands likeliest, by Adam.
fn fit(comparisons: &[Comparison], weights: &mut [f64], fitted: Range<usize>) {
    let (mut mean, mut square) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    for round in 1..=ROUNDS {
        let mut slopes: Vec<f64> = weights.iter().map(|weight| PENALTY * weight).collect();
        let mut loss = 0.0;
        for comparison in comparisons {
            let score: f64 =
                comparison.iter().map(|&(place, times)| weights[usize::from(place)] * f64::from(times)).sum();
            let doubt = 1.0 / (1.0 + score.exp());
            loss -= (1.0 - doubt).max(1e-12).ln();
            for &(place, times) in comparison {
                slopes[usize::from(place)] -= doubt * f64::from(times);
            }
        }
        if round % 50 == 0 {
            eprintln!("round {round}: {:.4} nats a comparison", loss / comparisons.len() as f64);
        }
        let rate = 0.1 * 0.01_f64.powf(f64::from(round) / f64::from(ROUNDS));
        for place in fitted.clone() {
            let slope = slopes[place];
            mean[place] = 0.9 * mean[place] + 0.1 * slope;
            square[place] = 0.99 * square[place] + 0.01 * slope * slope;
            let [m, s] = [mean[place] / (1.0 - 0.9_f64.powi(round)), square[place] / (1.0 - 0.99_f64.powi(round))];
            weights[place] -= rate * m / (s.sqrt() + 1e-9);
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let deals: u64 = arguments.next().map_or(4_000, |text| text.parse().expect("a number of deals"));
    let mut strategies: Vec<Strategy> = arguments.map(|text| text.parse().expect("a strategy")).collect();
    if strategies.is_empty() {
        strategies.push("tempo".parse().expect("a strategy"));
    }
    let rules = Rules::named("institute").expect("a rule set");
    let tables = Tables::all_levels(&rules);
    let (mut comparisons, mut count) = (Vec::new(), 0);
    for block in 0..deals {
        let t = &tables[block as usize % tables.len()];
        let mut stream = Address::new(SEED, Purpose::Leader, block, 0).stream();
        let leader = Seat::new(stream.below(4) as u8);
        let mut deal = Deal::new(&rules, t.level, Dealt::new(SEED, block, 0).hands(), leader).expect("dealt hands");
        let teams = [(); 2].map(|()| &strategies[stream.below(strategies.len() as u32) as usize]);
        let address = Address::new(SEED, Purpose::Play, block, 0);
        let (mut log, mut memories) = (Log::default(), [Memory::default(); 4]);
        while let Some(seat) = deal.turn() {
            let view = View::new(&deal, seat, t, address, Some(&log));
            if deal.actions() > 2 && stream.below(DECISIONS_A_LOOK) == 0 {
                let truth = Seat::ALL.map(|seat| deal.hand(seat).to_hand(t.level));
                count = Evidence::of(&view).weights_used(&truth).len();
                compare(&view, truth, &mut stream, &mut comparisons);
            }
            match teams[seat.team()].act(&view, &mut memories[seat.index()]) {
                Some(play) => {
                    deal.play_unchecked(&play);
                    log.push(seat, &play, &deal);
                }
                None => deal.pass_unchecked(),
            }
        }
    }
    eprintln!("{} comparisons", comparisons.len());
    let mut weights = vec![0.0; count];
    fit(&comparisons, &mut weights, 0..Evidence::WEIGHTS_FOR_RANKS);
    fit(&comparisons, &mut weights, Evidence::WEIGHTS_FOR_RANKS..count);
    print!("{}", source_of_weights(&weights));
}
