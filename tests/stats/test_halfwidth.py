"""Stopping at a half width: the first block that satisfies the rule, by an obvious loop."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats as reference

from guandan_sim.stats import until_half_width


def first_stop(scores: np.ndarray, target: float, scale: float) -> int | None:
    z = reference.norm.ppf(0.975)
    for n in range(2, len(scores) + 1):
        if n >= (z / target) ** 2 * (np.var(scores[:n], ddof=1) + scale**2 / n):
            return n
    return None


@pytest.mark.parametrize(("target", "scale"), [(0.05, 1.0), (0.1, 0.25), (0.2, 1.0), (0.011, 1.0)])
def test_the_stop_is_the_first_block_that_satisfies_the_rule(target: float, scale: float) -> None:
    scores = 1000.0 + np.random.default_rng(7).choice([-1, -0.5, 0, 0.5, 1], size=1500)
    expected = first_stop(scores, target, scale)
    result = until_half_width(scores, target, scale)
    assert result.reached is (expected is not None)
    assert result.blocks == (expected or 1500)
    assert result.estimate.n == result.blocks
    if expected:
        assert result.estimate.half_width == pytest.approx(target, rel=0.2)
        assert until_half_width(scores[:expected], target, scale).blocks == expected
        assert not until_half_width(scores[: expected - 1], target, scale).reached
    else:
        assert result.needed is not None
        assert result.needed == pytest.approx((1.96 / target) ** 2 * scores.var(), rel=0.01)


def test_equal_blocks_stop_only_after_the_least_number() -> None:
    z = reference.norm.ppf(0.975)
    result = until_half_width(np.zeros(1000), 0.005)
    assert result.reached
    assert result.blocks == math.ceil(z / 0.005)
    assert (result.estimate.low, result.estimate.high) == (0, 0)


def test_too_few_blocks_do_not_stop_and_guess_nothing() -> None:
    for scores in ([], [0.5]):
        result = until_half_width(scores, 0.1)
        assert (result.reached, result.needed, result.seen) == (False, None, len(scores))


@pytest.mark.parametrize("target", [0.0, -1.0, float("nan"), float("inf")])
def test_an_impossible_target_is_refused(target: float) -> None:
    with pytest.raises(ValueError, match=r"half width: expected a finite number above 0"):
        until_half_width([0, 1], target)


def test_a_half_width_that_no_number_of_blocks_reaches_is_refused() -> None:
    with pytest.raises(ValueError, match="half width: 1e-300 is too small"):
        until_half_width([0.0, 1.0], 1e-300)
