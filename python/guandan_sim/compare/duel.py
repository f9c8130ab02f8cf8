"""A run of duplicate deals, read: how the first strategy did against the second in every contest."""

from dataclasses import dataclass, replace
from itertools import islice

import polars as pl

from guandan_sim.compare.contests import Contest, contests
from guandan_sim.compare.convergence import Track
from guandan_sim.compare.pictures import Pictures
from guandan_sim.compare.rows import Rows
from guandan_sim.simulation import Run
from guandan_sim.stats import Estimate, Moments, holm, p_value, ratio_of, superiority


@dataclass(frozen=True, slots=True)
class Standing:
    """How the first strategy did in a contest: its own number, and by how much that is more than the other's.

    `p_value` tests that both are alike, `p_adjusted` is Holm's over all contests; `rows` counts the matches or deals.
    """

    contest: Contest
    own: Estimate
    difference: Estimate
    p_value: float | None
    p_adjusted: float | None
    superiority: float | None
    rows: int

    def to_row(self, strategy: str) -> dict[str, float | int | str | None]:
        """The standing as a row of a comparison's `table`."""
        return {
            "metric": self.contest.name,
            "by": self.contest.by,
            "group": self.contest.group,
            "unit": self.contest.own.unit,
            "variant": strategy,
            "mean": self.own.value,
            "mean_low": self.own.low,
            "mean_high": self.own.high,
            "difference": self.difference.value,
            "low": self.difference.low,
            "high": self.difference.high,
            "p": self.p_value,
            "p_adjusted": self.p_adjusted,
            "blocks": self.own.n,
            "rows": self.rows,
        }


SCHEMA = {
    "metric": pl.String,
    "by": pl.String,
    "group": pl.String,
    "unit": pl.String,
    "variant": pl.String,
    "mean": pl.Float64,
    "mean_low": pl.Float64,
    "mean_high": pl.Float64,
    "difference": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "p": pl.Float64,
    "p_adjusted": pl.Float64,
    "blocks": pl.Int64,
    "rows": pl.Int64,
}


class DuelReading:
    """The sums of the run, collected part by part."""

    def __init__(self, run: Run, end: int | None) -> None:
        """Reads all blocks of the run, or those before block `end`."""
        plan = run.plan
        self._contests = contests(plan.unit == "match")
        self._moments = [Moments.empty(3)] * len(self._contests)
        self.pictures = Pictures()
        wanted = plan.blocks if end is None else end
        parts = -(-wanted // plan.part_blocks)
        self.track = Track(parts)
        metrics = [metric for contest in self._contests for metric in (contest.own, contest.lead) if metric is not None]
        for deals, matches in islice(run.parts(), parts):
            rows = Rows.of(plan, deals, matches).only(pl.col("block") < wanted)
            self.pictures.add(rows)
            sums = rows.sums(metrics)
            for place, contest in enumerate(self._contests):
                own, count = sums[contest.own.name]
                lead = own if contest.lead is None else sums[contest.lead.name][0]
                self._moments[place] += Moments.of(own, count, lead)
            if self.track.is_due():
                main, moments = self._contests[0], self._moments[0]
                self.track.add(main.name, plan.labels[0], moments.n, main.own.interval(moments, 0, 1))

    def standings(self) -> tuple[Standing, ...]:
        """What the sums tell of every contest."""
        judged = [_judged(*one) for one in zip(self._contests, self._moments, strict=True)]
        adjusted = holm([one.p_value for one in judged])
        return tuple(replace(one, p_adjusted=p) for one, p in zip(judged, adjusted, strict=True))


def _judged(contest: Contest, moments: Moments) -> Standing:
    """What the sums of own, count and lead tell of a contest."""
    own = contest.own.interval(moments, 0, 1)
    if contest.lead is None:
        lead, even, times, difference = ratio_of(moments, 0, 1), 0.5, 2, _less_the_rest(own)
    else:
        lead, even, times, difference = ratio_of(moments, 2, 1), 0.0, 1, contest.lead.interval(moments, 2, 1)
    rows = int(moments.sums[1]) // times
    return Standing(contest, own, difference, p_value(lead, even), None, superiority(lead, even), rows)


def _less_the_rest(share: Estimate) -> Estimate:
    """A share less the rest."""
    value, low, high = (None if x is None else 2 * x - 1 for x in (share.value, share.low, share.high))
    return Estimate(
        value, low, high, None if share.se is None else 2 * share.se, share.n, share.confidence, share.method
    )
