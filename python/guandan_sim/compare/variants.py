"""Rule variants as text: a preset, a file, or either with fields changed, and grids that cross values."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from guandan_sim._core import Rules
from guandan_sim.arguments import several
from guandan_sim.commands import Option
from guandan_sim.errors import PlanError
from guandan_sim.paths import in_full, is_there

RulesLike = Rules | str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class Variant:
    """A rule set under comparison: its unique label, and the text that names it on the command line."""

    label: str
    text: str
    rules: Rules


def variant(given: RulesLike) -> Variant:
    """One variant from a `Rules`, a path, or text such as `institute:promotion=4,2,1;lead_after_out=next`.

    Raises `RulesError` for what names no rules.

    >>> variant("institute:max_bomb=8; tribute=off").label
    'institute:tribute=off;max_bomb=8'
    """
    if isinstance(given, Rules):
        return Variant(given.label, _text_of(given), given)
    if not isinstance(given, str | os.PathLike):
        # They are none; this says what was expected.
        Rules(given)
    text = os.fspath(given)
    base, settings = _split(text)
    rules = Rules(base)
    if not settings:
        return Variant(rules.label, text, rules)
    changed = rules.with_settings(settings, f'variant "{text}"')
    # Rules have a label of their own, by the nearest preset; here they go by the one that they were given by.
    differing = ";".join(f"{field}={changed.text(field)}" for field, *_ in rules.diff(changed))
    return Variant(f"{rules.label}:{differing}" if differing else rules.label, text, changed)


def rules_options(one: Variant) -> list[Option]:
    """The options of a command that give the rules of a variant."""
    base, settings = _split(one.text)
    return [("--rules", base), ("--set", settings)]


def variants(given: Sequence[RulesLike], grid: Sequence[str] = ()) -> tuple[Variant, ...]:
    """All variants of a comparison: those given, each crossed with every combination of the grid's values.

    A line of the grid is `field=value/value`. Raises `PlanError` for fewer than two, for one that is given twice, and
    for a grid without values, `RulesError` for what names no rules.

    >>> [v.label for v in variants(["institute"], ["promotion=3,2,1/4,2,1", "tribute=on/off"])]
    ['institute', 'institute:tribute=off', 'institute:promotion=4,2,1', 'institute:promotion=4,2,1;tribute=off']
    """
    made = [variant(one) for one in several("variants", given)]
    lines = several("grid", grid)
    if lines:
        choices = list(product(*(_settings(line) for line in lines)))
        made = [variant(_with(one.text, settings)) for one in made for settings in choices]
    if len(made) < 2:
        raise PlanError(f"a comparison of rules needs at least two variants, got {len(made)}")
    _check_different(made)
    return tuple(_with_unique_labels(made))


def _split(text: str) -> tuple[str, list[str]]:
    """The base and the settings of a variant. A file may have a colon in its name, a setting has none."""
    base, colon, settings = text.rpartition(":")
    if not colon or is_there(in_full(text)):
        return text, []
    return base, [setting.strip() for setting in settings.split(";")]


def _text_of(rules: Rules) -> str:
    """A text that gives these rules again: the label where it does, else every field that differs from a preset."""
    base = rules.label.partition(":")[0]
    if base not in Rules.presets():
        base = next(iter(Rules.presets()))
    changed = ";".join(f"{field}={rules.text(field)}" for field, *_ in Rules(base).diff(rules))
    return f"{base}:{changed}" if changed else base


def _settings(line: str) -> list[str]:
    """The settings of one line of a grid. Raises `PlanError`."""
    field, equals, values = str(line).partition("=")
    found = [value.strip() for value in values.split("/")]
    if not equals or not field.strip() or not all(found):
        raise PlanError(f'--grid "{line}": expected field=value/value, such as tribute=on/off')
    return [f"{field.strip()}={value}" for value in found]


def _with(text: str, settings: Sequence[str]) -> str:
    """A variant's text with more fields set."""
    return f"{text}{';' if _split(text)[1] else ':'}{';'.join(settings)}"


def _check_different(made: Iterable[Variant]) -> None:
    """Raises `PlanError` for two variants with the same rules."""
    seen: dict[str, Variant] = {}
    for one in made:
        other = seen.setdefault(one.rules.fingerprint, one)
        if other is not one:
            same = f'"{one.text}" is given twice' if one.text == other.text else f'"{other.text}" and "{one.text}"'
            raise PlanError(f"variants: expected rules that differ, but {same}{'' if 'twice' in same else ' are one'}")


def _with_unique_labels(made: Sequence[Variant]) -> Iterable[Variant]:
    """Different files may be called alike; then they are known by what was given."""
    labels = [one.label for one in made]
    for one in made:
        yield one if labels.count(one.label) == 1 else Variant(one.text, one.text, one.rules)
