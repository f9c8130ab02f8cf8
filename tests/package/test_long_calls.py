"""Every call of the engine that can take over a second hears Ctrl-C."""

import gc
import os
import pickle
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import polars  # noqa: F401 - not to be interrupted while it is imported
import pytest

import guandan_sim as gd
from guandan_sim._core import Simulator
from guandan_sim._core import rollout as play_outs

MANY = 150_000
# Seconds after which a call has ended, on a busy machine too.
SOON = 5.0


@pytest.fixture(scope="module")
def deals() -> gd.VecDeals:
    return gd.VecDeals(MANY, seed=1)


class Pressed(BaseException):
    """What the signals of these tests raise, as Ctrl-C raises KeyboardInterrupt."""


def press(*_: object) -> None:
    raise Pressed


@contextmanager
def pressed_after(timer: int, seconds: float) -> Iterator[None]:
    """Sends a signal once within the block: by the clock, or by the processor time of this process."""
    sent = {signal.ITIMER_REAL: signal.SIGALRM, signal.ITIMER_VIRTUAL: signal.SIGVTALRM}[timer]
    before = signal.signal(sent, press)
    # What a collector's listener raises is lost.
    gc.disable()
    signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
        gc.enable()
        signal.signal(sent, before)


DEAL = gd.Deal.new(seed=1)
SLOW = "rollout(samples=60000)"


def stepped() -> None:
    """Plays between two seats of the caller's that play what is listed first and two that take long."""
    match = gd.Match(strategies=[None, SLOW, None, SLOW], seed=1)
    for _ in range(9):
        match.act(0)


# Each takes far more than a second.
ENDLESS: dict[str, Callable[[Path], Any]] = {
    "VecDeals": lambda _: gd.VecDeals(16_000_000, seed=1),
    "perft": lambda _: gd.perft(DEAL, 9, detail="ranks"),
    "perft_divide": lambda _: gd.perft_divide(DEAL, 9, detail="ranks"),
    "rollout": lambda _: gd.rollout(DEAL, 1_000_000),
    "_core.rollout": lambda _: play_outs(DEAL, samples=1_000_000, policy="tempo", seed=1),
    "solve": lambda _: gd.solve(DEAL, max_positions=1_000_000_000),
    "Simulator.play": lambda _: Simulator(strategies=["tempo"], seed=1).play(0, 2**40, workers=1),
    "Simulator.play of matches": lambda _: Simulator(strategies=["tempo"], seed=1, unit="match").play(
        0, 2**40, workers=1
    ),
    "Strategy.act": lambda _: gd.strategy(SLOW).act(DEAL.view(DEAL.turn or 0)),
    "Strategy.act_each": lambda _: gd.strategy(SLOW).act_each([DEAL.view(DEAL.turn or 0)] * 9),
    "Match.act": lambda _: stepped(),
    "Match.play": lambda _: gd.Match(strategies="rollout(samples=3000)", seed=1).play(),
    "Rules of a pipe": lambda path: gd.Rules(path / "pipe"),
    "Rules.from_toml of a pipe": lambda path: gd.Rules.from_toml(path / "pipe"),
    "Deal.new with rules of a pipe": lambda path: gd.Deal.new(seed=1, rules=str(path / "pipe")),
}


@pytest.mark.parametrize("call", ENDLESS)
def test_a_call_without_an_end_in_sight_hears_signals(call: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    begun = time.monotonic()
    with pytest.raises(Pressed), pressed_after(signal.ITIMER_REAL, 0.5):
        ENDLESS[call](tmp_path)
    assert time.monotonic() - begun < SOON


# Each takes a good part of a second with so many deals, and a hundred times as long with all there can be.
LARGE: dict[str, Callable[[gd.VecDeals], Callable[[], Any]]] = {
    "reset": lambda deals: lambda: deals.reset(seed=2),
    "step": lambda deals: lambda: deals.step(np.zeros(MANY, dtype=np.int64)),
    "Legals.cards": lambda deals: array_of(deals, 1, "cards"),
    "Legals.ranks": lambda deals: array_of(deals, 1, "ranks"),
    "pickle.loads": lambda deals: read_of(pickle.dumps(deals)),
}


def array_of(deals: gd.VecDeals, which: int, name: str) -> Callable[[], Any]:
    batch = deals.reset()[which]
    return lambda: getattr(batch, name)


def read_of(saved: bytes) -> Callable[[], Any]:
    return lambda: pickle.loads(saved)  # noqa: S301


@pytest.mark.parametrize("call", LARGE)
def test_a_call_with_many_deals_hears_signals_in_between(call: str, deals: gd.VecDeals) -> None:
    """By processor time, which a busy machine does not stretch."""
    deals.reset(seed=1)
    work = LARGE[call](deals)
    begun = time.process_time()
    work()
    whole = time.process_time() - begun
    deals.reset(seed=1)
    begun = time.process_time()
    with pytest.raises(Pressed), pressed_after(signal.ITIMER_VIRTUAL, whole / 8):
        work()
    assert time.process_time() - begun < 0.8 * whole


def test_deals_of_an_interrupted_reset_stay_and_those_of_an_interrupted_step_begin_anew(deals: gd.VecDeals) -> None:
    zeros = np.zeros(MANY, dtype=np.int64)
    deals.reset(seed=3)
    hands = deals.step(zeros)[0].counts
    deals.reset(seed=3)
    with pytest.raises(Pressed), pressed_after(signal.ITIMER_VIRTUAL, 0.02):
        deals.reset(seed=4)
    assert deals.seed == 3
    assert (deals.step(zeros)[0].counts == hands).all()
    with pytest.raises(Pressed), pressed_after(signal.ITIMER_VIRTUAL, 0.02):
        deals.step(zeros)
    for call in (lambda: deals.step(zeros), lambda: pickle.dumps(deals)):
        with pytest.raises(gd.GuandanError, match=r"a step was interrupted, .* begin anew by reset"):
            call()
    deals.reset()
    assert (deals.step(zeros)[0].counts == hands).all()
