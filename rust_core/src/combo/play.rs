//! What a play counts as on the table, what beats it, and its name.

use super::{Kind, classify};
use crate::hand::{Hand, LevelHand, Nibble, Nibbles, Start, SuitedStarts};
use crate::rules::{Key, Tables};

/// What matters of a play to the plays that follow: its kind, its number of cards and its key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(align(4))]
pub struct Combo {
    /// The kind.
    pub kind: Kind,
    /// The number of cards.
    pub size: u8,
    /// The order among combinations of the same kind and size; the joker bomb's is [`Key::LOWEST`].
    pub key: Key,
}

impl Combo {
    /// All four jokers.
    pub const JOKER_BOMB: Combo = Combo { kind: Kind::JokerBomb, size: 4, key: Key::LOWEST };

    /// A combination; `size` must be one its kind can have.
    pub const fn new(kind: Kind, size: u8, key: Key) -> Combo {
        Combo { kind, size, key }
    }

    /// `n` equal cards: a single, pair, triple or bomb.
    pub const fn equal(nibble: Nibble, n: u32, tables: &Tables) -> Combo {
        Combo { kind: Kind::of_equal(n), size: n as u8, key: tables.key(nibble) }
    }

    /// The full house with a triple of this rank.
    pub const fn full_house(triple: Nibble, tables: &Tables) -> Combo {
        Combo { kind: Kind::FullHouse, size: 5, key: tables.key(triple) }
    }

    /// The straight, tube, plate or straight flush from `start`; `kind` is one of these.
    pub const fn run(kind: Kind, start: Start, tables: &Tables) -> Combo {
        let top = start.top(kind.places());
        let key = match kind {
            Kind::StraightFlush => Key::new(top.index() as u8),
            _ => tables.run_key(top),
        };
        Combo { kind, size: (kind.places() * kind.each()) as u8, key }
    }

    /// Where the run begins; the combination must be a straight, tube, plate or straight flush.
    pub const fn start(self, tables: &Tables) -> Start {
        Start::with_top(self.top(tables), self.kind.places())
    }

    /// The highest rank of the run; the combination must be a straight, tube, plate or straight flush.
    const fn top(self, tables: &Tables) -> Nibble {
        match self.kind {
            Kind::StraightFlush => Nibble::new(self.key.index() as u8),
            _ => tables.run_top(self.key),
        }
    }

    /// The place on the ladder of bombs: [`Power::NONE`] for a combination that is no bomb.
    pub const fn power(self) -> Power {
        match self.kind {
            Kind::Bomb => Power::of_bomb(self.size as u32, self.key),
            Kind::StraightFlush => Power::new(Power::STRAIGHT_FLUSH, self.key),
            Kind::JokerBomb => Power::JOKER_BOMB,
            _ => Power::NONE,
        }
    }

    /// Whether this may be played on `other`.
    pub const fn beats(self, other: Combo) -> bool {
        if self.kind.is_bomb() || other.kind.is_bomb() {
            self.power().0 > other.power().0
        } else {
            self.kind as u8 == other.kind as u8 && self.key.index() > other.key.index()
        }
    }

    /// The rank that names the combination (docs/RULES.md R2): of its equal cards or its triple (`K`, `SB`, `HR`), at
    /// the top of a run (`5` for A2345); an empty text for the joker bomb.
    pub fn rank_name(self, tables: &Tables) -> &'static str {
        let nibble = match self.kind {
            Kind::JokerBomb => return "",
            kind if kind.is_run() => self.top(tables),
            _ => tables.nibble(self.key),
        };
        match nibble.rank() {
            Some(rank) => rank.letter(),
            None if nibble == Nibble::SMALL_JOKER => "SB",
            None => "HR",
        }
    }

    /// Kind and rank in one: `full_house K`, `joker_bomb`.
    pub fn name(self, tables: &Tables) -> String {
        [self.kind.name(), self.rank_name(tables)].join(" ").trim_end().to_owned()
    }
}

/// The place of a bomb on the ladder of all bombs: 4 of a rank, 5, straight flush, 6, … 10 of a rank, joker bomb, then
/// by key. A play that is no bomb has the least power, [`Power::NONE`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Power(u8);

impl Power {
    /// The power of every play that is no bomb, less than that of any bomb.
    pub const NONE: Power = Power(0);
    /// The power of the joker bomb, the greatest.
    pub const JOKER_BOMB: Power = Power(9 << 4);
    /// The rung of straight flushes.
    const STRAIGHT_FLUSH: u8 = 3;

    const fn new(rung: u8, key: Key) -> Power {
        Power(rung << 4 | key.index() as u8)
    }

    /// The power of a bomb of `n` cards of one rank.
    pub const fn of_bomb(n: u32, key: Key) -> Power {
        Power::new(n as u8 - 3 + (n > 5) as u8, key)
    }

    /// The ranks of which `n` cards are a bomb of more power than this.
    pub fn bombs_above(self, n: u32, tables: &Tables) -> Nibbles {
        let lowest = Power::of_bomb(n, Key::LOWEST);
        if lowest > self {
            Nibbles::RANKS
        } else if lowest.rung() == self.rung() {
            tables.above(self.key()) & Nibbles::RANKS
        } else {
            Nibbles::EMPTY
        }
    }

    /// The straight flushes of more power than this.
    pub const fn straight_flushes_above(self) -> SuitedStarts {
        match self.rung() {
            0..Power::STRAIGHT_FLUSH => SuitedStarts::ALL,
            Power::STRAIGHT_FLUSH => SuitedStarts::above(Start::with_top(Nibble::new(self.0 & 15), 5)),
            _ => SuitedStarts::EMPTY,
        }
    }

    /// The rung of the ladder: 1 for four of a rank up to 9 for the joker bomb, 0 for a play that is no bomb.
    const fn rung(self) -> u8 {
        self.0 >> 4
    }

    /// The key of the bomb.
    const fn key(self) -> Key {
        Key::new(self.0 & 15)
    }
}

/// A combination laid down: what it counts as, and the cards it takes out of the hand (wilds as wilds, whatever they stand
/// for).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Play {
    /// Kind, size and key.
    pub combo: Combo,
    /// The cards.
    pub cards: LevelHand,
}

impl Play {
    /// All four jokers.
    pub const JOKER_BOMB: Play = Play { combo: Combo::JOKER_BOMB, cards: LevelHand::JOKERS };

    /// The play that `cards` are when they are declared by the names of a kind and a rank; `None` when they are no such
    /// play.
    pub fn declared(cards: Hand, kind: &str, rank: &str, tables: &Tables) -> Option<Play> {
        let cards = LevelHand::new(cards, tables.level);
        let is_meant = |combo: &Combo| combo.kind.name() == kind && combo.rank_name(tables) == rank;
        let combo = classify(&cards, tables).into_iter().find(is_meant)?;
        Some(Play { combo, cards })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ladder_of_bombs_rises_by_size_with_straight_flushes_between_five_and_six() {
        let bomb = |size, key| Combo::new(Kind::Bomb, size, Key::new(key));
        let flush = |key| Combo::new(Kind::StraightFlush, 5, Key::new(key));
        let ladder = [
            Combo::new(Kind::Plate, 6, Key::new(12)),
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
            Combo::JOKER_BOMB,
        ];
        for (i, low) in ladder.iter().enumerate() {
            for (j, high) in ladder.iter().enumerate() {
                assert_eq!(high.beats(*low), j > i, "{high:?} on {low:?}");
            }
        }
    }
}
