"""Axes: labels that fit, values as they are written, and how far an axis reaches.

What users call things may be of any length, and a drawing takes minutes to measure long text: labels are cut before.
"""

import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from guandan_sim.report.quantity import Quantity

if TYPE_CHECKING:
    from guandan_sim.report.words import Words

_TITLE = 60
_PIECES = re.compile(r"[^\s:;(]*[\s:;(]*")
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
# For an axis: the lines of a label, told apart as `fitted` does.
LINES = "split(datum.label, '\\n')"


def title(text: str, width: int = _TITLE) -> str:
    """Text on one line, cut where it is too long; the table beside a chart has it in full."""
    plain = " ".join(text.split())
    return plain if len(plain) <= width else plain[: width - 1] + _ELLIPSIS


def fitted(labels: Sequence[str], width: int, lines: int = 1) -> list[str]:
    """Labels cut to so many lines of so many letters; labels that are then alike are numbered."""
    made: list[str] = []
    for label in labels:
        text = "\n".join(_wrapped(label, width, lines))
        made.append(text if text not in made else f"{text} ({len(made) + 1})")
    return made


def _wrapped(label: str, width: int, lines: int) -> list[str]:
    """The lines of a label, broken after the marks that join names; the last line is cut where it is too long."""
    if lines == 1:
        return [title(label, width)]
    pieces = _PIECES.findall(" ".join(label.split()))
    line = ""
    while pieces and (not line or len(line + pieces[0]) <= width):
        line += pieces.pop(0)
    return [title(line, width), *(_wrapped("".join(pieces), width, lines - 1) if pieces else [])]


def scaled(estimate: Quantity, value: float | None) -> float | None:
    """A value as it is written: shares and their differences in hundredths."""
    return None if value is None else value * estimate.scale


def unit_name(estimate: Quantity, words: "Words") -> str:
    """What is added to the name of an axis that shows shares or their differences; empty for other units."""
    if estimate.unit == "points":
        return words("unit.axis_points")
    return " (%)" if estimate.unit == "share" else ""


def padded(values: list[float], unit: Quantity) -> list[float]:
    """The ends of an axis: the least and the largest value with some room beyond, within what is possible."""
    least, most = min(values, default=0.0), max(values, default=0.0)
    room = 0.1 * (most - least) or 0.1 * abs(most) or 1.0
    bounds = (0.0, float(unit.scale)) if unit.unit == "share" else (-math.inf, math.inf)
    return [max(least - room, bounds[0]), min(most + room, bounds[1])]
