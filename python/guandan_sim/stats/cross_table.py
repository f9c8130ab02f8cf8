"""Everybody against everybody: the score of each pair, and circles of three."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from .functional import mean_of, p_value, superiority
from .moments import Moments
from .multiple import holm
from .proportion import score_interval
from .result import Estimate, Result

if TYPE_CHECKING:
    from .results_by_pair import PairResults


@dataclass(frozen=True)
class Pairing(Result):
    """Contestant `first` against contestant `second`.

    `score` is the first's mean share of the points of a block, `superiority` how sure it is that the first is better.
    `p_value` tests an even score and is adjusted (Holm) over all pairs of the table. Both are None when the two met in
    fewer than two blocks.
    """

    first: str
    second: str
    score: Estimate
    superiority: float | None
    p_value: float | None


@dataclass(frozen=True)
class Circle(Result):
    """Three contestants each of whom beats the next, which no rating can express.

    `p_value` tests that the circle is real. All three results must hold, so it is the largest of their one-sided p
    values (Berger, Technometrics 24, 1982), adjusted (Holm) over the circles found. None when it cannot be tested.
    """

    names: tuple[str, str, str]
    scores: tuple[float, float, float]
    p_value: float | None


def cross_table(results: PairResults, confidence: float = 0.95) -> tuple[Pairing, ...]:
    """All pairs (first before second in the order of names) with their scores over the blocks in which they met."""
    pairs = list(combinations(range(len(results.names)), 2))
    means = [mean_of(Moments.of(results.scores(i, j))) for i, j in pairs]
    adjusted = holm([p_value(mean, 0.5) for mean in means])
    return tuple(
        Pairing(
            results.names[i],
            results.names[j],
            score_interval(results.scores(i, j), confidence),
            superiority(mean, 0.5),
            p,
        )
        for (i, j), mean, p in zip(pairs, means, adjusted, strict=True)
    )


def intransitive_triples(results: PairResults) -> tuple[Circle, ...]:
    """All circles in which A beats B beats C beats A by mean score, each once, from its first name in order."""
    found: list[tuple[tuple[str, str, str], tuple[float, float, float], float | None]] = []
    for a, b, c in combinations(range(len(results.names)), 3):
        for x, y, z in ((a, b, c), (a, c, b)):
            legs = [mean_of(Moments.of(results.scores(i, j))) for i, j in ((x, y), (y, z), (z, x))]
            values = [leg.value for leg in legs]
            if any(value is None or value <= 0.5 for value in values):
                continue
            sure = [superiority(leg, 0.5) for leg in legs]
            worst = None if None in sure else 1.0 - min(s for s in sure if s is not None)
            first, second, third = (float(value) for value in values if value is not None)
            found.append(((results.names[x], results.names[y], results.names[z]), (first, second, third), worst))
    adjusted = holm([p for _, _, p in found])
    return tuple(Circle(names, scores, p) for (names, scores, _), p in zip(found, adjusted, strict=True))
