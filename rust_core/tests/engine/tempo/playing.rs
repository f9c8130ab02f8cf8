//! `tempo`: always legal, the same every time, its text form, and how well it plays.

use crate::common::Dice;
use guandan_core::card::{Rank, Seat};
use guandan_core::deal::{Deal, Dealt, Outcome, View};
use guandan_core::hand::Hand;
use guandan_core::policy::{Memory, Policy, Principle, Principles, Strategy, Tempo};
use guandan_core::rng::{Address, Purpose};
use guandan_core::rules::{Rules, Tables, presets};

/// Plays a deal out with the checked referee: what is not legal ends the test.
fn play_checked(mut deal: Deal, t: &Tables, seats: [&Strategy; 4], address: Address) -> Outcome {
    let mut memories = [Memory::default(); 4];
    while let Some(seat) = deal.turn() {
        let view = View::new(&deal, seat, t, address, None);
        let (hand, table) = (view.hand().to_hand(t.level), view.table().map(|combo| combo.name(t)));
        let action = seats[seat.index()].act(&view, &mut memories[seat.index()]);
        let forgetful = seats[seat.index()].act(&view, &mut Memory::default());
        assert_eq!(action, forgetful, "memory changes nothing: {hand} at {} on {table:?}", t.level);
        let done = match &action {
            Some(play) => deal.play(play, t),
            None => deal.pass(),
        };
        if let Err(error) = done {
            panic!("level {} hand {hand} on {table:?}: {action:?}: {error}", t.level);
        }
    }
    deal.outcome().unwrap()
}

/// A tempo of random switches.
fn some_tempo(dice: &mut Dice) -> Strategy {
    let all_on = dice.coin();
    let on = Principle::ALL
        .into_iter()
        .fold(Principles::default(), |on, principle| on.with(principle, all_on || dice.coin()));
    Strategy::Tempo(Tempo::new(on))
}

#[test]
fn every_action_is_legal_in_dealt_hands_under_every_preset_and_level() {
    let mut dice = Dice::new(1);
    let mut block = 0;
    for preset in presets() {
        let rules = Rules::preset(preset.name).unwrap();
        for level in Rank::all() {
            let t = Tables::new(&rules, level);
            for _ in 0..12 {
                let tempo = some_tempo(&mut dice);
                let address = Address::new(1, Purpose::Play, block, 0);
                let hands = Dealt::new(1, block, 0).hands();
                let deal = Deal::new(&rules, level, hands, Seat::new(dice.below(4) as u8)).unwrap();
                play_checked(deal, &t, [&tempo; 4], address);
                block += 1;
            }
        }
    }
}

#[test]
fn every_action_is_legal_in_odd_hands_rich_in_runs_bombs_and_wilds() {
    let mut dice = Dice::new(2);
    let mut played = 0;
    while played < 6_000 {
        let rules = dice.combination_rules();
        let level = dice.level();
        let t = Tables::new(&rules, level);
        let (size, wilds) = (1 + dice.below(20), dice.below(3));
        let rich = dice.structured_hand(size, wilds, level);
        let sizes = [(); 3].map(|()| 1 + dice.below(20));
        let [a, b, c, _] = dice.hands_out_of(Hand::FULL.minus(rich), [sizes[0], sizes[1], sizes[2], 0]);
        let deal = Deal::new(&rules, level, [rich, a, b, c], Seat::new(dice.below(4) as u8)).unwrap();
        let tempo = some_tempo(&mut dice);
        play_checked(deal, &t, [&tempo; 4], Address::new(2, Purpose::Play, played, 0));
        played += 1;
    }
}

#[test]
fn every_action_is_legal_with_far_more_cards_than_are_dealt() {
    let mut dice = Dice::new(4);
    for number in 0..200 {
        let rules = dice.combination_rules();
        let t = Tables::new(&rules, dice.level());
        let large = 60 + dice.below(40);
        let hands = dice.hands_out_of(Hand::FULL, [large, 2, 2, 2]);
        let deal = Deal::new(&rules, t.level, hands, Seat::new((number % 4) as u8)).unwrap();
        play_checked(deal, &t, [&some_tempo(&mut dice); 4], Address::new(4, Purpose::Play, number, 0));
    }
}

/// The share of deals, each played twice with sides swapped, in which the first is of `ours`; levels cycle.
fn share_won(ours: &Strategy, theirs: &Strategy, rules: &Rules, blocks: u64) -> f64 {
    let tables = Tables::all_levels(rules);
    let mut won = 0;
    for block in 0..blocks {
        let t = &tables[block as usize % 13];
        let hands = Dealt::new(3, block, 0).hands();
        let leader = Seat::new((block % 4) as u8);
        for team in 0..2 {
            let seats = if team == 0 { [ours, theirs, ours, theirs] } else { [theirs, ours, theirs, ours] };
            let deal = Deal::new(rules, t.level, hands, leader).unwrap();
            let outcome = play_checked(deal, t, seats, Address::new(3, Purpose::Play, block, 0));
            won += u32::from(outcome.winners() == team);
        }
    }
    f64::from(won) / (2 * blocks) as f64
}

#[test]
fn tempo_wins_98_percent_against_random_and_90_percent_against_lowest() {
    let [tempo, random, lowest] = ["tempo", "random", "lowest"].map(|name| name.parse::<Strategy>().unwrap());
    for name in ["institute", "next_wind"] {
        let rules = Rules::preset(name).unwrap();
        let share = share_won(&tempo, &random, &rules, 500);
        assert!(share > 0.98, "{name}: {share} against random");
        let share = share_won(&tempo, &lowest, &rules, 1500);
        assert!(share > 0.90, "{name}: {share} against lowest");
    }
}

#[test]
fn switches_are_read_and_printed() {
    for (text, printed) in [
        ("tempo", "tempo"),
        ("tempo( partner = off , infer=off )", "tempo(infer=off, partner=off)"),
        ("tempo(partner=on)", "tempo"),
    ] {
        let strategy: Strategy = text.parse().unwrap();
        assert_eq!(strategy.to_string(), printed);
        assert_eq!(printed.parse::<Strategy>().unwrap(), strategy);
    }
    for principle in Principle::ALL {
        let text = format!("tempo({principle}=off)");
        let Ok(Strategy::Tempo(tempo)) = text.parse() else { panic!("{text}") };
        assert!(!tempo.principles().has(principle));
        assert_ne!(Strategy::Tempo(tempo.clone()), Strategy::Tempo(Tempo::default()));
        assert_eq!(tempo.to_string(), if Principles::default().has(principle) { &text } else { "tempo" });
    }
}

#[test]
fn a_wrong_switch_says_what_was_expected() {
    let error = |text: &str| text.parse::<Strategy>().unwrap_err().to_string();
    assert!(error("tempo(partnr=off)").ends_with("(did you mean partner?)"), "{}", error("tempo(partnr=off)"));
    assert_eq!(error("tempo(partner=no)"), "\"no\" is no value of partner of strategy tempo: expected on or off");
    assert_eq!(error("tempo(partner=on, partner=off)"), "parameter partner of strategy tempo is given more than once");
}
