"""What a sequential test tells about the mean after it stopped.

A test that stops at a boundary stops on extremes, so the plain mean is too far out. The possible outcomes are ordered
from "reached the lower boundary at once" to "reached the upper boundary at once" (Siegmund, Biometrika 65, 1978). The
estimate is the mean under which the observed outcome is the median; the ends of the interval are the means under which
it is at the edge of a tail.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .brownian import exits_above_by
from .result import Estimate

if TYPE_CHECKING:
    from collections.abc import Callable

METHOD_STOPPED = "median-unbiased after a sequential test"
_HALVINGS = 40
_DOUBLINGS = 60


def stopped_estimate(
    plain: Estimate,
    ratio: float,
    means: tuple[float, float],
    score_range: tuple[float, float],
    boundaries: tuple[float, float],
) -> Estimate | None:
    """The median-unbiased estimate after a test of two `means` that stopped at the log likelihood ratio `ratio`.

    `plain` is the mean over the blocks used, `score_range` the least and the most that a block can score, `boundaries`
    the ratios at which the test stops.

    The ratio is treated as a Brownian motion with drift gap (m - middle) / v and variance gap**2 / v for each block,
    where gap = mean1 - mean0. v is chosen so that the motion ends where the ratio did; it is the variance of scores up
    to the difference between the likelihood and its quadratic approximation. Returns None where this limit does not
    apply: for scores that do not vary, and where mean and ratio lie on opposite sides of the middle.
    """
    gap, middle, blocks = means[1] - means[0], (means[0] + means[1]) / 2.0, plain.n
    if plain.value is None or not plain.se or (plain.value - middle) * ratio <= 0.0:
        return None
    block_variance = gap * blocks * (plain.value - middle) / ratio
    variance = gap * gap / block_variance
    above = ratio > 0.0
    # the boundary is put where the ratio really ended: a block may overshoot it
    lower, upper = (boundaries[0], ratio) if above else (-boundaries[1], -ratio)

    def drift_at(chance: float) -> float:
        return _solve(
            lambda drift: exits_above_by(blocks, lower, upper, drift, variance), chance, upper / blocks, variance
        )

    def mean_at(chance: float) -> float:
        drift = drift_at(chance) if above else -drift_at(1.0 - chance)
        return float(min(score_range[1], max(score_range[0], middle + drift * block_variance / gap)))

    tail = (1.0 - plain.confidence) / 2.0
    se = math.sqrt(block_variance / blocks)
    return Estimate(mean_at(0.5), mean_at(tail), mean_at(1.0 - tail), se, blocks, plain.confidence, METHOD_STOPPED)


def _solve(rising: Callable[[float], float], target: float, start: float, variance: float) -> float:
    """The drift at which `rising` passes `target`: a bracket is doubled around `start`, then halved; both capped."""
    step = max(abs(start), math.sqrt(variance))
    low = high = start
    for _ in range(_DOUBLINGS):
        low, high = start - step, start + step
        if rising(low) <= target <= rising(high):
            break
        step *= 2.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        if rising(middle) < target:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0
