"""Who took how many points from whom, block by block: what ratings and cross tables are made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from .inputs import FloatArray, as_finite

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class PairResults:
    """The points that contestants, called by `names`, took from each other.

    `points[b, i, j]` is what contestant i took from contestant j in block b: 1 for a win, one half for a tie. The
    points of both add up to the games that the two played in the block.
    """

    names: tuple[str, ...]
    points: FloatArray

    @classmethod
    def of(cls, names: Sequence[str], points: npt.ArrayLike) -> PairResults:
        """The results with these names and points. Raises `ValueError` for shapes, signs or names that do not fit."""
        array = as_finite(points, "points by pair", 3)
        k = len(names)
        if k < 2:
            raise ValueError(f"contestants: expected at least 2 names, got {k}")
        if len(set(names)) != k:
            twice = next(name for i, name in enumerate(names) if name in names[:i])
            raise ValueError(f"contestants: expected names that differ, got {twice!r} twice")
        if array.shape[1:] != (k, k):
            raise ValueError(f"points by pair: expected shape (blocks, {k}, {k}), got {array.shape}")
        if (array < 0.0).any():
            raise ValueError("points by pair: expected no negative points")
        if np.einsum("bii->bi", array).any():
            raise ValueError("points by pair: expected no points of a contestant against itself")
        return cls(tuple(names), array)

    @property
    def blocks(self) -> int:
        """How many blocks were played."""
        return len(self.points)

    @property
    def games(self) -> FloatArray:
        """Games by block and pair: symmetric in the pair."""
        return self.points + self.points.transpose(0, 2, 1)

    def scores(self, i: int, j: int) -> FloatArray:
        """The share of the points that i took from j in each block in which the two met."""
        won, lost = self.points[:, i, j], self.points[:, j, i]
        met = won + lost > 0.0
        return np.asarray(won[met] / (won + lost)[met])
