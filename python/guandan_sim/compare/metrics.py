"""What is measured, in one place: each metric's name, unit, meaning, and how it comes out of the tables.

Every metric is a ratio of two sums over the rows of a table: `total` over `count`. Both are taken block by block, so
that one rule (guandan_sim.stats.ratio_of) gives the interval of each and of every difference. The rows are those of
docs/DATA.md with the columns that guandan_sim.compare.rows adds.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

import polars as pl

from guandan_sim.errors import PlanError, unknown
from guandan_sim.stats import Estimate, Moments, interval, ratio_of, share_interval
from guandan_sim.store.sides import halves_won
from guandan_sim.terms import PATTERNS

# What a metric needs to mean anything: whole matches, two strategies that differ, the same deals without tribute.
Need = Literal["matches", "opponent", "without_tribute"]
_NEEDED: dict[Need, str] = {
    "matches": "matches (--matches), not single deals",
    "opponent": "an opponent (--opponent)",
    "without_tribute": "matches played once more without tribute (no --no-tribute-effect)",
}


# An expression cannot be compared with ==, so a metric is the object itself.
@dataclass(frozen=True, eq=False)
class Metric:
    """A number about a run: the sum of `total` over the rows of `table`, divided by the sum of `count`.

    `unit` is that of the value; shares have it "share of ..." and lie between 0 and 1 (a difference of shares between
    -1 and 1). Both expressions give whole numbers.
    """

    name: str
    unit: str
    about: str
    table: Literal["matches", "deals"]
    total: pl.Expr
    count: pl.Expr
    needs: frozenset[Need] = frozenset()

    def interval(self, moments: Moments, total: int, count: int) -> Estimate:
        """The value with its 95 % interval over blocks; that of a share stays between 0 and 1.

        `total` and `count` are the columns of the moments that hold the two sums.
        """
        value = ratio_of(moments, total, count)
        return share_interval(value) if self.is_proper_share else interval(value)

    @property
    def is_proper_share(self) -> bool:
        """Whether the value lies between 0 and 1."""
        return self.is_share and "without_tribute" not in self.needs

    @property
    def is_share(self) -> bool:
        """Whether the value is a share, to be shown in per cent."""
        return self.unit.startswith("share")


def _every(times: int = 1) -> pl.Expr:
    """Each row, `times` times."""
    return pl.col("match").is_not_null().cast(pl.Int64) * times


def _both(name: str) -> pl.Expr:
    """A column of each team, added up."""
    return pl.col(f"{name}_t0").cast(pl.Int64) + pl.col(f"{name}_t1")


_BOMBS = sum((pl.col(f"bombs_s{seat}").cast(pl.Int64) for seat in range(1, 4)), pl.col("bombs_s0").cast(pl.Int64))
_WINNER = pl.col("winner_team")
_MATCHES: frozenset[Need] = frozenset({"matches"})
COMEBACKS = (3, 6, 9)

METRICS: tuple[Metric, ...] = (
    Metric("deals_a_match", "deals", "finished deals of a match", "matches", pl.col("deals"), _every(), _MATCHES),
    Metric(
        "plays_a_match", "plays", "plays of a match, passes not counted", "matches", pl.col("plays"), _every(), _MATCHES
    ),
    Metric("plays_a_deal", "plays", "plays of a deal, passes not counted", "deals", pl.col("plays"), _every()),
    Metric("levels_a_deal", "levels", "levels the winners of a deal climb", "deals", pl.col("levels_won"), _every()),
    *(
        Metric(
            f"share_{pattern.replace('-', '_')}",
            "share of deals",
            f"deals whose winners come in {pattern}",
            "deals",
            pl.col("pattern") == pattern,
            _every(),
        )
        for pattern in PATTERNS
    ),
    Metric(
        "won_by_leader",
        "share of deals",
        "deals won by the side that led the first trick",
        "deals",
        pl.col("leader") % 2 == _WINNER,
        _every(),
    ),
    Metric(
        "won_by_declarers",
        "share of declared deals",
        "deals with declarers won by them, the side whose level is played",
        "deals",
        pl.col("declarers") == _WINNER,
        pl.col("declarers").is_not_null(),
        _MATCHES,
    ),
    Metric(
        "payers_win",
        "share of paid deals",
        "deals with tribute to the other side won by the side that paid",
        "deals",
        pl.col("payers") == _WINNER,
        pl.col("payers").is_not_null(),
        _MATCHES,
    ),
    Metric(
        "tribute_effect",
        "share of paid deals",
        "payers' share of wins less what the same side wins when the very same deals, at the same level and after the "
        "same places, are played without tribute",
        "deals",
        (pl.col("payers") == _WINNER).cast(pl.Int64) - (pl.col("payers") == pl.col("winner_without_tribute")),
        pl.col("payers").is_not_null() & pl.col("winner_without_tribute").is_not_null(),
        frozenset({"matches", "without_tribute"}),
    ),
    Metric(
        "void_tributes",
        "share of tributes due",
        "tributes voided by the big jokers",
        "deals",
        pl.col("tribute") == "void",
        pl.col("tribute") != "none",
        _MATCHES,
    ),
    Metric("bombs_a_deal", "bombs", "bombs of every kind played in a deal", "deals", _BOMBS, _every()),
    Metric(
        "ace_attempts", "deals", "deals of a match declared at A", "matches", pl.col("ace_attempts"), _every(), _MATCHES
    ),
    Metric(
        "ace_failures",
        "deals",
        "failed attempts of a match to pass A",
        "matches",
        _both("ace_failures"),
        _every(),
        _MATCHES,
    ),
    Metric("falls", "falls", "falls from A in a match", "matches", _both("falls"), _every(), _MATCHES),
    *(
        Metric(
            f"comeback_{levels}",
            "share of matches",
            f"matches won by a side that was {levels} levels or more behind before some deal",
            "matches",
            pl.col("winner_behind") >= levels,
            _every(),
            _MATCHES,
        )
        for levels in COMEBACKS
    ),
    Metric(
        "skill",
        "share of matches",
        "matches won by the strategy against its opponent, draws counting half",
        "matches",
        halves_won(pl.col("side")),
        _every(2),
        frozenset({"matches", "opponent"}),
    ),
    Metric(
        "skill_deals",
        "share of deals",
        "deals won by the strategy against its opponent",
        "deals",
        pl.col("side") == _WINNER,
        _every(),
        frozenset({"opponent"}),
    ),
    Metric(
        "clock_endings",
        "share of matches",
        "matches ended by the bell",
        "matches",
        pl.col("ended_by") == "clock",
        _every(),
        _MATCHES,
    ),
    Metric(
        "winner_points",
        "points",
        "points of a player of the side that wins the match, where the rules keep any",
        "matches",
        pl.when(_WINNER == 0).then(pl.col("points_s0")).otherwise(pl.col("points_s1")),
        pl.col("points_s0").is_not_null() & _WINNER.is_not_null(),
        _MATCHES,
    ),
)


def measurable(has: Iterable[Need]) -> tuple[Metric, ...]:
    """The metrics that mean something in a run that has these."""
    return tuple(metric for metric in METRICS if metric.needs <= set(has))


def measured_as(name: str, has: Collection[Need]) -> Metric:
    """The metric of this name in a run that has these. Raises `PlanError` with what it needs, or the nearest name."""
    by_name = {metric.name: metric for metric in METRICS}
    if name not in by_name:
        raise PlanError(unknown("metric", str(name), list(by_name)))
    metric = by_name[name]
    lacking = [said for need, said in _NEEDED.items() if need in metric.needs and need not in has]
    if lacking:
        raise PlanError(f'metric "{name}" is not measured here: it needs {" and ".join(lacking)}')
    return metric
