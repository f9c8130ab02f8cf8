//! From a rule set to text: the canonical TOML, the fingerprint, the difference of two.

use super::value::Value;
use super::{FIELDS, Field, Rules};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// A field in which two rule sets differ. Displays as `max_bomb: 10 -> 8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The field.
    pub field: &'static Field,
    /// What the first rule set holds.
    pub left: Value,
    /// What the second holds.
    pub right: Value,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Difference { field, left, right } = self;
        write!(f, "{}: {} -> {}", field.name, field.domain.text(*left), field.domain.text(*right))
    }
}

impl Rules {
    /// The canonical TOML text: the fields in the order of clause R13, one a line. A field that a file may leave out is printed
    /// only where its value differs from [`Field::usual`]. The text reads back to the same rule set.
    pub fn to_toml(&self) -> String {
        let said = FIELDS.iter().filter(|field| field.usual != Some(field.of(self)));
        said.fold(String::new(), |mut text, field| {
            writeln!(text, "{} = {}", field.name, field.of(self).to_toml()).expect("a String takes all text");
            text
        })
    }

    /// A short name of the value: the first 16 hexadecimal digits of the SHA-256 of [`Rules::to_toml`].
    ///
    /// Rule sets with the same values share it whatever their files said; it is the same on every machine.
    pub fn fingerprint(&self) -> String {
        let digest = Sha256::digest(self.to_toml());
        digest[..8].iter().fold(String::new(), |mut text, byte| {
            write!(text, "{byte:02x}").expect("a String takes all text");
            text
        })
    }

    /// The fields in which `self` and `other` differ, in the order of clause R13.
    pub fn diff(&self, other: &Rules) -> Vec<Difference> {
        FIELDS
            .iter()
            .map(|field| Difference { field, left: field.of(self), right: field.of(other) })
            .filter(|difference| difference.left != difference.right)
            .collect()
    }
}
