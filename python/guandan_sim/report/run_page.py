"""The page of a plain run: who won, how deals and matches went, and how sure that is."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from guandan_sim._core import Rules
from guandan_sim.commands import command_of_plan
from guandan_sim.measure.metrics import BOMBS_A_DEAL, DEALS_A_MATCH, LEVELS_A_DEAL, PLAYS_A_DEAL
from guandan_sim.measure.run import is_mirror, numbers_of_run
from guandan_sim.measure.summary import MatchNumbers
from guandan_sim.plan import Plan
from guandan_sim.report import chart_data
from guandan_sim.report.page import Cell, Section, Table
from guandan_sim.report.quantity import Quantity
from guandan_sim.report.result_page import ResultPage
from guandan_sim.report.words import Count
from guandan_sim.simulation import Run
from guandan_sim.stats import Estimate

if TYPE_CHECKING:
    from guandan_sim.report.words import Words


class RunPage(ResultPage[Run]):
    """Puts the numbers of a run into words."""

    def __init__(self, run: Run, words: "Words") -> None:
        """Reads the run. Raises `PathError` when it has no part yet, `StoreError` when its parts are empty."""
        super().__init__(run, words)
        self.numbers = numbers_of_run(run)
        self.unit = words(f"unit.{self.plan.unit}")
        self.is_mirror = is_mirror(self.plan)

    @property
    def plan(self) -> Plan:
        """The run's plan."""
        return self.result.plan

    @property
    def blocks(self) -> int:
        """The blocks that have been played."""
        return self.numbers.estimates.blocks

    def title(self) -> str:
        """Who played by which rules."""
        first, second = self.plan.teams
        return self.words("page.title_run", first=first, second=second, rules=self.plan.rules.label)

    def question(self) -> str:
        """Who wins more or, where one strategy plays itself, how the game goes."""
        plan, words = self.plan, self.words
        key = f"run.question_{'mirror' if self.is_mirror else 'versus'}_{plan.unit}"
        return words(key, first=plan.teams[0], second=plan.teams[1], rules=plan.rules.label, level=self.level)

    def _headline(self, estimate: Estimate) -> Quantity:
        return Quantity.of(estimate, "number" if self.is_mirror else "share")

    def answer(self) -> str:
        """The headline in a sentence."""
        headline = self._headline(self.numbers.headline)
        if self.is_mirror:
            return self._sentence(f"run.answer_mirror_{self.plan.unit}", headline)
        first, second = self.plan.teams
        if headline.low is not None and headline.high is not None and headline.low <= 0.5 <= headline.high:
            return self._sentence("run.answer_even", headline, winner=first, loser=second, unit=self.unit)
        place = 0 if (headline.value or 0) > 0.5 else 1
        winner, loser = (self.numbers.summary.sides[side] for side in (place, 1 - place))
        won = Quantity.of(winner.wins, "share")
        return self._sentence("run.answer_won", won, winner=winner.name, loser=loser.name, unit=self.unit)

    def _sentence(self, key: str, quantity: Quantity, **values: str) -> str:
        """A sentence about an estimate, with its interval."""
        words = self.words
        low, high = quantity.ends(words)
        known = quantity.low is not None and quantity.high is not None
        interval = words("run.interval", low=low, high=high) if known else words("run.no_interval")
        return words(key, value=quantity.text(words), interval=interval, **values)

    def highlights(self) -> Iterator[tuple[str, Quantity]]:
        """Wins, and the length of matches and deals."""
        words, summary = self.words, self.numbers.summary
        if not self.is_mirror:
            for side in summary.sides:
                yield words("run.won_by", side=side.name), Quantity.of(side.wins, "share")
        shown = [
            *([DEALS_A_MATCH] if self.plan.unit == "match" else []),
            *([LEVELS_A_DEAL, PLAYS_A_DEAL, BOMBS_A_DEAL] if summary.deals else []),
        ]
        for metric in shown:
            yield words(f"metric.{metric.name}"), Quantity.of(self.numbers.estimates.estimate(metric))

    def notes(self) -> Iterator[str]:
        """What is missing, and whether there is little."""
        words, plan, summary = self.words, self.plan, self.numbers.summary
        if not self.result.is_complete:
            yield words("note.unfinished", played=f"{summary.matches:,}", planned=f"{plan.count:,}", unit=self.unit)
        if summary.left_out:
            yield words("note.left_out", blocks=Count(summary.left_out))
        yield from super().notes()

    def sections(self) -> Iterator[Section]:
        """Deals, matches, kinds of play, and how the headline settled."""
        words, numbers, tallies = self.words, self.numbers, self.numbers.tallies
        matches = numbers.summary.match_numbers
        if not numbers.summary.deals:
            yield Section("deals", words("section.deals"), (words("run.no_deals"),))
            return
        levels = chart_data.levels_by_winner(tallies, self._sides(), words)
        plays = chart_data.histogram("plays_a_deal", {words("unit.deal"): tallies}, words)
        yield Section("deals", words("section.deals"), (levels, self._finishes(), plays))
        if matches is not None:
            deals = chart_data.histogram("deals_a_match", {words("unit.match"): tallies}, words)
            sides = (words("run.own"), words("run.others")) if self.is_mirror else self.plan.teams
            title = words("chart.standings", side=sides[0])
            grid = chart_data.level_grid("standings", title, sides, tallies, words, mirrored=self.is_mirror)
            yield Section("matches", words("section.matches"), (deals, self._ends(matches), *grid))
        kinds = chart_data.kinds({words("unit.deal"): tallies}, words)
        yield Section("kinds", words("section.kinds"), tuple(kinds))
        points = ((blocks, self._headline(estimate)) for blocks, estimate in numbers.convergence)
        even = None if self.is_mirror else 0.5
        convergence = chart_data.convergence("course", self._headline_name(), points, even, words)
        yield Section("course", words("section.course"), tuple(convergence))

    def _sides(self) -> tuple[str, str]:
        """What to call the sides where both may have one name."""
        first, second = self.plan.teams
        if first != second:
            return first, second
        return self.words("run.team", name=first, seats="0+2"), self.words("run.team", name=second, seats="1+3")

    def _headline_name(self) -> str:
        words = self.words
        if not self.is_mirror:
            return words("run.won_by", side=self.plan.teams[0])
        return words("metric.deals_a_match" if self.plan.unit == "match" else "metric.levels_a_deal")

    def _finishes(self) -> Table:
        """Finishes, and what leading was worth."""
        words = self.words
        rows: list[tuple[Cell, ...]] = [
            (words(f"finish.{name}"), Quantity(share, "share")) for name, share in self.numbers.summary.patterns.items()
        ]
        rows.append((words("metric.leader_wins"), Quantity(self.numbers.won_by_leader, "share")))
        return Table((words("table.finish"), words("table.share_of_deals")), tuple(rows))

    def _ends(self, found: MatchNumbers) -> Table:
        """How matches ended, and what happened on the way."""
        words = self.words
        rows: list[tuple[Cell, ...]] = [
            (words(f"end.{name}"), Quantity(share, "share")) for name, share in found.ended_by.items() if share
        ]
        rows += [(words(f"tribute.{name}"), Quantity(share, "share")) for name, share in found.tribute.items() if share]
        rows += [
            (words("metric.ace_failures_a_match"), Quantity(found.ace_failures_a_match)),
            (words("metric.falls_a_match"), Quantity(found.falls_a_match)),
        ]
        return Table((words("table.of_matches"), words("table.value")), tuple(rows))

    def statistics(self) -> Iterator[str]:
        """What the intervals are taken over."""
        yield self.words("method.interval_blocks" if self.plan.rotations > 1 else "method.interval_single")

    def facts(self) -> Iterator[tuple[str, str]]:
        """Rules, strategies, sizes, seed, versions, and where the data is."""
        words, plan = self.words, self.plan
        yield from self.facts_of_rules()
        yield words("fact.strategies"), ", ".join(f"{seat}: {label}" for seat, label in enumerate(plan.labels))
        if plan.hands is not None:
            yield words("fact.hands"), "; ".join(map(str, plan.hands))
            yield words("fact.leader"), words("fact.drawn") if plan.leader is None else str(plan.leader)
        if plan.played:
            yield words("fact.played"), "; ".join(plan.played)
        yield words(f"fact.{plan.unit}"), f"{plan.count:,}"
        yield self.fact_of_blocks(plan.blocks)
        yield words("fact.seed"), str(plan.seed)
        if plan.clock_model:
            yield words("fact.clock_model"), plan.clock_model
        if plan.leave_rate:
            yield words("fact.leave_rate"), str(plan.leave_rate)
        yield words("fact.versions"), ", ".join(f"{name} {version}" for name, version in self.result.versions.items())
        yield words("fact.data"), self.result.address

    def command(self) -> str:
        """The command that plays the run's plan."""
        return command_of_plan(self.plan)

    def rule_sets(self) -> dict[str, Rules]:
        """The rules of the run."""
        return {self.plan.rules.label: self.plan.rules}
