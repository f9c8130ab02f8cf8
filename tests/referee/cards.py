"""Cards as texts, and their level order (docs/RULES.md R1)."""

from collections import Counter
from functools import cache

from oracle.combinations import JOKERS, PACKS, RANKS, rank_of

FACES = frozenset(PACKS)

#: A hand is a list of cards; the two copies of a face are two equal entries.
Hand = list[str]


@cache
def level_order(level: str) -> tuple[str, ...]:
    """Ranks from low to high (R1.4)."""
    return (*(rank for rank in RANKS if rank != level), level, *JOKERS)


def height(card: str, level: str) -> int:
    """Where the card's rank stands in level order."""
    return level_order(level).index(rank_of(card))


def is_wild(card: str, level: str) -> bool:
    """R1.3."""
    return card == "H" + level


def missing(cards: Hand, hand: Hand) -> Hand:
    """The cards the hand lacks, copies counted."""
    return list((Counter(cards) - Counter(hand)).elements())


def without(hand: Hand, cards: Hand) -> Hand:
    """The hand after these cards have left it."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left


def partner(seat: int) -> int:
    """R1.2: opposite."""
    return (seat + 2) % 4


def right_hand(seat: int) -> int:
    """R1.2: the next seat."""
    return (seat + 1) % 4


def left_hand(seat: int) -> int:
    """R1.2: the previous seat."""
    return (seat + 3) % 4


def team(seat: int) -> int:
    """R1.2."""
    return seat % 2
