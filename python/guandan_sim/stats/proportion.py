"""Intervals for numbers between 0 and 1: shares, and scores of blocks."""

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

    The interval stays between 0 and 1 and its width is never 0. A tie may be counted as half a success. Without trials
    nothing is known and all numbers are None. Raises `ValueError` unless 0 <= successes <= trials.
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
    """The mean of block scores (1 won, 0.5 even, 0 lost) with an interval that stays between 0 and 1.

    It is Wilson's interval with the effective number of trials, m(1 - m) / variance of the mean, and with t of n - 1
    degrees of freedom in place of z (Franco, Little, Louis and Slud, J. Surv. Stat. Methodol. 7, 2019). Unlike the
    plain t interval it keeps its coverage near 0 and 1, and its ends have finite Elo ratings.

    When every block scores exactly one half, two sides play alike and the width is 0. When all blocks agree on another
    value, or there is one block only, the variance is unknown: then m(1 - m), the largest possible at that mean, is
    used. Raises `ValueError` for scores outside 0 to 1.
    """
    check_probability(confidence, "confidence")
    array = as_scores(scores)
    outside = np.flatnonzero((array < 0.0) | (array > 1.0))
    if outside.size:
        raise ValueError(f"block scores: value {outside[0]} is {array[outside[0]]}; expected scores from 0 to 1")
    return share_interval(mean_of(Moments.of(array)), confidence)


def share_interval(share: Functional, confidence: float = 0.95) -> Estimate:
    """A share with the interval of `score_interval`, for any functional from 0 to 1, such as a ratio of sums.

    The number of blocks that the share rests on sets the degrees of freedom. It is also the number of trials where the
    variance of blocks is unknown. Raises `ValueError` for a value outside 0 to 1.
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
