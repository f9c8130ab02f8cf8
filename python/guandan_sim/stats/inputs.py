"""Checks of arguments. Every refusal is a `ValueError` of one line: what was given, where, what was expected."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]

# Squares of larger numbers, summed over any realistic number of blocks, would leave the range of a float.
LARGEST = 1e100


def as_scores(values: npt.ArrayLike, what: str = "block scores") -> FloatArray:
    """One finite number a block as a float array. Raises `ValueError` that names the first bad value."""
    return as_finite(values, what, 1)


def as_finite(values: npt.ArrayLike, what: str, dimensions: int) -> FloatArray:
    """A float array of so many dimensions. Raises `ValueError` unless all values are finite and within 1e100."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{what}: expected numbers, got {type(values).__name__} ({error})") from error
    if array.ndim != dimensions:
        raise ValueError(f"{what}: expected {dimensions} dimension(s), got an array of shape {array.shape}")
    good = np.isfinite(array) & (np.abs(array) <= LARGEST)
    if not good.all():
        where = tuple(int(i) for i in np.argwhere(~good)[0])
        place = where[0] if dimensions == 1 else where
        raise ValueError(f"{what}: value {place} is {array[where]}; expected finite numbers of size up to {LARGEST:g}")
    return array


def check_probability(value: float, what: str) -> float:
    """The value. Raises `ValueError` unless it lies strictly between 0 and 1."""
    if not 0.0 < value < 1.0:
        raise ValueError(f"{what}: expected a number strictly between 0 and 1, got {value}")
    return float(value)


def check_positive(value: float, what: str) -> float:
    """The value. Raises `ValueError` unless it is finite and above 0."""
    if not (math.isfinite(value) and value > 0.0):
        raise ValueError(f"{what}: expected a finite number above 0, got {value}")
    return float(value)


def check_same_length(*columns: tuple[str, FloatArray]) -> None:
    """Raises `ValueError` unless all columns, given with their names, are equally long."""
    name, first = columns[0]
    for other, column in columns[1:]:
        if len(column) != len(first):
            raise ValueError(f"{other}: expected {len(first)} blocks as in {name}, got {len(column)}")
