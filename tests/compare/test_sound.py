"""Comparisons at their edges: nothing differs, everything is won, a single block; never a nan, never a false zero."""

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest

import guandan_sim as gd
from guandan_sim.compare.result import Comparison
from guandan_sim.report.pages import page_of
from guandan_sim.stats import elo_difference


def _finite(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(_finite, value.values()))
    if isinstance(value, list):
        return all(map(_finite, value))
    return not isinstance(value, float) or math.isfinite(value)


def _says_everything(found: Comparison) -> None:
    """All forms of a result come out, with JSON that any reader takes."""
    told = json.loads(found.to_json(), parse_constant=lambda name: pytest.fail(f"{name} in JSON"))
    assert _finite(told)
    assert told["answer"] == found.answer
    assert len(told["table"]) == found.table.height
    for text in (repr(found), found.to_markdown(), found._repr_html_()):
        assert "nan" not in text
        assert "inf " not in text
    assert found.answer in repr(found)
    assert found.command in found.to_markdown()
    for language in ("en", "zh"):
        assert page_of(found.directory, language) == found.page(language)
    # Every row of a Markdown table has as many cells as its heading, whatever labels hold.
    tables = re.findall(r"(?:^\|.*\n)+", found.to_markdown(), re.MULTILINE)
    cells = [[len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()] for table in tables]
    assert tables
    assert all(len(set(rows)) == 1 for rows in cells)


@pytest.mark.parametrize("amount", [{"deals": 200}, {"matches": 20}])
@pytest.mark.parametrize("strategy", ["lowest", "tempo", "random"])
def test_r11_the_same_strategy_on_both_sides_differs_by_exactly_0(strategy: str, amount: dict[str, int]) -> None:
    """Also at random: whoever sits at a seat gets the same random numbers there."""
    found = gd.compare_strategies(strategy, strategy, seed=3, **amount)
    wins = found.main
    assert (wins.own.value, wins.own.low, wins.own.high) == (0.5, 0.5, 0.5)
    assert (wins.difference.value, wins.difference.low, wins.difference.high) == (0.0, 0.0, 0.0)
    assert (wins.p_value, wins.superiority) == (1.0, 0.5)
    assert (found.elo.elo, found.elo.low, found.elo.high) == (0.0, 0.0, 0.0)
    whole = [one for one in found.standings if one.contest.by == ""]
    assert [(one.difference.value, one.difference.low, one.difference.high) for one in whole] == [
        (0.0, 0.0, 0.0)
    ] * len(whole)
    assert "exactly even" in found.answer
    _says_everything(found)


def test_rules_that_change_nothing_that_is_measured_differ_by_exactly_0() -> None:
    found = gd.compare_rules(["institute", "institute:later_shuffle=last"], strategy="lowest", matches=20, seed=3)
    for line in found.lines:
        if line.paired is not None:
            difference = line.paired.difference
            assert (difference.value, difference.low, difference.high) == (0.0, 0.0, 0.0)
            assert line.paired.p_value == line.p_adjusted == 1.0
            assert (line.blocks_differing, line.diverged) == (0, 0)
            assert line.paired.variance_reduction is None
    _says_everything(found)


def test_r10_a_side_that_wins_everything_has_a_finite_interval_and_no_infinite_rating() -> None:
    found = gd.compare_strategies("tempo", "random", matches=20, seed=3)
    assert found.main.own.value == 1.0
    assert found.main.own.low is not None
    assert 0.5 < found.main.own.low < 1.0
    assert (found.elo.elo, found.elo.high) == (None, None)
    assert found.elo.low is not None
    assert found.elo.low > 0
    _says_everything(found)


@pytest.mark.parametrize("scores", [[1.0, 0.5], [1.0] * 10, [0.0] * 10, [1.0], [0.5], []])
def test_r10_few_games_give_a_finite_estimate_or_none(scores: list[float]) -> None:
    told = json.loads(json.dumps(elo_difference(scores).to_dict(), allow_nan=False))
    assert _finite(told)
    assert (told["elo"] is None) == (not scores or sum(scores) in (0, len(scores)))


@pytest.mark.parametrize("matches", [2, 4])
def test_one_block_or_two_make_a_result_without_false_certainty(matches: int) -> None:
    duel = gd.compare_strategies("lowest", "random", matches=matches, seed=5)
    rules = gd.compare_rules(["institute", "web"], strategy="lowest", matches=matches // 2, seed=5)
    cup = gd.tournament(["lowest", "random", "tempo"], matches=matches, seed=5)
    for found in (duel, rules, cup):
        _says_everything(found)
    if matches == 2:
        assert duel.main.p_value is None
        line = rules.line("deals_a_match", "web")
        assert line.difference is not None
        assert (line.difference.low, line.p_adjusted) == (None, None)
        assert cup.ratings.covariance is None


def test_groups_that_never_occurred_have_no_number() -> None:
    duel = gd.compare_strategies("tempo", "random", matches=2, seed=5)
    empty = [one for one in duel.standings if one.rows == 0]
    assert empty
    assert all(one.own.value is None and one.p_adjusted is None for one in empty)


def test_a_group_of_few_deals_is_not_surer_than_its_deals_allow() -> None:
    """80 wins in 80 deals say "at least 95 %", however many blocks had no such deal."""
    duel = gd.compare_strategies("tempo", "random", matches=100, seed=5)
    for one in duel.standings:
        if one.own.value == 1.0 and one.contest.by == "level":
            assert one.own.low is not None
            assert one.own.low < one.rows / (one.rows + 1)
            assert one.p_value is not None
            assert one.p_value >= 2.0 ** (1 - one.rows)


def test_shares_never_leave_0_to_1(tmp_path: Path) -> None:
    found = gd.compare_rules(["institute", "competition"], strategy="tempo", opponent="random", matches=20, seed=4)
    shares = [line for line in found.lines if line.metric.is_proper_share and line.value.value is not None]
    assert any(line.value.value == 1.0 for line in shares)
    for line in shares:
        assert line.value.low is not None
        assert line.value.high is not None
        assert 0.0 <= line.value.low <= line.value.high <= 1.0


def test_a_headline_that_never_happens_is_answered_with_zero(tmp_path: Path) -> None:
    study = gd.compare_rules(
        ["institute", "guandan_com"],
        strategy="lowest",
        headline="falls",
        tribute_effect=False,
        matches=8,
        seed=1,
        out=tmp_path / "study",
    )
    assert study.answer.startswith("Falls from A, a match under institute: 0.000")
    assert study.line("falls", "guandan_com").value.value == 0
