//! Sets of cards judged by the engine, in words: what they are, and whether they beat.

use guandan_core::combo::{Combo, Detail, Play, classify, undeclared};
use guandan_core::hand::Hand;
use guandan_core::oracle::Oracle;
use guandan_core::rules::Rules;

use super::common_rules;
use super::engine::Both;

/// The engine under `rules` at a level.
pub(crate) fn under(rules: Rules, level: &str) -> Both {
    Both::new(Oracle::new(rules, level.parse().unwrap()))
}

/// The same under the rules that tests start from.
pub(crate) fn at(level: &str) -> Both {
    under(common_rules(), level)
}

/// Cards from text.
pub(crate) fn hand(cards: &str) -> Hand {
    cards.parse().unwrap()
}

impl Both {
    pub(crate) fn name(&self, combo: Combo) -> String {
        let reading = self.reading(combo);
        match reading.kind {
            "bomb" => format!("{}-bomb {}", reading.size, reading.rank),
            kind => format!("{kind} {}", reading.rank),
        }
    }

    /// Every reading of the cards, the undeclared lead first.
    pub(crate) fn names(&self, cards: &str) -> Vec<String> {
        classify(&self.seen(hand(cards)), &self.tables).into_iter().map(|combo| self.name(combo)).collect()
    }

    pub(crate) fn lead(&self, cards: &str) -> Combo {
        undeclared(&self.seen(hand(cards)), &self.tables, None).expect("a combination is led")
    }

    /// What the reply counts as on `led`, or nothing when no reading of it beats.
    pub(crate) fn reply(&self, led: &str, reply: &str) -> Option<String> {
        undeclared(&self.seen(hand(reply)), &self.tables, Some(self.lead(led))).map(|combo| self.name(combo))
    }

    pub(crate) fn beats(&self, led: &str, reply: &str) -> bool {
        self.reply(led, reply).is_some()
    }

    pub(crate) fn lead_names(&self, cards: &str) -> Vec<String> {
        self.leads(hand(cards), Detail::Cards).iter().map(|play| self.play_name(play)).collect()
    }

    pub(crate) fn play_name(&self, play: &Play) -> String {
        format!("{}: {}", self.name(play.combo), play.cards.to_hand(self.oracle.level()))
    }
}
