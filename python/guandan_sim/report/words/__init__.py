"""The words of reports, a TOML file a language; the terms are those of docs/GLOSSARY.md."""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from guandan_sim.errors import PlanError

LANGUAGES = ("en", "zh")


class Words:
    """The words of one language: `words("run.won_by", side="tempo")` fills a sentence in."""

    def __init__(self, language: str) -> None:
        """Raises `PlanError` for a language there is no file for."""
        if language not in LANGUAGES:
            raise PlanError(f"language: expected {' or '.join(LANGUAGES)}, got {language!r}")
        self.language = language
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
