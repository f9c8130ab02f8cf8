"""Our strategies as clients of our own server: they play through the wire what they play inside."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any

import pytest

import guandan_sim as gd
from guandan_sim.bots.client import SeatResult, address_of, play
from guandan_sim.bots.server import Settings, serving


@contextmanager
def server(**settings: Any) -> Iterator[str]:
    """The address of a server at a free port."""
    with serving(Settings(port=0, say=lambda line: None, **settings)) as found:
        found.start()
        yield found.address


class Connected(threading.Thread):
    """A strategy that plays some seats at a server."""

    def __init__(self, address: str, name: str, strategy: str, seats: int, rules: str, seed: int = 0) -> None:
        super().__init__(daemon=True)
        self.results: list[SeatResult] = []
        self.said: list[str] = []
        strategies = [gd.strategy(strategy) for _ in range(seats)]
        self.work: Callable[[], list[SeatResult]] = lambda: play(
            address.replace("NAME", name), strategies, gd.Rules(rules), seed, self.said.append
        )
        self.start()

    def run(self) -> None:
        self.results = self.work()


def deals_of(run: gd.Run) -> list[Any]:
    """The records of a run, without the names of the strategies."""
    return [{key: value for key, value in json.loads(line).items() if key != "strategies"} for line in run.records()]


@pytest.mark.parametrize("form", ["list", "string"])
@pytest.mark.parametrize("rules", sorted(gd.Rules.presets()))
def test_whole_matches_with_tribute_are_through_the_wire_what_they_are_inside(rules: str, form: str) -> None:
    with server(form=form) as address:
        ours = [Connected(address, "a", "tempo", 2, rules), Connected(address, "b", "lowest", 2, rules)]
        wired = gd.simulate(matches=1, strategies=["client:a", "client:b"], rules=rules, seed=7, log=["records"])
    for one in ours:
        one.join(10)
        assert one.said == []
        assert [result.error for result in one.results] == [None, None]
    inside = gd.simulate(matches=1, strategies=["tempo", "lowest"], rules=rules, seed=7, log=["records"])
    assert deals_of(wired) == deals_of(inside)
    assert [result.victories for result in ours[0].results] == [1, 1]
    assert all(result.deals == len(deals_of(inside)) for one in ours for result in one.results)


def test_rotations_are_through_the_wire_what_they_are_inside() -> None:
    with server(tables=2) as address:
        ours = Connected(address, "a", "tempo", 4, "institute")
        wired = gd.simulate(deals=4, rotations=2, strategies=["client:a", "lowest"], level="9", seed=7, log=["records"])
    ours.join(10)
    inside = gd.simulate(deals=4, rotations=2, strategies=["tempo", "lowest"], level="9", seed=7, log=["records"])
    assert deals_of(wired) == deals_of(inside)
    assert sum(result.deals for result in ours.results) == 8


def test_rollout_decides_by_what_the_messages_tell() -> None:
    with server() as address:
        ours = Connected(address, "a", "rollout(samples=2, aim=first, policy=lowest)", 2, "institute")
        run = gd.simulate(deals=1, strategies=["client:a", "lowest"], seed=7)
    ours.join(10)
    assert ours.said == []
    assert run.deals.collect().height == 1


@pytest.mark.parametrize(
    "url", ["", "http://x", "ws://", "ws://x:0", "ws://x:99999", "ws://[::1", "ws://a..b", "ws://a b"]
)
def test_what_is_no_address_of_a_server_is_refused(url: str) -> None:
    with pytest.raises(gd.PlanError, match="expected the address of a contest server"):
        address_of(url)


def test_a_server_that_is_not_there_is_told_in_one_line() -> None:
    with pytest.raises(gd.PlanError, match=r"ws://127.0.0.1:9/game/x: cannot connect: ") as caught:
        play("127.0.0.1:9/game/x", [gd.strategy("lowest")], gd.Rules("institute"), 0, print)
    assert "\n" not in str(caught.value)


class Failing:
    """Raises at its first decision."""

    name = "failing"

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def act(self, _view: gd.View, _legal: Any) -> int:
        raise self.error


def served(strategy: Any) -> list[SeatResult]:
    """What becomes of a seat that `strategy` takes at a server, where the others play `lowest`."""
    results: SimpleQueue[Any] = SimpleQueue()
    with server() as address:

        def work() -> None:
            try:
                results.put(play(address.replace("NAME", "a"), [strategy], gd.Rules("institute"), 0, print))
            except BaseException as error:
                results.put(error)

        threading.Thread(target=work, daemon=True).start()
        with pytest.raises(gd.StrategyError, match="has gone"):
            gd.simulate(deals=1, strategies=["client:a", "lowest", "lowest", "lowest"], seed=7)
    result = results.get(timeout=10)
    if isinstance(result, BaseException):
        raise result
    return result


def test_a_strategy_that_fails_leaves_its_seat_and_is_told() -> None:
    message = r"^strategy failing failed at play \d+ \(seat 0, play\): KeyError: 'K' \(test_contest_connect.py:\d+\)$"
    with pytest.raises(gd.StrategyError, match=message):
        served(Failing(KeyError("K")))


def test_a_strategy_that_ends_the_process_ends_the_game() -> None:
    with pytest.raises(SystemExit):
        served(Failing(SystemExit(3)))
