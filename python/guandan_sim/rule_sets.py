"""Rule sets as people give them: a preset or a file, changed fields after a colon, a name of their own before all.

The engine reads presets, files and single settings. Here is what holds them together in one text, and the `name` that a
file may give itself, which changes nothing about the rules.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import tomli_w

from guandan_sim._core import Rules
from guandan_sim.errors import PathError, RulesError, named, shown
from guandan_sim.paths import in_full, is_there, is_unreadable

# The engine refuses larger files.
_MOST_BYTES = 1 << 20
# A value may hold commas, as in promotion=4,2,1, but never an equals sign: a comma separates where a field follows.
_SEPARATOR = re.compile(r";|,(?=\s*\w+\s*=)")
# What stands before a field that is not the first.
_BEFORE_A_FIELD = re.compile(r"([^\w=]+)(\w+)\s*=")


@dataclass(frozen=True, slots=True)
class RulesText:
    """The parts of a text such as `house=institute:promotion=4,2,1,tribute=off`.

    `name` is None where none is given, `base` a preset or a path, `settings` the changed fields.
    """

    name: str | None
    base: str
    settings: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Self:
        """The parts of a text, none of which needs to exist. Raises `RulesError` for a wrong separator.

        >>> RulesText.of("house=institute:promotion=4,2,1,tribute=off")
        RulesText(name='house', base='institute', settings=('promotion=4,2,1', 'tribute=off'))
        """
        name, rules = _without_name(text)
        base, colon, settings = _at_colon(rules)
        if not colon:
            return cls(name, base, ())
        for found in _BEFORE_A_FIELD.finditer(settings):
            if (separator := found[1].strip()) not in {",", ";"}:
                got = f'"{named(separator)}"' if separator else "a blank"
                raise RulesError(f'rules "{named(text)}": expected "," before {found[2]}, got {got}')
        return cls(name, base, tuple(setting.strip() for setting in _SEPARATOR.split(settings)))

    def read(self, place: str) -> tuple[str | None, Rules]:
        """The name, which is that of a file where none is given, and the rules. Errors call the settings `place`."""
        name, rules = read_named(self.base)
        if self.settings:
            rules = rules.with_settings(list(self.settings), place)
        return self.name or name, rules


def read(rules: Rules | str | os.PathLike[str]) -> Rules:
    """The rules of a preset's name or of a file, or the given ones. Raises `RulesError` and `PathError`.

    >>> read("institute").label
    'institute'
    """
    return read_named(rules)[1] if isinstance(rules, str | os.PathLike) else Rules(rules)


def read_named(rules: str | os.PathLike[str]) -> tuple[str | None, Rules]:
    """The name that a rules file gives itself, None where it gives none, and its rules; a preset has no name.

    Raises `RulesError` and `PathError`.
    """
    if rules in Rules.presets():
        return None, Rules(rules)
    return _read_file(rules, ())


def _read_file(given: str | os.PathLike[str], above: tuple[Path, ...]) -> tuple[str | None, Rules]:
    """`read_named` of a file, which is the base of the files `above`.

    The engine reads every file that neither has a name nor rests on another file, and says what is wrong with any.
    """
    path = _path(given)
    content = {} if path is None else _content(path)
    if path is None or not {"name", "base"} & content.keys():
        return None, Rules(given)
    chain = (*above, path.resolve())
    below = _file_below(path, content)
    if (below is None and "name" not in content) or (below is not None and below.resolve() in chain):
        return None, Rules(given)
    name = content.pop("name", None)
    if name is not None and not _is_name(name):
        raise RulesError(f"{path}: name: expected one line of text without = and :, got {shown(name)}")
    if below is not None:
        del content["base"]
        content = {**tomllib.loads(_read_file(below, chain)[1].to_toml()), **content}
    return name, Rules.from_text(tomli_w.dumps(content), str(path))


def _file_below(path: Path, content: Mapping[str, Any]) -> Path | None:
    """The file that the file at `path` names as its base; None where it names a preset or none."""
    base = content.get("base")
    if not isinstance(base, str) or base in Rules.presets():
        return None
    file = path.parent / base
    return file if file.is_file() else None


def _content(path: Path) -> dict[str, Any]:
    """What is in a TOML file; nothing for what the engine will refuse, and for a pipe, which can be read only once."""
    try:
        if path.is_file() and path.stat().st_size <= _MOST_BYTES:
            return tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        # The engine reads it again and says what is wrong.
        return {}
    return {}


def _without_name(text: str) -> tuple[str | None, str]:
    """The name before the first equals sign, and the text after it. Settings and paths may hold equals signs too."""
    name, equals, rules = text.partition("=")
    if not equals or ":" in name or _is_file(text) or _is_file(text.rpartition(":")[0]):
        return None, text
    name = name.strip()
    before, field = re.sub(r"\W*\w*$", "", name), re.split(r"\W", name)[-1]
    if field in Rules.fields() and (not before or before in Rules.presets() or _is_file(before)):
        right = f"{before or 'institute'}:{field}={rules}"
        raise RulesError(f'rules "{named(text)}": expected a colon before {field}, such as {named(right)}')
    if not _is_name(name):
        raise RulesError(f'rules "{named(text)}": expected a name before "=", such as house=institute:tribute=off')
    return name, rules.strip()


def _is_name(name: object) -> bool:
    """Whether a rule set can go by this name wherever it is read again."""
    return (
        isinstance(name, str)
        and name == name.strip() != ""
        and name.isprintable()
        and not is_unreadable(name)
        and not set("=:") & set(name)
    )


def _at_colon(text: str) -> tuple[str, str, str]:
    """The text before the colon of the settings, the colon, and the settings. A file may have colons in its name."""
    if _is_file(text):
        return text, "", ""
    last = text.rpartition(":")
    return last if _is_file(last[0]) else text.partition(":")


def _is_file(text: str) -> bool:
    path = _path(text)
    return path is not None and is_there(path)


def _path(given: str | os.PathLike[str]) -> Path | None:
    """The path in full; None for what cannot be one, as the empty text."""
    try:
        return in_full(given)
    except PathError:
        return None
