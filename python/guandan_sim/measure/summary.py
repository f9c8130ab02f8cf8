"""The numbers that sum a run up without intervals over blocks, and each side's share of wins."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from guandan_sim.errors import StoreError
from guandan_sim.measure.collected import Totals
from guandan_sim.measure.metrics import (
    ACE_FAILURES,
    DEAL_MEANS,
    DEALS_A_MATCH,
    ENDINGS,
    FALLS,
    KIND_MEANS,
    LAST_LEVEL_SHARES,
    PATTERN_SHARES,
    TRIBUTE_SHARES,
    Metric,
)
from guandan_sim.plan import Plan
from guandan_sim.reportable import Tabled
from guandan_sim.simulation import Run
from guandan_sim.stats import Estimate, Moments, mean_of, share_interval, wilson
from guandan_sim.store.scores import Scores
from guandan_sim.terms import counted

if TYPE_CHECKING:
    import polars as pl

_OF_DEALS = (PATTERN_SHARES, DEAL_MEANS, KIND_MEANS)
_OF_MATCHES = (ENDINGS, TRIBUTE_SHARES, LAST_LEVEL_SHARES)


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two sides: its strategies, and its share of deals (or matches) won with a 95 % interval."""

    name: str
    wins: Estimate


@dataclass(frozen=True, slots=True)
class MatchNumbers:
    """Means and shares over matches, which single deals do not have.

    `ended_by` are shares of matches, `tribute` shares of the deals after the first, `levels` shares of teams by their
    level at the end; `ace_failures_a_match` and `falls_a_match` are of both teams together.
    """

    deals_a_match: float
    ace_failures_a_match: float
    falls_a_match: float
    ended_by: dict[str, float]
    tribute: dict[str, float]
    levels: dict[str, float]


@dataclass(frozen=True, repr=False)
class Summary(Tabled):
    """A run in numbers, which show themselves as tables at a prompt.

    `plan` says what was played. `drawn` is the share of matches without a winner, `patterns` are shares of deals,
    `per_deal` means over deals, `kinds` plays a deal. `match_numbers` is None for runs of single deals. `left_out`
    counts the blocks that a failing strategy cost.
    """

    unit: str
    matches: int
    deals: int
    sides: tuple[Side, Side]
    drawn: float
    patterns: dict[str, float]
    per_deal: dict[str, float]
    kinds: dict[str, float]
    match_numbers: MatchNumbers | None
    left_out: int
    plan: Plan

    def to_dict(self) -> dict[str, Any]:
        """The numbers as JSON values; the plan has its own `to_dict`."""
        found = {name: value for name, value in vars(self).items() if name != "plan"}
        found["sides"] = tuple(asdict(side) for side in self.sides)
        found["match_numbers"] = self.match_numbers and asdict(self.match_numbers)
        return found


class SummaryCollector:
    """Collects the summary of a run part by part."""

    def __init__(self, run: Run) -> None:
        """Nothing collected yet."""
        self._run = run
        self._totals = Totals(_metrics(run.plan))

    def add(self, deals: "pl.LazyFrame", matches: "pl.LazyFrame") -> None:
        """Collects a part."""
        self._totals.add(deals, matches)

    def summary(self) -> Summary:
        """The summary of a run of which all parts were collected. Raises `StoreError` when no match is in them."""
        run, totals = self._run, self._totals
        plan, scores = run.plan, run.scores()
        left_out = len({failure["block"] for failure in run.failures()})
        if not totals.matches:
            raise StoreError(
                f"{run.address}: nothing to sum up: {counted(left_out, 'block')} left out, "
                "strategies failed (see run.log)"
            )
        first, second = (Side(name, side_wins(scores, side, plan.rotations)) for side, name in enumerate(plan.teams))
        drawn = sum(count * (plan.rotations - sum(won)) for won, count in scores.items())
        return Summary(
            plan.unit,
            totals.matches,
            totals.deals,
            (first, second),
            drawn / totals.matches,
            _values(totals, PATTERN_SHARES),
            _values(totals, DEAL_MEANS),
            _values(totals, KIND_MEANS),
            _match_numbers(totals) if plan.unit == "match" else None,
            left_out,
            plan,
        )


def summarize(run: Run) -> Summary:
    """The summary of the parts that a run has so far. Raises `StoreError` when it has none."""
    collector = SummaryCollector(run)
    for deals, matches in run.parts():
        collector.add(deals, matches)
    return collector.summary()


def side_wins(scores: Scores, side: int, rotations: int) -> Estimate:
    """The share of games that side 0 or 1 won, from how many blocks ended how; a draw is half a win."""
    halves = {won: rotations + won[side] - won[1 - side] for won in scores}
    total = sum(count * halves[won] for won, count in scores.items())
    squares = sum(count * halves[won] ** 2 for won, count in scores.items())
    return win_share(Moments(scores.total(), (Fraction(total),), (Fraction(squares),)), rotations)


def win_share(halves: Moments, rotations: int) -> Estimate:
    """The share of games won, from the moments whose first column is the half games won in each block.

    Independent games have Wilson's interval. Games of one block share their cards, so the interval is then Wilson's
    with the blocks' variance.
    """
    total, squares = halves.sums[0], halves.products[0]
    if rotations == 1:
        return wilson(int(total) / 2, halves.n)
    unit = Fraction(1, 2 * rotations)
    return share_interval(mean_of(Moments(halves.n, (total * unit,), (squares * unit**2,))))


def _metrics(plan: Plan) -> Iterable[Metric]:
    """The metrics that the summary of a run of this plan is made of."""
    for metrics in (*_OF_DEALS, *(_OF_MATCHES if plan.unit == "match" else ())):
        yield from metrics.values()
    if plan.unit == "match":
        yield from (DEALS_A_MATCH, ACE_FAILURES, FALLS)


def _values(totals: Totals, metrics: Mapping[str, Metric]) -> dict[str, float]:
    return {name: totals.value(metric) for name, metric in metrics.items()}


def _match_numbers(totals: Totals) -> MatchNumbers:
    return MatchNumbers(
        totals.value(DEALS_A_MATCH),
        totals.value(ACE_FAILURES),
        totals.value(FALLS),
        _values(totals, ENDINGS),
        _values(totals, TRIBUTE_SHARES),
        _values(totals, LAST_LEVEL_SHARES),
    )
