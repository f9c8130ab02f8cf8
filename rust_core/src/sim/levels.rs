//! The levels of a run of single deals.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use crate::card::Rank;
use crate::error::{NotationError, clip, did_you_mean};

/// The levels that single deals are played at: block after block takes the next one, and after the last the first again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Levels {
    /// The first `count` of them hold.
    list: [Rank; 13],
    count: u8,
}

impl Levels {
    /// The text form of all levels, from 2 to A.
    const ALL: &'static str = "all";

    /// One level for all blocks.
    pub const fn one(level: Rank) -> Levels {
        let mut list = [Rank::TWO; 13];
        list[0] = level;
        Levels { list, count: 1 }
    }

    /// The level of all blocks; `None` where they have several.
    pub fn only(&self) -> Option<Rank> {
        (self.count == 1).then_some(self.list[0])
    }

    /// The level of the deals of a block.
    pub const fn of_block(&self, block: u64) -> Rank {
        self.list[(block % self.count as u64) as usize]
    }

    /// The error for a text that is no level, in a list or alone.
    fn unknown(text: &str) -> NotationError {
        let all = did_you_mean(&text.to_lowercase(), [Levels::ALL]);
        let hint = if all.is_empty() || text == Levels::ALL { Rank::nearest_to(text) } else { all };
        NotationError::Levels { text: clip(text), hint }
    }

    /// The levels in turn.
    fn list(&self) -> &[Rank] {
        &self.list[..usize::from(self.count)]
    }
}

impl FromStr for Levels {
    type Err = NotationError;

    /// Reads one level, several with commas between them, each once, or `all`.
    fn from_str(text: &str) -> Result<Levels, NotationError> {
        let mut read: ArrayVec<Rank, 13> = ArrayVec::new();
        if text == Levels::ALL {
            read.extend(Rank::all());
        } else {
            for letter in text.split(',') {
                let level = letter.trim().parse().map_err(|_| Levels::unknown(letter.trim()))?;
                if read.contains(&level) {
                    return Err(NotationError::LevelTwice { level: level.letter() });
                }
                read.push(level);
            }
        }
        let mut list = [Rank::TWO; 13];
        list[..read.len()].copy_from_slice(&read);
        Ok(Levels { list, count: read.len() as u8 })
    }
}

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.list().iter().copied().eq(Rank::all()) {
            return f.write_str(Levels::ALL);
        }
        let letters: Vec<&str> = self.list().iter().map(|level| level.letter()).collect();
        f.write_str(&letters.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_as_they_are_written_and_taken_in_turn() {
        for (text, expected) in [("5", "5555"), ("2,5,A", "25A2"), ("A, 2", "A2A2"), ("all", "2345")] {
            let levels: Levels = text.parse().unwrap();
            assert_eq!((0..4).map(|block| levels.of_block(block).letter()).collect::<String>(), expected);
            assert_eq!(levels.to_string().parse(), Ok(levels));
        }
        assert_eq!("2,3,4,5,6,7,8,9,T,J,Q,K,A".parse::<Levels>().unwrap().to_string(), "all");
        assert_eq!("T".parse(), Ok(Levels::one(Rank::TEN)));
        for (text, message) in [
            ("2,5,2", "level 2 is given twice: expected each once"),
            ("all,2", "unknown level \"all\": EXPECTED"),
            ("ALL", "unknown level \"ALL\": EXPECTED (did you mean all?)"),
            ("2;5", "unknown level \"2;5\": EXPECTED"),
            ("2, 10", "unknown level \"10\": EXPECTED (did you mean T?)"),
            ("X", "unknown level \"X\": EXPECTED"),
        ] {
            let expected = "expected one of 2 3 4 5 6 7 8 9 T J Q K A, several with commas, or all";
            assert_eq!(text.parse::<Levels>().unwrap_err().to_string(), message.replace("EXPECTED", expected));
        }
    }
}
