//! The strategies graded by the exact solver: how often each gives away what its team could force with the cards open.
//!
//! The strategies see their own cards only, so that even the best of them has to miss some.

use guandan_core::card::Seat;
use guandan_core::deal::{Deal, Dealt, View};
use guandan_core::endgame::{Solver, levels_won};
use guandan_core::policy::{Memory, Policy, Strategy};
use guandan_core::rng::{Address, Purpose};
use guandan_core::rules::{Rules, Tables};

const SEED: u64 = 17;
const DEALS: u64 = 500;
const GRADED: [&str; 3] = ["random", "lowest", "tempo"];

/// What the strategy does in the position, and the deal after it.
fn step(deal: &Deal, t: &Tables, address: Address, strategy: &Strategy) -> Deal {
    let seat = deal.turn().expect("the deal goes on");
    let view = View::new(deal, seat, t, address, None);
    let mut next = *deal;
    match strategy.act(&view, &mut Memory::default()) {
        Some(play) => next.play_unchecked(&play),
        None => next.pass_unchecked(),
    }
    next
}

fn cards_left(deal: &Deal) -> u32 {
    Seat::ALL.map(|seat| deal.hand(seat).len()).iter().sum()
}

/// The positions with 12 to 16 cards left in a deal that `lowest` plays in every seat: they stay the same ones when
/// other strategies change.
fn endings(rules: &Rules, t: &Tables, block: u64, lowest: &Strategy) -> Vec<Deal> {
    let leader = Seat::new((block % 4) as u8);
    let mut deal = Deal::new(rules, t.level, Dealt::new(SEED, block, 0).hands(), leader).unwrap();
    let mut found = Vec::new();
    while !deal.is_over() && cards_left(&deal) >= 12 {
        if cards_left(&deal) <= 16 {
            found.push(deal);
        }
        deal = step(&deal, t, Address::new(SEED, Purpose::Play, block, 0), lowest);
    }
    found
}

/// How a strategy fared in the positions in which an action matters.
#[derive(Default)]
struct Grade {
    missed: u32,
    levels_given_away: u32,
}

#[test]
fn tempo_gives_less_away_in_endings_than_lowest_and_lowest_less_than_random() {
    let rules = Rules::preset("institute").unwrap();
    let tables = Tables::all_levels(&rules);
    let strategies = GRADED.map(|name| name.parse::<Strategy>().unwrap());
    let worth = levels_won(&rules);
    let (mut positions, mut unsolved) = (0u32, 0);
    let mut grades = GRADED.map(|_| Grade::default());
    for block in 0..DEALS {
        let t = &tables[block as usize % 13];
        let mut solver = Solver::new(t, &worth, 100_000);
        for deal in endings(&rules, t, block, &strategies[1]) {
            let Ok(actions) = solver.actions(&deal) else {
                unsolved += 1;
                continue;
            };
            let sign = if deal.turn().unwrap().team() == 0 { 1 } else { -1 };
            let worths = actions.iter().map(|solved| sign * solved.worth);
            let (least, most) = (worths.clone().min().unwrap(), worths.max().unwrap());
            if least == most {
                continue;
            }
            positions += 1;
            for (grade, strategy) in grades.iter_mut().zip(&strategies) {
                let next = step(&deal, t, Address::new(SEED, Purpose::Play, block, 1), strategy);
                let lost = most - sign * solver.worth(&next).expect("its position is among those solved");
                assert!((0..=most - least).contains(&lost), "{lost} of {least} to {most}: {deal:?}");
                grade.missed += u32::from(lost > 0);
                grade.levels_given_away += lost as u32;
            }
        }
    }
    println!("{positions} positions of 12 to 16 cards in which an action matters, {unsolved} too large to solve");
    let share = |sum: u32| f64::from(sum) / f64::from(positions);
    let shares = grades.map(|grade| (share(grade.missed), share(grade.levels_given_away)));
    for (name, (missed, levels)) in GRADED.iter().zip(shares) {
        println!("{name}: misses {:.1} %, gives {levels:.2} levels away", 100.0 * missed);
    }
    assert!(positions >= 200 && unsolved < positions / 5, "{positions} positions, {unsolved} unsolved");
    let [random, lowest, tempo] = shares;
    assert!((0.40..0.55).contains(&random.0) && random.1 < 0.95, "random: {random:?}");
    assert!(lowest.0 < 0.32 && lowest.1 < 0.53 && lowest.1 < random.1, "lowest: {lowest:?}");
    assert!(tempo.0 < 0.33 && tempo.1 < 0.49 && tempo.1 < lowest.1, "tempo: {tempo:?}");
}
