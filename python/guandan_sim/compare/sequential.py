"""Stopping as soon as enough is known: when an interval is short enough, or a sequential test decides.

Every block is tested, in order, so the stop depends on the blocks alone: not on workers, on the size of portions, or on
interruptions. Parts are made in portions that grow, so a few blocks more than needed are played; results leave these
out.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Self, Unpack

import polars as pl

from guandan_sim.arguments import check_number
from guandan_sim.commands import Option
from guandan_sim.compare.directory import Outline
from guandan_sim.compare.play import prepared
from guandan_sim.errors import PlanError, shown
from guandan_sim.executors import Listener, Progress, ignore
from guandan_sim.measure.rows import block_scores
from guandan_sim.options import How
from guandan_sim.plan import Plan
from guandan_sim.simulation import Run, continue_run
from guandan_sim.stats import HalfWidthStop, Sprt, SprtResult, until_half_width

# The most that is played when nobody says how much.
LARGEST_MATCHES = 1_000_000
# Rows of a part under a rule that stops: small, as what is played past the stop is in vain.
PART_MATCHES, PART_DEALS = 512, 8_192
# What would take more blocks than a run can have.
SMALLEST_UNTIL = 1e-6
_ALPHA = _BETA = 0.05
_NO_SCORES = pl.DataFrame(schema={"block": pl.UInt64, "score": pl.Float64})


@dataclass(frozen=True, slots=True)
class Stop:
    """What a rule says of the blocks so far.

    `decided` is whether it stops, `blocks` after how many blocks, `end` the number of the first block after these, and
    `result` what the statistics say.
    """

    decided: bool
    blocks: int
    end: int
    result: SprtResult | HalfWidthStop


@dataclass(frozen=True, slots=True)
class StopRule:
    """When to stop: at a half width, or at the decision of a test between two differences of win rates."""

    until: float | None
    sprt: tuple[float, float] | None

    @classmethod
    def of(cls, until: float | None, sprt: Sequence[float] | str | None) -> Self | None:
        """The rule that was asked for, or None. Raises `PlanError` for a rule that could not be followed."""
        if until is not None and sprt is not None:
            raise PlanError("until and sprt: expected one rule to stop by, not both")
        if until is not None:
            expected = f"a half width from {SMALLEST_UNTIL:f} to 1 (0.005 is half a per cent)"
            return cls(check_number("until", until, expected, SMALLEST_UNTIL, 1), None)
        return None if sprt is None else cls(None, _two_differences(sprt))

    def test(self, scores: pl.DataFrame, rotations: int) -> Stop:
        """Tests the blocks so far by the difference of win rates in each (see `block_scores`)."""
        seen = scores["score"].to_numpy()
        if self.sprt is not None:
            tested = Sprt(*self.sprt, low=-1.0, high=1.0, alpha=_ALPHA, beta=_BETA).test(seen)
            return _stop(tested.decision != "undecided", tested, scores)
        found = until_half_width(seen, self.until or 0.0, scale=2.0 / rotations)
        return _stop(found.reached, found, scores)

    def options(self) -> list[Option]:
        """The rule for a command line."""
        return [
            ("--until", self.until),
            ("--sprt", None if self.sprt is None else f"{self.sprt[0]:g},{self.sprt[1]:g}"),
        ]


def play_until(
    rule: StopRule,
    outline: Outline,
    plan: Plan,
    out: str | os.PathLike[str] | None,
    on_progress: Listener | None,
    **how: Unpack[How],
) -> Path:
    """Makes the parts of the comparison's run until the rule stops or all are there; returns the directory."""
    listener = on_progress or ignore
    (folder,) = outline.runs.values()
    made, scores = 0, _NO_SCORES
    before: int | None = None

    def hears(progress: Progress, /) -> None:
        # Later portions find there what this command made in earlier ones.
        nonlocal before
        before = progress.before if before is None else before
        listener(Progress(progress.done, progress.total, before))

    with closing(plan):
        directory = prepared(outline, [plan], out)
        while made < plan.parts:
            upto = min(plan.parts, made + max(1, made // 4))
            continue_run(plan, directory / folder, parts=upto, on_progress=hears, **how)
            scores = pl.concat([scores, *_scores(Run(directory / folder), made, upto)])
            if rule.test(scores, plan.rotations).decided:
                break
            made = upto
    return directory


def stop_of(rule: StopRule, run: Run) -> Stop:
    """What a rule says of the parts that a run has; parts after a missing one do not count, as blocks go in order."""
    return rule.test(pl.concat([_NO_SCORES, *_scores(run, 0, run.leading_parts)]), run.plan.rotations)


def _scores(run: Run, first: int, upto: int) -> Iterator[pl.DataFrame]:
    for deals, matches in islice(run.parts(first), upto - first):
        yield block_scores(run.plan, deals, matches)


def _stop(decided: bool, result: SprtResult | HalfWidthStop, scores: pl.DataFrame) -> Stop:
    end = int(scores["block"][result.blocks - 1]) + 1 if result.blocks else 0
    return Stop(decided, result.blocks, end, result)


def _two_differences(given: Sequence[float] | str) -> tuple[float, float]:
    """The two differences of win rates to decide between. Raises `PlanError`."""
    try:
        low, high = (float(one) for one in (given.split(",") if isinstance(given, str) else given))
    except (OverflowError, TypeError, ValueError):
        low, high = 0.0, 0.0
    if not -1 < low < high < 1:
        raise PlanError(
            "sprt: expected two differences of win rates from -1 to 1, the smaller first, such as 0,0.02, "
            f"got {given if isinstance(given, str) else shown(given)}"
        )
    return low, high
