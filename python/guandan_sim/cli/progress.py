"""Progress of what takes long, shown on a terminal."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from guandan_sim.executors import Listener, Progress, ignore


@contextmanager
def progress_bar() -> Iterator[Listener]:
    """A bar with rate and time left on a terminal; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield ignore
        return
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
    begun = time.perf_counter()
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, rate="")

        def listener(progress: Progress) -> None:
            rate = progress.done / (time.perf_counter() - begun)
            bar.update(task, completed=progress.done, total=progress.total, rate=f"{rate:,.0f}/s")

        yield listener
