"""Numbers as people read them: no more digits than the interval supports. Knows estimates, not what they are of."""

import math
from collections.abc import Sequence
from difflib import get_close_matches

from guandan_sim.stats import Estimate

_NONE = "-"


def number(value: float | None, half_width: float | None, percent: bool = False, sign: bool = False) -> str:
    """A number to the second digit of its half width; per cent when it is a share.

    >>> number(27.3456, 0.0321), number(0.12345, 0.002, percent=True), number(None, None)
    ('27.346', '12.35 %', '-')
    """
    if value is None:
        return _NONE
    scale = 100.0 if percent else 1.0
    plus = "+" if sign else ""
    text = f"{value * scale:{plus}.{_decimals(half_width, scale)}f}"
    return f"{text} %" if percent else text


def with_interval(estimate: Estimate, percent: bool = False, sign: bool = False, *, words: bool = False) -> str:
    """The value and its interval: `27.35 [27.31, 27.38]`, in words `27.35 (27.31 to 27.38)`."""
    width = estimate.half_width
    value = number(estimate.value, width, percent, sign)
    if estimate.low is None and estimate.high is None:
        return value
    low, high = (number(end, width, percent, sign).removesuffix(" %") for end in (estimate.low, estimate.high))
    return f"{value} ({low} to {high})" if words else f"{value} [{low}, {high}]"


def with_half_width(estimate: Estimate, percent: bool = False) -> str:
    """The value and half of its interval's length: `27.35 ± 0.03`."""
    width = estimate.half_width
    value = number(estimate.value, width, percent)
    return value if width is None else f"{value} ± {number(width, width, percent)}".replace(" % ±", " ±")


def unknown(what: str, name: str, known: Sequence[str]) -> str:
    """That there is no such name, which there are, and which is nearest.

    >>> unknown("metric", "fall", ["falls", "skill"])
    'unknown metric "fall": expected one of falls, skill (did you mean falls?)'
    """
    near = get_close_matches(name, known, 1)
    return f'unknown {what} "{name}": expected one of {", ".join(known)}{f" (did you mean {near[0]}?)" if near else ""}'


def percent(share: float | None) -> str:
    """A share in per cent to one decimal."""
    return _NONE if share is None else f"{share * 100:.1f} %"


def likelihood(chance: float | None) -> str:
    """A likelihood in per cent, never rounded to certainty.

    >>> likelihood(0.5), likelihood(0.99996), likelihood(1.0), likelihood(None)
    ('50.0 %', '> 99.9 %', '> 99.9 %', '-')
    """
    if chance is not None and not 0.0005 < chance < 0.9995:
        return "> 99.9 %" if chance > 0.5 else "< 0.1 %"
    return percent(chance)


def p_text(p: float | None) -> str:
    """A p value: two digits, or that it is below what anybody needs.

    >>> p_text(0.0312), p_text(1e-9), p_text(None)
    ('0.031', '< 0.0001', '-')
    """
    if p is None:
        return _NONE
    return "< 0.0001" if p < 1e-4 else f"{p:.2g}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def _decimals(half_width: float | None, scale: float) -> int:
    """Decimals that show the second digit of the half width; two when there is none to go by."""
    if not half_width:
        return 2
    return min(6, max(0, 1 - math.floor(math.log10(half_width * scale))))
