"""`guandan-sim run`: mass simulation into a data set."""

import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from guandan_sim.cli import Interrupted
from guandan_sim.cli.options import Json, Level, RulesOptions, print_json
from guandan_sim.executors import Listener, Progress, ignore

if TYPE_CHECKING:
    from guandan_sim.plan import Plan


def run(
    *,
    deals: Annotated[int | None, Parameter(help="Number of single deals.")] = None,
    matches: Annotated[
        int | None, Parameter(help="Number of matches, each from level 2 until a team passes A.")
    ] = None,
    level: Level = "2",
    options: RulesOptions | None = None,
    strategies: Annotated[
        str, Parameter(help="One for all, one a team, or one a seat, with commas between.")
    ] = "random,lowest",
    clock_model: Annotated[str, Parameter(help="Seconds in matches with a clock: play=5,pass=1.5,between=60.")] = "",
    leave_rate: Annotated[float, Parameter(help="Probability a deal of a match that a player leaves.")] = 0.0,
    rotations: Annotated[
        int, Parameter(help="Play the same cards 1, 2 or 4 times, strategies moved on by a seat.")
    ] = 1,
    seed: Annotated[int | None, Parameter(help="Master seed; drawn and printed when absent.")] = None,
    workers: Annotated[int | None, Parameter(help="Threads that play; all processors when absent.")] = None,
    out: Annotated[Path | None, Parameter(help="Directory of the data set; under runs/ when absent.")] = None,
    part_size: Annotated[int | None, Parameter(help="Rows played, held in memory and written at a time.")] = None,
    log: Annotated[
        tuple[Literal["records"], ...],
        Parameter(negative="", show_default=False, help="What to write besides the tables: records, one a deal."),
    ] = (),
    columns: Annotated[
        tuple[Literal["hand"], ...],
        Parameter(negative="", show_default=False, help="More columns: hand, the fewest plays of the dealt hands."),
    ] = (),
    executor: Annotated[str, Parameter(help="Where parts are played: local.")] = "local",
    json: Json = False,
) -> None:
    """Simulate deals or matches into a data set, and sum it up.

    The same command again goes on where the run stopped; the data depends on neither workers nor interruptions.
    """
    from guandan_sim.plan import Plan
    from guandan_sim.report.summary import summarize
    from guandan_sim.simulation import Run, continue_run, draw_seed
    from guandan_sim.strategies import split

    drawn = draw_seed() if seed is None else seed
    plan = Plan.of(
        deals=deals,
        matches=matches,
        rules=(options or RulesOptions()).resolve(),
        level=level,
        clock_model=clock_model,
        leave_rate=leave_rate,
        strategies=split(strategies),
        rotations=rotations,
        seed=drawn,
        part_rows=part_size,
        log=log,
        columns=columns,
    )
    path = out or Path("runs") / _name(plan)
    if seed is None:
        print(f"seed {drawn}", file=sys.stderr)
    begun = time.perf_counter()
    try:
        with _progress_bar() as listener:
            blocks = continue_run(plan, path, workers=workers, executor=executor, on_progress=listener)
    except KeyboardInterrupt:
        arguments = [*sys.argv[1:], *([] if seed is not None else ["--seed", str(drawn)])]
        again = shlex.join(["guandan-sim", *arguments])
        raise Interrupted(f"interrupted; whole parts are kept, and this goes on: {again}") from None
    seconds = time.perf_counter() - begun
    found = summarize(Run(path))
    rate = blocks / plan.blocks * found.deals / seconds if blocks else None
    if json:
        print_json(
            {
                "directory": str(path),
                "plan": plan.to_dict(),
                **found.to_dict(),
                "deals_per_second": rate and round(rate),
            }
        )
        return
    from guandan_sim.report import text

    speed = f"{seconds:.1f} s, {rate:,.0f} deals a second" if rate else "was complete"
    text.show(*text.summary(found, plan), "", f"{path}: {speed}; seed {drawn}")


@contextmanager
def _progress_bar() -> Iterator[Listener]:
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


def _name(plan: "Plan") -> str:
    """A directory name for a run that was given none: what it is, in letters that every file system takes."""
    what = f"{plan.count} {plan.unit}" + (f" level {plan.level}" if plan.unit == "deal" else "")
    text = f"{plan.rules.label} {' v '.join(plan.teams)} {what} x{plan.rotations} seed {plan.seed}"
    return "".join(letter if letter.isalnum() else "-" for letter in text)
