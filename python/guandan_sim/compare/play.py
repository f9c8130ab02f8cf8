"""Playing the runs of a comparison, one after the other, into its directory."""

import os
from collections.abc import Iterable, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Unpack

from guandan_sim.compare.directory import NAME, Outline
from guandan_sim.executors import Listener, Progress, ignore
from guandan_sim.forks import check_not_forked
from guandan_sim.options import How
from guandan_sim.paths import is_there, local
from guandan_sim.plan import Plan
from guandan_sim.simulation import continue_run
from guandan_sim.store.places import place_of
from guandan_sim.store.temporary import temporary_directory


def play(
    outline: Outline,
    plans: Mapping[str, Plan],
    out: str | os.PathLike[str] | None,
    on_progress: Listener | None,
    **how: Unpack[How],
) -> Path:
    """Makes what is missing of every run and returns the directory, which is a temporary one when `out` is None.

    Raises what `continue_run` does, and `PlanError` when `out` holds another comparison.
    """
    with ExitStack() as loaded:
        for plan in plans.values():
            loaded.enter_context(closing(plan))
        directory = prepared(outline, plans.values(), out)
        progress = JointProgress(sum(plan.count for plan in plans.values()), on_progress or ignore)
        for name, plan in plans.items():
            continue_run(plan, directory / outline.runs[name], on_progress=progress, **how)
            # Not only when all runs are made: its strategies may be programs that take memory.
            plan.close()
            progress.run_ended()
    return directory


def prepared(outline: Outline, plans: Iterable[Plan], out: str | os.PathLike[str] | None) -> Path:
    """The directory of a comparison with its outline in it. Without `out` it is deleted when the program ends.

    Raises `PlanError` for a strategy that cannot be loaded, before anything is written, and what `Outline.write` does.
    """
    check_not_forked("a comparison")
    directory = temporary_directory() if out is None else local(out, "a comparison")
    if not is_there(directory / NAME):
        for plan in plans:
            plan.check_loads()
    # Its runs refuse a name that is no text, and that has to be told before anything is written.
    place_of(directory)
    outline.write(directory)
    return directory


class JointProgress:
    """A listener that reports the progress of several runs, made one after the other, as that of one large run."""

    def __init__(self, total: int, listener: Listener) -> None:
        """For runs of `total` deals or matches together, whose progress `listener` is to hear."""
        self._total, self._listener = total, listener
        self._done = self._before = 0
        self._last = Progress(0, 0)

    def __call__(self, progress: Progress, /) -> None:
        """Passes on the progress of the run that is being made, added to that of the runs before."""
        self._last = progress
        self._listener(Progress(self._done + progress.done, self._total, self._before + progress.before))

    def run_ended(self) -> None:
        """Says that a run is made, so that what is heard next is about the next run."""
        self._done += self._last.done
        self._before += self._last.before
