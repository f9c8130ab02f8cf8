"""Rules in Python: values, files, settings, errors."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import guandan_sim as gd

INSTITUTE = gd.Rules("institute")


def test_every_preset_is_read_printed_and_shown_so_that_it_comes_back() -> None:
    assert list(gd.Rules.presets())[:2] == ["institute", "institute_en"]
    for name, description in gd.Rules.presets().items():
        rules = gd.Rules.preset(name)
        assert rules == gd.Rules(name) == gd.Rules.from_text(rules.to_toml())
        assert repr(rules) == f'Rules.preset("{name}")'
        assert description


def test_rules_are_values() -> None:
    changed = INSTITUTE.replace(max_bomb=8, clock={"match_minutes": 40, "play_seconds": 25, "leading_team_seconds": 30})
    same = INSTITUTE.with_settings(["clock=40,25,30", "max_bomb=8"])
    assert changed == same
    assert len({changed, same, INSTITUTE}) == 2
    assert changed.fingerprint == same.fingerprint != INSTITUTE.fingerprint
    assert pickle.loads(pickle.dumps(changed)) == changed == copy.deepcopy(changed)  # noqa: S301 - our own bytes
    assert eval(repr(changed), {"Rules": gd.Rules}) == changed  # noqa: S307 - our own text
    with pytest.raises(AttributeError):
        changed.max_bomb = 9  # type: ignore[misc]


def test_pickled_rules_are_read_by_another_process() -> None:
    rules = INSTITUTE.replace(max_bomb=9)
    script = "import pickle, sys; print(pickle.load(sys.stdin.buffer).fingerprint)"
    done = subprocess.run([sys.executable, "-c", script], input=pickle.dumps(rules), capture_output=True, check=True)
    assert done.stdout.decode().strip() == rules.fingerprint


def test_every_attribute_given_back_to_replace_changes_nothing() -> None:
    for name in gd.Rules.presets():
        rules = gd.Rules(name)
        values = {field: getattr(rules, field) for field in gd.Rules.fields()}
        assert INSTITUTE.replace(**values) == rules
        texts = [f"{field}={rules.text(field)}" for field in gd.Rules.fields()]
        assert INSTITUTE.with_settings(texts) == rules


def test_every_field_is_an_attribute_with_its_meaning_in_the_help() -> None:
    for field, (meaning, allowed, clause) in gd.Rules.fields().items():
        assert getattr(gd.Rules, field).__doc__ == meaning
        assert allowed
        assert clause.startswith("R13.")


def test_attributes_are_what_python_people_expect() -> None:
    rules = gd.Rules("competition")
    assert rules.promotion == (5, 3, 1)
    assert rules.must_play == ("A",)
    assert rules.double_down_ends_deal is True
    assert rules.tribute_return_max == "T"
    assert rules.clock == {"match_minutes": 40, "play_seconds": 25, "leading_team_seconds": 30}
    assert gd.Rules("guandan_com").tribute_return_max is None
    assert INSTITUTE.clock is None
    assert INSTITUTE.replace(must_play=[]).must_play == ()
    assert INSTITUTE.replace(must_play="5,A").must_play == ("5", "A")
    assert INSTITUTE.replace(tribute_return_max=10) == INSTITUTE.replace() == INSTITUTE


def test_differences_name_the_field_and_both_values() -> None:
    assert INSTITUTE.diff(INSTITUTE) == []
    assert INSTITUTE.diff("institute_en") == [("sequence_order", "natural", "level")]
    assert gd.Rules("jiangsu").diff(INSTITUTE) == [("double_down_ends_deal", True, False)]


def test_files_are_read_by_path_and_by_name(tmp_path: Path) -> None:
    file = tmp_path / "house rules 规则.toml"
    file.write_text('base = "pagat"\nmax_bomb = 9\n', encoding="utf-8")
    assert gd.Rules(file) == gd.Rules(str(file)) == gd.Rules.from_toml(file) == gd.Rules("pagat").replace(max_bomb=9)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"max_bomb": 11}, "max_bomb = 11 in replace(): expected a whole number 4 to 10 (R13.20)"),
        ({"max_bomb": 8.0}, "max_bomb = 8.0 in replace(): expected a whole number 4 to 10 (R13.20)"),
        ({"max_bom": 8}, 'unknown field "max_bom" in replace() (did you mean max_bomb?)'),
        (
            {"lead_after_out": "nex"},
            'lead_after_out = "nex" in replace(): expected partner or next (did you mean next?) (R13.11)',
        ),
        (
            {"tribute_return_level": True},
            "tribute_return_max = T and tribute_return_level = yes in replace() contradict each other: a level card "
            "ranks above A; set tribute_return_level=no or tribute_return_max=none",
        ),
    ],
)
def test_a_refused_value_is_named_in_one_line(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(gd.RulesError) as caught:
        INSTITUTE.replace(**fields)
    assert str(caught.value) == message


def test_unknown_names_are_quoted_with_their_blanks() -> None:
    with pytest.raises(gd.RulesError, match=r'unknown rules " pagat".*did you mean pagat'):
        gd.Rules(" pagat")
    with pytest.raises(gd.RulesError, match=r'unknown rules "a\\nb"'):
        gd.Rules("a\nb")


def test_unknown_names_name_the_nearest() -> None:
    with pytest.raises(gd.RulesError, match="did you mean competition"):
        gd.Rules("competitoin")
    with pytest.raises(gd.RulesError, match="did you mean pagat"):
        gd.Rules.preset("pagt")
    with pytest.raises(gd.RulesError, match="did you mean max_bomb"):
        INSTITUTE.text("max_bom")
    with pytest.raises(TypeError, match="expected a preset, a path or a Rules, got int"):
        gd.Rules(3)  # type: ignore[arg-type]


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(st.text(), inner) | st.sets(st.integers()),
    max_leaves=6,
)


def read(reading: Callable[[], gd.Rules]) -> gd.Rules | None:
    """The rules, or None when they were refused in one line."""
    try:
        return reading()
    except (gd.RulesError, gd.PathError) as error:
        # A text that begins with ~ is a path; there may be no such user.
        lines = str(error).splitlines()
    assert len(lines) == 1
    return None


@given(field=st.sampled_from(sorted(gd.Rules.fields())), value=values)
def test_any_value_gives_rules_or_a_rules_error_of_one_line(field: str, value: Any) -> None:
    rules = read(lambda: INSTITUTE.replace(**{field: value}))
    assert rules is None or gd.Rules.from_text(rules.to_toml()) == rules


@given(text=st.text())
def test_any_text_gives_rules_or_a_rules_error_of_one_line(text: str) -> None:
    read(lambda: gd.Rules(text))
    read(lambda: gd.Rules.preset(text))
    read(lambda: gd.Rules.from_text(text))
    read(lambda: INSTITUTE.with_settings([text]))
