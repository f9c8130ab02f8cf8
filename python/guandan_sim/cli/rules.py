"""`guandan-sim rules`: lists, shows, compares and checks rule sets."""

from pathlib import Path

from guandan_sim._core import Rules
from guandan_sim.cli.options import Json, Settings, print_json
from guandan_sim.rule_sets import read, read_named


def list_(*, json: Json = False) -> None:
    """List the presets."""
    presets = Rules.presets()
    if json:
        print_json([{"name": name, "about": about} for name, about in presets.items()])
        return
    from guandan_sim.report import text

    text.show(text.table(["preset", "about"], presets.items(), numbers=False))


def show_(name: str = "institute", *, settings: Settings = (), json: Json = False) -> None:
    """Show a rule set, field by field.

    Parameters
    ----------
    name
        Name of a preset, or path of a TOML file.
    """
    own, rules = read_named(name)
    rules = rules.with_settings(list(settings), "--set")
    rows = [(field, rules.text(field), meaning, clause) for field, (meaning, _, clause) in Rules.fields().items()]
    if json:
        fields = {field: getattr(rules, field) for field, *_ in rows}
        print_json({**_name(own), "label": rules.label, "fingerprint": rules.fingerprint, "fields": fields})
        return
    from guandan_sim.report import text

    text.show(
        text.table(["field", "value", "meaning", "clause"], rows, numbers=False),
        "",
        f"{_called(own, rules)}, fingerprint {rules.fingerprint}",
    )


def diff_(first: str, second: str, *, json: Json = False) -> None:
    """Show the fields in which two rule sets differ.

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
    from guandan_sim.report import text

    if not differences:
        text.show(f"{first} and {second} are the same rules")
        return
    rows = [(field, left.text(field), right.text(field)) for field, *_ in differences]
    text.show(text.table(["field", first, second], rows, numbers=False))


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
