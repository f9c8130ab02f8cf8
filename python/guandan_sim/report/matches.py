"""The numbers of a run of matches that single deals do not have, collected part by part."""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from guandan_sim.terms import LEVELS

if TYPE_CHECKING:
    import polars as pl

_ENDS = ("ace", "clock", "leave")
_TRIBUTES = ("none", "single", "double", "void")


@dataclass(frozen=True, slots=True)
class MatchNumbers:
    """Means and shares over matches.

    `ended_by` are shares of matches, `tribute` shares of the deals after the first, `levels` shares of teams by their
    level at the end; `ace_failures` and `falls` are of both teams together.
    """

    deals_a_match: float
    ace_failures_a_match: float
    falls_a_match: float
    ended_by: dict[str, float]
    tribute: dict[str, float]
    levels: dict[str, float]


class MatchCounter:
    """Adds up the parts of a run."""

    def __init__(self) -> None:
        """Nothing counted yet."""
        self._counts: Counter[str] = Counter()

    def add(self, deals: "pl.LazyFrame", matches: "pl.LazyFrame") -> None:
        """Counts a part."""
        import polars as pl

        def both(name: str) -> "pl.Expr":
            return pl.col(f"{name}_t0").cast(pl.UInt64) + pl.col(f"{name}_t1")

        of_matches: dict[str, Any] = (
            matches.select(
                pl.len().alias("matches"),
                pl.col("deals").cast(pl.UInt64).sum(),
                both("ace_failures").sum().alias("ace_failures"),
                both("falls").sum().alias("falls"),
                *((pl.col("ended_by") == end).sum().alias(end) for end in _ENDS),
                *(
                    sum(((pl.col(f"level_t{team}") == level).sum() for team in (0, 1)), pl.lit(0)).alias(
                        f"level {level}"
                    )
                    for level in LEVELS
                ),
            )
            .collect()
            .row(0, named=True)
        )
        of_deals: dict[str, Any] = (
            deals.filter(pl.col("deal") > 0)
            .select(pl.len().alias("later"), *((pl.col("tribute") == kind).sum().alias(kind) for kind in _TRIBUTES))
            .collect()
            .row(0, named=True)
        )
        self._counts.update({**of_matches, **of_deals})

    def numbers(self) -> MatchNumbers:
        """The numbers of what was counted; at least one match."""
        counts = self._counts
        matches, later = counts["matches"], max(counts["later"], 1)
        return MatchNumbers(
            counts["deals"] / matches,
            counts["ace_failures"] / matches,
            counts["falls"] / matches,
            {end: counts[end] / matches for end in _ENDS},
            {kind: counts[kind] / later for kind in _TRIBUTES},
            {level: counts[f"level {level}"] / (2 * matches) for level in LEVELS},
        )
