"""Progress of a run: a bar on a terminal, lines of JSON for machines, nothing in a pipe."""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Annotated, Any, Literal, cast

from cyclopts import Parameter

from guandan_sim.cli.stderr import StandardError, say
from guandan_sim.executors import Listener, Progress, ignore

if TYPE_CHECKING:
    from guandan_sim.plan import Plan
    from guandan_sim.stats import Estimate

Kind = Annotated[
    Literal["auto", "json", "none"],
    Parameter(
        name="--progress",
        help="On standard error: auto shows a bar on a terminal, json prints a line a second.",
    ),
]
_SECONDS_BETWEEN_LINES = 1.0


@contextmanager
def progress_bar(plan: "Plan | None" = None, kind: str = "auto") -> Iterator[Listener]:
    """A listener that shows how far a run is, or several runs together; of a single `plan` who is ahead too."""
    if kind == "json":
        yield _Lines(plan)
    elif kind == "auto" and sys.stderr.isatty():
        with _bar(plan) as listener:
            yield listener
    else:
        yield ignore


class _Pace:
    """Rate and time left, from the beginning of this command."""

    def __init__(self) -> None:
        self._begun = time.perf_counter()

    def rate(self, progress: Progress) -> float:
        """Deals, or matches, a second of this command's."""
        return (progress.done - progress.before) / max(time.perf_counter() - self._begun, 1e-9)


class _Lines:
    """A JSON object a second, and one when all is played."""

    def __init__(self, plan: "Plan | None") -> None:
        self._plan = plan
        self._pace = _Pace()
        self._last = -_SECONDS_BETWEEN_LINES

    def __call__(self, progress: Progress, /) -> None:
        now = time.perf_counter()
        if now - self._last < _SECONDS_BETWEEN_LINES and progress.done < progress.total:
            return
        self._last = now
        rate = self._pace.rate(progress)
        line: dict[str, Any] = {
            "done": progress.done,
            "total": progress.total,
            "parts": progress.parts,
            "of_parts": progress.of_parts,
            "rate": round(rate, 1),
            "seconds_left": round((progress.total - progress.done) / rate, 1) if rate else None,
        }
        first = _first_side(progress, self._plan)
        if first:
            side, wins = first
            line |= {"side": side, "win_rate": wins.value, "low": wins.low, "high": wins.high, "blocks": wins.n}
        say(json.dumps(line, ensure_ascii=False))


@contextmanager
def _bar(plan: "Plan | None") -> Iterator[Listener]:
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    from guandan_sim.report.text import console, per_cent

    columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.description}", markup=False), TimeRemainingColumn())
    pace = _Pace()
    with Bar(*columns, console=console(cast("IO[str]", StandardError())), transient=True) as bar:
        task = bar.add_task("", total=None)

        def listener(progress: Progress) -> None:
            said = [f"{pace.rate(progress):,.0f}/s"]
            if progress.of_parts:
                said.append(f"part {progress.parts}/{progress.of_parts}")
            first = _first_side(progress, plan)
            if first:
                said.append(f"{first[0]} {per_cent(first[1])}")
            bar.update(task, completed=progress.done, total=progress.total, description=" ".join(said))

        yield listener


def _first_side(progress: Progress, plan: "Plan | None") -> "tuple[str, Estimate] | None":
    """The first side and its share of games won in the parts that are there."""
    from guandan_sim.measure.summary import side_wins

    return (plan.teams[0], side_wins(progress.scores, 0, plan.rotations)) if plan and progress.scores else None
