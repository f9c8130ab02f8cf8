"""Ratings of contestants from the points they took from each other.

The model: contestant i takes the share 1 / (1 + exp(b_j - b_i)) of the points against j, ties being half points
(Bradley and Terry, Biometrika 39, 1952). The ratings b are fitted by maximum likelihood. Their covariance is the
sandwich over blocks (Liang and Zeger, Biometrika 73, 1986), so games of one block may depend on each other in any way.

The maximum exists only if every split of the contestants into two groups has points going both ways (Ford, Am. Math.
Monthly 64, 1957). It does not when somebody won or lost everything, or when two groups never met. Then each pair gets
one virtual block of average size, half of it won by either side; for one pair and one game this is the usual correction
by half a point (Firth, Biometrika 80, 1993). The virtual block enters the covariance as data too, so such ratings have
wide but finite intervals, and the result says so.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .distributions import normal_cdf, two_sided_t
from .elo import POINTS_PER_LOGIT
from .inputs import FloatArray, check_probability
from .result import Estimate, Result

if TYPE_CHECKING:
    from .results_by_pair import PairResults

METHOD_RATING = "Bradley-Terry, t over blocks"
MAX_ITERATIONS = 100
_TOLERANCE = 1e-12


@dataclass(frozen=True)
class Ratings(Result):
    """Ratings in Elo points with mean 0, and their `covariance` in Elo points squared, None with a single block.

    `regularised` says that a virtual block was added for each pair because the plain maximum does not exist. `note`
    then says so in words; otherwise it is empty.
    """

    names: tuple[str, ...]
    ratings: tuple[Estimate, ...]
    covariance: tuple[tuple[float, ...], ...] | None
    blocks: int
    confidence: float
    regularised: bool
    note: str

    def difference(self, i: int, j: int) -> Estimate:
        """The rating of contestant i minus the rating of contestant j, with the interval of the difference."""
        return self._estimate({i: 1.0, j: -1.0}) if i != j else self._estimate({})

    def superiority(self, i: int, j: int) -> float | None:
        """How sure it is that i is stronger than j, by the normal distribution; 0.5 when they surely are equal."""
        difference = self.difference(i, j)
        if difference.value is None or difference.se is None:
            return None
        if difference.se == 0.0:
            return 0.5 if difference.value == 0.0 else float(difference.value > 0.0)
        return normal_cdf(difference.value / difference.se)

    def _estimate(self, weights: dict[int, float]) -> Estimate:
        value = sum(weight * (self.ratings[i].value or 0.0) for i, weight in weights.items())
        variance = None
        if self.covariance is not None:
            variance = sum(a * b * self.covariance[i][j] for i, a in weights.items() for j, b in weights.items())
        return _estimate(value, variance, self.blocks, self.confidence)


def bradley_terry(results: PairResults, confidence: float = 0.95, virtual_games: float | None = None) -> Ratings:
    """Ratings by maximum likelihood with intervals over blocks. Raises `ValueError` when nothing was played.

    `virtual_games` is the size of a virtual block, where one is needed. By default it is that of an average block; say
    it when several blocks have been added up to one.
    """
    check_probability(confidence, "confidence")
    points = results.points.sum(axis=0)
    games = results.games
    if not games.any():
        raise ValueError("ratings: expected at least one game, got none")
    regularised = not _all_reach_all(points > 0.0)
    size = 0.0
    if regularised:
        size = float(games[games > 0.0].mean()) if virtual_games is None else virtual_games
    virtual = size / 2.0 * (1.0 - np.eye(len(points)))
    strengths = _fit(points + virtual)
    covariance = _covariance(results, strengths, size) if results.blocks > 1 else None
    elo = POINTS_PER_LOGIT * strengths
    scaled = None if covariance is None else POINTS_PER_LOGIT**2 * covariance
    note = (
        "maximum likelihood has no finite answer here (somebody won or lost everything, or groups never met): "
        "one virtual block, half won by either side, was added for each pair"
    )
    return Ratings(
        results.names,
        tuple(
            _estimate(float(elo[i]), None if scaled is None else float(scaled[i, i]), results.blocks, confidence)
            for i in range(len(elo))
        ),
        None if scaled is None else tuple(tuple(float(x) for x in row) for row in scaled),
        results.blocks,
        confidence,
        regularised,
        note if regularised else "",
    )


def _estimate(value: float, variance: float | None, blocks: int, confidence: float) -> Estimate:
    if variance is None:
        return Estimate(value, None, None, None, blocks, confidence, METHOD_RATING)
    se = math.sqrt(max(0.0, variance))  # the variance of a difference may round to just below 0
    reach = two_sided_t(confidence, blocks - 1) * se
    return Estimate(value, value - reach, value + reach, se, blocks, confidence, METHOD_RATING)


def _all_reach_all(beats: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> bool:
    """Ford's condition: from everybody to everybody there is a chain of points taken."""
    reach = beats | np.eye(len(beats), dtype=np.bool_)
    for _ in range(len(beats).bit_length()):  # each squaring doubles the length of the chains covered
        reach = reach @ reach
    return bool(reach.all())


def _expected(strengths: FloatArray) -> FloatArray:
    """The share of points each row takes from each column."""
    # tanh neither overflows nor loses the complement: shares of a pair add up to 1
    return np.asarray(0.5 + 0.5 * np.tanh(0.5 * (strengths[:, None] - strengths[None, :])))


def _information(games: FloatArray, shares: FloatArray) -> FloatArray:
    """Minus the second derivatives of the log likelihood: the Laplacian of the pairs' weights."""
    weights = games * shares * shares.T
    return np.asarray(np.diag(weights.sum(axis=1)) - weights)


def _inverse(information: FloatArray) -> FloatArray:
    """The inverse of the information on ratings of mean 0; no game tells the common level of all ratings."""
    level = np.full_like(information, 1.0 / len(information))
    return np.asarray(np.linalg.inv(information + level) - level)


def _log_likelihood(points: FloatArray, strengths: FloatArray) -> float:
    return float(-(points * np.logaddexp(0.0, strengths[None, :] - strengths[:, None])).sum())


def _fit(points: FloatArray) -> FloatArray:
    """The strengths by Newton's method; a step that does not raise the (concave) likelihood is halved."""
    games = points + points.T
    strengths = np.zeros(len(points))
    current = _log_likelihood(points, strengths)
    for _ in range(MAX_ITERATIONS):
        shares = _expected(strengths)
        step = _inverse(_information(games, shares)) @ (points - games * shares).sum(axis=1)
        for _ in range(MAX_ITERATIONS):
            following = _log_likelihood(points, strengths + step)
            if following >= current or np.abs(step).max() < _TOLERANCE:
                break
            step /= 2.0
        strengths, current = strengths + step, following
        if np.abs(step).max() < _TOLERANCE:
            break
    return np.asarray(strengths - strengths.mean())


def _covariance(results: PairResults, strengths: FloatArray, virtual_size: float) -> FloatArray:
    """The sandwich n / (n - 1) H^-1 S H^-1: information H, and S the sum of the outer squares of block scores."""
    shares = _expected(strengths)
    games = results.games
    scores = (results.points - games * shares).sum(axis=2)
    spread = scores.T @ scores
    # the virtual block: won with weight 1/2, lost with weight 1/2
    squares = 0.5 * virtual_size**2 * (shares**2 + shares.T**2) * (1.0 - np.eye(len(shares)))
    spread += np.diag(squares.sum(axis=1)) - squares
    total_games = games.sum(axis=0) + virtual_size * (1.0 - np.eye(len(shares)))
    inverse = _inverse(_information(total_games, shares))
    return np.asarray(inverse @ spread @ inverse * (results.blocks / (results.blocks - 1)))
