"""Combinations of Guandan, slowly: every choice of cards, every rank and suit a wild might stand for.

Written from docs/RULES.md R1 to R3 with the standard library alone. Cards are texts ("S7", "SB", "HR"), a reading is
a pair (kind, rank), a play a triple (kind, rank, sorted cards).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
SUITS = ("S", "H", "C", "D")
JOKERS = ("SB", "HR")
PACKS = (*(suit + rank for rank in RANKS for suit in SUITS for _ in range(2)), "SB", "SB", "HR", "HR")

#: Runs are windows of this: the ace begins or ends one.
CIRCLE = ("A", *RANKS)

Reading = tuple[str, str]
Play = tuple[str, str, tuple[str, ...]]


@dataclass(frozen=True)
class House:
    """The level and the house rules that combinations depend on."""

    level: str
    max_bomb: int = 10
    joker_pair_in_full_house: bool = True
    plain_straight_from_flush: bool = True
    sequence_order: str = "natural"

    @property
    def wild(self) -> str:
        """The card that stands for others."""
        return "H" + self.level


def rank_of(card: str) -> str:
    """A joker is a rank of its own."""
    return card if card in JOKERS else card[1]


@cache
def catalogue(max_bomb: int, joker_pairs: bool) -> dict[tuple[str, ...], Reading]:
    """Every combination without wilds by its sorted ranks (R2.1 to R2.10); `run` is a straight of either sort."""
    listed: list[tuple[str, str, tuple[str, ...]]] = [("joker_bomb", "", ("SB", "SB", "HR", "HR"))]
    for rank in (*RANKS, *JOKERS):
        listed += [("single", rank, (rank,)), ("pair", rank, (rank, rank))]
    for rank in RANKS:
        listed.append(("triple", rank, (rank,) * 3))
        listed += [("bomb", rank, (rank,) * size) for size in range(4, max_bomb + 1)]
        pairs = (*RANKS, *JOKERS) if joker_pairs else RANKS
        listed += [("full_house", rank, (rank,) * 3 + (pair,) * 2) for pair in pairs if pair != rank]
    for kind, length, each in (("run", 5, 1), ("tube", 3, 2), ("plate", 2, 3)):
        for start in range(len(CIRCLE) - length + 1):
            run = CIRCLE[start : start + length]
            listed.append((kind, run[-1], run * each))
    return {tuple(sorted(ranks)): (kind, rank) for kind, rank, ranks in listed}


def readings(cards: Iterable[str], house: House) -> set[Reading]:
    """Everything the cards may be declared to be (R2)."""
    cards = tuple(cards)
    natural = [card for card in cards if card != house.wild]
    wilds = len(cards) - len(natural)
    known = catalogue(house.max_bomb, house.joker_pair_in_full_house)
    # R2.12: wilds with no other card are themselves.
    choices: Iterable[tuple[str, ...]] = (
        [(house.level,) * wilds] if not natural else combinations_with_replacement(RANKS, wilds)
    )
    found: set[Reading] = set()
    for stands_for in choices:
        ranks = tuple(sorted([*map(rank_of, natural), *stands_for]))
        kind, rank = known.get(ranks, ("", ""))
        if kind == "run":
            found.update((sort, rank) for sort in _sorts_of_run(natural, wilds, house))
        elif kind:
            found.add((kind, rank))
    return found


def _sorts_of_run(natural: list[str], wilds: int, house: House) -> Iterator[str]:
    """What a run is for each choice of its wilds' suits (R2.5, R2.9)."""
    suits = {card[0] for card in natural}
    for stands_for in product(SUITS, repeat=wilds):
        if len(suits | set(stands_for)) == 1:
            yield "straight_flush"
        elif len(suits) > 1 or house.plain_straight_from_flush:
            yield "straight"


def selections(hand: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Every different choice of one card or more."""
    count = Counter(hand)
    faces = sorted(count)
    for copies in product(*(range(count[face] + 1) for face in faces)):
        if any(copies):
            yield tuple(face for face, n in zip(faces, copies, strict=True) for _ in range(n))


def leads(hand: Iterable[str], house: House) -> set[Play]:
    """Every play of a leader (R4.3)."""
    return {(kind, rank, cards) for cards in selections(hand) for kind, rank in readings(cards, house)}


def beats(play: Play, other: Play, house: House) -> bool:
    """Whether `play` may be laid on `other` (R3)."""
    mine, theirs = _strength(play, house), _strength(other, house)
    if mine[0] == theirs[0] == 0:
        return play[0] == other[0] and len(play[2]) == len(other[2]) and mine > theirs
    return mine > theirs


def _strength(play: Play, house: House) -> tuple[float, int]:
    """The size of a bomb (a straight flush lies between five and six cards; 0 for no bomb), then the rank."""
    kind, rank, cards = play
    level_order = [*(other for other in RANKS if other != house.level), house.level, *JOKERS]
    if kind == "joker_bomb":
        return (11, 0)
    if kind == "straight_flush":
        return (5.5, RANKS.index(rank))
    if kind == "bomb":
        return (len(cards), level_order.index(rank))
    if kind in ("straight", "tube", "plate") and house.sequence_order == "natural":
        return (0, RANKS.index(rank))
    return (0, level_order.index(rank))


def answers(plays: set[Play], other: Play, house: House) -> set[Play]:
    """The plays that beat `other` (R4.4)."""
    return {play for play in plays if beats(play, other, house)}


def undeclared(cards: Iterable[str], house: House, other: Play | None = None) -> Reading | None:
    """What cards count as when nothing is said (R2.16, R2.17)."""
    cards = tuple(cards)
    plays = [(kind, rank, cards) for kind, rank in readings(cards, house)]
    if other is not None:
        plays = [play for play in plays if beats(play, other, house)]
    plays.sort(key=lambda play: (_strength(play, house)[0], play[0] == "plate", _strength(play, house)[1]))
    return plays[-1][:2] if plays else None


def same_at_ranks(play: Play, house: House) -> tuple[object, ...]:
    """What plays share that are one play at detail "ranks"."""
    kind, rank, cards = play
    natural = [card for card in cards if card != house.wild]
    suit = natural[0][0] if kind == "straight_flush" else ""
    return kind, rank, tuple(sorted(map(rank_of, natural))), len(cards) - len(natural), suit
