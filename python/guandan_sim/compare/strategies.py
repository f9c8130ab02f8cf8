"""Two strategies on duplicate deals: the same cards played with sides swapped."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any, Unpack

import polars as pl

from guandan_sim.compare.contests import Contest, contests
from guandan_sim.compare.convergence import Track
from guandan_sim.compare.directory import Outline
from guandan_sim.compare.pictures import Pictures
from guandan_sim.compare.play import command, play
from guandan_sim.compare.result import Comparison, Sheet
from guandan_sim.compare.rows import Rows
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
from guandan_sim.compare.variants import RulesLike, variant
from guandan_sim.compare.words import listed, p_text, with_interval
from guandan_sim.executors import Listener
from guandan_sim.simulation import Run
from guandan_sim.stats import (
    EloDifference,
    Estimate,
    HalfWidthStop,
    Moments,
    SprtResult,
    elo_of_estimate,
    holm,
    p_value,
    ratio_of,
    superiority,
)

_RUN = "duplicate"
_SCHEMA = {
    "metric": pl.String,
    "by": pl.String,
    "group": pl.String,
    "unit": pl.String,
    "variant": pl.String,
    "mean": pl.Float64,
    "mean_low": pl.Float64,
    "mean_high": pl.Float64,
    "difference": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "p": pl.Float64,
    "p_adjusted": pl.Float64,
    "blocks": pl.Int64,
    "rows": pl.Int64,
}


@dataclass(frozen=True, slots=True)
class Standing:
    """How the first strategy did in a contest: its own number, and by how much that is more than the other's.

    `p_value` tests that both are alike, `p_adjusted` is Holm's over all contests; `rows` counts the matches or deals.
    """

    contest: Contest
    own: Estimate
    difference: Estimate
    p_value: float | None
    p_adjusted: float | None
    superiority: float | None
    rows: int


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
    def _reading(self) -> "_Reading":
        return _Reading(self.run, None if self.stop is None else self.stop.blocks)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The rows of `table`, with everything the statistics know."""
        return self._reading.standings()

    @property
    def main(self) -> Standing:
        """The contest of the answer: matches won, or deals won in a run of deals."""
        return self.standings[0]

    @property
    def elo(self) -> EloDifference:
        """The difference of ratings that the main contest tells of, in Elo points."""
        return elo_of_estimate(self.main.own)

    @cached_property
    def table(self) -> pl.DataFrame:
        """All numbers; the columns are listed at the class."""
        return pl.DataFrame([self._row(standing) for standing in self.standings], _SCHEMA)

    def _row(self, standing: Standing) -> dict[str, Any]:
        contest, own, difference = standing.contest, standing.own, standing.difference
        return {
            "metric": contest.name,
            "by": contest.by,
            "group": contest.group,
            "unit": contest.own.unit,
            "variant": self.labels[0],
            "mean": own.value,
            "mean_low": own.low,
            "mean_high": own.high,
            "difference": difference.value,
            "low": difference.low,
            "high": difference.high,
            "p": standing.p_value,
            "p_adjusted": standing.p_adjusted,
            "blocks": own.n,
            "rows": standing.rows,
        }

    @cached_property
    def answer(self) -> str:
        """Who is better, by how much, and how sure that is."""
        first, second = self.labels
        main, elo = self.main, self.elo
        what = main.contest.own.unit.removeprefix("share of ")
        difference = main.difference.value
        if difference == 0 and main.difference.half_width == 0:
            return f"{first} and {second} are exactly even: the same {what} won in every one of {main.own.n} blocks.{self._stopped()}"
        sure = main.p_value is not None and main.p_value < 0.05
        verdict = (
            f"{first} is {'better' if (difference or 0) > 0 else 'worse'} than {second}"
            if sure
            else f"No difference between {first} and {second} is shown"
        )
        wins = with_interval(main.own, percent=True, words=True)
        return f"{verdict}: it wins {wins} of the {what}; Elo {_elo_text(elo)} (95 % intervals).{self._stopped()}"

    def _stopped(self) -> str:
        """How the rule ended, in words."""
        if self.stop is None:
            return ""
        if isinstance(self.stop.result, HalfWidthStop):
            reached = "reached" if self.stop.decided else "not reached"
            return f" A half width of {self.stop.result.target:.2%} was {reached} after {self.stop.blocks} blocks."
        return _test_in_words(self.stop.result)

    @property
    def method(self) -> str:
        """How the numbers were made."""
        plan = self.run.plan
        what = "matches" if plan.unit == "match" else f"deals at level {plan.level}"
        return (
            f"{plan.count} {what} under {plan.rules.label}: {plan.blocks} blocks, in each the same cards played "
            f"{plan.rotations} times with the strategies moved on by a seat, seed {plan.seed}. Variance is taken over "
            "blocks. p values test that both sides are alike, adjusted by Holm over all rows. Intervals of shares are "
            "Wilson's with the blocks' variance."
        )

    def sheets(self) -> list[Sheet]:
        """The contests over everything, then by groups."""
        first, second = self.labels
        headings = ("", f"{first} [95 % interval]", f"less {second} [95 % interval]", "p (Holm)", "matches or deals")
        titles = {
            "": f"{first} against {second}",
            "pattern": "Deals won by how the winners finish",
            "lead": "Deals won by the side that led first",
            "seat": "Deals won by the seat that led first",
            "level": "Deals won by level",
        }
        sheets = []
        for by, title in titles.items():
            rows = [self._cells(one) for one in self.standings if one.contest.by == by]
            if not by:
                rows.append(("Elo", _elo_text(self.elo), "", "", ""))
            if rows:
                sheets.append(Sheet(title, headings, tuple(rows)))
        return sheets

    def _cells(self, standing: Standing) -> tuple[str, ...]:
        contest = standing.contest
        percent = contest.own.is_share
        return (
            contest.group or contest.name,
            with_interval(standing.own, percent),
            with_interval(standing.difference, percent, sign=True),
            p_text(standing.p_adjusted),
            str(standing.rows),
        )

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
    def distributions(self) -> pl.DataFrame:
        """quantity ("levels_a_deal", "deals_a_match"), value, count."""
        return self._reading.pictures.distributions()

    @property
    def kinds(self) -> pl.DataFrame:
        """kind, plays_a_deal (of all four seats)."""
        return self._reading.pictures.kinds()

    @property
    def levels(self) -> pl.DataFrame:
        """own, other, deals, deals_won, matches_won: see `Pictures.levels`."""
        return self._reading.pictures.levels()

    @property
    def convergence(self) -> pl.DataFrame:
        """metric, variant, blocks, estimate, low, high: the main contest's own number after so many blocks."""
        return self._reading.track.frame()


class _Reading:
    """The sums of the run, collected part by part."""

    def __init__(self, run: Run, blocks: int | None) -> None:
        """Reads every part of the run, or those with the first `blocks` blocks."""
        plan = run.plan
        self._contests = contests(plan.unit == "match")
        self._moments = [Moments.empty(3)] * len(self._contests)
        self.pictures = Pictures()
        wanted = plan.blocks if blocks is None else blocks
        parts = -(-wanted // plan.part_blocks)
        self.track = Track(parts)
        metrics = [metric for contest in self._contests for metric in (contest.own, contest.lead) if metric is not None]
        for deals, matches in islice(run.parts(), parts):
            rows = Rows.of(plan, deals, matches).before(wanted)
            self.pictures.add(rows)
            sums = rows.sums(metrics)
            for place, contest in enumerate(self._contests):
                own, count = sums[contest.own.name]
                lead = own if contest.lead is None else sums[contest.lead.name][0]
                self._moments[place] += Moments.of(own, count, lead)
            if self.track.is_due():
                main, moments = self._contests[0], self._moments[0]
                self.track.add(main.name, plan.labels[0], moments.n, main.own.interval(moments, 0, 1))

    def standings(self) -> tuple[Standing, ...]:
        """What the sums tell of every contest."""
        judged = [_judged(*one) for one in zip(self._contests, self._moments, strict=True)]
        adjusted = holm([one.p_value for one in judged])
        return tuple(replace(one, p_adjusted=p) for one, p in zip(judged, adjusted, strict=True))


def _judged(contest: Contest, moments: Moments) -> Standing:
    """What the sums of own, count and lead tell of a contest."""
    own = contest.own.interval(moments, 0, 1)
    if contest.lead is None:
        lead, even, times, difference = ratio_of(moments, 0, 1), 0.5, 2, _less_the_rest(own)
    else:
        lead, even, times, difference = ratio_of(moments, 2, 1), 0.0, 1, contest.lead.interval(moments, 2, 1)
    rows = int(moments.sums[1]) // times
    return Standing(contest, own, difference, p_value(lead, even), None, superiority(lead, even), rows)


def _less_the_rest(share: Estimate) -> Estimate:
    """A share less the rest."""
    value, low, high = (None if x is None else 2 * x - 1 for x in (share.value, share.low, share.high))
    return Estimate(
        value, low, high, None if share.se is None else 2 * share.se, share.n, share.confidence, share.method
    )


def compare_strategies(
    first: str,
    second: str,
    *,
    rules: RulesLike = "institute",
    until: float | None = None,
    sprt: Sequence[float] | str | None = None,
    out: str | os.PathLike[str] | None = None,
    on_progress: Listener | None = None,
    **options: Unpack[StudyOptions],
) -> StrategiesComparison:
    """Plays two strategies against each other on duplicate deals and tells which is better.

    A block is the same cards twice, with the sides swapped (`rotations` 2: everybody moves on by a seat). The options
    are those of `simulate`; without `deals` or `matches` 10,000 matches are played. The same call with the same `out`
    goes on where it stopped; without `out` the data is deleted when the program ends. Raises `PlanError`,
    `RulesError` and `NotationError` before anything is played, `StoreError` when writing fails.

    >>> found = compare_strategies("lowest", "random", deals=400, seed=7)
    >>> found.answer.startswith("lowest is better than random: it wins 9")
    True
    """
    chosen = variant(rules)
    rule = StopRule.of(until, sprt)
    if rule is None:
        setup = Setup.of(options, rotations=2)
    else:
        setup = Setup.of(options, rotations=2, matches=LARGEST_MATCHES, part_size=(PART_MATCHES, PART_DEALS))
    plan = setup.plan(chosen.rules, first, second)
    labels = plan.labels[:2]
    arguments = {
        "strategies": [first, second],
        "rules": chosen.rules.fingerprint,
        "until": None if rule is None else rule.until,
        "sprt": None if rule is None or rule.sprt is None else list(rule.sprt),
        **setup.options,
    }
    words = [*([] if rule is None else rule.options()), *setup.words()]
    again = command(["compare", "strategies", first, second], [("--rules", chosen.text), *words])
    question = f"Is {labels[0]} better than {labels[1]} under {chosen.label}?"
    outline = Outline.of("strategies", question, labels, [_RUN], arguments, again)
    if rule is None:
        return StrategiesComparison(play(outline, {_RUN: plan}, out, on_progress, **setup.how))
    return StrategiesComparison(play_until(rule, outline, plan, out, on_progress, **setup.how))


def _test_in_words(tested: SprtResult) -> str:
    """What a sequential test found, with the difference corrected for having stopped there."""
    means = [f"{mean * 100:+g} %" for mean in (tested.mean0, tested.mean1)]
    if tested.decision == "undecided":
        return f" A sequential test between differences of {listed(means)} is undecided after {tested.blocks} blocks."
    preferred, other = means if tested.decision == "mean0" else reversed(means)
    found = f" A sequential test prefers a difference of {preferred} to {other} after {tested.blocks} blocks"
    if tested.unbiased is None:
        return f"{found}."
    return f"{found}; corrected for the stop it is {with_interval(tested.unbiased, True, True, words=True)}."


def _elo_text(elo: EloDifference) -> str:
    """`+25 (+12 to +38)`; an end that is infinite has no number."""
    if elo.elo is not None and elo.low is not None and elo.high is not None:
        return f"{elo.elo:+.0f} ({elo.low:+.0f} to {elo.high:+.0f})"
    if elo.low is not None:
        return f"at least {elo.low:+.0f}"
    if elo.high is not None:
        return f"at most {elo.high:+.0f}"
    return "unknown"
