"""How deals ended, to find those worth a look: all of them, or those that one strategy lost, greatest loss first."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from guandan_sim.errors import PlanError, unknown
from guandan_sim.plan import Plan
from guandan_sim.simulation import Run
from guandan_sim.store.sides import first_side
from guandan_sim.terms import PATTERNS


@dataclass(frozen=True, slots=True)
class Rotated:
    """How the same cards ended in another rotation: its match, who won, and the levels that the finish is worth."""

    match: int
    winner: str
    levels: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal ended.

    `winner` and `loser` are the strategies of the two sides. `finish` has the places of the winners, and `levels` says
    what that is worth by the rules' `promotion`; a file of records does not tell it where the deal ended a match, and
    then it is None. `rotated` has the same cards in the other rotations of a run.
    """

    match: int
    deal: int
    level: str
    winner: str
    loser: str
    finish: str
    levels: int | None
    rotated: tuple[Rotated, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Some deals out of `deals` that were looked at; `chosen` counts all that were asked for, shown or not.

    `always` counts those of them that the loser lost in every rotation of the cards.
    """

    shown: list[Outcome]
    deals: int
    chosen: int
    always: int


def outcomes_of_run(
    run: Run, *, match: int | None = None, deal: int | None = None, lost: str | None = None, limit: int
) -> Outcomes:
    """The first `limit` deals of a run, or of one match, or deal `deal` of each match.

    With `lost` only the deals that this strategy lost: first those that it lost in every rotation of the cards, of them
    those in which it lost the most levels over the rotations. Parts are read one by one, so that memory does not grow
    with the run. Raises `PlanError` for a strategy that did not play.
    """
    plan = run.plan
    side = None if lost is None else _side(lost, plan.teams)
    order = ["is_always", "total", "levels", "match", "deal"] if side is not None else ["match", "deal"]
    descending = [name in ("is_always", "levels") for name in order]
    kept: pl.DataFrame | None = None
    deals = chosen = always = 0
    for table, _ in run.parts():
        rows = _rows(plan, table, side or 0).filter(
            *([] if match is None else [pl.col("match") == match]),
            *([] if deal is None else [pl.col("deal") == deal]),
        )
        deals += rows.height
        if side is not None:
            rows = rows.filter(~pl.col("won"))
        chosen += rows.height
        always += int(rows["is_always"].sum())
        kept = (rows if kept is None else pl.concat([kept, rows])).sort(order, descending=descending).head(limit)
    sides = plan.teams if not side else plan.teams[::-1]
    shown = [] if kept is None else [_outcome(row, sides) for row in kept.to_dicts()]
    return Outcomes(shown, deals, chosen, always)


def outcomes_of_records(records: Iterable[Mapping[str, Any]], *, lost: str | None = None, limit: int) -> Outcomes:
    """The outcomes of recorded deals in their order; with `lost` those that this strategy lost, double-downs first.

    Deals without an end are left out. Raises `PlanError` for a strategy that never played.
    """
    deals = [_recorded(record) for record in records if record.get("places") is not None]
    chosen = deals
    if lost is not None:
        known = sorted({name for one in deals for name in (one.winner, one.loser)})
        if lost not in known:
            raise PlanError(unknown("strategy", lost, known))
        chosen = sorted(
            (one for one in deals if one.loser == lost),
            key=lambda one: PATTERNS.index(one.finish),
        )
    return Outcomes(chosen[:limit], len(deals), len(chosen), 0)


def _side(name: str, teams: tuple[str, str]) -> int:
    """Which of the two sides a strategy is. Raises `PlanError`."""
    if name not in teams:
        raise PlanError(unknown("strategy", name, teams))
    return teams.index(name)


def _rows(plan: Plan, deals: pl.LazyFrame, side: int) -> pl.DataFrame:
    """A row a deal as one side (0 or 1) sees it: whether it won, the levels at stake, and the same by rotation.

    `total` is what the side won less what it lost in levels, over the rotations.
    """
    cards = [pl.col("match") // plan.rotations, pl.col("deal")]
    worth = dict(zip(PATTERNS, plan.rules.promotion, strict=True))
    gain = pl.when("won").then("levels").otherwise(-pl.col("levels"))
    return (
        deals.select("match", "deal", "level", "pattern", "winner_team")
        .with_columns(
            won=(pl.col("winner_team") == first_side(plan.rotations)) != bool(side),
            levels=pl.col("pattern").cast(pl.String).replace_strict(worth, return_dtype=pl.Int64),
        )
        .with_columns(
            total=gain.sum().over(cards),
            is_always=(pl.len().over(cards) > 1) & (~pl.col("won")).all().over(cards),
            **{f"all_{name}": pl.col(name).over(cards, mapping_strategy="join") for name in ("match", "won", "levels")},
        )
        .collect()
    )


def _outcome(row: Mapping[str, Any], sides: tuple[str, str]) -> Outcome:
    """The outcome in a row of `_rows`; `sides` begin with the side that the row is about."""
    winner, loser = sides if row["won"] else sides[::-1]
    rotated = zip(row["all_match"], row["all_won"], row["all_levels"], strict=True)
    return Outcome(
        row["match"],
        row["deal"],
        row["level"],
        winner,
        loser,
        row["pattern"],
        row["levels"],
        tuple(Rotated(match, sides[not won], levels) for match, won, levels in rotated if match != row["match"]),
    )


def _recorded(record: Mapping[str, Any]) -> Outcome:
    """The outcome of a recorded deal that has an end."""
    places, promoted = record["places"], record["promoted"]
    first = places[0]
    names = ["+".join(dict.fromkeys(record["strategies"][team::2])) for team in (0, 1)]
    return Outcome(
        record["match"],
        record["deal"],
        record["level"],
        names[first % 2],
        names[1 - first % 2],
        f"1-{places.index((first + 2) % 4) + 1}",
        promoted and promoted["levels"],
    )
