"""Directories for data that was given no place: each goes with the process that made it."""

import os
import shutil
import signal
import threading
from multiprocessing import parent_process
from multiprocessing.util import Finalize
from pathlib import Path
from tempfile import mkdtemp
from types import FrameType

# With the process that made each: a forked process has those of its parent here too.
_made: list[tuple[int, Path]] = []


def temporary_directory() -> Path:
    """A new directory that goes when this process ends: not earlier, for a LazyFrame may outlive what made it.

    A process forked from this one leaves it alone, and a worker of `multiprocessing` removes its own.
    """
    path = Path(mkdtemp(prefix="guandan-sim-"))
    _made.append((os.getpid(), path))
    # Not by `atexit`, which workers of multiprocessing do not run.
    Finalize(None, _remove_own, exitpriority=0)
    if (
        parent_process() is not None
        and threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    ):
        # `with Pool(…)` ends its workers by this signal.
        signal.signal(signal.SIGTERM, _remove_own_and_end)
    return path


def _remove_own() -> None:
    for process, path in _made:
        if process == os.getpid():
            shutil.rmtree(path, ignore_errors=True)


def _remove_own_and_end(number: int, _: FrameType | None) -> None:
    _remove_own()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
