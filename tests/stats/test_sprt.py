"""The sequential test: its likelihoods against a general optimiser, its error rates, its degenerate corners."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize

from guandan_sim.stats import Sprt, wilson
from guandan_sim.stats.likelihood import PSEUDO_COUNT, log_likelihood_ratio, with_pseudo_counts

WIN_RATE = Sprt(0.0, 0.02, -1.0, 1.0)
STEPS = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])


def best_log_likelihood(values: np.ndarray, counts: np.ndarray, mean: float) -> float:
    """The slow twin: maximises the multinomial likelihood under the mean's constraint with scipy's general solver."""

    def minus(p: np.ndarray) -> float:
        return -float(counts @ np.log(p))

    constraints = [
        {"type": "eq", "fun": lambda p: p.sum() - 1, "jac": lambda p: np.ones_like(p)},
        {"type": "eq", "fun": lambda p: p @ values - mean, "jac": lambda _: values},
    ]
    found = optimize.minimize(
        minus,
        counts / counts.sum(),
        jac=lambda p: -counts / p,
        bounds=[(1e-9, 1)] * len(values),
        constraints=constraints,
        options={"maxiter": 500, "ftol": 1e-13},
    )
    assert found.success
    return -float(found.fun)


@pytest.mark.parametrize("counts", [[10, 20, 38, 22, 12], [1, 0, 2, 1, 3], [50, 1, 1, 1, 50], [3, 3, 90, 2, 2]])
def test_the_likelihood_ratio_is_that_of_a_general_optimiser(counts: list[int]) -> None:
    values, padded = with_pseudo_counts(STEPS, np.array([counts], dtype=float), -1.0, 1.0)
    merged = np.array(counts, dtype=float)
    merged[[0, -1]] += PSEUDO_COUNT
    for mean0, mean1 in ((0.0, 0.02), (-0.3, 0.1), (0.1, 0.5)):
        ours = float(log_likelihood_ratio(values, padded, mean0, mean1)[0])
        twin = best_log_likelihood(STEPS, merged + 1e-12, mean1) - best_log_likelihood(STEPS, merged + 1e-12, mean0)
        assert ours == pytest.approx(twin, rel=1e-3, abs=1e-3)


def test_the_likelihood_ratio_of_wins_and_losses_is_walds_own() -> None:
    """With two possible scores the mean fixes the distribution: the ratio is the simple one of 1947."""
    values = np.array([0.0, 1.0])
    counts = np.array([[40.0, 60.0]])
    ours = float(log_likelihood_ratio(values, counts, 0.5, 0.6)[0])
    assert ours == pytest.approx(60 * math.log(0.6 / 0.5) + 40 * math.log(0.4 / 0.5), rel=1e-12)


def test_for_many_blocks_the_ratio_nears_its_quadratic_form() -> None:
    counts = np.array([[1000.0, 2000, 3800, 2010, 1190]])
    mean = float(counts[0] @ STEPS / counts.sum())
    variance = float(counts[0] @ (STEPS - mean) ** 2 / counts.sum())
    quadratic = counts.sum() * 0.02 * (mean - 0.01) / variance
    assert float(log_likelihood_ratio(STEPS, counts, 0.0, 0.02)[0]) == pytest.approx(quadratic, rel=0.02)


@settings(max_examples=50)
@given(
    st.lists(st.sampled_from([-1.0, -0.5, -1 / 3, 0.0, 1 / 3, 0.5, 1.0]), max_size=60),
    st.integers(1, 200),
    st.floats(-0.9, 0.8),
    st.floats(0.001, 0.1),
)
def test_never_nan_and_never_beyond_what_the_blocks_can_tell(
    scores: list[float], times: int, mean0: float, gap: float
) -> None:
    test = Sprt(mean0, mean0 + gap, -1.0, 1.0)
    path = test.path(scores * times)
    assert np.isfinite(path).all()
    most = max(math.log((1 + mean0 + gap) / (1 + mean0)), math.log((1 - mean0) / (1 - mean0 - gap)))
    assert (np.abs(path) <= (np.arange(1, len(path) + 1) + 2 * PSEUDO_COUNT) * most + 1e-9).all()
    json.dumps(test.test(scores * times).to_dict(), allow_nan=False)


@pytest.mark.parametrize(
    ("score", "decision"), [(1.0, "mean1"), (-1.0, "mean0"), (0.0, "mean0"), (0.5, "mean1"), (-0.25, "mean0")]
)
def test_one_sided_and_constant_streams_are_decided_soon(score: float, decision: str) -> None:
    result = WIN_RATE.test(np.full(400, score))
    assert result.decision == decision
    assert result.blocks < 400
    assert (result.estimate.value, result.estimate.low, result.estimate.high) == (score, score, score)
    assert result.unbiased is None


def test_a_million_equal_blocks_do_not_hang_or_lose_digits() -> None:
    wide = Sprt(0.0, 1e-6, -1.0, 1.0)
    for score in (0.0, 1.0):
        counts = np.array([[1e6 if value == score else 0.0 for value in STEPS]])
        ratio = log_likelihood_ratio(*with_pseudo_counts(STEPS, counts, -1.0, 1.0), wide.mean0, wide.mean1)
        expected = 1e6 * math.log1p(1e-6) if score else 1e6 * math.log1p(-1e-6)
        assert float(ratio[0]) == pytest.approx(expected, rel=2e-2)


def test_verdicts_say_what_was_decided() -> None:
    assert WIN_RATE.test(np.ones(300)).verdict == (
        "a mean of 0.02 accepted, 0 rejected, after 149 blocks (log likelihood ratio 2.95 >= 2.94)"
    )
    assert WIN_RATE.test(np.zeros(300)).verdict == (
        "a mean of 0 accepted, 0.02 rejected, after 147 blocks (log likelihood ratio -2.96 <= -2.94)"
    )
    assert WIN_RATE.test([]).verdict == (
        "undecided after 0 blocks (log likelihood ratio 0.00, between -2.94 and 2.94): more blocks are needed"
    )


def test_the_stop_does_not_depend_on_how_many_blocks_were_ready() -> None:
    scores = np.random.default_rng(21).choice(STEPS, size=9000, p=[0.1, 0.2, 0.38, 0.2, 0.12])
    whole = WIN_RATE.test(scores)
    assert whole.decision != "undecided"
    assert 1024 < whole.blocks < 9000  # the decision is not in the first chunk
    for ready in (whole.blocks, whole.blocks + 1, whole.blocks + 777):
        partial = WIN_RATE.test(scores[:ready])
        assert partial.seen == ready
        assert {**partial.to_dict(), "seen": 9000} == whole.to_dict()
    before = WIN_RATE.test(scores[: whole.blocks - 1])
    assert before.decision == "undecided"
    # scores that come only later, with other values, change no earlier ratio by a single bit
    with_new_values = WIN_RATE.path(np.append(scores[:2000], [1 / 3, -0.123]))
    assert (with_new_values[:2000] == WIN_RATE.path(scores[:2000])).all()


@pytest.mark.parametrize(
    ("weights", "hypothesis", "bound"),
    [
        ([0.10, 0.20, 0.40, 0.20, 0.10], "mean0", 0.05),  # mean 0
        ([0.08, 0.19, 0.38, 0.21, 0.14], "mean1", 0.05),  # mean 0.07
        ([0.00, 0.05, 0.90, 0.05, 0.00], "mean0", 0.05),  # mean 0, hardly anything differs
        ([0.49, 0.00, 0.02, 0.00, 0.49], "mean0", 0.05),  # mean 0, almost only swings
        ([0.01, 0.00, 0.90, 0.04, 0.05], "mean1", 0.05),  # mean 0.06 by rare large wins
    ],
)
def test_error_rates_stay_within_their_bounds(weights: list[float], hypothesis: str, bound: float, proof: bool) -> None:
    streams = 4000 if proof else 150
    mean = float(np.array(weights) @ STEPS)
    test = Sprt(0.0, mean, -1.0, 1.0) if hypothesis == "mean1" else Sprt(mean, mean + 0.07, -1.0, 1.0)
    rng = np.random.default_rng(len(weights) + round(1000 * weights[2]))
    errors = undecided = 0
    for _ in range(streams):
        decided = test.path(rng.choice(STEPS, size=6000, p=weights))[-1]
        undecided += test.lower < decided < test.upper
        errors += decided >= test.upper if hypothesis == "mean0" else decided <= test.lower
    assert undecided <= streams // 100
    # the bound itself is Wald's approximation; the share of errors must not be credibly above it
    assert (wilson(int(errors), streams, 0.998).low or 0.0) <= bound


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0.02, 0.0, -1, 1), r"expected low < mean0 < mean1 < high, got -1 < 0\.02 < 0\.0 < 1"),
        ((0.0, 1.0, -1, 1), r"expected low < mean0 < mean1 < high"),
        ((0.0, float("nan"), -1, 1), r"expected low < mean0 < mean1 < high"),
        ((0.0, 0.1, -1, 1, 0.5, 0.5), r"expected alpha \+ beta below 1, got 0\.5 \+ 0\.5"),
        ((0.0, 0.1, -1, 1, 0.0, 0.5), r"alpha: expected a number strictly between 0 and 1, got 0\.0"),
    ],
)
def test_impossible_tests_are_refused(arguments: tuple[float, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Sprt(*arguments)


def test_scores_beyond_the_declared_range_are_refused() -> None:
    with pytest.raises(ValueError, match=r"block scores: value 2 is 1\.5; expected -1\.0 to 1\.0"):
        WIN_RATE.test([0, 1, 1.5])


def test_numpy_fractions_and_lists_give_one_result() -> None:
    scores = [Fraction(1, 2), Fraction(-1, 4)] * 20
    assert WIN_RATE.test([float(s) for s in scores]) == WIN_RATE.test(np.array(scores, dtype=float))
