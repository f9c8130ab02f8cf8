"""95 % intervals hold the truth in 94 to 96 % of repeated small experiments: 10,000 by `make proof`, 1,000 here.

The experiments mimic what the project compares: a rule's effect on common deals (differences mostly 0, skewed), a
ratio metric, duplicate blocks of a stronger side, and the same on the Elo scale. Truths are exact expectations.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from experiments import Coverage, Interval, coverage

from guandan_sim.stats import (
    elo_difference,
    elo_of_score,
    mean_interval,
    paired_difference,
    paired_ratio_difference,
    ratio_interval,
    until_half_width,
)

if TYPE_CHECKING:
    from collections.abc import Callable


def level_gains(rng: np.random.Generator) -> Interval:
    """Levels won a deal under two tables, (1, 2, 3) and (1, 2, 4), on the same deals: a third of them diverge."""
    pattern = rng.choice(3, size=120, p=[0.3, 0.36, 0.34])
    result = paired_difference(np.array([1, 2, 3])[pattern], np.array([1, 2, 4])[pattern])
    return result.difference.low, result.difference.high


def length_of_matches(rng: np.random.Generator) -> Interval:
    """Deals a match under two rule sets, geometric and correlated by the shared cards; truth 2 deals more."""
    common = rng.geometric(0.2, size=200)
    result = paired_difference(common + rng.geometric(0.25, size=200), common + rng.geometric(1 / 6, size=200))
    return result.difference.low, result.difference.high


def levels_a_deal(rng: np.random.Generator) -> Interval:
    """A ratio of sums: matches have 5 to 15 deals, each worth 1, 2 or 3 levels."""
    deals = rng.integers(5, 16, size=100)
    levels = deals + rng.binomial(2 * deals, 0.4)
    result = ratio_interval(levels, deals)
    return result.low, result.high


def levels_a_deal_compared(rng: np.random.Generator) -> Interval:
    """The difference of two such ratios on the same blocks."""
    deals = rng.integers(5, 16, size=100)
    more = deals + rng.integers(0, 3, size=100)
    first = (deals + rng.binomial(2 * deals, 0.4), deals)
    second = (more + rng.binomial(2 * more, 0.5), more)
    result = paired_ratio_difference(first, second)
    return result.difference.low, result.difference.high


def duplicate_scores(rng: np.random.Generator, strength: float, blocks: int) -> np.ndarray:
    """Four deals a block, the better cards changing sides: their luck cancels in part."""
    luck = rng.uniform(-0.2, 0.2, size=blocks)
    won = rng.binomial(2, strength + luck) + rng.binomial(2, strength - luck)
    return won / 4


def win_rate(rng: np.random.Generator) -> Interval:
    result = mean_interval(2 * duplicate_scores(rng, 0.55, 60) - 1)
    return result.low, result.high


def elo(rng: np.random.Generator) -> Interval:
    result = elo_difference(duplicate_scores(rng, 0.55, 60))
    return result.low, result.high


def elo_of_a_much_stronger_side(rng: np.random.Generator) -> Interval:
    result = elo_difference(duplicate_scores(rng, 0.78, 60))
    return result.low, result.high


def until_short_enough(rng: np.random.Generator) -> Interval:
    """Stopped by the width of its own interval."""
    estimate = until_half_width(duplicate_scores(rng, 0.6, 600), 0.04, scale=0.25).estimate
    return estimate.low, estimate.high


@pytest.mark.parametrize(
    ("experiment", "truth"),
    [
        (level_gains, 0.34),
        (length_of_matches, 2.0),
        (levels_a_deal, 1.8),
        (levels_a_deal_compared, 0.2),
        (win_rate, 0.1),
        (elo, elo_of_score(0.55)),
        (elo_of_a_much_stronger_side, elo_of_score(0.78)),
        (until_short_enough, 0.6),
    ],
)
def test_intervals_cover_the_truth_19_times_in_20(
    experiment: Callable[[np.random.Generator], Interval], truth: float, repeats: int
) -> None:
    result = coverage(lambda index: experiment(np.random.default_rng((2024, index))), truth, repeats)
    assert result.open_ended == 0
    share = result.share.value or 0.0
    slack = 0.0 if repeats >= 10_000 else 3.0 * math.sqrt(0.95 * 0.05 / repeats)
    assert 0.94 - slack <= share <= 0.96 + slack, result


def test_coverage_counts_each_side_and_the_open_ends() -> None:
    intervals: list[Interval] = [
        (0.0, 1.0),
        (0.6, 1.0),
        (0.0, 0.4),
        (None, 0.4),
        (0.6, None),
        (None, None),
        (0.4, None),
    ]
    result = coverage(intervals.__getitem__, 0.5, len(intervals))
    assert result == Coverage(result.share, too_low=2, too_high=2, open_ended=1)
    assert result.share.value == pytest.approx(3 / 7)
