//! The ten kinds of combination and how one beats another.

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

    /// Whether the key is a place in a run (straight, tube, plate, straight flush) and not a rank in level order.
    pub const fn is_run(self) -> bool {
        matches!(self, Kind::Straight | Kind::Tube | Kind::Plate | Kind::StraightFlush)
    }

    /// What `n` equal cards are: a single, pair or triple, and a bomb from four on.
    #[inline]
    pub const fn of_equal(n: u32) -> Kind {
        match n {
            1 => Kind::Single,
            2 => Kind::Pair,
            3 => Kind::Triple,
            _ => Kind::Bomb,
        }
    }

    /// The number of ranks in a run of this kind: 5, or 3 of a tube and 2 of a plate.
    #[inline]
    pub const fn places(self) -> u32 {
        match self {
            Kind::Tube => 3,
            Kind::Plate => 2,
            _ => 5,
        }
    }

    /// The number of cards of each rank in a run of this kind: 1, or 2 in a tube and 3 in a plate.
    #[inline]
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

/// What matters of a play to the plays that follow: its kind, its number of cards and its key.
///
/// The key orders combinations of one kind and size. For the kinds in level order it is the rank's place there, 0 for
/// the lowest rank, 12 for the level rank, 13 for SB, 14 for HR; for runs it is what [`crate::rules::Tables`] makes of
/// the top rank (its natural index, or its place in level order under `sequence_order = level`; straight flushes always
/// the natural index). The joker bomb's key is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(align(4))]
pub struct Combo {
    /// The kind.
    pub kind: Kind,
    /// The number of cards.
    pub size: u8,
    /// The order among combinations of the same kind and size.
    pub key: u8,
}

impl Combo {
    /// A combination; `size` must be one its kind can have.
    pub const fn new(kind: Kind, size: u8, key: u8) -> Combo {
        Combo { kind, size, key }
    }

    /// The place on the ladder of bombs: 0 for a combination that is no bomb, and otherwise higher for the stronger:
    /// 4 of a rank < 5 < straight flush < 6 < … < 10 < joker bomb, then by key.
    #[inline(always)]
    pub const fn power(self) -> u8 {
        let rung = match self.kind {
            Kind::Bomb => self.size - 3 + (self.size > 5) as u8,
            Kind::StraightFlush => 3,
            Kind::JokerBomb => 9,
            _ => return 0,
        };
        rung << 4 | self.key
    }

    /// Whether this may be played on `other`.
    #[inline(always)]
    pub const fn beats(self, other: Combo) -> bool {
        if self.kind.is_bomb() || other.kind.is_bomb() {
            self.power() > other.power()
        } else {
            self.kind as u8 == other.kind as u8 && self.key > other.key
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ladder_of_bombs_rises_by_size_with_straight_flushes_between_five_and_six() {
        let bomb = |size, key| Combo::new(Kind::Bomb, size, key);
        let flush = |key| Combo::new(Kind::StraightFlush, 5, key);
        let ladder = [
            Combo::new(Kind::Plate, 6, 12),
            bomb(4, 0),
            bomb(4, 12),
            bomb(5, 0),
            bomb(5, 12),
            flush(3),
            flush(12),
            bomb(6, 0),
            bomb(7, 0),
            bomb(8, 12),
            bomb(9, 0),
            bomb(10, 11),
            Combo::new(Kind::JokerBomb, 4, 0),
        ];
        for (i, low) in ladder.iter().enumerate() {
            for (j, high) in ladder.iter().enumerate() {
                assert_eq!(high.beats(*low), j > i, "{high:?} on {low:?}");
            }
        }
    }
}
