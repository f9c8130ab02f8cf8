"""`guandan-sim strategies`: lists the strategies and their parameters."""

from guandan_sim._core import strategies as known
from guandan_sim.cli.options import Json, print_json


def strategies(*, json: Json = False) -> None:
    """List the strategies and their parameters, which are written as in tempo(partner=off, infer=off)."""
    if json:
        keys = ("name", "values", "default", "about")
        print_json(
            [
                {
                    "name": name,
                    "about": about,
                    "parameters": [dict(zip(keys, parameter, strict=True)) for parameter in parameters],
                }
                for name, (about, parameters) in known().items()
            ]
        )
        return
    from guandan_sim.report import text

    text.show(text.table(["strategy", "about"], [(name, about) for name, (about, _) in known().items()], numbers=False))
    for name, (_, parameters) in known().items():
        if parameters:
            shown = text.table(["parameter", "values", "default", "about"], parameters, title=name, numbers=False)
            text.show("", shown)
