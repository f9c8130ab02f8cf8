//! A rule set as a value: every house rule is a field, and nothing outside this folder knows a preset's name.
//!
//! The fields' meaning is in docs/RULES.md, clause by clause ([`Clause`]). Their names, types and allowed values are in
//! one table, from which reading ([`Rules::named`], [`Rules::from_file`], [`Rules::with_settings`]), printing
//! ([`Rules::to_toml`], [`Rules::diff`]) and the fingerprint follow. The game reads [`Tables`], compiled once per rule
//! set and level, in its hot paths.
//!
//! ```
//! use guandan_core::rules::Rules;
//!
//! let rules = Rules::named("institute")?.with_settings(["max_bomb=8", "promotion=4,2,1"], "--set")?;
//! assert_eq!(rules.promotion, [4, 2, 1]);
//! let error = Rules::named("institute")?.with_settings(["max_bom=8"], "--set").unwrap_err();
//! assert_eq!(error.to_string(), "unknown field \"max_bom\" in --set (did you mean max_bomb?)");
//! # Ok::<(), guandan_core::rules::RulesError>(())
//! ```

mod clause;
mod error;
mod fields;
mod presets;
mod print;
mod read;
mod table;
mod tables;
mod value;

pub use clause::Clause;
pub use error::RulesError;
pub use fields::{
    AceAttemptCounts, AntiTribute, Clock, Cut, FirstLead, LaterDraw, LaterShuffle, LeadAfterOut, PassAce, Scoring,
    SequenceOrder, TributeDouble, TributeLead, TributeTie,
};
pub use presets::{Preset, presets, standard};
pub use print::Difference;
pub use table::{FIELDS, Field, Rules};
pub use tables::{Key, Keys, Tables};
pub use value::{Domain, Value};

/// The library that reads rule files, for the values that [`Rules::with_values`] takes.
pub use toml;

/// Rule sets of every value of the fields that shape combinations, by number.
#[cfg(test)]
pub(crate) fn test_rules(number: usize) -> Rules {
    Rules {
        max_bomb: 10 - (number / 8 % 7) as u8,
        joker_pair_in_full_house: number % 2 == 0,
        plain_straight_from_flush: number / 2 % 2 == 0,
        sequence_order: if number / 4 % 2 == 0 { SequenceOrder::Natural } else { SequenceOrder::Level },
        ..Rules::preset("institute").expect("a preset")
    }
}
