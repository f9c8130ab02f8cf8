"""Strategies written in Python are compared like others; a block that one of them fails in is left out of all runs."""

from pathlib import Path
from typing import Any

import pytest

import guandan_sim as gd
from guandan_sim.compare.strategies import StrategiesComparison


class First:
    """Plays the first play listed."""

    def act(self, view: Any, legal: Any) -> int:
        return 0


class Fails(First):
    """The same, but fails on a hand that some deals have."""

    def act(self, view: Any, legal: Any) -> int:
        if str(view.hand).count("SB") == 2:
            raise RuntimeError("two small jokers")
        return 0


def test_an_object_is_compared_by_its_name(tmp_path: Path) -> None:
    found = gd.compare_strategies(First(), "random", deals=40, seed=3, out=tmp_path / "found")
    assert isinstance(found, StrategiesComparison)
    assert "First" in found.labels[0]
    assert found.main.rows == 40
    both = First()
    assert gd.compare_strategies(both, both, deals=20, seed=3).main.difference.value == 0.0


def test_blocks_that_were_left_out_are_left_out_of_what_is_compared() -> None:
    cup = gd.tournament(["random", "lowest", Fails()], deals=80, seed=3, on_error="continue")
    games = cup.results.games
    whole, *broken = [games[:, i, j] for i, j in ((0, 1), (0, 2), (1, 2))]
    assert (whole == 2).all()
    for pair in broken:
        assert set(pair) == {0, 2}
    assert cup.to_json()


def test_a_stop_counts_the_blocks_that_were_played() -> None:
    found = gd.compare_strategies("lowest", Fails(), deals=400, seed=3, part_size=40, on_error="continue", until=0.2)
    assert found.stop is not None
    assert found.stop.decided
    assert found.stop.end > found.stop.blocks
    assert found.main.own.n == found.stop.blocks


@pytest.mark.parametrize("failing", ["strategy", "opponent"])
def test_rules_are_compared_over_the_blocks_that_all_runs_have(failing: str) -> None:
    players = (
        {"strategy": Fails(), "opponent": "random"}
        if failing == "strategy"
        else {"strategy": "random", "opponent": Fails()}
    )
    found = gd.compare_rules(["institute", "institute:tribute=off"], **players, matches=40, seed=3, on_error="continue")
    sizes = {run.matches.collect()["block"].n_unique() for run in found.runs.values()}
    assert max(sizes) < 20
    line = found.line("plays_a_deal", "institute:tribute=off")
    assert 0 < line.value.n <= min(sizes)
    base, own = found.sums(line.metric, "institute:tribute=off")
    assert {len(sums) for sums in (*base, *own)} == {line.value.n}
    ratio = own[0].sum() / own[1].sum()
    assert ratio == pytest.approx(line.value.value)
    assert line.difference is not None
