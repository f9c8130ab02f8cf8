"""Numbers and lists as callers give them. What is refused is told what was expected, in one line."""

import numbers
import sys
from collections.abc import Iterable, Mapping, Set
from contextlib import suppress
from typing import Any

from guandan_sim._core import check_whole
from guandan_sim.errors import PlanError, shown

__all__ = ["check_number", "check_whole", "several"]


def check_number(
    what: str, number: object, expected: str, least: float = -sys.float_info.max, most: float = sys.float_info.max
) -> float:
    """The number as a float, be it Python's or NumPy's.

    Raises `PlanError` with what was `expected` unless it is a number from `least` to `most`.
    """
    if not isinstance(number, bool) and isinstance(number, numbers.Real):
        # A whole number or a fraction may be too large to become a float.
        with suppress(OverflowError):
            found = float(number)
            if least <= found <= most:
                return found
    raise PlanError(f"{what}: expected {expected}, got {shown(number)}")


def several(what: str, given: object) -> list[Any]:
    """The items of a list. Raises `PlanError` for anything else."""
    items = None
    # A set has no order, which names of seats and columns have.
    if isinstance(given, Iterable) and not isinstance(given, str | bytes | Set | Mapping):
        # An array without dimensions has an iterator in name only.
        with suppress(TypeError):
            items = iter(given)
    if items is None:
        raise PlanError(f"{what}: expected a list, got {shown(given)}")
    return list(items)
