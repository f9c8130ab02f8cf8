"""What two strategies are compared by: who won matches, deals and levels, in all and in groups of deals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import polars as pl

from guandan_sim.measure.metrics import MATCH_WINS, Metric, mean, wins
from guandan_sim.terms import LEVELS, PATTERNS

By = Literal["", "pattern", "lead", "seat", "level"]


@dataclass(frozen=True, eq=False)
class Contest:
    """A number that the first strategy has in a group of deals, and by how much it is above the second strategy's.

    `own` is the first strategy's number and `lead` the difference. Where the number is a share of wins, the second
    strategy has the rest: then `own` tells the difference too, and `lead` is None. `by` names the property that groups
    deals ("" for all deals), `group` its value.
    """

    name: str
    by: By
    group: str
    own: Metric
    lead: Metric | None

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics to be collected for it."""
        return (self.own,) if self.lead is None else (self.own, self.lead)


def contests(matches: bool, levels: Sequence[str] = LEVELS) -> tuple[Contest, ...]:
    """The contests of a run of matches or, with `matches` false, of single deals; the main one comes first.

    `levels` are those that deals are played at.
    """
    return tuple(_contests(matches, levels))


def _contests(matches: bool, levels: Sequence[str]) -> Iterator[Contest]:
    if matches:
        yield Contest(MATCH_WINS.name, "", "", MATCH_WINS, None)
    yield _win_rate()
    won, climbed = pl.col("winner_team") == pl.col("side"), pl.col("levels_won").cast(pl.Int64)
    name, unit, about = "levels_a_deal", "levels", "levels climbed a deal"
    own = mean(name, unit, about, "deals", won * climbed)
    lead = mean(name, unit, about, "deals", pl.when(won).then(climbed).otherwise(-climbed))
    yield Contest(name, "", "", own, lead)
    for pattern in PATTERNS:
        yield _win_rate("pattern", pattern, pl.col("pattern") == pattern)
    leads = pl.col("leader") % 2 == pl.col("side")
    yield _win_rate("lead", "own", leads)
    yield _win_rate("lead", "other", ~leads)
    for seat in range(4):
        yield _win_rate("seat", str(seat), pl.col("leader") == seat)
    if len(levels) > 1:
        for level in levels:
            yield _win_rate("level", level, pl.col("level") == level)


def _win_rate(by: By = "", group: str = "", among: pl.Expr | None = None) -> Contest:
    """The share of the deals of a group that each strategy won."""
    return Contest("win_rate", by, group, wins("win_rate", "deals won, draws counting half", "deals", among), None)
