"""Rule sets compared on the same cards: what each metric is under each, and the paired differences to the first."""

import os
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Unpack

import numpy as np
import polars as pl

from guandan_sim._core import Rules
from guandan_sim.commands import command
from guandan_sim.compare.directory import Outline
from guandan_sim.compare.paired import Line, PairedSums, paired_rows
from guandan_sim.compare.play import play
from guandan_sim.compare.result import Comparison, frame
from guandan_sim.compare.setup import Setup, StudyOptions
from guandan_sim.compare.variants import RulesLike, Variant, variants
from guandan_sim.errors import PlanError, unknown
from guandan_sim.executors import Listener
from guandan_sim.measure.metrics import Metric, Requirement, measurable, metric_named
from guandan_sim.measure.tallies import Tallies
from guandan_sim.plan import Plan
from guandan_sim.stats.inputs import FloatArray

# What the answer is about unless told: the first of these that is measured.
_HEADLINES = ("deals_a_match", "levels_a_deal")


class RulesComparison(Comparison):
    """Rule sets compared.

    `table` has a row per metric and variant: metric, unit, variant, mean, mean_low, mean_high, difference, low, high,
    p, p_adjusted, variance_reduction, blocks, blocks_differing, diverged (see `Line`). Differences are to the first
    variant and null in its own rows. Shares are fractions, intervals 95 %.
    """

    @property
    def _twins(self) -> dict[str, str]:
        """For each variant with tribute the name of the run of the same deals without tribute."""
        return {label: twin for label in self.labels if (twin := _without_tribute(label)) in self.runs}

    @cached_property
    def _sums(self) -> PairedSums:
        return PairedSums(self.runs, self.labels, measurable(self.outline.arguments["has"]), self._twins)

    def sums(self, metric: Metric, label: str) -> tuple[tuple[FloatArray, FloatArray], tuple[FloatArray, FloatArray]]:
        """The totals and counts of a metric by block, under the first variant and under `label`.

        Blocks that one of the two runs lacks are left out. Raises `PlanError` for a variant that is not compared.
        """
        self._check_variant(label)
        pair = (self.labels[0], label)
        parts = [
            [rows[one].sums([metric])[metric] for one in pair] for rows in paired_rows(self.runs, pair, self._twins)
        ]
        (base_totals, base_counts), (totals, counts) = (
            tuple(np.concatenate(column) for column in zip(*found, strict=True)) for found in zip(*parts, strict=True)
        )
        return (base_totals, base_counts), (totals, counts)

    def _check_variant(self, label: str) -> None:
        if label not in self.labels:
            raise PlanError(unknown("variant", str(label), self.labels))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The rows of `table`, with everything the statistics know."""
        return self._sums.lines(self.outline.arguments["headline"])

    def line(self, metric: str, variant: str) -> Line:
        """The line of a metric under a variant. Raises `PlanError` for one that is not in the table."""
        self.metric(metric)
        self._check_variant(variant)
        return next(line for line in self.lines if (line.metric.name, line.variant) == (metric, variant))

    def metric(self, name: str) -> Metric:
        """The metric of this name. Raises `PlanError` for one that is not in the table, and says why it is not."""
        found = metric_named(name, self.outline.arguments["has"])
        if found not in self.metrics:
            raise PlanError(f'metric "{name}" has no line here: under every variant it is 0, or of nothing')
        return found

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics of `table` in order."""
        return tuple(dict.fromkeys(line.metric for line in self.lines))

    @cached_property
    def table(self) -> pl.DataFrame:
        """All numbers; the columns are listed at the class."""
        return frame([line.to_row() for line in self.lines])

    def details(self) -> dict[str, Any]:
        """The metrics' meaning, and what plots show, as JSON values."""
        return {
            "metrics": {metric.name: {"unit": metric.unit, "about": metric.about} for metric in self.metrics},
            "distributions": self.distributions.to_dicts(),
            "kinds": self.kinds.to_dicts(),
            "levels": self.levels.to_dicts(),
            "convergence": self.convergence.to_dicts(),
        }

    @property
    def tallies(self) -> dict[str, Tallies]:
        """What was counted under each variant."""
        return self._sums.tallies

    @property
    def distributions(self) -> pl.DataFrame:
        """variant, quantity ("levels_a_deal", "deals_a_match"), value, count."""
        return self._labelled(Tallies.distributions_frame)

    @property
    def kinds(self) -> pl.DataFrame:
        """variant, kind, plays_a_deal."""
        return self._labelled(Tallies.kinds_frame)

    @property
    def levels(self) -> pl.DataFrame:
        """variant, own, other, deals, deals_won, matches_won: see `Tallies.levels_frame`."""
        return self._labelled(Tallies.levels_frame)

    def _labelled(self, of: Callable[[Tallies], pl.DataFrame]) -> pl.DataFrame:
        """The frames of all variants as one, with a first column that tells them apart."""
        return pl.concat(
            of(tallies).select(pl.lit(label).alias("variant"), pl.all()) for label, tallies in self.tallies.items()
        )

    @property
    def convergence(self) -> pl.DataFrame:
        """metric, variant, blocks, estimate, low, high: the difference to the first variant after so many blocks."""
        return self._sums.convergence.frame()


def compare_rules(
    rules: Sequence[RulesLike],
    *,
    grid: Sequence[str] = (),
    strategy: object = "tempo",
    opponent: object = None,
    tribute_effect: bool = True,
    headline: str | None = None,
    out: str | os.PathLike[str] | None = None,
    on_progress: Listener | None = None,
    **options: Unpack[StudyOptions],
) -> RulesComparison:
    """Plays the same cards under each rule set and reports each metric and its paired difference to the first.

    `rules` are presets, `Rules`, files, or text such as "institute:promotion=4,2,1,lead_after_out=next", with a name
    where "house=" stands before it; each line of `grid` ("tribute=on/off") crosses them with values of a field.
    `strategy` plays itself, or `opponent`, then with sides swapped in every block (`rotations` 2); both may be objects
    (docs/ENVIRONMENT.md). `tribute_effect` plays matches of each variant that has tribute once more without, to see the
    same deals both ways. `headline` is the metric of the answer.

    The options are those of `simulate`; without `deals` or `matches` 10,000 matches are played. If interrupted, the
    same call with the same `out` continues it; without `out` the data is deleted when the program ends. Raises
    `PlanError`, `RulesError` and `NotationError` before anything is played, `StoreError` when writing fails.

    >>> found = compare_rules(["institute", "institute:promotion=4,2,1"], strategy="lowest", matches=40, seed=7)
    >>> found.line("deals_a_match", "institute:promotion=4,2,1").difference.value < 0
    True
    """
    compared = variants(rules, grid)
    setup = Setup.of(options, rotations=1 if opponent is None else 2, out=out)
    players = (strategy, strategy if opponent is None else opponent)
    clocked = any(variant.rules.clock is not None for variant in compared)

    def planned(rules: Rules) -> Plan:
        return (setup.without_clock_model() if clocked and rules.clock is None else setup).plan(rules, *players)

    plans = {variant.label: planned(variant.rules) for variant in compared}
    _check_no_twin_by_name(compared)
    if tribute_effect and setup.has_matches:
        plans |= {
            _without_tribute(variant.label): planned(variant.rules.replace(tribute=False))
            for variant in compared
            if variant.rules.tribute
        }
    has = _has(setup.has_matches, opponent is not None, tribute_effect)
    measured = measurable(has)
    if headline is None:
        names = [metric.name for metric in measured]
        chosen = next(name for name in _HEADLINES if name in names)
    else:
        chosen = metric_named(headline, has).name
    one, other = plans[compared[0].label].strategies[:2]
    against = None if opponent is None else other
    arguments = {
        "rules": {variant.label: variant.rules.fingerprint for variant in compared},
        "strategy": one,
        "opponent": against,
        "has": sorted(has),
        "headline": chosen,
        **setup.options,
    }
    labels = [variant.label for variant in compared]
    again = command(
        ["compare", "rules", *(variant.text for variant in compared)],
        [
            ("--strategy", one),
            ("--opponent", against),
            *setup.words(),
            ("--headline", headline),
            ("--no-tribute-effect", not tribute_effect),
        ],
    )
    outline = Outline.of("rules", labels, list(plans), arguments, again)
    return RulesComparison(play(outline, plans, out, on_progress, **setup.how), plans.values())


def _has(matches: bool, opponent: bool, tribute_effect: bool) -> frozenset[Requirement]:
    """The requirements of metrics that the runs meet."""
    has: dict[Requirement, bool] = {
        "matches": matches,
        "opponent": opponent,
        "without_tribute": matches and tribute_effect,
    }
    return frozenset(what for what, there in has.items() if there)


def _check_no_twin_by_name(compared: Sequence[Variant]) -> None:
    """Raises `PlanError` for a variant that is called as the run of another one without tribute, but is not that."""
    rules = {variant.label: variant.rules for variant in compared}
    for variant in compared:
        twin = rules.get(_without_tribute(variant.label))
        if twin is not None and twin != variant.rules.replace(tribute=False):
            raise PlanError(
                f'variants: expected another name than "{_without_tribute(variant.label)}", which is that of the deals '
                f'of "{variant.label}" played without tribute'
            )


def _without_tribute(label: str) -> str:
    """The name of the run of the same deals without tribute."""
    return f"{label} without tribute"
