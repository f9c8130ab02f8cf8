//! Combinations in words: the rank that names one, as records, tables and messages write it.

use super::{Combo, Kind};
use crate::card::Rank;
use crate::rules::Tables;

/// The names of the ranks by nibble, the jokers behind the aces.
const NAMES: [&str; 15] = {
    let mut names = [""; 15];
    let mut rank = 0;
    while rank < 13 {
        names[rank] = Rank::LETTERS[rank];
        rank += 1;
    }
    names[13] = "SB";
    names[14] = "HR";
    names
};

impl Combo {
    /// The rank that names the combination (docs/RULES.md R2): of its equal cards or its triple (`K`, `SB`, `HR`), at the
    /// top of a run (`5` for A2345), nothing for the joker bomb.
    pub fn rank_name(self, t: &Tables) -> &'static str {
        match self.kind {
            Kind::JokerBomb => "",
            kind if kind.is_run() => NAMES[t.top_of_run(kind, self.key) as usize],
            _ => NAMES[t.nibble_of_key[self.key as usize] as usize],
        }
    }

    /// Kind and rank in one: `full_house K`, `joker_bomb`.
    pub fn name(self, t: &Tables) -> String {
        [self.kind.name(), self.rank_name(t)].join(" ").trim_end().to_owned()
    }
}
