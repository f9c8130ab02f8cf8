"""What plots show of a run besides metrics: how often each value occurs, kinds, levels. Collected by parts."""

from collections import Counter
from collections.abc import Mapping

import polars as pl

from guandan_sim.compare.rows import Rows
from guandan_sim.store.sides import halves_won, levels_of_sides
from guandan_sim.terms import KINDS, LEVELS


class Pictures:
    """Counts of one run; memory does not grow with the run."""

    def __init__(self) -> None:
        """Nothing counted yet."""
        self._deals = 0
        self._values: dict[str, Counter[int]] = {"levels_a_deal": Counter(), "deals_a_match": Counter()}
        self._kinds: Counter[str] = Counter()
        self._levels: dict[tuple[int, int], Counter[str]] = {}

    def add(self, rows: Rows) -> None:
        """Counts a part."""
        self._deals += rows.deals.height
        self._values["levels_a_deal"].update(_counts(rows.deals["levels_won"]))
        self._values["deals_a_match"].update(_counts(rows.matches["deals"]))
        kinds = rows.deals.select(pl.col(f"kind_{kind}").cast(pl.Int64).sum() for kind in KINDS).row(0)
        self._kinds.update(dict(zip(KINDS, kinds, strict=True)))
        for row in _by_levels(rows).iter_rows(named=True):
            place = (row.pop("own"), row.pop("other"))
            self._levels.setdefault(place, Counter()).update(row)

    def distributions(self) -> pl.DataFrame:
        """quantity ("levels_a_deal", "deals_a_match"), value, count (of deals, of matches)."""
        rows = [
            (quantity, value, count)
            for quantity, counts in self._values.items()
            for value, count in sorted(counts.items())
        ]
        schema = {"quantity": pl.String, "value": pl.Int64, "count": pl.Int64}
        return pl.DataFrame(rows, schema, orient="row")

    def kinds(self) -> pl.DataFrame:
        """kind, plays_a_deal."""
        rows = [(kind, self._kinds[kind] / self._deals) for kind in KINDS] if self._deals else []
        return pl.DataFrame(rows, {"kind": pl.String, "plays_a_deal": pl.Float64}, orient="row")

    def levels(self) -> pl.DataFrame:
        """own, other, deals, deals_won, matches_won.

        `own` and `other` are the levels of the first strategy's side and of the other before a deal, `deals` how many
        deals began so. The last two are shares of these deals: won by the first strategy's side, and belonging to a
        match it won (a draw counting half). Empty for runs of single deals.
        """
        level = pl.Enum(LEVELS)
        number = pl.Float64()
        schema = {"own": level, "other": level, "deals": pl.Int64(), "deals_won": number, "matches_won": number}
        rows = [
            (
                LEVELS[own],
                LEVELS[other],
                counts["deals"],
                counts["deals_won"] / counts["deals"],
                counts["halves_won"] / (2 * counts["deals"]),
            )
            for (own, other), counts in sorted(self._levels.items())
        ]
        return pl.DataFrame(rows, schema, orient="row")


def labelled(frames: Mapping[str, pl.DataFrame], name: str) -> pl.DataFrame:
    """One frame of several, with a first column `name` that tells them apart."""
    return pl.concat(frame.select(pl.lit(label).alias(name), pl.all()) for label, frame in frames.items())


def _counts(values: pl.Series) -> dict[int, int]:
    return dict(values.value_counts().iter_rows())


def _by_levels(rows: Rows) -> pl.DataFrame:
    """Counts by the levels of both sides before a deal; of matches only, as a single deal belongs to none."""
    side, winner = pl.col("side"), pl.col("winner_team")
    ends = rows.matches.filter(pl.col("ended_by") != "single").select("match", halves_won(side).alias("halves"))
    own, other = levels_of_sides(side)
    return (
        rows.deals.join(ends, on="match")
        .group_by(own.alias("own"), other.alias("other"))
        .agg(
            pl.len().cast(pl.Int64).alias("deals"),
            (winner == side).sum().cast(pl.Int64).alias("deals_won"),
            pl.col("halves").sum().alias("halves_won"),
        )
    )
