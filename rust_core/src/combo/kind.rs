//! The ten kinds of combination.

use std::fmt;
use std::str::FromStr;

use crate::error::{clip, did_you_mean};

/// A kind of combination, in the order plays are listed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// One card.
    Single,
    /// Two of a rank, or two equal jokers.
    Pair,
    /// Three of a rank.
    Triple,
    /// A triple and a pair of another rank.
    FullHouse,
    /// Five consecutive ranks.
    Straight,
    /// Three consecutive pairs.
    Tube,
    /// Two consecutive triples.
    Plate,
    /// Four to ten of a rank.
    Bomb,
    /// Five consecutive ranks of one suit.
    StraightFlush,
    /// All four jokers.
    JokerBomb,
}

impl Kind {
    /// Every kind in listing order.
    pub const ALL: [Kind; 10] = [
        Kind::Single,
        Kind::Pair,
        Kind::Triple,
        Kind::FullHouse,
        Kind::Straight,
        Kind::Tube,
        Kind::Plate,
        Kind::Bomb,
        Kind::StraightFlush,
        Kind::JokerBomb,
    ];
    /// The kinds' names, by kind.
    pub const NAMES: [&'static str; 10] =
        ["single", "pair", "triple", "full_house", "straight", "tube", "plate", "bomb", "straight_flush", "joker_bomb"];

    /// The name used in records, tables and messages.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Whether this beats every kind that is not a bomb.
    pub const fn is_bomb(self) -> bool {
        self as u8 >= Kind::Bomb as u8
    }

    /// Whether the cards are of neighbouring ranks: a straight, tube, plate or straight flush.
    pub const fn is_run(self) -> bool {
        matches!(self, Kind::Straight | Kind::Tube | Kind::Plate | Kind::StraightFlush)
    }

    /// What `n` equal cards are: a single, pair or triple, and a bomb from four on.
    pub const fn of_equal(n: u32) -> Kind {
        match n {
            1 => Kind::Single,
            2 => Kind::Pair,
            3 => Kind::Triple,
            _ => Kind::Bomb,
        }
    }

    /// The number of ranks in a run of this kind: 5, or 3 of a tube and 2 of a plate.
    pub const fn places(self) -> u32 {
        match self {
            Kind::Tube => 3,
            Kind::Plate => 2,
            _ => 5,
        }
    }

    /// The number of cards of each rank in a run of this kind: 1, or 2 in a tube and 3 in a plate.
    pub const fn each(self) -> u32 {
        match self {
            Kind::Tube => 2,
            Kind::Plate => 3,
            _ => 1,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        Self::NAMES.iter().position(|&name| name == text).map(|i| Self::ALL[i]).ok_or_else(|| {
            format!(
                "unknown kind {:?}: expected one of {}{}",
                clip(text),
                Self::NAMES.join(" "),
                did_you_mean(text, Self::NAMES)
            )
        })
    }
}
