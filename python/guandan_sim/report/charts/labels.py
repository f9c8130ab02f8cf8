"""Labels that fit: what users call things may be of any length, and a drawing takes minutes to measure long text."""

import textwrap
from collections.abc import Sequence

_TITLE = 60
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
# For an axis: the lines of a label, told apart as `fitted` does.
LINES = "split(datum.label, '\\n')"


def title(text: str, width: int = _TITLE) -> str:
    """Text on one line, cut where it is too long; the table beside a chart has it in full."""
    plain = " ".join(text.split())
    return plain if len(plain) <= width else plain[: width - 1] + _ELLIPSIS


def fitted(labels: Sequence[str], width: int, lines: int = 1) -> list[str]:
    """Labels of at most so many lines of so many letters; those that would then be alike are numbered."""
    made: list[str] = []
    for label in labels:
        short = textwrap.wrap(label, width, max_lines=lines, placeholder=_ELLIPSIS, break_on_hyphens=False) or [""]
        text = "\n".join(short)
        made.append(text if text not in made else f"{text} ({len(made) + 1})")
    return made
