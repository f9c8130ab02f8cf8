//! A recorded deal as it stood before one of its plays.

use super::verify::{Wrong, replay, same};
use super::{Record, before};
use crate::deal::{Deal, Log, Tribute};
use crate::rules::{Rules, Tables};
use crate::series::Standing;

/// A recorded deal before one of its plays, with its history and the match around it.
#[derive(Clone, Debug)]
pub struct Position {
    /// The deal.
    pub deal: Deal,
    /// Its plays so far.
    pub log: Log,
    /// The tribute before it; `None` in a first or single deal.
    pub tribute: Option<Tribute>,
    /// The match before the deal; `None` in a single deal.
    pub standing: Option<Standing>,
}

impl Record {
    /// The deal before play or pass number `play`, counted from 0. The number of all plays and passes gives its end.
    ///
    /// # Errors
    /// The first thing that is wrong in the record up to there; also when there are fewer plays and passes.
    pub fn position(&self, rules: &Rules, tables: &Tables, play: usize) -> Result<Position, Wrong> {
        same("fingerprint", None, &self.fingerprint, &rules.fingerprint())?;
        if play > self.plays.len() {
            return Err(Wrong::new(
                "plays",
                None,
                format!("there is no play {play}: they are 0 to {}", self.plays.len()),
            ));
        }
        before::check_hands(self)?;
        let standing = before::standing(self, rules, None)?;
        let start = before::start(self, rules, None)?;
        same("leader", start.leader.1, &self.leader, &start.leader.0)?;
        let (deal, log) = replay(self, rules, tables, start.hands, play)?;
        Ok(Position { deal, log, tribute: start.tribute, standing: (!self.is_single()).then_some(standing) })
    }
}
