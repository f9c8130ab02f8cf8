"""How many blocks a question needs. Knows variances of block scores, not where they come from."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from .brownian import exits_above, mean_exit_time
from .distributions import noncentral_t_cdf, normal_cdf, normal_quantile, two_sided_t, two_sided_z
from .inputs import as_scores, check_positive, check_probability
from .result import Result

if TYPE_CHECKING:
    from .sprt import Sprt

_NORMAL_FROM = 10_000  # degrees of freedom beyond which the t test is the normal one to four digits


@dataclass(frozen=True)
class Plan(Result):
    """Blocks needed to see an effect.

    `blocks_low` and `blocks_high` repeat the sum with the ends of an interval for the pilot's variance: a short pilot
    makes a vague plan (both None when the pilot has no spread). `units` = blocks times what each block costs.
    """

    effect: float
    power: float
    alpha: float
    variance: float
    pilot_blocks: int
    blocks: int
    blocks_low: int | None
    blocks_high: int | None
    units: int


def blocks_for_power(effect: float, variance: float, power: float = 0.9, alpha: float = 0.05) -> int:
    """Blocks for a two-sided t test at level `alpha` to find a mean off by `effect` with chance `power`.

    (z(1 - alpha/2) + z(power))**2 variance / effect**2 + z(1 - alpha/2)**2 / 2, rounded up: Guenther, Am. Stat. 35,
    1981.
    """
    check_probability(power, "power")
    check_probability(alpha, "alpha")
    if not effect or not math.isfinite(effect):
        raise ValueError(f"effect: expected a finite number other than 0, got {effect}")
    if not (variance >= 0.0 and math.isfinite(variance)):
        raise ValueError(f"variance: expected a finite number of 0 or more, got {variance}")
    z = two_sided_z(1.0 - alpha)
    # Not by the square of the effect, which may be no number any more.
    found = max(0.0, z + normal_quantile(power)) ** 2 * variance / effect / effect + z * z / 2.0
    if not math.isfinite(found):
        raise ValueError(f"effect: {effect:g} is too small for a number of blocks")
    return max(2, math.ceil(found))


def power_of(effect: float, variance: float, blocks: int, alpha: float = 0.05) -> float:
    """The chance that a two-sided t test over `blocks` blocks finds a mean that is off by `effect`."""
    check_probability(alpha, "alpha")
    check_positive(variance, "variance")
    if blocks < 2:
        raise ValueError(f"power: expected at least 2 blocks, got {blocks}")
    shift = abs(effect) * math.sqrt(blocks / variance)
    df = blocks - 1
    if df > _NORMAL_FROM:
        z = two_sided_z(1.0 - alpha)
        return normal_cdf(shift - z) + normal_cdf(-shift - z)
    t = two_sided_t(1.0 - alpha, df)
    return 1.0 - noncentral_t_cdf(t, df, shift) + noncentral_t_cdf(-t, df, shift)


def plan(
    pilot: npt.ArrayLike, effect: float, power: float = 0.9, alpha: float = 0.05, units_per_block: int = 1
) -> Plan:
    """Blocks needed for `effect` (unit of the scores), from the block scores or differences of a pilot.

    The interval for the variance takes its logarithm as normal with variance (kurtosis - 1) / n, the delta method on
    the fourth moment (Cramer, Mathematical Methods of Statistics, 1946, 27.7): differences on common random numbers
    are often mostly 0 and far from normal, where the usual chi-square interval would be much too short.
    """
    scores = as_scores(pilot, "pilot")
    n = len(scores)
    if n < 2:
        raise ValueError(f"pilot: expected at least 2 blocks, got {n}")
    if units_per_block < 1:
        raise ValueError(f"units per block: expected 1 or more, got {units_per_block}")
    centred = scores - scores.mean()
    variance = float((centred**2).sum() / (n - 1)) if np.ptp(scores) else 0.0
    blocks = blocks_for_power(effect, variance, power, alpha)
    low = high = None
    if variance:
        kurtosis = float((centred**4).mean() / (centred**2).mean() ** 2)
        factor = math.exp(min(two_sided_z(0.95) * math.sqrt(max(0.0, kurtosis - 1.0) / n), math.log(n)))
        low, high = (blocks_for_power(effect, variance * by, power, alpha) for by in (1.0 / factor, factor))
    return Plan(effect, power, alpha, variance, n, blocks, low, high, blocks * units_per_block)


@dataclass(frozen=True)
class SprtPlan(Result):
    """What a sequential test is expected to do when the true mean is `mean`: blocks to its end, chance of mean1."""

    mean: float
    expected_blocks: float
    accepts_mean1: float


def sprt_plan(test: Sprt, mean: float, variance: float) -> SprtPlan:
    """Expected length and outcome of a sequential test on block scores of this mean and variance.

    Brownian limit, so overshoot is left out and real tests take a few blocks more (Wald, Sequential Analysis, 1947).
    """
    check_positive(variance, "variance")
    gap, middle = test.mean1 - test.mean0, (test.mean0 + test.mean1) / 2.0
    drift, spread = gap * (mean - middle) / variance, gap * gap / variance
    return SprtPlan(
        mean,
        mean_exit_time(test.lower, test.upper, drift, spread),
        exits_above(test.lower, test.upper, drift, spread),
    )
