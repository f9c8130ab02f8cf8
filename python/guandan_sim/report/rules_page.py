"""The page of rule sets compared: each metric under each, and the paired differences to the first."""

from collections.abc import Iterator

from guandan_sim._core import Rules
from guandan_sim.compare.paired import Line
from guandan_sim.compare.rules import RulesComparison
from guandan_sim.measure.metrics import Metric
from guandan_sim.report import chart_data
from guandan_sim.report.page import Cell, Convergence, Intervals, Panel, Section, Table
from guandan_sim.report.quantity import Quantity, Unit
from guandan_sim.report.result_page import ComparisonPage, is_sure
from guandan_sim.report.words import Count

# What the forest shows, of what was measured; the tables have all.
_SHOWN = (
    "deals_a_match",
    "levels_a_deal",
    "share_1_2",
    "comeback_6",
    "skill",
    "skill_deals",
    "tribute_effect",
    "ace_failures",
    "clock_endings",
)


def unit_of(metric: Metric) -> Unit:
    """The unit of a metric's value."""
    if metric.is_proper_share:
        return "share"
    return "points" if metric.is_share else "number"


def difference_of(line: Line) -> Quantity:
    """The paired difference to the first variant."""
    unit: Unit = "points" if line.metric.is_share else "change"
    return Quantity(None, unit) if line.difference is None else Quantity.of(line.difference, unit)


class RulesPage(ComparisonPage[RulesComparison]):
    """Puts a comparison of rules into words."""

    @property
    def headline(self) -> str:
        """The metric of the answer."""
        metric: str = self.result.outline.arguments["headline"]
        return metric

    @property
    def blocks(self) -> int:
        """The blocks that all runs have."""
        return self.result.line(self.headline, self.result.labels[0]).value.n

    def _name(self, metric: str) -> str:
        """What a metric is called; some are about the first strategy."""
        return self.words(f"metric.{metric}", first=self.result.outline.arguments["strategy"])

    def question(self) -> str:
        """What changes."""
        words, (first, *others) = self.words, self.result.labels
        strategy, opponent = (self.result.outline.arguments[name] for name in ("strategy", "opponent"))
        playing = "mirror" if opponent is None else "versus"
        who = words(f"rules.playing_{playing}", first=strategy, second=opponent or strategy)
        return words("rules.question", first=first, others=words.listed(others), who=who)

    def answer(self) -> str:
        """The headline under the first variant, and the others' differences to it."""
        words, (first, *others) = self.words, self.result.labels
        base = self.result.line(self.headline, first)
        differences = []
        for label in others:
            difference = difference_of(self.result.line(self.headline, label))
            if difference.value is None:
                differences.append(words("rules.incomparable", label=label))
            elif difference.low == difference.high == 0:
                differences.append(words("rules.same", label=label))
            else:
                differences.append(words("rules.difference", label=label, value=self.said(difference)))
        value = Quantity.of(base.value, unit_of(base.metric))
        return words(
            "rules.answer",
            metric=capitalised(self._name(self.headline)),
            first=first,
            value=self.said(value),
            differences=words("list.clauses").join(differences),
        )

    def highlights(self) -> Iterator[tuple[str, Quantity]]:
        """The headline under each variant."""
        for label in self.result.labels:
            line = self.result.line(self.headline, label)
            what = self.words("chart.of", what=self._name(self.headline), label=label)
            yield what, Quantity.of(line.value, unit_of(line.metric))

    def sections(self) -> Iterator[Section]:
        """Differences, means, then what explains them."""
        words, tallies = self.words, self.result.tallies
        yield Section("differences", words("section.differences"), tuple(self._forests()))
        yield Section("metrics", words("section.metrics"), (words("rules.means"), self._means(), *self._differences()))
        yield Section("spread", words("section.spread"), tuple(chart_data.histograms(tallies, words)))
        mirrored = self.result.outline.arguments["opponent"] is None
        sides = (words("run.own"), words("run.others")) if mirrored else self.plan.teams
        yield Section("standings", words("section.standings"), tuple(chart_data.level_grids(tallies, sides, words)))
        yield Section("kinds", words("section.kinds"), tuple(chart_data.kinds(tallies, words)))
        yield Section("course", words("section.course"), tuple(self._convergence()))
        yield Section("rules", words("section.rules"), tuple(self._meanings()))

    def _meanings(self) -> Iterator[Table]:
        """What each label stands for, where one does not say so itself, being a name that somebody gave."""
        rules = self.rule_sets()
        if any(_is_name(label, one) for label, one in rules.items()):
            names = ("variant", "rules", "fingerprint")
            rows = tuple((label, one.label, one.fingerprint) for label, one in rules.items())
            yield Table(tuple(self.words(f"table.{name}") for name in names), rows)

    def _convergence(self) -> Iterator[Convergence]:
        """How the headline's difference settled, a chart for each variant but the first."""
        frame = self.result.convergence.filter(metric=self.headline)
        for place, label in enumerate(self.result.labels[1:]):
            unit = difference_of(self.result.line(self.headline, label)).unit
            points = (
                (row["blocks"], Quantity(row["estimate"], unit, row["low"], row["high"]))
                for row in frame.filter(variant=label).iter_rows(named=True)
            )
            what = self.words("chart.of", what=self._name(self.headline), label=label)
            yield from chart_data.convergence(f"course-{place}", what, points, 0.0, self.words)

    def _forests(self) -> Iterator[Intervals]:
        words, (first, *others) = self.words, self.result.labels
        names = [metric.name for metric in self.result.metrics]
        shown = [name for name in dict.fromkeys((self.headline, *_SHOWN)) if name in names]
        panels = []
        for name in shown:
            lines = [self.result.line(name, label) for label in others]
            rows = tuple((line.variant, difference_of(line)) for line in lines)
            if any(difference.value is not None for _, difference in rows):
                panels.append(Panel(self._name(name), rows, tuple(is_sure(line.p_adjusted) for line in lines)))
        if panels:
            yield Intervals(
                "differences",
                words("chart.differences", first=first),
                words("chart.differences_alt", first=first),
                words("table.metric"),
                words("table.variant"),
                words("table.difference"),
                0.0,
                tuple(panels),
                self.verdicts(),
            )

    def _means(self) -> Table:
        rows: list[tuple[Cell, ...]] = [
            (
                self._name(metric.name),
                *(
                    Quantity.of(self.result.line(metric.name, label).value, unit_of(metric))
                    for label in self.result.labels
                ),
            )
            for metric in self.result.metrics
        ]
        return Table((self.words("table.metric"), *self.result.labels), tuple(rows))

    def _differences(self) -> Iterator[str | Table]:
        words, (first, *others) = self.words, self.result.labels
        names = ("metric", "difference", "p_adjusted", "variance_reduction", "blocks_differing")
        for label in others:
            lines = [self.result.line(metric.name, label) for metric in self.result.metrics]
            if not lines:
                continue
            plan = self.result.runs[label].plan
            yield words(
                f"rules.diverged_{plan.unit}",
                label=label,
                first=first,
                diverged=f"{lines[0].diverged:,}",
                of=Count(plan.count),
            )
            yield Table(tuple(words(f"table.{name}") for name in names), tuple(map(self._row, lines)))

    def _row(self, line: Line) -> tuple[Cell, ...]:
        reduction = None if line.paired is None else line.paired.variance_reduction
        return (
            self._name(line.metric.name),
            difference_of(line),
            Quantity(line.p_adjusted, "p"),
            Quantity(reduction, "factor"),
            Quantity(line.blocks_differing, "count"),
        )

    def rule_sets(self) -> dict[str, Rules]:
        """The rule sets compared. Runs that only help to explain them have others."""
        return {label: self.result.runs[label].plan.rules for label in self.result.labels}

    def statistics(self) -> Iterator[str]:
        """Pairing, intervals, p values."""
        yield self.words("method.paired")
        if len(self.result.runs) > len(self.result.labels):
            yield self.words("method.without_tribute")
        yield self.words("method.interval_blocks")
        yield self.words("method.holm_variant")


def _is_name(label: str, rules: Rules) -> bool:
    """Whether a label does not begin with a preset, or is another preset's name than that of its rules."""
    preset, colon, _ = label.partition(":")
    return label != rules.label and (not colon or preset not in Rules.presets())


def capitalised(text: str) -> str:
    """Text that begins a sentence."""
    return text[:1].upper() + text[1:]
