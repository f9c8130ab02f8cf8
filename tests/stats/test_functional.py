"""Intervals, p values, paired differences, ratios: scipy's numbers where it has them, exact answers at corners."""

from __future__ import annotations

import math

import numpy as np
import pytest
from experiments import mean_p_value
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as reference

from guandan_sim.stats import (
    Moments,
    mean_interval,
    mean_of,
    paired_difference,
    paired_ratio_difference,
    ratio_interval,
    superiority,
)

scores = st.lists(st.floats(-1e6, 1e6, allow_subnormal=False), min_size=3, max_size=50)


@given(scores, st.floats(0.5, 0.999))
def test_mean_interval_and_p_value_agree_with_scipy(values: list[float], confidence: float) -> None:
    array = np.array(values)
    spread = array.std(ddof=1)
    if spread < 1e-9 * (1 + np.abs(array).max()):
        return  # scipy itself warns of lost digits here; the exact cases are tested below
    theirs = reference.ttest_1samp(array, 0.0)
    ends = theirs.confidence_interval(confidence)
    ours = mean_interval(values, confidence)
    scale = np.abs(array).max()
    assert ours.low == pytest.approx(ends.low, rel=1e-9, abs=1e-9 * scale)
    assert ours.high == pytest.approx(ends.high, rel=1e-9, abs=1e-9 * scale)
    assert mean_p_value(values) == pytest.approx(theirs.pvalue, rel=1e-6, abs=1e-12)


def test_paired_difference_agrees_with_scipys_paired_test() -> None:
    rng = np.random.default_rng(11)
    common = rng.normal(size=200)
    baseline, variant = common + rng.normal(size=200) / 4, common + 0.05 + rng.normal(size=200) / 4
    theirs = reference.ttest_rel(variant, baseline)
    ours = paired_difference(baseline, variant)
    assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-10)
    assert ours.difference.low == pytest.approx(theirs.confidence_interval().low, rel=1e-10)
    assert ours.difference.high == pytest.approx(theirs.confidence_interval().high, rel=1e-10)
    unpaired = baseline.var(ddof=1) + variant.var(ddof=1)
    assert ours.variance_reduction == pytest.approx(unpaired / (variant - baseline).var(ddof=1), rel=1e-10)
    assert ours.variance_reduction > 10


@given(st.lists(st.floats(-1e9, 1e9), min_size=2, max_size=30))
def test_r11_equal_columns_differ_by_exactly_nothing(values: list[float]) -> None:
    result = paired_difference(values, values)
    assert (result.difference.value, result.difference.low, result.difference.high, result.difference.se) == (
        0,
        0,
        0,
        0,
    )
    assert result.p_value == 1.0
    assert result.variance_reduction is None
    ratio = paired_ratio_difference((values, range(1, len(values) + 1)), (values, range(1, len(values) + 1)))
    assert (ratio.difference.low, ratio.difference.high, ratio.p_value) == (0, 0, 1.0)


def test_a_constant_difference_has_no_width_and_the_sign_tests_p_value() -> None:
    result = paired_difference([0.1, 0.7, 0.3, 0.9], [1.1, 1.7, 1.3, 1.9])
    assert result.difference.value == pytest.approx(1.0)
    constant = mean_interval([0.3] * 5)
    assert (constant.value, constant.low, constant.high) == (0.3, 0.3, 0.3)
    assert mean_p_value([0.3] * 5) == 2 / 2**5
    assert mean_p_value([0.3]) is None
    assert mean_p_value([0.3] * 5, null=0.3) == 1.0


def test_too_few_blocks_give_none_and_not_a_guess() -> None:
    nothing = mean_interval([])
    assert (nothing.value, nothing.low, nothing.se, nothing.n) == (None, None, None, 0)
    single = mean_interval([2.5])
    assert (single.value, single.low, single.high, single.se, single.half_width) == (2.5, None, None, None, None)
    assert paired_difference([1.0], [2.0]).variance_reduction is None


def test_ratio_interval_is_the_t_interval_of_the_linearised_residuals() -> None:
    rng = np.random.default_rng(5)
    bottom = rng.integers(1, 9, size=300).astype(float)
    top = 0.4 * bottom + rng.normal(size=300)
    ratio = top.sum() / bottom.sum()
    residuals = ratio + (top - ratio * bottom) / bottom.mean()
    twin = reference.ttest_1samp(residuals, 0.0).confidence_interval()
    ours = ratio_interval(top, bottom)
    assert ours.value == pytest.approx(ratio)
    assert (ours.low, ours.high) == (pytest.approx(twin.low), pytest.approx(twin.high))


def test_ratio_interval_agrees_with_the_block_jackknife() -> None:
    rng = np.random.default_rng(6)
    bottom = rng.integers(0, 5, size=400).astype(float)
    top = rng.binomial(bottom.astype(int), 0.3).astype(float)
    without = (top.sum() - top) / (bottom.sum() - bottom)
    jackknife = math.sqrt((len(top) - 1) * np.var(without))
    assert ratio_interval(top, bottom).se == pytest.approx(jackknife, rel=5e-3)


def test_a_ratio_over_nothing_is_none() -> None:
    result = ratio_interval([1.0, 2.0], [0.0, 0.0])
    assert (result.value, result.low, result.high, result.se) == (None, None, None, None)
    paired = paired_ratio_difference(([1, 2], [0, 0]), ([1, 2], [1, 1]))
    assert (paired.difference.value, paired.p_value, paired.variance_reduction) == (None, None, None)


def test_superiority_is_one_minus_the_one_sided_p_value() -> None:
    values = np.random.default_rng(8).normal(0.2, 1.0, size=60)
    theirs = reference.ttest_1samp(values, 0.0, alternative="greater").pvalue
    assert superiority(mean_of(Moments.of(values))) == pytest.approx(1 - theirs)
    assert superiority(mean_of(Moments.of([0.0] * 9))) == 0.5
    assert superiority(mean_of(Moments.of([1.0] * 9))) == 1 - 2.0**-9
    assert superiority(mean_of(Moments.of([-1.0] * 9))) == 2.0**-9
    assert superiority(mean_of(Moments.of([1.0]))) is None


def test_a_difference_needs_the_same_moments() -> None:
    with pytest.raises(ValueError, match="the same moments"):
        mean_of(Moments.of([1, 2])) - mean_of(Moments.of([1, 3]))


@pytest.mark.parametrize("confidence", [0.0, 1.0, 95])
def test_a_confidence_outside_its_range_is_refused(confidence: float) -> None:
    with pytest.raises(ValueError, match=r"confidence: expected a number strictly between 0 and 1"):
        mean_interval([1, 2, 3], confidence)
