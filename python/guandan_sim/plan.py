"""What a run is: everything its data depends on, checked, and cut into parts. Knows nothing of files or processes."""

import hashlib
import json
import numbers
import operator
import secrets
import sys
from collections.abc import Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal, Self, SupportsIndex, TypeVar, Unpack, cast, get_args

from guandan_sim import strategies as names
from guandan_sim._core import Rules, Simulator
from guandan_sim.errors import PlanError, shown
from guandan_sim.options import DEFAULTS, Columns, Log, Options, PlanOptions

Unit = Literal["deal", "match"]

LARGEST_SEED = 2**64 - 1
LARGEST_COUNT = 2**48
# Rows of `matches` in a part: the memory a worker needs, and what is lost when it dies. A match has some 25 deals.
ROWS_OF_A_PART: dict[Unit, int] = {"deal": 131_072, "match": 8_192}
# A deal has some hundred plays and passes: parts with a log have fewer deals, so that they take no more memory.
ROWS_LOGGED_A_ROW = 16
# A seed that a person can read out; any of 64 bits will do when given.
_DRAWN_SEED_BITS = 32


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of a run: `blocks` blocks from block `first` on."""

    number: int
    first: int
    blocks: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A simulation in full. Two equal plans give the same data, byte for byte.

    `count` is the number of rows of the table `matches`: of deals when `unit` is "deal", of matches when it is "match".
    `level` belongs to deals, `leave_rate` to matches, `clock_model` to those under rules with a clock. A block is one
    deal or match under every rotation; `part_blocks` of them make a part. `log` names what is written besides the
    tables, `columns` the groups of columns that the tables have besides the ordinary ones: `hand`, the fewest plays of
    every dealt hand.
    """

    unit: Unit
    count: int
    rules: Rules
    level: str
    clock_model: str
    leave_rate: float
    strategies: tuple[str, ...]
    labels: tuple[str, ...]
    rotations: int
    seed: int
    part_blocks: int
    log: tuple[Log, ...]
    columns: tuple[Columns, ...]
    objects: Mapping[str, object] = field(default_factory=dict, compare=False, repr=False)
    """The strategies given as objects, by the texts that stand for them; a manifest has the texts alone."""

    @classmethod
    def of(cls, **options: Unpack[PlanOptions]) -> Self:
        """The plan for what a user asked for; see `PlanOptions`.

        Raises `PlanError` with what was expected, `RulesError` for rules and `NotationError` for a level that is none.
        """
        unknown = sorted(options.keys() - DEFAULTS)
        if unknown:
            raise TypeError(f"unknown option {unknown[0]!r}: expected one of {', '.join(DEFAULTS)}")
        asked: PlanOptions = {**DEFAULTS, **with_plain_numbers(options)}
        unit, what, count = _count(asked["deals"], asked["matches"])
        _check_unit(unit, asked)
        log, level = _listed("log", asked["log"], get_args(Log)), asked["level"]
        columns = several("columns", asked["columns"])
        rotations, leave_rate = asked["rotations"], asked["leave_rate"]
        rows = usual_rows(unit, log) if asked["part_size"] is None else asked["part_size"]
        seed = draw_seed() if asked["seed"] is None else asked["seed"]
        if not isinstance(asked["clock_model"], str):
            raise PlanError(f"clock_model: expected a text such as play=5,pass=1.5, got {shown(asked['clock_model'])}")
        if not isinstance(asked["allow_timing"], bool):
            raise PlanError(f"allow_timing: expected True or False, got {shown(asked['allow_timing'])}")
        rules, strategies = Rules(asked["rules"]), asked["strategies"]
        simulator = Simulator(
            strategies=names.split(strategies) if isinstance(strategies, str) else several("strategies", strategies),
            seed=seed,
            rules=rules,
            unit=unit,
            level=level,
            clock_model=asked["clock_model"],
            leave_rate=leave_rate,
            rotations=rotations,
            columns=columns,
        )
        if asked["clock_model"] and rules.clock is None:
            raise PlanError(f"clock_model: {asked['clock_model']} belongs to rules with a clock, not {rules.label}")
        if simulator.depends_on_time and not asked["allow_timing"]:
            raise PlanError(
                f"strategy {simulator.depends_on_time[0]} depends on time, so that the run cannot be repeated: "
                "allow it by --allow-timing (allow_timing=True)"
            )
        if count % rotations:
            near = [
                str(number) for number in (count - count % rotations, count - count % rotations + rotations) if number
            ]
            raise PlanError(
                f"{what}: {count} is not a multiple of {rotations} rotations; near it: {' and '.join(near)}"
            )
        return cls(
            unit,
            count,
            rules,
            level if unit == "deal" else "",
            "" if rules.clock is None else simulator.clock_model,
            leave_rate,
            tuple(simulator.strategies),
            tuple(simulator.labels),
            rotations,
            seed,
            max(1, rows // rotations),
            tuple(sorted(set(log))),
            tuple(dict.fromkeys(columns)),
            simulator.objects,
        )

    def simulator(self, *, records: bool | None = None) -> Simulator:
        """The engine's side of the plan, which makes records too if `records` or, by default, the plan says so."""
        return Simulator(
            strategies=[self.objects.get(text, text) for text in self.strategies],
            seed=self.seed,
            rules=self.rules,
            unit=self.unit,
            level=self.level or "2",
            clock_model=self.clock_model,
            leave_rate=self.leave_rate,
            rotations=self.rotations,
            records="records" in self.log if records is None else records,
            plays="plays" in self.log,
            columns=self.columns,
        )

    def check_loads(self) -> None:
        """Loads the strategies written in Python, for what cannot be loaded to be told first. Raises `PlanError`."""
        if any(text.startswith((names.MODULE, names.OBJECT)) for text in self.strategies):
            # They are loaded for whatever is played, be it nothing.
            self.simulator().play(0, 0, workers=1)

    @property
    def is_reproducible(self) -> bool:
        """Whether the same plan always gives the same data: no strategy thinks for a given time."""
        return not self.simulator().depends_on_time

    @property
    def blocks(self) -> int:
        """The number of blocks: of independent deals or matches."""
        return self.count // self.rotations

    @property
    def teams(self) -> tuple[str, str]:
        """What to call the two sides."""
        first, second = ("+".join(dict.fromkeys(self.labels[team::2])) for team in (0, 1))
        return first, second

    @property
    def parts(self) -> int:
        """The number of parts."""
        return -(-self.blocks // self.part_blocks)

    def part(self, number: int) -> Part:
        """Part `number` of the run."""
        first = number * self.part_blocks
        return Part(number, first, min(self.part_blocks, self.blocks - first))

    @property
    def fingerprint(self) -> str:
        """Names the plan: two plans that differ in anything have different ones. 16 letters of its SHA-256."""
        canonical = json.dumps(self.to_dict(), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()[:16]

    def to_dict(self) -> dict[str, Any]:
        """The plan as the manifest has it."""
        rules = {"label": self.rules.label, "fingerprint": self.rules.fingerprint, "toml": self.rules.to_toml()}
        return {
            "unit": self.unit,
            "count": self.count,
            "rules": rules,
            "level": self.level,
            "clock_model": self.clock_model,
            "leave_rate": self.leave_rate,
            "strategies": list(self.strategies),
            "labels": list(self.labels),
            "rotations": self.rotations,
            "seed": self.seed,
            "part_blocks": self.part_blocks,
            "log": list(self.log),
            "columns": list(self.columns),
        }

    @classmethod
    def from_dict(cls, plan: Mapping[str, Any]) -> Self:
        """The plan in a manifest. Raises `KeyError`, `TypeError` or `ValueError` for what is none."""
        made = cls(
            plan["unit"],
            plan["count"],
            Rules.from_text(plan["rules"]["toml"], "the manifest's rules"),
            plan["level"],
            plan["clock_model"],
            plan["leave_rate"],
            tuple(plan["strategies"]),
            tuple(plan["labels"]),
            plan["rotations"],
            plan["seed"],
            plan["part_blocks"],
            tuple(plan["log"]),
            tuple(plan["columns"]),
        )
        check_whole("count", made.count, 1, LARGEST_COUNT)
        check_whole("part_blocks", made.part_blocks, 1, LARGEST_COUNT)
        _listed("log", made.log, get_args(Log))
        if made.to_dict() != plan or made.simulator().labels != plan["labels"]:
            raise ValueError("the plan contradicts itself")
        return made


def usual_rows(unit: Unit, log: Sequence[Log]) -> int:
    """The rows of a part where nothing else is asked for: fewer where every play is logged with them."""
    return ROWS_OF_A_PART[unit] // (ROWS_LOGGED_A_ROW if log else 1)


def _count(deals: int | None, matches: int | None) -> tuple[Unit, str, int]:
    """What is counted, what that is called, and how many. Raises `PlanError`."""
    unit: Unit
    if deals is not None and matches is None:
        unit, what, count = "deal", "deals", deals
    elif matches is not None and deals is None:
        unit, what, count = "match", "matches", matches
    else:
        raise PlanError("a run needs a number of deals or a number of matches, and not both")
    return unit, what, count


# Options that would change nothing in a run of this unit, and where they belong.
_IDLE: dict[Unit, tuple[tuple[Literal["level", "clock_model", "leave_rate"], ...], str]] = {
    "deal": (("clock_model", "leave_rate"), "a run of matches; single deals have no clock and nobody leaves them"),
    "match": (("level",), "a run of single deals; a match begins at level 2"),
}


def _check_unit(unit: Unit, asked: PlanOptions) -> None:
    """Raises `PlanError` for an option of the other unit, which would be left out without a word."""
    names_of_other, belongs = _IDLE[unit]
    for name in names_of_other:
        if asked[name] != DEFAULTS[name]:
            raise PlanError(f"{name}: {asked[name]} belongs to {belongs}")


def draw_seed() -> int:
    """A seed for what was given none."""
    return secrets.randbits(_DRAWN_SEED_BITS)


def several(what: str, given: object) -> list[Any]:
    """The items of a list. Raises `PlanError` for anything else."""
    # A set has no order, which names of seats and columns have.
    if isinstance(given, str | bytes | Set | Mapping) or not isinstance(given, Iterable):
        raise PlanError(f"{what}: expected a list, got {shown(given)}")
    return list(given)


def _listed(what: str, given: object, known: Sequence[str]) -> list[Any]:
    """The items of a list of known names. Raises `PlanError` for anything else."""
    listed = several(what, given)
    for name in listed:
        if name not in known:
            raise PlanError(f"{what}: expected {' or '.join(known)}, got {shown(name)}")
    return listed


# The least and the most of each option that is a whole number.
_WHOLE: dict[str, tuple[int, int]] = {
    "deals": (1, LARGEST_COUNT),
    "matches": (1, LARGEST_COUNT),
    "rotations": (1, 4),
    "part_size": (1, LARGEST_COUNT),
    "seed": (0, LARGEST_SEED),
}

_Asked = TypeVar("_Asked", bound=Options)


def with_plain_numbers(asked: _Asked) -> _Asked:
    """The options with Python's numbers in place of NumPy's, which JSON and TOML cannot hold.

    Raises `PlanError` for a whole number out of its range and for what is no number. Where the default is None, None
    stays. Whether a `leave_rate` is a probability is the engine's to check.
    """
    found: dict[str, object] = {**asked}
    usual: dict[str, object] = {**DEFAULTS}
    for name, number in asked.items():
        if name in _WHOLE and not (number is None and usual[name] is None):
            found[name] = check_whole(name, number, *_WHOLE[name])
        elif name == "leave_rate":
            found[name] = check_number(name, number, "a number")
    return cast("_Asked", found)


def check_whole(what: str, number: object, least: int, most: int) -> int:
    """The number as an int, be it Python's or NumPy's.

    Raises `PlanError` unless it is whole and from `least` to `most`.
    """
    if not isinstance(number, bool) and isinstance(number, SupportsIndex):
        # NumPy's arrays have the method too; it raises for all that hold more than one number.
        with suppress(TypeError):
            whole = operator.index(number)
            if least <= whole <= most:
                return whole
    raise PlanError(f"{what}: expected a whole number {least} to {most}, got {shown(number)}")


def check_number(
    what: str, number: object, expected: str, least: float = -sys.float_info.max, most: float = sys.float_info.max
) -> float:
    """The number as a float, be it Python's or NumPy's.

    Raises `PlanError` with what was `expected` unless it is a number from `least` to `most`.
    """
    if not isinstance(number, bool) and isinstance(number, numbers.Real):
        # A whole number or a fraction may be too large to become a float.
        with suppress(OverflowError):
            found = float(number)
            if least <= found <= most:
                return found
    raise PlanError(f"{what}: expected {expected}, got {shown(number)}")
