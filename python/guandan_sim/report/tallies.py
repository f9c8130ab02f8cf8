"""How often things occurred in a run, counted part by part: levels a deal, deals a match, and where matches stood."""

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from guandan_sim.plan import Plan

if TYPE_CHECKING:
    import polars as pl


@dataclass(slots=True)
class Tallies:
    """Counts over deals and matches.

    `levels` counts deals by the winning side and the levels it climbed, `deals` matches by their number of deals,
    `plays` deals by their number of plays, `leads` deals by whether the leader's team won. `standings` counts the deals
    of matches by the levels the first and the second side stood at before them, and `halves` the half matches that the
    first side won from there.
    """

    plan: Plan
    levels: Counter[tuple[int, int]] = field(default_factory=Counter)
    deals: Counter[int] = field(default_factory=Counter)
    plays: Counter[int] = field(default_factory=Counter)
    leads: Counter[bool] = field(default_factory=Counter)
    standings: Counter[tuple[int, int]] = field(default_factory=Counter)
    halves: Counter[tuple[int, int]] = field(default_factory=Counter)

    def add(self, deals: "pl.LazyFrame", matches: "pl.LazyFrame") -> None:
        """Counts a part."""
        import polars as pl

        from guandan_sim.store.sides import first_side

        won_by = (pl.col("winner_team") != first_side(self.plan.rotations)).cast(pl.UInt8)
        for (side, levels), count in _counted(deals, won_by.alias("side"), pl.col("levels_won")):
            self.levels[int(side), int(levels)] += count
        for (plays,), count in _counted(deals, pl.col("plays")):
            self.plays[int(plays)] += count
        led = pl.col("leader") % 2 == pl.col("winner_team")
        for (won,), count in _counted(deals, led.alias("led")):
            self.leads[bool(won)] += count
        if self.plan.unit == "deal":
            return
        for (number,), count in _counted(matches, pl.col("deals")):
            self.deals[int(number)] += count
        stood = standings_of(deals, matches, self.plan.rotations)
        found = stood.group_by("first", "second").agg(pl.len().alias("deals"), pl.col("halves").sum()).collect()
        for first, second, count, halves in found.iter_rows():
            self.standings[first, second] += count
            self.halves[first, second] += halves


def _counted(frame: "pl.LazyFrame", *keys: "pl.Expr") -> "list[tuple[tuple[int, ...], int]]":
    """How many rows there are of each combination of keys."""
    import polars as pl

    found = frame.group_by(*keys).agg(pl.len().alias("rows")).collect()
    return [(row[:-1], row[-1]) for row in found.iter_rows()]


def standings_of(deals: "pl.LazyFrame", matches: "pl.LazyFrame", rotations: int) -> "pl.LazyFrame":
    """For each deal of matches: the places from 2 up of both sides' levels before it, and who won the match.

    `halves` is 2 when the first side won the match, 1 after a draw.
    """
    from guandan_sim.store.sides import first_side, halves_won, levels_of_sides, with_levels_before

    side = first_side(rotations)
    first, second = levels_of_sides(side)
    result = matches.select("match", halves_won(side).alias("halves"))
    return (
        with_levels_before(deals)
        .join(result, on="match")
        .select("match", "deal", first.alias("first"), second.alias("second"), "halves")
    )
