//! Rule sets: files in TOML, and settings of the form `field=value`.

use bolero::check;
use guandan_core::card::Rank;
use guandan_core::rules::{FIELDS, Rules, RulesError, Tables, presets};

use crate::texts::{Text, Texts, assert_one_line};

const VALUES: &[&str] = &[
    "base",
    "institute",
    "web",
    "true",
    "false",
    "yes",
    "no",
    "on",
    "off",
    "none",
    "= ",
    "\n",
    "[",
    "]",
    ",",
    "{",
    "}",
    "'",
    "\"A\"",
    "[3, 2, 1]",
    "{ match_minutes = 40, play_seconds = 25, leading_team_seconds = 30 }",
    "#",
    "[clock]\n",
    ".",
    "turned_up",
    "random",
    "cut",
    "first_lead",
    "tribute_return_max",
    "tribute_return_level",
    "max_bomb",
    "inf",
    "1979-05-27",
];

/// Checks a rule set that was read, or the refusal, which names the place.
fn judge(read: Result<Rules, RulesError>) {
    match read {
        Err(refusal) => {
            assert_one_line(&refusal);
            assert!(refusal.to_string().contains("the place"), "{refusal}");
        }
        Ok(rules) => {
            assert_eq!(rules.check("the place"), Ok(()));
            assert_eq!(Rules::from_text(&rules.to_toml(), "again").as_ref(), Ok(&rules));
            assert_eq!(rules.diff(&rules), []);
            for level in Rank::all() {
                assert_eq!(Tables::new(&rules, level).level, level);
            }
        }
    }
}

#[test]
fn file() {
    let whole = presets().map(|preset| preset.rules.to_toml());
    let built_on_another = [
        "base = \"institute\"\nmax_bomb = 8\ntribute = \"off\"\n",
        "base = 'web'\nmust_play = [5, \"A\"]\n[clock]\nmatch_minutes = 40\nplay_seconds = 25\nleading_team_seconds = 30\n",
    ];
    let texts = Texts::new(whole.chain(built_on_another.map(String::from)), VALUES);
    check!().with_generator(texts).for_each(|text: &Text| judge(Rules::from_text(&text.string(), "the place")));
}

#[test]
fn setting() {
    let institute = Rules::preset("institute").unwrap();
    let web = Rules::preset("web").unwrap();
    let settings =
        FIELDS.iter().flat_map(|field| [institute, web].map(|rules| format!("{}={}", field.name, field.text(&rules))));
    let texts = Texts::new(settings, VALUES);
    check!().with_generator(texts).for_each(move |text: &Text| {
        judge(institute.with_settings([&*text.string(), "max_bomb=6"], "the place"));
    });
}
