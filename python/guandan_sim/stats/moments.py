"""Means and variances of columns, collected in pieces.

Each part of a run has its `Moments`, which add up. The sums are exact, so any split and any order give equal moments,
and an interrupted run those of one that was not interrupted.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from .exact import exact_dot, exact_sum
from .inputs import as_scores, check_same_length

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt


@dataclass(frozen=True)
class Moments:
    """How many blocks there were, the sum of each column over them, and the sum of products of each two columns.

    `products` lists the pairs (0,0), (0,1) .. (0,k-1), (1,1) .. (k-1,k-1).
    """

    n: int
    sums: tuple[Fraction, ...]
    products: tuple[Fraction, ...]

    @classmethod
    def of(cls, *columns: npt.ArrayLike) -> Moments:
        """The moments of columns with one number a block. Raises `ValueError` unless finite and equally long."""
        arrays = [as_scores(column, f"column {i}") for i, column in enumerate(columns)]
        if not arrays:
            raise ValueError("moments: expected at least one column")
        check_same_length(*((f"column {i}", array) for i, array in enumerate(arrays)))
        return cls(
            len(arrays[0]),
            tuple(exact_sum(array) for array in arrays),
            tuple(exact_dot(left, right) for left, right in combinations_with_replacement(arrays, 2)),
        )

    @classmethod
    def empty(cls, columns: int) -> Moments:
        """The moments of no blocks, which change nothing when they are added."""
        return cls(0, (Fraction(0),) * columns, (Fraction(0),) * (columns * (columns + 1) // 2))

    def __add__(self, other: Moments) -> Moments:
        """The moments of the blocks of both. Raises `ValueError` for different numbers of columns."""
        if len(self.sums) != len(other.sums):
            raise ValueError(f"moments: cannot add {len(other.sums)} columns to {len(self.sums)}")
        return Moments(
            self.n + other.n,
            tuple(a + b for a, b in zip(self.sums, other.sums, strict=True)),
            tuple(a + b for a, b in zip(self.products, other.products, strict=True)),
        )

    def mean(self, column: int = 0) -> Fraction | None:
        """The mean of a column; None without blocks."""
        return self.sums[column] / self.n if self.n else None

    def product(self, left: int, right: int) -> Fraction:
        """The sum over blocks of the product of two columns."""
        low, high = sorted((left, right))
        columns = len(self.sums)
        return self.products[low * columns - low * (low - 1) // 2 + (high - low)]

    def variance(self, weights: Sequence[Fraction]) -> Fraction | None:
        """The variance over blocks of the weighted sum of the columns; None with fewer than two blocks."""
        if self.n < 2:
            return None
        used = [i for i, weight in enumerate(weights) if weight]
        total = Fraction(0)
        for i, j in combinations_with_replacement(used, 2):
            total += (1 if i == j else 2) * weights[i] * weights[j] * self._scatter(i, j)
        return total / (self.n * (self.n - 1))

    def _scatter(self, left: int, right: int) -> Fraction:
        """n (n - 1) times the covariance: without the division, integer columns stay integers."""
        return self.n * self.product(left, right) - self.sums[left] * self.sums[right]
