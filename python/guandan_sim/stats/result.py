"""What all statistical results have in common: they are frozen, finite and ready for JSON.

A number that does not exist, such as the Elo of a side that always won or the spread of a single block, is None. It is
never a nan or an infinity, which JSON has no form for and which hide what question had no answer.
"""

from __future__ import annotations

import math
import numbers
from dataclasses import dataclass, fields
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


@dataclass(frozen=True)
class Result:
    """The base of all results: it refuses nan and infinities when it is made, and has a form in JSON values."""

    def __post_init__(self) -> None:
        """Raises `ValueError` for a nan or an infinity, `TypeError` for a value that JSON has no form for."""
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

    `value`, `low`, `high` and `se` (the standard error) are in the unit of the scores. `value` is None when nothing was
    observed. `se`, `low` and `high` are None when the spread cannot be known, below two blocks; `low` or `high` alone
    is None when the interval has no end on that side. `n` counts blocks, `method` names the interval.
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
