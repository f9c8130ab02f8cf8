"""Rates of the engine through the package, the best of several short runs; what is timed is checked."""

import io
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import polars as pl

import guandan_sim as gd
from guandan_sim._core import Simulator, rollout
from guandan_sim.speed import measure_speed

RUNS = 5
SECONDS = 0.7
SEED = 7
# Plays a deal of matches: a property of the strategies, so that a faster wrong game would show.
PLAYS = {"random": (54.0, 58.0), "lowest": (49.0, 53.0), "tempo": (34.0, 39.0)}


@dataclass(frozen=True)
class Rate:
    """So many a second, by the clock and by processor time."""

    clock: float
    processor: float


def checked(strategy: str, blocks: int) -> None:
    """Asserts that matches are those of the strategy, and the same on two threads as on one."""
    simulator = Simulator(strategies=[strategy], seed=SEED, unit="match")
    tables = []
    for workers in (1, 2):
        part = simulator.play(0, blocks, workers=workers)
        tables.append(part.parquet("deals", {}, part.rows("deals")))
    assert tables[0] == tables[1], "two threads play what one does"
    plays = pl.read_parquet(io.BytesIO(tables[0]), columns=["plays"]).to_series().mean()
    least, most = PLAYS[strategy]
    assert least < plays < most, f"{plays} plays a deal of {strategy}"


def deals(strategy: str) -> Rate:
    """Deals of matches on one thread: tribute, levels and statistics on, nothing written."""
    checked(strategy, 40)
    runs = [run for _ in range(RUNS) for run in measure_speed([strategy], (1,), SECONDS, unit="match")]
    return Rate(max(run.deals_per_second for run in runs), max(run.deals / run.cpu_seconds for run in runs))


def speedup(strategy: str, pairs: int = 15) -> float:
    """How much two threads are faster than one: the median of pairs of runs, one right after the other.

    The best of either would be of different moments of a machine whose pace changes.
    """
    runs = [list(measure_speed([strategy], (1, 2), SECONDS / 2, unit="match")) for _ in range(pairs)]
    return statistics.median(two.deals_per_second / one.deals_per_second for one, two in runs)


def position(cards: int, number: int) -> gd.Deal:
    """A deal played at random until so many cards are left in all hands."""
    dice = random.Random(number)
    while True:
        deal = gd.Deal.new(seed=dice.getrandbits(32))
        while (left := sum(map(len, deal.hands))) > cards:
            plays = deal.legal_plays(detail="ranks")
            answers = [*plays, None] if deal.table is not None else plays
            play = dice.choice(answers)
            _ = deal.pass_() if play is None else deal.play(play)
        if left == cards and not deal.is_over:
            return deal


def play_outs(policy: str, cards: int = 54, positions: int = 6) -> Rate:
    """Deals sampled from positions with so many cards left, and played to their end, on one thread."""
    every = [position(cards, number) for number in range(positions)]

    def work(samples: int) -> tuple[int, object]:
        found = [rollout(deal, samples=samples, policy=policy, seed=SEED) for deal in every]
        assert all(0 <= won <= 1 for rows in found for _, _, won, *_ in rows)
        return sum(n for rows in found for _, n, *_ in rows), [[row[1:] for row in rows] for rows in found]

    return best(work, 64)


def evaluations() -> Rate:
    """Dealt hands evaluated in full, level 2."""
    hands = [hand for number in range(250) for hand in gd.Deal.new(seed=SEED, match=number).hands]

    def work(size: int) -> tuple[int, object]:
        found = [gd.evaluate_hand(hands[i % len(hands)]) for i in range(size)]
        assert all(len(one.decomposition) == one.min_plays for one in found)
        return size, sum(one.control for one in found)

    return best(work, 200)


def best(work: Callable[[int], tuple[int, object]], size: int) -> Rate:
    """The rate of `work`, which says how much it did and what came of it: always the same for one size."""
    begun = time.perf_counter()
    work(size)
    size = max(size, int(size * SECONDS / (time.perf_counter() - begun)))
    clock = processor = 0.0
    first = None
    for _ in range(RUNS):
        begun, cpu = time.perf_counter(), time.process_time()
        done, result = work(size)
        clock = max(clock, done / (time.perf_counter() - begun))
        processor = max(processor, done / (time.process_time() - cpu))
        assert first in (None, result), "the same seed gives the same"
        first = result
    return Rate(clock, processor)


def started(arguments: Sequence[str], says: str) -> float:
    """Seconds of a Python process with these arguments, from its start to its end: the median."""
    took = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True)
        took.append(time.perf_counter() - begun)
        assert says in done.stdout
    return statistics.median(took)
