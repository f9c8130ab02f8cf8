//! How fast the engine is; every benchmark checks the answer it gives.
//!
//! `cargo bench` runs all; `cargo bench -- dealing` runs what has that in its name. Deals a second include drawing the
//! cards, playing, counting statistics and making columns, on one thread.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicU64};

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use guandan_core::card::{Rank, Seat};
use guandan_core::combo::{Detail, count_bombs, moves_by_page, pick_lead, plays_by_page};
use guandan_core::deal::{Deal, Dealt, Log, View};
use guandan_core::hand::{Hand, LevelHand};
use guandan_core::policy::{Aim, Memory, Policy, Search, Strategy};
use guandan_core::rng::{Address, Purpose};
use guandan_core::rules::{Rules, Tables};
use guandan_core::sim::{Levels, Part, Plan, Pool, Unit, Values, run_blocks, seats};

fn plan(strategies: &[&str], unit: Unit) -> Plan {
    let strategies: Vec<Strategy> = strategies.iter().map(|text| text.parse().expect("a strategy")).collect();
    Plan {
        label: "institute".to_owned(),
        rules: Rules::preset("institute").expect("a preset"),
        unit,
        given: None,
        strategies: seats(&strategies).expect("1, 2 or 4 strategies"),
        rotations: 1,
        seed: 7,
        records: false,
        plays: false,
        hand_columns: false,
    }
}

fn plays_a_deal(part: &Part) -> f64 {
    let Some(Values::U16(plays)) = part.deals.column("plays").map(|column| &column.values) else {
        panic!("plays is a column of u16");
    };
    plays.iter().map(|&plays| f64::from(plays)).sum::<f64>() / plays.len() as f64
}

/// Whole deals through the simulation, statistics on.
fn deals(c: &mut Criterion) {
    let pool = Pool::new(1).expect("a thread");
    let mut group = c.benchmark_group("deals");
    let single = Unit::Deal { levels: Levels::one(Rank::TWO) };
    // The mean number of plays is a property of the strategies, so a faster wrong game would show.
    for (name, strategies, plays) in [
        ("random", &["random"][..], 54.0..58.0),
        ("lowest", &["lowest"][..], 40.0..60.0),
        ("random against lowest", &["random", "lowest"][..], 45.0..70.0),
    ] {
        let plan = plan(strategies, single);
        let blocks = 4096;
        group.throughput(Throughput::Elements(blocks));
        group.bench_function(name, |b| {
            b.iter(|| {
                let (cancel, progress) = (AtomicBool::new(false), AtomicU64::new(0));
                let part = run_blocks(&plan, 0, blocks, &pool, &cancel, &progress).expect("it runs");
                let mean = plays_a_deal(&part);
                assert!(plays.contains(&mean), "{mean} plays a deal");
                part
            });
        });
    }
    group.finish();
}

/// Sampled deals from a position with about 54 cards left, played to their end.
fn play_outs(c: &mut Criterion) {
    let rules = Rules::preset("institute").expect("a preset");
    let t = Tables::new(&rules, Rank::TWO);
    // A block whose position leaves much to choose, and either side a chance.
    let block = 9;
    let address = Address::new(7, Purpose::Play, block, 0);
    let mut deal = Deal::new_unchecked(&rules, t.level, Dealt::new(7, block, 0).hands(), Seat::new(0));
    let mut log = Log::default();
    let left = |deal: &Deal| Seat::ALL.into_iter().map(|seat| deal.hand(seat).len()).sum::<u32>();
    let player: Strategy = "tempo".parse().expect("a strategy");
    while left(&deal) > 54 {
        let seat = deal.turn().expect("the deal goes on");
        let view = View::new(&deal, seat, &t, address, Some(&log));
        match player.act(&view, &mut Memory::default()) {
            None => deal.pass_unchecked(),
            Some(play) => {
                deal.play_unchecked(&play);
                log.push(seat, &play, &deal);
            }
        }
    }
    let seat = deal.turn().expect("the deal goes on");
    let view = View::new(&deal, seat, &t, address, Some(&log));
    let mut group = c.benchmark_group("play-outs");
    // The share of the first estimate's deals won is the policy's and the position's, so a faster wrong game would show.
    for (name, won) in [("random", 0.6..0.98), ("lowest", 0.45..0.9), ("tempo", 0.4..0.9)] {
        let policy: Strategy = name.parse().expect("a strategy");
        let mut search = Search::new(view, &policy, 7, Aim::Levels);
        let all: Vec<usize> = (0..search.estimates().len()).collect();
        group.throughput(Throughput::Elements(64 * all.len() as u64));
        group.bench_function(format!("{name} from {} cards, {} plays", left(&deal), all.len()), |b| {
            b.iter(|| search.sample(64, &all, 1));
            let finishes = search.estimates()[0].finishes;
            let (share, _) = finishes.mean(|first, _| f64::from(u8::from(first.team() == seat.team())));
            assert!(finishes.count() % 64 == 0 && won.contains(&share), "{share} of {} won", finishes.count());
        });
    }
    group.finish();
}

/// Drawing the cards of a deal.
fn dealing(c: &mut Criterion) {
    let mut block = 0;
    c.bench_function("dealing", |b| {
        b.iter(|| {
            block += 1;
            let hands = black_box(Dealt::new(7, block, 0)).hands();
            assert!(hands.iter().all(|hand| hand.len() == 27));
            hands
        });
    });
}

/// A hand of 27 with so many wilds at level 2, and its leads.
fn hands(wilds: u32, t: &Tables) -> Vec<LevelHand> {
    (0..)
        .flat_map(|block| Dealt::new(3, block, 0).hands())
        .map(|hand: Hand| LevelHand::new(hand, t.level))
        .filter(|hand| hand.wilds() == wilds)
        .take(256)
        .collect()
}

/// For no, one and two wilds: the leads of the hands timed, told apart by ranks and by cards.
const LEADS: [[usize; 2]; 3] = [[17_467, 86_038], [61_267, 304_906], [142_308, 587_970]];

/// Leads of 27 cards: counted and picked, listed packed, listed with their cards, and with every choice of cards.
fn leads(c: &mut Criterion) {
    let t = Tables::new(&Rules::preset("institute").expect("a preset"), Rank::TWO);
    for (wilds, sums) in (0..).zip(LEADS) {
        let hands = hands(wilds, &t);
        let [listed, all] = [Detail::Ranks, Detail::Cards].map(|detail| {
            let counted = hands.iter().map(|hand| {
                let mut count = 0;
                plays_by_page(hand, &t, None, detail, &mut |plays| count += plays.len());
                count
            });
            counted.collect::<Vec<usize>>()
        });
        assert_eq!([&listed, &all].map(|counts| counts.iter().sum::<usize>()), sums);
        let mut i = 0;
        let mut next = || {
            i = (i + 1) % hands.len();
            i
        };
        c.bench_function(&format!("leads, {wilds} wilds, count and pick"), |b| {
            b.iter_batched(
                &mut next,
                |i| {
                    let bombs = count_bombs(&hands[i], &t);
                    pick_lead(&hands[i], &t, bombs, |count| {
                        assert_eq!(count as usize, listed[i]);
                        count / 2
                    })
                },
                BatchSize::SmallInput,
            );
        });
        c.bench_function(&format!("leads, {wilds} wilds, list of moves"), |b| {
            b.iter_batched(
                &mut next,
                |i| {
                    let mut count = 0;
                    moves_by_page(&hands[i], &t, None, &mut |moves| count += black_box(moves).len());
                    assert_eq!(count, listed[i]);
                },
                BatchSize::SmallInput,
            );
        });
        for (name, detail, listed) in
            [("list with cards", Detail::Ranks, &listed), ("list of all choices of cards", Detail::Cards, &all)]
        {
            c.bench_function(&format!("leads, {wilds} wilds, {name}"), |b| {
                b.iter_batched(
                    &mut next,
                    |i| {
                        let mut count = 0;
                        plays_by_page(&hands[i], &t, None, detail, &mut |plays| count += black_box(plays).len());
                        assert_eq!(count, listed[i]);
                    },
                    BatchSize::SmallInput,
                );
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = deals, play_outs, dealing, leads
}
criterion_main!(benches);
