"""Variants as text, crossed by grids, each with a label of its own; what names no rules is refused in one line."""

from collections.abc import Sequence
from pathlib import Path

import pytest

import guandan_sim as gd
from guandan_sim.compare.variants import variant, variants


def test_a_variant_is_a_preset_or_a_file_or_either_with_fields_changed(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('base = "web"\nmax_bomb = 8\n')
    assert variant("web").rules == gd.Rules("web")
    assert variant(file).rules == gd.Rules("web").replace(max_bomb=8)
    assert variant(f"{file}:tribute=off").rules == gd.Rules("web").replace(max_bomb=8, tribute=False)
    changed = variant("institute:promotion=4,2,1; lead_after_out=next")
    assert changed.rules == gd.Rules("institute").replace(promotion=(4, 2, 1), lead_after_out="next")
    assert changed.label == "institute:promotion=4,2,1;lead_after_out=next"


def test_a_variant_goes_by_the_name_it_was_given_by() -> None:
    """Whatever other preset its rules are, or are nearest to."""
    assert variant("institute:double_down_ends_deal=yes").rules == gd.Rules("jiangsu")
    assert variant("institute:double_down_ends_deal=yes").label == "institute:double_down_ends_deal=yes"
    assert variant("institute:tribute=on").label == "institute"


def test_a_file_may_have_a_colon_in_its_name(tmp_path: Path) -> None:
    file = tmp_path / "a:tribute=off"
    file.write_text('base = "web"\n')
    assert variant(str(file)).rules == gd.Rules("web")


@pytest.mark.parametrize("preset", gd.Rules.presets())
def test_the_text_of_any_rules_gives_them_again(preset: str) -> None:
    for rules in (gd.Rules(preset), gd.Rules(preset).replace(tribute=False, max_bomb=9)):
        assert variant(variant(rules).text).rules == rules
    from_text = gd.Rules.from_text(gd.Rules(preset).to_toml())
    assert variant(variant(from_text).text).rules == from_text


def test_a_grid_crosses_every_variant_with_every_combination_of_values() -> None:
    made = variants(["institute", "web"], ["promotion=3,2,1/4,2,1", "max_bomb = 8 / 10"])
    assert len(made) == 8
    assert [one.rules for one in made[:4]] == [
        gd.Rules("institute").replace(promotion=promotion, max_bomb=bomb)
        for promotion in ((3, 2, 1), (4, 2, 1))
        for bomb in (8, 10)
    ]
    assert len({one.label for one in made}) == 8
    assert [variant(one.text).rules for one in made] == [one.rules for one in made]


def test_a_grid_makes_two_variants_of_one() -> None:
    assert [one.label for one in variants(["web"], ["tribute=on/off"])] == ["web", "web:tribute=off"]


def test_files_that_are_called_alike_keep_apart(tmp_path: Path) -> None:
    files = []
    for place, bomb in (("a", 8), ("b", 9)):
        (tmp_path / place).mkdir()
        files.append(tmp_path / place / "house.toml")
        files[-1].write_text(f'base = "web"\nmax_bomb = {bomb}\n')
    assert len({one.label for one in variants(files)}) == 2


@pytest.mark.parametrize(
    ("given", "grid", "words"),
    [
        ([], [], ["at least two variants"]),
        (["web"], [], ["at least two variants"]),
        (["web", "web"], [], ["web", "twice"]),
        (["institute", "institute:promotion=3,2,1"], [], ["institute:promotion=3,2,1", "differ"]),
        (["institute", "institut"], [], ["institut", "did you mean institute?"]),
        (["institute", "web:tribut=off"], [], ["tribut", "did you mean tribute?", "web:tribut=off"]),
        (["institute", "web:"], [], ["web:", "field=value"]),
        (["institute"], ["tribute"], ["--grid", "tribute", "field=value/value"]),
        (["institute"], ["tribute="], ["--grid", "field=value/value"]),
        (["institute"], ["tribute=on/"], ["--grid", "field=value/value"]),
        (["institute"], ["=on/off"], ["--grid", "field=value/value"]),
        (["institute"], ["tribut=on/off"], ["institute:tribut=on", "did you mean tribute?"]),
        (["institute"], ["tribute=on/on"], ["twice"]),
    ],
)
def test_what_makes_no_comparison_is_refused_in_one_line(
    given: Sequence[str], grid: Sequence[str], words: Sequence[str]
) -> None:
    with pytest.raises(gd.GuandanError) as caught:
        variants(given, grid)
    message = str(caught.value)
    assert "\n" not in message
    assert [word for word in words if word not in message] == [], message
