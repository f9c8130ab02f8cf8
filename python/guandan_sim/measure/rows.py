"""The rows of a part with the columns that metrics need besides, and the sums of metrics over its blocks."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import polars as pl

from guandan_sim.measure.metrics import Metric
from guandan_sim.plan import Plan
from guandan_sim.stats.inputs import FloatArray
from guandan_sim.store.sides import first_side, halves_won, with_levels_before

# For each metric its total and its count in each of some blocks.
Sums = Mapping[Metric, tuple[FloatArray, FloatArray]]
# Columns that may differ between two runs in which everything went the same way.
_NAMES = ("rules", "strategy_s0", "strategy_s1", "strategy_s2", "strategy_s3")


@dataclass(frozen=True)
class Rows:
    """The deals and matches of some blocks of one run, in the order of blocks.

    Added to `deals`: block; side (the team of the first strategy); before_t0, before_t1 (levels before the deal, 2
    being 0 and A 12); payers (the team that paid tribute to the other, else null); winner_without_tribute. Added to
    `matches`: side, ace_attempts, winner_behind (the most levels that the winners were behind before a deal).
    """

    deals: pl.DataFrame
    matches: pl.DataFrame

    @classmethod
    def of(
        cls, plan: Plan, deals: pl.LazyFrame, matches: pl.LazyFrame, without_tribute: pl.LazyFrame | None = None
    ) -> "Rows":
        """The rows of a part; `without_tribute` are the deals of the same part played without tribute."""
        placed = deals.with_columns(
            block=pl.col("match") // plan.rotations,
            side=first_side(plan.rotations),
            winner_without_tribute=pl.lit(None, pl.UInt8),
        )
        if plan.unit == "deal":
            # No deal came before: the columns are known without looking at each match, which takes ten times as long.
            level = pl.lit(0, pl.Int32)
            return cls._sorted(
                placed.with_columns(before_t0=level, before_t1=level, payers=pl.lit(None, pl.UInt8)).collect(),
                matches.with_columns(
                    side=first_side(plan.rotations),
                    ace_attempts=pl.lit(0, pl.UInt32),
                    winner_behind=pl.when(pl.col("winner_team").is_not_null()).then(level),
                ).collect(),
            )
        all_deals = with_levels_before(placed).with_columns(payers=_payers())
        if without_tribute is not None:
            all_deals = _beside(all_deals, with_levels_before(without_tribute))
        found = all_deals.collect()
        behind = found.group_by("match").agg(
            (pl.col("before_t1") - pl.col("before_t0")).max().alias("behind_t0"),
            (pl.col("before_t0") - pl.col("before_t1")).max().alias("behind_t1"),
            (pl.col("declarers").is_not_null() & (pl.col("level") == "A")).sum().alias("ace_attempts"),
        )
        winner = pl.col("winner_team")
        all_matches = (
            matches.collect()
            .join(behind, on="match", how="left", maintain_order="left")
            .with_columns(
                side=first_side(plan.rotations),
                ace_attempts=pl.col("ace_attempts").fill_null(0),
                winner_behind=pl.when(winner == 0).then("behind_t0").when(winner == 1).then("behind_t1"),
            )
        )
        return cls._sorted(found, all_matches)

    @classmethod
    def _sorted(cls, deals: pl.DataFrame, matches: pl.DataFrame) -> "Rows":
        """The rows of tables that are known to be in the order of blocks: grouping by block then takes a fifth."""
        return cls(deals.set_sorted("block"), matches.set_sorted("block"))

    def sums(self, metrics: Collection[Metric]) -> Sums:
        """For each metric the sums of its total and of its count: one number a block, blocks in order.

        A block whose matches have no finished deal has sums of 0 over deals.
        """
        by_table = [
            frame.group_by("block", maintain_order=True).agg(
                expression.cast(pl.Float64).alias(f"{number} {what}")
                for number, metric in enumerate(metrics)
                if metric.table == table
                for what, expression in (("total", metric.total), ("count", metric.count))
            )
            for table, frame in (("matches", self.matches), ("deals", self.deals))
        ]
        found = by_table[0].join(by_table[1], on="block", how="left", maintain_order="left").fill_null(0)
        return {
            metric: (found[f"{number} total"].to_numpy(), found[f"{number} count"].to_numpy())
            for number, metric in enumerate(metrics)
        }

    @property
    def blocks(self) -> pl.Series:
        """The numbers of the blocks, in order."""
        return self.matches["block"].unique(maintain_order=True)

    def before(self, end: int) -> "Rows":
        """The rows of the blocks before block `end`."""
        return Rows(self.deals.filter(pl.col("block") < end), self.matches.filter(pl.col("block") < end))

    def of_blocks(self, blocks: pl.Series) -> "Rows":
        """The rows of these blocks."""
        wanted = pl.col("block").is_in(blocks.implode())
        return Rows(self.deals.filter(wanted), self.matches.filter(wanted))

    def marks(self) -> pl.Series:
        """A number a match that differs when anything in its rows does (but for a chance of 2**-64)."""
        deals = self.deals.select(pl.exclude("winner_without_tribute"))
        of_deals = deals.group_by("match").agg(pl.struct(pl.all()).hash().sum().alias("mark"))
        of_matches = self.matches.select("match", pl.struct(pl.exclude(_NAMES)).hash().alias("own"))
        both = of_matches.join(of_deals, on="match", how="left", maintain_order="left")
        return both.select(pl.struct("own", "mark").hash())["own"]


def block_scores(plan: Plan, deals: pl.LazyFrame, matches: pl.LazyFrame) -> pl.DataFrame:
    """block, score: the first strategy's share of wins minus the other's, from -1 to 1, blocks in order.

    Wins are of matches, or of deals in a run of deals; draws are even. Blocks that were left out have no row.
    """
    rows = matches if plan.unit == "match" else deals
    won = halves_won(first_side(plan.rotations)) - 1
    return (
        rows.group_by((pl.col("match") // plan.rotations).alias("block"))
        .agg((won.sum() / plan.rotations).alias("score"))
        .sort("block")
        .collect()
    )


def _payers() -> pl.Expr:
    """The team that paid, unless it paid its own side (after 1-4 the last pays its partner)."""
    paid = [pl.col(f"paid_s{team}").is_not_null() | pl.col(f"paid_s{team + 2}").is_not_null() for team in (0, 1)]
    team = pl.when(paid[0]).then(pl.lit(0, pl.UInt8)).when(paid[1]).then(pl.lit(1, pl.UInt8))
    return pl.when(team != pl.col("declarers")).then(team)


def _beside(deals: pl.LazyFrame, without_tribute: pl.LazyFrame) -> pl.LazyFrame:
    """Adds who won the same deal without tribute, where all that was known before it is the same.

    Cards are the same anyway; levels, declarers and the places of the deal before decide the rest.
    """
    places = pl.concat_str("place_s0", "place_s1", "place_s2", "place_s3").shift(1).over("match")
    same = ["match", "deal", "before_t0", "before_t1", "declarers", "places_before"]
    other = without_tribute.with_columns(places_before=places).select(
        *same, pl.col("winner_team").alias("winner_without_tribute")
    )
    return (
        deals.drop("winner_without_tribute")
        .with_columns(places_before=places)
        .join(other, on=same, how="left", nulls_equal=True, maintain_order="left")
        .drop("places_before")
    )
