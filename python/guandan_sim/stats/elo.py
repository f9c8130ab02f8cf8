"""The Elo scale: a score from 0 to 1 as a difference of ratings.

Elo, The Rating of Chessplayers, 1978: a difference of d points stands for an expected score of 1 / (1 + 10**(-d/400)).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .proportion import score_interval
from .result import Estimate, Result

if TYPE_CHECKING:
    import numpy.typing as npt

POINTS_PER_LOGIT = 400.0 / math.log(10.0)


def elo_of_score(score: float) -> float | None:
    """The difference of ratings that has this expected score; None at 0 and 1, where it is infinite.

    Raises `ValueError` for a score outside 0 to 1.
    """
    if not 0.0 <= score <= 1.0:
        raise ValueError(f"score: expected a number from 0 to 1, got {score}")
    return None if score in (0.0, 1.0) else POINTS_PER_LOGIT * (math.log(score) - math.log1p(-score))


@dataclass(frozen=True)
class EloDifference(Result):
    """A difference of ratings in Elo points with its interval, and the score it comes from.

    None stands for infinity: `elo` is None for a side that won or lost everything, `high` or `low` where the interval
    has no end on that side. All three are None also when nothing was played; then `score.value` is None too.
    """

    elo: float | None
    low: float | None
    high: float | None
    score: Estimate


def elo_difference(scores: npt.ArrayLike, confidence: float = 0.95) -> EloDifference:
    """The Elo difference of block scores from 0 to 1: the score and the ends of `score_interval` on the Elo scale."""
    return elo_of_estimate(score_interval(scores, confidence))


def elo_of_estimate(score: Estimate) -> EloDifference:
    """The Elo difference of a score: the score and the ends of its interval on the Elo scale."""

    def on_scale(value: float | None) -> float | None:
        return None if value is None else elo_of_score(value)

    return EloDifference(on_scale(score.value), on_scale(score.low), on_scale(score.high), score)
