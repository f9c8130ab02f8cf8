"""Strategies by text: one to be asked, lists of them, and the texts that stand for objects, such as Python classes."""

import ast
import importlib
import sys
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from guandan_sim._core import Strategy
from guandan_sim.errors import PlanError, did_you_mean, named, unknown
from guandan_sim.paths import is_unreadable

# What the text of a strategy begins with that was given as an object.
OBJECT = "object:"
# The first word of a text that stands for an object, and what makes the object when it is called with the text. It is
# imported when a text asks for it, by its name: what it needs may stand above this module.
LOADERS = {
    "python": "guandan_sim.strategies:of_module",
    "exec": "guandan_sim.bots.exec:ExecStrategy",
    "botzone": "guandan_sim.bots.botzone.hosting:BotzoneStrategy",
    "client": "guandan_sim.bots.clients:load",
}
_FORM = "expected python:module:Class or python:module:Class(key=value, ...)"


def strategy(text: str) -> Any:
    """The strategy that a text names, as an object that can be asked about single decisions.

    For a built-in strategy it is a `Strategy` with `act(view, legal)`, `act_each(views, legals)` and
    `act_batch(views, legals)`. For `python:module:Class(key=value, ...)` it is the object that the class makes. Both
    can be given to `simulate` and wherever else a strategy is named.

    Raises `PlanError` for a text that names no strategy.

    >>> import guandan_sim as gd
    >>> deal = gd.Deal.new(hands=["S3 SK", "S9", "S4 S5 S6", "ST SJ SQ"], level="2", leader=0)
    >>> plays = deal.legal_plays()
    >>> answer = gd.strategy("rollout(samples=50)").act(deal.view(0), plays)
    >>> print(plays[answer])
    single K: SK
    """
    if not isinstance(text, str) or is_unreadable(text) or not is_loaded(text):
        return Strategy(text)
    return load(text)


def split(text: str) -> list[str]:
    """Splits a text into strategies at its commas. Commas within brackets and within quotes belong to a strategy.

    >>> split("tempo(partner=off, infer=off), lowest")
    ['tempo(partner=off, infer=off)', 'lowest']
    >>> split("exec:./bot 'a,b', lowest")
    ["exec:./bot 'a,b'", 'lowest']
    """
    parts = [""]
    depth, quote = 0, ""
    for letter in text:
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        else:
            depth = max(0, depth + (letter in "([{") - (letter in ")]}"))
        if letter == "," and depth == 0 and not quote:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def is_outside(text: str) -> bool:
    """Whether a strategy's text in a plan stands for an object: one that was given, or one that `load` makes."""
    return text.startswith(OBJECT) or is_loaded(text)


def is_loaded(text: str) -> bool:
    """Whether a text stands for an object that `load` makes.

    Raises `PlanError` for a text such as `exek:./bot`, whose first word is nearly one that does.

    >>> is_loaded("python:bots:Greedy"), is_loaded("exec(turn_limit=5):./bot"), is_loaded("tempo")
    (True, True, False)
    """
    if ":" not in text:
        return False
    if _loader(text) not in LOADERS and did_you_mean(_loader(text), LOADERS):
        raise PlanError(f"strategy {named(text)}: {unknown('prefix', _loader(text), [*LOADERS])}")
    return _loader(text) in LOADERS


def load(text: str) -> Any:
    """Makes the strategy that a text stands for, such as `python:module:Class(key=value, ...)`.

    Raises `PlanError` with the text and what is wrong.

    >>> load("python:fractions:Fraction(3, denominator=4)")
    Fraction(3, 4)
    """
    if not is_loaded(text):
        raise PlanError(f"strategy {text!r}: expected {' or '.join(f'{prefix}:…' for prefix in LOADERS)}")
    return resolve_name(LOADERS[_loader(text)])(text)


def _loader(text: str) -> str:
    """The word before the options, or before the colon where there are none."""
    return text.partition(":")[0].partition("(")[0]


def of_module(text: str) -> Any:
    """Makes the strategy that `python:module:Class(key=value, ...)` stands for: calls the class with the arguments.

    Modules in the working directory are found too. Arguments are Python literals, given by position or by name. The
    parentheses may be left out. A function that returns the object may stand in place of the class.

    Raises `PlanError` with the text and what is wrong: the form, the module, the class, or the error one raised.
    """
    _, _, rest = text.partition(":")
    path, parenthesis, inside = rest.partition("(")
    module, _, name = path.strip().partition(":")
    if not module or not name or (parenthesis and not inside.endswith(")")):
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
