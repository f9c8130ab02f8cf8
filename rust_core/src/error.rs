//! Errors of the text forms, and the search for the nearest known name that every message about an unknown one uses.

use thiserror::Error;

/// Text that is not a card, rank, hand, combination or strategy.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotationError {
    /// Not one of the 54 faces.
    #[error("unknown card {text:?}: expected a suit S H C D and a rank 2-9 T J Q K A, or SB, HR{hint}")]
    Card {
        /// What was read.
        text: String,
        /// ` (did you mean …?)`, or nothing.
        hint: String,
    },
    /// Not a rank or level.
    #[error("unknown rank {text:?}: expected one of 2 3 4 5 6 7 8 9 T J Q K A{hint}")]
    Rank {
        /// What was read.
        text: String,
        /// ` (did you mean …?)`, or nothing.
        hint: String,
    },
    /// Not the levels of a run of single deals.
    #[error("unknown level {text:?}: expected one of 2 3 4 5 6 7 8 9 T J Q K A, several with commas, or all{hint}")]
    Levels {
        /// What was read.
        text: String,
        /// ` (did you mean …?)`, or nothing.
        hint: String,
    },
    /// A level that stands twice in a list of levels.
    #[error("level {level} is given twice: expected each once")]
    LevelTwice {
        /// The level's letter.
        level: &'static str,
    },
    /// More copies of a face than two packs hold.
    #[error("{count} copies of {card}: two packs hold 2 of each card")]
    TooMany {
        /// The face.
        card: String,
        /// How many copies were given.
        count: usize,
    },
}

/// The start of a long piece of input, so that a message stays one line.
pub fn clip(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}

/// A text without line breaks and control characters: a blank stands for each row of white space.
pub(crate) fn unbroken(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace(char::is_control, "?")
}

/// The start of a long piece of input, without line breaks and control characters.
pub(crate) fn one_line(text: &str) -> String {
    clip(&unbroken(text))
}

/// A text that may quote any amount of input, without line breaks and control characters, cut after a few hundred
/// characters.
pub(crate) fn brief(text: &str) -> String {
    const LONGEST: usize = 400;
    let text = unbroken(text);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// What the JSON reader says, without the place in the text.
pub(crate) fn json_message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    brief(text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message))
}

/// So many of a thing whose plural ends in s.
pub fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// The known name closest to `wanted` by edit distance, unless all are too far to be a slip of the finger.
pub fn nearest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (wanted.chars().count() / 2).max(1);
    known
        .into_iter()
        .map(|name| (edit_distance(wanted, name), name))
        // A name of one letter is not near to every other one.
        .filter(|&(distance, name)| distance <= limit && distance < wanted.chars().count().max(name.chars().count()))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// ` (did you mean NAME?)` for the nearest known name, or nothing.
pub fn did_you_mean<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(wanted, known).map_or_else(String::new, |name| format!(" (did you mean {name}?)"))
}

/// Levenshtein distance over characters.
fn edit_distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &b) in right.iter().enumerate() {
            let substituted = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_name_forgives_a_slip_but_not_another_word() {
        let known = ["institute", "competition", "web"];
        assert_eq!(nearest("instiute", known), Some("institute"));
        assert_eq!(nearest("zzzzzz", known), None);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
    }
}
