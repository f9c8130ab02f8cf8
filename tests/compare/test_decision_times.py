"""How long strategies take for a decision: measured beside the data, never in it."""

import time
from pathlib import Path

import pytest
from commands import Command

import guandan_sim as gd
from guandan_sim import compare
from guandan_sim._core import time_actions
from guandan_sim.plan import Plan
from guandan_sim.speed import microseconds_a_decision


class Slow:
    """Thinks for two milliseconds."""

    name = "slow"

    def act(self, view: gd.View, legal: list[gd.Play]) -> int:
        time.sleep(0.002)
        return 0


def test_strategies_of_the_engine_are_timed_by_themselves() -> None:
    found = microseconds_a_decision([Plan.of(deals=2, strategies=["rollout(samples=20)", "lowest"], seed=1)])
    assert list(found) == ["rollout(samples=20)", "lowest"]
    slow, fast = found.values()
    assert slow is not None
    assert fast is not None
    assert 0 < fast < slow


def test_a_slow_strategy_is_stopped_within_a_deal() -> None:
    actions, seconds = time_actions("rollout(samples=1000)", seconds=0.001)
    assert 1 <= actions < 20
    assert seconds >= 0.001


def test_a_strategy_in_python_is_timed_from_question_to_answer() -> None:
    found = gd.compare_strategies(Slow(), "lowest", deals=2, seed=7)
    times = found.microseconds_a_decision
    assert list(times) == ["object:slow", "lowest"]
    assert (times["object:slow"] or 0) >= 2000
    rated = gd.tournament([Slow(), "lowest", "random"], deals=2, seed=7).microseconds_a_decision
    assert set(rated) == {"object:slow", "lowest", "random"}
    assert (rated["object:slow"] or 0) >= 2000


def test_the_times_are_in_no_file_and_change_with_nothing(cli: Command, tmp_path: Path) -> None:
    said = cli("compare", "strategies", "tempo", "lowest", "--deals", "8", "--seed", "1", "--out", "one", "--json")
    times = said.json()["microseconds_a_decision"]
    assert set(times) == {"tempo", "lowest"}
    assert all(time > 0 for time in times.values())
    assert "microseconds" not in compare.open(tmp_path / "one").to_json()
    for file in (tmp_path / "one").rglob("*"):
        assert not file.is_file() or b"microseconds" not in file.read_bytes(), file


@pytest.mark.parametrize(
    "words",
    [
        ["run", "--deals", "8", "--strategies", "tempo,lowest"],
        ["compare", "strategies", "tempo", "lowest", "--deals", "8"],
        ["tournament", "tempo", "lowest", "--deals", "8"],
    ],
)
def test_every_summary_says_how_long_a_decision_takes(cli: Command, words: list[str]) -> None:
    said = cli(*words, "--seed", "1", "--out", "one")
    assert said.code == 0, said.err
    line = next(line for line in said.out.splitlines() if line.startswith("microseconds a decision: "))
    assert "tempo " in line
    assert "lowest " in line


def test_a_strategy_that_was_not_asked_is_not_measured(cli: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("class Mine:\n    def act(self, view, legal):\n        return 0\n")
    words = ["run", "--deals", "4", "--strategies", "python:mine:Mine,lowest", "--seed", "1", "--out", "one", "--json"]
    first = cli(*words).json()["microseconds_a_decision"]
    assert first["python:mine:Mine"] > 0
    assert cli(*words).json()["microseconds_a_decision"]["python:mine:Mine"] is None
