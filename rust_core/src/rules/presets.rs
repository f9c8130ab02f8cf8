//! The rule sets that come with the engine: one TOML file each, whose first line says what it is.
//!
//! The only place in the engine that knows their names; everything else sees the values.

use super::{Difference, Rules, RulesError};
use crate::error::{clip, did_you_mean};

/// A rule set that comes with the engine.
#[derive(Debug, Clone)]
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
    "institute" "institute_en" "competition" "web" "guandan_com" "next_wind" "pagat" "jiangsu" "njupt"
}

impl Preset {
    fn read(name: &'static str, text: &'static str) -> Preset {
        let description = text.lines().next().unwrap_or_default().trim_start_matches("# ");
        let rules = Rules::from_text(text, name).expect("the tests read every preset");
        Preset { name, description, rules }
    }
}

/// Every preset, in the order of docs/RULES.md.
pub fn presets() -> impl Iterator<Item = Preset> {
    TEXTS.iter().map(|&(name, text)| Preset::read(name, text))
}

pub(super) fn find(name: &str) -> Option<Preset> {
    TEXTS.iter().find(|entry| entry.0 == name).map(|&(name, text)| Preset::read(name, text))
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
