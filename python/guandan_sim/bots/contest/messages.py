"""The messages of the contest protocol as JSON objects (docs/BOTS.md, "Messages").

A `notify` tells, an `act` asks: only an `act` has the key `actionList`, and only to it an answer is due.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from guandan_sim.bots.contest.actions import Action
from guandan_sim.errors import NotationError, shown

Message: TypeAlias = dict[str, Any]


class _Answer(msgspec.Struct):
    """What a client answers: the index of an entry of the action list."""

    actIndex: int  # noqa: N815 - the protocol's name


_decoder = msgspec.json.Decoder(_Answer)
_encoder = msgspec.json.Encoder()


def encode(message: Message) -> bytes:
    """A message as one line of JSON."""
    return _encoder.encode(message)


def read_answer(text: str | bytes, entries: int) -> int:
    """The index that an answer names, of an action list with so many entries. Raises `NotationError`.

    >>> read_answer('{"actIndex": 2}', 3)
    2
    """
    try:
        index = _decoder.decode(text).actIndex
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise NotationError(f'answered {shown(text)}: expected {{"actIndex": 0 to {entries - 1}}}') from None
    if not 0 <= index < entries:
        raise NotationError(f"answered index {index}: expected 0 to {entries - 1}")
    return index


def beginning(cards: Sequence[str], seat: int) -> Message:
    """A deal begins: the cards of a seat, and which seat that is."""
    return {"type": "notify", "stage": "beginning", "handCards": cards, "myPos": seat}


def play(seat: int, action: Any, greater_seat: int, greater: Any) -> Message:
    """A seat has played or passed; `greater` is what now has to be beaten."""
    return {
        "type": "notify",
        "stage": "play",
        "curPos": seat,
        "curAction": action,
        "greaterPos": greater_seat,
        "greaterAction": greater,
    }


def moved(stage: str, moves: Sequence[tuple[int, int, str]]) -> Message:
    """All cards of stage `tribute` or `back` have been moved: from, to, card."""
    return {"type": "notify", "stage": stage, "result": [list(move) for move in moves]}


def anti_tribute(seats: Sequence[int]) -> Message:
    """No tribute is paid; the seats that hold the big jokers. Their count has a name in each of two dialects."""
    return {
        "type": "notify",
        "stage": "anti-tribute",
        "antiNum": len(seats),
        "antiNums": len(seats),
        "antiPos": list(seats),
    }


def episode_over(order: Sequence[int], level: str, rest: Sequence[tuple[int, Sequence[str]]]) -> Message:
    """A deal is over: the order of finish, the level it was played at, the cards that are left, by seat."""
    return {
        "type": "notify",
        "stage": "episodeOver",
        "order": list(order),
        "curRank": level,
        "restCards": [[seat, list(cards)] for seat, cards in rest],
    }


def game_over(times: int) -> Message:
    """The message that all games, `times` of them, have been played."""
    return {"type": "notify", "stage": "gameOver", "curTimes": times, "settingTimes": times}


def game_result(victories: Sequence[int], draws: Sequence[int]) -> Message:
    """How many games each seat has won, and how many nobody has."""
    return {"type": "notify", "stage": "gameResult", "victoryNum": list(victories), "draws": list(draws)}


def act(stage: str, public: Sequence[Message], ranks: tuple[str, str, str], entries: Sequence[Action]) -> Message:
    """Asks for an answer; the cards of the seat and what lies on the table are added by who knows them.

    `ranks` are the level of the own team, of the other team and of the deal.
    """
    own, other, level = ranks
    return {
        "type": "act",
        "stage": stage,
        "publicInfo": public,
        "selfRank": own,
        "oppoRank": other,
        "curRank": level,
        "actionList": entries,
        "indexRange": len(entries) - 1,
    }
