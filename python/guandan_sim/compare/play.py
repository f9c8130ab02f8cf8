"""Playing the runs of a comparison, one after the other, into its directory."""

import os
import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Unpack

from guandan_sim.compare.directory import Outline
from guandan_sim.executors import Listener, Progress, ignore
from guandan_sim.options import How
from guandan_sim.plan import Plan
from guandan_sim.simulation import continue_run
from guandan_sim.store.files import temporary_directory


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
    directory = prepared(outline, out)
    total = sum(plan.count for plan in plans.values())
    done = 0
    for name, plan in plans.items():
        listener = on_top_of(done, plan.count, total, on_progress or ignore)
        continue_run(plan, directory / outline.runs[name], on_progress=listener, **how)
        done += plan.count
    return directory


def prepared(outline: Outline, out: str | os.PathLike[str] | None) -> Path:
    """The directory of a comparison with its outline in it; without `out` one that goes when the program ends."""
    directory = temporary_directory() if out is None else Path(out)
    outline.write(directory)
    return directory


def on_top_of(done: int, own: int, total: int, listener: Listener) -> Listener:
    """Tells of a step's progress as that of the whole: `own` of `total` belong to the step, `done` came before it.

    What the step finds made already counts as done.
    """

    def hears(progress: Progress, /) -> None:
        listener(Progress(done + own - progress.total + progress.done, total))

    return hears


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
