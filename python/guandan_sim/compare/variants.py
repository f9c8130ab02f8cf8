"""Rule variants as text: a preset, a file, or either with fields changed, and grids that cross values."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from guandan_sim._core import Rules
from guandan_sim.arguments import several
from guandan_sim.commands import Option
from guandan_sim.errors import PlanError
from guandan_sim.rule_sets import RulesText, read_named

RulesLike = Rules | str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class Variant:
    """A rule set under comparison: its unique label, and the text that names it on the command line."""

    label: str
    text: str
    rules: Rules


def variant(given: RulesLike) -> Variant:
    """One variant from a `Rules`, a path, or text such as `house=institute:promotion=4,2,1,lead_after_out=next`.

    Its label is the name in front of the equals sign, or else the `name` in the file, or else says what the rules are.
    Raises `RulesError` for what names no rules.

    >>> variant("institute:max_bomb=8,tribute=off").label
    'institute:tribute=off;max_bomb=8'
    >>> variant("house=institute:max_bomb=8,tribute=off").label
    'house'
    """
    if isinstance(given, Rules):
        return Variant(given.label, _text_of(given), given)
    if not isinstance(given, str | os.PathLike):
        # This refuses it, and says what was expected.
        Rules(given)
    text = os.fspath(given)
    parts = RulesText.of(text)
    if parts.name is not None:
        return Variant(parts.name, text, parts.read(_place(text))[1])
    name, base = read_named(parts.base if parts.settings else given)
    label = name or base.label
    if not parts.settings:
        return Variant(label, text, base)
    changed = base.with_settings(list(parts.settings), _place(text))
    # Rules have a label of their own, by the nearest preset; here they go by the one that they were given by.
    differing = ";".join(_differences(base, changed))
    return Variant(f"{label}:{differing}" if differing else label, text, changed)


def rules_options(one: Variant) -> list[Option]:
    """The options of a command that give the rules of a variant."""
    parts = RulesText.of(one.text)
    return [("--rules", parts.base), ("--set", parts.settings)]


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
        made = [_with(one, settings) for one in made for settings in choices]
    if len(made) < 2:
        raise PlanError(f"a comparison of rules needs at least two variants, got {len(made)}")
    _check_different(made)
    return tuple(_with_unique_labels(made))


def _text_of(rules: Rules) -> str:
    """A text that gives these rules again: the label where it does, else every field that differs from a preset."""
    base = rules.label.partition(":")[0]
    if base not in Rules.presets():
        base = next(iter(Rules.presets()))
    changed = ",".join(_differences(Rules(base), rules))
    return f"{base}:{changed}" if changed else base


def _differences(base: Rules, rules: Rules) -> list[str]:
    """The settings that make `rules` of `base`."""
    return [f"{field}={rules.text(field)}" for field, *_ in base.diff(rules)]


def _place(text: str) -> str:
    """What an error calls the settings in a text."""
    return f'variant "{text}"'


def _settings(line: str) -> list[str]:
    """The settings of one line of a grid. Raises `PlanError`."""
    field, equals, values = str(line).partition("=")
    found = [value.strip() for value in values.split("/")]
    if not equals or not field.strip() or not all(found):
        raise PlanError(f'--grid "{line}": expected field=value/value, such as tribute=on/off')
    return [f"{field.strip()}={value}" for value in found]


def _with(one: Variant, settings: Sequence[str]) -> Variant:
    """A variant with more fields set. One with a name is told by the name and the fields that then differ."""
    parts = RulesText.of(one.text)
    name = ""
    if parts.name is not None:
        differing = _differences(one.rules, one.rules.with_settings(list(settings), _place(one.text)))
        values = ", ".join(setting.replace("=", " ") for setting in differing)
        name = f"{parts.name} ({values})=" if values else f"{parts.name}="
    return variant(f"{name}{parts.base}:{','.join([*parts.settings, *settings])}")


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
