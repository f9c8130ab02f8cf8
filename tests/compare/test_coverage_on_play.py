"""Intervals keep their word on real deals: 95 % of small experiments hold the truth; 10,000 of each by `make proof`.

One large run is cut into small experiments; its own mean stands for the truth (it is known several dozen times better
than any of them). tests/stats/test_interval_coverage.py does the same with truths that are exact.
"""

import math
import os
from collections.abc import Callable

import numpy as np
import pytest
from experiments import Interval, coverage, mean_p_value

import guandan_sim as gd
from guandan_sim.compare.rules import RulesComparison
from guandan_sim.measure.rows import block_scores
from guandan_sim.stats import (
    elo_difference,
    elo_of_score,
    mean_interval,
    paired_ratio_difference,
    score_interval,
)
from guandan_sim.stats.inputs import FloatArray

PROOF = os.environ.get("GUANDAN_PROOF", "") not in ("", "0")
EXPERIMENTS = 10_000 if PROOF else 400
BLOCKS = 60
# Two rule sets differ in few deals, and mostly the same way: fewer deals than this make a lopsided mean.
DEALS_UNDER_RULES = 240
FIRST, SECOND = "institute", "institute:promotion=4,2,1;lead_after_out=next"


def _scores(run: gd.Run) -> FloatArray:
    return np.concatenate([block_scores(run.plan, *parts)["score"].to_numpy() for parts in run.parts()])


def _check(experiment: Callable[[slice], Interval], truth: float, blocks: int = BLOCKS) -> None:
    def of(index: int) -> Interval:
        return experiment(slice(index * blocks, (index + 1) * blocks))

    found = coverage(of, truth, EXPERIMENTS)
    slack = 0.0 if PROOF else 3.0 * math.sqrt(0.95 * 0.05 / EXPERIMENTS)
    assert found.open_ended == 0
    assert found.share.value is not None
    assert 0.94 - slack <= found.share.value <= 0.96 + slack, found


@pytest.fixture(scope="module")
def scores() -> FloatArray:
    """Differences of win rates in duplicate deals of two sides, one of them with a weak player."""
    run = gd.simulate(deals=2 * BLOCKS * EXPERIMENTS, strategies="lowest,random,lowest,lowest", rotations=2, seed=21)
    return _scores(run)


@pytest.fixture(scope="module")
def study() -> RulesComparison:
    """Two rule sets on the same single deals."""
    return gd.compare_rules([FIRST, SECOND], strategy="lowest", deals=DEALS_UNDER_RULES * EXPERIMENTS, seed=23)


def test_win_rates_of_strategies(scores: FloatArray) -> None:
    def experiment(blocks: slice) -> Interval:
        found = mean_interval(scores[blocks])
        return found.low, found.high

    _check(experiment, float(scores.mean()))


def test_elo_of_strategies(scores: FloatArray) -> None:
    shares = (1 + scores) / 2

    def experiment(blocks: slice) -> Interval:
        found = elo_difference(shares[blocks])
        return found.low, found.high

    truth = elo_of_score(float(shares.mean()))
    assert truth is not None
    _check(experiment, truth)


def test_scores_of_a_much_stronger_strategy() -> None:
    run = gd.simulate(deals=2 * BLOCKS * EXPERIMENTS, strategies="lowest,random", rotations=2, seed=22)
    shares = (1 + _scores(run)) / 2

    def experiment(blocks: slice) -> Interval:
        found = score_interval(shares[blocks])
        return found.low, found.high

    assert shares.mean() > 0.9
    _check(experiment, float(shares.mean()))


@pytest.mark.parametrize("metric", ["levels_a_deal", "plays_a_deal", "share_1_2"])
def test_paired_differences_of_rules_in_single_deals(study: RulesComparison, metric: str) -> None:
    chosen = next(one for one in study.metrics if one.name == metric)
    base, own = study.sums(chosen, SECOND)

    def experiment(blocks: slice) -> Interval:
        pair = paired_ratio_difference((base[0][blocks], base[1][blocks]), (own[0][blocks], own[1][blocks]))
        return pair.difference.low, pair.difference.high

    truth = study.line(metric, SECOND).difference
    assert truth is not None
    assert truth.value is not None
    assert truth.value != 0.0
    _check(experiment, truth.value, DEALS_UNDER_RULES)


def test_p_values_are_below_5_per_cent_in_5_per_cent_of_experiments_in_which_nothing_differs(
    scores: FloatArray,
) -> None:
    """Which side is called the first is drawn for each block: then neither is better."""
    signs = np.random.default_rng(24).choice([-1.0, 1.0], size=len(scores))
    even = scores * signs
    p_values = [mean_p_value(even[index * BLOCKS : (index + 1) * BLOCKS]) for index in range(EXPERIMENTS)]
    share = np.mean([p is not None and p < 0.05 for p in p_values])
    slack = (0.01 if PROOF else 0.0) + 3.0 * math.sqrt(0.95 * 0.05 / EXPERIMENTS)
    assert abs(share - 0.05) <= slack
