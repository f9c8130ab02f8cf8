"""Estimates that are smooth functions of column means: means, ratios of means, and their differences.

To first order the error of such an estimate is a weighted sum of the errors of the column means, with the derivatives
as weights (delta method, or linearisation: Cochran, Sampling Techniques, 3rd ed. 1977, sections 2.11 and 6.4). So one
rule gives the interval of all of them. The difference of two estimates on the same blocks is one more such estimate, so
pairing needs no code of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from .distributions import t_cdf, two_sided_t
from .inputs import check_probability
from .moments import Moments
from .result import Estimate

if TYPE_CHECKING:
    import numpy.typing as npt

METHOD_T = "t over blocks"


@dataclass(frozen=True)
class Functional:
    """A value computed from column means, and its derivative by each of them.

    `value` is None when it does not exist, such as a ratio whose denominator is 0. `resting` is the number of blocks
    that the value rests on: all of them, or fewer when it is a ratio and some blocks have little or nothing of the
    denominator.
    """

    moments: Moments
    value: Fraction | None
    gradient: tuple[Fraction, ...]
    resting: float

    @cached_property
    def variance(self) -> Fraction | None:
        """The variance that one block contributes: n times the variance of the value. None below two blocks."""
        return None if self.value is None else self.moments.variance(self.gradient)

    def __sub__(self, other: Functional) -> Functional:
        """The difference, which exists when both values do. Raises `ValueError` unless both are of the same moments."""
        if self.moments != other.moments:
            raise ValueError("difference: expected two estimates from the same moments")
        if self.value is None or other.value is None:
            return Functional(self.moments, None, self.gradient, 0.0)
        gradient = tuple(a - b for a, b in zip(self.gradient, other.gradient, strict=True))
        return Functional(self.moments, self.value - other.value, gradient, min(self.resting, other.resting))


def mean_of(moments: Moments, column: int = 0) -> Functional:
    """The mean of a column."""
    gradient = tuple(Fraction(int(i == column)) for i in range(len(moments.sums)))
    return Functional(moments, moments.mean(column), gradient, moments.n)


def ratio_of(moments: Moments, numerator: int = 0, denominator: int = 1) -> Functional:
    """The mean of one column divided by the mean of another, which does not exist when the denominator is 0.

    It serves metrics such as levels a deal, of which both parts vary by block. The sums are divided; the ratios of
    blocks are not averaged, so blocks with a denominator of 0 need no special case.
    """
    columns = len(moments.sums)
    bottom = moments.sums[denominator]
    if not bottom:
        return Functional(moments, None, (Fraction(0),) * columns, 0.0)
    value = moments.sums[numerator] / bottom
    gradient = [Fraction(0)] * columns
    gradient[numerator] += moments.n / bottom
    gradient[denominator] -= value * moments.n / bottom
    # (sum of y)**2 / sum of y**2, all blocks when each has as much of it (Kish, Survey Sampling, 1965, section 8.2).
    resting = float(bottom * bottom / moments.product(denominator, denominator))
    return Functional(moments, value, tuple(gradient), resting)


def interval(functional: Functional, confidence: float = 0.95) -> Estimate:
    """The value with its Student t interval over blocks (n - 1 degrees of freedom).

    Blocks that all agree give an interval of width 0; fewer than two blocks give none.
    """
    check_probability(confidence, "confidence")
    n, value, variance = functional.moments.n, functional.value, functional.variance
    if value is None or variance is None:
        return Estimate(None if value is None else float(value), None, None, None, n, confidence, METHOD_T)
    se = math.sqrt(variance / n)
    reach = two_sided_t(confidence, n - 1) * se if se else 0.0
    return Estimate(float(value), float(value) - reach, float(value) + reach, se, n, confidence, METHOD_T)


def p_value(functional: Functional, null: float = 0.0) -> float | None:
    """The two-sided p value of the t test that the true value is `null`; None when it cannot be tested.

    Where blocks do not vary, t does not exist. A value equal to `null` then has p = 1. Of any other value all n blocks
    that it rests on fell on the same side, which has p = 2 / 2**n by the sign test (Fisher, The Design of Experiments,
    1935).
    """
    lower = _lower_tail(functional, null)
    return None if lower is None else min(1.0, 2.0 * min(lower))


def superiority(functional: Functional, null: float = 0.0) -> float | None:
    """How sure it is that the true value is above `null`: the likelihood of superiority, 1 minus the one-sided p value.

    One half when nothing differs, 1 - 2**-n when all n blocks agree on a value above, None when it cannot be told.
    """
    lower = _lower_tail(functional, null)
    if lower is None:
        return None
    below, above = lower
    return 0.5 if below == above else below


def _lower_tail(functional: Functional, null: float) -> tuple[float, float] | None:
    """The chances of a t at most and at least the observed one; both 1 when every block agrees with `null`."""
    value, variance, n = functional.value, functional.variance, functional.moments.n
    if value is None or variance is None:
        return None
    distance = value - Fraction(null)
    if not variance:
        if not distance:
            return 1.0, 1.0
        tail = 2.0**-functional.resting
        return (1.0 - tail, tail) if distance > 0 else (tail, 1.0 - tail)
    # the square of t stays a fraction, so neither a tiny nor a huge spread divides by a rounded 0
    squared = distance * distance * n / variance
    t = math.copysign(math.sqrt(min(squared, Fraction(10) ** 300)), distance)
    return t_cdf(t, n - 1), t_cdf(-t, n - 1)


def mean_interval(scores: npt.ArrayLike, confidence: float = 0.95) -> Estimate:
    """The mean of block scores, in their unit, with its t interval (Student, Biometrika 6, 1908)."""
    return interval(mean_of(Moments.of(scores)), confidence)


def ratio_interval(numerators: npt.ArrayLike, denominators: npt.ArrayLike, confidence: float = 0.95) -> Estimate:
    """The sum of `numerators` over the sum of `denominators`, one of each a block, with its linearised interval."""
    return interval(ratio_of(Moments.of(numerators, denominators)), confidence)
