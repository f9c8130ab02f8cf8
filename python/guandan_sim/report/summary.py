"""The main numbers of a run, collected part by part, so that memory does not grow with the run."""

from collections import Counter
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from guandan_sim.errors import StoreError
from guandan_sim.plan import Plan
from guandan_sim.report.matches import MatchCounter, MatchNumbers
from guandan_sim.simulation import Run
from guandan_sim.stats import Estimate, Moments, mean_of, share_interval, wilson
from guandan_sim.store.scores import Scores
from guandan_sim.terms import KINDS, PATTERNS, counted

if TYPE_CHECKING:
    import polars as pl

_MEANS = ("plays", "passes", "tricks", "wilds_substituted")


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two sides: its strategies, and its share of deals (or matches) won with a 95 % interval."""

    name: str
    wins: Estimate


@dataclass(frozen=True, slots=True)
class Summary:
    """A run in numbers: `per_deal` are means over deals, `patterns` shares of deals, `kinds` plays a deal.

    `match_numbers` are there for runs of matches. `left_out` counts the blocks that a failing strategy cost.
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
    left_out: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The same as JSON values."""
        return asdict(self)


class SummaryCounter:
    """Adds up the parts of a run of a plan."""

    def __init__(self, plan: Plan) -> None:
        """Nothing counted yet."""
        self._plan = plan
        self._counts: Counter[str] = Counter()
        self._of_matches = MatchCounter()

    def add(self, deals: "pl.LazyFrame", matches: "pl.LazyFrame") -> None:
        """Counts a part."""
        import polars as pl

        if self._plan.unit == "match":
            self._of_matches.add(deals, matches)
        self._counts.update(_sums(deals))
        self._counts["matches"] += matches.select(pl.len()).collect().item()

    def summary(self, run: Run) -> Summary:
        """The summary of what was counted, which is all of `run`. Raises `StoreError` when that is nothing."""
        plan, counts, scores = self._plan, self._counts, run.scores()
        left_out = len({failure["block"] for failure in run.failures()})
        if not counts["matches"]:
            raise StoreError(
                f"{run.address}: nothing to sum up: {counted(left_out, 'block')} left out, "
                "strategies failed (see run.log)"
            )
        deals_played = counts["deals"]
        # Where all matches were left or rung off in their first deal there is no deal: shares of nothing are 0.
        divisor = max(deals_played, 1)
        sides = tuple(Side(name, share(scores, side, plan.rotations)) for side, name in enumerate(plan.teams))
        drawn = sum(count * (plan.rotations - sum(won)) for won, count in scores.items())
        return Summary(
            plan.unit,
            counts["matches"],
            deals_played,
            (sides[0], sides[1]),
            drawn / counts["matches"],
            {pattern: counts[pattern] / divisor for pattern in PATTERNS},
            {name: counts[name] / divisor for name in _MEANS},
            {kind: counts[f"kind_{kind}"] / divisor for kind in KINDS},
            self._of_matches.numbers() if plan.unit == "match" else None,
            left_out,
        )


def summarize(run: Run) -> Summary:
    """The summary of the parts that a run has so far. Raises `StoreError` when it has none."""
    counter = SummaryCounter(run.plan)
    for deals, matches in run.parts():
        counter.add(deals, matches)
    return counter.summary(run)


def _sums(deals: "pl.LazyFrame") -> dict[str, int]:
    import polars as pl

    names = [*_MEANS, *(f"kind_{kind}" for kind in KINDS)]
    sums: dict[str, int] = (
        deals.select(
            pl.len().alias("deals"),
            *((pl.col("pattern") == pattern).sum().alias(pattern) for pattern in PATTERNS),
            *(pl.col(name).cast(pl.UInt64).sum() for name in names),
        )
        .collect()
        .row(0, named=True)
    )
    return sums


def share(scores: Scores, side: int, rotations: int) -> Estimate:
    """A side's share of games won; draws count half."""
    halves = {won: rotations + won[side] - won[1 - side] for won in scores}
    total = sum(count * halves[won] for won, count in scores.items())
    squares = sum(count * halves[won] ** 2 for won, count in scores.items())
    return share_of_halves(total, squares, scores.total(), rotations)


def share_of_halves(total: int, squares: int, blocks: int, rotations: int) -> Estimate:
    """The share of games won in blocks of so many rotations, from the sums of half games won and of their squares.

    Independent games have Wilson's interval. Games of one block share their cards, so the interval is then Wilson's
    with the blocks' variance.
    """
    if rotations == 1:
        return wilson(total / 2, blocks)
    unit = Fraction(1, 2 * rotations)
    return share_interval(mean_of(Moments(blocks, (total * unit,), (squares * unit**2,))))
