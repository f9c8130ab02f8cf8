"""Command lines that repeat a run or a comparison."""

import shlex
from collections.abc import Iterable, Sequence

from guandan_sim._core import Rules
from guandan_sim.plan import Plan, usual_rows

Option = tuple[str, object]


def command(words: Sequence[str], options: Iterable[Option]) -> str:
    """A command line; an option whose value is None, "", False or an empty tuple is left out.

    >>> command(["compare", "rules", "web"], [("--matches", 10), ("--opponent", None), ("--grid", ["tribute=on/off"])])
    'guandan-sim compare rules web --matches 10 --grid tribute=on/off'
    """
    parts = ["guandan-sim", *words]
    for name, value in options:
        if value is True:
            parts.append(name)
        elif isinstance(value, (list, tuple)):
            # A tuple in a list is an option with several values.
            parts += [part for one in value for part in (name, *(one if isinstance(one, tuple) else [str(one)]))]
        # Not by equality: a seed of 0 is one.
        elif value is not None and value is not False and value != "":
            parts += [name, str(value)]
    return shlex.join(parts)


def command_of_plan(plan: Plan) -> str:
    """The command that plays what a plan says."""
    part_rows = plan.part_blocks * plan.rotations
    usual_part_rows = max(1, usual_rows(plan.unit, plan.log) // plan.rotations) * plan.rotations
    return command(
        ["run"],
        [
            ("--deals" if plan.unit == "deal" else "--matches", plan.count),
            *options_of_rules(plan.rules),
            ("--hands", [] if plan.hands is None else [plan.hands]),
            ("--leader", plan.leader),
            ("--played", plan.played),
            ("--level", "" if plan.level == "2" else plan.level),
            ("--strategies", ",".join(plan.strategies)),
            ("--clock-model", plan.clock_model),
            ("--leave-rate", plan.leave_rate or None),
            ("--rotations", plan.rotations if plan.rotations > 1 else None),
            ("--part-size", part_rows if part_rows != usual_part_rows else None),
            ("--log", plan.log),
            ("--columns", plan.columns),
            ("--allow-timing", not plan.is_reproducible),
            ("--seed", plan.seed),
        ],
    )


def options_of_rules(rules: Rules) -> list[Option]:
    """Options that give these rules: the preset that differs least, and what differs from it."""
    nearest = min((Rules(name) for name in Rules.presets()), key=lambda preset: len(preset.diff(rules)))
    changes = [f"{field}={rules.text(field)}" for field, *_ in nearest.diff(rules)]
    return [("--rules", nearest.label), ("--set", changes)]
