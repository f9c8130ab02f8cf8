"""One match from level 2 until a team passes A: `Match` plays it, `MatchResult` holds the result."""

import io
import os
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from guandan_sim._core import Rules
from guandan_sim.arguments import check_whole
from guandan_sim.options import LARGEST_COUNT
from guandan_sim.plan import Plan
from guandan_sim.strategies import split

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match. `Match.play` returns it.

    * `winner_team` is 0 or 1, or None after a draw at the bell and when a player left.
    * `ended_by` is "ace", "clock" or "leave".
    * `deals` and `plays` count finished deals and the plays in them.
    * `levels` at the end, `ace_failures` (failed attempts at A) and `falls` of the whole match are by team.
    * `points` are by seat. They are None when the rules keep no points (docs/RULES.md R12).
    * `table` is a polars frame with one row for each deal, as in the data set (docs/DATA.md).
    * `records` has one line of JSON for each deal (docs/RECORDS.md).
    """

    winner_team: int | None
    ended_by: str
    deals: int
    plays: int
    levels: tuple[str, str]
    ace_failures: tuple[int, int]
    falls: tuple[int, int]
    points: tuple[int, int, int, int] | None
    table: "pl.DataFrame" = field(repr=False, compare=False)
    records: tuple[str, ...] = field(repr=False)


class Match:
    """One match between strategies. `simulate(matches=…)` plays the same match under the same seed and number.

    `strategies` are one for all seats, two for the teams or four for the seats. `match` is the number of the match in a
    run with this `seed`; without a seed one is drawn. `clock_model` and `leave_rate` are explained at `simulate`.

    Raises `PlanError`, `RulesError` and `NotationError`.

    >>> import guandan_sim as gd
    >>> match = gd.Match(rules="institute", strategies=["tempo", "lowest"], seed=7)
    >>> result = match.play()
    >>> result.winner_team, result.ended_by, result.levels[0]
    (0, 'ace', 'A')
    >>> result.table.height == result.deals == len(result.records)
    True
    """

    def __init__(
        self,
        *,
        rules: Rules | str | os.PathLike[str] = "institute",
        strategies: Sequence[str] | str = ("random", "lowest"),
        seed: int | None = None,
        match: int = 0,
        clock_model: str = "",
        leave_rate: float = 0.0,
    ) -> None:
        """A match about to begin."""
        match = check_whole("match", match, 0, LARGEST_COUNT - 1)
        self._plan = Plan.of(
            matches=match + 1,
            rules=Rules(rules),
            strategies=split(strategies) if isinstance(strategies, str) else strategies,
            seed=seed,
            clock_model=clock_model,
            leave_rate=leave_rate,
        )
        self._number = match

    @property
    def seed(self) -> int:
        """The seed of the match, whether it was given or drawn."""
        return self._plan.seed

    def play(self) -> MatchResult:
        """Plays the match from its first deal to its end. Every call gives the same result."""
        import polars as pl

        with closing(self._plan):
            played = self._plan.engine.play(self._number, 1, workers=1, records=True)
        tables = {
            name: pl.read_parquet(io.BytesIO(played.parquet(name, {}, max(1, played.rows(name)))))
            for name in ("matches", "deals")
        }
        row = tables["matches"].row(0, named=True)
        points = tuple(row[f"points_s{seat}"] for seat in range(4))
        return MatchResult(
            winner_team=row["winner_team"],
            ended_by=row["ended_by"],
            deals=row["deals"],
            plays=row["plays"],
            levels=(row["level_t0"], row["level_t1"]),
            ace_failures=(row["ace_failures_t0"], row["ace_failures_t1"]),
            falls=(row["falls_t0"], row["falls_t1"]),
            points=None if None in points else points,
            table=tables["deals"],
            records=tuple(played.records().splitlines()),
        )

    def __repr__(self) -> str:
        """What is played."""
        return f"<Match {self._number} of seed {self.seed}: {' v '.join(self._plan.teams)}, {self._plan.rules.label}>"
