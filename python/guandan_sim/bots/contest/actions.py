"""Cards and actions as the contest protocol writes them (docs/BOTS.md, "Cards and actions").

An action is a triple: type, rank, cards. A pass is one too, and so is the card that is paid or returned in tribute.
"""

import ast
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from guandan_sim._core import Hand, Play, Rules, classify
from guandan_sim.errors import NotationError, shown

Action: TypeAlias = tuple[str | None, str | None, Sequence[str] | str | None]
Form = Literal["list", "string"]
"""How `curAction`, `greaterAction` and `playArea` are written: as JSON lists, or as texts that hold Python literals."""

PASS: Action = ("PASS", "PASS", "PASS")
NOTHING: Action = (None, None, None)
"""What stands for an action where there is none yet."""

RANKS = "23456789TJQKA"
SUITS = "SHCD"

TYPES = (
    ("single", "Single"),
    ("pair", "Pair"),
    ("triple", "Trips"),
    ("tube", "ThreePair"),
    ("full_house", "ThreeWithTwo"),
    ("plate", "TwoTrips"),
    ("straight", "Straight"),
    ("bomb", "Bomb"),
    ("joker_bomb", "Bomb"),
    ("straight_flush", "StraightFlush"),
)
"""Each kind with its type, in the order in which an action list has them (docs/BOTS.md, "The list of actions")."""

_TYPE = dict(TYPES)
_KIND = {name: kind for kind, name in reversed(TYPES)}
_PLACE = {kind: place for place, (kind, _) in enumerate(TYPES)}
# How many ranks a run has: it is named by its lowest rank here, by its top rank in our notation.
_RANKS_OF_RUN = {"straight": 5, "straight_flush": 5, "tube": 3, "plate": 2}
_JOKERS = {"SB": "B", "HR": "R"}
# The lowest rank may be the ace below the two, which stands at -1.
_LABEL = {
    (kind, rank): RANKS[lowest]
    for kind, _ in TYPES
    for place, rank in enumerate(RANKS)
    if kind != "joker_bomb" and (lowest := place - _RANKS_OF_RUN.get(kind, 1) + 1) >= -1
} | {(kind, joker): letter for kind in ("single", "pair") for joker, letter in _JOKERS.items()}
_LABEL["joker_bomb", ""] = "JOKER"
_MEANING = {(_TYPE[kind], label): (kind, rank) for (kind, rank), label in _LABEL.items()}
# Names that other servers and manuals have for a type.
_OTHER_NAMES = {"TripsPair": "ThreeWithTwo", "Boom": "Bomb", "FourKings": "Bomb"}
_LONGEST_TEXT = 400


def action_of(play: Play | None) -> Action:
    """A play as an action, None as the pass.

    The cards stand as they do in the play: runs upward, a wild in the place it fills, in sets behind the other cards.

    >>> import guandan_sim as gd
    >>> [action_of(play) for play in gd.classify("C6 H9 D8 S9 HT", level="9")]
    [('Straight', '6', ('C6', 'H9', 'D8', 'S9', 'HT'))]
    """
    if play is None:
        return PASS
    kind = play.kind
    return _TYPE[kind], _LABEL[kind, play.rank], play.cards


def meaning(kind: str, rank: str) -> tuple[str, str]:
    """Kind and rank, as `Play` has them, of an action with this type and this rank.

    The rank is empty where there is no such action.

    >>> meaning("Straight", "6"), meaning("Straight", "Q"), meaning("Bomb", "6")
    (('straight', 'T'), ('straight', ''), ('bomb', '6'))
    """
    return _MEANING.get((kind, rank), (_KIND.get(kind, ""), ""))


def order_of(plays: Sequence[Play]) -> list[int]:
    """The order in which an action list has these plays, which stand in the listing order of `legal_plays`: indices.

    Only the order of the kinds differs; inside a kind both go upward, the plays with fewer wilds first.
    """
    return sorted(range(len(plays)), key=[_PLACE[play.kind] for play in plays].__getitem__)


def hand_cards(hand: Hand, level: str) -> list[str]:
    """A hand as `handCards`: ranks upward with the level rank above A, suits in the order S H C D, jokers last.

    >>> hand_cards(Hand("HR SB H9 S9 CA HT D3 S3"), "9")
    ['S3', 'D3', 'HT', 'CA', 'S9', 'H9', 'SB', 'HR']
    """
    # A hand gives its cards from 2 to A, then the jokers.
    return sorted(hand, key=lambda card: (card in _JOKERS, card not in _JOKERS and card[1] == level))


def written(action: Action, form: Form) -> Any:
    """An action as `curAction` and `greaterAction` have it in one of the two forms.

    >>> written(("Single", "7", ("D7",)), "string"), written(NOTHING, "string")
    ("['Single', '7', ['D7']]", '[None, None, None]')
    """
    kind, rank, cards = action
    whole = [kind, rank, cards if cards is None or isinstance(cards, str) else list(cards)]
    return whole if form == "list" else str(whole)


def read_action(value: object) -> Action:
    """Reads an action in either form; null and triples of null are `NOTHING`. Raises `NotationError`.

    >>> read_action("['Pair', '5', ['D5', 'H9']]")
    ('Pair', '5', ('D5', 'H9'))
    """
    if isinstance(value, str) and len(value) <= _LONGEST_TEXT:
        try:
            value = ast.literal_eval(value.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            raise _no_action(value) from None
    if value is None:
        return NOTHING
    if not isinstance(value, (list, tuple)) or len(value) != len(NOTHING):
        raise _no_action(value)
    kind, rank, cards = value
    if kind is None:
        return NOTHING
    if kind == PASS[0]:
        return PASS
    if not (isinstance(kind, str) and isinstance(rank, str) and isinstance(cards, (list, tuple))):
        raise _no_action(value)
    if not cards or not all(isinstance(card, str) for card in cards):
        raise _no_action(value)
    return _OTHER_NAMES.get(kind, kind), rank, tuple(cards)


def _no_action(value: object) -> NotationError:
    return NotationError(f"expected an action such as ['Single', '7', ['D7']], got {shown(value)}")


def play_of(action: Action, level: str, rules: Rules) -> Play | None:
    """The play that an action of the phase play is, None for the pass.

    The cards decide where the type or the rank contradicts them, since some servers name runs by a wrong rank. Raises
    `NotationError` for what is not an action of cards, and for cards that form no play under these rules.

    >>> print(play_of(("TwoTrips", "7", ("S7", "H7", "D7", "S8", "C8", "D8")), "9", Rules("institute")))
    plate 8: S7 H7 D7 S8 C8 D8
    """
    if action == PASS:
        return None
    kind, rank, cards = action
    if cards is None or isinstance(cards, str):
        raise _no_action(action)
    readings = classify(list(cards), level=level, rules=rules)
    if not readings:
        raise NotationError(f"{' '.join(cards)} at level {level}: no play by rules {rules.label}")
    # The same cards in the same places first: two readings may differ in the place of a wild alone.
    return max(
        readings,
        key=lambda play: (_TYPE[play.kind] == kind, _LABEL[play.kind, play.rank] == rank, play.cards == tuple(cards)),
    )
