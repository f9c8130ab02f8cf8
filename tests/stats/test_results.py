"""Results are frozen, finite and valid JSON; scipy is not paid for until it is used."""

from __future__ import annotations

import dataclasses
import json
import math
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from guandan_sim.stats import (
    Estimate,
    Sprt,
    elo_difference,
    mean_interval,
    paired_difference,
    paired_ratio_difference,
    plan,
    until_half_width,
)

corner_scores = st.one_of(
    st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), max_size=30),
    st.integers(0, 40).flatmap(lambda n: st.sampled_from([[0.0] * n, [1.0] * n, [0.5] * n, [1 / 3] * n])),
    st.lists(st.floats(0, 1), max_size=10),
)


def check_finite(value: object) -> None:
    if isinstance(value, dict):
        for item in value.values():
            check_finite(item)
    elif isinstance(value, list):
        for item in value:
            check_finite(item)
    elif isinstance(value, float):
        assert math.isfinite(value)
    else:
        assert value is None or isinstance(value, (bool, int, str))


@given(corner_scores)
def test_every_result_on_degenerate_scores_is_valid_json(scores: list[float]) -> None:
    results = [
        mean_interval(scores),
        paired_difference(scores, scores[::-1]),
        paired_ratio_difference((scores, scores), (scores[::-1], scores)),
        elo_difference(scores),
        until_half_width(scores, 0.1),
        Sprt(0.5, 0.52, 0.0, 1.0).test(scores),
    ]
    if len(scores) >= 2:
        results.append(plan(scores, 0.01))
    for result in results:
        data = result.to_dict()
        check_finite(data)
        assert json.loads(json.dumps(data, allow_nan=False)) == data
        estimates = [value for value in vars(result).values() if isinstance(value, Estimate)]
        for estimate in estimates:
            if estimate.low is not None and estimate.high is not None and estimate.value is not None:
                assert estimate.low <= estimate.value <= estimate.high


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_a_result_refuses_numbers_json_does_not_have(value: float) -> None:
    with pytest.raises(ValueError, match=r"low: .* is no result; a number that does not exist is None"):
        Estimate(0.0, value, 1.0, 0.1, 3, 0.95, "t")


def test_a_result_refuses_values_json_does_not_have() -> None:
    with pytest.raises(TypeError, match="value: ndarray has no JSON form"):
        Estimate(np.zeros(1), 0.0, 1.0, 0.1, 3, 0.95, "t")  # type: ignore[arg-type]


def test_results_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        mean_interval([1, 2, 3]).value = 0.0  # type: ignore[misc]


def test_scipy_is_imported_only_when_a_distribution_is_needed() -> None:
    program = (
        "import sys, guandan_sim.stats as s; assert 'scipy' not in sys.modules, 'at import';"
        "s.wilson(3, 5); s.holm([0.1]); s.blocks_for_power(0.1, 1.0); s.mean_interval([2.0, 2.0]);"
        "assert 'scipy' not in sys.modules, 'by functions of the normal distribution';"
        "s.mean_interval([1.0, 2.0]); assert 'scipy.special' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
