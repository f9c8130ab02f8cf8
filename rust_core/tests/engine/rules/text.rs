//! Rule sets in files and settings: what is read, what is refused and in which words.

use guandan_core::rules::{Clock, Domain, FIELDS, Field, Rules, RulesError, Value, presets};
use proptest::prelude::*;
use std::path::PathBuf;

fn preset(name: &str) -> Rules {
    Rules::preset(name).unwrap()
}

fn set(setting: &str) -> Result<Rules, RulesError> {
    preset("institute").with_settings([setting], "--set")
}

fn refusal(text: &str) -> String {
    Rules::from_text(text, "my.toml").unwrap_err().to_string()
}

/// A folder of its own with these files, and the path of the first.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    for (file, text) in files {
        std::fs::write(folder.join(file), text).unwrap();
    }
    folder.join(files[0].0)
}

/// Text forms outside each domain, for `--set` and (as TOML) for files.
fn wrong_values(domain: Domain) -> (&'static [&'static str], &'static [&'static str]) {
    match domain {
        Domain::Switch(_) => (&["", "maybe", "1"], &["1", "\"maybe\"", "[true]"]),
        Domain::Words(_) => (&["", "sometimes"], &["true", "3", "\"sometimes\"", "[]"]),
        Domain::Number(..) => {
            (&["", "-1", "256", "ten", "8.0", "+8", "99999"], &["-1", "256", "8.0", "true", "\"8\"", "[8]"])
        }
        Domain::Promotion => {
            (&["", "3", "3,2", "3,2,1,0", "13,2,1", "3,2,x"], &["3", "[3, 2]", "[13, 2, 1]", "[3, 2, \"1\"]"])
        }
        Domain::Level => (&["", "none", "1", "11", "B"], &["1", "11", "\"none\"", "true", "[2]"]),
        Domain::LevelOrNone => (&["", "no", "1", "11", "HR"], &["1", "\"no\"", "false", "[\"2\"]"]),
        Domain::Levels => (&["", "A,", "A;5", "none,A"], &["true", "[\"X\"]", "[1]", "[[\"A\"]]"]),
        Domain::Clock => (
            &["", "40", "40,25", "0,25,30", "40,25,0", "40,25,65536"],
            &["40", "{ match_minutes = 40 }", "{ match_minutes = 40, play_seconds = 25, leading_team_seconds = 0 }"],
        ),
    }
}

/// Some value of the domain; all of them as `pick` runs.
fn value_of(domain: Domain, pick: u64) -> Value {
    let below = |count: u64| (pick % count) as u8;
    let text = match domain {
        Domain::Switch(words) => words[pick as usize % 2].to_owned(),
        Domain::Words(words) => words[pick as usize % words.len()].to_owned(),
        Domain::Number(least, most) => (least + below(1 + (most - least) as u64)).to_string(),
        Domain::Promotion => format!("{},{},{}", pick % 13, pick / 13 % 13, pick / 169 % 13),
        Domain::Level => ["2", "T", "A"][pick as usize % 3].to_owned(),
        Domain::LevelOrNone => ["none", "2", "T", "A"][pick as usize % 4].to_owned(),
        Domain::Levels => return Value::Levels((pick % (1 << 13)) as u16),
        Domain::Clock if pick % 2 == 0 => "none".to_owned(),
        Domain::Clock => format!("{},{},{}", 1 + pick % 500, 1 + pick % 90, 1 + pick % 65535),
    };
    domain.parse(&text).unwrap()
}

#[test]
fn every_field_refuses_wrong_values_naming_itself_the_place_and_what_it_allows() {
    for field in FIELDS {
        let (texts, tomls) = wrong_values(field.domain);
        for text in texts {
            let error = set(&format!("{}={text}", field.name)).expect_err(&format!("{} = {text}", field.name));
            assert!(matches!(&error, RulesError::Value { field: named, .. } if *named == field), "{error:?}");
        }
        for toml in tomls {
            let text = format!("base = \"institute\"\n{} = {toml}\n", field.name);
            let error = Rules::from_text(&text, "my.toml").expect_err(&text).to_string();
            assert!(error.starts_with(&format!("{} = ", field.name)), "{error}");
            assert!(error.contains(&format!("in my.toml: expected {}", field.domain.allowed())), "{error}");
            assert!(error.ends_with(&format!("({})", field.clause())), "{error}");
        }
    }
}

#[test]
fn every_value_a_field_allows_is_read_back_from_its_text_and_from_a_file() {
    for field in FIELDS {
        for pick in 0..500 {
            let value = value_of(field.domain, pick);
            assert!(field.domain.holds(value));
            assert_eq!(field.domain.parse(&field.domain.text(value)), Some(value), "{} {value:?}", field.name);
        }
    }
}

#[test]
fn text_forms_are_those_of_the_notation_page() {
    let rules = preset("competition");
    let text = |name: &str| Field::named(name).unwrap().text(&rules);
    assert_eq!(["promotion", "must_play", "max_bomb", "clock"].map(text), ["5,3,1", "A", "8", "40,25,30"]);
    assert_eq!(["tribute", "double_down_ends_deal", "scoring"].map(text), ["on", "yes", "none"]);
    assert_eq!(set("must_play=5,A").unwrap().must_play, 1 << 3 | 1 << 12);
    assert_eq!(set("must_play=none").unwrap().must_play, 0);
    assert_eq!(set(" tribute_return_max = 10 ").unwrap(), preset("institute"));
    let clock = Clock { match_minutes: 40, play_seconds: 25, leading_team_seconds: 30 };
    assert_eq!(set("clock=40, 25, 30").unwrap().clock, Some(clock));
    for word in ["no", "off", "false"] {
        assert!(!set(&format!("tribute={word}")).unwrap().tribute);
    }
}

#[test]
fn files_write_values_as_toml_does_or_as_the_text_in_quotes() {
    let read = |text: &str| Rules::from_text(&format!("base = \"institute\"\n{text}"), "my.toml").unwrap();
    let clock = "match_minutes = 40\nplay_seconds = 25\nleading_team_seconds = 30";
    assert_eq!(read(&format!("[clock]\n{clock}")), read("clock = \"40,25,30\""));
    assert_eq!(read("promotion = [4, 2, 1]"), read("promotion = '4,2,1'"));
    assert_eq!(read("must_play = [5, \"A\"]"), read("must_play = \"A,5\""));
    assert_eq!(read("must_play = []").must_play, 0);
    assert_eq!(read("tribute = \"off\""), read("tribute = false"));
    assert_eq!(read("ace_fall_to = 2\ntribute_return_max = 10"), preset("institute"));
}

#[test]
fn unknown_fields_name_the_file_and_the_nearest_field() {
    let message = refusal("base = \"institute\"\nmax_bom = 8\n");
    assert_eq!(message, "unknown field \"max_bom\" in my.toml (did you mean max_bomb?)");
    let message = set("leadafter_out=next").unwrap_err().to_string();
    assert_eq!(message, "unknown field \"leadafter_out\" in --set (did you mean lead_after_out?)");
    assert_eq!(set("=").unwrap_err().to_string(), "unknown field \"\" in --set");
}

#[test]
fn wrong_words_name_the_nearest_one() {
    let message = set("lead_after_out=nex").unwrap_err().to_string();
    assert_eq!(message, "lead_after_out = nex in --set: expected partner or next (did you mean next?) (R13.11)");
    assert!(set("must_play=a").unwrap_err().to_string().contains("did you mean A?"));
    let message = refusal("base = \"institute\"\ncut = \"modulo_for\"");
    assert!(message.contains("did you mean modulo_four?"), "{message}");
}

#[test]
fn a_setting_is_field_equals_value_and_the_last_one_for_a_field_holds() {
    let message = set("max_bomb 8").unwrap_err().to_string();
    assert_eq!(message, "\"max_bomb 8\" in --set: expected field=value, such as max_bomb=8");
    let rules = preset("institute").with_settings(["max_bomb=8", "tribute=off", "max_bomb=9"], "--set").unwrap();
    let differences: Vec<String> = preset("institute").diff(&rules).iter().map(ToString::to_string).collect();
    assert_eq!(differences, ["tribute: on -> off", "max_bomb: 10 -> 9"]);
}

#[test]
fn missing_fields_are_named_unless_a_base_gives_them() {
    let all = preset("web").to_toml();
    for field in FIELDS {
        let without: String = all
            .lines()
            .filter(|line| !line.starts_with(&format!("{} =", field.name)))
            .fold(String::new(), |text, line| text + line + "\n");
        if let Some(usual) = field.usual {
            assert_eq!(
                field.of(&Rules::from_text(&without, "my.toml").unwrap()),
                usual,
                "{} may be left out",
                field.name
            );
            continue;
        }
        let message = refusal(&without);
        assert!(message.starts_with(&format!("missing field {} in my.toml", field.name)), "{message}");
        let based = format!("base = \"web\"\n{without}");
        assert_eq!(Rules::from_text(&based, "my.toml").unwrap(), preset("web"), "{}", field.name);
    }
    assert!(refusal("").starts_with("missing fields promotion, must_play, pass_ace and 27 more in my.toml"));
}

#[test]
fn the_canonical_text_says_only_what_a_file_without_it_would_not_have() {
    let rules = preset("institute").with_settings(["tribute_wild=yes", "tribute_double=clockwise"], "--set").unwrap();
    let said = format!("{}tribute_wild = true\ntribute_double = \"clockwise\"\n", preset("institute").to_toml());
    assert_eq!(rules.to_toml(), said);
    assert_eq!(
        rules.with_settings(["tribute_wild=no", "tribute_double=higher_to_first"], "--set"),
        Ok(preset("institute"))
    );
}

#[test]
fn a_base_is_a_preset_or_a_file_beside_the_one_that_names_it() {
    let top = folder(
        "base chain",
        &[("top.toml", "base = \"中间.toml\"\nmax_bomb = 9"), ("中间.toml", "base = \"pagat\"\nannounce_at = 5")],
    );
    let rules = Rules::named(top.to_str().unwrap()).unwrap();
    assert_eq!(rules, preset("pagat").with_settings(["max_bomb=9", "announce_at=5"], "").unwrap());
}

#[test]
fn a_base_that_leads_nowhere_or_back_is_refused() {
    let expected = "in my.toml: expected the name of a preset or of a file beside this one";
    assert_eq!(refusal("base = \"wb\""), format!("base = \"wb\" {expected} (did you mean web?)"));
    assert_eq!(refusal("base = 3"), format!("base = 3 {expected}"));
    let one = folder("base loop", &[("one.toml", "base = \"two.toml\""), ("two.toml", "base = \"./one.toml\"")]);
    let error = Rules::from_file(&one).unwrap_err();
    assert!(matches!(error, RulesError::BaseLoop { .. }), "{error}");
    let selfish = folder("base self", &[("self.toml", "base = \"self.toml\"")]);
    assert!(matches!(Rules::from_file(&selfish), Err(RulesError::BaseLoop { .. })));
}

#[test]
fn contradictions_are_found_in_files_settings_and_values() {
    let message = set("tribute_return_level=yes").unwrap_err().to_string();
    let expected = "tribute_return_max = T and tribute_return_level = yes in --set contradict each other: a level card \
                    ranks above A; set tribute_return_level=no or tribute_return_max=none";
    assert_eq!(message, expected);
    for lead in ["drawn", "random"] {
        let message = refusal(&format!("base = \"competition\"\nfirst_lead = \"{lead}\""));
        assert!(message.starts_with(&format!("first_lead = {lead} and cut = modulo_four in my.toml")), "{message}");
        assert!(set(&format!("first_lead={lead}")).is_err());
        assert!(preset("institute").with_settings([&*format!("first_lead={lead}"), "cut=none"], "").is_ok());
    }
    assert!(preset("institute").with_settings(["tribute_return_level=yes", "tribute_return_max=none"], "").is_ok());
    assert!(Rules { tribute_return_level: true, ..preset("institute") }.check("here").is_err());
    assert!(Rules { max_bomb: 11, ..preset("institute") }.check("here").is_err());
    assert!(Rules { must_play: 1 << 13, ..preset("institute") }.check("here").is_err());
}

#[test]
fn fields_without_effect_are_no_contradiction() {
    let idle = ["tribute=off", "ace_attempts=0", "ace_fall_to=K", "cut=none", "later_draw=last", "anti_tribute=none"];
    assert!(preset("institute").with_settings(idle, "").is_ok());
}

#[test]
fn unknown_names_and_unreadable_files_are_one_line() {
    let message = Rules::named("instiute").unwrap_err().to_string();
    assert_eq!(message, "unknown rules \"instiute\": neither a preset nor a file (did you mean institute?)");
    assert_eq!(Rules::preset("pagatt").unwrap_err().to_string(), "unknown preset \"pagatt\" (did you mean pagat?)");
    assert!(
        Rules::named("no/such/file.toml").unwrap_err().to_string().starts_with("no/such/file.toml: cannot be read")
    );
    let folder_path = folder("a folder.toml", &[("x", "")]);
    assert!(matches!(Rules::from_file(folder_path.parent().unwrap()), Err(RulesError::Unreadable { .. })));
    let latin = folder("latin", &[("latin.toml", "")]);
    std::fs::write(&latin, b"# \xe9").unwrap();
    assert!(Rules::from_file(&latin).unwrap_err().to_string().ends_with("not UTF-8 text"));
    std::fs::write(&latin, vec![b'#'; 2 << 20]).unwrap();
    assert!(Rules::from_file(&latin).unwrap_err().to_string().contains("larger than 1 MiB"));
    let message = refusal("base = \"institute\"\nmax_bomb = = 8");
    assert!(message.starts_with("my.toml, line 2: not TOML: "), "{message}");
    assert!(!message.contains('…'), "{message}");
    let message = refusal("max_bomb = 8\nmax_bomb = 9");
    assert!(message.starts_with("my.toml, line 2: not TOML: duplicate key"), "{message}");
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_are_no_obstacle() {
    let text = format!("\u{feff}{}", preset("web").to_toml().replace('\n', "\r\n"));
    assert_eq!(Rules::from_text(&text, "my.toml").unwrap(), preset("web"));
}

/// Any rule set that holds together.
#[cfg(unix)]
#[test]
fn a_pipe_is_read_like_a_file() {
    use std::os::fd::AsRawFd;
    let (reader, mut writer) = std::io::pipe().unwrap();
    std::io::Write::write_all(&mut writer, b"base = \"pagat\"\nmax_bomb = 8\n").unwrap();
    drop(writer);
    let rules = Rules::named(&format!("/dev/fd/{}", reader.as_raw_fd())).unwrap();
    assert_eq!(rules, Rules { max_bomb: 8, ..preset("pagat") });
}

fn any_rules() -> impl Strategy<Value = Rules> {
    proptest::collection::vec(any::<u64>(), FIELDS.len()).prop_filter_map("contradicts itself", |picks| {
        let pairs = std::iter::zip(FIELDS, picks);
        let settings: Vec<String> = pairs
            .map(|(field, pick)| format!("{}={}", field.name, field.domain.text(value_of(field.domain, pick))))
            .collect();
        preset("institute").with_settings(settings.iter().map(String::as_str), "").ok()
    })
}

fn assert_one_line(error: &RulesError) {
    let message = error.to_string();
    assert!(!message.contains(char::is_control) && message.chars().count() < 400, "{message:?}");
}

proptest! {
    #[test]
    fn any_rules_read_back_from_their_canonical_text(rules in any_rules()) {
        let text = rules.to_toml();
        let again = Rules::from_text(&text, "text").unwrap();
        prop_assert_eq!(again, rules);
        prop_assert_eq!(again.to_toml(), text);
        prop_assert_eq!(again.fingerprint(), rules.fingerprint());
    }

    #[test]
    fn differences_set_on_the_first_give_the_second(left in any_rules(), right in any_rules()) {
        let differences = left.diff(&right);
        let settings: Vec<String> =
            differences.iter().map(|d| format!("{}={}", d.field.name, d.field.text(&right))).collect();
        prop_assert_eq!(left.with_settings(settings.iter().map(String::as_str), "").unwrap(), right);
        prop_assert_eq!(left == right, differences.is_empty());
        prop_assert_eq!(left == right, left.fingerprint() == right.fingerprint());
    }

    #[test]
    fn any_text_gives_rules_or_an_error_of_one_line(text in "\\PC*|(?s).*") {
        let rules = preset("institute");
        let readings = [
            Rules::from_text(&text, "text"),
            Rules::named(&text),
            Rules::preset(&text),
            rules.with_settings([text.as_str()], "--set"),
        ];
        readings.iter().filter_map(|reading| reading.as_ref().err()).for_each(assert_one_line);
    }

    #[test]
    fn any_value_of_any_field_gives_rules_or_an_error_of_one_line(
        field in 0..FIELDS.len(),
        value in "[0-9,.TJQKA{}\\[\\]\"' \n\t=a-z_-]{0,40}",
    ) {
        let name = FIELDS[field].name;
        let file = Rules::from_text(&format!("base = \"web\"\n{name} = {value}"), "text");
        let setting = preset("web").with_settings([format!("{name}={value}").as_str()], "--set");
        [file, setting].iter().filter_map(|reading| reading.as_ref().err()).for_each(assert_one_line);
    }

    #[test]
    fn any_damage_to_a_rule_file_gives_rules_or_an_error_of_one_line(
        preset in 0..9usize,
        cut in any::<prop::sample::Index>(),
        length in 0..40usize,
        patch in "[0-9A-Za-z=\"\\[\\]{},.# \n_-]{0,20}",
    ) {
        let text = presets().nth(preset).unwrap().rules.to_toml();
        let start = cut.index(text.len());
        let end = (start + length).min(text.len());
        let damaged = format!("{}{patch}{}", &text[..start], &text[end..]);
        if let Err(error) = Rules::from_text(&damaged, "text") {
            assert_one_line(&error);
        }
    }
}
