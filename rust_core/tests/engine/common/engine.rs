//! The engine's answers in the oracle's terms.

use std::collections::HashSet;

use guandan_core::combo::{Combo, Detail, Kind, Play, classify, for_each_answer, for_each_lead};
use guandan_core::hand::{Hand, LevelHand};
use guandan_core::oracle::{Oracle, OraclePlay, Reading};
use guandan_core::rules::{Key, Tables};

/// The engine and the oracle under the same rules at the same level.
#[derive(Debug)]
pub(crate) struct Both {
    pub(crate) oracle: Oracle,
    pub(crate) tables: Tables,
}

impl Both {
    pub(crate) fn new(oracle: Oracle) -> Both {
        let tables = Tables::new(oracle.rules(), oracle.level());
        Both { oracle, tables }
    }

    pub(crate) fn seen(&self, hand: Hand) -> LevelHand {
        LevelHand::new(hand, self.oracle.level())
    }

    pub(crate) fn reading(&self, combo: Combo) -> Reading {
        self.oracle.reading(combo.kind.name(), usize::from(combo.size), combo.key.index())
    }

    pub(crate) fn play(&self, play: &Play) -> OraclePlay {
        (self.reading(play.combo), play.cards.to_hand(self.oracle.level()))
    }

    pub(crate) fn plays<'a>(&self, plays: impl IntoIterator<Item = &'a Play>) -> HashSet<OraclePlay> {
        plays.into_iter().map(|play| self.play(play)).collect()
    }

    pub(crate) fn leads(&self, hand: Hand, detail: Detail) -> Vec<Play> {
        let mut plays = Vec::new();
        for_each_lead(&self.seen(hand), &self.tables, detail, &mut |play| plays.push(*play));
        plays
    }

    pub(crate) fn answers(&self, hand: Hand, to_beat: Combo, detail: Detail) -> Vec<Play> {
        let mut plays = Vec::new();
        for_each_answer(&self.seen(hand), &self.tables, to_beat, detail, &mut |play| plays.push(*play));
        plays
    }

    pub(crate) fn classify(&self, cards: Hand) -> Vec<Reading> {
        classify(&self.seen(cards), &self.tables).into_iter().map(|combo| self.reading(combo)).collect()
    }
}

pub(crate) fn combo(reading: Reading) -> Combo {
    let kind: Kind = reading.kind.parse().unwrap();
    Combo::new(kind, reading.size as u8, Key::new(reading.key as u8))
}
