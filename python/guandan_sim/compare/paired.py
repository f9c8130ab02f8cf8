"""Runs on the same cards, read side by side: the value of each metric in each, and paired differences to the first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from guandan_sim.compare.result import Row, with_ends
from guandan_sim.measure.collected import Convergence
from guandan_sim.measure.metrics import Metric
from guandan_sim.measure.rows import Rows
from guandan_sim.measure.tallies import Tallies
from guandan_sim.simulation import Run
from guandan_sim.stats import Estimate, Moments, PairedDifference, compare, holm, interval, ratio_of

# Columns of the moments: total and count under the first variant, then under the other.
_BASE, _OWN = (0, 1), (2, 3)


@dataclass(frozen=True, slots=True)
class Line:
    """One metric under one variant: its value and its paired difference to the first variant.

    The first variant has no difference: there `paired` and `p_adjusted` are None. `p_adjusted` is the p value adjusted
    by Holm over the metrics of the variant. `blocks_differing` counts the blocks in which the metric's sums differ from
    those under the first variant, `diverged` the matches (deals in a run of deals) in which anything recorded differs.
    """

    metric: Metric
    variant: str
    value: Estimate
    paired: PairedDifference | None
    p_adjusted: float | None
    blocks_differing: int
    diverged: int

    @property
    def difference(self) -> Estimate | None:
        """The paired difference to the first variant; None under the first."""
        return None if self.paired is None else self.paired.difference

    def to_row(self) -> Row:
        """The line as a row of a comparison's `table`."""
        return {
            "metric": self.metric.name,
            "unit": self.metric.unit,
            "variant": self.variant,
            **with_ends("mean", self.value, "mean_"),
            **with_ends("difference", self.difference),
            "p": None if self.paired is None else self.paired.p_value,
            "p_adjusted": self.p_adjusted,
            "variance_reduction": None if self.paired is None else self.paired.variance_reduction,
            "blocks": self.value.n,
            "blocks_differing": self.blocks_differing,
            "diverged": self.diverged,
        }


class PairedSums:
    """The sums of metrics in several runs of the same cards, collected part by part."""

    def __init__(
        self,
        runs: Mapping[str, Run],
        labels: Sequence[str],
        metrics: Sequence[Metric],
        without_tribute: Mapping[str, str],
    ) -> None:
        """Reads every part of `runs` once.

        `labels` are the runs to compare, the first being the baseline; `without_tribute` names for a label the run of
        the same deals without tribute.
        """
        self._labels = labels
        self._metrics = metrics
        self.tallies = {label: Tallies() for label in labels}
        self.convergence = Convergence(runs[labels[0]].plan.parts)
        self._moments = {
            (metric, label): Moments.empty(2 if label == labels[0] else 4) for label in labels for metric in metrics
        }
        self._differing = dict.fromkeys(self._moments, 0)
        self._diverged = dict.fromkeys(labels, 0)
        for rows in paired_rows(runs, labels, without_tribute):
            self._add(rows)

    def _add(self, rows: Mapping[str, Rows]) -> None:
        """Adds the rows of a part of every run, and keeps the differences so far where that is due."""
        first, *others = self._labels
        marks = rows[first].marks()
        sums = {label: one.sums(self._metrics) for label, one in rows.items()}
        for metric in self._metrics:
            base = sums[first][metric]
            self._moments[metric, first] += Moments.of(*base)
            for label in others:
                own = sums[label][metric]
                self._moments[metric, label] += Moments.of(*base, *own)
                self._differing[metric, label] += int(((own[0] != base[0]) | (own[1] != base[1])).sum())
        for label in others:
            self._diverged[label] += int((rows[label].marks() != marks).sum())
        for label, one in rows.items():
            self.tallies[label].add(one)
        if self.convergence.is_due():
            for metric in self._metrics:
                for label in others:
                    moments = self._moments[metric, label]
                    difference = interval(ratio_of(moments, *_OWN) - ratio_of(moments, *_BASE))
                    self.convergence.add(metric, label, moments.n, difference)

    def lines(self, headline: str) -> tuple[Line, ...]:
        """The lines, metric by metric.

        Metrics that are 0 or do not exist under every variant are left out, except the `headline`.
        """
        first, *others = self._labels
        metrics = [metric for metric in self._metrics if metric.name == headline or self._says_something(metric)]
        pairs = {
            (metric, label): compare(ratio_of(moments, *_BASE), ratio_of(moments, *_OWN))
            for label in others
            for metric in metrics
            for moments in (self._moments[metric, label],)
        }
        adjusted: dict[tuple[Metric, str], float | None] = {}
        for label in others:
            p_values = holm([pairs[metric, label].p_value for metric in metrics])
            adjusted |= {(metric, label): p for metric, p in zip(metrics, p_values, strict=True)}
        return tuple(
            Line(
                metric,
                label,
                metric.estimate(self._moments[metric, label], *(_BASE if label == first else _OWN)),
                pairs.get((metric, label)),
                adjusted.get((metric, label)),
                self._differing[metric, label],
                self._diverged[label],
            )
            for metric in metrics
            for label in self._labels
        )

    def _says_something(self, metric: Metric) -> bool:
        """Whether the metric is other than 0 in any block of any run: by its sum of squares, as signs may cancel."""
        totals = [
            (self._moments[metric, label], (_BASE if label == self._labels[0] else _OWN)[0]) for label in self._labels
        ]
        return any(moments.product(total, total) for moments, total in totals)


def paired_rows(
    runs: Mapping[str, Run], labels: Sequence[str], without_tribute: Mapping[str, str]
) -> Iterator[Mapping[str, Rows]]:
    """The rows of the runs `labels` part by part, of the blocks that all of them have.

    `without_tribute` names for a label the run of the same deals without tribute.
    """
    twins = {label: without_tribute[label] for label in labels if label in without_tribute}
    needed = [name for name in runs if name in labels or name in twins.values()]
    for parts in zip(*(runs[name].parts() for name in needed), strict=True):
        tables = dict(zip(needed, parts, strict=True))
        rows = {}
        for label in labels:
            deals, matches = tables[label]
            twin = twins.get(label)
            rows[label] = Rows.of(runs[label].plan, deals, matches, None if twin is None else tables[twin][0])
        yield _common(rows)


def _common(rows: Mapping[str, Rows]) -> Mapping[str, Rows]:
    """The rows of the blocks that all runs have: one may have been left out because a strategy failed."""
    first, *others = (one.blocks for one in rows.values())
    if all(other.equals(first) for other in others):
        return rows
    for other in others:
        first = first.filter(first.is_in(other.implode()))
    return {label: one.of_blocks(first) for label, one in rows.items()}
