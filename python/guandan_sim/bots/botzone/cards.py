"""Cards, plays and claims as Botzone writes them (docs/BOTS.md).

A card is a number from 0 to 107. Card n and card n + 54 are the two copies of one face. A play is an action, the
numbers of the cards that are laid down, with a claim: as many numbers that say what each card counts as.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from guandan_sim._core import Hand, Play

Number: TypeAlias = int
"""The number of a card."""
Action: TypeAlias = list[list[Number]]
"""The numbers of the cards laid down, and the claim. Two empty lists are a pass."""

FACES, CARDS = 54, 108

_RANKS, _SUITS = "A23456789TJQK", "HDSC"
_JOKERS = ("SB", "HR")
_TEXTS = (*(suit + rank for rank in _RANKS for suit in _SUITS), *_JOKERS)
_FACE = {text: face for face, text in enumerate(_TEXTS)}


def text_of(number: Number) -> str:
    """A card as text.

    >>> text_of(26), text_of(80), text_of(53)
    ('S7', 'S7', 'HR')
    """
    return _TEXTS[number % FACES]


def copies(card: str) -> tuple[Number, Number]:
    """The numbers of the two copies of a card.

    >>> copies("S7")
    (26, 80)
    """
    face = _FACE[card]
    return face, face + FACES


def hand_of(numbers: Iterable[Number]) -> Hand:
    """Cards by number as a hand."""
    return Hand(map(text_of, numbers))


def level_text(level: str) -> str:
    """A level as Botzone writes it: a ten is `0` there."""
    return "0" if level == "T" else level


def level_of(text: str) -> str:
    """A level that Botzone wrote."""
    return "T" if text == "0" else text


def number_of(card: str, among: Iterable[Number]) -> Number:
    """The first of some numbers that is a copy of a card. Raises `ValueError` when none is."""
    for number in among:
        if text_of(number) == card:
            return number
    raise ValueError(f"no copy of {card} is there")


def action_of(play: Play | None, among: Iterable[Number]) -> Action:
    """A play with the claim that says what it is, each card being the first copy of it `among` some; a pass for None.

    >>> import guandan_sim as gd
    >>> play = gd.classify("S7 H2", level="2")[0]
    >>> action_of(play, range(108))
    [[26, 4], [26, 24]]
    """
    if play is None:
        return [[], []]
    left, action, claim = list(among), [], []
    for card, meant in zip(play.cards, play.stands_for, strict=True):
        number = number_of(card, left)
        left.remove(number)
        action.append(number)
        claim.append(number if meant == card else copies(meant)[0])
    return [action, claim]


def combination(claim: Sequence[Number]) -> tuple[str, str] | None:
    """Kind and rank of what a claim says, as `Play` has them. None where it is no combination.

    The kind is read from the claim alone: five cards of a suit in a row are a straight flush, whatever was meant.

    >>> combination([26, 27, 24, 25]), combination([0, 4, 8, 12, 16]), combination([0, 4, 8, 12, 17])
    (('bomb', '7'), ('straight_flush', '5'), ('straight', '5'))
    """
    texts = [text_of(number) for number in claim]
    # Jokers stand by themselves: each is a rank of its own, and in no run.
    counts = Counter(text if text in _JOKERS else text[1] for text in texts)
    groups = sorted(counts.items(), key=lambda group: -group[1])
    rank, sizes = groups[0][0] if groups else "", tuple(size for _, size in groups)
    if sizes in ((1,), (2,), (3,)):
        return None if rank in _JOKERS and sizes == (3,) else (("single", "pair", "triple")[sizes[0] - 1], rank)
    if sizes == (2, 2) and set(counts) == set(_JOKERS):
        return "joker_bomb", ""
    if len(sizes) == 1 and rank not in _JOKERS:
        return "bomb", rank
    if sizes == (3, 2) and rank not in _JOKERS:
        return "full_house", rank
    kind = {(1,) * 5: "straight", (2,) * 3: "tube", (3,) * 2: "plate"}.get(sizes)
    top = _top_of_run(set(counts)) if kind else None
    if kind is None or top is None:
        return None
    is_flush = kind == "straight" and len({text[0] for text in texts}) == 1
    return "straight_flush" if is_flush else kind, top


def _top_of_run(ranks: set[str]) -> str | None:
    """The top rank of ranks in a row, the ace below the two or above the king. None where they are not in a row."""
    order = _RANKS + "A"
    for start in range(len(order) - len(ranks) + 1):
        if set(order[start : start + len(ranks)]) == ranks:
            return order[start + len(ranks) - 1]
    return None
