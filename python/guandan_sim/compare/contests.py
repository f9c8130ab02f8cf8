"""What two strategies are compared by: who won matches, deals and levels, in all and in groups of deals."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import polars as pl

from guandan_sim.compare.metrics import Metric
from guandan_sim.store.sides import halves_won
from guandan_sim.terms import LEVELS, PATTERNS

By = Literal["", "pattern", "lead", "seat", "level"]


@dataclass(frozen=True, eq=False)
class Contest:
    """A number of the first strategy, `own`, and by how much it is more than the other's, `lead`.

    Of what is won or not, the other has the rest, so that `own` says it all and `lead` is None. `by` says which groups
    of deals it is taken over ("" for all), `group` which of them.
    """

    name: str
    by: By
    group: str
    own: Metric
    lead: Metric | None


def contests(matches: bool) -> tuple[Contest, ...]:
    """The contests of a run, of matches or of single deals."""
    return tuple(_contests(matches))


def _contests(matches: bool) -> Iterator[Contest]:
    every = pl.col("match").is_not_null()
    if matches:
        yield _wins("match_win_rate", "matches", "", "", every)
    yield _wins("win_rate", "deals", "", "", every)
    won = pl.col("winner_team") == pl.col("side")
    levels = pl.col("levels_won").cast(pl.Int64)
    about = "levels climbed a deal"
    yield Contest(
        "levels_a_deal",
        "",
        "",
        Metric("levels_a_deal", "levels", about, "deals", won * levels, every),
        Metric("levels_a_deal lead", "levels", about, "deals", pl.when(won).then(levels).otherwise(-levels), every),
    )
    for pattern in PATTERNS:
        yield _wins("win_rate", "deals", "pattern", pattern, pl.col("pattern") == pattern)
    for group, leads in (
        ("own", pl.col("leader") % 2 == pl.col("side")),
        ("other", pl.col("leader") % 2 != pl.col("side")),
    ):
        yield _wins("win_rate", "deals", "lead", group, leads)
    for seat in range(4):
        yield _wins("win_rate", "deals", "seat", str(seat), pl.col("leader") == seat)
    if matches:
        for level in LEVELS:
            yield _wins("win_rate", "deals", "level", level, pl.col("level") == level)


def _wins(name: str, table: Literal["matches", "deals"], by: By, group: str, where: pl.Expr) -> Contest:
    """The share won, a draw counting half for either side."""
    own = halves_won(pl.col("side"))
    inside = where.cast(pl.Int64)
    about = f"{table} won, draws counting half"
    metric = Metric(f"{name} {by} {group}", f"share of {table}", about, table, own * inside, 2 * inside)
    return Contest(name, by, group, metric, None)
