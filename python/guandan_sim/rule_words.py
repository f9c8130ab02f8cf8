"""What the fields of rule sets mean in English and Chinese, and which of them people mean by what they say.

The words are in rule_words.toml; the engine has the meaning of each field in English.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import log
from typing import Any, Literal

from guandan_sim._core import Rules

Language = Literal["en", "zh"]

# Words without which a question says the same. "no" and "not" are none of them.
_SMALL = re.compile("a|an|and|are|as|at|be|by|can|for|i|in|is|it|may|must|of|on|the|their|to|we|when|who|with|you")
# What is found is at least so much like a saying, of 1, and like the best that is found.
_LEAST, _OF_BEST = 0.3, 0.5
_MOST = 6
# What ends a sentence, what stands before an example, and what before something that is to be added.
_MARKS: dict[Language, tuple[str, str, str]] = {
    "en": (".", ": ", ";"),
    "zh": ("\N{IDEOGRAPHIC FULL STOP}", "\N{FULLWIDTH COLON}", "\N{FULLWIDTH SEMICOLON}"),
}
# Letters of a line of rules; the comments after longer lines stand further right than the others.
_WIDE = 40


@dataclass(frozen=True, slots=True)
class Found:
    """A setting that somebody may have meant. `likeness` is from 0 to 1, at which it was said as in the table."""

    field: str
    value: str
    likeness: float

    @property
    def setting(self) -> str:
        """The setting as `--set` and variants take it."""
        return f"{self.field}={self.value}"


def meaning(field: str, language: Language) -> str:
    """What a field means, in one sentence.

    >>> meaning("tribute", "en"), meaning("tribute", "zh")
    ('Whether tribute is paid.', '是否进贡。')
    """
    said: str = Rules.fields()[field][0] if language == "en" else _table()[field]["zh"]
    return said


def value_meaning(field: str, value: str, language: Language) -> str:
    """What a value of a field means; empty for a value that says so itself, as most numbers do.

    >>> value_meaning("pass_ace", "double_down", "en"), value_meaning("max_bomb", "7", "en")
    ('1-2 alone', '')
    """
    said: str = _table()[field]["values"].get(value, {}).get(language, "")
    return said


def in_words(field: str, value: str, language: Language) -> str:
    """A field with its value, in one sentence.

    >>> in_words("pass_ace", "double_down", "en")
    'How the declarers must finish to pass A: 1-2 alone.'
    """
    what, held = meaning(field, language), value_meaning(field, value, language)
    if not held:
        return what
    stop, colon, also = _MARKS[language]
    # What follows a semicolon explains another value.
    return f"{what.removesuffix(stop).partition(also)[0]}{colon}{held}{stop}"


def commented(rules: Rules, language: Language) -> str:
    """The rules as a TOML file whose every line says in words what it means."""
    lines = rules.to_toml().splitlines()
    width = max(len(line) for line in lines if len(line) <= _WIDE)
    fields = [line.partition(" = ")[0] for line in lines]
    texts = [in_words(field, rules.text(field), language) for field in fields]
    return "".join(f"{line:<{width}}  # {text}\n" for line, text in zip(lines, texts, strict=True))


def find(text: str) -> list[Found]:
    """The settings that a text may mean, the likeliest first; none where it says nothing about the rules.

    Words that no saying has are passed over, so that a whole question may be asked.

    >>> [found.setting for found in find("abolish tribute")][:1], find("zebra")
    (['tribute=off'], [])
    """
    weights = _weights()
    asked = _pieces(text) & weights.keys()
    best: dict[tuple[str, str], float] = {}
    for field, value, pieces in _sayings():
        common = sum(weights[piece] for piece in asked & pieces)
        total = sum(weights[piece] for piece in asked) + sum(weights[piece] for piece in pieces)
        likeness = 2 * common / total if common else 0.0
        best[field, value] = max(best.get((field, value), 0.0), likeness)
    ranked = sorted(best.items(), key=lambda one: -one[1])
    least = max(_LEAST, _OF_BEST * ranked[0][1])
    return [Found(field, value, likeness) for (field, value), likeness in ranked if likeness >= least][:_MOST]


def sayings() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Each field and value that people have words for, with what they say."""
    for field, content in _table().items():
        for value, words in content["values"].items():
            yield field, value, tuple(words["said"])


@cache
def _table() -> dict[str, dict[str, Any]]:
    """What is in the file, by field."""
    return tomllib.loads(files("guandan_sim").joinpath("rule_words.toml").read_text("utf-8"))


@cache
def _sayings() -> tuple[tuple[str, str, frozenset[str]], ...]:
    """A field, a value and the pieces of a saying, for all sayings; a setting as it is written is one too."""
    return tuple(
        (field, value, _pieces(said))
        for field, value, texts in sayings()
        for said in (*texts, f"{field} {value}".replace("_", " "))
    )


@cache
def _weights() -> dict[str, float]:
    """What a piece of text weighs: the rarer it is in sayings, the more it tells."""
    seen = Counter(piece for *_, pieces in _sayings() for piece in pieces)
    return {piece: log(1 + len(_sayings()) / count) for piece, count in seen.items()}


def _pieces(text: str) -> frozenset[str]:
    """Words without their endings, and pairs of Chinese letters beside each other and single ones."""
    pieces = set()
    for word in re.findall(r"[a-z0-9]+|[\u4e00-\u9fff]+", text.lower().replace("'", "")):
        if not word.isascii():
            pieces |= {*word, *(word[place : place + 2] for place in range(len(word) - 1))}
        elif not _SMALL.fullmatch(word):
            stem = re.sub(r"(?<=\w{3})(?:ing|es|ed|s)$", "", word)
            # "cancelled" is "cancel", and "fall" still is the same as "falls".
            pieces.add(re.sub(r"(\w)\1$", r"\1", stem))
    return frozenset(pieces)
