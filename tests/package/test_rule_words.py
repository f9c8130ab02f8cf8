"""The words for rules: every field and value has them in both languages, and what people say finds the setting."""

import re
import tomllib
from pathlib import Path

import pytest
from commands import Command

import guandan_sim as gd
from guandan_sim import rule_words
from guandan_sim.rule_words import commented, find, in_words, meaning, sayings

DOCUMENT = Path(__file__).parents[2] / "docs" / "RULES.md"
TABLE = Path(rule_words.__file__).with_name("rule_words.toml")


def test_every_field_has_a_meaning_in_both_languages_in_order() -> None:
    table = tomllib.loads(TABLE.read_text("utf-8"))
    assert list(table) == list(gd.Rules.fields())
    for field in table:
        assert re.fullmatch(r"[A-Z][^`]+\.", meaning(field, "en")), field
        assert re.search(r"[\u4e00-\u9fff].*\u3002$", meaning(field, "zh")), field


def test_every_value_that_is_a_word_has_a_meaning_in_both_languages() -> None:
    said = {(field, value) for field, value, _ in sayings()}
    for field, (_, allowed, _) in gd.Rules.fields().items():
        words = re.split(r", | or ", allowed)
        if all(re.fullmatch(r"[a-z_]+\d?", word) for word in words):
            assert {(field, word) for word in words} <= said, field
    for field, value, texts in sayings():
        assert texts
        assert in_words(field, value, "en").startswith(meaning(field, "en").partition(";")[0][:-1])
        assert re.search(r"\uff1a.+\u3002$", in_words(field, value, "zh"))


def test_every_setting_in_the_table_is_one_that_the_rules_take() -> None:
    free = gd.Rules("institute").replace(cut="none", tribute_return_max=None)
    for field, value, _ in sayings():
        base = gd.Rules("institute") if field == "cut" else free
        assert base.with_settings([f"{field}={value}"]).text(field) == value


def test_every_saying_finds_its_own_setting_first() -> None:
    for field, value, texts in sayings():
        for text in (*texts, f"{field}={value}"):
            assert find(text)[0].setting == f"{field}={value}", text


@pytest.mark.parametrize(
    ("said", "setting"),
    [
        ("abolish tribute", "tribute=off"),
        ("What if we cancelled the tribute?", "tribute=off"),
        ("\u8fdb\u8d21\u53d6\u6d88", "tribute=off"),
        ("\u5982\u679c\u53d6\u6d88\u8fdb\u8d21\u4f1a\u600e\u6837", "tribute=off"),
        ("Double down to pass the ace", "pass_ace=double_down"),
        ("\u53cc\u4e0b\u624d\u80fd\u8fc7A", "pass_ace=double_down"),
        ("three tries at A", "ace_attempts=3"),
        ("\u6253A\u4e09\u6b21\u4e0d\u8fc7", "ace_attempts=3"),
        ("the next player leads when the winner is out", "lead_after_out=next"),
        ("ANTI TRIBUTE", "anti_tribute=two_big_jokers"),
        ("time limits", "clock=40,25,30"),
    ],
)
def test_what_people_say_finds_what_they_mean(said: str, setting: str) -> None:
    assert find(said)[0].setting == setting


@pytest.mark.parametrize("said", ["", "zebra", "the of to", "\u6591\u9a6c", "\U0001f004 ?!"])
def test_nothing_is_found_where_nothing_is_said_of_rules(said: str, cli: Command) -> None:
    assert find(said) == []
    told = cli("rules", "find", said)
    assert told.code == 0
    assert told.out.startswith(f'nothing found for "{said}"; guandan-sim rules show')
    assert cli("rules", "find", said, "--json").json() == []


def test_the_command_shows_the_likeliest_first_and_how_to_try_it(cli: Command) -> None:
    told = cli("rules", "find", "abolish", "tribute").out
    assert told.splitlines()[1].startswith("tribute=off  Whether tribute is paid: no.")
    assert "guandan-sim compare rules institute institute:tribute=off" in told
    assert "\u662f\u5426\u8fdb\u8d21" in cli("rules", "find", "\u53d6\u6d88\u8fdb\u8d21").out
    first = cli("rules", "find", "take the wind next", "--json").json()[0]
    assert (first["field"], first["value"], first["clause"]) == ("lead_after_out", "next", "R13.11")


def test_rules_are_shown_and_told_apart_in_both_languages(cli: Command) -> None:
    for arguments in (["show", "njupt"], ["diff", "institute", "njupt"]):
        english, chinese = (cli("rules", *arguments, "--lang", lang).out for lang in ("en", "zh"))
        assert "How the declarers" in english
        assert "\u542b\u4e49" in chinese
        assert "declarers" not in chinese


@pytest.mark.parametrize("preset", gd.Rules.presets())
def test_rules_with_comments_stay_the_same_rules(preset: str) -> None:
    for rules in (gd.Rules(preset), gd.Rules(preset).replace(max_bomb=9, clock="1,2,3")):
        for language in ("en", "zh"):
            text = commented(rules, language)
            assert gd.Rules.from_text(text) == rules
            assert text.count("  # ") == len(text.splitlines()) == len(rules.to_toml().splitlines())


def test_the_document_lists_what_people_say() -> None:
    listed = DOCUMENT.read_text("utf-8").partition("<!-- sayings -->\n")[2].partition("<!-- end of sayings -->")[0]
    rows = [
        f"| `{field}={value}` | {in_words(field, value, 'en')} | {in_words(field, value, 'zh')} | {', '.join(texts)} |"
        for field, value, texts in sayings()
    ]
    assert listed.splitlines()[2:] == rows
