"""The shape every statistical result has: frozen, finite, ready for JSON. Knows no formula.

A number that does not exist (the Elo of a side that always won, the spread of a single block) is None, never a
nan or an infinity: those are not JSON, and they hide which question had no answer.
"""

from __future__ import annotations

import math
import numbers
from dataclasses import dataclass, fields
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


@dataclass(frozen=True)
class Result:
    """Base of all results: refuses nan and infinities when made, and turns itself into plain JSON values."""

    def __post_init__(self) -> None:
        """ValueError for a nan or an infinity, TypeError for what JSON has no form of."""
        self.to_dict()

    def to_dict(self) -> dict[str, Json]:
        """The fields by name as JSON values; nested results become objects, tuples lists."""
        return {field.name: _plain(getattr(self, field.name), field.name) for field in fields(self)}


def _plain(value: object, where: str) -> Json:
    if isinstance(value, Result):
        return value.to_dict()
    if isinstance(value, tuple):
        return [_plain(item, where) for item in value]
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        if not math.isfinite(value):
            raise ValueError(f"{where}: {value} is no result; a number that does not exist is None")
        return float(value)
    raise TypeError(f"{where}: {type(value).__name__} has no JSON form")


@dataclass(frozen=True)
class Estimate(Result):
    """A number with its interval.

    `value`, `low`, `high` and `se` are in the unit of the scores. `value` is None when nothing was observed, `se`,
    `low` and `high` when the spread cannot be known (fewer than two blocks) or, for `low` or `high` alone, when the
    interval is open on that side. `n` counts blocks; `method` names the interval.
    """

    value: float | None
    low: float | None
    high: float | None
    se: float | None
    n: int
    confidence: float
    method: str

    @property
    def half_width(self) -> float | None:
        """Half the length of the interval, or None where it is open."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2.0
