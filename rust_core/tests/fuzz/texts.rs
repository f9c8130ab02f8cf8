//! Texts to be read: valid ones with some edits, and noise.

use std::borrow::Cow;
use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use bolero::{Driver, ValueGenerator};

/// What a reader is given; prints as a string literal of bytes.
pub(crate) struct Text(pub(crate) Vec<u8>);

impl Text {
    /// The text, with a question mark of its own for each byte that is no UTF-8.
    pub(crate) fn string(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }
}

impl Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

/// Makes texts: seven of eight are one of `valid` with up to four edits, the others a row of bytes and words.
pub(crate) struct Texts {
    valid: Vec<String>,
    words: Vec<&'static str>,
}

/// Words that break readers of any form.
const TROUBLE: [&str; 24] = [
    "",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "\u{FEFF}",
    "\u{2028}",
    "é",
    "掼",
    "\"",
    "\\",
    "-1",
    "0",
    "255",
    "256",
    "65535",
    "4294967295",
    "18446744073709551616",
    "1e400",
    "NaN",
    "null",
    "[[[[[[[[[[[[[[[[",
    "{{{{{{{{{{{{{{{{",
];

impl Texts {
    /// Edits put in the `words` of the form beside those that break readers of any form.
    pub(crate) fn new(valid: impl IntoIterator<Item = impl Into<String>>, words: &[&'static str]) -> Texts {
        let valid = valid.into_iter().map(Into::into).collect();
        Texts { valid, words: TROUBLE.iter().chain(words).copied().collect() }
    }

    fn word<D: Driver>(&self, driver: &mut D) -> Option<&'static str> {
        Some(self.words[(0..self.words.len()).generate(driver)?])
    }

    fn noise<D: Driver>(&self, driver: &mut D) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        for _ in 0..(0..12u8).generate(driver)? {
            if driver.produce()? {
                text.push(driver.produce()?);
            } else {
                text.extend(self.word(driver)?.bytes());
            }
        }
        Some(text)
    }

    fn edit<D: Driver>(&self, text: &mut Vec<u8>, driver: &mut D) -> Option<()> {
        let at = (0..=text.len()).generate(driver)?;
        let end = (at + (0..8usize).generate(driver)?).min(text.len());
        match (0..5u8).generate(driver)? {
            // Bytes are left out.
            0 => drop(text.drain(at..end)),
            // A word is put in.
            1 => drop(text.splice(at..at, self.word(driver)?.bytes())),
            // A word takes the place of the word or number that stands there.
            2 => {
                let part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
                let before = text[..at].iter().rev().take_while(part).count();
                let behind = text[at..].iter().take_while(part).count();
                drop(text.splice(at - before..at + behind, self.word(driver)?.bytes()));
            }
            // Another byte.
            3 => {
                let byte = driver.produce()?;
                if let Some(place) = text.get_mut(at) {
                    *place = byte;
                }
            }
            // What stands there comes again somewhere.
            _ => {
                let copy = text[at..end].to_vec();
                let to = (0..=text.len()).generate(driver)?;
                drop(text.splice(to..to, copy));
            }
        }
        Some(())
    }
}

impl ValueGenerator for Texts {
    type Output = Text;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<Text> {
        if (0..8u8).generate(driver)? == 0 {
            return self.noise(driver).map(Text);
        }
        let mut text = self.valid[(0..self.valid.len()).generate(driver)?].clone().into_bytes();
        for _ in 0..(0..=4u8).generate(driver)? {
            self.edit(&mut text, driver)?;
        }
        Some(Text(text))
    }
}

/// Checks that a refusal is one line of text, not long.
pub(crate) fn assert_one_line(refusal: impl Display) {
    let text = refusal.to_string();
    assert!(!text.trim().is_empty(), "a refusal without words");
    assert!(!text.contains(|c: char| c.is_control() || c == '\u{2028}'), "not one line: {text:?}");
    assert!(text.chars().count() < 600, "{} characters: {text}", text.chars().count());
}

/// Reads a text and returns the value. It prints as a text that is read as the same value; a refusal is one line.
pub(crate) fn read<T>(text: &str) -> Option<T>
where
    T: FromStr<Err: Display> + Display + PartialEq + Debug,
{
    match text.parse::<T>() {
        Err(refusal) => {
            assert_one_line(refusal);
            None
        }
        Ok(value) => {
            let again = value.to_string().parse::<T>();
            assert_eq!(again.ok().as_ref(), Some(&value), "{value} is read as another value");
            Some(value)
        }
    }
}
