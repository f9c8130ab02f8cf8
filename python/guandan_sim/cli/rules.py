"""`guandan-sim rules`: lists, shows, compares, checks and finds rules."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from guandan_sim._core import Rules
from guandan_sim.cli.options import Json, Settings, print_json
from guandan_sim.commands import command
from guandan_sim.errors import named
from guandan_sim.rule_sets import read, read_named
from guandan_sim.rule_words import Language, find, in_words

Lang = Annotated[Language, Parameter(help="Language of the meanings.")]


def list_(*, json: Json = False) -> None:
    """List the presets."""
    presets = Rules.presets()
    if json:
        print_json([{"name": name, "about": about} for name, about in presets.items()])
        return
    from guandan_sim.report import text

    text.show(text.table(["preset", "about"], presets.items(), numbers=False))


def show_(name: str = "institute", *, settings: Settings = (), lang: Lang = "en", json: Json = False) -> None:
    """Show a rule set, field by field, with what each means.

    Parameters
    ----------
    name
        Name of a preset, or path of a TOML file.
    """
    own, rules = read_named(name)
    rules = rules.with_settings(list(settings), "--set")
    if json:
        fields = {field: getattr(rules, field) for field in Rules.fields()}
        print_json({**_name(own), "label": rules.label, "fingerprint": rules.fingerprint, "fields": fields})
        return
    from guandan_sim.report import rules_text, text

    called = rules.label if own is None else f"{own}: {rules.label}"
    text.show(rules_text.shown(rules, lang), "", rules_text.identity(called, rules, lang))


def diff_(first: str, second: str, *, lang: Lang = "en", json: Json = False) -> None:
    """Show the fields in which two rule sets differ, with what each means.

    Parameters
    ----------
    first
        Name of a preset, or path of a TOML file.
    second
        Name of a preset, or path of a TOML file.
    """
    left, right = read(first), read(second)
    differences = left.diff(right)
    if json:
        print_json({field: {"first": here, "second": there} for field, here, there in differences})
        return
    from guandan_sim.report import rules_text, text

    if not differences:
        text.show(f"{first} and {second} are the same rules")
        return
    text.show(rules_text.differences((first, left), (second, right), lang))


def find_(*words: str, json: Json = False) -> None:
    """Find the field and the value that people mean by what they say, in English or Chinese.

    Parameters
    ----------
    words
        What people say, such as: abolish tribute
    """
    said = " ".join(words)
    found = find(said)
    if json:
        print_json(
            [
                {
                    "setting": one.setting,
                    "field": one.field,
                    "value": one.value,
                    "en": in_words(one.field, one.value, "en"),
                    "zh": in_words(one.field, one.value, "zh"),
                    "clause": Rules.fields()[one.field][2],
                }
                for one in found
            ]
        )
        return
    from guandan_sim.report import rules_text, text

    if not found:
        text.show(f'nothing found for "{named(said)}"; guandan-sim rules show lists every field with its meaning')
        return
    text.show(rules_text.found(found, "en" if said.isascii() else "zh"))
    for one in found:
        if Rules("institute").text(one.field) != one.value:
            tried = command(["compare", "rules", "institute", f"institute:{one.setting}"], [])
            text.show("", f"What it changes: {tried}")
            break


def check_(file: Path, *, json: Json = False) -> None:
    """Check a rule file and print its fingerprint.

    Parameters
    ----------
    file
        TOML file.
    """
    own, rules = read_named(file)
    if json:
        print_json({"file": str(file), **_name(own), "label": rules.label, "fingerprint": rules.fingerprint})
        return
    print(f"{file}: good; {_called(own, rules)}, fingerprint {rules.fingerprint}")


def _name(own: str | None) -> dict[str, str]:
    """The name that a file gives itself, for JSON; nothing where it gives none."""
    return {} if own is None else {"name": own}


def _called(own: str | None, rules: Rules) -> str:
    """The name that a file gives itself, and what the rules are."""
    return rules.label if own is None else f"{own}: {rules.label}"
