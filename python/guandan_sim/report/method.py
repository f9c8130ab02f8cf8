"""How a run was made: sentences for people, and facts that let anyone make it again."""

from typing import TYPE_CHECKING

from guandan_sim.plan import Plan

if TYPE_CHECKING:
    from guandan_sim.report.words import Words
    from guandan_sim.simulation import Run


def of_run(plan: Plan, words: "Words") -> tuple[str, ...]:
    """What was played, what is independent of what, and what the intervals are."""
    return (
        words(f"method.played_{plan.unit}", level=plan.level),
        words("method.rotated" if plan.rotations > 1 else "method.single", rotations=str(plan.rotations)),
        words("method.interval_blocks" if plan.rotations > 1 else "method.interval_single"),
        *((words("method.reproducible"),) if plan.is_reproducible else ()),
    )


def facts(run: "Run", words: "Words") -> tuple[tuple[str, str], ...]:
    """Seed, rules, versions and sizes."""
    plan = run.plan
    rules = words("fact.rules_value", label=plan.rules.label, fingerprint=plan.rules.fingerprint)
    made = [
        ("rules", rules),
        ("strategies", ", ".join(f"{seat}: {label}" for seat, label in enumerate(plan.labels))),
        (plan.unit, f"{plan.count:,}"),
        ("blocks", words("fact.blocks_value", blocks=f"{plan.blocks:,}", rotations=str(plan.rotations))),
        ("seed", str(plan.seed)),
        *((("clock_model", plan.clock_model),) if plan.clock_model else ()),
        *((("leave_rate", str(plan.leave_rate)),) if plan.leave_rate else ()),
        ("versions", ", ".join(f"{name} {version}" for name, version in run.versions.items())),
        ("data", run.address),
    ]
    return tuple((words(f"fact.{name}"), value) for name, value in made)
