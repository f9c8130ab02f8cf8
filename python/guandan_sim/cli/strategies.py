"""`guandan-sim strategies`."""

from guandan_sim._core import strategies as known
from guandan_sim.cli.options import Json, print_json


def strategies(*, json: Json = False) -> None:
    """List the strategies."""
    if json:
        print_json([{"name": name, "about": about} for name, about in known().items()])
        return
    from guandan_sim.report import text

    text.show(text.table(["strategy", "about"], known().items(), numbers=False))
