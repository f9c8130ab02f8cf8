"""The lines of recorded deals, wherever they are: in a file, logged by a run, or made again from its plan."""

from collections.abc import Iterator
from pathlib import Path

from guandan_sim._core import Rules
from guandan_sim.paths import in_full, is_address, is_directory, refuse


def is_run(path: str) -> bool:
    """Whether a path is the directory or the address of a run, and not a file of records."""
    return is_address(path) or is_directory(in_full(path))


def lines_of(path: str, match: int | None) -> tuple[Rules | None, Iterator[bytes]]:
    """The records in a file, or of a run in a directory with its rules: those logged, or those of one match made again.

    Raises `StoreError` and `PlanError`, some of them only when the lines are read.
    """
    if not is_run(path):
        return None, _lines(in_full(path))
    from guandan_sim.simulation import Run

    run = Run(path)
    return run.plan.rules, (line.encode() for line in run.records(match))


def _lines(path: Path) -> Iterator[bytes]:
    """The lines of a file but for blank ones at its end. Raises `StoreError` when it cannot be read."""
    blank = 0
    try:
        with path.open("rb") as file:
            for line in file:
                if not line.strip():
                    blank += 1
                    continue
                yield from [b""] * blank
                blank = 0
                yield line.rstrip(b"\r\n")
    except OSError as error:
        refuse(path, "read", error)
