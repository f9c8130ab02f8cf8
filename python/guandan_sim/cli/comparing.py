"""What the commands that compare have in common: their options, going on after Ctrl-C, and how results are shown."""

import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar, cast

from cyclopts import Parameter

from guandan_sim.cli import Interrupted
from guandan_sim.cli.options import LONGEST_NAME, print_json, seed_said
from guandan_sim.cli.progress import Kind, progress_bar
from guandan_sim.cli.recorded import Hands
from guandan_sim.executors import Listener
from guandan_sim.options import DEFAULTS, How, Options

if TYPE_CHECKING:
    from guandan_sim.compare.result import Comparison
    from guandan_sim.compare.setup import StudyOptions

Amount = Annotated[Options | None, Parameter(name="*")]
Given = Annotated[Hands | None, Parameter(name="*")]
Playing = Annotated[How | None, Parameter(name="*")]
Out = Annotated[str | None, Parameter(help="Directory of the comparison [default: a new one under runs/]")]

_Result = TypeVar("_Result", bound="Comparison")


def compared(
    make: Callable[[str, Listener, "StudyOptions"], _Result],
    name: Sequence[str],
    options: Options | None,
    given: Hands | None,
    how: Playing,
    out: str | None,
    progress: Kind,
) -> _Result:
    """Makes a comparison with a seed, a directory (called by `name` when none is given) and a progress bar.

    Raises `Interrupted` with the command that continues it.
    """
    from guandan_sim.compare.directory import seed_there
    from guandan_sim.plan import draw_seed
    from guandan_sim.store.files import plain_name

    asked = options or {}
    seed = asked.get("seed")
    if seed is None and out is not None:
        seed = seed_there(out)
    drawn = draw_seed() if seed is None else seed
    path = (
        out
        if out is not None
        else str(Path("runs") / plain_name(" ".join([*name, said(options, given), f"seed {drawn}"]), LONGEST_NAME))
    )
    try:
        with seed_said(drawn, drawn=seed is None), progress_bar(kind=progress) as listener:
            return make(path, listener, cast("StudyOptions", {**asked, **(given or {}), **(how or {}), "seed": drawn}))
    except KeyboardInterrupt:
        arguments = [*sys.argv[1:], *([] if seed is not None else ["--seed", str(drawn)])]
        again = shlex.join(["guandan-sim", *arguments])
        raise Interrupted(f"interrupted; whole parts are kept; to continue: {again}") from None


def show(result: "Comparison", json: bool) -> None:
    """Prints a result, for people or for machines."""
    if json:
        print_json({**result.to_dict(), "microseconds_a_decision": result.microseconds_a_decision})
        return
    from guandan_sim.report import terminal, text

    times = text.decision_times(result.microseconds_a_decision)
    text.show(*terminal.in_brief(result.page()), times, "", f"{result.directory}: seed {result.seed}")


def said(options: Options | None, hands: Hands | None) -> str:
    """How much is played, and what else is asked for otherwise than usual, for a name."""
    given: Mapping[str, object] = {**(options or {}), **(hands or {})}
    usual: Mapping[str, object] = {**DEFAULTS}
    changed = {name: value for name, value in given.items() if name != "seed" and value != usual[name]}
    if not {"deals", "matches"} & changed.keys():
        changed = {"matches": "", **changed}
    return " ".join(
        f"{name} {','.join(value) if isinstance(value, (list, tuple)) else value}".strip()
        for name, value in sorted(changed.items())
    )
