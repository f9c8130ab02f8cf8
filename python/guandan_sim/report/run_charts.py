"""The charts of a plain run, as data: what was counted, with titles and the sentence that says what is to be seen."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from guandan_sim.plan import Plan
from guandan_sim.report import chart_data
from guandan_sim.report.page import Amounts, Bars, Course, Grid, GridCell
from guandan_sim.report.quantity import Quantity
from guandan_sim.report.tallies import Tallies
from guandan_sim.terms import LEVELS

if TYPE_CHECKING:
    from guandan_sim.report.words import Words


class RunCharts:
    """Makes the charts of one run in one language."""

    def __init__(self, plan: Plan, tallies: Tallies, words: "Words") -> None:
        """The charts of what was counted in a run of `plan`."""
        self.plan, self.tallies, self.words = plan, tallies, words

    def levels(self) -> Bars:
        """Levels climbed a deal, by the side that won it."""
        words, counted = self.words, self.tallies.levels
        series = tuple(words("run.won_by", side=name) for name in self._sides())
        values = range(min(levels for _, levels in counted), max(levels for _, levels in counted) + 1)
        counts = tuple((counted[0, value], counted[1, value]) for value in values)
        most = max(values, key=lambda value: counted[0, value] + counted[1, value])
        share = Quantity((counted[0, most] + counted[1, most]) / counted.total(), "share")
        alternative = words("chart.levels_alt", most=str(most), share=share.text(words))
        return Bars(
            "levels",
            words("chart.levels"),
            alternative if values[0] else alternative + words("chart.levels_none"),
            words("axis.levels"),
            words("axis.share_of_deal"),
            series,
            chart_data.headings(series, words),
            tuple(map(str, values)),
            counts,
        )

    def _sides(self) -> tuple[str, str]:
        """What to call the sides where both may have one name."""
        first, second = self.plan.teams
        if first != second:
            return first, second
        return self.words("run.team", name=first, seats="0+2"), self.words("run.team", name=second, seats="1+3")

    def plays(self) -> Bars:
        """Plays a deal."""
        return chart_data.histogram("plays", "deal", {self.words("unit.deal"): self.tallies.plays}, self.words)

    def deals(self) -> Bars:
        """Deals a match."""
        return chart_data.histogram("deals", "match", {self.words("unit.match"): self.tallies.deals}, self.words)

    def standings(self, *, mirrored: bool) -> Iterator[Grid]:
        """Where matches stood against how they ended; with `mirrored` sides each match is seen from both."""
        words, deals, halves = self.words, Counter(self.tallies.standings), Counter(self.tallies.halves)
        if mirrored:
            for (first, second), count in self.tallies.standings.items():
                deals[second, first] += count
                halves[second, first] += 2 * count - self.tallies.halves[first, second]
        if max(deals.values(), default=0) < chart_data.LEAST_OBSERVED:
            return
        cells = tuple(
            GridCell(LEVELS[own], LEVELS[other], Quantity(halves[own, other] / 2 / count, "share"), count)
            for (own, other), count in sorted(deals.items())
        )
        sides = (words("run.own"), words("run.others")) if mirrored else self.plan.teams
        yield chart_data.standings("standings", words("chart.standings", side=sides[0]), sides, cells, words)

    def kinds(self, kinds: Mapping[str, float]) -> Amounts:
        """Plays a deal of each kind."""
        return chart_data.kinds("kinds", self.words("chart.kinds"), kinds, self.words)

    def course(self, points: Sequence[tuple[int, Quantity]], name: str, reference: float | None) -> Iterator[Course]:
        """How the main estimate settled."""
        made = chart_data.course("course", name, points, reference, self.words)
        if made is not None:
            yield made
