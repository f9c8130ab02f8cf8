"""What a record of others tells of a deal, before the rules have been asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from guandan_sim._core import Hand
from guandan_sim.errors import NotationError, shown

SEATS = range(4)
DEALT = 27
RANKS = "23456789TJQKA"

Gift: TypeAlias = tuple[int, int, str]
"""A card of tribute: the giver, the receiver, the card."""


def level_of(told: object) -> str:
    """The level that a letter, a text or a number from 2 to 14 says. Raises `NotationError`.

    >>> level_of("T"), level_of("10"), level_of(14)
    ('T', 'T', 'A')
    """
    text = "T" if told == "10" else told
    if isinstance(text, str) and len(text) == 1 and text in RANKS:
        return text
    if type(told) is int and 0 <= told - 2 < len(RANKS):
        return RANKS[told - 2]
    raise NotationError(f"level {shown(told)}: expected one of {' '.join(RANKS)}, or a number from 2 to 14")


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

    @classmethod
    def by_tribute(cls, pays: Sequence[Gift], leader: int) -> "Before | None":
        """What the cards paid say, of two with who leads: the payer to the first."""
        if not pays:
            return None
        to_first = next((gift for gift in pays if gift[0] == leader), pays[0])
        return cls(to_first[1], tuple(sorted(payer for payer, _, _ in pays)))

    @classmethod
    def in_record(cls, record: Mapping[str, Any]) -> "Before | None":
        """What the streaks in a record say."""
        first, last = (
            [seat for seat, count in enumerate(record["streaks"][key]) if count] for key in ("first", "last")
        )
        return cls(first[0], tuple(last)) if first else None


def places_of(actions: Sequence["ToldAction"]) -> tuple[int, ...] | None:
    """The places after all plays of a deal, those who still hold cards in seat order. None while it goes on."""
    left, out = [DEALT] * len(SEATS), []
    for seat, cards, _, _ in actions:
        left[seat] -= len(cards)
        if cards and not left[seat]:
            out.append(seat)
    if len(out) < len(SEATS) - 1 and not (len(out) > 1 and out[1] == (out[0] + 2) % len(SEATS)):
        return None
    return (*out, *(seat for seat in SEATS if seat not in out))


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
    places: Sequence[int] | None = None
    """The seats from first to last; None where they are not told."""
    seat: int | None = None
    """The seat whose knowledge this is; None where all hands are told."""
    record: Mapping[str, Any] = field(default_factory=dict)
    """What `convert` wrote of a record of ours, because the format has no place for it."""


class SetAside(NamedTuple):
    """A deal that cannot be converted."""

    place: str
    why: str
