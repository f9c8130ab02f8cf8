"""How fast this build plays on this machine."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from guandan_sim._core import Simulator

# Enough deals to tell how many fill the time asked for.
_TRIAL = 512


@dataclass(frozen=True, slots=True)
class Speed:
    """Deals a second of one strategy at all seats on so many threads, statistics counted, nothing written.

    `deals_per_second` is by the clock; `cpu_seconds` is what all threads took together.
    """

    strategy: str
    workers: int
    deals: int
    seconds: float
    cpu_seconds: float

    @property
    def deals_per_second(self) -> float:
        """By the clock."""
        return self.deals / self.seconds


def measure(
    strategies: Sequence[str], workers: Sequence[int], seconds: float, *, rules: str = "institute"
) -> Iterator[Speed]:
    """Plays single deals at level 2 for about so many seconds by each strategy on each number of threads.

    Raises `PlanError` and `NotationError` for what cannot be played.
    """
    simulators = {strategy: Simulator(strategies=[strategy], seed=0, rules=rules) for strategy in strategies}
    for strategy, simulator in simulators.items():
        for threads in workers:
            trial = _timed(simulator, _TRIAL, threads)
            deals = max(_TRIAL, int(_TRIAL * seconds / trial[0]))
            took, cpu = _timed(simulator, deals, threads)
            yield Speed(strategy, threads, deals, took, cpu)


def _timed(simulator: Simulator, deals: int, workers: int) -> tuple[float, float]:
    """Seconds by the clock, and of all threads together."""
    begun, cpu = time.perf_counter(), time.process_time()
    simulator.play(0, deals, workers=workers)
    return time.perf_counter() - begun, time.process_time() - cpu
