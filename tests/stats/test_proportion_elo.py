"""Shares and Elo: scipy's Wilson interval, finite answers for sides that always win (case R10)."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as reference

from guandan_sim.stats import elo_difference, elo_of_score, score_interval, wilson


@given(st.integers(1, 500), st.data(), st.floats(0.5, 0.999))
def test_wilson_agrees_with_scipy(trials: int, data: st.DataObject, confidence: float) -> None:
    successes = data.draw(st.integers(0, trials))
    theirs = reference.binomtest(successes, trials).proportion_ci(confidence, method="wilson")
    ours = wilson(successes, trials, confidence)
    assert (ours.low, ours.high) == (pytest.approx(theirs.low, abs=1e-12), pytest.approx(theirs.high, abs=1e-12))


def test_wilson_of_nothing_and_of_nonsense() -> None:
    assert (wilson(0, 0).value, wilson(0, 0).low, wilson(0, 0).high) == (None, None, None)
    with pytest.raises(ValueError, match=r"share: expected 0 <= successes <= trials, got 3 of 2"):
        wilson(3, 2)


def test_score_interval_of_single_trials_is_wilsons_with_t() -> None:
    """Blocks of one game each: the effective number of trials is n - 1, the only other change is t for z."""
    scores = [1.0] * 70 + [0.0] * 30
    t = reference.t.ppf(0.975, 99)
    confidence = 2 * reference.norm.cdf(t) - 1
    twin = reference.binomtest(70, 100).proportion_ci(confidence, method="wilson")
    ours = score_interval(scores)
    assert ours.low == pytest.approx(twin.low, abs=2e-3)
    assert ours.high == pytest.approx(twin.high, abs=2e-3)


def test_score_interval_becomes_the_t_interval_when_blocks_are_many() -> None:
    scores = np.random.default_rng(2).choice([0, 0.25, 0.5, 0.75, 1], size=50_000)
    ours = score_interval(scores)
    theirs = reference.ttest_1samp(scores, 0.0).confidence_interval()
    assert (ours.low, ours.high) == (pytest.approx(theirs.low, abs=1e-6), pytest.approx(theirs.high, abs=1e-6))


def test_r10_one_win_and_one_tie_is_finite() -> None:
    result = elo_difference([1.0, 0.5])
    assert result.elo == pytest.approx(400 * math.log10(3))
    assert result.low is not None
    assert result.high is not None
    assert result.low < 0 < result.elo < result.high


@pytest.mark.parametrize(("score", "open_end", "closed_end"), [(1.0, "high", "low"), (0.0, "low", "high")])
def test_r10_ten_of_ten_has_one_open_end_and_no_infinity(score: float, open_end: str, closed_end: str) -> None:
    result = elo_difference([score] * 10)
    assert result.elo is None
    assert getattr(result, open_end) is None
    expected = reference.binomtest(int(10 * score), 10).proportion_ci(method="wilson")
    end = expected.low if score else expected.high
    assert getattr(result, closed_end) == pytest.approx(400 * math.log10(end / (1 - end)))
    assert json.loads(json.dumps(result.to_dict(), allow_nan=False))["elo"] is None


def test_r11_two_sides_that_play_alike_are_exactly_even() -> None:
    result = elo_difference([0.5] * 40)
    assert (result.elo, result.low, result.high) == (0, 0, 0)


def test_a_constant_score_other_than_even_keeps_a_width() -> None:
    result = score_interval([0.75, 0.75])
    assert result.low is not None
    assert result.high is not None
    assert result.low < 0.4 < 0.75 < result.high


def test_no_and_single_blocks() -> None:
    assert elo_difference([]).elo is None
    assert elo_difference([]).score.value is None
    single = elo_difference([0.5])
    assert single.low is not None
    assert single.low < -200


@given(st.floats(-1500, 1500))
def test_elo_is_the_inverse_of_the_expected_score(elo: float) -> None:
    score = 1 / (1 + 10 ** (-elo / 400))
    assert elo_of_score(score) == pytest.approx(elo, rel=1e-9, abs=1e-9)


def test_scores_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match=r"block scores: value 1 is 1\.5; expected scores from 0 to 1"):
        elo_difference([0.5, 1.5])
    with pytest.raises(ValueError, match=r"score: expected a number from 0 to 1, got -1"):
        elo_of_score(-1)
