//! What a field may hold, and its three forms: a [`Value`], one line of text, a TOML value.
//!
//! Knows nothing of the fields themselves. The text form is the same in `--set`, in differences and on the terminal; a
//! file writes numbers, lists and switches as TOML does.

use super::Clock;
use crate::card::Rank;
use crate::error::nearest;

/// The value of one field, whatever its type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A switch.
    Switch(bool),
    /// One of the words of the field.
    Word(&'static str),
    /// A number.
    Number(u8),
    /// Levels for 1-2, 1-3, 1-4.
    Promotion([u8; 3]),
    /// A level, or none.
    Level(Option<Rank>),
    /// A set of levels, bit `i` for the rank of index `i`.
    Levels(u16),
    /// The clock, or none.
    Clock(Option<Clock>),
}

/// The values a field allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// Off and on, printed as these two words; any of no, yes, off, on, false, true is read.
    Switch([&'static str; 2]),
    /// One of these words.
    Words(&'static [&'static str]),
    /// A number from the first to the second.
    Number(u8, u8),
    /// Three numbers of levels.
    Promotion,
    /// A level.
    Level,
    /// A level or `none`.
    LevelOrNone,
    /// Any levels, or `none`.
    Levels,
    /// Three times, or `none`.
    Clock,
}

/// A type that fields have.
pub(super) trait FieldType: Sized {
    fn into_value(self) -> Value;
    fn from_value(value: Value) -> Option<Self>;
}

macro_rules! field_types {
    ($($type:ty: $pattern:pat => $inner:expr, $build:expr;)+) => {$(
        impl FieldType for $type {
            fn into_value(self) -> Value {
                $build(self)
            }

            fn from_value(value: Value) -> Option<Self> {
                if let $pattern = value { Some($inner) } else { None }
            }
        }
    )+};
}

field_types! {
    bool: Value::Switch(on) => on, Value::Switch;
    u8: Value::Number(number) => number, Value::Number;
    [u8; 3]: Value::Promotion(levels) => levels, Value::Promotion;
    Rank: Value::Level(Some(rank)) => rank, |rank| Value::Level(Some(rank));
    Option<Rank>: Value::Level(rank) => rank, Value::Level;
    u16: Value::Levels(set) => set, Value::Levels;
    Option<Clock>: Value::Clock(clock) => clock, Value::Clock;
}

const NONE: &str = "none";
const OFF: [&str; 3] = ["no", "off", "false"];
const ON: [&str; 3] = ["yes", "on", "true"];
/// The most levels there are to climb.
const MOST_LEVELS: u8 = 12;

impl Domain {
    /// What is allowed, in words: the `expected …` of an error.
    pub fn allowed(self) -> String {
        const RANKS: &str = "2 3 4 5 6 7 8 9 T J Q K A";
        match self {
            Domain::Switch([off, on]) => format!("{on} or {off}"),
            Domain::Words(words) => one_of(words),
            Domain::Number(least, most) => format!("a whole number {least} to {most}"),
            Domain::Promotion => format!("three whole numbers 0 to {MOST_LEVELS}, such as 3,2,1"),
            Domain::Level => format!("a level {RANKS}"),
            Domain::LevelOrNone => format!("a level {RANKS}, or {NONE}"),
            Domain::Levels => format!("levels {RANKS} with commas between, or {NONE}"),
            Domain::Clock => format!("{NONE}, or {} such as 40,25,30, each 1 to {}", Clock::PARTS.join(","), u16::MAX),
        }
    }

    /// The allowed text that somebody who wrote `text` may have meant: the same in other capitals, or a known word that
    /// is nearly the same.
    pub(super) fn nearest(self, text: &str) -> Option<String> {
        let recased = [text.to_lowercase(), text.to_uppercase()].iter().find_map(|other| self.parse(other));
        recased.map(|value| self.text(value)).or_else(|| nearest(text, self.words()).map(str::to_owned))
    }

    /// The values that are whole words. Ranks are left out: they are so short that any two are nearly the same.
    fn words(self) -> Vec<&'static str> {
        match self {
            Domain::Switch(_) => [OFF, ON].concat(),
            Domain::Words(words) => words.to_vec(),
            Domain::LevelOrNone | Domain::Levels | Domain::Clock => vec![NONE],
            Domain::Number(..) | Domain::Promotion | Domain::Level => Vec::new(),
        }
    }

    /// Whether the value is one of this domain.
    pub fn holds(self, value: Value) -> bool {
        match (self, value) {
            (Domain::Words(words), Value::Word(word)) => words.contains(&word),
            (Domain::Number(least, most), Value::Number(number)) => (least..=most).contains(&number),
            (Domain::Promotion, Value::Promotion(levels)) => levels.iter().all(|&count| count <= MOST_LEVELS),
            (Domain::Level, Value::Level(level)) => level.is_some(),
            (Domain::Levels, Value::Levels(set)) => set >> Rank::LETTERS.len() == 0,
            (Domain::Clock, Value::Clock(Some(clock))) => !clock.parts().contains(&0),
            (Domain::Switch(_), Value::Switch(_))
            | (Domain::LevelOrNone, Value::Level(_))
            | (Domain::Clock, Value::Clock(None)) => true,
            _ => false,
        }
    }

    /// Reads the text form.
    pub fn parse(self, text: &str) -> Option<Value> {
        let text = text.trim();
        let value = match self {
            Domain::Switch(_) if ON.contains(&text) => Value::Switch(true),
            Domain::Switch(_) if OFF.contains(&text) => Value::Switch(false),
            Domain::Switch(_) => return None,
            Domain::Words(words) => Value::Word(words.iter().find(|&&word| word == text)?),
            Domain::Number(..) => Value::Number(number(text)?.try_into().ok()?),
            Domain::Promotion => Value::Promotion(three(text)?),
            Domain::LevelOrNone if text == NONE => Value::Level(None),
            Domain::Level | Domain::LevelOrNone => Value::Level(Some(level(text)?)),
            Domain::Levels if text == NONE => Value::Levels(0),
            Domain::Levels => Value::Levels(level_set(text.split(',').map(|part| level(part.trim())))?),
            Domain::Clock if text == NONE => Value::Clock(None),
            Domain::Clock => Value::Clock(Some(Clock::from_parts(three(text)?))),
        };
        self.holds(value).then_some(value)
    }

    /// The text form, which [`Domain::parse`] reads back.
    pub fn text(self, value: Value) -> String {
        match (self, value) {
            (Domain::Switch(words), Value::Switch(on)) => words[on as usize].to_owned(),
            (_, Value::Switch(on)) => on.to_string(),
            (_, Value::Word(word)) => word.to_owned(),
            (_, Value::Number(number)) => number.to_string(),
            (_, Value::Promotion(levels)) => levels.map(|count| count.to_string()).join(","),
            (_, Value::Level(Some(level))) => level.to_string(),
            (_, Value::Levels(set)) if set != 0 => value.levels().map(Rank::letter).collect::<Vec<_>>().join(","),
            (_, Value::Clock(Some(clock))) => clock.parts().map(|part| part.to_string()).join(","),
            (_, Value::Level(None) | Value::Levels(_) | Value::Clock(None)) => NONE.to_owned(),
        }
    }

    /// Reads the value in a file: as TOML has it, or the text form in quotes. A number must be a TOML number; a level may
    /// be one (`2`, `10`).
    pub(super) fn read(self, value: &toml::Value) -> Option<Value> {
        use toml::Value as Toml;
        let value = match (self, value) {
            (Domain::Switch(_), Toml::Boolean(on)) => Value::Switch(*on),
            (Domain::Number(..), Toml::Integer(number)) => Value::Number((*number).try_into().ok()?),
            (Domain::Promotion, Toml::Array(items)) => {
                let counts: Option<Vec<u8>> = items.iter().map(|item| item.as_integer()?.try_into().ok()).collect();
                Value::Promotion(counts?.try_into().ok()?)
            }
            (Domain::Level | Domain::LevelOrNone, Toml::Integer(_)) => Value::Level(Some(toml_level(value)?)),
            (Domain::Levels, Toml::Array(items)) => Value::Levels(level_set(items.iter().map(toml_level))?),
            (Domain::Clock, Toml::Table(table)) if table.len() == Clock::PARTS.len() => {
                let [a, b, c] = Clock::PARTS.map(|part| table.get(part)?.as_integer()?.try_into().ok());
                Value::Clock(Some(Clock::from_parts([a?, b?, c?])))
            }
            (Domain::Number(..), Toml::String(_)) => return None,
            (_, Toml::String(text)) => self.parse(text)?,
            _ => return None,
        };
        self.holds(value).then_some(value)
    }
}

impl Value {
    /// The levels of a set, lowest first; none for a value that is no set.
    pub fn levels(self) -> impl Iterator<Item = Rank> {
        let set = if let Value::Levels(set) = self { set } else { 0 };
        Rank::all().filter(move |rank| set >> rank.index() & 1 == 1)
    }

    /// The value as canonical rule files write it.
    pub(super) fn to_toml(self) -> String {
        match self {
            Value::Switch(on) => on.to_string(),
            Value::Word(word) => quoted(word),
            Value::Number(number) => number.to_string(),
            Value::Promotion(counts) => listed(counts.map(|count| count.to_string())),
            Value::Level(level) => quoted(level.map_or(NONE, Rank::letter)),
            Value::Levels(_) => listed(self.levels().map(|level| quoted(level.letter()))),
            Value::Clock(None) => quoted(NONE),
            Value::Clock(Some(clock)) => {
                let parts = std::iter::zip(Clock::PARTS, clock.parts());
                let parts: Vec<String> = parts.map(|(name, number)| format!("{name} = {number}")).collect();
                format!("{{ {} }}", parts.join(", "))
            }
        }
    }
}

fn quoted(word: &str) -> String {
    format!("\"{word}\"")
}

fn listed(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(", "))
}

fn one_of(words: &[&str]) -> String {
    match words {
        [words @ .., last] if !words.is_empty() => format!("{} or {last}", words.join(", ")),
        _ => words.concat(),
    }
}

fn level_set(levels: impl Iterator<Item = Option<Rank>>) -> Option<u16> {
    levels.into_iter().try_fold(0, |set, level| Some(set | 1 << level?.index()))
}

/// A level as people write it: the ten is `T` or `10`.
fn level(text: &str) -> Option<Rank> {
    if text == "10" { Some(Rank::TEN) } else { text.parse().ok() }
}

fn toml_level(value: &toml::Value) -> Option<Rank> {
    match value {
        toml::Value::Integer(number) => level(&number.to_string()),
        _ => level(value.as_str()?),
    }
}

/// A number in plain digits, without the sign that `parse` would let pass.
fn number(text: &str) -> Option<u16> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// Three numbers with commas between.
fn three<T: TryFrom<u16>>(text: &str) -> Option<[T; 3]> {
    let numbers: Option<Vec<T>> = text.split(',').map(|part| number(part.trim())?.try_into().ok()).collect();
    numbers?.try_into().ok()
}
