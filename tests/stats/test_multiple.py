"""Holm's adjustment against its definition by enumeration."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guandan_sim.stats import holm


def rejected_at(p_values: list[float], level: float) -> set[int]:
    """Holm's procedure as the paper states it: step down through the sorted p values until one is too large."""
    rejected: set[int] = set()
    for step, i in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        if p_values[i] > level / (len(p_values) - step):
            break
        rejected.add(i)
    return rejected


@given(st.lists(st.integers(0, 1000).map(lambda i: i / 1000), max_size=8), st.integers(1, 99).map(lambda i: i / 97.3))
def test_an_adjusted_p_value_is_at_most_the_level_exactly_when_the_procedure_rejects(
    p_values: list[float], level: float
) -> None:
    level = min(level, 0.9999)
    adjusted = holm(p_values)
    assert {i for i, p in enumerate(adjusted) if p is not None and p <= level} == rejected_at(p_values, level)


def test_holm_on_a_worked_example() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))


def test_a_missing_p_value_stays_missing_and_does_not_count() -> None:
    assert holm([0.02, None, 0.5]) == (0.04, None, 0.5)
    assert holm([]) == ()


@pytest.mark.parametrize("p", [-0.1, 1.1, float("nan")])
def test_a_p_value_outside_its_range_is_refused(p: float) -> None:
    with pytest.raises(ValueError, match=r"p values: value 1 is .*; expected a number from 0 to 1"):
        holm([0.5, p])
