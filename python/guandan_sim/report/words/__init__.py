"""The words of reports, a TOML file a language; the terms are those of docs/GLOSSARY.md."""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Self

from guandan_sim.errors import PlanError
from guandan_sim.rule_words import Language
from guandan_sim.terms import counted

LANGUAGES: tuple[Language, ...] = ("en", "zh")


class Count(str):
    """How many of something there are: `{n}` in a text is the number, `{n:block}` says "1 block" or "2 blocks"."""

    number: int

    def __new__(cls, number: int) -> Self:
        """The number as text."""
        made = super().__new__(cls, f"{number:,}")
        made.number = number
        return made

    def __format__(self, thing: str) -> str:
        """The number, with the thing that is counted where one is named."""
        return counted(self.number, thing) if thing else str(self)


class Words:
    """The words of one language: `words("run.won_by", side="tempo")` fills a sentence in."""

    def __init__(self, language: str) -> None:
        """Raises `PlanError` for a language there is no file for."""
        if language not in LANGUAGES:
            raise PlanError(f"language: expected {' or '.join(LANGUAGES)}, got {language!r}")
        self.language: Language = "zh" if language == "zh" else "en"
        self._texts = texts(language)

    def __call__(self, key: str, **values: str) -> str:
        """The text called `key` with its values filled in."""
        return self._texts[key].format(**values)

    def listed(self, names: Sequence[str]) -> str:
        """Names one after the other, `a, b and c`."""
        *before, last = names
        return self("list.last").join([self("list.comma").join(before), last]) if before else last


@cache
def texts(language: str) -> dict[str, str]:
    """All texts of a language by their dotted key."""
    content = tomllib.loads(files(__name__).joinpath(f"{language}.toml").read_text("utf-8"))
    return dict(_flat(content, ""))


def _flat(tree: dict[str, Any], above: str) -> list[tuple[str, str]]:
    flat: list[tuple[str, str]] = []
    for key, value in tree.items():
        flat += _flat(value, f"{above}{key}.") if isinstance(value, dict) else [(above + key, value)]
    return flat
