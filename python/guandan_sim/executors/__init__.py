"""Where the parts of a run are made: an executor gets those that are missing and sees to it that they are written."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from guandan_sim.errors import GuandanError
from guandan_sim.store.scores import Scores

if TYPE_CHECKING:
    from collections.abc import Iterable

    from guandan_sim.plan import Part
    from guandan_sim.store.directory import RunDirectory
    from guandan_sim.store.receipt import Receipt

# A part that fails costs only itself. When so many have failed, the fault is not in the parts, and the rest would take
# hours to say so.
MOST_FAILURES = 3


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is.

    `done` of the whole run's `total` deals, or matches, have been played, `before` of them earlier than by this
    command. Of a single run `parts` of `of_parts` parts are there, and `scores` say how their blocks ended.
    """

    done: int
    total: int
    before: int = 0
    parts: int = 0
    of_parts: int = 0
    scores: Scores = field(default_factory=Scores)


class Listener(Protocol):
    """Who is told of progress, about ten times a second."""

    def __call__(self, progress: Progress, /) -> None:
        """Hears that the run has come this far."""


def ignore(progress: Progress, /) -> None:
    """A listener that does nothing."""


class Executor(Protocol):
    """A way to make parts."""

    def describe(self) -> str:
        """What the log calls it."""

    def run(self, directory: "RunDirectory", parts: "Iterable[Part]", listener: Listener) -> None:
        """Makes the parts and writes them.

        Raises `KeyboardInterrupt` as soon as it is asked to stop; parts that are not whole are then not there. Raises
        `GuandanError` for parts that failed once the others are there, `StoreError` at once when one cannot be written.
        """


class Course:
    """The course of a run, whoever makes its parts: what is done, what failed, who is told, what is logged."""

    def __init__(self, directory: "RunDirectory", listener: Listener) -> None:
        """The course of a run, told of what is there before anything is made."""
        self._directory = directory
        self._listener = listener
        self._rotations = directory.plan.rotations
        there = directory.whole()
        self._before = sum(directory.plan.part(number).blocks for number in there) * self._rotations
        self._played = 0
        self._parts = len(there)
        self._scores = directory.scores()
        self._failures: list[tuple[Part, GuandanError]] = []
        self.tell()

    def tell(self, matches: int = 0) -> None:
        """Tells of progress, `matches` of the parts in hand being finished."""
        plan = self._directory.plan
        done = self._before + self._played + matches
        self._listener(Progress(done, plan.count, self._before, self._parts, plan.parts, self._scores.copy()))

    def played(self, part: "Part") -> None:
        """A part has been played, and is yet to be written."""
        self._played += part.blocks * self._rotations

    def wrote(self, receipt: "Receipt", seconds: float, where: str = "") -> None:
        """A part is there; it took so long to play."""
        self._parts += 1
        self._scores.update(receipt.scores)
        rows = ", ".join(f"{facts.rows} {folder}" for folder, facts in receipt.files.items())
        self._directory.log.say(f"part {receipt.part.number}: {rows} in {seconds:.2f} s{where}")
        for failure in receipt.failures:
            place = ", ".join(f"{name} {failure[name]}" for name in ("match", "deal", "play", "seat"))
            reason = f"{failure['strategy']} failed in {place}: {failure['error']}"
            self._directory.log.say(f"block {failure['block']} left out: {reason}")
        self.tell()

    def failed(self, part: "Part", error: GuandanError) -> None:
        """A part could not be played. Raises `GuandanError` when too many could not."""
        self._failures.append((part, error))
        self._directory.log.say(f"part {part.number} failed: {error}")
        if len(self._failures) == MOST_FAILURES:
            self.end()

    def end(self) -> None:
        """All is done that can be done. Raises `GuandanError` when parts failed."""
        if not self._failures:
            return
        part, error = self._failures[0]
        numbers = ", ".join(str(failed.number) for failed, _ in self._failures)
        several = f"s {numbers} failed, the first" if len(self._failures) > 1 else f" {part.number} failed"
        raise type(error)(f"{self._directory.place.label}: part{several}: {error}")
