"""A number with its unit and its interval, written with no more digits than the interval supports."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Self

if TYPE_CHECKING:
    from guandan_sim.report.words import Words
    from guandan_sim.stats import Estimate

# count: a whole number. half: a multiple of a half. number: any other. share: 0 to 1, written in per cent. chance: how
# sure something is, written as a share. points: a difference of shares, written in percentage points. change: a
# difference of numbers. elo, p (value) and factor as they are called.
Unit = Literal["count", "half", "number", "share", "chance", "points", "change", "elo", "p", "factor"]

_DIGITS: dict[Unit, int] = {
    "half": 1,
    "share": 2,
    "chance": 2,
    "points": 2,
    "number": 3,
    "change": 3,
    "elo": 0,
    "factor": 2,
    "p": 4,
}
_MOST_DIGITS = 4
# Nobody can be surer than this.
_LEAST_CHANCE = 0.0001
_ROUNDING = 1e-9
_SIGNED = ("points", "change", "elo")
ABSENT = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value in a unit with the ends of its interval; None stands for a number that does not exist."""

    value: float | int | None
    unit: Unit = "number"
    low: float | None = None
    high: float | None = None

    @classmethod
    def of(cls, estimate: "Estimate", unit: Unit = "number") -> Self:
        """The quantity of an estimate of `guandan_sim.stats`."""
        return cls(estimate.value, unit, estimate.low, estimate.high)

    @property
    def scale(self) -> int:
        """The factor by which the value is multiplied when it is written: 100 for shares."""
        return 100 if self.unit in ("share", "chance", "points") else 1

    @property
    def digits(self) -> int:
        """How many decimals are written: two digits of the interval's half width, or the unit's usual number."""
        if self.unit == "count":
            return 0
        usual = _DIGITS[self.unit]
        if self.low is None or self.high is None or self.high <= self.low:
            return usual
        half = (self.high - self.low) / 2 * self.scale
        # 0.6 - 0.4 is a little less than 0.2 and must not ask for a digit more.
        return min(max(1 - math.floor(math.log10(half) + _ROUNDING), 0), _MOST_DIGITS)

    def text(self, words: "Words") -> str:
        """The value with its unit."""
        return self._written(self.value, words)

    def bare(self, words: "Words") -> str:
        """The value for a place beside which the unit stands."""
        return self._written(self.value, words, bare=True)

    def magnitude(self, words: "Words") -> str:
        """The value with its unit but without a plus sign."""
        return self.text(words).removeprefix("+")

    def interval(self, words: "Words") -> str:
        """The interval in brackets; empty when there is none."""
        if self.low is None and self.high is None:
            return ""
        low, high = (self._written(end, words, bare=True) for end in (self.low, self.high))
        return f"[{low}, {high}]"

    def ends(self, words: "Words") -> tuple[str, str]:
        """Both ends of the interval, for a sentence."""
        return self._written(self.low, words), self._written(self.high, words)

    def full(self, words: "Words") -> str:
        """The value with its interval."""
        return f"{self.text(words)} {self.interval(words)}".rstrip()

    def _written(self, value: float | int | None, words: "Words", *, bare: bool = False) -> str:
        if value is None:
            return ABSENT
        if self.unit == "chance" and not _LEAST_CHANCE <= value <= 1 - _LEAST_CHANCE:
            return f"< {_LEAST_CHANCE:.2%}" if value < _LEAST_CHANCE else f"> {1 - _LEAST_CHANCE:.2%}"
        if self.unit == "p" and value < 10 ** -_DIGITS["p"]:
            return f"< {10 ** -_DIGITS['p']:.{_DIGITS['p']}f}"
        rounded = round(value * self.scale, self.digits) + 0.0  # + 0.0: a negative zero has no sign to show
        sign = "+" if self.unit in _SIGNED and rounded > 0 else ""
        number = f"{sign}{rounded:,.{self.digits}f}".replace("-", "\N{MINUS SIGN}")
        if self.unit in ("share", "chance"):
            return number + "%"
        if self.unit == "points" and not bare:
            return words("unit.points", number=number)
        return "\N{MULTIPLICATION SIGN}" + number if self.unit == "factor" else number
