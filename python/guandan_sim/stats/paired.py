"""Two treatments of the same blocks: the difference, its interval, and what the pairing was worth.

Common random numbers make the two values of a block alike, so that their difference varies less than either of them
(Law, Simulation Modeling and Analysis, 5th ed. 2015, section 11.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .functional import Functional, interval, mean_of, p_value, ratio_of
from .moments import Moments
from .result import Estimate, Result

if TYPE_CHECKING:
    import numpy.typing as npt


@dataclass(frozen=True)
class PairedDifference(Result):
    """Two estimates over the same blocks, and their `difference`: variant minus baseline.

    `variance_reduction` says how many times as many blocks a comparison on separate blocks needs for an interval of the
    same width. It is None when the difference does not vary, so that no number of blocks is enough, or is unknown.
    """

    baseline: Estimate
    variant: Estimate
    difference: Estimate
    p_value: float | None
    variance_reduction: float | None


def compare(baseline: Functional, variant: Functional, confidence: float = 0.95) -> PairedDifference:
    """Compares two functionals of one set of moments. Raises `ValueError` when their moments differ."""
    difference = variant - baseline
    own, other, paired = baseline.variance, variant.variance, difference.variance
    reduction = None if own is None or other is None or not paired else float((own + other) / paired)
    return PairedDifference(
        interval(baseline, confidence),
        interval(variant, confidence),
        interval(difference, confidence),
        p_value(difference),
        reduction,
    )


def paired_difference(baseline: npt.ArrayLike, variant: npt.ArrayLike, confidence: float = 0.95) -> PairedDifference:
    """The mean of `variant` minus the mean of `baseline`: one number a block each, of the same blocks in order."""
    moments = Moments.of(baseline, variant)
    return compare(mean_of(moments, 0), mean_of(moments, 1), confidence)


def paired_ratio_difference(
    baseline: tuple[npt.ArrayLike, npt.ArrayLike],
    variant: tuple[npt.ArrayLike, npt.ArrayLike],
    confidence: float = 0.95,
) -> PairedDifference:
    """The ratio of means of `variant` minus that of `baseline`: each a pair (numerators, denominators) by block."""
    moments = Moments.of(*baseline, *variant)
    return compare(ratio_of(moments, 0, 1), ratio_of(moments, 2, 3), confidence)
