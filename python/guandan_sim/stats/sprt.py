"""A sequential test of two means on block scores, stopped at the first block that decides.

The boundaries are Wald's (Sequential Analysis, 1947). The likelihoods are maximised over everything but the mean
(generalised SPRT: Li, Liu and Ying, Sequential Analysis 33, 2014). Every block is tested, in order, so the stop depends
on the scores alone and not on how many blocks were there at the time of a test.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from .functional import mean_interval
from .inputs import FloatArray, as_scores, check_probability
from .likelihood import log_likelihood_ratio, with_pseudo_counts
from .result import Estimate, Result
from .stopped import stopped_estimate

# Blocks whose ratios are computed at once: few at first, as the test may stop early; bounded, as memory is. The
# result does not depend on it.
_FIRST_CHUNK = 128
_LAST_CHUNK = 4096


@dataclass(frozen=True)
class SprtResult(Result):
    """Where a sequential test stands.

    `decision` is "mean0", "mean1" or "undecided"; `verdict` says it in words. The test used the first `blocks` of the
    `seen` blocks, and all numbers are those after these. `estimate` is their plain mean with its t interval, which is
    biased away from the middle because the test stops at extremes. `unbiased` is the median-unbiased estimate, None
    while the test is undecided and where blocks do not vary.
    """

    decision: str
    verdict: str
    blocks: int
    seen: int
    log_likelihood_ratio: float
    lower: float
    upper: float
    mean0: float
    mean1: float
    alpha: float
    beta: float
    estimate: Estimate
    unbiased: Estimate | None


@dataclass(frozen=True)
class Sprt:
    """A test of mean `mean0` against the larger `mean1`.

    `alpha` bounds the chance of accepting mean1 when the true mean is mean0 or below, `beta` the chance of accepting
    mean0 when it is mean1 or above. `low` and `high` are the smallest and the largest score that a block can have.
    Raises `ValueError` unless both means lie strictly between them.
    """

    mean0: float
    mean1: float
    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Raises `ValueError` for a test that could not be run."""
        check_probability(self.alpha, "alpha")
        check_probability(self.beta, "beta")
        if self.alpha + self.beta >= 1.0:
            raise ValueError(f"sprt: expected alpha + beta below 1, got {self.alpha} + {self.beta}")
        ends = (self.low, self.mean0, self.mean1, self.high)
        if not (all(math.isfinite(end) for end in ends) and all(a < b for a, b in pairwise(ends))):
            raise ValueError(
                f"sprt: expected low < mean0 < mean1 < high, got {self.low} < {self.mean0} < {self.mean1} < {self.high}"
            )

    @property
    def lower(self) -> float:
        """The log likelihood ratio at or below which mean0 is accepted."""
        return math.log(self.beta / (1.0 - self.alpha))

    @property
    def upper(self) -> float:
        """The log likelihood ratio at or above which mean1 is accepted."""
        return math.log((1.0 - self.beta) / self.alpha)

    def path(self, scores: npt.ArrayLike) -> FloatArray:
        """The log likelihood ratio after each block up to the deciding one.

        Raises `ValueError` for scores that a block cannot have.
        """
        array = as_scores(scores)
        outside = np.flatnonzero((array < self.low) | (array > self.high))
        if outside.size:
            first = outside[0]
            raise ValueError(f"block scores: value {first} is {array[first]}; expected {self.low} to {self.high}")
        values, kinds = np.unique(array, return_inverse=True)
        before = np.zeros(len(values))
        pieces = [np.zeros(0)]
        start, chunk = 0, _FIRST_CHUNK
        while start < len(array):
            counts = before + np.cumsum(kinds[start : start + chunk, None] == np.arange(len(values)), axis=0)
            start, chunk = start + chunk, min(2 * chunk, _LAST_CHUNK)
            before = counts[-1]
            ratios = log_likelihood_ratio(
                *with_pseudo_counts(values, counts, self.low, self.high), self.mean0, self.mean1
            )
            crossed = np.flatnonzero((ratios <= self.lower) | (ratios >= self.upper))
            if crossed.size:
                pieces.append(ratios[: crossed[0] + 1])
                break
            pieces.append(ratios)
        return np.concatenate(pieces)

    def test(self, scores: npt.ArrayLike, confidence: float = 0.95) -> SprtResult:
        """Runs the test over all block scores so far, in block order, up to the first that decides.

        Once there is a decision, more blocks do not change it. `confidence` is the confidence of both estimates. Raises
        `ValueError` for scores that a block cannot have.
        """
        array = as_scores(scores)
        path = self.path(array)
        ratio = float(path[-1]) if path.size else 0.0
        decision = "mean1" if ratio >= self.upper else "mean0" if ratio <= self.lower else "undecided"
        estimate = mean_interval(array[: len(path)], confidence)
        unbiased = None
        if decision != "undecided":
            means, score_range, boundaries = (self.mean0, self.mean1), (self.low, self.high), (self.lower, self.upper)
            unbiased = stopped_estimate(estimate, ratio, means, score_range, boundaries)
        return SprtResult(
            decision,
            self._verdict(decision, len(path), ratio),
            len(path),
            len(array),
            ratio,
            self.lower,
            self.upper,
            float(self.mean0),
            float(self.mean1),
            self.alpha,
            self.beta,
            estimate,
            unbiased,
        )

    def _verdict(self, decision: str, blocks: int, ratio: float) -> str:
        counted = f"{blocks} block{'' if blocks == 1 else 's'} (log likelihood ratio {ratio:.2f}"
        if decision == "undecided":
            return f"undecided after {counted}, between {self.lower:.2f} and {self.upper:.2f}): more blocks are needed"
        won, lost = (self.mean1, self.mean0) if decision == "mean1" else (self.mean0, self.mean1)
        bound = f">= {self.upper:.2f}" if decision == "mean1" else f"<= {self.lower:.2f}"
        return f"a mean of {won:g} accepted, {lost:g} rejected, after {counted} {bound})"
