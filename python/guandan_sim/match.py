"""One match from level 2 until a team passes A: `Match` plays it, at once or step by step."""

import io
import os
from collections.abc import Callable, Sequence
from contextlib import closing
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from guandan_sim._core import Play, Rules, SteppedMatch, View
from guandan_sim.arguments import check_whole, several
from guandan_sim.errors import PlanError
from guandan_sim.options import LARGEST_COUNT
from guandan_sim.plan import Plan
from guandan_sim.strategies import OBJECT, is_loaded, split

if TYPE_CHECKING:
    import polars as pl

# What stands in plan and records for a seat that is played by the caller, step by step.
_YOURS = f"{OBJECT}outside"


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

    `play()` plays the whole match between named strategies.

    A match can also be taken step by step. None in `strategies` stands for a seat that you play: the match stops at
    each of its turns, and `act` continues it. Named strategies play the other seats by themselves; they have to be
    built in. When a deal ends, its record is added to `records` and the next deal begins at once. A copy of a match
    is independent of it, so that a search can try what comes of a play. A pickle plays the match again up to where
    it stands.

    Raises `PlanError`, `RulesError` and `NotationError`.

    >>> import guandan_sim as gd
    >>> match = gd.Match(rules="institute", strategies=["tempo", "lowest"], seed=7)
    >>> result = match.play()
    >>> result.winner_team, result.ended_by, result.levels[0]
    (0, 'ace', 'A')
    >>> result.table.height == result.deals == len(result.records)
    True
    >>> match = gd.Match(rules="institute", strategies=[None, "lowest", None, "lowest"], seed=7)
    >>> tempo = gd.strategy("tempo")
    >>> while not match.is_over:
    ...     _ = match.act(tempo.act(match.view(match.turn)))
    >>> match.winner_team, len(match.records) == result.deals
    (0, True)
    """

    def __init__(
        self,
        *,
        rules: Rules | str | os.PathLike[str] = "institute",
        strategies: Sequence[Any] | str = ("random", "lowest"),
        seed: int | None = None,
        match: int = 0,
        clock_model: str = "",
        leave_rate: float = 0.0,
    ) -> None:
        """A match about to begin."""
        match = check_whole("match", match, 0, LARGEST_COUNT - 1)
        players = split(strategies) if isinstance(strategies, str) else several("strategies", strategies)
        self._plan = Plan.of(
            matches=match + 1,
            rules=rules,
            strategies=[_YOURS if player is None else player for player in players],
            seed=seed,
            clock_model=clock_model,
            leave_rate=leave_rate,
        )
        self._number = match
        self._begun: SteppedMatch | None = None

    @property
    def seed(self) -> int:
        """The seed of the match, whether it was given or drawn."""
        return self._plan.seed

    def play(self) -> MatchResult:
        """Plays the match from its first deal to its end. Every call gives the same result.

        Raises `PlanError` when seats are None.
        """
        import polars as pl

        if _YOURS in self._plan.strategies:
            raise PlanError("strategies: None is a seat that you play by act: name a strategy for each seat instead")
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

    @property
    def deal(self) -> int:
        """The number of the deal in progress, from 0. After the match it is that of the last deal."""
        return self._state.deal

    @property
    def level(self) -> str:
        """The level of the deal, a letter such as `T`."""
        return self._state.level

    @property
    def levels(self) -> tuple[str, str]:
        """The teams' levels, after the deals that are over."""
        return self._state.levels

    @property
    def phase(self) -> str:
        """What is decided: "pay", "return" or "pick" while tribute is paid, then "play"; "over" after the match."""
        return self._state.phase

    @property
    def turn(self) -> int | None:
        """The seat that acts next, 0 to 3, which is one that you play. None when the match is over."""
        return self._state.turn

    @property
    def places(self) -> tuple[int, ...]:
        """The seats that have gone out in the deal, first to last."""
        return self._state.places

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self._state.is_over

    @property
    def winner_team(self) -> int | None:
        """The team that won, 0 or 1. None while the match goes on, after a draw at the bell, and when a player left."""
        return self._state.winner_team

    @property
    def ended_by(self) -> str | None:
        """What ended the match: "ace", "clock" or "leave". None while it goes on."""
        return self._state.ended_by

    @property
    def records(self) -> tuple[str, ...]:
        """The records of the deals that are over, a line of JSON each (docs/RECORDS.md)."""
        return tuple(self._state.records)

    def view(self, seat: int) -> View:
        """What `seat` may know at this moment. After the match it is the end of the last deal."""
        return self._state.view(seat)

    def legal_plays(self, *, detail: Literal["cards", "ranks"] = "cards") -> list[Play]:
        """The plays of the seat to act, and in the phases of tribute the single cards to choose from.

        The list is empty when the seat can only pass and when the match is over. `detail` is explained at
        `guandan_sim.legal_plays`.
        """
        return self._state.legal_plays(detail=detail)

    def act(self, action: object) -> Play | None:
        """Acts for the seat to act, and plays on to your next turn. Returns the play made, or None for a pass.

        `action` is the index of one of `legal_plays()`, their number for a pass, a `Play`, None for a pass, cards, or a
        triple (cards, kind, rank). Cards alone count as in `Deal.play`.

        Raises `IllegalPlay` for what the seat may not do, `NotationError` and `GuandanError`; nothing has changed then.
        """
        return self._state.act(action)

    @property
    def _state(self) -> SteppedMatch:
        """The match as it stands, begun when it is first asked for."""
        if self._begun is None:
            self._begun = _begun(self._plan, self._number, ())
        return self._begun

    def __copy__(self) -> "Match":
        """A copy that continues from here independently."""
        made = object.__new__(Match)
        made._plan, made._number, made._begun = self._plan, self._number, copy(self._begun)
        return made

    def __deepcopy__(self, _memo: object) -> "Match":
        """A copy that continues from here independently."""
        return self.__copy__()

    def __reduce__(self) -> "tuple[Callable[[Plan, int, list[int] | None], Match], tuple[Plan, int, list[int] | None]]":
        """The plan and the steps taken, from which another process plays the match again."""
        return _resumed, (self._plan, self._number, None if self._begun is None else self._begun.answers)

    def __eq__(self, other: object) -> bool:
        """Whether both are the same match and stand at the same place."""
        if not isinstance(other, Match):
            return NotImplemented
        mine, others = (() if match._begun is None else tuple(match._begun.answers) for match in (self, other))
        return (self._plan, self._number, mine) == (other._plan, other._number, others)

    def __hash__(self) -> int:
        """Raises `TypeError`: a match changes."""
        raise TypeError("a Match changes as it is played and has no hash: take its views, or id(match)")

    def __repr__(self) -> str:
        """What is played."""
        return f"<Match {self._number} of seed {self.seed}: {' v '.join(self._plan.teams)}, {self._plan.rules.label}>"


def _begun(plan: Plan, number: int, answers: Sequence[int]) -> SteppedMatch:
    """A match of a plan after these steps. Raises `PlanError` for a strategy that is not built in."""
    for text in plan.strategies:
        if text != _YOURS and (text.startswith(OBJECT) or is_loaded(text)):
            name = text.removeprefix(OBJECT)
            raise PlanError(f"strategies: {name} is not built in: give its seats as None, and ask it at each turn")
    return plan.engine.begin(number, answers)


def _resumed(plan: Plan, number: int, answers: Sequence[int] | None) -> Match:
    """The match that a pickle holds."""
    made = object.__new__(Match)
    made._plan, made._number = plan, number
    made._begun = None if answers is None else _begun(plan, number, answers)
    return made
