"""The options of a run, stated once for `simulate`, `Plan.of`, the command `run` and experiment files.

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
    """The options of a plan, without rules and strategies."""

    deals: int | None
    """Play this many single deals; every rotation counts."""
    matches: int | None
    """Play this many matches, from level 2 until a team passes A; every rotation counts."""
    level: str
    """Level of the single deals: 2-9 T J Q K A [default: 2]"""
    clock_model: str
    """Seconds a play, a pass and a pause take in matches with a clock: play=5,pass=1.5,between=60."""
    leave_rate: float
    """Probability that a player leaves during a deal of a match [default: 0]"""
    rotations: int
    """Play the same cards 1, 2 or 4 times, moving each strategy on by a seat [default: 1; 2 between strategies]"""
    seed: int | None
    """Seed of all random numbers [default: drawn and printed]"""
    part_size: int | None
    """Deals or matches in one file [default: 131072 deals or 8192 matches; a 16th of that with --log]"""
    log: Sequence[Log]
    """Also write plays (a table, one row for each play or pass) or records (one line for each deal)."""
    columns: Sequence[Columns]
    """Add columns to the table of deals: hand adds the fewest plays of each dealt hand."""
    allow_timing: bool
    """Allow strategies that depend on time (budget_ms). Such a run cannot be repeated exactly."""


class PlanOptions(Options, total=False):
    """All options of a plan."""

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
