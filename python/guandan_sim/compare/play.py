"""Playing the runs of a comparison, one after the other, into its directory."""

import os
import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Unpack

from guandan_sim.compare.directory import NAME, Outline
from guandan_sim.executors import Listener, Progress, ignore
from guandan_sim.forks import check_not_forked
from guandan_sim.options import How
from guandan_sim.paths import is_there, local
from guandan_sim.plan import Plan
from guandan_sim.simulation import continue_run
from guandan_sim.store.temporary import temporary_directory


def play(
    outline: Outline,
    plans: Mapping[str, Plan],
    out: str | os.PathLike[str] | None,
    on_progress: Listener | None,
    **how: Unpack[How],
) -> Path:
    """Makes what is missing of every run; returns the directory, a temporary one when `out` is None.

    Raises what `continue_run` does, and `PlanError` when `out` holds another comparison.
    """
    directory = prepared(outline, plans.values(), out)
    together = Together(sum(plan.count for plan in plans.values()), on_progress or ignore)
    for name, plan in plans.items():
        continue_run(plan, directory / outline.runs[name], on_progress=together, **how)
        together.ended()
    return directory


def prepared(outline: Outline, plans: Iterable[Plan], out: str | os.PathLike[str] | None) -> Path:
    """The directory of a comparison with its outline in it; without `out` one that goes when the program ends.

    Raises `PlanError` for a strategy that cannot be loaded, before anything is written, and what `Outline.write` does.
    """
    check_not_forked("a comparison")
    directory = temporary_directory() if out is None else local(out, "a comparison")
    if not is_there(directory / NAME):
        for plan in plans:
            plan.check_loads()
    outline.write(directory)
    return directory


class Together:
    """Tells of runs, one after the other, as of one run of `total` deals or matches."""

    def __init__(self, total: int, listener: Listener) -> None:
        """Nothing heard yet."""
        self._total, self._listener = total, listener
        self._done = self._before = 0
        self._last = Progress(0, 0)

    def __call__(self, progress: Progress, /) -> None:
        """Hears of the run that is being made."""
        self._last = progress
        self._listener(Progress(self._done + progress.done, self._total, self._before + progress.before))

    def ended(self) -> None:
        """The run is made; what is heard from now on is of the next."""
        self._done += self._last.done
        self._before += self._last.before


def command(words: Sequence[str], options: Iterable[tuple[str, object]]) -> str:
    """A command line; options whose value is None, "", False or the empty tuple are left out.

    >>> command(["compare", "rules", "web"], [("--matches", 10), ("--opponent", None), ("--grid", ["tribute=on/off"])])
    'guandan-sim compare rules web --matches 10 --grid tribute=on/off'
    """
    parts = ["guandan-sim", *words]
    for name, value in options:
        if value is True:
            parts.append(name)
        elif isinstance(value, (list, tuple)):
            parts += [part for one in value for part in (name, str(one))]
        elif value not in (None, "", False):
            parts += [name, str(value)]
    return shlex.join(parts)
