"""Exact sums and mergeable moments: any order, any split, no rounding."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from guandan_sim.stats import Moments, interval, mean_of
from guandan_sim.stats.exact import exact_dot, exact_sum

numbers = st.floats(min_value=-1e100, max_value=1e100, allow_nan=False) | st.integers(-50, 50).map(float)


@given(st.lists(numbers, max_size=40))
def test_exact_sum_equals_the_sum_of_fractions(values: list[float]) -> None:
    assert exact_sum(np.array(values, dtype=float)) == sum(map(Fraction, values), Fraction(0))


@given(st.lists(st.tuples(numbers, numbers), max_size=40))
def test_exact_dot_equals_the_sum_of_products_of_fractions(pairs: list[tuple[float, float]]) -> None:
    left, right = (np.array([pair[i] for pair in pairs], dtype=float) for i in (0, 1))
    assert exact_dot(left, right) == sum((Fraction(a) * Fraction(b) for a, b in pairs), Fraction(0))


@pytest.mark.parametrize("value", [2.0**53 - 1, -(2.0**53 - 1), 2.0**-1074, -0.1, 1.0 - 2.0**-53])
def test_exact_sums_hold_at_the_edges_of_the_mantissa(value: float) -> None:
    column = np.full(3000, value)
    assert exact_sum(column) == 3000 * Fraction(value)
    assert exact_dot(column, column) == 3000 * Fraction(value) ** 2


@given(st.lists(st.tuples(numbers, numbers), min_size=2, max_size=30), st.randoms(use_true_random=False))
def test_moments_do_not_depend_on_order_or_split(pairs: list[tuple[float, float]], random: object) -> None:
    whole = Moments.of([a for a, _ in pairs], [b for _, b in pairs])
    random.shuffle(pairs)  # type: ignore[attr-defined]
    cut = len(pairs) // 3
    pieces = [pairs[cut:], pairs[:cut]]
    merged = sum((Moments.of([a for a, _ in p], [b for _, b in p]) for p in pieces), Moments.empty(2))
    assert merged == whole
    assert interval(mean_of(merged, 1)) == interval(mean_of(whole, 1))


@pytest.mark.parametrize("weights", [(1.0, 0.0, 0.0), (0.0, 1.0, 1.0), (1.0, -1.0, 0.0), (1.0, -2.0, 0.5)])
def test_variances_of_weighted_sums_agree_with_numpy(weights: tuple[float, float, float]) -> None:
    columns = np.random.default_rng(3).normal(size=(3, 500))
    ours = Moments.of(*columns).variance([Fraction(weight) for weight in weights])
    np.testing.assert_allclose(float(ours or 0), np.var(np.array(weights) @ columns, ddof=1), rtol=1e-12)


def test_a_large_common_offset_does_not_spoil_the_variance() -> None:
    assert Moments.of([1e15 + 1, 1e15 + 2, 1e15 + 3]).variance([Fraction(1)]) == 1


def test_bad_columns_are_refused_with_their_place() -> None:
    with pytest.raises(ValueError, match=r"column 1: value 2 is nan; expected finite numbers"):
        Moments.of([1, 2, 3], [1, 2, float("nan")])
    with pytest.raises(ValueError, match=r"column 1: expected 3 blocks as in column 0, got 2"):
        Moments.of([1, 2, 3], [1, 2])
    with pytest.raises(ValueError, match=r"column 0: expected numbers, got list"):
        Moments.of(["a"])
    with pytest.raises(ValueError, match=r"cannot add 1 columns to 2"):
        Moments.empty(2) + Moments.of([1])
