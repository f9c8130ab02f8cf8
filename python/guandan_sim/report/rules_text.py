"""Rule sets on the terminal: every field with its value and what that means, in English or Chinese."""

from collections.abc import Iterable

from rich.table import Table

from guandan_sim._core import Rules
from guandan_sim.report import text
from guandan_sim.report.words import Words
from guandan_sim.rule_words import Found, Language, in_words, meaning


def shown(rules: Rules, language: Language) -> Table:
    """All fields of a rule set."""
    rows = [
        (field, rules.text(field), in_words(field, rules.text(field), language), clause)
        for field, (*_, clause) in Rules.fields().items()
    ]
    return text.table(_headings(("field", "value", "meaning", "clause"), language), rows, numbers=False)


def identity(called: str, rules: Rules, language: Language) -> str:
    """What a rule set is called, and its fingerprint."""
    return Words(language)("fact.rules_value", label=called, fingerprint=rules.fingerprint)


def differences(first: tuple[str, Rules], second: tuple[str, Rules], language: Language) -> Table:
    """The fields in which two rule sets differ, each given with its name."""
    (name, left), (other, right) = first, second
    field, meant = _headings(("field", "meaning"), language)
    rows = [(key, left.text(key), right.text(key), meaning(key, language)) for key, *_ in left.diff(right)]
    return text.table((field, name, other, meant), rows, numbers=False)


def found(settings: Iterable[Found], language: Language) -> Table:
    """Settings that were found, with the presets that have them."""
    presets = {name: Rules(name) for name in Rules.presets()}
    rows = [
        (
            one.setting,
            in_words(one.field, one.value, language),
            ", ".join(name for name, rules in presets.items() if rules.text(one.field) == one.value),
            Rules.fields()[one.field][2],
        )
        for one in settings
    ]
    return text.table(_headings(("setting", "meaning", "presets", "clause"), language), rows, numbers=False)


def _headings(names: Iterable[str], language: Language) -> list[str]:
    words = Words(language)
    return [words(f"table.{name}") for name in names]
