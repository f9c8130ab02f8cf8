"""Parts made on this machine by the engine's threads; each is written while the next is played."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from guandan_sim._core import Part as PlayedPart
from guandan_sim.executors import Listener, Progress
from guandan_sim.plan import Part
from guandan_sim.store.directory import RunDirectory
from guandan_sim.store.tables import Tables


class LocalExecutor:
    """Plays on `workers` threads; one more encodes and writes."""

    def __init__(self, workers: int) -> None:
        """An executor with so many threads."""
        self.workers = workers

    def run(self, directory: RunDirectory, parts: Sequence[Part], listener: Listener) -> None:
        """See `Executor.run`."""
        plan = directory.plan
        simulator = plan.simulator()
        tables = Tables.of(simulator)
        total = sum(part.blocks for part in parts) * plan.rotations
        done = 0

        def finish(part: Part, played: PlayedPart) -> None:
            directory.write(part, tables.files(played))

        # One part is written while one is played: memory is bounded by two parts.
        written: Future[None] | None = None
        with ThreadPoolExecutor(1, thread_name_prefix="writer") as writer:
            for part in parts:
                played = simulator.play(
                    part.first, part.blocks, workers=self.workers, on_progress=_counting_from(done, total, listener)
                )
                if written is not None:
                    written.result()
                written = writer.submit(finish, part, played)
                done += part.blocks * plan.rotations
                listener(Progress(done, total))
            if written is not None:
                written.result()


def _counting_from(before: int, total: int, listener: Listener) -> Callable[[int], None]:
    """Tells `listener` of the matches of one part on top of those done `before`."""
    return lambda matches: listener(Progress(before + matches, total))
