//! Read positions with known perft counts from text.
//!
//! A record is a few lines. A blank line separates records. A line that begins with `#` is a comment:
//!
//! ```text
//! id wind
//! rules next_wind max_bomb=8
//! level 5
//! hands S7 D7|HR|S3 S3|C9
//! leader 0
//! ranks 1 3
//! cards 2 14
//! ```
//!
//! `rules` names a preset and the fields that differ from it. Each line after `leader` is a count: detail, depth, nodes.

use std::str::FromStr;

use thiserror::Error;

use crate::card::{Rank, Seat};
use crate::combo::Detail;
use crate::deal::Deal;
use crate::error::{clip, counted, did_you_mean};
use crate::hand::Hand;
use crate::rules::{Rules, Tables};

/// A known count: the number of sequences of `depth` actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// How plays are told apart.
    pub detail: Detail,
    /// The number of actions.
    pub depth: u32,
    /// The number of sequences.
    pub nodes: u64,
}

/// A position and its known counts.
#[derive(Clone, Debug)]
pub struct PerftRecord {
    /// The record's name in its file.
    pub id: String,
    /// The rule set.
    pub rules: Rules,
    /// The position, before its first action.
    pub deal: Deal,
    /// The known counts.
    pub counts: Vec<Count>,
}

impl PerftRecord {
    /// Compiles the rules for the level of the position.
    pub fn tables(&self) -> Tables {
        Tables::new(&self.rules, self.deal.level())
    }
}

/// A fault in a text of records, with its line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {problem}")]
pub struct PerftRecordError {
    /// The number of the line, from 1. For a fault of a whole record, the record's first line.
    pub line: usize,
    /// The fault.
    pub problem: String,
}

/// The words with which a line can begin.
const WORDS: [&str; 7] = ["id", "rules", "level", "hands", "leader", "ranks", "cards"];

/// Reads a text of records.
///
/// # Errors
/// [`PerftRecordError`] for the first line that cannot be read, and for a record that lacks a line or whose hands are no position.
pub fn records(text: &str) -> Result<Vec<PerftRecord>, PerftRecordError> {
    let mut records = Vec::new();
    let mut lines: Vec<(usize, &str)> = Vec::new();
    // The added blank line ends the last record.
    for (i, line) in text.lines().chain([""]).enumerate() {
        let line = line.trim();
        if line.is_empty() && !lines.is_empty() {
            records.push(record(&lines)?);
            lines.clear();
        }
        if !line.is_empty() && !line.starts_with('#') {
            lines.push((i + 1, line));
        }
    }
    Ok(records)
}

fn record(lines: &[(usize, &str)]) -> Result<PerftRecord, PerftRecordError> {
    let mut parts: [Option<(usize, &str)>; 5] = [None; 5];
    let mut counts = Vec::new();
    for &(line, text) in lines {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match WORDS.iter().position(|&known| known == word) {
            Some(part @ 0..5) if parts[part].is_some() => return Err(at(line, format!("a second `{word}` line"))),
            Some(part @ 0..5) => parts[part] = Some((line, rest.trim())),
            Some(_) => counts.push(count(line, word, rest)?),
            None => {
                let expected = WORDS.join(" ");
                let hint = did_you_mean(word, WORDS);
                return Err(at(line, format!("unknown word {:?}: expected one of {expected}{hint}", clip(word))));
            }
        }
    }
    let part = |i: usize| {
        parts[i].ok_or_else(|| at(lines[0].0, format!("the record that begins here has no `{}` line", WORDS[i])))
    };
    let (_, id) = part(0)?;
    let (line, text) = part(1)?;
    let rules = rules(text).map_err(|problem| at(line, problem))?;
    let (line, text) = part(2)?;
    let level: Rank = parsed(line, text)?;
    let (line, text) = part(3)?;
    let hands: Vec<Hand> = text.split('|').map(|hand| parsed(line, hand)).collect::<Result<_, _>>()?;
    let hands: [Hand; 4] = hands
        .try_into()
        .map_err(|hands: Vec<Hand>| at(line, format!("{}: expected 4, parted by `|`", counted(hands.len(), "hand"))))?;
    let (leader_line, text) = part(4)?;
    let leader = match text {
        "0" | "1" | "2" | "3" => Seat::new(text.as_bytes()[0] - b'0'),
        _ => return Err(at(leader_line, format!("leader {:?}: expected a seat 0 to 3", clip(text)))),
    };
    let deal = Deal::new(&rules, level, hands, leader).map_err(|error| at(line, error.to_string()))?;
    Ok(PerftRecord { id: id.to_owned(), rules, deal, counts })
}

fn at(line: usize, problem: String) -> PerftRecordError {
    PerftRecordError { line, problem }
}

fn parsed<T: FromStr<Err: ToString>>(line: usize, text: &str) -> Result<T, PerftRecordError> {
    text.parse().map_err(|error: T::Err| at(line, error.to_string()))
}

/// Reads a `rules` line: `PRESET field=value …`.
fn rules(text: &str) -> Result<Rules, String> {
    let mut words = text.split_whitespace();
    let preset = words.next().unwrap_or_default();
    let place = "`rules` line";
    let base = Rules::preset(preset).map_err(|error| error.to_string())?;
    base.with_settings(words, place).map_err(|error| error.to_string())
}

fn count(line: usize, word: &str, rest: &str) -> Result<Count, PerftRecordError> {
    let detail = if word == "ranks" { Detail::Ranks } else { Detail::Cards };
    let numbers = rest.split_once(char::is_whitespace).map(|(depth, nodes)| (depth.parse(), nodes.trim().parse()));
    match numbers {
        Some((Ok(depth), Ok(nodes))) => Ok(Count { detail, depth, nodes }),
        _ => Err(at(line, format!("{:?}: expected a depth and a number of nodes after `{word}`", clip(rest)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "# a position\nid wind\nrules next_wind max_bomb=8\nlevel 5\nhands S7 D7|HR|S3 S3|C9\nleader 2\nranks 1 2\ncards 3 40\n";

    #[test]
    fn a_record_reads_back_as_the_position_it_describes() {
        let record = &records(GOOD).unwrap()[0];
        assert_eq!(record.id, "wind");
        assert_eq!(record.rules, Rules { max_bomb: 8, ..Rules::preset("next_wind").unwrap() });
        assert_eq!(record.deal.turn(), Some(Seat::new(2)));
        assert_eq!(record.deal.hand(Seat::new(0)).to_hand(record.deal.level()).to_string(), "S7 D7");
        let expected = Count { detail: Detail::Cards, depth: 3, nodes: 40 };
        assert_eq!(record.counts[1], expected);
        assert_eq!(records(&format!("{GOOD}\n\n{GOOD}")).unwrap().len(), 2);
    }

    #[test]
    fn faults_name_the_line_and_what_was_expected() {
        let error = |from: &str, to: &str| records(&GOOD.replace(from, to)).unwrap_err().to_string();
        assert!(error("leader 2", "leader 4").starts_with("line 6: leader \"4\": expected a seat 0 to 3"));
        assert!(error("level 5", "level 1").starts_with("line 4: unknown rank"));
        assert!(error("|C9", "").starts_with("line 5: 3 hands: expected 4"));
        assert!(error("|C9", "|").starts_with("line 5: hand of seat 3 is empty"));
        assert!(error("next_wind", "next_wint").contains("did you mean next_wind?"));
        assert!(error("max_bomb=8", "max_bomb=99").starts_with("line 3: "));
        assert!(error("cards 3 40", "cards 3").starts_with("line 8: "));
        assert!(error("level", "lever").contains("did you mean level?"));
        assert_eq!(error("leader 2\n", ""), "line 2: the record that begins here has no `leader` line");
        assert_eq!(error("id wind", "id wind\nid two"), "line 3: a second `id` line");
    }
}
