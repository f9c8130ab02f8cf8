"""Ratings: scipy finds the same maximum, the jackknife the same errors; corners stay finite and are named."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize

from guandan_sim.stats import PairResults, bradley_terry, elo_difference, elo_of_score
from guandan_sim.stats.elo import POINTS_PER_LOGIT

NAMES = ("a", "b", "c", "d")


def simulate(strengths: np.ndarray, blocks: int, seed: int, games: int = 4, tie: float = 0.2) -> np.ndarray:
    """Points by block and pair. All games of a block share a shift of the strengths, so they depend on each other."""
    rng = np.random.default_rng(seed)
    k = len(strengths)
    points = np.zeros((blocks, k, k))
    shift = rng.normal(0, 0.5, size=(blocks, k))
    for i in range(k):
        for j in range(i + 1, k):
            chance = 1 / (1 + np.exp(-(strengths[i] - strengths[j] + shift[:, i] - shift[:, j])))
            ties = rng.binomial(games, tie, size=blocks)
            won = rng.binomial(games - ties, chance)
            points[:, i, j] = won + ties / 2
            points[:, j, i] = games - points[:, i, j]
    return points


def twin_fit(points: np.ndarray) -> np.ndarray:
    """The slow twin: scipy's general optimiser on the likelihood."""

    def minus(b: np.ndarray) -> float:
        return float((points * np.logaddexp(0, b[None, :] - b[:, None])).sum() + b.sum() ** 2)

    found = optimize.minimize(minus, np.zeros(len(points)), method="BFGS", options={"gtol": 1e-9})
    return POINTS_PER_LOGIT * (found.x - found.x.mean())


def test_ratings_are_the_maximum_likelihood_and_average_zero() -> None:
    points = simulate(np.array([0.8, 0.2, -0.1, -0.9]), 60, 1)
    result = bradley_terry(PairResults.of(NAMES, points))
    ours = [rating.value for rating in result.ratings]
    assert ours == pytest.approx(twin_fit(points.sum(axis=0)), abs=1e-3)
    assert sum(ours) == pytest.approx(0, abs=1e-9)
    assert not result.regularised
    assert result.note == ""


def test_errors_agree_with_the_block_jackknife() -> None:
    points = simulate(np.array([0.8, 0.2, -0.1, -0.9]), 80, 2)
    result = bradley_terry(PairResults.of(NAMES, points))
    total = points.sum(axis=0)
    without = np.array([twin_fit(total - block) for block in points])
    jackknife = np.sqrt((len(points) - 1) * without.var(axis=0))
    assert [rating.se for rating in result.ratings] == pytest.approx(jackknife, rel=0.03)
    differences = np.sqrt((len(points) - 1) * (without[:, 0] - without[:, 3]).var())
    assert result.difference(0, 3).se == pytest.approx(differences, rel=0.03)


def test_two_contestants_give_the_elo_of_their_score() -> None:
    points = simulate(np.array([0.5, -0.5]), 400, 3)
    difference = bradley_terry(PairResults.of(("a", "b"), points)).difference(0, 1)
    twin = elo_difference(points[:, 0, 1] / 4)
    assert difference.value == pytest.approx(twin.elo)
    assert difference.low == pytest.approx(twin.low, abs=0.5)
    assert difference.high == pytest.approx(twin.high, abs=0.5)


def test_intervals_of_differences_cover_the_truth(proof: bool) -> None:
    """Games are independent given the strengths here, so that the model's truth is known."""
    repeats = 2000 if proof else 300
    strengths = np.array([0.6, 0.1, -0.7])
    truth = POINTS_PER_LOGIT * (strengths[0] - strengths[2])
    covered = 0
    rng = np.random.default_rng(4)
    chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    for _ in range(repeats):
        upper = np.triu(rng.binomial(2, chances, size=(50, 3, 3)), 1)
        points = upper + np.tril(2 - upper.transpose(0, 2, 1), -1)
        difference = bradley_terry(PairResults.of(("a", "b", "c"), points)).difference(0, 2)
        covered += (difference.low or 0) <= truth <= (difference.high or 0)
    assert covered / repeats == pytest.approx(0.95, abs=0.012 if proof else 0.035)


def test_r10_a_contestant_that_won_everything_has_a_finite_rating_and_a_note() -> None:
    points = simulate(np.array([0.3, 0.0, -0.3]), 40, 5)
    points[:, 0, 1:], points[:, 1:, 0] = 4, 0
    result = bradley_terry(PairResults.of(("a", "b", "c"), points))
    assert result.regularised
    assert "virtual block" in result.note
    best, second = result.ratings[0], result.ratings[1]
    assert best.value is not None
    assert best.value > 300
    assert best.se is not None
    assert second.se is not None
    assert best.se > 100 > second.se
    # what the others show among themselves is still told sharply: the virtual block is one of 41
    alone = bradley_terry(PairResults.of(("b", "c"), points[:, 1:, 1:])).difference(0, 1)
    within = result.difference(1, 2)
    assert within.value == pytest.approx(alone.value, rel=0.1)
    assert within.se == pytest.approx(alone.se, rel=0.15)
    json.dumps(result.to_dict(), allow_nan=False)


def test_r10_ten_of_ten_is_the_half_point_correction() -> None:
    points = np.zeros((10, 2, 2))
    points[:, 0, 1] = 1
    difference = bradley_terry(PairResults.of(("a", "b"), points)).difference(0, 1)
    assert difference.value == pytest.approx(elo_of_score(10.5 / 11))
    # the information of 11 games at that share
    share = 10.5 / 11
    assert difference.se == pytest.approx(POINTS_PER_LOGIT / np.sqrt(11 * share * (1 - share)) * np.sqrt(10 / 9))


def test_groups_that_never_met_are_joined_by_virtual_blocks_only() -> None:
    points = np.zeros((30, 4, 4))
    points[:, :2, :2] = simulate(np.array([0.5, -0.5]), 30, 6)
    points[:, 2:, 2:] = simulate(np.array([0.5, -0.5]), 30, 7)
    result = bradley_terry(PairResults.of(NAMES, points))
    assert result.regularised
    across, within = result.difference(0, 2), result.difference(0, 1)
    assert across.se is not None
    assert within.se is not None
    assert across.se > 3 * within.se


def test_r11_contestants_that_play_alike_are_exactly_equal() -> None:
    points = np.full((20, 3, 3), 2.0)
    points[:, range(3), range(3)] = 0
    result = bradley_terry(PairResults.of(("a", "b", "c"), points))
    assert [(r.value, r.low, r.high) for r in result.ratings] == [(0, 0, 0)] * 3
    assert result.superiority(0, 1) == 0.5


def test_a_single_block_gives_ratings_without_intervals() -> None:
    result = bradley_terry(PairResults.of(("a", "b"), [[[0, 3], [1, 0]]]))
    assert result.ratings[0].value == pytest.approx(200 * np.log10(3))
    assert (result.ratings[0].low, result.covariance, result.superiority(0, 1)) == (None, None, None)


def test_superiority_follows_the_difference() -> None:
    result = bradley_terry(PairResults.of(NAMES, simulate(np.array([0.8, 0.2, -0.1, -0.9]), 60, 1)))
    assert result.superiority(0, 3) == pytest.approx(1.0, abs=1e-6)
    assert (result.superiority(1, 2) or 0) + (result.superiority(2, 1) or 0) == pytest.approx(1.0)
    assert result.difference(2, 2).half_width == 0


@settings(max_examples=60)
@given(st.data(), st.integers(2, 4), st.integers(1, 6))
def test_any_points_give_finite_ratings(data: st.DataObject, k: int, blocks: int) -> None:
    cell = st.sampled_from([0.0, 0.0, 0.5, 1.0, 4.0])
    flat = data.draw(st.lists(cell, min_size=blocks * k * k, max_size=blocks * k * k))
    points = np.array(flat).reshape(blocks, k, k) * (1 - np.eye(k))
    results = PairResults.of(NAMES[:k], points)
    if not points.any():
        with pytest.raises(ValueError, match="at least one game"):
            bradley_terry(results)
        return
    result = bradley_terry(results)
    json.dumps(result.to_dict(), allow_nan=False)
    # at the maximum everybody's points are those expected of the ratings
    ratings = np.array([rating.value for rating in result.ratings])
    shares = 1 / (1 + 10 ** ((ratings[None, :] - ratings[:, None]) / 400))
    total = points.sum(axis=0)
    if result.regularised:
        games = points + points.transpose(0, 2, 1)
        total = total + games[games > 0].mean() / 2 * (1 - np.eye(k))
    np.testing.assert_allclose(((total + total.T) * shares).sum(axis=1) - total.sum(axis=1), 0, atol=1e-6)


@pytest.mark.parametrize(
    ("names", "points", "message"),
    [
        (("a",), np.zeros((1, 1, 1)), "at least 2 names, got 1"),
        (("a", "a"), np.zeros((1, 2, 2)), "names that differ, got 'a' twice"),
        (("a", "b"), np.zeros((1, 3, 3)), r"expected shape \(blocks, 2, 2\), got \(1, 3, 3\)"),
        (("a", "b"), -np.ones((1, 2, 2)), "no negative points"),
        (("a", "b"), np.ones((1, 2, 2)), "no points of a contestant against itself"),
    ],
)
def test_impossible_points_are_refused(names: tuple[str, ...], points: np.ndarray, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        PairResults.of(names, points)
