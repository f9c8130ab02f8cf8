"""Options that several commands share, and output as JSON."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import Parameter

from guandan_sim._core import Rules
from guandan_sim.cli.stderr import say
from guandan_sim.errors import IllegalPlay, NotationError, PlanError, RulesError, StoreError
from guandan_sim.rule_sets import read

# Of the name of a directory that was given none, in bytes; file systems take 255.
LONGEST_NAME = 120
Json = Annotated[bool, Parameter(name="--json", negative="", help="Print JSON for programs.")]
Level = Annotated[str, Parameter(name="--level", help="Level of the deal: 2-9 T J Q K A.")]
Settings = Annotated[
    tuple[str, ...],
    Parameter(
        name="--set",
        negative="",
        show_default=False,
        help="Change a field of the rules: field=value. Repeatable.",
    ),
]


@Parameter(name="*")
@dataclass(frozen=True)
class RulesOptions:
    """The options that choose a rule set."""

    rules: Annotated[str, Parameter(name="--rules", help="Name of a preset, or path of a TOML file.")] = "institute"
    settings: Settings = ()

    def resolve(self) -> Rules:
        """The rule set with the settings applied. Raises `RulesError`."""
        return read(self.rules).with_settings(list(self.settings), "--set")


def refuse_idle(where: str, **given: object) -> None:
    """Raises `PlanError` for options that were given, so that they are not None or False, and would change nothing."""
    asked = [name for name, value in given.items() if value is not None and value is not False]
    names = [f"--{name.replace('_', '-')}" for name in asked]
    if names:
        raise PlanError(f"{', '.join(names)}: no effect {where}")


@contextmanager
def seed_said(seed: int, *, drawn: bool) -> Iterator[None]:
    """Says a drawn seed on standard error after the work; not after what was refused, which is answered in one line."""
    said = drawn
    try:
        yield
    except (IllegalPlay, NotationError, PlanError, RulesError, StoreError):
        said = False
        raise
    finally:
        if said:
            say(f"seed {seed}")


def print_json(value: Any) -> None:
    """Prints one JSON document."""
    print(json.dumps(value, ensure_ascii=False, indent=1))
