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


@pytest.mark.parametrize("name", ["house", "双下过A", "A at 3 (ours)"])
def test_a_variant_may_have_a_name(name: str) -> None:
    made = variant(f"{name}=institute:pass_ace=double_down,ace_attempts=3")
    assert made.label == name
    assert made.rules == gd.Rules("institute").with_settings(["pass_ace=double_down", "ace_attempts=3"])
    assert variant(f"{name} = web").rules == gd.Rules("web")


def test_commas_and_semicolons_separate_settings_and_values_keep_theirs() -> None:
    expected = gd.Rules("institute").replace(promotion=(4, 2, 1), must_play=("5", "A"), tribute=False)
    for separator in (",", ";", " , ", "; "):
        text = separator.join(["institute:promotion=4,2,1", "must_play=5,A", "tribute=off"])
        assert variant(text).rules == expected
        assert variant(text).label == "institute:promotion=4,2,1;must_play=5,A;tribute=off"


@pytest.mark.parametrize(
    ("separator", "told"),
    [(" ", "a blank"), ("/", '"/"'), ("&", '"&"'), (" & ", '"&"'), ("\uff0c", '"\uff0c"'), ("|", '"|"'), (":", '":"')],
)
def test_a_wrong_separator_is_named_with_the_right_one(separator: str, told: str) -> None:
    for name in ("", "house="):
        with pytest.raises(gd.RulesError) as caught:
            variant(f"{name}institute:promotion=4,2,1{separator}ace_attempts=3")
        assert f'expected "," before ace_attempts, got {told}' in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("institute/tribute=off", "expected a colon before tribute, such as institute:tribute=off"),
        ("institute,tribute=off", "expected a colon before tribute, such as institute:tribute=off"),
        ("tribute=off", "expected a colon before tribute, such as institute:tribute=off"),
        ("=institute", 'a name before "="'),
        ("house=institut", "did you mean institute"),
        ("house=institute:promotion=4,2,1,max_bom=8", "did you mean max_bomb?"),
    ],
)
def test_a_name_or_settings_in_the_wrong_place_are_refused(text: str, words: str) -> None:
    with pytest.raises(gd.RulesError) as caught:
        variant(text)
    assert words in str(caught.value)


def test_a_file_may_give_itself_a_name(tmp_path: Path) -> None:
    (tmp_path / "below.toml").write_text('name = "below"\nbase = "web"\nmax_bomb = 8\n')
    house = tmp_path / "house.toml"
    house.write_text('name = "我们的规则"\nbase = "below.toml"\ntribute = false\n', "utf-8")
    expected = gd.Rules("web").replace(max_bomb=8, tribute=False)
    assert variant(house) == variant(str(house))
    assert (variant(house).label, variant(house).rules) == ("我们的规则", expected)
    assert variant(f"{house}:announce_at=5").label == "我们的规则:announce_at=5"
    assert variant(f"other={house}").label == "other"
    unnamed = tmp_path / "unnamed.toml"
    unnamed.write_text('base = "house.toml"\n')
    assert variant(unnamed).rules == expected


@pytest.mark.parametrize("name", ['""', "3", '"a=b"', '"a:b"', '"two\\nlines"'])
def test_a_file_with_a_name_that_is_none_is_refused(name: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(f'name = {name}\nbase = "web"\n')
    with pytest.raises(gd.RulesError, match=r"house\.toml: name: expected one line of text"):
        variant(file)


def test_files_that_rest_on_each_other_are_refused(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text('name = "one"\nbase = "other.toml"\n')
    (tmp_path / "other.toml").write_text('name = "other"\nbase = "one.toml"\n')
    with pytest.raises(gd.RulesError, match="built on this one"):
        variant(tmp_path / "one.toml")


def test_a_grid_tells_the_variants_of_a_name_apart() -> None:
    made = variants(["house=institute:max_bomb=8"], ["promotion=3,2,1/4,2,1", "tribute=on/off"])
    assert [one.label for one in made] == [
        "house",
        "house (tribute off)",
        "house (promotion 4,2,1)",
        "house (promotion 4,2,1, tribute off)",
    ]
    assert [variant(one.text) for one in made] == list(made)
    assert made[3].rules == gd.Rules("institute").replace(max_bomb=8, promotion=(4, 2, 1), tribute=False)


def test_a_name_that_the_deals_without_tribute_have_is_refused(tmp_path: Path) -> None:
    given = ["institute", "institute without tribute=institute:max_bomb=8"]
    with pytest.raises(gd.PlanError, match='another name than "institute without tribute"'):
        gd.compare_rules(given, matches=4, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_names_stand_in_the_title_the_tables_and_the_charts_and_are_explained_once() -> None:
    text = "双下过A=institute:pass_ace=double_down,ace_attempts=3"
    found = gd.compare_rules(["institute", text], strategy="lowest", matches=8, seed=7)
    assert f"'{text}'" in found.command
    page = found.page()
    assert "双下过A" in page.title
    assert "双下过A" in page.answer
    (forest,) = (chart for chart in page.charts() if chart.name == "differences")
    assert {row[1] for row in forest.table().rows} == {"双下过A"}
    meanings = [table.rows for above, table in page.tables() if above == "What the names stand for"]
    assert [row[1] for row in meanings[0]] == ["institute", "institute:pass_ace=double_down;ace_attempts=3"]
    assert "pass_ace" not in " ".join((page.title, page.question, page.answer, *page.method))
