"""The options of a run: one table for `simulate`, `Plan.of`, the command `run`, comparisons and experiment files.

An option is stated once, with its type, its range and its help on the command line, which is the text below it. Its
default is in `DEFAULTS`. `checked` verifies types and ranges wherever options come from; what depends on the game, such
as levels and strategies, the engine verifies.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Annotated, Any, Literal, TypedDict, get_args, get_origin, get_type_hints

from guandan_sim._core import Deal, Hand, Rules
from guandan_sim.arguments import check_number, check_whole, several
from guandan_sim.errors import PlanError, did_you_mean, shown

Log = Literal["plays", "records"]
Columns = Literal["hand"]
OnError = Literal["stop", "continue"]
RayWrites = Literal["driver", "workers"]

LARGEST_SEED = 2**64 - 1
LARGEST_COUNT = 2**48


@dataclass(frozen=True, slots=True)
class Range:
    """Of an option that is a whole number: its least and its most."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Called:
    """Of an option: what its values are called where one is refused."""

    words: str


Count = Annotated[int | None, Range(1, LARGEST_COUNT)]


class Options(TypedDict, total=False):
    """The options of a plan, without rules and strategies."""

    deals: Count
    """Play this many single deals; with two rotations 2000 are 1,000 pairs of deals [default: 4000 in plan]"""
    matches: Count
    """Play this many matches from level 2 to A; every rotation counts [default: 10000 in compare and tournament]"""
    level: str
    """Level of the single deals: 2-9 T J Q K A; several (2,5,A) or all are played in turn [default: 2]"""
    clock_model: Annotated[str, Called("a text such as play=5,pass=1.5")]
    """Seconds a play, a pass and a pause take in matches with a clock: play=5,pass=1.5,between=60."""
    leave_rate: float
    """Probability that a player leaves during a deal of a match [default: 0]"""
    rotations: Annotated[int, Range(1, 4)]
    """Play the same cards 1, 2 or 4 times, moving each strategy on by a seat [default: 1; 2 between strategies]"""
    seed: Annotated[int | None, Range(0, LARGEST_SEED)]
    """Seed of all random numbers [default: drawn and printed]"""
    part_size: Count
    """Deals or matches in one file [default: 131072 deals or 8192 matches; a 16th of that with --log]"""
    log: Sequence[Log]
    """Also write plays (a table, one row for each play or pass) or records (one line for each deal)."""
    columns: Sequence[Columns]
    """Add columns to the table of deals: hand adds the fewest plays of each dealt hand."""
    allow_timing: bool
    """Allow strategies that depend on time (budget_ms). Such a run cannot be repeated exactly."""


class GivenDeal(TypedDict, total=False):
    """What every single deal begins with, where that is not all drawn."""

    hands: Sequence[Hand | str | None] | None
    """Four hands of 27 cards; None or "random" is a hand that is dealt at random anew in every block."""
    leader: int | None
    """The seat that leads every deal; drawn for each block where None."""
    played: Sequence[str]
    """With four hands and a leader, the plays and passes before: "pass", "pair T: HT DT", or cards."""


class PlanOptions(Options, GivenDeal, total=False):
    """All options of a plan."""

    position: Deal | None
    """A deal in play: every deal goes on from there. Gives `hands`, `leader`, `played`, `level` and the rules."""

    rules: Rules | str | os.PathLike[str]
    """The name of a preset, the path of a TOML file, or a `Rules` [default: institute]"""
    strategies: Sequence[object] | str
    """One for all seats, two for the teams or four for the seats: objects, or texts [default: random,lowest]"""


DEFAULTS: PlanOptions = {
    "deals": None,
    "matches": None,
    "level": "2",
    "clock_model": "",
    "leave_rate": 0.0,
    "rotations": 1,
    "seed": None,
    "part_size": None,
    "log": (),
    "columns": (),
    "allow_timing": False,
    "hands": None,
    "leader": None,
    "played": (),
    "position": None,
    "rules": "institute",
    "strategies": "random,lowest",
}


class How(TypedDict, total=False):
    """How a run is made. Its data does not depend on these options, except on `on_error`."""

    workers: int | None
    """Number of threads, or of processors of the Ray cluster that is started [default: all of this machine]"""
    executor: Literal["local", "ray"]
    """Where to play: on this machine or on a Ray cluster [default: local]"""
    ray_address: str | None
    """Ray cluster to join: auto or ray://host:10001 [default: start one on this machine]"""
    ray_writes: RayWrites
    """Who writes the files; workers need a directory that all nodes share, or an address [default: driver]"""
    on_error: OnError
    """When a strategy written in Python fails: stop, or continue without its block [default: stop]"""


def checked(options: Mapping[str, Any], table: type, place: str = "") -> dict[str, Any]:
    """The options as values of the types that `table` states, NumPy's numbers as Python's, which files can hold.

    Raises `PlanError` for an option of another type or out of its range. The message begins with `place`.
    """
    types = get_type_hints(table, include_extras=True)
    return {name: _checked(f"{place}{name}", value, types[name]) for name, value in options.items()}


def _checked(what: str, value: object, stated: Any) -> Any:
    """The value of one option, which is of the type stated for it. Raises `PlanError`."""
    kind, more = (stated.__origin__, stated.__metadata__[0]) if get_origin(stated) is Annotated else (stated, None)
    if value is None and NoneType in get_args(kind):
        return None
    if isinstance(more, Range):
        return check_whole(what, value, more.least, more.most)
    if kind is float:
        return check_number(what, value, "a number")
    if get_origin(kind) is Sequence and get_origin(inner := get_args(kind)[0]) is Literal:
        return [_checked(what, item, inner) for item in several(what, value)]
    if not _fits(value, kind):
        expected = more.words if isinstance(more, Called) else called(kind)
        near = did_you_mean(str(value), get_args(kind)) if get_origin(kind) is Literal else ""
        raise PlanError(f"{what}: expected {expected}, got {shown(value)}{near}")
    return value


def _fits(value: object, kind: Any) -> bool:
    """Whether a value is of a type."""
    import msgspec

    try:
        msgspec.convert(value, kind)
    except (msgspec.ValidationError, UnicodeEncodeError):
        # The latter is what text with half a letter in it raises.
        return False
    return True


def called(kind: Any) -> str:
    """What the values of a type are called.

    >>> called(Sequence[str] | str), called(Log)
    ('a list of text or text', "'plays' or 'records'")
    """
    plain = {int: "a whole number", float: "a number", str: "text", bool: "True or False"}
    if kind in plain:
        return plain[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " or ".join(map(repr, inner))
    if origin is Sequence:
        return f"a list of {called(inner[0])}"
    if origin is dict:
        return "a table"
    return " or ".join(called(one) for one in inner if one is not NoneType)
