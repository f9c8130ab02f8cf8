//! Answers to deals side by side, possible and impossible ones.

use std::convert::Infallible;

use bolero::{TypeGenerator, check};
use guandan_core::card::{Rank, Seat};
use guandan_core::deal::Outcome;
use guandan_core::hand::Hand;
use guandan_core::rules::{Rules, presets};
use guandan_core::sim::{Observation, StepError, VecDeals};

use crate::texts::assert_one_line;

/// What is answered to all deals.
#[derive(Debug, TypeGenerator)]
enum Answers {
    /// The option of this number, counted round those there are.
    Possible(u16),
    /// The last option, which is the pass where there is one.
    Last,
    /// These numbers, whatever they mean.
    Any(#[generator(bolero::produce::<Vec<i64>>().with().len(0..4usize))] Vec<i64>),
}

#[derive(Debug, TypeGenerator)]
struct Input {
    #[generator(1..4usize)]
    deals: usize,
    preset: u8,
    #[generator(0..13u8)]
    level: u8,
    seed: u64,
    #[generator(bolero::produce::<Vec<Answers>>().with().len(0..150usize))]
    answers: Vec<Answers>,
}

/// The deals' blocks and the answers given in them.
fn history(deals: &VecDeals) -> Vec<(u64, Vec<u16>)> {
    deals.history().map(|(block, answers)| (block, answers.to_vec())).collect()
}

/// Every seat to act has something to do and sees the 108 cards: its own, those played, and those it cannot see.
fn assert_consistent(deals: &VecDeals) {
    for decision in deals.decisions() {
        let Observation::Play(view) = decision.observation else { panic!("a single deal has no tribute") };
        assert!(decision.answers() > 0);
        assert_eq!(decision.can_pass, view.table().is_some());
        let own = view.hand().to_hand(view.level());
        let seen = Seat::ALL.iter().fold(own, |all, &seat| {
            all.plus(decision.played.0[seat.index()].to_hand(view.level())).expect("two packs")
        });
        assert_eq!(seen.plus(view.unseen()), Some(Hand::FULL));
        let held: u32 = Seat::ALL.iter().map(|&seat| view.cards_left(seat)).sum();
        assert_eq!(held, own.len() + view.unseen().len());
    }
}

/// Whether a seat has two places.
fn places_repeat(outcome: Outcome) -> bool {
    Seat::ALL.iter().any(|seat| !outcome.places.contains(seat))
}

fn play(input: &Input) {
    let presets: Vec<Rules> = presets().map(|preset| preset.rules).collect();
    let (rules, level) = (presets[usize::from(input.preset) % presets.len()], Rank::new(input.level));
    let never_stops = || Ok::<(), Infallible>(());
    let Ok(mut deals) = VecDeals::new(input.deals, &rules, level, input.seed, never_stops);
    for answers in &input.answers {
        let counts: Vec<usize> = deals.decisions().map(|decision| decision.answers()).collect();
        let answers: Vec<i64> = match answers {
            Answers::Possible(number) => counts.iter().map(|&count| (usize::from(*number) % count) as i64).collect(),
            Answers::Last => counts.iter().map(|&count| count as i64 - 1).collect(),
            Answers::Any(numbers) => numbers.clone(),
        };
        let in_range = |(&answer, &count)| (0..count as i64).contains(&answer);
        let possible = answers.len() == counts.len() && answers.iter().zip(&counts).all(in_range);
        let before = history(&deals);
        match deals.step(&answers, never_stops, |deal, outcome| assert!(deal < input.deals && !places_repeat(outcome)))
        {
            Ok(()) => assert!(possible),
            Err(StepError::Wrong(refusal)) => {
                assert!(!possible);
                assert_one_line(refusal);
                assert_eq!(history(&deals), before);
            }
        }
        assert_consistent(&deals);
    }
    let past = history(&deals);
    let Ok(again) = VecDeals::replayed(&past, &rules, level, input.seed, never_stops);
    assert_eq!(history(&again.expect("what was answered can be answered again")), past);
}

#[test]
fn vec_deals() {
    check!().with_type::<Input>().for_each(play);
}
