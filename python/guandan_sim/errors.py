"""The package's exceptions, which the engine raises too, and the words for names and values that will not do."""

from collections.abc import Iterable, Sequence


class GuandanError(Exception):
    """The base of all errors of this package. The message is one line."""


class NotationError(GuandanError, ValueError):
    """A text cannot be read as a card, hand, rank, kind or play."""


class RulesError(GuandanError, ValueError):
    """A rule set has a missing, unknown or contradictory field, or a preset is unknown."""


class IllegalPlay(GuandanError, ValueError):  # noqa: N818 - the public name
    """The rules forbid a play, a pass or a declaration. The deal has not changed."""


class PlanError(GuandanError, ValueError):
    """The options of a simulation cannot be used as they are given. Nothing has been written."""


class StoreError(GuandanError):
    """A data set cannot be written, or is not what its manifest says."""


class PathError(StoreError):
    """A path is missing, holds something else than was asked for, or holds something that is not finished yet."""


class ProgramError(GuandanError):
    """A program that plays a seat could not be started, or gave an invalid answer."""


class StrategyError(GuandanError):
    """A strategy written in Python raised an error, or returned an answer that is not in its list."""


def unknown(what: str, name: str, known: Sequence[str]) -> str:
    """That there is no such name, which there are, and which is nearest.

    >>> unknown("metric", "fall", ["falls", "skill"])
    'unknown metric "fall": expected one of falls, skill (did you mean falls?)'
    """
    return f'unknown {what} "{name}": expected one of {", ".join(known)}{did_you_mean(name, known)}'


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The words that name the nearest known name, or nothing.

    >>> did_you_mean("fals", ["falls", "skill"]), did_you_mean("zebra", ["falls", "skill"])
    (' (did you mean falls?)', '')
    """
    from difflib import get_close_matches

    near = get_close_matches(name, [*known], 1)
    return f" (did you mean {near[0]}?)" if near else ""


def shown(value: object) -> str:
    """A value as Python shows it, cut to what has room in the one line of a message.

    >>> shown("S3"), shown(10**100)
    ("'S3'", '1000000000000000000000000000000000000000000000000000000000…')
    """
    try:
        text = " ".join(repr(value).split())
    except Exception:
        # Objects of others may raise anything, whole numbers of too many digits do.
        text = f"a value of type {type(value).__name__}"
    return _cut(text)


def named(name: str) -> str:
    """A name that was read somewhere, as it stands, cut to what has room in the one line of a message.

    >>> named("deels"), named("two\nlines")
    ('deels', 'two lines')
    """
    return _cut("".join(letter if letter.isprintable() else "?" for letter in " ".join(name.split())))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


_LONGEST = 58
