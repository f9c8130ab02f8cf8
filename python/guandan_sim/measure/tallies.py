"""How often things occurred in a run: levels a deal, plays a deal, deals a match, and where matches stood."""

from collections import Counter
from collections.abc import Mapping
from typing import Literal

import polars as pl

from guandan_sim.measure.collected import Totals
from guandan_sim.measure.metrics import KIND_MEANS
from guandan_sim.measure.rows import Rows
from guandan_sim.store.sides import halves_won, levels_of_sides
from guandan_sim.terms import LEVELS

Distribution = Literal["levels_a_deal", "plays_a_deal", "deals_a_match"]
# Places from 2 up of the levels of two sides: the side that is looked at, then the other.
LevelPair = tuple[int, int]
_LEVEL = pl.Enum(LEVELS)


class Tallies:
    """Counts over the deals and matches of one run, collected part by part.

    `levels` counts deals by the side that won (0: the first strategy's) and the levels it climbed, `plays` deals by
    their number of plays, `deals` matches by their number of deals. `by_levels` has, for each pair of levels that the
    first side and the other had before a deal of a match, the counts `deals`, `deals_won` by the first side, and
    `halves_won`: half matches won by it, counted once for each of these deals.
    """

    def __init__(self) -> None:
        """Nothing counted yet."""
        self.levels: Counter[tuple[int, int]] = Counter()
        self.plays: Counter[int] = Counter()
        self.deals: Counter[int] = Counter()
        self.by_levels: dict[LevelPair, Counter[str]] = {}
        self._kinds = Totals(KIND_MEANS.values())

    def add(self, rows: Rows) -> None:
        """Counts a part."""
        self._kinds.add(rows.deals.lazy(), rows.matches.lazy())
        won_by = (pl.col("winner_team") != pl.col("side")).cast(pl.UInt8).alias("side")
        for side, levels, count in rows.deals.group_by(won_by, "levels_won").len().iter_rows():
            self.levels[side, levels] += count
        self.plays.update(dict(rows.deals["plays"].value_counts().iter_rows()))
        self.deals.update(dict(rows.matches["deals"].value_counts().iter_rows()))
        found = (
            positions(rows)
            .group_by("own", "other")
            .agg(pl.len().alias("deals"), pl.col("deals_won", "halves_won").sum())
        )
        for row in found.iter_rows(named=True):
            place = (row.pop("own"), row.pop("other"))
            self.by_levels.setdefault(place, Counter()).update(row)

    def counts(self, of: Distribution) -> Mapping[int, int]:
        """How many deals or matches had each value of levels a deal, plays a deal or deals a match."""
        if of == "plays_a_deal":
            return self.plays
        if of == "deals_a_match":
            return self.deals
        counts: Counter[int] = Counter()
        for (_, levels), count in self.levels.items():
            counts[levels] += count
        return counts

    def kind_means(self) -> dict[str, float]:
        """Plays a deal of each kind; empty when there was no deal."""
        return {kind: self._kinds.value(metric) for kind, metric in KIND_MEANS.items()} if self._kinds.deals else {}

    def matches_won(self, *, mirrored: bool = False) -> dict[LevelPair, tuple[int, float]]:
        """For each pair of levels the deals that began so, and the share of them in matches the first side won.

        With `mirrored` each match is seen from both of its sides: where one strategy plays both, they are alike.
        """
        deals: Counter[LevelPair] = Counter()
        halves: Counter[LevelPair] = Counter()
        for (own, other), counts in self.by_levels.items():
            deals[own, other] += counts["deals"]
            halves[own, other] += counts["halves_won"]
            if mirrored:
                deals[other, own] += counts["deals"]
                halves[other, own] += 2 * counts["deals"] - counts["halves_won"]
        return {pair: (count, halves[pair] / (2 * count)) for pair, count in sorted(deals.items())}

    def distributions_frame(self) -> pl.DataFrame:
        """quantity ("levels_a_deal", "deals_a_match"), value, count (of deals, of matches)."""
        quantities: tuple[Distribution, ...] = ("levels_a_deal", "deals_a_match")
        rows = [
            (quantity, value, count)
            for quantity in quantities
            for value, count in sorted(self.counts(quantity).items())
        ]
        schema = {"quantity": pl.String, "value": pl.Int64, "count": pl.Int64}
        return pl.DataFrame(rows, schema, orient="row")

    def kinds_frame(self) -> pl.DataFrame:
        """kind, plays_a_deal."""
        schema = {"kind": pl.String, "plays_a_deal": pl.Float64}
        return pl.DataFrame(list(self.kind_means().items()), schema, orient="row")

    def levels_frame(self) -> pl.DataFrame:
        """own, other, deals, deals_won, matches_won.

        `own` and `other` are the levels of the first strategy's side and of the other before a deal, `deals` how many
        deals began so. The last two are shares of these deals: won by the first strategy's side, and belonging to a
        match it won (a draw counting half). Empty for runs of single deals.
        """
        number = pl.Float64()
        schema = {"own": _LEVEL, "other": _LEVEL, "deals": pl.Int64(), "deals_won": number, "matches_won": number}
        rows = [
            (LEVELS[own], LEVELS[other], deals, self.by_levels[own, other]["deals_won"] / deals, matches_won)
            for (own, other), (deals, matches_won) in self.matches_won().items()
        ]
        return pl.DataFrame(rows, schema, orient="row")


def positions(rows: Rows) -> pl.DataFrame:
    """match, deal, own, other, deals_won, halves_won: a row for each deal of a match, none for single deals.

    `own` and `other` are the places from 2 up of the levels of the first strategy's side and of the other before the
    deal, `deals_won` is 1 when that side won the deal, `halves_won` 2 when it won the match and 1 after a draw.
    """
    side = pl.col("side")
    own, other = levels_of_sides(side)
    deals = rows.deals.select(
        "match",
        "deal",
        own.alias("own"),
        other.alias("other"),
        (pl.col("winner_team") == side).cast(pl.Int64).alias("deals_won"),
    )
    ends = rows.matches.filter(pl.col("ended_by") != "single").select("match", halves_won(side).alias("halves_won"))
    return deals.join(ends, on="match")
