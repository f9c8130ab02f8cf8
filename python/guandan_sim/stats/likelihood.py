"""How well a hypothesised mean explains counted scores.

Among all distributions over the seen scores that have mean s, the likeliest gives score a_i the probability
p_i / (1 + x (a_i - s)), p_i being its observed share and x the root of sum p_i (a_i - s) / (1 + x (a_i - s)) = 0
(Owen, Biometrika 75, 1988; Van den Bergh, Comments on the generalised SPRT for multinomial scores, the method of
the chess testing site fishtest). So the log likelihoods of two means with roots x0 and x1 differ by the sum of
count_i (log(1 + x0 (a_i - s0)) - log(1 + x1 (a_i - s1))).

Two pseudo-counts keep everything finite: the smallest and the largest score that a block can have are each counted
`PSEUDO_COUNT` times more. Then every mean between them has some distribution, whatever was seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .inputs import FloatArray

PSEUDO_COUNT = 1e-3
NEWTON_STEPS = 32  # a handful is usual
HALVINGS = 64  # for rows Newton's method left unsettled: enough to exhaust the bits of a float
_TOLERANCE = 1e-14  # of the log likelihood: half of value**2 / slope is what a Newton step still changes it by


def with_pseudo_counts(
    values: FloatArray, counts: FloatArray, low: float, high: float
) -> tuple[FloatArray, FloatArray]:
    """Values of shape (k,) and counts of shape (rows, k), one row a sample, with the two pseudo-counts appended."""
    pseudo = np.full((len(counts), 2), PSEUDO_COUNT)
    return np.append(values, (low, high)), np.hstack((counts, pseudo))


def log_likelihood_ratio(values: FloatArray, counts: FloatArray, mean0: float, mean1: float) -> FloatArray:
    """The logarithm of (likelihood of mean1 / likelihood of mean0) for each row of counts, pseudo-counts included.

    Both means must lie between the least and the largest of `values`, whose counts must be positive. The result of a
    row depends on that row alone, bit for bit, and columns of zero counts change nothing: a stream may be cut anywhere.
    """
    return _log_weights(values, counts, mean0) - _log_weights(values, counts, mean1)


def _log_weights(values: FloatArray, counts: FloatArray, mean: float) -> FloatArray:
    """The sum of count_i log(1 + x (a_i - mean)) at the root x: minus the log likelihood, up to a constant."""
    distances = values - mean
    root = _solve(distances, counts)
    total = np.zeros(len(counts))
    for distance, count in zip(distances, counts.T, strict=True):
        total += count * np.log1p(root * distance)
    return total


def _solve(distances: FloatArray, counts: FloatArray) -> FloatArray:
    """The root of each row: Newton's method inside a bracket that shrinks at every step, then halving, both capped.

    The sum falls from +inf to -inf between the two poles, so the root exists, is unique, and its side is known from
    the sign. Rows are frozen once settled, and columns are added one by one: both keep rows independent.
    """
    low = np.full(len(counts), -1.0 / distances.max())
    high = np.full(len(counts), -1.0 / distances.min())
    root = np.zeros(len(counts))
    active = np.arange(len(counts))
    for iteration in range(NEWTON_STEPS + HALVINGS):
        x, value, slope = root[active], np.zeros(len(active)), np.zeros(len(active))
        for distance, count in zip(distances, counts[active].T, strict=True):
            factor = distance / (1.0 + x * distance)
            value += count * factor
            slope -= count * factor * factor
        right = value > 0.0
        low[active] = np.where(right, x, low[active])
        high[active] = np.where(right, high[active], x)
        newton = x - value / slope
        middle = 0.5 * (low[active] + high[active])
        halve = (newton <= low[active]) | (newton >= high[active]) | (iteration >= NEWTON_STEPS)
        # a small step alone would not do: close to a pole all steps are small
        unsettled = value * value > -slope * _TOLERANCE
        # a settled row keeps the x whose Newton step was negligible
        root[active] = np.where(unsettled, np.where(halve, middle, newton), x)
        active = active[unsettled]
        if not active.size:
            break
    return root
