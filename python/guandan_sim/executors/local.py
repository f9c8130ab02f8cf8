"""Parts made on this machine by the engine's threads; each is written while the next is played."""

import time
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor

from guandan_sim._core import Part as PlayedPart
from guandan_sim.errors import GuandanError, PlanError, StrategyError
from guandan_sim.executors import Course, Listener
from guandan_sim.executors.interruption import held_back
from guandan_sim.options import OnError
from guandan_sim.plan import Part
from guandan_sim.store.directory import RunDirectory
from guandan_sim.store.receipt import Receipt
from guandan_sim.store.tables import Tables
from guandan_sim.terms import counted


class LocalExecutor:
    """Plays on `workers` threads; one more encodes and writes."""

    def __init__(self, workers: int, on_error: OnError = "stop") -> None:
        """An executor with so many threads; `on_error` says what a strategy that fails leads to."""
        self.workers = workers
        self.on_error = on_error

    def describe(self) -> str:
        """See `Executor.describe`."""
        return counted(self.workers, "thread")

    def run(self, directory: RunDirectory, parts: Iterable[Part], listener: Listener) -> None:
        """See `Executor.run`."""
        plan = directory.plan
        simulator = plan.simulator()
        tables = Tables.of(simulator)
        course = Course(directory, listener)

        def finish(part: Part, played: PlayedPart) -> Receipt:
            return directory.write(part, tables.files(played, plan.log), played.failures())

        # One part is written while one is played: memory is bounded by two parts.
        writing: tuple[Future[Receipt], float] | None = None

        def settle() -> None:
            if writing is not None:
                receipt, seconds = writing
                course.wrote(receipt.result(), seconds)

        with held_back() as let_through, ThreadPoolExecutor(1, thread_name_prefix="writer") as writer:
            for part in parts:
                begun = time.perf_counter()
                try:
                    with let_through():
                        played = simulator.play(
                            part.first,
                            part.blocks,
                            workers=self.workers,
                            on_progress=course.tell,
                            on_error=self.on_error,
                        )
                except (StrategyError, PlanError):
                    # A fault of all parts.
                    settle()
                    raise
                except GuandanError as error:
                    course.failed(part, error)
                    continue
                except KeyboardInterrupt:
                    settle()
                    raise
                course.played(part)
                settle()
                writing = writer.submit(finish, part, played), time.perf_counter() - begun
            settle()
        course.end()
