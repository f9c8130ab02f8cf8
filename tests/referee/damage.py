"""Damaging good records in one place."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from referee import RuleSet, judge
from referee.sample import match_lines
from referee.shape import Record

#: Changes a record.
Spoil = Callable[[Record], object]
#: Whether a good record is of the sort to be damaged.
Wanted = Callable[[Record], object]
#: The rules, the sort of record, the damage, and the place and clause that are to be named; `plays[` is any play.
Damage = tuple[RuleSet, Wanted, Spoil, str, str]


def check_named(damage: Damage) -> None:
    """The first good record of the sort is found right, and damaged refused for the right reason."""
    rules, wanted, spoil, place, clause = damage
    seed, number = next(
        (seed, number) for seed in range(60) for number, record in enumerate(_match(rules, seed)) if wanted(record)
    )
    assert _is_right(rules, seed)
    lines = list(match_lines(rules, seed))
    record = json.loads(lines[number])
    spoil(record)
    lines[number] = json.dumps(record)
    finding = judge(lines, [rules]).finding
    assert finding is not None
    assert (finding.line, finding.clause) == (number + 1, clause), finding
    assert finding.place.startswith(place) if place.endswith("[") else finding.place == place, finding
    assert "\n" not in str(finding)


@cache
def _match(rules: RuleSet, seed: int) -> list[Record]:
    return [json.loads(line) for line in match_lines(rules, seed)]


@cache
def _is_right(rules: RuleSet, seed: int) -> bool:
    return judge(match_lines(rules, seed), [rules]).finding is None


def first_deal(record: Record) -> bool:
    return bool(record["deal"] == 0)


def later(record: Record) -> bool:
    return bool(record["deal"] > 0)


def put(*path_and_value: Any) -> Spoil:
    """Replaces what stands at a path of keys and numbers."""
    *path, last, value = path_and_value

    def spoil(record: Record) -> None:
        target: Any = record
        for step in path:
            target = target[step]
        target[last] = value

    return spoil


def change(key: str, how: Callable[[Any], Any]) -> Spoil:
    return lambda record: record.update({key: how(record[key])})


def drop(key: str) -> Spoil:
    def spoil(record: Record) -> None:
        del record[key]

    return spoil


def next_seat(seat: int) -> int:
    return (seat + 1) % 4


def other_level(level: str) -> str:
    return "9" if level != "9" else "8"
