//! Actions into a deal, legal and illegal ones, beside a referee that keeps nothing but the list of what was done.

use bolero::{TypeGenerator, check};
use guandan_core::card::{Card, Rank, Seat};
use guandan_core::combo::{Detail, Kind};
use guandan_core::deal::{Deal, Illegal};
use guandan_core::hand::Hand;
use guandan_core::oracle::{Oracle, Reading, SlowDeal};
use guandan_core::rules::presets;

use crate::common::Dice;
use crate::common::engine::Both;
use crate::common::referees::assert_same;
use crate::texts::assert_one_line;

/// What the seat whose turn it is tries to do.
#[derive(Clone, Debug, TypeGenerator)]
enum Attempt {
    Pass,
    /// The play of this number that the engine lists, counted round those there are.
    Listed(u16),
    /// Cards of its hand, a bit for each in printed order, and what it declares them to be.
    Own(u32, Words),
    /// Cards of any kind and number.
    Any(#[generator(bolero::produce::<Vec<u8>>().with().len(0..8usize))] Vec<u8>, Words),
}

/// A kind and a rank, or none.
#[derive(Clone, Debug, TypeGenerator)]
struct Words {
    kind: Option<u8>,
    rank: Option<u8>,
}

#[derive(Debug, TypeGenerator)]
struct Input {
    preset: u8,
    #[generator(0..13u8)]
    level: u8,
    #[generator(0..4u8)]
    leader: u8,
    shuffle: u64,
    /// One of sixteen deals has hands of 27 cards, the others have few.
    #[generator(0..16u8)]
    full: u8,
    sizes: [u8; 4],
    #[generator(bolero::produce::<Vec<Attempt>>().with().len(0..40usize))]
    attempts: Vec<Attempt>,
}

impl Words {
    fn kind(&self) -> Option<Kind> {
        self.kind.map(|kind| Kind::ALL[usize::from(kind) % Kind::ALL.len()])
    }

    fn rank(&self) -> Option<&'static str> {
        const NAMES: [&str; 16] = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "SB", "HR", ""];
        self.rank.map(|rank| NAMES[usize::from(rank) % NAMES.len()])
    }
}

/// What the oracle makes of cards that are declared so and laid on `on`; `None` when that is illegal.
fn meant(oracle: &Oracle, cards: Hand, kind: Option<Kind>, rank: Option<&str>, on: Option<Reading>) -> Option<Reading> {
    let fits = |reading: &Reading| {
        kind.is_none_or(|kind| kind.name() == reading.kind) && rank.is_none_or(|rank| rank == reading.rank)
    };
    if kind.is_none() && rank.is_none() {
        return oracle.undeclared(cards, on);
    }
    let mut readings: Vec<Reading> = oracle.readings(cards).into_iter().filter(fits).collect();
    readings.retain(|&reading| on.is_none_or(|on| oracle.beats(reading, on)));
    readings.into_iter().max_by_key(|reading| {
        let bomb = reading.kind.parse::<Kind>().expect("a kind").is_bomb();
        (bomb, reading.kind == "plate", reading.key)
    })
}

/// Lays down cards; accepted exactly where the oracle finds a reading, and refused without a trace elsewhere.
fn lay_down(deal: &mut Deal, slow: &mut SlowDeal, both: &Both, cards: Hand, words: &Words) -> Result<(), Illegal> {
    let (seat, before) = (deal.turn().expect("the deal goes on"), *deal);
    let on = deal.table().map(|combo| both.reading(combo));
    let held = slow.held(seat.index()).contains(cards);
    let (kind, rank) = (words.kind(), words.rank());
    let expected = if held { meant(&both.oracle, cards, kind, rank, on) } else { None };
    let played = deal.play_cards(cards, kind, rank, &both.tables);
    assert_eq!(played.as_ref().ok().map(|play| both.play(play)), expected.map(|reading| (reading, cards)));
    match played {
        Ok(play) => {
            assert_eq!(before.check(&play, &both.tables), Ok(()));
            slow.history.push((seat.index(), Some(both.play(&play))));
            Ok(())
        }
        Err(refusal) => {
            assert_eq!(*deal, before, "a refused play changed the deal");
            Err(refusal)
        }
    }
}

/// Makes an attempt.
fn attempt(deal: &mut Deal, slow: &mut SlowDeal, both: &Both, attempt: &Attempt) -> Result<(), Illegal> {
    let seat = deal.turn().expect("the deal goes on");
    let hand = slow.held(seat.index());
    match attempt {
        Attempt::Pass => {
            let leads = deal.table().is_none();
            let passed = deal.pass();
            assert_eq!(passed.is_err(), leads);
            if passed.is_ok() {
                slow.history.push((seat.index(), None));
            }
            passed
        }
        Attempt::Listed(number) => {
            let plays = match deal.table() {
                None => both.leads(hand, Detail::Ranks),
                Some(on) => both.answers(hand, on, Detail::Ranks),
            };
            let Some(play) = (!plays.is_empty()).then(|| plays[usize::from(*number) % plays.len()]) else {
                return Ok(());
            };
            deal.play(&play, &both.tables).expect("a listed play is legal");
            slow.history.push((seat.index(), Some(both.play(&play))));
            Ok(())
        }
        Attempt::Own(bits, words) => {
            let chosen = hand.cards().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, card)| card);
            lay_down(deal, slow, both, Hand::from_cards(chosen).expect("cards of a hand"), words)
        }
        Attempt::Any(faces, words) => {
            let cards = faces.iter().map(|face| Card::from_index(face % Card::FACES as u8));
            let Ok(cards) = Hand::from_cards(cards) else { return Ok(()) };
            lay_down(deal, slow, both, cards, words)
        }
    }
}

fn play(input: &Input) {
    let presets: Vec<_> = presets().collect();
    let rules = presets[usize::from(input.preset) % presets.len()].rules;
    let both = Both::new(Oracle::new(rules, Rank::new(input.level)));
    let sizes = if input.full == 0 { [27; 4] } else { input.sizes.map(|size| usize::from(size % 8)) };
    let hands = Dice::new(input.shuffle).hands(sizes);
    let leader = Seat::new(input.leader);
    let mut deal = match Deal::new(&rules, both.oracle.level(), hands, leader) {
        Ok(deal) => deal,
        Err(refusal) => {
            assert!(sizes.contains(&0));
            return assert_one_line(refusal);
        }
    };
    let mut slow = SlowDeal::new(hands, leader.index());
    for tried in &input.attempts {
        if deal.is_over() {
            break;
        }
        if let Err(refusal) = attempt(&mut deal, &mut slow, &both, tried) {
            assert_one_line(&refusal);
            assert!(refusal.to_string().ends_with(&format!("({})", refusal.clause().id())), "{refusal}");
        }
        assert_same(&deal, &slow, &both, "after an attempt");
    }
    if deal.is_over() {
        assert_eq!(deal.pass(), Err(Illegal::Over));
        assert_eq!(deal.play_cards(Hand::EMPTY, None, None, &both.tables), Err(Illegal::Over));
    }
}

#[test]
fn actions() {
    check!().with_type::<Input>().for_each(play);
}
