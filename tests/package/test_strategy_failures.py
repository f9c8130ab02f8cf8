"""A strategy written in Python that fails: the run says where, and stops or goes on without the block."""

import re
from pathlib import Path

import pytest
from twins import First, Lowest

import guandan_sim as gd
from guandan_sim.measure.summary import summarize


class Failing(First):
    """Fails in match 5 from its 20th play or pass on, as it is told."""

    name = "failing"

    def __init__(self, how: str) -> None:
        self.how = how

    def act(self, view: gd.View, legal: list[gd.Play]) -> object:
        if len(view.history) >= 20 and self.mine(view):
            if self.how == "raise":
                raise ZeroDivisionError("by\nzero")
            return {"low": -1, "high": len(legal) + 1, "none": None, "text": "0", "truth": True}[self.how]
        return 0

    def mine(self, view: gd.View) -> bool:
        first = gd.Deal.new(seed=8, match=5).hands[view.seat]
        own = [card for seat, play in view.history if play and seat == view.seat for card in play.cards]
        return view.hand + own == first


PLACE = r"strategy object:failing failed in match 5, deal 0, at play 2\d \(seat [0-3], play\): "


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("raise", r"ZeroDivisionError: by zero \(test_strategy_failures.py:\d+\)$"),
        ("low", r"it answered -1: expected .*0.* to pass$"),
        ("high", r"it answered \d+: expected .*0.* to pass$"),
        ("none", r"TypeError: act returned NoneType: expected .*0.* to pass$"),
        ("text", r"TypeError: act returned str: expected .*0"),
        ("truth", r"TypeError: act returned bool: expected .*0"),
    ],
)
def test_a_failing_strategy_stops_the_run_with_its_place(how: str, message: str) -> None:
    with pytest.raises(gd.StrategyError, match=PLACE + message.replace(" to pass", "")) as caught:
        gd.simulate(deals=20, strategies=[Failing(how)], seed=8)
    assert isinstance(caught.value.__cause__, ZeroDivisionError) == (how == "raise")


def test_told_to_continue_a_run_counts_and_lists_what_it_leaves_out(tmp_path: Path) -> None:
    options = {"deals": 12, "part_size": 4, "seed": 8, "on_error": "continue"}
    run = gd.simulate(strategies=[Failing("raise"), "lowest"], out=tmp_path / "run", **options)
    assert run.is_complete
    assert sorted(run.deals.collect()["match"].to_list()) == [0, 1, 2, 3, 4, *range(6, 12)]
    (failure,) = run.failures()
    assert {name: failure[name] for name in ("strategy", "block", "match", "deal", "phase")} == {
        "strategy": "object:failing",
        "block": 5,
        "match": 5,
        "deal": 0,
        "phase": "play",
    }
    logged = (tmp_path / "run" / "run.log").read_text()
    assert f"block 5 left out: object:failing failed in match 5, deal 0, play {failure['play']}, seat" in logged
    found = summarize(run)
    assert (found.left_out, found.deals) == (1, 11)
    assert gd.simulate(strategies="lowest", **options).failures() == []


def test_a_run_of_which_nothing_is_left_says_so() -> None:
    run = gd.simulate(deals=2, strategies=[FailingMany([-1]), "lowest"], seed=1, on_error="continue")
    assert len(run.failures()) == 2
    with pytest.raises(gd.StoreError, match="nothing to sum up: 2 blocks left out, strategies failed"):
        summarize(run)


@pytest.mark.parametrize("rotations", [1, 2])
def test_a_failure_leaves_out_all_rotations_of_its_block(rotations: int) -> None:
    strategy = Failing("raise")
    simulator = gd._core.Simulator(strategies=[strategy, "random"], seed=8, rotations=rotations)
    part = simulator.play(0, 10, workers=1, on_error="continue")
    assert part.rows("deals") == 9 * rotations
    assert {failure["block"] for failure in part.failures()} == {5}
    failure = part.failures()[0]
    assert (failure["strategy"], failure["match"], failure["deal"]) == ("object:failing", 5 * rotations, 0)
    assert failure["error"].startswith("ZeroDivisionError: by zero (test_strategy_failures.py:")
    whole = gd._core.Simulator(strategies=["lowest", "random"], seed=8).play(0, 10, workers=1, on_error="continue")
    assert whole.failures() == []


class FailingMany:
    """Raises for every batch in which there is a decision of match 3, or answers what it is told."""

    name = "failing"

    def __init__(self, answer: object = None) -> None:
        self.answer = answer

    def act_batch(self, views: gd.Views, legals: gd.Legals) -> object:
        if self.answer is not None:
            return self.answer
        if 3 in views.match:
            raise KeyError("three")
        return [0] * len(views)


def test_in_a_batch_that_raises_the_deals_at_fault_are_found() -> None:
    simulator = gd._core.Simulator(strategies=[FailingMany(), "lowest"], seed=1)
    part = simulator.play(0, 8, workers=1, on_error="continue")
    assert [failure["match"] for failure in part.failures()] == [3]
    assert part.rows("deals") == 7


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ([0.5], "TypeError: answers: expected whole numbers in one dimension, got float64 in 1"),
        ([0, 0, 0, 0], "ValueError: act_batch returned 4 answers to 1 decision"),
        ([[0]], "TypeError: answers: expected whole numbers in one dimension, got int64 in 2"),
        ([10**6], "it answered 1000000: expected"),
    ],
)
def test_a_batch_of_answers_has_one_for_each_decision(answer: object, message: str) -> None:
    with pytest.raises(gd.StrategyError, match=re.escape(message)):
        gd.simulate(deals=1, strategies=[FailingMany(answer)], seed=1)


class Interrupting(First):
    def act(self, view: gd.View, legal: list[gd.Play]) -> int:
        raise KeyboardInterrupt


def test_ctrl_c_within_a_strategy_ends_the_run_whatever_is_to_be_done_about_errors() -> None:
    simulator = gd._core.Simulator(strategies=[Interrupting()], seed=1)
    with pytest.raises(KeyboardInterrupt):
        simulator.play(0, 4, workers=1, on_error="continue")


def test_what_is_no_strategy_is_refused() -> None:
    with pytest.raises(gd.PlanError, match=re.escape("expected an object with act(view, legal)")):
        gd.simulate(deals=1, strategies=[object()], seed=1)
    wrong = First()
    wrong.detail = "suits"
    with pytest.raises(gd.PlanError, match='strategy first: unknown detail "suits": expected cards or ranks'):
        gd.simulate(deals=1, strategies=[wrong], seed=1)
    with pytest.raises(gd.PlanError, match='two different objects are both called "first"'):
        gd.simulate(deals=1, strategies=[First(), First()], seed=1)
    with pytest.raises(gd.PlanError, match='two different strategies are both called "lowest"'):
        gd.simulate(deals=1, strategies=[Lowest(), "lowest"], seed=1)
    with pytest.raises(gd.PlanError, match="on_error: expected stop or continue"):
        gd._core.Simulator(strategies=["lowest"], seed=1).play(0, 1, workers=1, on_error="ignore")
    with pytest.raises(gd.PlanError, match="on_error: expected stop or continue"):
        gd.simulate(deals=1, strategies=["lowest"], seed=1, on_error="ignore")


@pytest.mark.parametrize("name", ["name", "act", "act_each", "act_batch", "observe", "detail", "at_once", "every_turn"])
def test_an_attribute_that_cannot_be_read_is_a_strategy_that_cannot_be_used(name: str) -> None:
    def broken(_self: object) -> object:
        raise ZeroDivisionError("by zero")

    strategy = type("Broken", (First,), {name: property(broken)})()
    message = rf"^strategy \w+: its attribute {name} raised ZeroDivisionError: by zero \(test_\w+.py:\d+\)$"
    with pytest.raises(gd.PlanError, match=message) as caught:
        gd.simulate(deals=2, strategies=[strategy, "lowest"], seed=8)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
