"""The command line that makes a run again, from its plan alone."""

import shlex

from guandan_sim._core import Rules
from guandan_sim.plan import Plan, usual_rows


def of_rules(rules: Rules) -> list[str]:
    """Options that give these rules: the preset that differs least, and what differs from it."""
    nearest = min((Rules(name) for name in Rules.presets()), key=lambda preset: len(preset.diff(rules)))
    changes = [f"{field}={rules.text(field)}" for field, *_ in nearest.diff(rules)]
    return ["--rules", nearest.label, *(word for change in changes for word in ("--set", change))]


def of_plan(plan: Plan) -> str:
    """The command that plays the deals of a plan."""
    words = ["guandan-sim", "run", f"--{'deals' if plan.unit == 'deal' else 'matches'}", str(plan.count)]
    words += of_rules(plan.rules)
    if plan.unit == "deal" and plan.level != "2":
        words += ["--level", plan.level]
    words += ["--strategies", ",".join(plan.strategies)]
    if plan.clock_model:
        words += ["--clock-model", plan.clock_model]
    if plan.leave_rate:
        words += ["--leave-rate", str(plan.leave_rate)]
    if plan.rotations > 1:
        words += ["--rotations", str(plan.rotations)]
    part_rows = plan.part_blocks * plan.rotations
    if part_rows != max(1, usual_rows(plan.unit, plan.log) // plan.rotations) * plan.rotations:
        words += ["--part-size", str(part_rows)]
    for log in plan.log:
        words += ["--log", log]
    for columns in plan.columns:
        words += ["--columns", columns]
    if not plan.is_reproducible:
        words.append("--allow-timing")
    return shlex.join([*words, "--seed", str(plan.seed)])
