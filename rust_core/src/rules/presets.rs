//! The rule sets that come with the engine: one TOML file each, whose first line says what it is.
//!
//! The only place in the engine that knows their names; everything else sees the values.

use super::{Difference, Rules, RulesError};
use crate::error::{clip, did_you_mean};
use std::sync::OnceLock;

/// A rule set that comes with the engine.
#[derive(Debug, Clone, Copy)]
pub struct Preset {
    /// Its name on the command line and in `base`.
    pub name: &'static str,
    /// Where it comes from, in one line.
    pub description: &'static str,
    /// Its values.
    pub rules: Rules,
}

macro_rules! embedded {
    ($($name:literal)+) => {
        const TEXTS: &[(&str, &str)] = &[$(($name, include_str!(concat!("presets/", $name, ".toml")))),+];
    };
}

embedded! {
    "institute" "institute_en" "competition" "web" "guandan_com" "next_wind" "pagat" "jiangsu" "njupt" "botzone"
}

/// The presets that have been read, for callers that name one at every call. Each has a cell of its own, because
/// reading a preset may read the one it is based on.
static READ: [OnceLock<Preset>; TEXTS.len()] = [const { OnceLock::new() }; TEXTS.len()];

fn read(index: usize) -> Preset {
    let (name, text) = TEXTS[index];
    *READ[index].get_or_init(|| Preset {
        name,
        description: text.lines().next().unwrap_or_default().trim_start_matches("# "),
        rules: Rules::from_text(text, name).expect("the tests read every preset"),
    })
}

/// The preset that holds where no rules are given: the first in docs/RULES.md.
pub fn standard() -> Preset {
    read(0)
}

/// Every preset, in the order of docs/RULES.md.
pub fn presets() -> impl Iterator<Item = Preset> {
    (0..TEXTS.len()).map(read)
}

pub(super) fn find(name: &str) -> Option<Preset> {
    names().position(|known| known == name).map(read)
}

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|entry| entry.0)
}

impl Rules {
    /// The preset with the fewest fields that differ (the first of several such), and those fields.
    pub fn closest_preset(&self) -> (Preset, Vec<Difference>) {
        presets()
            .map(|preset| (preset.rules.diff(self), preset))
            .min_by_key(|(differences, _)| differences.len())
            .map(|(differences, preset)| (preset, differences))
            .expect("there are presets")
    }

    /// The preset called `name`.
    ///
    /// # Errors
    ///
    /// [`RulesError::UnknownPreset`] with the nearest known name.
    pub fn preset(name: &str) -> Result<Rules, RulesError> {
        find(name)
            .map(|preset| preset.rules)
            .ok_or_else(|| RulesError::UnknownPreset { name: clip(name), hint: did_you_mean(name, names()) })
    }
}
