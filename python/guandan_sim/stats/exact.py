"""Sums and sums of products of floats without any rounding.

A float is an integer times a power of two, so the sum of any floats is a fraction. Adding fractions has no order,
which makes every statistic built on them independent of how blocks were split among workers, and makes "nothing
differs" come out as exactly 0 instead of 1e-17.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from .inputs import FloatArray

_Integers = npt.NDArray[np.int64]

_MANTISSA_BITS = 53
_HALF_BITS = 27
_HALF_MASK = (1 << _HALF_BITS) - 1
_EXACT_FLOAT = 2.0**53  # all integers up to here are floats
_LOW_BITS = 32


def exact_sum(values: FloatArray) -> Fraction:
    """The exact sum of finite floats."""
    if _is_small_integers(values, 1.0):
        return Fraction(int(values.sum()))
    mantissas, exponents = _split(values)
    return _weighted_sum(mantissas, exponents)


def exact_dot(left: FloatArray, right: FloatArray) -> Fraction:
    """The exact sum of the products of two arrays of finite floats of the same length."""
    largest = float(np.abs(right).max()) if right.size else 0.0
    if _is_small_integers(right, 1.0) and _is_small_integers(left, max(largest, 1.0)):
        return Fraction(int((left * right).sum()))
    left_mantissas, left_exponents = _split(left)
    right_mantissas, right_exponents = _split(right)
    exponents = left_exponents + right_exponents
    # 53 x 53 bits do not fit into 64: multiply halves, whose products do
    left_high, left_low = left_mantissas >> _HALF_BITS, left_mantissas & _HALF_MASK
    right_high, right_low = right_mantissas >> _HALF_BITS, right_mantissas & _HALF_MASK
    return (
        _weighted_sum(left_high * right_high, exponents + 2 * _HALF_BITS)
        + _weighted_sum(left_high * right_low + left_low * right_high, exponents + _HALF_BITS)
        + _weighted_sum(left_low * right_low, exponents)
    )


def _is_small_integers(values: FloatArray, factor: float) -> bool:
    """Whether floats add up the values times `factor` exactly: all partial sums are integers that a float holds."""
    if not values.size:
        return True
    return float(np.abs(values).max()) * factor * values.size <= _EXACT_FLOAT and bool(
        (values == np.rint(values)).all()
    )


def _split(values: FloatArray) -> tuple[_Integers, _Integers]:
    """Mantissas and exponents: integers m and e with value = m * 2**e."""
    fractions, exponents = np.frexp(values)
    mantissas = np.ldexp(fractions, _MANTISSA_BITS).astype(np.int64)
    return mantissas, exponents.astype(np.int64) - _MANTISSA_BITS


def _weighted_sum(integers: _Integers, exponents: _Integers) -> Fraction:
    """The sum of integer * 2**exponent; low and high bits are added apart, so that 2**31 terms cannot overflow."""
    total = Fraction(0)
    for exponent in np.unique(exponents):
        part = integers[exponents == exponent]
        high = int((part >> _LOW_BITS).sum())
        low = int((part & ((1 << _LOW_BITS) - 1)).sum())
        total += ((high << _LOW_BITS) + low) * Fraction(2) ** int(exponent)
    return total
