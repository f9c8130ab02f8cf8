//! The presets against their files, their fingerprints and docs/RULES.md; and that nothing else knows their names.

use guandan_core::rules::{FIELDS, Field, Preset, Rules, presets};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

const PAGE: &str = include_str!("../../../../docs/RULES.md");
const FINGERPRINTS: &str = include_str!("fingerprints.txt");

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn preset_file(name: &str) -> String {
    std::fs::read_to_string(source().join("rules/presets").join(name).with_extension("toml")).unwrap()
}

#[test]
fn every_preset_loads_and_prints_back() {
    for Preset { name, description, rules } in presets() {
        assert_eq!(Rules::named(name).unwrap(), rules);
        assert_eq!(Rules::from_text(&rules.to_toml(), name).unwrap(), rules, "{name}");
        assert!(!description.is_empty() && description.len() < 100, "{name}: {description:?}");
        assert!(preset_file(name).starts_with(&format!("# {description}\n")), "{name}");
    }
}

#[test]
fn closest_preset_is_the_one_with_the_fewest_differences() {
    for Preset { name, rules, .. } in presets() {
        let (closest, differences) = rules.closest_preset();
        assert_eq!((closest.name, differences.len()), (name, 0));
    }
    let (closest, differences) = Rules { max_bomb: 9, ..Rules::preset("web").unwrap() }.closest_preset();
    assert_eq!((closest.name, differences[0].to_string().as_str()), ("web", "max_bomb: 10 -> 9"));
}

#[test]
fn every_preset_file_is_a_preset() {
    let files = std::fs::read_dir(source().join("rules/presets")).unwrap();
    let stem = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned()
    };
    let files: BTreeSet<String> = files.map(stem).collect();
    let names: BTreeSet<String> = presets().map(|preset| preset.name.to_owned()).collect();
    assert_eq!(files, names);
}

#[test]
fn presets_of_the_sources_give_every_field_themselves() {
    for name in ["institute", "competition", "web", "guandan_com", "next_wind"] {
        let file = preset_file(name);
        let (_, values) = file.split_once('\n').unwrap();
        assert_eq!(values, Rules::preset(name).unwrap().to_toml(), "{name} is written in canonical form");
    }
}

#[test]
fn fingerprints_stay_what_they_were() {
    let now = presets().fold(String::new(), |mut text, preset| {
        writeln!(text, "{} {}", preset.rules.fingerprint(), preset.name).unwrap();
        text
    });
    assert_eq!(FINGERPRINTS, now, "a changed fingerprint makes old data sets foreign");
}

#[test]
fn fingerprint_is_the_sha256_of_the_canonical_text() {
    // From `tail -n +2 institute.toml | sha256sum`: the file is in canonical form but for its first line.
    assert_eq!(Rules::preset("institute").unwrap().fingerprint(), "eb6fb910a0ef82b4");
}

#[test]
fn the_page_has_a_clause_for_every_field_with_its_values() {
    for field in FIELDS {
        let heading = format!("**{} `{}`: {}.**", field.clause(), field.name, field.domain.allowed());
        let lines = PAGE.replace('\n', " ");
        assert_eq!(lines.matches(&heading).count(), 1, "docs/RULES.md must hold exactly once: {heading}");
    }
    assert_eq!(PAGE.matches("\n**R13.").count(), FIELDS.len());
}

#[test]
fn the_page_shows_every_preset_as_it_is() {
    let table = preset_table();
    assert!(PAGE.ends_with(&table), "docs/RULES.md must end with this table:\n{table}");
}

#[test]
fn the_rule_file_and_the_settings_of_the_notation_page_are_read() {
    let page = include_str!("../../../../docs/NOTATION.md");
    let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert_eq!(Rules::from_text(example, "docs/NOTATION.md").unwrap().promotion, [4, 2, 1]);
    let settings: Vec<&str> = page.split("--set ").skip(1).filter_map(|rest| rest.split_whitespace().next()).collect();
    assert!(settings.len() >= 6, "{settings:?}");
    Rules::preset("institute").unwrap().with_settings(settings, "docs/NOTATION.md").unwrap();
}

/// A row a field, a column a preset; only what differs from the first preset.
fn preset_table() -> String {
    let presets: Vec<Preset> = presets().collect();
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let heads = presets.iter().map(|preset| format!("`{}`", preset.name));
    let mut table = row(std::iter::once("field".to_owned()).chain(heads).collect());
    writeln!(table, "|{}", "---|".repeat(presets.len() + 1)).unwrap();
    for field in FIELDS {
        let cells = presets.iter().enumerate().map(|(column, preset)| {
            let text = field.text(&preset.rules);
            if column > 0 && text == field.text(&presets[0].rules) { String::new() } else { text }
        });
        table += &row(std::iter::once(format!("`{}`", field.name)).chain(cells).collect());
    }
    table
}

#[test]
fn fields_have_distinct_names_and_a_meaning() {
    let names: BTreeSet<&str> = FIELDS.iter().map(|field| field.name).collect();
    assert_eq!(names.len(), FIELDS.len());
    for field in FIELDS {
        assert_eq!(Field::named(field.name), Some(field));
        assert!(field.meaning.ends_with('.'), "{}: {}", field.name, field.meaning);
    }
}

/// Lines of code of the engine outside `rules/`, without comments and tests.
fn code_lines(folder: &Path, visit: &mut impl FnMut(&Path, &str)) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("src/rules") {
            code_lines(&path, visit);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            code.lines().filter(|line| !line.trim_start().starts_with("//")).for_each(|line| visit(&path, line));
        }
    }
}

#[test]
fn nothing_outside_the_rules_knows_a_preset_by_name() {
    let quoted: Vec<String> = presets().map(|preset| format!("\"{}\"", preset.name)).collect();
    let mut lines = 0;
    code_lines(&source(), &mut |path, line| {
        lines += 1;
        assert!(!quoted.iter().any(|name| line.contains(name)), "{}: {line}", path.display());
    });
    assert!(lines > 1000, "the search found only {lines} lines");
}
