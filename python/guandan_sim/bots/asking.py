"""Asking a strategy about one decision of a deal that is played elsewhere, and checking what it raises and answers."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from traceback import extract_tb
from typing import Protocol

from guandan_sim._core import Play, View
from guandan_sim.arguments import check_whole
from guandan_sim.errors import PlanError, StrategyError


class Strategy(Protocol):
    """A strategy that is asked for one decision, as `gd.strategy` gives it."""

    def act(self, view: View, legal: Sequence[Play]) -> int:
        """The index of a play in `legal`, or their number to pass."""


def answer_of(strategy: Strategy, view: View, legal: Sequence[Play]) -> int:
    """The index of the play that a strategy chooses from `legal`, or their number for a pass.

    Raises `StrategyError` when the strategy raises an exception, or answers anything else.
    """
    place = f"strategy {_name_of(strategy)} failed at play {len(view.history)} (seat {view.seat}, {view.phase})"
    try:
        # A strategy may do with its list what it likes.
        answer = strategy.act(view, [*legal])
    except Exception as error:
        raise StrategyError(f"{place}: {_raised(error)}") from error
    can_pass = view.phase == "play" and view.table is not None
    try:
        return check_whole("its answer", answer, 0, len(legal) - (not can_pass))
    except PlanError as error:
        raise StrategyError(f"{place}: {error}") from None


@contextmanager
def closing(strategies: Sequence[object]) -> Iterator[None]:
    """Calls `close()` of each strategy that has such a method at the end, also after an error or Ctrl-C.

    Raises `StrategyError` for the last one that raises an exception.
    """
    with ExitStack() as ends:
        for strategy in strategies:
            ends.callback(_close, strategy)
        yield


def _close(strategy: object) -> None:
    close = getattr(strategy, "close", None)
    if close is None:
        return
    try:
        close()
    except Exception as error:
        raise StrategyError(f"strategy {_name_of(strategy)} failed when it was closed: {_raised(error)}") from error


def _name_of(strategy: object) -> str:
    """Its name, or that of its class."""
    name = getattr(strategy, "name", None)
    return name if isinstance(name, str) else type(strategy).__name__


def _raised(error: Exception) -> str:
    """What was raised, and where, in a line."""
    last = extract_tb(error.__traceback__)[-1]
    said = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
    return f"{said} ({Path(last.filename).name}:{last.lineno})"
