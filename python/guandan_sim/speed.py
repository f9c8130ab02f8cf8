"""How fast this build plays on this machine."""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from guandan_sim._core import Simulator, time_actions
from guandan_sim.plan import Plan, Unit
from guandan_sim.strategies import is_outside

# Enough deals or matches to tell how many fill the time asked for, if they do not fill it by themselves.
_TRIAL: dict[Unit, int] = {"deal": 512, "match": 48}
# A trial begins with a few of them: a strategy may think for a second before each play.
_FIRST, _TIMES = 1, 8
# Processor time by which a strategy is timed after a run, in seconds. Enough for thousands of decisions of a fast one.
_SHORT = 0.02


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast one strategy played at all seats on a number of threads, with statistics counted and nothing written.

    `seconds` are by the clock, `cpu_seconds` the processor time of all threads together.
    """

    strategy: str
    workers: int
    deals: int
    seconds: float
    cpu_seconds: float

    @property
    def deals_per_second(self) -> float:
        """Deals for each second by the clock."""
        return self.deals / self.seconds


def measure_speed(
    strategies: Sequence[str],
    workers: Sequence[int],
    seconds: float,
    *,
    rules: str = "institute",
    unit: Unit = "deal",
) -> Iterator[Speed]:
    """Plays for about so many seconds with each strategy on each number of threads.

    Single deals at level 2 are played or, with `unit="match"`, matches, whose deals have tribute and levels. Raises
    `PlanError` and `NotationError` for what cannot be played.
    """
    simulators = {strategy: Simulator(strategies=[strategy], seed=0, rules=rules, unit=unit) for strategy in strategies}
    for strategy, simulator in simulators.items():
        with closing(simulator):
            for threads in workers:
                blocks, trial = _FIRST, _timed(simulator, _FIRST, threads)
                while blocks < _TRIAL[unit] and trial[1] * _TIMES < seconds:
                    blocks = min(blocks * _TIMES, _TRIAL[unit])
                    trial = _timed(simulator, blocks, threads)
                wanted = int(blocks * seconds / trial[1])
                yield Speed(strategy, threads, *(_timed(simulator, wanted, threads) if wanted > blocks else trial))


def _timed(simulator: Simulator, blocks: int, workers: int) -> tuple[int, float, float]:
    """Plays so many blocks: the number of deals, the seconds by the clock, and the processor time of all threads."""
    begun, cpu = time.perf_counter(), time.process_time()
    part = simulator.play(0, blocks, workers=workers)
    took, of_all = time.perf_counter() - begun, time.process_time() - cpu
    return part.rows("deals"), took, of_all


def microseconds_a_decision(plans: Iterable[Plan]) -> dict[str, float | None]:
    """How long each strategy of some plans takes for a decision, in microseconds, by the text of the strategy.

    Strategies of the engine are timed now: each plays single deals at all seats, for some milliseconds of processor
    time of this thread, under the rules and at the first level of the first plan that has it; a pass counts like a
    play. For other strategies it is the time by the clock from question to answer in what these plans have played; None
    where they were not asked in this process.
    """
    found: dict[str, float | None] = {}
    answers: dict[str, tuple[int, float]] = {}
    for plan in plans:
        for text, (more, seconds) in plan.engine.answer_times.items():
            number, before = answers.get(text, (0, 0.0))
            answers[text] = (number + more, before + seconds)
        for text in plan.strategies:
            if text in found:
                continue
            found[text] = None if is_outside(text) else _timed_alone(text, plan)
    return found | {text: 1e6 * seconds / number for text, (number, seconds) in answers.items() if number}


def _timed_alone(strategy: str, plan: Plan) -> float:
    """The microseconds that a strategy of the engine takes for a play or pass."""
    actions, seconds = time_actions(strategy, seconds=_SHORT, rules=plan.rules, level=plan.levels[0])
    return 1e6 * seconds / actions
