"""Forked processes in which polars would wait for ever: its threads stay behind in the process that was forked."""

import os
import re
import sys
from contextlib import suppress
from pathlib import Path

from guandan_sim.errors import GuandanError

_POLARS_THREAD = re.compile(r"polars-\d+")

# Whether polars' threads were left behind by a fork; what `os.fork` is about to leave behind becomes it in the child.
_left_behind = False
_running = False


def check_not_forked(what: str) -> None:
    """Raises `GuandanError` where polars cannot work, since this process was forked from one that had used it.

    `what`, such as "a simulation", is what is asked for.
    """
    if _left_behind:
        raise GuandanError(
            f"{what} would wait for ever in this process: it was forked from one that had used polars, whose threads a "
            'fork leaves behind; start processes by spawn, as multiprocessing.get_context("spawn") does '
            "(docs/ENVIRONMENT.md)"
        )


def _polars_runs() -> bool:
    """Whether polars has begun its threads, which it does when it first needs them; as far as can be told."""
    if "polars" not in sys.modules:
        return False
    tasks = Path("/proc/self/task")
    if not tasks.is_dir():
        # Elsewhere than on Linux nobody can tell.
        return True
    for task in tasks.iterdir():
        # One may end meanwhile.
        with suppress(OSError):
            if _POLARS_THREAD.match((task / "comm").read_text()):
                return True
    return False


def _before() -> None:
    global _running
    _running = _polars_runs()


def _after_in_child() -> None:
    global _left_behind
    _left_behind = _left_behind or _running


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before, after_in_child=_after_in_child)
