"""What the blocks of a run say together: estimates over blocks, and how they settled as blocks came in.

A part is added up in the engine of polars; what is kept is a few exact sums for each of some sixty stretches of blocks.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from guandan_sim.plan import Plan
from guandan_sim.report.summary import share_of_halves
from guandan_sim.stats import Estimate, Functional, Moments, interval, ratio_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

STRETCHES = 60
# Sums over a block: half games won by the first side, games, deals, levels the winners climbed, plays, bombs.
_COLUMNS = ("halves", "games", "deals", "levels", "plays", "bombs")
_BOMBS = ("kind_bomb", "kind_straight_flush", "kind_joker_bomb")


@dataclass(slots=True)
class BlockCounter:
    """Adds up the parts of a run of a plan."""

    plan: Plan
    _stretches: dict[int, Moments] = field(default_factory=dict)

    def add(self, deals: "pl.LazyFrame", matches: "pl.LazyFrame") -> None:
        """Counts a part."""
        import polars as pl

        pairs = list(combinations_with_replacement(_COLUMNS, 2))
        found = (
            blocks_of(deals, matches, self.plan)
            .group_by((pl.col("block") * STRETCHES // self.plan.blocks).alias("stretch"))
            .agg(
                pl.len().alias("n"),
                *(pl.col(name).sum() for name in _COLUMNS),
                *((pl.col(left) * pl.col(right)).sum().alias(f"{left} {right}") for left, right in pairs),
            )
            .collect()
        )
        for row in found.iter_rows(named=True):
            moments = Moments(
                row["n"],
                tuple(Fraction(row[name]) for name in _COLUMNS),
                tuple(Fraction(row[f"{left} {right}"]) for left, right in pairs),
            )
            held = self._stretches.get(row["stretch"])
            self._stretches[row["stretch"]] = moments if held is None else held + moments

    def totals(self) -> "BlockNumbers":
        """The numbers of everything counted."""
        return BlockNumbers(sum(self._stretches.values(), Moments.empty(len(_COLUMNS))), self.plan.rotations)

    def course(self) -> "Iterator[BlockNumbers]":
        """The numbers after each stretch of blocks, in the blocks' order."""
        so_far = Moments.empty(len(_COLUMNS))
        for stretch in sorted(self._stretches):
            so_far += self._stretches[stretch]
            yield BlockNumbers(so_far, self.plan.rotations)


@dataclass(frozen=True, slots=True)
class BlockNumbers:
    """Estimates from the sums of some blocks, each with a 95 % interval over blocks."""

    moments: Moments
    rotations: int

    @property
    def blocks(self) -> int:
        """How many blocks."""
        return self.moments.n

    @property
    def first_side(self) -> Estimate:
        """The first side's share of deals or matches; a draw is half a win."""
        return share_of_halves(int(self.moments.sums[0]), int(self.moments.products[0]), self.moments.n, self.rotations)

    def per(self, numerator: str, denominator: str) -> Estimate:
        """The sum of one column over the sum of another: "levels" per "deals", "deals" per "games"."""
        top, bottom = _COLUMNS.index(numerator), _COLUMNS.index(denominator)
        found: Functional = ratio_of(self.moments, top, bottom)
        return interval(found)


def blocks_of(deals: "pl.LazyFrame", matches: "pl.LazyFrame", plan: Plan) -> "pl.LazyFrame":
    """A row a block with what `BlockNumbers` is made from, as whole numbers.

    A match may have no finished deal (the clock, a player who left); it still is a game of its block.
    """
    import polars as pl

    from guandan_sim.store.sides import first_side, halves_won

    rotations = plan.rotations
    games = matches.group_by(pl.col("match") // rotations).agg(
        halves_won(first_side(rotations)).sum().alias("halves"),
        pl.len().cast(pl.Int64).alias("games"),
    )
    played = deals.group_by(pl.col("match") // rotations).agg(
        pl.len().cast(pl.Int64).alias("deals"),
        pl.col("levels_won").cast(pl.Int64).sum().alias("levels"),
        pl.col("plays").cast(pl.Int64).sum(),
        pl.sum_horizontal(pl.col(name).cast(pl.Int64) for name in _BOMBS).sum().alias("bombs"),
    )
    return (
        games.join(played, on="match", how="left")
        .with_columns(pl.col("deals", "levels", "plays", "bombs").fill_null(0))
        .rename({"match": "block"})
    )
