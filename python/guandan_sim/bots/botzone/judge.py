"""What an answer of a Botzone bot means, and what is wrong with it, by the names that Botzone's judge has for that."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, Literal, TypeAlias

from guandan_sim._core import Play, Rules, classify
from guandan_sim.bots.botzone.cards import CARDS, Action, combination, hand_of, text_of
from guandan_sim.errors import ProgramError, shown

Fault: TypeAlias = Literal[
    "INVALID_FORMAT",
    "INVALID_MOVE",
    "INVALID_PASS",
    "INVALID_TYPE",
    "ILLEGAL_CLAIM",
    "NOT_YOUR_POKER",
    "POKERTYPE_MISMATCH",
    "SMALLER_POINTS",
]

_BOMBS = ("bomb", "straight_flush", "joker_bomb")


class AnswerError(ProgramError):
    """An answer that the rules or the protocol forbid. The message begins with the judge's name for the fault."""

    def __init__(self, fault: Fault, why: str) -> None:
        """`why` goes on after the name and says what was wrong."""
        super().__init__(f"{fault}: {why}")
        self.fault = fault


def read_cards(answer: Any) -> list[int]:
    """An answer that is a list of cards. Raises `AnswerError` for anything else."""
    if isinstance(answer, list) and all(type(card) is int and 0 <= card < CARDS for card in answer):
        return answer
    raise AnswerError("INVALID_FORMAT", f"it answered {shown(answer)}, expected a list of cards from 0 to {CARDS - 1}")


def card_of(answer: Any, hand: Collection[int], allowed: Collection[str]) -> int:
    """An answer that gives one card, held and of a face that the rules allow. Raises `AnswerError`."""
    numbers = read_cards(answer)
    if len(numbers) == 1 and numbers[0] in hand and text_of(numbers[0]) in allowed:
        return numbers[0]
    raise AnswerError(
        "INVALID_MOVE", f"it gave {_named(numbers)} ({shown(answer)}), expected one of {', '.join(sorted(allowed))}"
    )


def read_action(answer: Any) -> Action:
    """An answer to the request to play: an action and a claim, both empty for a pass. Raises `AnswerError`."""
    if answer == []:
        return [[], []]
    if not isinstance(answer, list) or len(answer) != 2:
        raise AnswerError("INVALID_FORMAT", f"it answered {shown(answer)}, expected [action, claim]")
    return [read_cards(part) for part in answer]


def check_claim(action: Sequence[int], claim: Sequence[int], level: str) -> None:
    """Checks that a claim can be made of the cards of an action: wilds may count as anything but jokers, other cards
    as themselves. Raises `AnswerError`.
    """
    cards, meant = (Counter(map(text_of, numbers)) for numbers in (action, claim))
    wilds = cards.pop(f"H{level}", 0)
    for_wilds = meant - cards
    if len(action) != len(claim) or for_wilds.total() != wilds:
        raise AnswerError("ILLEGAL_CLAIM", f"{_named(action)} cannot count as {_named(claim)}")
    if "SB" in for_wilds or "HR" in for_wilds:
        raise AnswerError("ILLEGAL_CLAIM", f"a wild cannot count as a joker, as in {_named(claim)}")


def choice_of(
    action: Action, hand: Collection[int], legal: Sequence[Play], to_beat: Play | None, level: str, rules: Rules
) -> int:
    """The index of the legal play that an action with its claim is; the number of legal plays for a pass.

    `hand` are the numbers of the cards that the seat holds, `to_beat` is what lies on the table, and `legal` are plays
    told apart by cards. Raises `AnswerError` with what is wrong with the action.
    """
    cards, claim = action
    if not cards and not claim:
        if to_beat is None:
            raise AnswerError("INVALID_PASS", "it passed, and it leads")
        return len(legal)
    if len(set(cards)) < len(cards) or not set(cards) <= set(hand):
        raise AnswerError("NOT_YOUR_POKER", f"it does not hold {_named(cards)} ({shown(cards)})")
    check_claim(cards, claim, level)
    found = combination(claim)
    if found is None:
        raise AnswerError("INVALID_TYPE", f"{_named(claim)} is no combination")
    kind, rank = found
    held = hand_of(cards)
    for index, play in enumerate(legal):
        if play.kind == kind and play.rank == rank and play.hand == held:
            return index
    told = f"{kind} {rank}".strip() + f" of {_named(cards)}"
    if not any((play.kind, play.rank) == found for play in classify(held, level=level, rules=rules)):
        raise AnswerError("INVALID_TYPE", f"these rules know no {told}")
    if to_beat is None:
        raise AnswerError("INVALID_MOVE", f"{told} cannot be led")
    if kind not in _BOMBS and (kind, len(cards)) != (to_beat.kind, to_beat.size):
        raise AnswerError("POKERTYPE_MISMATCH", f"{told} does not follow {to_beat}")
    raise AnswerError("SMALLER_POINTS", f"{told} does not beat {to_beat}")


def _named(numbers: Sequence[int]) -> str:
    """Cards as a person reads them."""
    return " ".join(map(text_of, numbers)) or "no cards"
