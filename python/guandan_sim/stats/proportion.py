"""Intervals for numbers that live between 0 and 1: shares, and scores per block. Knows no rating scale."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from .distributions import two_sided_t, two_sided_z
from .functional import Functional, mean_of
from .inputs import as_scores, check_probability
from .moments import Moments
from .result import Estimate

METHOD_WILSON = "Wilson"
METHOD_WILSON_BLOCKS = "Wilson with the blocks' variance"


def wilson(successes: float, trials: int, confidence: float = 0.95) -> Estimate:
    """A share of independent trials with its score interval (Wilson, J. Am. Stat. Assoc. 22, 1927).

    Never leaves [0, 1], never has zero width. Half successes (ties) may be counted as 0.5. Without trials nothing is
    known and all numbers are None. ValueError unless 0 <= successes <= trials.
    """
    check_probability(confidence, "confidence")
    if trials < 0 or not 0.0 <= successes <= trials:
        raise ValueError(f"share: expected 0 <= successes <= trials, got {successes} of {trials}")
    if trials == 0:
        return Estimate(None, None, None, None, 0, confidence, METHOD_WILSON)
    share = successes / trials
    low, high = _wilson_ends(share, trials, two_sided_z(confidence))
    return Estimate(share, low, high, math.sqrt(share * (1.0 - share) / trials), trials, confidence, METHOD_WILSON)


def score_interval(scores: npt.ArrayLike, confidence: float = 0.95) -> Estimate:
    """Mean of block scores from [0, 1] (1 won, 0.5 even, 0 lost) with an interval that stays inside.

    Wilson's interval in which the number of trials is the effective one, m(1 - m) / variance of the mean, and t with
    n - 1 degrees of freedom replaces z (Franco, Little, Louis and Slud, J. Surv. Stat. Methodol. 7, 2019). Unlike
    the plain t interval it keeps its cover near 0 and 1 and maps to a finite Elo.

    Blocks that all say exactly one half are the mark of two sides that play alike: zero width. Blocks that agree on
    any other value, or a single block, tell nothing of the spread: then the largest one possible at that mean,
    m(1 - m) a block, is used. ValueError for scores outside [0, 1].
    """
    check_probability(confidence, "confidence")
    array = as_scores(scores)
    outside = np.flatnonzero((array < 0.0) | (array > 1.0))
    if outside.size:
        raise ValueError(f"block scores: value {outside[0]} is {array[outside[0]]}; expected scores from 0 to 1")
    return share_interval(mean_of(Moments.of(array)), confidence)


def share_interval(share: Functional, confidence: float = 0.95) -> Estimate:
    """The interval of `score_interval` for any functional from 0 to 1, such as the ratio of two sums over blocks.

    The blocks it rests on set the degrees of freedom, and are the trials where they do not tell their spread.
    """
    check_probability(confidence, "confidence")
    value, variance, n = share.value, share.variance, share.moments.n
    if value is None:
        return Estimate(None, None, None, None, n, confidence, METHOD_WILSON_BLOCKS)
    if not 0 <= value <= 1:
        raise ValueError(f"share: expected a number from 0 to 1, got {float(value)}")
    if variance == 0 and value == Fraction(1, 2):
        return Estimate(0.5, 0.5, 0.5, 0.0, n, confidence, METHOD_WILSON_BLOCKS)
    if not variance:
        se = math.sqrt(value * (1 - value) / share.resting)
        low, high = _wilson_ends(float(value), share.resting, two_sided_z(confidence))
        return Estimate(float(value), low, high, se, n, confidence, METHOD_WILSON_BLOCKS)
    trials = float(value * (1 - value) * n / variance)
    low, high = _wilson_ends(float(value), trials, two_sided_t(confidence, max(1, round(share.resting) - 1)))
    return Estimate(float(value), low, high, math.sqrt(variance / n), n, confidence, METHOD_WILSON_BLOCKS)


def _wilson_ends(share: float, trials: float, z: float) -> tuple[float, float]:
    """The shares p with |share - p| = z sqrt(p(1 - p) / trials)."""
    weight = z * z / trials
    centre = (share + weight / 2.0) / (1.0 + weight)
    reach = math.sqrt(weight * (share * (1.0 - share) + weight / 4.0)) / (1.0 + weight)
    # the share lies between the ends, at 0 and 1 exactly on one; rounding must not move it out
    low = min(share, max(0.0, centre - reach)) if share > 0.0 else 0.0
    high = max(share, min(1.0, centre + reach)) if share < 1.0 else 1.0
    return low, high
