"""Brownian exits against each other's series and simulation; the estimate after a stop against its promise."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from guandan_sim.stats import Sprt, wilson
from guandan_sim.stats.brownian import _by_images, _later, exits_above, exits_above_by


@given(st.floats(-3, -0.3), st.floats(0.3, 3), st.floats(-3, 3), st.floats(0.35, 0.7))
def test_the_two_series_agree_where_both_converge(lower: float, upper: float, drift: float, spread: float) -> None:
    time = spread * (upper - lower) ** 2
    by_modes = exits_above(lower, upper, drift, 1.0) - _later(time, lower, upper, drift, 1.0)
    assert _by_images(time, lower, upper, drift, 1.0) == pytest.approx(by_modes, abs=1e-9)


@given(st.floats(-3, -0.3), st.floats(0.3, 3), st.floats(-40, 40), st.floats(0.01, 2000))
def test_exit_chances_are_complementary_and_rise_with_time(
    lower: float, upper: float, drift: float, time: float
) -> None:
    above = exits_above(lower, upper, drift, 1.0)
    assert above + exits_above(-upper, -lower, -drift, 1.0) == pytest.approx(1.0)
    sooner, later = (exits_above_by(t, lower, upper, drift, 1.0) for t in (time, 1.5 * time))
    assert 0.0 <= sooner <= later + 1e-12
    assert later <= above + 1e-9
    assert exits_above_by(1e6, lower, upper, drift, 1.0) == pytest.approx(above, abs=1e-9)


def test_exit_by_a_time_agrees_with_a_simulated_walk() -> None:
    rng = np.random.default_rng(4)
    steps, walks = 2000, 4000
    lower, upper, drift, time = -1.0, 0.7, 0.4, 0.8
    # a walk of +-1 steps meets barriers on its lattice exactly, so only the step size is an approximation
    size = math.sqrt(time / steps)
    low, high = round(lower / size), round(upper / size)
    path = np.cumsum(np.where(rng.random((walks, steps)) < 0.5 + 0.5 * drift * size, 1, -1), axis=1, dtype=np.int16)
    first_high = np.where((path >= high).any(axis=1), (path >= high).argmax(axis=1), steps)
    first_low = np.where((path <= low).any(axis=1), (path <= low).argmax(axis=1), steps)
    share = wilson(int((first_high < first_low).sum()), walks, 0.999)
    assert share.low is not None
    assert share.high is not None
    assert share.low <= exits_above_by(time, low * size, high * size, drift, 1.0) <= share.high


@pytest.mark.parametrize("truth", [-0.05, 0.05, 0.12, 0.2])
def test_the_estimate_after_a_stop_is_above_the_truth_half_the_time(truth: float, proof: bool) -> None:
    streams = 2000 if proof else 150
    test = Sprt(0.0, 0.1, -1.0, 1.0)
    rng = np.random.default_rng(round(1000 * (truth + 1)))
    values, plain, covered = [], [], 0
    for _ in range(streams):
        scores = rng.choice([-1.0, -0.5, 0.0, 0.5, 1.0], size=4000, p=weights_with_mean(truth))
        result = test.test(scores)
        assert result.unbiased is not None
        values.append(result.unbiased.value or 0.0)
        plain.append(result.estimate.value or 0.0)
        covered += (result.unbiased.low or 0.0) <= truth <= (result.unbiased.high or 0.0)
    high = sum(value > truth for value in values)
    above, cover = wilson(high, streams, 0.998), wilson(covered, streams, 0.998)
    assert (above.low or 0) - 0.02 <= 0.5 <= (above.high or 0) + 0.02
    # tests as short as these (60 blocks at 0.2) overshoot, which makes the interval a little too wide, never too short
    assert (cover.high or 0) >= 0.95
    assert (cover.low or 1) <= 0.98
    if truth != 0.05:  # in the middle both are unbiased by symmetry
        assert abs(np.mean(values) - truth) < abs(np.mean(plain) - truth)


def weights_with_mean(mean: float) -> list[float]:
    return [0.1 - mean / 3, 0.2 - mean / 3, 0.4, 0.2 + mean / 3, 0.1 + mean / 3]
