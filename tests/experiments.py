"""Tools of the tests that repeat small experiments: how often an interval holds the truth, the p value of a mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from guandan_sim.stats import Estimate, Moments, mean_of, p_value, wilson

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

Interval = tuple[float | None, float | None]


@dataclass(frozen=True)
class Coverage:
    """How often the interval held the truth, and on which side it missed.

    `share` is the coverage with its own (Wilson) interval. `open_ended` counts experiments that gave no interval at
    all; an interval without an end on one side covers everything there.
    """

    share: Estimate
    too_low: int
    too_high: int
    open_ended: int


def coverage(experiment: Callable[[int], Interval], truth: float, repeats: int) -> Coverage:
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
    return Coverage(wilson(repeats - too_low - too_high, repeats, 0.99), too_low, too_high, open_ended)


def mean_p_value(scores: npt.ArrayLike, null: float = 0.0) -> float | None:
    """The two-sided p value of the t test that block scores have mean `null`."""
    return p_value(mean_of(Moments.of(scores)), null)
