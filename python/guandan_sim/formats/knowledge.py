"""Records of one seat's knowledge (docs/RECORDS.md): read, and judged by making their plays again."""

import json
from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import msgspec

from guandan_sim._core import Hand, Rules
from guandan_sim.errors import NotationError
from guandan_sim.formats.composing import compose
from guandan_sim.formats.deals import SEATS, Before, ToldAction, ToldDeal

_Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3)]
_Gift: TypeAlias = tuple[_Seat, _Seat, str]


class _Streaks(msgspec.Struct, forbid_unknown_fields=True):
    first: tuple[int, int, int, int]
    last: tuple[int, int, int, int]


class _Tribute(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    void: bool
    big_jokers: list[_Seat] | msgspec.UnsetType | None = msgspec.UNSET
    pays: list[_Gift] | msgspec.UnsetType = msgspec.UNSET
    returns: list[_Gift] | msgspec.UnsetType = msgspec.UNSET


class _Knowledge(msgspec.Struct, forbid_unknown_fields=True):
    """A line, with null where the seat does not know."""

    match: int
    deal: int
    rules: str
    fingerprint: str
    seed: int | None
    strategies: tuple[str, str, str, str]
    levels: tuple[str, str] | None
    level: str
    declarers: int | None
    ace_failures: tuple[int, int] | None
    fallen: tuple[bool, bool] | None
    streaks: _Streaks | None
    hands: tuple[str | None, str | None, str | None, str | None]
    turned_up: None
    first_drawer: _Seat | None
    shuffler: _Seat | None
    cutter: _Seat | None
    tribute: _Tribute | None
    leader: _Seat
    plays: list[tuple[int | str, ...]]
    promoted: None
    levels_after: tuple[str, str] | None
    ace_failures_after: tuple[int, int] | None
    fallen_after: tuple[bool, bool] | None
    match_over: bool | None
    ended_by: str | None
    winner: int | None
    places: tuple[_Seat, _Seat, _Seat, _Seat] | None
    tied: bool | None
    seat: _Seat
    source: str
    won_at: tuple[list[str], list[str]] | msgspec.UnsetType = msgspec.UNSET


_decoder = msgspec.json.Decoder(_Knowledge)


def is_knowledge(value: object) -> bool:
    """Whether a value of JSON is the record of one seat's knowledge."""
    return isinstance(value, dict) and value.keys() >= {"fingerprint", "plays", "seat"}


def is_knowledge_line(line: bytes) -> bool:
    """Whether a line is such a record. No other record has these keys, nor can a text in one look like them."""
    return b'"seat":' in line and b'"source":' in line


def read_knowledge(line: str | bytes) -> dict[str, Any]:
    """The record on a line. Raises `NotationError`."""
    try:
        record: dict[str, Any] = msgspec.to_builtins(_decoder.decode(line), builtin_types=())
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise NotationError(f"no record of one seat's knowledge: {error}") from None
    if record["hands"][record["seat"]] is None:
        raise NotationError("seat: expected the seat whose hand is told")
    tribute = record["tribute"] or {}
    for cards in (*record["hands"], *(card for *_, card in (*tribute.get("pays", ()), *tribute.get("returns", ())))):
        Hand(cards or "")
    for number, action in enumerate(record["plays"]):
        seat, what, *declared = action if len(action) > 1 else (None, None)
        has_texts = all(isinstance(text, str) for text in (what, *declared))
        if seat not in SEATS or not has_texts or len(declared) != (0 if what == "pass" else 2):
            raise NotationError(f'plays[{number}]: expected [seat, "pass"] or [seat, cards, kind, rank]')
        Hand(what if declared else "")
    plain: dict[str, Any] = json.loads(json.dumps(record))
    return plain


def told_of(record: Mapping[str, Any]) -> ToldDeal:
    """What a record of one seat's knowledge tells."""
    actions = []
    for number, (seat, cards, *declared) in enumerate(record["plays"]):
        meant = (declared[0], declared[1]) if declared else None
        actions.append(ToldAction(seat, tuple(cards.split()) if declared else (), meant, f"plays[{number}]"))
    tribute = record["tribute"] or {}
    return ToldDeal(
        place=record["source"],
        hands=[None if hand is None else Hand(hand) for hand in record["hands"]],
        actions=actions,
        level=record["level"],
        levels=record["levels"],
        before=None if record["streaks"] is None else Before.in_record(record),
        pays=[tuple(gift) for gift in tribute.get("pays", ())],
        returns=[tuple(gift) for gift in tribute.get("returns", ())],
        names=record["strategies"],
        seat=record["seat"],
        record=record,
    )


def check_knowledge(line: str | bytes, rules: Rules | None) -> None:
    """Makes the plays of a record of one seat's knowledge again, by `rules` or by the preset that its label names.

    Raises `GuandanError` for the first thing that the seat could have seen to be wrong.
    """
    record = read_knowledge(line)
    given = Rules(record["rules"]) if rules is None else rules
    if record["fingerprint"] != given.fingerprint:
        raise NotationError(f"fingerprint: {record['fingerprint']} recorded, but it is {given.fingerprint}")
    try:
        right = json.loads(compose(told_of(record), given, record["match"]).line)
    except LookupError:
        raise NotationError("streaks: expected a seat that was first, and one or two that were last") from None
    for key, value in record.items():
        if value != right.get(key):
            raise NotationError(f"{key}: {json.dumps(value)} recorded, but it is {json.dumps(right.get(key))}")
