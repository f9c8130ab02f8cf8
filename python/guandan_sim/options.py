"""What can be asked of a run: one list for `simulate`, `Plan.of`, the command `run` and experiment files.

The text below an option is its help on the command line.
"""

import os
from collections.abc import Sequence
from typing import Literal, TypedDict

from guandan_sim._core import Rules

Log = Literal["plays", "records"]
Columns = Literal["hand"]
OnError = Literal["stop", "continue"]
RayWrites = Literal["driver", "workers"]


class Options(TypedDict, total=False):
    """What a plan is made of besides rules and strategies."""

    deals: int | None
    """Number of single deals."""
    matches: int | None
    """Number of matches, each from level 2 until a team passes A."""
    level: str
    """Level of single deals: 2-9 T J Q K A [default: 2]"""
    clock_model: str
    """Seconds that things take in matches with a clock: play=5,pass=1.5,between=60."""
    leave_rate: float
    """Probability a deal of a match that a player leaves [default: 0]"""
    rotations: int
    """Play the same cards 1, 2 or 4 times, strategies moved on by a seat [default: 1; 2 between strategies]"""
    seed: int | None
    """Master seed; drawn when absent."""
    part_size: int | None
    """Rows played, held in memory and written at a time [default: 131072 deals or 8192 matches, a 16th with --log]"""
    log: Sequence[Log]
    """What to write besides: plays, a table with a row a play or pass; records, one a deal."""
    columns: Sequence[Columns]
    """More columns of deals: hand, the fewest plays of the dealt hands."""
    allow_timing: bool
    """Allow strategies that depend on time (budget_ms): the run cannot be repeated."""


class PlanOptions(Options, total=False):
    """All that a plan is made of."""

    rules: Rules | str | os.PathLike[str]
    """A preset's name, a TOML file or a `Rules` [default: institute]"""
    strategies: Sequence[object] | str
    """One for all, one a team, or one a seat: texts or objects; in text with commas between [default: random,lowest]"""


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
    "rules": "institute",
    "strategies": "random,lowest",
}


class How(TypedDict, total=False):
    """How a run is made, on which its data does not depend."""

    workers: int | None
    """Threads that play, or processors of the Ray cluster that is started; all of this machine when absent."""
    executor: Literal["local", "ray"]
    """Where parts are played [default: local]"""
    ray_address: str | None
    """Ray cluster to join, as in ray://host:10001 or auto; one is started on this machine when absent."""
    ray_writes: RayWrites
    """Who writes parts: workers need a directory that all nodes share, or an address [default: driver]"""
    on_error: OnError
    """When a strategy written in Python fails: stop, or continue without the block [default: stop]"""
