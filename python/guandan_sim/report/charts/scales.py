"""Axes of quantities: their values as they are written, and how far an axis reaches."""

import math
from typing import TYPE_CHECKING

from guandan_sim.report.quantity import Quantity

if TYPE_CHECKING:
    from guandan_sim.report.words import Words


def scaled(estimate: Quantity, value: float | None) -> float | None:
    """A value as it is written: shares and their differences in hundredths."""
    return None if value is None else value * estimate.scale


def unit_name(estimate: Quantity, words: "Words") -> str:
    """What to add to the name of an axis that shows hundredths."""
    if estimate.unit == "points":
        return words("unit.axis_points")
    return " (%)" if estimate.unit == "share" else ""


def padded(values: list[float], unit: Quantity) -> list[float]:
    """The least and the most of some values with some room on both sides, inside what is possible at all."""
    least, most = min(values, default=0.0), max(values, default=0.0)
    room = 0.1 * (most - least) or 0.1 * abs(most) or 1.0
    bounds = (0.0, float(unit.scale)) if unit.unit == "share" else (-math.inf, math.inf)
    return [max(least - room, bounds[0]), min(most + room, bounds[1])]
