"""Two strategies on duplicate deals: the same cards played with sides swapped."""

import os
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Unpack

import polars as pl

from guandan_sim.compare.directory import Outline
from guandan_sim.compare.duel import SCHEMA, DuelReading, Standing
from guandan_sim.compare.play import command, play
from guandan_sim.compare.result import Comparison
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
from guandan_sim.simulation import Run
from guandan_sim.stats import (
    EloDifference,
    elo_of_estimate,
)

_RUN = "duplicate"


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
    def _reading(self) -> DuelReading:
        return DuelReading(self.run, None if self.stop is None else self.stop.end)

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
        return pl.DataFrame([standing.to_row(self.labels[0]) for standing in self.standings], SCHEMA)

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
    `deals` or `matches` 10,000 matches are played. The same call with the same `out` goes on where it stopped;
    without `out` the data is deleted when the program ends. Raises `PlanError`, `RulesError` and `NotationError`
    before anything is played, `StoreError` when writing fails.

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
        return StrategiesComparison(play(outline, {_RUN: plan}, out, on_progress, **setup.how))
    return StrategiesComparison(play_until(rule, outline, plan, out, on_progress, **setup.how))
