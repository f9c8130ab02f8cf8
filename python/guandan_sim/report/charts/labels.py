"""Labels that fit: what users call things may be of any length, and a drawing takes minutes to measure long text."""

import re
from collections.abc import Sequence

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
    """Labels of at most so many lines of so many letters; those that would then be alike are numbered."""
    made: list[str] = []
    for label in labels:
        text = "\n".join(_wrapped(label, width, lines))
        made.append(text if text not in made else f"{text} ({len(made) + 1})")
    return made


def _wrapped(label: str, width: int, lines: int) -> list[str]:
    """A label in lines, broken after marks that names are put together with, the last line cut where it is too long."""
    if lines == 1:
        return [title(label, width)]
    pieces = _PIECES.findall(" ".join(label.split()))
    line = ""
    while pieces and (not line or len(line + pieces[0]) <= width):
        line += pieces.pop(0)
    return [title(line, width), *(_wrapped("".join(pieces), width, lines - 1) if pieces else [])]
