"""How many blocks are needed to find an effect, from the variance of block scores."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .distributions import normal_quantile, two_sided_z
from .inputs import as_scores, check_probability
from .result import Result


@dataclass(frozen=True)
class Plan(Result):
    """The number of blocks that finds an effect with a given power, planned from a pilot.

    The variance of the pilot is itself an estimate. `blocks_low` and `blocks_high` are the numbers of blocks at the
    ends of its 95 % interval; both are None when the scores of the pilot do not vary. `units` is the number of blocks
    times the deals or matches of a block.
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
    """The blocks with which a two-sided t test at level `alpha` finds a mean that is off by `effect`.

    `power` is the chance to find it. The formula is (z(1 - alpha/2) + z(power))**2 variance / effect**2 +
    z(1 - alpha/2)**2 / 2, rounded up (Guenther, Am. Stat. 35, 1981). Raises `ValueError` for numbers that make no plan.
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


def plan(
    pilot: npt.ArrayLike, effect: float, power: float = 0.9, alpha: float = 0.05, units_per_block: int = 1
) -> Plan:
    """Plans how many blocks find `effect`, from the block scores (or differences) of a pilot in the same unit.

    The interval of the variance treats its logarithm as normal with variance (kurtosis - 1) / n, which is the delta
    method on the fourth moment (Cramer, Mathematical Methods of Statistics, 1946, 27.7). Differences on the same cards
    are often mostly 0 and far from normal; the usual chi-square interval would be much too short for them. Raises
    `ValueError` for a pilot of fewer than two blocks and for numbers that make no plan.
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
