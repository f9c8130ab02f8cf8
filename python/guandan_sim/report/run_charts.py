"""The charts of a plain run, as data: what was counted, with titles and the sentence that says what is to be seen."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from guandan_sim.plan import Plan
from guandan_sim.report.matches import LEVELS
from guandan_sim.report.page import Amounts, Bars, Course, Grid, GridCell
from guandan_sim.report.quantity import Quantity
from guandan_sim.report.tallies import Tallies

if TYPE_CHECKING:
    from guandan_sim.report.words import Words

# More bars than this are put together, a few values a bar.
_MOST_BARS = 40
# A share of fewer deals than this says more about luck than about the levels.
_LEAST_OBSERVED = 20


class RunCharts:
    """Makes the charts of one run in one language."""

    def __init__(self, plan: Plan, tallies: Tallies, words: "Words") -> None:
        """The charts of what was counted in a run of `plan`."""
        self.plan, self.tallies, self.words = plan, tallies, words

    def levels(self) -> Bars:
        """Levels climbed a deal, by the side that won it."""
        words, counted = self.words, self.tallies.levels
        series = tuple(words("run.won_by", side=name) for name in self.sides())
        values = range(min(levels for _, levels in counted), max(levels for _, levels in counted) + 1)
        counts = tuple((counted[0, value], counted[1, value]) for value in values)
        most = max(values, key=lambda value: counted[0, value] + counted[1, value])
        share = Quantity((counted[0, most] + counted[1, most]) / counted.total(), "share")
        alternative = words("chart.levels_alt", most=str(most), share=share.text(words))
        return Bars(
            "levels",
            words("chart.levels"),
            alternative,
            words("axis.levels"),
            words("axis.share_of_deal"),
            series,
            self._headings(series),
            tuple(map(str, values)),
            counts,
        )

    def sides(self) -> tuple[str, str]:
        """What to call the sides where both may have one name."""
        first, second = self.plan.teams
        if first != second:
            return first, second
        return self.words("run.team", name=first, seats="0+2"), self.words("run.team", name=second, seats="1+3")

    def plays(self) -> Bars:
        """Plays a deal."""
        return self._histogram("plays", self.tallies.plays, "deal")

    def deals(self) -> Bars:
        """Deals a match."""
        return self._histogram("deals", self.tallies.deals, "match")

    def _histogram(self, name: str, counted: Counter[int], unit: str) -> Bars:
        words = self.words
        least, most = min(counted), max(counted)
        width = -(-(most - least + 1) // _MOST_BARS)
        bars = range(least, most + 1, width)
        values = tuple(str(start) if width == 1 else f"{start}\N{EN DASH}{start + width - 1}" for start in bars)
        counts = tuple((sum(counted[start + place] for place in range(width)),) for start in bars)
        series = (words(f"unit.{unit}"),)
        alternative = words(f"chart.{name}_alt", least=str(least), median=str(_median(counted)), most=str(most))
        return Bars(
            name,
            words(f"chart.{name}"),
            alternative,
            words(f"axis.{name}"),
            words(f"axis.share_of_{unit}"),
            series,
            self._headings(series),
            values,
            counts,
        )

    def _headings(self, series: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.words(f"table.{what}", series=name) for name in series for what in ("number", "share"))

    def standings(self, *, mirrored: bool) -> Iterator[Grid]:
        """Where matches stood against how they ended; with `mirrored` sides each match is seen from both."""
        words, deals, halves = self.words, Counter(self.tallies.standings), Counter(self.tallies.halves)
        if mirrored:
            for (first, second), count in self.tallies.standings.items():
                deals[second, first] += count
                halves[second, first] += 2 * count - self.tallies.halves[first, second]
        if max(deals.values(), default=0) < _LEAST_OBSERVED:
            return
        cells = tuple(
            GridCell(LEVELS[own], LEVELS[other], Quantity(halves[own, other] / 2 / count, "share"), count)
            for (own, other), count in sorted(deals.items())
        )
        name, rival = (words("run.own"), words("run.others")) if mirrored else self.plan.teams
        yield Grid(
            "standings",
            words("chart.standings", side=name),
            words("chart.standings_alt", side=name, other=rival, least=str(_LEAST_OBSERVED)),
            words("axis.level_of", side=name),
            words("axis.level_of", side=rival),
            words("axis.matches_won"),
            words("axis.deals_played_there"),
            LEVELS,
            LEVELS,
            cells,
            _LEAST_OBSERVED,
        )

    def kinds(self, kinds: Mapping[str, float]) -> Amounts:
        """Plays a deal of each kind."""
        words = self.words
        rows = tuple((words(f"kind.{kind}"), Quantity(mean)) for kind, mean in kinds.items())
        most, least = (end(kinds, key=lambda kind: kinds[kind]) for end in (max, min))
        alternative = words(
            "chart.kinds_alt",
            most=words(f"kind.{most}"),
            many=Quantity(kinds[most]).text(words),
            least=words(f"kind.{least}"),
            few=Quantity(kinds[least]).text(words),
        )
        return Amounts(
            "kinds", words("chart.kinds"), alternative, words("table.kind"), words("axis.plays_of_kind"), rows
        )

    def course(self, points: Sequence[tuple[int, Quantity]], name: str, reference: float | None) -> Course:
        """How the main estimate settled."""
        words = self.words
        known = [(blocks, estimate) for blocks, estimate in points if estimate.value is not None]
        alternative = words("chart.course_alt", what=name, blocks=f"{known[-1][0]:,}", last=known[-1][1].full(words))
        return Course(
            "course", words("chart.course", what=name), alternative, words("axis.blocks"), name, reference, tuple(known)
        )


def _median(counted: Counter[int]) -> int:
    """The lower median of counted values."""
    passed = 0
    for value in sorted(counted):
        passed += counted[value]
        if 2 * passed >= counted.total():
            return value
    raise ValueError("no values")
