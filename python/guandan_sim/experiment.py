"""Experiment files: all that a run can be asked for, as TOML; see docs/SCALING.md.

Keys are the options of `simulate`; the table `set` changes fields of the rules. `rules` may be a name, a path seen from
the file, or a table with the fields. `out` is seen from the current directory, as on the command line.
"""

import difflib
import os
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import tomli_w

from guandan_sim._core import Rules
from guandan_sim.errors import PlanError
from guandan_sim.options import How, PlanOptions
from guandan_sim.paths import in_full, is_there, refuse
from guandan_sim.plan import Plan


class Experiment(PlanOptions, How, total=False):
    """What an experiment file says."""

    out: str


def read(path: str | os.PathLike[str]) -> Experiment:
    """What is in an experiment file, with rules resolved; what it leaves out is left out.

    Raises `PathError` for a file that is not there, `PlanError` for an unknown key or a wrong type, `RulesError` for
    rules.
    """
    path = in_full(path)
    try:
        # Some editors begin a file with a byte order mark.
        content = tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        refuse(path, "read", error)
    except (ValueError, RecursionError) as error:
        raise PlanError(f"{path}: not TOML: {error}") from error
    hints = {**get_type_hints(Experiment), "rules": str | dict, "strategies": Sequence[str] | str, "set": dict}
    for key, value in content.items():
        if key not in hints:
            near = difflib.get_close_matches(key, hints, 1)
            raise PlanError(f"{path}: unknown key {key}" + (f"; did you mean {near[0]}?" if near else ""))
        if not _fits(value, hints[key]):
            raise PlanError(f"{path}: {key}: expected {_said(hints[key])}, got {value!r}")
    settings = content.pop("set", {})
    if "rules" in content or settings:
        content["rules"] = _rules(path, content.get("rules", "institute"), settings)
    made: Experiment = content  # type: ignore[assignment] # checked above, key by key
    return made


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
        "rules": tomllib.loads(plan.rules.to_toml()),
    }
    return tomli_w.dumps(content)


def _rules(path: Path, rules: str | Mapping[str, Any], settings: Mapping[str, Any]) -> Rules:
    """The rules that a file asks for. Raises `RulesError` naming the file."""
    if not isinstance(rules, str):
        found = Rules.from_text(tomli_w.dumps(rules), f"{path}, [rules]")
    elif rules in Rules.presets() or rules.startswith("~"):
        found = Rules(rules)
    else:
        # Put together as text: a `Path` makes ~ of ./~.
        beside = in_full(os.path.join(path.parent, rules))  # noqa: PTH118
        found = Rules.from_toml(beside) if is_there(beside) else Rules(rules)
    if not settings:
        return found
    return Rules.from_text(tomli_w.dumps({**tomllib.loads(found.to_toml()), **settings}), f"{path}, [set]")


def _fits(value: object, hint: Any) -> bool:
    """Whether a value of a TOML file is of the type that an option has."""
    if isinstance(hint, type) and not get_args(hint):
        # A bool is an int to Python, and a whole number is a float to people.
        expected = (int, float) if hint is float else hint
        return isinstance(value, expected) and (hint is bool or not isinstance(value, bool))
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return value in inner
    if origin is Sequence:
        return isinstance(value, list) and all(_fits(item, inner[0]) for item in value)
    return any(_fits(value, one) for one in inner)


def _said(hint: Any) -> str:
    """What a value of this type is called."""
    plain = {int: "a whole number", float: "a number", str: "text", bool: "true or false", dict: "a table"}
    if hint in plain:
        return plain[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " or ".join(map(repr, inner))
    if origin is Sequence:
        return f"a list of {_said(inner[0])}"
    return " or ".join(_said(one) for one in inner if one is not type(None))
