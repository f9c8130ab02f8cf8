//! From text to a rule set: TOML files with their `base`, `field=value` settings, and the checks that make one valid.
//!
//! Works on the field table alone and knows no field by name but those that can contradict each other.

use super::error::RulesError;
use super::value::Value;
use super::{Cut, FIELDS, Field, FirstLead, Rules, presets};
use crate::error::{clip, did_you_mean, one_line, unbroken};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

const BASE: &str = "base";
/// The most bytes that are read of a file. It is far above any rule file, and keeps a wrong path (a disk image, a
/// device) from filling the memory.
const MOST_BYTES: u64 = 1 << 20;

impl Rules {
    /// The rule set called `name`: a preset, or else a TOML file.
    ///
    /// # Errors
    ///
    /// [`RulesError`] for an unknown name, or for what is wrong in the file.
    pub fn named(name: &str) -> Result<Rules, RulesError> {
        if let Some(preset) = presets::find(name) {
            return Ok(preset.rules);
        }
        let path = Path::new(name);
        if path.exists() || path.extension().is_some_and(|extension| extension == "toml") {
            return Rules::from_file(path);
        }
        Err(RulesError::UnknownRules { name: clip(name), hint: did_you_mean(name, presets::names()) })
    }

    /// Reads a TOML file: every field but those that a file may leave out, or `base` and the fields that differ from it.
    /// `base` names a preset or a file, the latter from the folder this file is in.
    ///
    /// # Errors
    ///
    /// [`RulesError`] naming the file and the field.
    pub fn from_file(path: &Path) -> Result<Rules, RulesError> {
        Source::open(path, Vec::new())?.rules()
    }

    /// Reads TOML text in the form of [`Rules::from_file`], where `base` can only be a preset. Errors call the text
    /// `place`.
    ///
    /// # Errors
    ///
    /// [`RulesError`] naming the place and the field.
    pub fn from_text(text: &str, place: &str) -> Result<Rules, RulesError> {
        Source { text: text.to_owned(), place: place.to_owned(), chain: Vec::new() }.rules()
    }

    /// The rule set with `field=value` settings made, the last one for a field holding. Errors call them `place`.
    ///
    /// # Errors
    ///
    /// [`RulesError`] for a setting that is not `field=value`, an unknown field, a value that is not allowed, or fields
    /// that contradict each other once all are set.
    pub fn with_settings<'a>(
        &self,
        settings: impl IntoIterator<Item = &'a str>,
        place: &str,
    ) -> Result<Rules, RulesError> {
        let mut draft = Draft::of(self);
        for setting in settings {
            let Some((name, text)) = setting.split_once('=') else {
                return Err(RulesError::Setting { text: one_line(setting), place: place.to_owned() });
            };
            let field = named_field(name.trim(), place)?;
            let value = field.domain.parse(text);
            draft.set(field, value.ok_or_else(|| RulesError::value(field, text.trim(), text.trim(), place))?);
        }
        draft.rules(place)
    }

    /// The rule set with fields replaced by values as a file would hold them. Errors call them `place`.
    ///
    /// # Errors
    ///
    /// [`RulesError`] as for [`Rules::with_settings`].
    pub fn with_values<'a>(
        &self,
        values: impl IntoIterator<Item = (&'a str, toml::Value)>,
        place: &str,
    ) -> Result<Rules, RulesError> {
        let mut draft = Draft::of(self);
        for (name, value) in values {
            draft.read(name, &value, place)?;
        }
        draft.rules(place)
    }

    /// Checks every field's range and the fields against each other; needed only after assigning fields directly.
    ///
    /// # Errors
    ///
    /// [`RulesError::Value`] and [`RulesError::Contradiction`], calling the rule set `place`.
    pub fn check(&self, place: &str) -> Result<(), RulesError> {
        if let Some(field) = FIELDS.iter().find(|field| !field.domain.holds(field.of(self))) {
            return Err(RulesError::value(field, &field.text(self), "", place));
        }
        match CONTRADICTIONS.iter().find(|contradiction| (contradiction.found_in)(self)) {
            Some(contradiction) => Err(contradiction.error(self, place)),
            None => Ok(()),
        }
    }
}

/// Two fields that cannot hold together. A field that another leaves without effect is no contradiction.
struct Contradiction {
    fields: [&'static str; 2],
    found_in: fn(&Rules) -> bool,
    because: &'static str,
}

const CONTRADICTIONS: [Contradiction; 2] = [
    Contradiction {
        fields: ["tribute_return_level", "tribute_return_max"],
        found_in: |rules| rules.tribute_return_level && rules.tribute_return_max.is_some(),
        because: "a level card ranks above A; set tribute_return_level=no or tribute_return_max=none",
    },
    Contradiction {
        fields: ["cut", "first_lead"],
        found_in: |rules| rules.cut != Cut::None && rules.first_lead != FirstLead::TurnedUp,
        because: "a cut counts from the turned-up card; set cut=none or first_lead=turned_up",
    },
];

impl Contradiction {
    fn error(&self, rules: &Rules, place: &str) -> RulesError {
        let shown = |field: &&Field| self.fields.contains(&field.name);
        let pairs: Vec<String> =
            FIELDS.iter().filter(shown).map(|field| format!("{} = {}", field.name, field.text(rules))).collect();
        RulesError::Contradiction { fields: pairs.join(" and "), place: place.to_owned(), because: self.because }
    }
}

fn named_field(name: &str, place: &str) -> Result<&'static Field, RulesError> {
    Field::named(name).ok_or_else(|| RulesError::unknown_field(name, place))
}

/// A rule set in the making: what has been given so far.
struct Draft(Vec<Option<Value>>);

impl Draft {
    fn empty() -> Draft {
        Draft(FIELDS.iter().map(|field| field.usual).collect())
    }

    fn of(rules: &Rules) -> Draft {
        Draft(FIELDS.iter().map(|field| Some(field.of(rules))).collect())
    }

    fn set(&mut self, field: &Field, value: Value) {
        self.0[field.index()] = Some(value);
    }

    fn read(&mut self, name: &str, value: &toml::Value, place: &str) -> Result<(), RulesError> {
        let field = named_field(name, place)?;
        let meant = value.as_str().unwrap_or_default();
        let read =
            field.domain.read(value).ok_or_else(|| RulesError::value(field, &value.to_string(), meant, place))?;
        self.set(field, read);
        Ok(())
    }

    fn rules(self, place: &str) -> Result<Rules, RulesError> {
        let unset = std::iter::zip(FIELDS, &self.0).filter(|(_, value)| value.is_none());
        let fields: Vec<&str> = unset.map(|(field, _)| field.name).collect();
        if !fields.is_empty() {
            return Err(RulesError::Missing { fields, place: place.to_owned() });
        }
        let rules = Rules::from_values(self.0.into_iter().flatten());
        rules.check(place)?;
        Ok(rules)
    }
}

/// A TOML text, what to call it, and the files that led to it (itself last; none when it is no file).
struct Source {
    text: String,
    place: String,
    chain: Vec<PathBuf>,
}

impl Source {
    fn open(path: &Path, mut chain: Vec<PathBuf>) -> Result<Source, RulesError> {
        let place = unbroken(&path.display().to_string());
        let unreadable = |reason: String| RulesError::Unreadable { file: place.clone(), reason };
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(|error| unreadable(error.to_string()))?;
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| unreadable(error.to_string()))?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(unreadable("larger than 1 MiB, so not a rule file".to_owned()));
        }
        let text = String::from_utf8(bytes).map_err(|_| unreadable("not UTF-8 text".to_owned()))?;
        // A pipe, such as /dev/stdin may be, can be read and has no path of its own.
        chain.push(path.canonicalize().unwrap_or_else(|_| path.to_owned()));
        Ok(Source { text, place, chain })
    }

    fn rules(&self) -> Result<Rules, RulesError> {
        let table: toml::Table = self.text.parse().map_err(|error: toml::de::Error| {
            let before = error.span().and_then(|span| self.text.get(..span.start)).unwrap_or_default();
            let line = 1 + before.matches('\n').count();
            RulesError::Syntax { place: self.place.clone(), line, reason: unbroken(error.message()) }
        })?;
        let mut draft = match table.get(BASE) {
            Some(base) => Draft::of(&self.base(base)?),
            None => Draft::empty(),
        };
        for (name, value) in table.iter().filter(|(name, _)| *name != BASE) {
            draft.read(name, value, &self.place)?;
        }
        draft.rules(&self.place)
    }

    fn base(&self, value: &toml::Value) -> Result<Rules, RulesError> {
        let name = value.as_str().unwrap_or_default();
        if let Some(preset) = presets::find(name) {
            return Ok(preset.rules);
        }
        let shown = one_line(&value.to_string());
        let folder = self.chain.last().and_then(|file| file.parent());
        let path = folder.map(|folder| folder.join(name)).filter(|path| path.is_file());
        let Some(path) = path else {
            let hint = did_you_mean(name, presets::names());
            return Err(RulesError::Base { value: shown, place: self.place.clone(), hint });
        };
        let source = Source::open(&path, self.chain.clone())?;
        match source.chain.split_last() {
            Some((last, before)) if before.contains(last) => {
                Err(RulesError::BaseLoop { value: shown, place: self.place.clone() })
            }
            _ => source.rules(),
        }
    }
}
