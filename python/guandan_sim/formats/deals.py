"""What a record of others tells of a deal, before the rules have been asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from guandan_sim._core import Hand

SEATS = range(4)
DEALT = 27
RANKS = "23456789TJQKA"

Gift: TypeAlias = tuple[int, int, str]
"""A card of tribute: the giver, the receiver, the card."""


class ToldAction(NamedTuple):
    """A play or a pass as it was told."""

    seat: int
    cards: tuple[str, ...]
    """No cards are a pass."""
    meant: tuple[str, str] | None
    """Kind and rank that the cards were declared to be, as `Play` has them; None where only the cards are told."""
    place: str
    """Where it stands, such as `line 7`, for messages."""


class Before(NamedTuple):
    """How the deal before ended, as far as tribute depends on it."""

    first: int
    lasts: tuple[int, ...]
    """The seat that was last, or both losers of a double-down."""

    @classmethod
    def of(cls, places: Sequence[int]) -> "Before":
        """What the places of a deal say."""
        first, second, third, last = places
        return cls(first, tuple(sorted((third, last))) if second == (first + 2) % len(SEATS) else (last,))


@dataclass(frozen=True, kw_only=True)
class ToldDeal:
    """One deal as a record of others tells it."""

    place: str
    """The file and where in it, for messages."""
    hands: Sequence[Hand | None]
    """The hands as dealt, before tribute; None where a hand is not told."""
    actions: Sequence[ToldAction]
    level: str | None
    """None where it is not told."""
    levels: tuple[str, str] | None = None
    """The levels of the two teams; None where they are not told."""
    before: Before | None = None
    """How the deal before ended; None where no tribute is due."""
    pays: Sequence[Gift] = ()
    returns: Sequence[Gift] = ()
    names: Sequence[str] = ("unknown",) * 4
    """Who played, by seat."""
    seat: int | None = None
    """The seat whose knowledge this is; None where all hands are told."""
    record: Mapping[str, Any] = field(default_factory=dict)
    """What `convert` wrote of a record of ours, because the format has no place for it."""


class SetAside(NamedTuple):
    """A deal that cannot be converted."""

    place: str
    why: str
