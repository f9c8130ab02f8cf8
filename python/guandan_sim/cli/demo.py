"""`guandan-sim demo`: a million deals in seconds, and what can be done with them."""

import shlex
from typing import Annotated

from cyclopts import Parameter

from guandan_sim.cli.run import simulated

_DIRECTORY = "runs/demo"


def demo(
    *,
    deals: Annotated[int, Parameter(help="Number of single deals.")] = 1_000_000,
    out: Annotated[str, Parameter(help="Directory of the data set.")] = _DIRECTORY,
) -> None:
    """Play a million deals of random against lowest and show the result, in seconds."""
    simulated(
        ["guandan-sim", "run"],
        [],
        resume=None,
        options={"deals": deals, "seed": 7},
        named={"strategies": "random,lowest", "rules": "institute", "out": out},
        how={},
        progress="auto",
        json=False,
    )
    import polars as pl

    from guandan_sim.report import text
    from guandan_sim.simulation import Run

    found = Run(out).deals.group_by("pattern").agg(pl.len(), pl.col("plays").mean()).sort("pattern").collect()
    directory = shlex.quote(out)
    text.show(
        "",
        "The same deals in Python, with polars:",
        f'>>> deals = pl.scan_parquet("{out}/deals/*.parquet")',
        '>>> deals.group_by("pattern").agg(pl.len(), pl.col("plays").mean()).sort("pattern").collect()',
        str(found),
        "",
        "Next:",
        f"  guandan-sim replay {directory} --lost lowest",
        "    lists the deals that the better side lost;",
        f"  guandan-sim report {directory}",
        "    writes a page with charts.",
    )
