"""Whether intervals keep their word: small experiments repeated, truth known. Knows no formula of theirs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .proportion import wilson
from .result import Estimate, Result

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Coverage(Result):
    """How often the interval held the truth, and on which side it missed.

    `share` is the cover with its own (Wilson) interval. `open_ended` counts experiments that gave no interval at all;
    an interval open on one side covers everything there.
    """

    share: Estimate
    too_low: int
    too_high: int
    open_ended: int


def coverage(
    experiment: Callable[[int], tuple[float | None, float | None]], truth: float, repeats: int, confidence: float = 0.99
) -> Coverage:
    """Calls `experiment` with 0 .. repeats-1, each time a number to seed a new experiment with; it gives an interval.

    `too_low` counts intervals that end below the truth, `too_high` those that begin above it.
    """
    too_low = too_high = open_ended = 0
    for index in range(repeats):
        low, high = experiment(index)
        if low is None and high is None:
            open_ended += 1
        elif high is not None and high < truth:
            too_low += 1
        elif low is not None and low > truth:
            too_high += 1
    return Coverage(wilson(repeats - too_low - too_high, repeats, confidence), too_low, too_high, open_ended)
