"""Paths of this machine: whether something is there, and what is said of one that cannot be used."""

import errno
import os
from pathlib import Path
from typing import NoReturn

from guandan_sim.errors import PathError, StoreError

# What is wrong with a path itself, whatever the state of the disk.
_WRONG = {errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ENAMETOOLONG, errno.ELOOP, errno.EINVAL}


def is_there(path: Path) -> bool:
    """Whether something is at a path; not where the system cannot even look, as for a name that is too long."""
    return os.path.exists(path)  # noqa: PTH110 - `Path.exists` raises there


def is_directory(path: Path) -> bool:
    """Whether there is a directory at a path; not where the system cannot even look."""
    return os.path.isdir(path)  # noqa: PTH112 - `Path.is_dir` raises there


def refuse(path: Path, what: str, error: Exception) -> NoReturn:
    """Raises `StoreError`: `path` cannot be what was wanted of it; `PathError` where it is the path that is wrong."""
    said = (error.strerror if isinstance(error, OSError) else None) or str(error)
    kind = PathError if isinstance(error, OSError) and error.errno in _WRONG else StoreError
    raise kind(f"{path}: cannot be {what}: {said}") from error
