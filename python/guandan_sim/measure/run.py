"""Everything that the page of a run says, as numbers, from one pass over its parts."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from guandan_sim.errors import PathError
from guandan_sim.measure.collected import Estimates, Totals
from guandan_sim.measure.metrics import (
    BOMBS_A_DEAL,
    DEALS_A_MATCH,
    LEVELS_A_DEAL,
    MATCH_WINS,
    PLAYS_A_DEAL,
    WON_BY_LEADER,
)
from guandan_sim.measure.rows import Rows
from guandan_sim.measure.summary import Summary, SummaryCollector, win_share
from guandan_sim.measure.tallies import Tallies
from guandan_sim.plan import Plan
from guandan_sim.simulation import Run
from guandan_sim.stats import Estimate

if TYPE_CHECKING:
    import numpy.typing as npt

# Convergence is shown after each of so many stretches of blocks, wherever parts begin and end.
STRETCHES = 60
_METRICS = (MATCH_WINS, DEALS_A_MATCH, LEVELS_A_DEAL, PLAYS_A_DEAL, BOMBS_A_DEAL)


@dataclass(frozen=True, slots=True)
class RunNumbers:
    """The numbers of a run.

    `estimates` has wins, deals a match, levels, plays and bombs a deal. `convergence` is the `headline` after so many
    blocks, in order. `won_by_leader` is the share of deals that the leader's side won.
    """

    summary: Summary
    estimates: Estimates
    headline: Estimate
    convergence: tuple[tuple[int, Estimate], ...]
    tallies: Tallies
    won_by_leader: float


def is_mirror(plan: Plan) -> bool:
    """Whether one strategy plays at all seats: then nobody is asked to win, and the question is about the game."""
    return len(set(plan.strategies)) == 1


def headline(plan: Plan, estimates: Estimates) -> Estimate:
    """The number that answers a run's question.

    It is the first side's share of wins; where one strategy plays itself, deals a match, or levels a deal in a run of
    deals.
    """
    if not is_mirror(plan):
        return win_share(estimates.moments(MATCH_WINS), plan.rotations)
    return estimates.estimate(DEALS_A_MATCH if plan.unit == "match" else LEVELS_A_DEAL)


def numbers_of_run(run: Run) -> RunNumbers:
    """The numbers of the parts that a run has, each read once.

    Raises `PathError` when the run has no part yet, `StoreError` when nothing is in its parts.
    """
    plan = run.plan
    summary, tallies = SummaryCollector(run), Tallies()
    estimates, leader = Estimates(_METRICS), Totals([WON_BY_LEADER])
    after: dict[int, tuple[int, Estimate]] = {}
    parts = 0
    for part in run.parts():
        rows = Rows.of(plan, *part)
        deals, matches = rows.deals.lazy(), rows.matches.lazy()
        summary.add(deals, matches)
        leader.add(deals, matches)
        tallies.add(rows)
        sums = rows.sums(_METRICS)
        for stretch, blocks in _stretches(plan, rows.blocks.to_numpy()):
            estimates.add({metric: (total[blocks], count[blocks]) for metric, (total, count) in sums.items()})
            after[stretch] = (estimates.blocks, headline(plan, estimates))
        parts += 1
    if not parts:
        raise PathError(f"{run.address}: no part of this run has been written yet; the same command again makes them")
    return RunNumbers(
        summary.summary(),
        estimates,
        headline(plan, estimates),
        tuple(after.values()),
        tallies,
        leader.value(WON_BY_LEADER),
    )


def _stretches(plan: Plan, blocks: "npt.NDArray[np.uint64]") -> Iterator[tuple[int, slice]]:
    """The stretches of a run that the blocks of a part, in order, belong to, and where the blocks of each stand."""
    numbers, begins = np.unique(blocks.astype(np.int64) * STRETCHES // plan.blocks, return_index=True)
    for number, begin, end in zip(numbers, begins, [*begins[1:], len(blocks)], strict=True):
        yield int(number), slice(begin, end)
