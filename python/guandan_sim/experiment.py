"""Experiment files: all that a run can be asked for, as TOML; see docs/SCALING.md.

Keys are the options of `simulate`; the table `set` changes fields of the rules. `rules` may be a name, a path seen from
the file, or a table with the fields. `out` is seen from the current directory, as on the command line.
"""

import os
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import tomli_w

from guandan_sim import rule_sets
from guandan_sim._core import Rules
from guandan_sim.errors import PathError, PlanError, RulesError, did_you_mean, named
from guandan_sim.options import How, Options, PlanOptions, checked
from guandan_sim.paths import in_full, is_there, refuse
from guandan_sim.plan import Plan


class Experiment(PlanOptions, How, total=False):
    """What an experiment file says."""

    out: str


class _Keys(Options, How, total=False):
    """The keys that a file may have."""

    rules: str | dict[str, Any]
    strategies: Sequence[str] | str
    set: dict[str, Any]
    out: str
    hands: Sequence[str]
    leader: int
    played: Sequence[str]


def read(path: str | os.PathLike[str]) -> Experiment:
    """What is in an experiment file, with rules resolved. Options that are not in the file are not in the result.

    Raises `PathError` for a file that is not there, `PlanError` for an unknown key or a wrong type, `RulesError` for
    rules. Each names the file.
    """
    path = in_full(path)
    try:
        # Some editors begin a file with a byte order mark.
        content = tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        refuse(path, "read", error)
    except (ValueError, RecursionError) as error:
        raise PlanError(f"{path}: not TOML: {error}") from error
    for key in content:
        if key not in _Keys.__annotations__:
            raise PlanError(f"{path}: unknown key {named(key)}{did_you_mean(key, _Keys.__annotations__)}")
    content = checked(content, _Keys, f"{path}: ")
    settings = content.pop("set", {})
    if "rules" in content or settings:
        content["rules"] = _rules(path, content.get("rules", "institute"), settings)
    return cast("Experiment", content)


def write(plan: Plan) -> str:
    """An experiment file that makes the run of `plan` again, wherever it is."""
    content = {
        "deals" if plan.unit == "deal" else "matches": plan.count,
        **({"level": plan.level} if plan.level else {}),
        **({"clock_model": plan.clock_model} if plan.clock_model else {}),
        "leave_rate": plan.leave_rate,
        "strategies": list(plan.strategies),
        "rotations": plan.rotations,
        "seed": plan.seed,
        "part_size": plan.part_blocks * plan.rotations,
        "log": list(plan.log),
        "columns": list(plan.columns),
        **{name: value for name, value in plan.given.items() if value is not None},
        "rules": tomllib.loads(plan.rules.to_toml()),
    }
    return tomli_w.dumps(content)


def _rules(path: Path, rules: str | Mapping[str, Any], settings: Mapping[str, Any]) -> Rules:
    """The rules that a file asks for. Raises `RulesError` or `PathError` naming the file."""
    if isinstance(rules, str):
        try:
            found = _rules_of(path, rules)
        except (RulesError, PathError) as error:
            raise type(error)(f"{path}, rules: {error}") from None
    else:
        found = Rules.from_text(tomli_w.dumps(rules), f"{path}, [rules]")
    if not settings:
        return found
    return Rules.from_text(tomli_w.dumps({**tomllib.loads(found.to_toml()), **settings}), f"{path}, [set]")


def _rules_of(path: Path, text: str) -> Rules:
    """The rules in the file that `text` names, seen from the folder of the experiment file at `path`.

    Where there is no such file, the rules that `text` describes: a preset or such a file, with settings or without. A
    name before them changes nothing.
    """
    if text in Rules.presets():
        return Rules(text)
    # Put together as text: a `Path` makes ~ of ./~.
    beside = in_full(text if text.startswith("~") else os.path.join(path.parent, text))  # noqa: PTH118
    if is_there(beside):
        return rule_sets.read(beside)
    parts = rule_sets.RulesText.of(text)
    if parts.base == text:
        return Rules(text)
    return _rules_of(path, parts.base).with_settings(list(parts.settings), f'rules "{text}"')
