"""Strategies by text: lists of them, and those written in Python by the module they are in."""

import ast
import importlib
import sys
from pathlib import Path
from typing import Any

from guandan_sim.errors import PlanError

# What the texts of strategies begin with that are written in Python: given by their module, and given as an object.
MODULE, OBJECT = "python:", "object:"
_FORM = "expected python:module:Class or python:module:Class(key=value, ...)"


def split(text: str) -> list[str]:
    """Splits a text into strategies at its commas. Commas within parentheses belong to a strategy.

    >>> split("tempo(partner=off, infer=off), lowest")
    ['tempo(partner=off, infer=off)', 'lowest']
    """
    parts = [""]
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def load(text: str) -> Any:
    """Makes the strategy that `python:module:Class(key=value, ...)` stands for: calls the class with the arguments.

    Modules in the working directory are found too. Arguments are Python literals, given by position or by name. The
    parentheses may be left out. A function that returns the object may stand in place of the class.

    Raises `PlanError` with the text and what is wrong: the form, the module, the class, or the error one raised.

    >>> load("python:fractions:Fraction(3, denominator=4)")
    Fraction(3, 4)
    """
    kind, _, rest = text.partition(":")
    path, parenthesis, inside = rest.partition("(")
    module, _, name = path.strip().partition(":")
    if kind != "python" or not module or not name or (parenthesis and not inside.endswith(")")):
        raise PlanError(f"strategy {text!r} cannot be read: {_FORM}")
    positional, named = _arguments(text, inside.removesuffix(")"))
    here = str(Path.cwd())
    if here not in sys.path:
        # Behind all others: a file here must not stand in for an installed module.
        sys.path.append(here)
    try:
        found = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
        return found(*positional, **named)  # type: ignore[operator]
    except (Exception, SystemExit) as error:
        # A module that is no library but a script may end the process.
        said = " ".join(f"{type(error).__name__}: {error}".split())
        raise PlanError(f"strategy {text}: {said.removesuffix(':')}") from error


def _arguments(text: str, inside: str) -> tuple[list[Any], dict[str, Any]]:
    """The literals in the parentheses, by position and by name. Raises `PlanError`."""
    try:
        call = ast.parse(f"_({inside})", mode="eval").body
        if not isinstance(call, ast.Call) or any(keyword.arg is None for keyword in call.keywords):
            raise ValueError("not arguments")
        named = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
        return [ast.literal_eval(argument) for argument in call.args], named
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError) as error:
        raise PlanError(f"strategy {text!r}: its arguments cannot be read as literals: {_FORM}") from error
