"""A line as a record: its keys, and what stands at each. Knows nothing of the game but its texts."""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from oracle.combinations import RANKS

from referee.cards import FACES
from referee.wrong import FORMAT, Wrong

Record = dict[str, Any]
Test = Callable[[Any], bool]

KINDS = (
    *("single", "pair", "triple", "full_house", "straight", "tube", "plate"),
    *("bomb", "straight_flush", "joker_bomb"),
)


def is_text(value: Any) -> bool:
    return isinstance(value, str)


def is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def is_team(value: Any) -> bool:
    return is_count(value) and value < 2


def is_seat(value: Any) -> bool:
    return is_count(value) and value < 4


def is_level(value: Any) -> bool:
    return value in RANKS


def are_cards(value: Any) -> bool:
    """Cards with blanks between, at least one."""
    return is_text(value) and value != "" and FACES.issuperset(value.split(" "))


def or_null(test: Test) -> Test:
    return lambda value: value is None or test(value)


def listing(test: Test, *lengths: int) -> Test:
    """A list of so many items, of any number when none is named."""
    return lambda value: isinstance(value, list) and (not lengths or len(value) in lengths) and all(map(test, value))


def keyed(**tests: Test) -> Test:
    """An object with exactly these keys."""
    return lambda value: (
        isinstance(value, dict) and value.keys() == tests.keys() and all(tests[key](value[key]) for key in tests)
    )


def is_act(value: Any) -> bool:
    """[seat, "pass"] or [seat, cards, kind, rank]."""
    match value:
        case [seat, "pass"]:
            return is_seat(seat)
        case [seat, cards, kind, rank]:
            return is_seat(seat) and are_cards(cards) and kind in KINDS and is_text(rank)
    return False


def is_gift(value: Any) -> bool:
    """[from, to, card]."""
    return isinstance(value, list) and len(value) == 3 and all(map(is_seat, value[:2])) and value[2] in FACES


def is_tribute(value: Any) -> bool:
    paid = keyed(void=lambda void: void is False, pays=listing(is_gift), returns=listing(is_gift))
    voided = keyed(void=lambda void: void is True, big_jokers=listing(is_seat))
    return paid(value) or voided(value)


def is_clock_model(value: Any) -> bool:
    """Seconds, as `play=5,pass=1.5,between=60`."""
    number = r"\d+(\.\d+)?"
    return is_text(value) and re.fullmatch(f"play={number},pass={number},between={number}", value) is not None


REQUIRED: dict[str, Test] = {
    "match": is_count,
    "deal": is_count,
    "rules": is_text,
    "fingerprint": is_text,
    "seed": is_count,
    "strategies": listing(is_text, 4),
    "levels": listing(is_level, 2),
    "level": is_level,
    "declarers": or_null(is_team),
    "ace_failures": listing(is_count, 2),
    "fallen": listing(is_flag, 2),
    "streaks": keyed(first=listing(is_count, 4), last=listing(is_count, 4)),
    "hands": listing(are_cards, 4),
    "turned_up": or_null(keyed(card=lambda card: card in FACES, holder=is_seat)),
    "first_drawer": or_null(is_seat),
    "shuffler": or_null(is_seat),
    "cutter": or_null(is_seat),
    "tribute": or_null(is_tribute),
    "leader": is_seat,
    "plays": listing(is_act),
    "promoted": or_null(keyed(team=is_team, levels=is_count)),
    "levels_after": listing(is_level, 2),
    "ace_failures_after": listing(is_count, 2),
    "fallen_after": listing(is_flag, 2),
    "match_over": is_flag,
    "ended_by": or_null(lambda reason: reason in ("ace", "clock", "leave")),
    "winner": or_null(is_team),
}
OPTIONAL: dict[str, Test] = {
    "clock_model": is_clock_model,
    "won_at": listing(listing(is_level), 2),
    "places": listing(is_seat, 4),
    "tied": is_flag,
    "left": lambda left: isinstance(left, list) and len(left) == 2 and is_seat(left[0]) and is_count(left[1]),
}


def read(line: str) -> Record:
    """The record of a line; `Wrong` where it is none."""
    try:
        record = json.loads(line)
    except json.JSONDecodeError as error:
        raise Wrong("record", FORMAT, f"no JSON: {error.msg} at character {error.pos + 1}") from None
    if not isinstance(record, dict):
        raise Wrong("record", FORMAT, "no JSON object")
    for key, test in REQUIRED.items():
        if key not in record:
            raise Wrong(key, FORMAT, "the key is missing")
        _check(key, test, record[key])
    for key, value in record.items():
        if key in OPTIONAL:
            _check(key, OPTIONAL[key], value)
        elif key not in REQUIRED:
            raise Wrong(key, FORMAT, "no key of a record")
    return record


def _check(key: str, test: Test, value: Any) -> None:
    if test(value):
        return
    place = key
    if isinstance(value, list) and (bad := _first_bad(key, value)) is not None:
        place, value = f"{key}[{bad}]", value[bad]
    raise Wrong(place, FORMAT, f"{json.dumps(value)[:80]} cannot stand here")


def _first_bad(key: str, items: Iterable[Any]) -> int | None:
    """Which item of the long lists it is."""
    test = {"plays": is_act, "hands": are_cards}.get(key)
    return None if test is None else next((number for number, item in enumerate(items) if not test(item)), None)
