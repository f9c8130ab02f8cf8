"""Two strategies on duplicate deals: the same cards played with sides swapped."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any, Unpack

import polars as pl

from guandan_sim.commands import command
from guandan_sim.compare.directory import Outline
from guandan_sim.compare.play import play
from guandan_sim.compare.result import Comparison, Row, frame, with_ends
from guandan_sim.compare.sequential import (
    LARGEST_MATCHES,
    PART_DEALS,
    PART_MATCHES,
    Stop,
    StopRule,
    play_until,
    stop_of,
)
from guandan_sim.compare.setup import Setup, StudyOptions
from guandan_sim.compare.variants import RulesLike, rules_options, variant
from guandan_sim.executors import Listener
from guandan_sim.measure.collected import Convergence, Estimates
from guandan_sim.measure.contests import Contest, contests
from guandan_sim.measure.rows import Rows
from guandan_sim.measure.tallies import Tallies
from guandan_sim.simulation import Run
from guandan_sim.stats import EloDifference, Estimate, elo_of_estimate, holm, p_value, ratio_of, superiority

_RUN = "duplicate"


@dataclass(frozen=True, slots=True)
class ContestResult:
    """How the first strategy did in a contest: its own number, and by how much that is above the second strategy's.

    `p_value` tests that both are alike, `p_adjusted` is adjusted by Holm over all contests, `superiority` is how sure
    it is that the first is better; all are None where nothing can be told. `rows` counts the matches or deals.
    """

    contest: Contest
    own: Estimate
    difference: Estimate
    p_value: float | None
    p_adjusted: float | None
    superiority: float | None
    rows: int

    def to_row(self, strategy: str) -> Row:
        """The result as a row of a comparison's `table`."""
        return {
            "metric": self.contest.name,
            "by": self.contest.by,
            "group": self.contest.group,
            "unit": self.contest.own.unit,
            "variant": strategy,
            **with_ends("mean", self.own, "mean_"),
            **with_ends("difference", self.difference),
            "p": self.p_value,
            "p_adjusted": self.p_adjusted,
            "blocks": self.own.n,
            "rows": self.rows,
        }


class DuelSums:
    """The sums of a run of duplicate deals, collected part by part."""

    def __init__(self, run: Run, end: int | None) -> None:
        """Reads all blocks of the run, or those before block `end`."""
        plan = run.plan
        self._contests = contests(plan.unit == "match", plan.levels)
        self._estimates = Estimates(metric for contest in self._contests for metric in contest.metrics)
        self.tallies = Tallies()
        wanted = plan.blocks if end is None else end
        parts = -(-wanted // plan.part_blocks)
        self.convergence = Convergence(parts)
        main = self._contests[0].own
        for deals, matches in islice(run.parts(), parts):
            rows = Rows.of(plan, deals, matches).before(wanted)
            self.tallies.add(rows)
            self._estimates.add(rows.sums(self._estimates.metrics))
            if self.convergence.is_due():
                estimate = self._estimates.estimate(main)
                self.convergence.add(main, plan.labels[0], self._estimates.blocks, estimate)

    def standings(self) -> tuple[ContestResult, ...]:
        """How the first strategy did in every contest."""
        found = [self._result(contest) for contest in self._contests]
        adjusted = holm([one.p_value for one in found])
        return tuple(replace(one, p_adjusted=p) for one, p in zip(found, adjusted, strict=True))

    def _result(self, contest: Contest) -> ContestResult:
        """How the first strategy did in a contest, its p value not adjusted yet."""
        own = self._estimates.estimate(contest.own)
        if contest.lead is None:
            # A share of wins is even at one half; its count is twice the number of rows.
            tested, even, counts = contest.own, 0.5, 2
            difference = _less_the_rest(own)
        else:
            tested, even, counts = contest.lead, 0.0, 1
            difference = self._estimates.estimate(contest.lead)
        moments = self._estimates.moments(tested)
        ratio = ratio_of(moments)
        rows = int(moments.sums[1]) // counts
        return ContestResult(contest, own, difference, p_value(ratio, even), None, superiority(ratio, even), rows)


def _less_the_rest(share: Estimate) -> Estimate:
    """A share less the rest: the difference of two strategies that share all wins."""
    value, low, high = (None if x is None else 2 * x - 1 for x in (share.value, share.low, share.high))
    se = None if share.se is None else 2 * share.se
    return replace(share, value=value, low=low, high=high, se=se)


class StrategiesComparison(Comparison):
    """Two strategies compared.

    `table` has a row per contest: metric ("match_win_rate", "win_rate", "levels_a_deal"), by ("", "pattern", "lead",
    "seat", "level") and group (which deals it is taken over), unit, variant (the first strategy), mean with mean_low
    and mean_high (its number), difference with low and high (by how much that is more than the other's), p, p_adjusted,
    blocks, rows (matches or deals counted). "lead" groups deals by whose side led first, own or other, "seat" by the
    seat that did. Shares are fractions, intervals 95 %.
    """

    @property
    def run(self) -> Run:
        """The run of duplicate deals."""
        return self.runs[_RUN]

    @property
    def rule(self) -> StopRule | None:
        """The rule by which the comparison stopped, if by any."""
        return StopRule.of(self.outline.arguments["until"], self.outline.arguments["sprt"])

    @cached_property
    def stop(self) -> Stop | None:
        """Where the rule stands; the numbers are those of the blocks up to the stop. None without a rule."""
        return None if self.rule is None else stop_of(self.rule, self.run)

    def _is_finished(self) -> bool:
        return super()._is_finished() or (self.stop is not None and self.stop.decided)

    @cached_property
    def _sums(self) -> DuelSums:
        return DuelSums(self.run, None if self.stop is None else self.stop.end)

    @cached_property
    def standings(self) -> tuple[ContestResult, ...]:
        """The rows of `table`, with everything the statistics know."""
        return self._sums.standings()

    @property
    def main(self) -> ContestResult:
        """The contest of the answer: matches won, or deals won in a run of deals."""
        return self.standings[0]

    @property
    def elo(self) -> EloDifference:
        """The difference of ratings that the main contest tells of, in Elo points."""
        return elo_of_estimate(self.main.own)

    @cached_property
    def table(self) -> pl.DataFrame:
        """All numbers; the columns are listed at the class."""
        return frame([one.to_row(self.labels[0]) for one in self.standings])

    def details(self) -> dict[str, Any]:
        """Elo, and what plots show, as JSON values."""
        return {
            "elo": self.elo.to_dict(),
            "stop": None if self.stop is None else self.stop.result.to_dict(),
            "superiority": self.main.superiority,
            "distributions": self.distributions.to_dicts(),
            "kinds": self.kinds.to_dicts(),
            "levels": self.levels.to_dicts(),
            "convergence": self.convergence.to_dicts(),
        }

    @property
    def tallies(self) -> Tallies:
        """What was counted in the run."""
        return self._sums.tallies

    @property
    def distributions(self) -> pl.DataFrame:
        """quantity ("levels_a_deal", "deals_a_match"), value, count."""
        return self.tallies.distributions_frame()

    @property
    def kinds(self) -> pl.DataFrame:
        """kind, plays_a_deal (of all four seats)."""
        return self.tallies.kinds_frame()

    @property
    def levels(self) -> pl.DataFrame:
        """own, other, deals, deals_won, matches_won: see `Tallies.levels_frame`."""
        return self.tallies.levels_frame()

    @property
    def convergence(self) -> pl.DataFrame:
        """metric, variant, blocks, estimate, low, high: the main contest's own number after so many blocks."""
        return self._sums.convergence.frame()


def compare_strategies(
    first: object,
    second: object,
    *,
    rules: RulesLike = "institute",
    until: float | None = None,
    sprt: Sequence[float] | str | None = None,
    out: str | os.PathLike[str] | None = None,
    on_progress: Listener | None = None,
    **options: Unpack[StudyOptions],
) -> StrategiesComparison:
    """Plays two strategies against each other on duplicate deals and tells which is better.

    A strategy is text or an object with `act` or `act_batch` (docs/ENVIRONMENT.md). A block is the same cards twice,
    with the sides swapped (`rotations` 2: everybody moves on by a seat). The options are those of `simulate`; without
    `deals` or `matches` 10,000 matches are played. If interrupted, the same call with the same `out` continues it;
    without `out` the data is deleted when the program ends. Raises `PlanError`, `RulesError` and `NotationError` before
    anything is played, `StoreError` when writing fails.

    >>> found = compare_strategies("lowest", "random", deals=400, seed=7)
    >>> found.answer.startswith("lowest is better than random: it wins 9")
    True
    """
    chosen = variant(rules)
    rule = StopRule.of(until, sprt)
    if rule is None:
        setup = Setup.of(options, rotations=2, out=out)
    else:
        setup = Setup.of(options, rotations=2, matches=LARGEST_MATCHES, part_size=(PART_MATCHES, PART_DEALS), out=out)
    plan = setup.plan(chosen.rules, first, second)
    labels = plan.labels[:2]
    arguments = {
        "strategies": list(plan.strategies[:2]),
        "rules": chosen.rules.fingerprint,
        "until": None if rule is None else rule.until,
        "sprt": None if rule is None or rule.sprt is None else list(rule.sprt),
        **setup.options,
    }
    words = [*([] if rule is None else rule.options()), *setup.words()]
    again = command(["compare", "strategies", *plan.strategies[:2]], [*rules_options(chosen), *words])
    outline = Outline.of("strategies", labels, [_RUN], arguments, again)
    if rule is None:
        return StrategiesComparison(play(outline, {_RUN: plan}, out, on_progress, **setup.how), [plan])
    return StrategiesComparison(play_until(rule, outline, plan, out, on_progress, **setup.how), [plan])
