"""The package's exceptions, which the engine raises too, and the words for names and values that will not do."""

from collections.abc import Sequence


class GuandanError(Exception):
    """Anything this package refuses or fails at; the message is one line."""


class NotationError(GuandanError, ValueError):
    """Text that is no card, hand, rank, kind or play."""


class RulesError(GuandanError, ValueError):
    """A rule set with a missing, unknown or contradictory field, or an unknown preset."""


class IllegalPlay(GuandanError, ValueError):  # noqa: N818 - the public name
    """A play, pass or declaration that the rules refuse; nothing has changed."""


class PlanError(GuandanError, ValueError):
    """A simulation that cannot be planned as asked for."""


class StoreError(GuandanError):
    """A data set that cannot be written, or is not what its manifest says."""


class PathError(StoreError):
    """A path at which there is not what was asked for: nothing, something else, or not yet."""


class StrategyError(GuandanError):
    """A strategy written in Python raised an error, or answered with something that it could not do."""


def unknown(what: str, name: str, known: Sequence[str]) -> str:
    """That there is no such name, which there are, and which is nearest.

    >>> unknown("metric", "fall", ["falls", "skill"])
    'unknown metric "fall": expected one of falls, skill (did you mean falls?)'
    """
    from difflib import get_close_matches

    near = get_close_matches(name, known, 1)
    return f'unknown {what} "{name}": expected one of {", ".join(known)}{f" (did you mean {near[0]}?)" if near else ""}'


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
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


_LONGEST = 58
