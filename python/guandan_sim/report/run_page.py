"""The page of a plain run: who won, how deals and matches went, and how sure that is."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from guandan_sim.errors import PathError
from guandan_sim.report import command, method
from guandan_sim.report.blocks import BlockCounter, BlockNumbers
from guandan_sim.report.page import FEW_BLOCKS, Cell, Page, Section, Table
from guandan_sim.report.quantity import Quantity
from guandan_sim.report.run_charts import RunCharts
from guandan_sim.report.summary import Summary, SummaryCounter
from guandan_sim.report.tallies import Tallies
from guandan_sim.report.words import Count

if TYPE_CHECKING:
    from guandan_sim.report.words import Words
    from guandan_sim.simulation import Run


@dataclass(frozen=True, slots=True)
class RunNumbers:
    """Everything the page says, as numbers."""

    summary: Summary
    totals: BlockNumbers
    course: tuple[BlockNumbers, ...]
    tallies: Tallies


def count(run: "Run") -> RunNumbers:
    """Goes through a run part by part, reading each once. Raises `PathError` when it has no part yet."""
    blocks, tallies, summary = BlockCounter(run.plan), Tallies(run.plan), SummaryCounter(run.plan)
    parts = 0
    for part in run.parts():
        # What counts asks for different columns several times over; a part in memory is read from the disk once.
        deals, matches = (table.collect().lazy() for table in part)
        for counter in (blocks, tallies, summary):
            counter.add(deals, matches)
        parts += 1
    if not parts:
        raise PathError(f"{run.address}: no part of this run has been written yet; the same command again makes them")
    return RunNumbers(summary.summary(run), blocks.totals(), tuple(blocks.course()), tallies)


def page_of_run(run: "Run", words: "Words") -> Page:
    """The page. Raises `PathError` when the run has no part yet."""
    return _Maker(run, count(run), words).page()


class _Maker:
    """Puts the numbers of one run into the words of one language."""

    def __init__(self, run: "Run", numbers: RunNumbers, words: "Words") -> None:
        self.run, self.plan, self.numbers, self.words = run, run.plan, numbers, words
        self.unit = words(f"unit.{self.plan.unit}")
        # A strategy against itself has no winner to ask for; the question is then about the game.
        self.is_mirror = len(set(self.plan.strategies)) == 1

    def page(self) -> Page:
        plan, words = self.plan, self.words
        return Page(
            words.language,
            words("page.title_run", first=plan.teams[0], second=plan.teams[1], rules=plan.rules.label),
            self._question(),
            self._answer(),
            tuple(self._highlights()),
            tuple(self._notes()),
            tuple(section for section in self._sections() if section.parts),
            method.of_run(plan, words),
            method.facts(self.run, words),
            command.of_plan(plan),
            ((words("method.rules", rules=plan.rules.label), plan.rules.to_toml()),),
        )

    def _question(self) -> str:
        plan, words = self.plan, self.words
        key = f"run.question_{'mirror' if self.is_mirror else 'versus'}_{plan.unit}"
        return words(key, first=plan.teams[0], second=plan.teams[1], rules=plan.rules.label, level=plan.level)

    def _main(self, numbers: BlockNumbers) -> Quantity:
        """What the answer's sentence is about."""
        if not self.is_mirror:
            return Quantity.of(numbers.first_side, "share")
        return Quantity.of(
            numbers.per("deals", "games") if self.plan.unit == "match" else numbers.per("levels", "deals")
        )

    def _answer(self) -> str:
        words, main = self.words, self._main(self.numbers.totals)
        if self.is_mirror:
            return self._sentence(f"run.answer_mirror_{self.plan.unit}", main)
        first, second = self.plan.teams
        if main.low is not None and main.high is not None and main.low <= 0.5 <= main.high:
            return self._sentence("run.answer_even", main, winner=first, loser=second, unit=self.unit)
        place = 0 if (main.value or 0) > 0.5 else 1
        winner = self.numbers.summary.sides[place]
        loser = self.numbers.summary.sides[1 - place]
        quantity = Quantity.of(winner.wins, "share")
        return self._sentence(
            "run.answer_won", quantity, winner=winner.name, loser=loser.name, unit=words(f"unit.{self.plan.unit}")
        )

    def _sentence(self, key: str, quantity: Quantity, **values: str) -> str:
        """A sentence about an estimate, with its interval."""
        words = self.words
        low, high = quantity.ends(words)
        known = quantity.low is not None and quantity.high is not None
        interval = words("run.interval", low=low, high=high) if known else words("run.no_interval")
        return words(key, value=quantity.text(words), interval=interval, **values)

    def _highlights(self) -> Iterator[tuple[str, Quantity]]:
        words, numbers = self.words, self.numbers
        if not self.is_mirror:
            for side in numbers.summary.sides:
                yield words("run.won_by", side=side.name), Quantity.of(side.wins, "share")
        if self.plan.unit == "match":
            yield words("metric.deals_a_match"), Quantity.of(numbers.totals.per("deals", "games"))
        if numbers.summary.deals:
            yield words("metric.levels_a_deal"), Quantity.of(numbers.totals.per("levels", "deals"))
            yield words("metric.plays_a_deal"), Quantity.of(numbers.totals.per("plays", "deals"))
            yield words("metric.bombs_a_deal"), Quantity.of(numbers.totals.per("bombs", "deals"))

    def _notes(self) -> Iterator[str]:
        words, plan = self.words, self.plan
        if not self.run.is_complete:
            yield words(
                "note.unfinished", played=f"{self.numbers.summary.matches:,}", planned=f"{plan.count:,}", unit=self.unit
            )
        if self.numbers.summary.left_out:
            yield words("note.left_out", blocks=Count(self.numbers.summary.left_out))
        if self.numbers.totals.blocks < FEW_BLOCKS:
            yield words("note.few", blocks=Count(self.numbers.totals.blocks))

    def _sections(self) -> Iterator[Section]:
        words, charts = self.words, RunCharts(self.plan, self.numbers.tallies, self.words)
        if not self.numbers.summary.deals:
            yield Section("deals", words("section.deals"), (words("run.no_deals"),))
            return
        yield Section("deals", words("section.deals"), (charts.levels(), self._finishes(), charts.plays()))
        if self.plan.unit == "match":
            yield Section(
                "matches",
                words("section.matches"),
                (charts.deals(), self._ends(), *charts.standings(mirrored=self.is_mirror)),
            )
        yield Section("kinds", words("section.kinds"), (charts.kinds(self.numbers.summary.kinds),))
        points = tuple((numbers.blocks, self._main(numbers)) for numbers in self.numbers.course)
        course = charts.course(points, self._main_name(), None if self.is_mirror else 0.5)
        yield Section("course", words("section.course"), tuple(course))

    def _main_name(self) -> str:
        words = self.words
        if not self.is_mirror:
            return words("run.won_by", side=self.plan.teams[0])
        return words("metric.deals_a_match" if self.plan.unit == "match" else "metric.levels_a_deal")

    def _finishes(self) -> Table:
        """Finishes, and what leading was worth."""
        words, summary, leads = self.words, self.numbers.summary, self.numbers.tallies.leads
        rows: list[tuple[Cell, ...]] = [
            (words(f"finish.{name}"), Quantity(share, "share")) for name, share in summary.patterns.items()
        ]
        rows.append((words("metric.leader_wins"), Quantity(leads[True] / leads.total(), "share")))
        return Table((words("table.finish"), words("table.share_of_deals")), tuple(rows))

    def _ends(self) -> Table:
        """How matches ended, and what happened on the way."""
        words, found = self.words, self.numbers.summary.match_numbers
        if found is None:
            raise AssertionError("a run of matches has numbers of matches")
        rows: list[tuple[Cell, ...]] = [
            (words(f"end.{name}"), Quantity(share, "share")) for name, share in found.ended_by.items() if share
        ]
        rows += [(words(f"tribute.{name}"), Quantity(share, "share")) for name, share in found.tribute.items() if share]
        rows += [
            (words("metric.ace_failures_a_match"), Quantity(found.ace_failures_a_match)),
            (words("metric.falls_a_match"), Quantity(found.falls_a_match)),
        ]
        return Table((words("table.of_matches"), words("table.value")), tuple(rows))
