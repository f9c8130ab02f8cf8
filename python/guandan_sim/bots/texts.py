"""The texts of strategies that are played by others: `NAME:WHO`, or `NAME(option=value, ...):WHO`.

WHO is a command, or whatever else says who plays. `split` of `guandan_sim.strategies` cuts lists of such texts.
"""

import os
import shlex
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from guandan_sim.arguments import check_number, check_whole
from guandan_sim.errors import PlanError, unknown

_SHORTEST_SECONDS, _LONGEST_SECONDS = 0.001, 86_400.0
_LARGEST_COUNT = 10_000


def is_host(name: str) -> bool:
    """Whether a text can be the name or the address of a host, whether there is one or not.

    >>> is_host("localhost"), is_host("::1"), is_host(""), is_host("a..b"), is_host("two words")
    (True, True, False, False, False)
    """
    try:
        return bool(name.encode("idna")) and name.isprintable() and " " not in name
    except UnicodeError:
        return False


@dataclass(frozen=True, slots=True)
class StrategyText:
    """The text of a strategy, cut into its options and who plays."""

    text: str
    options: Mapping[str, str]
    who: str

    @classmethod
    def read(cls, text: str, known: Sequence[str]) -> "StrategyText":
        """Reads the text of a strategy that takes the `known` options. Raises `PlanError`.

        >>> read = StrategyText.read("exec(turn_limit=5):sh 'my bot.sh' -v", ["turn_limit"])
        >>> read.who, read.seconds("turn_limit", 60), read.command()
        ("sh 'my bot.sh' -v", 5.0, ['sh', 'my bot.sh', '-v'])
        """
        before, colon, who = text.partition(":")
        name, parenthesis, inside = before.partition("(")
        inside = inside.rstrip()
        if not colon or not who.strip() or (parenthesis and not inside.endswith(")")):
            raise PlanError(f"strategy {text!r} cannot be read: expected {name}:... or {name}({known[0]}=...):...")
        options: dict[str, str] = {}
        for given in inside[:-1].split(",") if inside[:-1].strip() else ():
            option, sign, value = (part.strip() for part in given.partition("="))
            if option not in known:
                raise PlanError(f"strategy {text}: {unknown('option', option, known)}")
            if not sign or option in options:
                raise PlanError(f"strategy {text}: expected {option} once, as {option}=...")
            options[option] = value
        return cls(text, options, who.strip())

    def seconds(self, option: str, default: float) -> float:
        """An option that is a time in seconds. Raises `PlanError`."""
        if option not in self.options:
            return default
        number: object = self.options[option]
        with suppress(ValueError):
            number = float(self.options[option])
        expected = f"seconds from {_SHORTEST_SECONDS:g} to {_LONGEST_SECONDS:g}"
        return check_number(self._named(option), number, expected, _SHORTEST_SECONDS, _LONGEST_SECONDS)

    def count(self, option: str, default: int, least: int = 1, most: int = _LARGEST_COUNT) -> int:
        """An option that is a whole number from `least` to `most`. Raises `PlanError`."""
        if option not in self.options:
            return default
        number: object = self.options[option]
        with suppress(ValueError):
            number = int(self.options[option])
        return check_whole(self._named(option), number, least, most)

    def command(self) -> list[str]:
        """Who plays, as the words of a command, split as a shell splits them; no shell sees them.

        Raises `PlanError`, also when there is no such program.
        """
        if os.name != "posix":
            raise PlanError(f"strategy {self.text}: programs are played on POSIX systems only, such as Linux and macOS")
        try:
            words = shlex.split(self.who)
        except ValueError as error:
            raise PlanError(f"strategy {self.text}: its command cannot be split into words: {error}") from error
        if not words or shutil.which(words[0]) is None:
            raise PlanError(f"strategy {self.text}: there is no program {' '.join(words[:1])!r}")
        return words

    def _named(self, option: str) -> str:
        return f"strategy {self.text}: {option}"
