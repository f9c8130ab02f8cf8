"""A strategy that is asked for one decision elsewhere: what it raises or answers is taken, or told in one line."""

import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import Command

import guandan_sim as gd
from guandan_sim.bots.asking import answer_of, closing
from guandan_sim.bots.botzone.program import serve

# A seat that leads three cards, and one that has to beat the lowest of them.
LEADER = gd.Deal.new(hands=["S3 S7 SK", "S9 ST", "S4 S5", "SJ SQ"], level="2", leader=0)
FOLLOWER = gd.Deal.new(hands=["S3 S7 SK", "S9 ST", "S4 S5", "SJ SQ"], level="2", leader=0)
FOLLOWER.play("S3")


class Answering:
    """Answers always the same, whatever it is."""

    name = "answering"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def act(self, view: gd.View, legal: Sequence[gd.Play]) -> Any:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


def asked(deal: gd.Deal, answer: Any) -> int:
    return answer_of(Answering(answer), deal.view(deal.turn), deal.legal_plays())


@pytest.mark.parametrize("answer", [0, 2, np.int64(1), np.uint8(1)])
def test_an_index_is_taken_whatever_kind_of_whole_number_it_is(answer: Any) -> None:
    assert asked(LEADER, answer) == int(answer)


@pytest.mark.parametrize("answer", [-1, 3, 10**30, True, np.True_, 0.0, float("nan"), None, "0", [0], gd.Play])
def test_what_is_no_index_is_told_with_its_place(answer: Any) -> None:
    with pytest.raises(gd.StrategyError, match="its answer: expected a whole number 0 to 2, got ") as caught:
        asked(LEADER, answer)
    assert str(caught.value).startswith("strategy answering failed at play 0 (seat 0, play): ")
    assert "\n" not in str(caught.value)


def test_who_follows_may_pass_and_a_leader_may_not() -> None:
    assert asked(FOLLOWER, 2) == 2
    with pytest.raises(
        gd.StrategyError, match=r"at play 1 \(seat 1, play\): its answer: expected a whole number 0 to 2"
    ):
        asked(FOLLOWER, 3)


@pytest.mark.parametrize("error", [KeyError("K"), ValueError("two\nlines"), gd.PlanError("none"), MemoryError()])
def test_what_it_raises_is_told_with_the_line_of_code(error: Exception) -> None:
    with pytest.raises(gd.StrategyError, match=rf": {type(error).__name__}.* \(test_asking.py:\d+\)$") as caught:
        asked(LEADER, error)
    assert caught.value.__cause__ is error
    assert "\n" not in str(caught.value)


def test_a_strategy_may_empty_the_list_it_is_given() -> None:
    class Emptying(Answering):
        def act(self, view: gd.View, legal: Any) -> int:
            legal.clear()
            return 1

    legal = LEADER.legal_plays()
    assert answer_of(Emptying(0), LEADER.view(0), legal) == 1
    assert len(legal) == 3


class Closing(Answering):
    """Counts how many times it was closed, and may raise then."""

    closed = 0

    def close(self) -> None:
        self.closed += 1
        if isinstance(self.answer, BaseException):
            raise self.answer


def test_strategies_are_closed_at_the_end_also_after_an_error() -> None:
    strategies = [Closing(0), Answering(0), Closing(0)]
    with pytest.raises(KeyboardInterrupt), closing(strategies):
        raise KeyboardInterrupt
    assert [one.closed for one in strategies if isinstance(one, Closing)] == [1, 1]


def test_a_strategy_that_cannot_be_closed_is_told_and_the_others_are_closed() -> None:
    strategies = [Closing(0), Closing(KeyError("K"))]
    message = r"^strategy answering failed when it was closed: KeyError: 'K' \(test_asking.py:\d+\)$"
    with pytest.raises(gd.StrategyError, match=message), closing(strategies):
        pass
    assert [one.closed for one in strategies] == [1, 1]


@pytest.mark.parametrize(
    ("arguments", "code", "closed"), [(["botzone"], 0, 1), (["connect", "ws://127.0.0.1:9", "--seats", "2"], 2, 2)]
)
def test_the_commands_close_a_strategy_in_python(
    cli: Command, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, closed: int
) -> None:
    Path("closes.py").write_text(
        "class Closes:\n"
        "    def act(self, view, legal):\n"
        "        return 0\n"
        "    def close(self):\n"
        "        with open('closed', 'a') as file:\n"
        "            file.write('.')\n"
    )
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert cli(*arguments, "--strategy", "python:closes:Closes").code == code
    assert Path("closed").read_text() == "." * closed


@pytest.mark.parametrize("answer", [KeyError("K"), -1, 0.5, None])
def test_as_a_botzone_program_a_strategy_that_fails_is_told_as_such(answer: Any) -> None:
    told = {"level": "2", "tribute": 0, "first": None, "last": None}
    deal = {"stage": "deal", "deliver": [*range(27)], "your_id": 0, "global": told}
    play = {"stage": "play", "history": [[]] * 4, "done": [], "pass_on": -1, "global": told}
    lines = io.StringIO("".join(f"{json.dumps(line)}\n" for line in ({"requests": [deal], "responses": []}, play)))
    with pytest.raises(gd.StrategyError, match=r"^strategy answering failed at play 0 \(seat 0, play\): "):
        serve(Answering(answer), gd.Rules("institute"), 0, True, lines, io.StringIO())
