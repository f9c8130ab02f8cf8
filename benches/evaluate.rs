//! Hand evaluation on fixed sets of 27-card hands with no, one and two wilds, the levels in turn. What a set adds up to is
//! asserted before it is timed.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use guandan_core::card::{Card, Rank, Suit};
use guandan_core::evaluate::{Evaluator, Fewest};
use guandan_core::hand::{Hand, LevelHand};
use guandan_core::rng::{Address, Purpose};
use guandan_core::rules::{Rules, Tables};

const HANDS: usize = 1_000;
/// For no, one and two wilds: the sets' fewest plays, points of the quick decompositions, and most points.
const SUMS: [[u32; 3]; 3] = [[7_910, 452_004, 466_262], [6_874, 437_273, 463_530], [6_276, 440_881, 476_538]];

/// Hands of 27 cards with so many wilds, the other cards drawn from the rest of the two packs.
fn hands(wilds: usize) -> Vec<LevelHand> {
    let mut stream = Address::new(27, Purpose::Cards, 0, wilds as u64).stream();
    let draw = |i: usize| {
        let level = Rank::new((i % 13) as u8);
        let wild = Card::new(level, Suit::Hearts);
        let mut pool: Vec<Card> = Hand::FULL.cards().filter(|&card| card != wild).collect();
        let mut hand = vec![wild; wilds];
        while hand.len() < 27 {
            hand.push(pool.swap_remove(stream.below(pool.len() as u32) as usize));
        }
        LevelHand::new(Hand::from_cards(hand).expect("cards of two packs"), level)
    };
    (0..HANDS).map(draw).collect()
}

fn evaluate(c: &mut Criterion) {
    let rules = Rules::named("institute").expect("a preset");
    let tables = Tables::all_levels(&rules);
    let mut fewest = Fewest::new(&tables[0]);
    let mut evaluators: Vec<Evaluator> = tables.iter().map(Evaluator::new).collect();
    let mut group = c.benchmark_group("evaluate");
    group.throughput(Throughput::Elements(HANDS as u64)).sample_size(10);
    for (wilds, sums) in SUMS.iter().enumerate() {
        let hands = hands(wilds);
        let mut plays = || hands.iter().map(|hand| fewest.min_plays(black_box(hand))).sum::<u32>();
        assert_eq!(plays(), sums[0]);
        group.bench_function(format!("min_plays, {wilds} wilds"), |b| b.iter(&mut plays));
        let mut by_level = |control: fn(&mut Evaluator, &LevelHand) -> u32| {
            hands.iter().enumerate().map(|(i, hand)| control(&mut evaluators[i % 13], black_box(hand))).sum::<u32>()
        };
        let quick = |evaluator: &mut Evaluator, hand: &LevelHand| evaluator.decomposition(hand).control;
        assert_eq!(by_level(quick), sums[1]);
        group.bench_function(format!("decomposition, {wilds} wilds"), |b| b.iter(|| by_level(quick)));
        let strongest = |evaluator: &mut Evaluator, hand: &LevelHand| evaluator.strongest(hand).control;
        assert_eq!(by_level(strongest), sums[2]);
        group.bench_function(format!("strongest, {wilds} wilds"), |b| b.iter(|| by_level(strongest)));
    }
    group.finish();
}

criterion_group!(benches, evaluate);
criterion_main!(benches);
