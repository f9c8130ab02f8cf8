"""What a run is: everything its data depends on, checked, and cut into parts. Knows nothing of files or processes."""

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from typing import Any, Literal, Self, Unpack

from guandan_sim import rule_sets
from guandan_sim import strategies as names
from guandan_sim._core import Rules, Simulator
from guandan_sim.arguments import check_whole, several
from guandan_sim.errors import PlanError
from guandan_sim.given import RANDOM, with_position
from guandan_sim.options import DEFAULTS, LARGEST_COUNT, Columns, Log, Options, PlanOptions, checked
from guandan_sim.terms import LEVELS

Unit = Literal["deal", "match"]

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
    deal or match under every rotation; `part_blocks` of them make a part. With several levels ("2,5,A", or "all") each
    block takes the next one. `log` names what is written besides the tables, `columns` the groups of columns that the
    tables have besides the ordinary ones: `hand`, the fewest plays of every dealt hand. Where `hands` are given every
    deal begins with them ("random" is a hand dealt at random), with `leader`, if not None, and with the plays and
    passes `played`.
    """

    unit: Unit
    count: int
    rules: Rules
    level: str
    clock_model: str
    leave_rate: float
    players: InitVar[Sequence[object]]
    """Who plays, as texts or objects; `strategies` has their texts by seat."""
    strategies: tuple[str, ...] = field(init=False)
    labels: tuple[str, ...] = field(init=False)
    rotations: int
    seed: int
    part_blocks: int
    log: tuple[Log, ...]
    columns: tuple[Columns, ...]
    allow_timing: InitVar[bool] = True
    hands: Sequence[object] | None = None
    leader: int | None = None
    played: Sequence[str] = ()
    engine: Simulator = field(init=False, compare=False, repr=False)
    """The engine's side of the plan."""

    def __post_init__(self, players: Sequence[object], allow_timing: bool) -> None:
        """Has the engine check the plan and put its texts into their canonical form. Raises what is wrong with it."""
        for player in players:
            if isinstance(player, type):
                name = player.__name__
                raise PlanError(f"strategies: {name} is a class: give an instance, such as {name}()")
        engine = Simulator(
            strategies=players,
            seed=self.seed,
            rules=self.rules,
            unit=self.unit,
            level=self.level,
            clock_model=self.clock_model,
            leave_rate=self.leave_rate,
            rotations=self.rotations,
            records="records" in self.log,
            plays="plays" in self.log,
            hand_columns="hand" in self.columns,
            allow_timing=allow_timing,
            hands=None if self.hands is None else _hands(self.hands),
            leader=self.leader,
            played=self.played,
        )
        hands = engine.hands
        found = {
            "hands": None if hands is None else tuple(RANDOM if hand is None else str(hand) for hand in hands),
            "leader": engine.leader,
            "played": tuple(engine.played),
            "level": engine.level,
            "clock_model": engine.clock_model,
            "strategies": tuple(engine.strategies),
            "labels": tuple(engine.labels),
            "log": tuple(sorted(set(self.log))),
            "columns": tuple(dict.fromkeys(self.columns)),
            "engine": engine,
        }
        for name, value in found.items():
            # The plan is frozen for everybody else.
            object.__setattr__(self, name, value)

    @classmethod
    def of(cls, **options: Unpack[PlanOptions]) -> Self:
        """The plan for what a user asked for; see `PlanOptions`.

        Raises `PlanError` with what was expected, `RulesError` for rules and `NotationError` for an unknown level.
        """
        unknown = sorted(options.keys() - DEFAULTS)
        if unknown:
            raise TypeError(f"unknown option {unknown[0]!r}: expected one of {', '.join(DEFAULTS)}")
        given = {name: value for name, value in options.items() if name in Options.__annotations__}
        asked: Any = {**DEFAULTS, **with_position({**options, **checked(given, Options)})}
        unit, what, count = _count(asked["deals"], asked["matches"])
        rows = usual_rows(unit, asked["log"]) if asked["part_size"] is None else asked["part_size"]
        strategies, rotations = asked["strategies"], asked["rotations"]
        made = cls(
            unit=unit,
            count=count,
            rules=rule_sets.read(asked["rules"]),
            level=asked["level"],
            clock_model=asked["clock_model"],
            leave_rate=asked["leave_rate"],
            players=names.split(strategies) if isinstance(strategies, str) else several("strategies", strategies),
            rotations=rotations,
            seed=draw_seed() if asked["seed"] is None else asked["seed"],
            part_blocks=max(1, rows // rotations),
            log=asked["log"],
            columns=asked["columns"],
            allow_timing=asked["allow_timing"],
            hands=asked["hands"],
            leader=asked["leader"],
            played=asked["played"],
        )
        if count % rotations:
            below = count - count % rotations
            near = " and ".join(str(number) for number in (below, below + rotations) if number)
            raise PlanError(f"{what}: {count} is not a multiple of {rotations} rotations; near it: {near}")
        return made

    def simulator(self) -> Simulator:
        """The engine's side of the plan, which plays any blocks of it."""
        return self.engine

    def check_loads(self) -> None:
        """Loads the strategies that are objects, for what cannot be loaded to be told first. Raises `PlanError`.

        They stay loaded until `close`.
        """
        if any(map(names.is_outside, self.strategies)):
            # They are loaded for whatever is played, be it nothing.
            self.engine.play(0, 0, workers=1)

    def close(self) -> None:
        """Closes the strategies that were loaded from their texts; see `Simulator.close`."""
        self.engine.close()

    @property
    def is_reproducible(self) -> bool:
        """Whether the same plan always gives the same data: no strategy thinks for a given time."""
        return not self.engine.depends_on_time

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that deals are played at: in matches all of them."""
        return LEVELS if self.level in ("", "all") else tuple(self.level.split(","))

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

    @property
    def given(self) -> dict[str, Any]:
        """What every deal begins with, as the manifest has it; empty where all of it is drawn."""
        if self.hands is None:
            return {}
        return {"hands": list(self.hands), "leader": self.leader, "played": list(self.played)}

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
            **self.given,
        }

    @classmethod
    def from_dict(cls, plan: Mapping[str, Any], objects: Mapping[str, object] | None = None) -> Self:
        """The plan in a manifest; `objects` are the strategies that were given as objects, by their texts.

        Raises `KeyError`, `TypeError` or `ValueError` for anything that is not a plan.
        """
        made = cls(
            unit=plan["unit"],
            count=check_whole("count", plan["count"], 1, LARGEST_COUNT),
            rules=Rules.from_text(plan["rules"]["toml"], "the manifest's rules"),
            level=plan["level"] or DEFAULTS["level"],
            clock_model=plan["clock_model"],
            leave_rate=plan["leave_rate"],
            players=[(objects or {}).get(text, text) for text in plan["strategies"]],
            rotations=plan["rotations"],
            seed=plan["seed"],
            part_blocks=check_whole("part_blocks", plan["part_blocks"], 1, LARGEST_COUNT),
            log=plan["log"],
            columns=plan["columns"],
            hands=plan.get("hands"),
            leader=plan.get("leader"),
            played=plan.get("played", ()),
        )
        if made.to_dict() != plan:
            raise ValueError("the plan contradicts itself")
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles by what a manifest has, and the objects."""
        return type(self).from_dict, (self.to_dict(), self.engine.objects)


def usual_rows(unit: Unit, log: Sequence[Log]) -> int:
    """The rows of a part where nothing else is asked for: fewer where every play is logged with them."""
    return ROWS_OF_A_PART[unit] // (ROWS_LOGGED_A_ROW if log else 1)


def _hands(given: object) -> list[Any]:
    """The hands as the engine takes them, None for one that is dealt at random. Raises `PlanError`."""
    return [None if isinstance(hand, str) and hand == RANDOM else hand for hand in several("hands", given)]


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


def draw_seed() -> int:
    """A seed for what was given none."""
    return secrets.randbits(_DRAWN_SEED_BITS)
