//! Cards, ranks, hands, kinds and times as text.

use bolero::check;
use guandan_core::card::{Card, Rank};
use guandan_core::combo::Kind;
use guandan_core::error::clip;
use guandan_core::hand::Hand;
use guandan_core::perft;
use guandan_core::series::ClockModel;
use guandan_core::sim::Levels;

use crate::texts::{Text, Texts, assert_one_line, read};

const FACES: &[&str] = &["S", "H", "C", "D", "T", "10", "A", "2", "SB", "HR", "S2 ", "H5,", "DA", " HR", "ST"];

#[test]
fn card_rank_and_kind() {
    let words = Card::all().map(|card| card.to_string()).chain(Rank::LETTERS.map(String::from));
    let texts = Texts::new(words.chain(Kind::NAMES.map(String::from)), FACES);
    check!().with_generator(texts).for_each(|text: &Text| {
        let text = text.string();
        // Each has one text only.
        match read::<Card>(&text) {
            Some(card) => assert_eq!(card.to_string(), text),
            None => assert!(text.parse::<Card>().unwrap_err().to_string().contains(&format!("{:?}", clip(&text)))),
        }
        assert!(read::<Rank>(&text).is_none_or(|rank| rank.letter() == text));
        assert!(read::<Kind>(&text).is_none_or(|kind| kind.name() == text));
    });
}

#[test]
fn hand() {
    let full = Hand::FULL.to_string();
    let texts = Texts::new([&*full, "", "S7 H7 HR", "SB,SB , HR HR", "H2 H2 S3 S4 S5 S6 DT CT"], FACES);
    check!().with_generator(texts).for_each(|text: &Text| {
        let text = text.string();
        let words = || text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        if let Some(hand) = read::<Hand>(&text) {
            assert_eq!(hand.len() as usize, words().count());
        } else {
            let refusal = text.parse::<Hand>().unwrap_err().to_string();
            let named = words().any(|word| refusal.contains(&format!("{:?}", clip(word))));
            assert!(named || refusal.contains(" copies of "), "{refusal}");
        }
    });
}

#[test]
fn levels() {
    let texts = Texts::new(["2", "T", "all", "2,5,A", " A , 2"], &["A", "T", "10", ",", "all", "a"]);
    check!().with_generator(texts).for_each(|text: &Text| {
        let text = text.string();
        if let (Some(levels), Ok(level)) = (read::<Levels>(&text), text.parse::<Rank>()) {
            assert_eq!(levels, Levels::one(level));
        }
    });
}

#[test]
fn clock_model() {
    let texts = Texts::new(
        ["play=5,pass=1.5,between=60", "play=0", " pass = 0.001 , between=86400"],
        &["play", "pass", "between", "=", ",", ".", "e-5", "inf", "-0", "0.0005"],
    );
    check!().with_generator(texts).for_each(|text: &Text| {
        read::<ClockModel>(&text.string());
    });
}

#[test]
fn perft_records() {
    let texts = Texts::new(
        ["id wind\nrules next_wind max_bomb=8\nlevel 5\nhands S7 D7|HR|S3 S3|C9\nleader 0\nranks 1 3\ncards 2 14\n"],
        &["id", "rules", "level", "hands", "leader", "ranks", "cards", "|", "web", "tribute=off", "#", "\n\n", "S7"],
    );
    check!().with_generator(texts).for_each(|text: &Text| match perft::records(&text.string()) {
        Err(refusal) => {
            assert_one_line(&refusal);
            assert!(refusal.to_string().starts_with("line "), "{refusal}");
        }
        Ok(records) => assert!(records.iter().all(|record| record.deal.turn().is_some())),
    });
}
