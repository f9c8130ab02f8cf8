"""The page of two strategies compared on duplicate deals."""

from collections.abc import Iterator

from guandan_sim.compare.strategies import ContestResult, StrategiesComparison
from guandan_sim.report import chart_data
from guandan_sim.report.page import Cell, Intervals, Panel, Section, Table
from guandan_sim.report.quantity import Quantity, Unit
from guandan_sim.report.result_page import ComparisonPage, is_sure
from guandan_sim.report.words import Count
from guandan_sim.stats import HalfWidthStop

_GROUPS = ("pattern", "lead", "seat", "level")


def own_of(found: ContestResult) -> Quantity:
    """The first strategy's own number."""
    return Quantity.of(found.own, "share" if found.contest.own.is_share else "number")


def difference_of(found: ContestResult) -> Quantity:
    """By how much that is more than the other's."""
    unit: Unit = "points" if found.contest.own.is_share else "change"
    return Quantity.of(found.difference, unit)


class StrategiesPage(ComparisonPage[StrategiesComparison]):
    """Puts a comparison of two strategies into words."""

    def question(self) -> str:
        """Which is better."""
        first, second = self.result.labels
        return self.words("strategies.question", first=first, second=second, rules=self.plan.rules.label)

    def answer(self) -> str:
        """Who is better, by how much, and how sure that is."""
        words, main, (first, second) = self.words, self.result.main, self.result.labels
        if main.difference.value == 0 and main.difference.half_width == 0:
            return words("strategies.even", first=first, second=second, blocks=Count(main.own.n)) + self._stopped()
        verdict = ("better" if (main.difference.value or 0) > 0 else "worse") if is_sure(main.p_value) else "unsure"
        sentence = words(
            f"strategies.{verdict}",
            first=first,
            second=second,
            value=self.said(own_of(main)),
            unit=words(f"unit.{self.plan.unit}"),
            elo=self.said(self._elo),
        )
        return sentence + self._stopped()

    def _stopped(self) -> str:
        """How the rule to stop by ended; nothing where there was none."""
        words, stop = self.words, self.result.stop
        if stop is None:
            return ""
        blocks = Count(stop.blocks)
        if isinstance(stop.result, HalfWidthStop):
            reached = "reached" if stop.decided else "not_reached"
            target = Quantity(stop.result.target, "points").magnitude(words)
            return words(f"stop.{reached}", target=target, blocks=blocks)
        tested = stop.result
        low, high = (Quantity(mean, "points").text(words) for mean in (tested.mean0, tested.mean1))
        if not stop.decided:
            return words("stop.undecided", low=low, high=high, blocks=blocks)
        preferred, other = (low, high) if tested.decision == "mean0" else (high, low)
        found = words("stop.decided", preferred=preferred, other=other, blocks=blocks)
        if tested.unbiased is None:
            return found
        return found + words("stop.corrected", value=self.said(Quantity.of(tested.unbiased, "points")))

    @property
    def blocks(self) -> int:
        """The blocks that the numbers are of: those up to the stop, where there is one."""
        return self.result.main.own.n

    @property
    def _elo(self) -> Quantity:
        elo = self.result.elo
        return Quantity(elo.elo, "elo", elo.low, elo.high)

    def highlights(self) -> Iterator[tuple[str, Quantity]]:
        """Wins, rating, how sure."""
        words, first = self.words, self.result.labels[0]
        for found in self.result.standings:
            if not found.contest.by:
                what = words(f"metric.{found.contest.name}")
                yield words("chart.of", what=what, label=first), own_of(found)
        yield words("metric.elo"), self._elo
        yield words("metric.superiority"), Quantity(self.result.main.superiority, "chance")

    def sections(self) -> Iterator[Section]:
        """Who wins where, then what explains it."""
        words, result = self.words, self.result
        first, second = result.labels
        yield Section("wins", words("section.wins"), (self._forest(), *self._tables()))
        tallies = {first: result.tallies}
        yield Section("spread", words("section.spread"), tuple(chart_data.histograms(tallies, words)))
        grids = chart_data.level_grids(tallies, (first, second), words)
        yield Section("standings", words("section.standings"), tuple(grids))
        yield Section("kinds", words("section.kinds"), tuple(chart_data.kinds(tallies, words)))
        points = (
            (row["blocks"], Quantity(row["estimate"], "share", row["low"], row["high"]))
            for row in result.convergence.iter_rows(named=True)
        )
        what = words("chart.of", what=words(f"metric.{result.main.contest.name}"), label=first)
        yield Section(
            "course", words("section.course"), tuple(chart_data.convergence("course-0", what, points, 0.5, words))
        )

    def _forest(self) -> Intervals:
        """The first strategy's share of wins, of everything and by groups of deals."""
        words, first = self.words, self.result.labels[0]
        panels = []
        for by in ("", *_GROUPS):
            drawn = [
                found
                for found in self.result.standings
                if found.contest.by == by and found.contest.own.is_share and found.own.value is not None
            ]
            if drawn:
                rows = tuple((self._name(found), own_of(found)) for found in drawn)
                holds = tuple(is_sure(found.p_adjusted) for found in drawn)
                panels.append(Panel(words(f"by.{by or 'all'}"), rows, holds))
        return Intervals(
            "wins",
            words("chart.wins", first=first),
            words("chart.wins_alt", first=first),
            words("table.group"),
            words("table.group"),
            words("run.won_by", side=first),
            0.5,
            tuple(panels),
            self.verdicts(),
        )

    def _name(self, found: ContestResult) -> str:
        contest = found.contest
        if contest.by == "pattern":
            return self.words(f"finish.{contest.group}")
        if contest.by == "lead":
            return self.words(f"lead.{contest.group}", first=self.result.labels[0], second=self.result.labels[1])
        if contest.by:
            return self.words(f"group.{contest.by}", group=contest.group)
        return self.words(f"metric.{contest.name}")

    def _tables(self) -> Iterator[str | Table]:
        """All contests with differences and p values."""
        words, (first, second) = self.words, self.result.labels
        headings = (
            words("table.group"),
            first,
            words("table.less", second=second),
            words("table.p_adjusted"),
            words("table.counted"),
        )
        for by in ("", *_GROUPS):
            rows: list[tuple[Cell, ...]] = [
                (
                    self._name(found),
                    own_of(found),
                    difference_of(found),
                    Quantity(found.p_adjusted, "p"),
                    Quantity(found.rows, "count"),
                )
                for found in self.result.standings
                if found.contest.by == by
            ]
            if rows:
                yield words(f"by.{by or 'all'}")
                yield Table(headings, tuple(rows))

    def statistics(self) -> Iterator[str]:
        """Intervals, p values, Elo."""
        yield self.words("method.interval_blocks")
        yield self.words("method.elo")
        yield self.words("method.holm_all")
