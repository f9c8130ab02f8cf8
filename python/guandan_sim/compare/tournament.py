"""Everybody against everybody on common blocks: ratings, a cross table, circles."""

import os
from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, Unpack

import numpy as np
import polars as pl

from guandan_sim.commands import command
from guandan_sim.compare.directory import Outline
from guandan_sim.compare.play import play
from guandan_sim.compare.result import Comparison, Row, frame, with_ends
from guandan_sim.compare.setup import Setup, StudyOptions
from guandan_sim.compare.variants import RulesLike, rules_options, variant
from guandan_sim.errors import PlanError
from guandan_sim.executors import Listener
from guandan_sim.measure.rows import block_scores
from guandan_sim.plan import Plan
from guandan_sim.simulation import Run
from guandan_sim.stats import (
    Circle,
    Pairing,
    PairResults,
    Ratings,
    bradley_terry,
    cross_table,
    elo_of_estimate,
    intransitive_triples,
)
from guandan_sim.stats.inputs import FloatArray

# Consecutive blocks are added up to no more groups than these: as independent as blocks, and bounded in memory.
_LARGEST_GROUPS = 10_000


class Tournament(Comparison):
    """A round robin.

    `table` has a row per strategy, the strongest first: rank, strategy, rating with low and high (Elo points, their
    mean 0, 95 % interval), points (won games and half of the drawn ones), games, blocks. `pairs` is the cross table.
    """

    @cached_property
    def results(self) -> PairResults:
        """The points that the strategies took from each other, by groups of blocks."""
        labels = self.labels
        size = -(-self._plan.blocks // _LARGEST_GROUPS)
        points = np.zeros((-(-self._plan.blocks // size), len(labels), len(labels)))
        games = self._plan.rotations
        for (i, j), run in zip(combinations(range(len(labels)), 2), self.runs.values(), strict=True):
            won, blocks = _sums(run, size)
            points[:, i, j] = (games * blocks + won) / 2
            points[:, j, i] = (games * blocks - won) / 2
        return PairResults.of(labels, points)

    @property
    def _plan(self) -> Plan:
        return next(iter(self.runs.values())).plan

    @cached_property
    def ratings(self) -> Ratings:
        """The ratings by maximum likelihood, in the order of `labels`."""
        return bradley_terry(self.results, virtual_games=self._plan.rotations)

    @cached_property
    def pairings(self) -> tuple[Pairing, ...]:
        """The score of every pair with its interval."""
        return cross_table(self.results)

    @cached_property
    def circles(self) -> tuple[Circle, ...]:
        """The circles of three strategies each of which beats the next, which no rating can express."""
        return intransitive_triples(self.results)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The places of the strategies in `labels`, the strongest first; equals in the order of `labels`."""
        ratings = [rating.value or 0.0 for rating in self.ratings.ratings]
        return tuple(sorted(range(len(ratings)), key=lambda i: -ratings[i]))

    @cached_property
    def table(self) -> pl.DataFrame:
        """The ranking; the columns are listed at the class."""
        points = self.results.points.sum(axis=0)
        games = self.results.games.sum(axis=0)
        rows: list[Row] = [
            {
                "rank": place + 1,
                "strategy": self.labels[i],
                **with_ends("rating", self.ratings.ratings[i]),
                "points": float(points[i].sum()),
                "games": int(games[i].sum()),
                "blocks": self._plan.blocks,
            }
            for place, i in enumerate(self.order)
        ]
        return frame(rows)

    @cached_property
    def pairs(self) -> pl.DataFrame:
        """first, second, score with low and high, elo with its interval, superiority, p_adjusted (Holm over pairs)."""
        rows: list[Row] = [
            {
                "first": pairing.first,
                "second": pairing.second,
                **with_ends("score", pairing.score),
                "elo": elo.elo,
                "elo_low": elo.low,
                "elo_high": elo.high,
                "superiority": pairing.superiority,
                "p_adjusted": pairing.p_value,
            }
            for pairing in self.pairings
            for elo in (elo_of_estimate(pairing.score),)
        ]
        return frame(rows)

    def details(self) -> dict[str, Any]:
        """Ratings, pairs and circles as JSON values."""
        return {
            "ratings": self.ratings.to_dict(),
            "pairs": self.pairs.to_dicts(),
            "circles": [circle.to_dict() for circle in self.circles],
        }


def tournament(
    strategies: Sequence[object],
    *,
    rules: RulesLike = "institute",
    out: str | os.PathLike[str] | None = None,
    on_progress: Listener | None = None,
    **options: Unpack[StudyOptions],
) -> Tournament:
    """Plays everybody against everybody on the same cards and rates them.

    A strategy is text or an object with `act` or `act_batch` (docs/ENVIRONMENT.md). The cards of a block are the same
    for all pairs; sides are swapped inside it (`rotations` 2). The options are those of `simulate`; without `deals` or
    `matches` each pair plays 10,000 matches. If interrupted, the same call with the same `out` continues it; without
    `out` the data is deleted when the program ends. Raises `PlanError`, `RulesError` and `NotationError` before
    anything is played, `StoreError` when writing fails.

    >>> found = tournament(["random", "lowest"], deals=200, seed=7)
    >>> found.table["strategy"].to_list()
    ['lowest', 'random']
    """
    if not isinstance(strategies, Sequence) or isinstance(strategies, str) or len(strategies) < 2:
        raise PlanError(f"a tournament needs a list of at least two strategies, got {strategies!r}")
    chosen = variant(rules)
    setup = Setup.of(options, rotations=2, out=out)
    labels = [setup.plan(chosen.rules, strategy).strategies[0] for strategy in strategies]
    twice = next((label for place, label in enumerate(labels) if label in labels[:place]), None)
    if twice is not None:
        raise PlanError(f"a tournament needs strategies that differ, got {twice} twice")
    plans = {
        f"{labels[i]} v {labels[j]}": setup.plan(chosen.rules, strategies[i], strategies[j])
        for i, j in combinations(range(len(labels)), 2)
    }
    arguments = {"strategies": labels, "rules": chosen.rules.fingerprint, **setup.options}
    again = command(["tournament", *labels], [*rules_options(chosen), *setup.words()])
    outline = Outline.of("tournament", labels, list(plans), arguments, again)
    return Tournament(play(outline, plans, out, on_progress, **setup.how), plans.values())


def _sums(run: Run, size: int) -> tuple[FloatArray, FloatArray]:
    """For each group of `size` blocks the games that the first strategy won minus those it lost, and the blocks."""
    groups = -(-run.plan.blocks // size)
    won, blocks = np.zeros(groups), np.zeros(groups)
    for deals, matches in run.parts():
        scores = block_scores(run.plan, deals, matches)
        group = scores["block"].to_numpy() // size
        won += np.bincount(group, scores["score"].to_numpy() * run.plan.rotations, groups)
        blocks += np.bincount(group, minlength=groups)
    return won, blocks
