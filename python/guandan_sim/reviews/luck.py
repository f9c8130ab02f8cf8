"""The luck of the cards: what a hand is worth before the first play, whoever plays it."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt
import polars as pl

from guandan_sim.plan import Plan
from guandan_sim.reviews.positions import RecordedDeal
from guandan_sim.terms import PATTERNS


@dataclass(frozen=True)
class Luck:
    """What the cards of a seat are worth to its team before the first play.

    The means are over deals in which the seat holds these cards, the other hands are dealt at random, and one strategy
    plays all four. Levels are negative when lost.
    """

    seat: int
    win_rate: float
    win_rate_se: float
    mean_levels: float
    mean_levels_se: float


def luck_of(deal: RecordedDeal, seat: int, *, deals: int, policy: str, seed: int) -> Luck:
    """The luck of a seat, over so many deals in which its hand after tribute and the leader are those of `deal`."""
    hands = [deal.view(0, seat).hand if other == seat else None for other in range(4)]
    plan = Plan.of(
        deals=deals,
        hands=hands,
        leader=deal.record["leader"],
        level=deal.record["level"],
        rules=deal.rules,
        strategies=policy,
        seed=seed,
    )
    played = plan.simulator().play(0, plan.blocks, workers=1)
    table = pl.read_parquet(played.parquet("deals", {}, deals), columns=["winner_team", "pattern"])
    won = table["winner_team"].to_numpy() == seat % 2
    levels = np.array([deal.rules.promotion[PATTERNS.index(pattern)] for pattern in table["pattern"]])
    return Luck(seat, *_mean(won.astype(np.float64)), *_mean(np.where(won, levels, -levels).astype(np.float64)))


def _mean(values: npt.NDArray[np.float64]) -> tuple[float, float]:
    """The mean and its standard error."""
    return float(values.mean()), float(values.std(ddof=1)) / sqrt(len(values))
