"""The metrics: each one's name, unit, meaning, and how it comes out of the tables.

A metric is a ratio of two sums over the rows of a table, `total` over `count`. Both sums are taken block by block, so
that one rule (`guandan_sim.stats.ratio_of`) gives the interval of each metric and of each difference of two. The tables
are those of docs/DATA.md with the columns that `guandan_sim.measure.rows.Rows` adds.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

import polars as pl

from guandan_sim.errors import PlanError, unknown
from guandan_sim.stats import Estimate, Moments, interval, ratio_of, share_interval
from guandan_sim.store.sides import halves_won
from guandan_sim.terms import KINDS, LEVELS, PATTERNS

TableName = Literal["matches", "deals"]
# What a metric requires of the runs: whole matches, two strategies that differ, the same deals without tribute.
Requirement = Literal["matches", "opponent", "without_tribute"]
_REQUIRED: dict[Requirement, str] = {
    "matches": "matches (--matches), not single deals",
    "opponent": "an opponent (--opponent)",
    "without_tribute": "matches played once more without tribute (no --no-tribute-effect)",
}


_MATCHES: frozenset[Requirement] = frozenset({"matches"})


# An expression cannot be compared with ==, so a metric is the object itself.
@dataclass(frozen=True, eq=False)
class Metric:
    """A number about a run: `total` divided by `count`, two sums over the rows of `table`.

    `unit` is the unit of the value. The unit of a share begins with "share of"; a share lies between 0 and 1, and a
    difference of two shares between -1 and 1. `total` and `count` are aggregations that give whole numbers, so that
    sums of them are exact.
    """

    name: str
    unit: str
    about: str
    table: TableName
    total: pl.Expr
    count: pl.Expr
    requires: frozenset[Requirement] = frozenset()

    def estimate(self, moments: Moments, total: int = 0, count: int = 1) -> Estimate:
        """The value with its 95 % interval over blocks; the interval of a share stays between 0 and 1.

        `total` and `count` are the columns of the moments that hold the two sums of each block.
        """
        value = ratio_of(moments, total, count)
        return share_interval(value) if self.is_proper_share else interval(value)

    @property
    def required(self) -> frozenset[Requirement]:
        """What the runs must have: what the metric `requires`, and for a metric of matches whole matches."""
        return self.requires | _MATCHES if self.table == "matches" else self.requires

    @property
    def is_proper_share(self) -> bool:
        """Whether the value lies between 0 and 1."""
        return self.is_share and "without_tribute" not in self.requires

    @property
    def is_share(self) -> bool:
        """Whether the value is a share or a difference of two shares, to be shown in per cent."""
        return self.unit.startswith("share")


def mean(name: str, unit: str, about: str, table: TableName, total: pl.Expr) -> Metric:
    """The mean of a column of whole numbers over the rows of a table."""
    return Metric(name, unit, about, table, total.cast(pl.Int64).sum(), pl.len())


def share(
    name: str,
    unit: str,
    about: str,
    table: TableName,
    holds: pl.Expr,
    among: pl.Expr | None = None,
    requires: frozenset[Requirement] = frozenset(),
) -> Metric:
    """The share of the rows for which something `holds`: of all rows, or of the rows for which `among` holds."""
    return Metric(name, unit, about, table, holds.sum(), pl.len() if among is None else among.sum(), requires)


def wins(
    name: str,
    about: str,
    table: TableName,
    among: pl.Expr | None = None,
    requires: frozenset[Requirement] = frozenset(),
) -> Metric:
    """The share of matches or deals that the first side wins; a draw is half a win for either side.

    `among` chooses the rows that count; without it all do.
    """
    halves = halves_won(pl.col("side"))
    total, rows = (halves, pl.len()) if among is None else (halves.filter(among), among.sum())
    return Metric(name, f"share of {table}", about, table, total.sum(), 2 * rows, requires)


_WINNER = pl.col("winner_team")

MATCH_WINS = wins("match_win_rate", "matches won, draws counting half", "matches")
DEALS_A_MATCH = mean("deals_a_match", "deals", "finished deals of a match", "matches", pl.col("deals"))
PLAYS_A_DEAL = mean("plays_a_deal", "plays", "plays of a deal, passes not counted", "deals", pl.col("plays"))
LEVELS_A_DEAL = mean("levels_a_deal", "levels", "levels the winners of a deal climb", "deals", pl.col("levels_won"))
BOMBS_A_DEAL = mean(
    "bombs_a_deal",
    "bombs",
    "bombs of every kind played in a deal",
    "deals",
    pl.sum_horizontal(pl.col(f"bombs_s{seat}").cast(pl.Int64) for seat in range(4)),
)
WON_BY_LEADER = share(
    "won_by_leader",
    "share of deals",
    "deals won by the side that led the first trick",
    "deals",
    pl.col("leader") % 2 == _WINNER,
)
ACE_FAILURES = mean(
    "ace_failures",
    "deals",
    "failed attempts of a match to pass A",
    "matches",
    pl.col("ace_failures_t0").cast(pl.Int64) + pl.col("ace_failures_t1"),
)
FALLS = mean(
    "falls",
    "falls",
    "falls from A in a match",
    "matches",
    pl.col("falls_t0").cast(pl.Int64) + pl.col("falls_t1"),
)
# Families of metrics by what they are taken of: a finish, a count of a deal, a kind of play, and so on.
PATTERN_SHARES = {
    pattern: share(
        f"share_{pattern.replace('-', '_')}",
        "share of deals",
        f"deals whose winners come in {pattern}",
        "deals",
        pl.col("pattern") == pattern,
    )
    for pattern in PATTERNS
}
DEAL_MEANS = {
    "plays": PLAYS_A_DEAL,
    "passes": mean("passes_a_deal", "passes", "passes of a deal", "deals", pl.col("passes")),
    "tricks": mean("tricks_a_deal", "tricks", "tricks of a deal", "deals", pl.col("tricks")),
    "wilds_substituted": mean(
        "wilds_a_deal", "cards", "wild cards of a deal played for others", "deals", pl.col("wilds_substituted")
    ),
}
KIND_MEANS = {
    kind: mean(f"{kind}_a_deal", "plays", f"plays of kind {kind} in a deal", "deals", pl.col(f"kind_{kind}"))
    for kind in KINDS
}
ENDINGS = {
    end: share(
        f"{end}_endings",
        "share of matches",
        f"matches ended by {by}",
        "matches",
        pl.col("ended_by") == end,
    )
    for end, by in {"ace": "passing A", "clock": "the bell", "leave": "a player who left"}.items()
}
TRIBUTE_SHARES = {
    tribute: share(
        f"{tribute}_tribute",
        "share of later deals",
        f"deals after the first of their match with tribute {tribute}",
        "deals",
        (pl.col("deal") > 0) & (pl.col("tribute") == tribute),
        pl.col("deal") > 0,
        _MATCHES,
    )
    for tribute in ("none", "single", "double", "void")
}
LAST_LEVEL_SHARES = {
    level: Metric(
        f"last_level_{level}",
        "share of teams",
        f"teams whose level is {level} when their match ends",
        "matches",
        (pl.col("level_t0") == level).sum() + (pl.col("level_t1") == level).sum(),
        2 * pl.len(),
    )
    for level in LEVELS
}
COMEBACKS = (3, 6, 9)

# What a comparison of rule sets reports, in the order of docs/COMPARISONS.md.
METRICS: tuple[Metric, ...] = (
    DEALS_A_MATCH,
    mean("plays_a_match", "plays", "plays of a match, passes not counted", "matches", pl.col("plays")),
    PLAYS_A_DEAL,
    LEVELS_A_DEAL,
    *PATTERN_SHARES.values(),
    WON_BY_LEADER,
    share(
        "won_by_declarers",
        "share of declared deals",
        "deals with declarers won by them, the side whose level is played",
        "deals",
        pl.col("declarers") == _WINNER,
        pl.col("declarers").is_not_null(),
        _MATCHES,
    ),
    share(
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
        ((pl.col("payers") == _WINNER).cast(pl.Int64) - (pl.col("payers") == pl.col("winner_without_tribute"))).sum(),
        (pl.col("payers").is_not_null() & pl.col("winner_without_tribute").is_not_null()).sum(),
        frozenset({"matches", "without_tribute"}),
    ),
    share(
        "void_tributes",
        "share of tributes due",
        "tributes voided by the big jokers",
        "deals",
        pl.col("tribute") == "void",
        pl.col("tribute") != "none",
        _MATCHES,
    ),
    BOMBS_A_DEAL,
    mean("ace_attempts", "deals", "deals of a match declared at A", "matches", pl.col("ace_attempts")),
    ACE_FAILURES,
    FALLS,
    *(
        share(
            f"comeback_{levels}",
            "share of matches",
            f"matches won by a side that was {levels} levels or more behind before some deal",
            "matches",
            pl.col("winner_behind") >= levels,
        )
        for levels in COMEBACKS
    ),
    wins(
        "skill",
        "matches won by the strategy against its opponent, draws counting half",
        "matches",
        requires=frozenset({"opponent"}),
    ),
    wins(
        "skill_deals",
        "deals won by the strategy against its opponent",
        "deals",
        requires=frozenset({"opponent"}),
    ),
    ENDINGS["clock"],
    Metric(
        "winner_points",
        "points",
        "points of a player of the side that wins the match, where the rules keep any",
        "matches",
        pl.when(_WINNER == 0).then(pl.col("points_s0")).otherwise(pl.col("points_s1")).cast(pl.Int64).sum(),
        (pl.col("points_s0").is_not_null() & _WINNER.is_not_null()).sum(),
    ),
)


def measurable(has: Iterable[Requirement]) -> tuple[Metric, ...]:
    """The metrics of `METRICS` that mean something in runs that have these."""
    return tuple(metric for metric in METRICS if metric.required <= set(has))


def metric_named(name: str, has: Collection[Requirement]) -> Metric:
    """The metric of this name in runs that have these.

    Raises `PlanError` with the nearest name for one that there is not, and with what is missing for one that the runs
    cannot tell.
    """
    by_name = {metric.name: metric for metric in METRICS}
    if name not in by_name:
        raise PlanError(unknown("metric", str(name), list(by_name)))
    metric = by_name[name]
    lacking = [said for what, said in _REQUIRED.items() if what in metric.required and what not in has]
    if lacking:
        raise PlanError(f'metric "{name}" is not measured here: it needs {" and ".join(lacking)}')
    return metric
