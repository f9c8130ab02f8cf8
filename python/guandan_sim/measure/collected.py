"""Metrics collected from a run part by part: over all its rows, over its blocks, and how estimates settle."""

from collections import Counter
from collections.abc import Collection, Iterable

import polars as pl

from guandan_sim.measure.metrics import Metric
from guandan_sim.measure.rows import Sums
from guandan_sim.stats import Estimate, Moments

_POINTS = 40
_CONVERGENCE = {
    "metric": pl.String,
    "variant": pl.String,
    "blocks": pl.Int64,
    "estimate": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
}


class Totals:
    """The values of metrics over all rows of a run; `deals` and `matches` count the rows.

    Only the columns that the metrics name are read, so that this is the cheapest way to a number without an interval.
    """

    def __init__(self, metrics: Iterable[Metric]) -> None:
        """Nothing collected yet."""
        self.deals = self.matches = 0
        self._metrics = tuple(metrics)
        self._sums: Counter[str] = Counter()

    def add(self, deals: pl.LazyFrame, matches: pl.LazyFrame) -> None:
        """Collects a part."""
        for table, frame in (("deals", deals), ("matches", matches)):
            sums = (
                expression.cast(pl.Int64).alias(f"{number} {what}")
                for number, metric in enumerate(self._metrics)
                if metric.table == table
                for what, expression in (("total", metric.total), ("count", metric.count))
            )
            self._sums.update(frame.select(pl.len().alias(table), *sums).collect().row(0, named=True))
        self.deals, self.matches = self._sums["deals"], self._sums["matches"]

    def value(self, metric: Metric) -> float:
        """The value of a metric; 0 when it is a share or a mean of nothing."""
        number = self._metrics.index(metric)
        return self._sums[f"{number} total"] / max(self._sums[f"{number} count"], 1)


class Estimates:
    """Estimates of metrics over the blocks of a run."""

    def __init__(self, metrics: Iterable[Metric]) -> None:
        """Nothing collected yet."""
        self._moments = {metric: Moments.empty(2) for metric in metrics}

    @property
    def metrics(self) -> Collection[Metric]:
        """The metrics that are collected."""
        return self._moments.keys()

    def add(self, sums: Sums) -> None:
        """Collects the sums of each metric in some blocks."""
        for metric, (total, count) in sums.items():
            self._moments[metric] += Moments.of(total, count)

    @property
    def blocks(self) -> int:
        """How many blocks were collected."""
        return next(iter(self._moments.values())).n

    def moments(self, metric: Metric) -> Moments:
        """The moments of a metric's total and count over blocks."""
        return self._moments[metric]

    def estimate(self, metric: Metric) -> Estimate:
        """The value of a metric with its 95 % interval over blocks."""
        return metric.estimate(self._moments[metric])


class Convergence:
    """How estimates settled as parts came in: a few dozen points, whatever the number of parts."""

    def __init__(self, parts: int) -> None:
        """Of a run of so many parts, none of which has come in yet."""
        self._parts = parts
        self._step = max(1, parts // _POINTS)
        self._seen = 0
        self._rows: list[tuple[str, str, int, float | None, float | None, float | None]] = []

    def is_due(self) -> bool:
        """Counts a part; whether estimates are to be kept after it. After the last part they always are."""
        self._seen += 1
        return self._seen % self._step == 0 or self._seen == self._parts

    def add(self, metric: Metric, variant: str, blocks: int, estimate: Estimate) -> None:
        """Keeps an estimate over so many blocks."""
        self._rows.append((metric.name, variant, blocks, estimate.value, estimate.low, estimate.high))

    def frame(self) -> pl.DataFrame:
        """metric, variant, blocks, estimate, low, high."""
        return pl.DataFrame(self._rows, _CONVERGENCE, orient="row")
