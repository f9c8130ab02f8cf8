"""Stopping as soon as the interval of a mean is short enough."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .distributions import two_sided_z
from .functional import mean_interval
from .inputs import as_scores, check_positive
from .result import Estimate, Result


@dataclass(frozen=True)
class HalfWidthStop(Result):
    """Where the rule stands after `seen` blocks.

    `reached` says whether the `target` half width was reached; `blocks` is then the number of blocks it took, else all
    that were seen. `estimate` is the mean over these. `needed` guesses how many blocks it takes in all; it is None
    below two blocks.
    """

    reached: bool
    blocks: int
    seen: int
    target: float
    needed: int | None
    estimate: Estimate


# Of a half width in units of z: its square is still the reciprocal of a number.
SMALLEST = 1e-150


def until_half_width(
    scores: npt.ArrayLike, target: float, scale: float = 1.0, confidence: float = 0.95
) -> HalfWidthStop:
    """The first block at which the mean's interval reaches at most `target` to either side.

    The rule of Chow and Robbins, Ann. Math. Stat. 36, 1965: stop at the first n >= (z / target)**2 (s**2 +
    scale**2 / n), s**2 being the variance of the first n scores. The last term keeps a lucky row of equal scores from
    stopping at once: at least z scale / target blocks are seen. `scale` is the size of one step of the score; it and
    `target` have the score's unit. Every prefix of the blocks is tested in order, so the stop does not depend on how
    many blocks were there at the time of a test. Raises `ValueError` for a target that no number of blocks reaches.
    """
    check_positive(target, "half width")
    check_positive(scale, "scale")
    array = as_scores(scores)
    z = two_sided_z(confidence)
    if target < z * SMALLEST:
        raise ValueError(f"half width: {target:g} is too small for a number of blocks")
    n = np.arange(1, len(array) + 1)
    centred = array - array[0] if array.size else array  # keeps the difference of sums below from cancelling
    sums, squares = np.cumsum(centred), np.cumsum(centred * centred)
    spread = np.maximum(squares - sums * sums / n, 0.0) / np.maximum(n - 1, 1)
    wanted = (z / target) ** 2 * (spread + scale * scale / n)
    enough = np.flatnonzero((n >= wanted) & (n >= 2))
    if enough.size:
        blocks = int(enough[0]) + 1
        return HalfWidthStop(True, blocks, len(array), target, blocks, mean_interval(array[:blocks], confidence))
    needed = max(len(array) + 1, math.ceil((z / target) ** 2 * spread[-1])) if len(array) >= 2 else None
    return HalfWidthStop(False, len(array), len(array), target, needed, mean_interval(array, confidence))
