"""Comparisons: rule sets on the same cards, strategies on duplicate deals, tournaments.

Every result has `question`, `answer`, `table` (polars), `page()`, `to_dict()`, `to_json()`, `to_markdown()`; see
guandan_sim.compare.result. On disk a comparison is a directory with `comparison.json` and one run for each variant or
pair under `runs/`; `open` reads a finished one.
"""

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from guandan_sim.compare.result import Comparison


def open(directory: str | os.PathLike[str]) -> "Comparison":  # noqa: A001 - compare.open, as gzip.open
    """The finished comparison in a directory. Raises `StoreError` when there is none."""
    from guandan_sim.compare.directory import Outline
    from guandan_sim.compare.rules import RulesComparison
    from guandan_sim.compare.strategies import StrategiesComparison
    from guandan_sim.compare.tournament import Tournament
    from guandan_sim.errors import StoreError
    from guandan_sim.paths import local

    kinds: dict[str, type[Comparison]] = {
        "rules": RulesComparison,
        "strategies": StrategiesComparison,
        "tournament": Tournament,
    }
    kind = Outline.read(local(directory, "a comparison")).kind
    if kind not in kinds:
        raise StoreError(f"{directory}: a comparison of kind {kind}, but this version knows {', '.join(kinds)}")
    return kinds[kind](directory)
