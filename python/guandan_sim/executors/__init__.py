"""Where the parts of a run are made: an executor gets those that are missing and sees to it that they are written."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from guandan_sim.plan import Part
from guandan_sim.store.directory import RunDirectory


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: deals, or matches, of this command done so far, and to do in all."""

    done: int
    total: int


class Listener(Protocol):
    """Who is told of progress, about ten times a second."""

    def __call__(self, progress: Progress, /) -> None:
        """Hears that the run has come this far."""


def ignore(progress: Progress, /) -> None:
    """A listener that does nothing."""


class Executor(Protocol):
    """A way to make parts."""

    def run(self, directory: RunDirectory, parts: Sequence[Part], listener: Listener) -> None:
        """Makes the parts and writes them.

        Raises `KeyboardInterrupt` as soon as it is asked to stop; parts that are not whole are then not there.
        """
