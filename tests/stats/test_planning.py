"""Plans: the planned number of blocks has the promised power, by scipy's non-central t and by simulation."""

from __future__ import annotations

import json

import numpy as np
import pytest
from experiments import mean_p_value
from scipy import stats as reference

from guandan_sim.stats import blocks_for_power, plan


def exact_power(effect: float, variance: float, blocks: int, alpha: float) -> float:
    shift = abs(effect) * np.sqrt(blocks / variance)
    t = reference.t.ppf(1 - alpha / 2, blocks - 1)
    return float(reference.nct.sf(t, blocks - 1, shift) + reference.nct.cdf(-t, blocks - 1, shift))


@pytest.mark.parametrize("power", [0.5, 0.8, 0.9, 0.99])
@pytest.mark.parametrize(("effect", "variance"), [(0.01, 0.1), (0.5, 1.0), (-0.3, 0.7), (1.0, 1.0)])
def test_planned_blocks_are_the_fewest_with_the_power_give_or_take_one(
    effect: float, variance: float, power: float
) -> None:
    blocks = blocks_for_power(effect, variance, power)
    assert exact_power(effect, variance, blocks + 1, 0.05) >= power
    assert exact_power(effect, variance, blocks - 2, 0.05) < power


def test_planned_power_is_real() -> None:
    blocks = blocks_for_power(0.25, 0.5, 0.8)
    rng = np.random.default_rng(14)
    found = sum((mean_p_value(rng.normal(0.25, np.sqrt(0.5), blocks)) or 1) <= 0.05 for _ in range(600))
    assert found / 600 == pytest.approx(0.8, abs=0.05)


def test_a_plan_counts_units_and_shows_how_vague_the_pilot_is() -> None:
    rng = np.random.default_rng(15)
    pilot = rng.choice([-0.5, 0.0, 0.5], size=200, p=[0.05, 0.9, 0.05])
    result = plan(pilot, 0.01, units_per_block=4)
    assert result.variance == pytest.approx(np.var(pilot, ddof=1))
    assert result.blocks == blocks_for_power(0.01, result.variance)
    assert result.units == 4 * result.blocks
    assert result.blocks_low is not None
    assert result.blocks_high is not None
    assert result.blocks_low < result.blocks < result.blocks_high
    json.dumps(result.to_dict(), allow_nan=False)


def test_the_pilots_variance_interval_covers_even_for_rare_differences() -> None:
    """Differences that are mostly 0, where the chi-square interval would cover a mere 60 %."""
    rng = np.random.default_rng(16)
    truth = blocks_for_power(0.02, 0.1 * 0.25)
    held = 0
    for _ in range(400):
        result = plan(rng.choice([-0.5, 0.0, 0.5], size=400, p=[0.05, 0.9, 0.05]), 0.02)
        held += (result.blocks_low or 0) <= truth <= (result.blocks_high or 0)
    assert held / 400 == pytest.approx(0.95, abs=0.03)


def test_a_pilot_in_which_nothing_differs_needs_the_fewest_blocks() -> None:
    result = plan([0.0] * 50, 0.01)
    assert (result.variance, result.blocks, result.blocks_low, result.blocks_high) == (0.0, 2, None, None)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0.1], 0.01), "pilot: expected at least 2 blocks, got 1"),
        (([0.1, 0.2], 0.0), "effect: expected a finite number other than 0"),
        (([0.1, 0.2], 0.01, 1.0), "power: expected a number strictly between 0 and 1"),
        (([0.1, 0.2], 0.01, 0.9, 0.05, 0), "units per block: expected 1 or more"),
    ],
)
def test_impossible_plans_are_refused(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        plan(*arguments)  # type: ignore[arg-type]
