"""Files that are there whole or not at all, and the lock on a directory."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from guandan_sim.errors import StoreError

_UNFINISHED = ".unfinished"
_LOCK = ".lock"


def write_atomically(path: Path, content: bytes) -> None:
    """Writes a file under a temporary name, has it on the disk, and then gives it its name.

    Raises `StoreError`; a file of that name that was there before is then untouched.
    """
    unfinished = path.with_name(path.name + _UNFINISHED)
    try:
        with unfinished.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
        _sync_directory(path.parent)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise StoreError(f"{path}: cannot be written: {error.strerror or error}") from error


def make_directory(path: Path) -> None:
    """Makes a directory and those above it. Raises `StoreError`."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{path}: cannot be made: {error.strerror or error}") from error


def _sync_directory(path: Path) -> None:
    """A new name survives a power cut only when the directory has been synced too."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Holds the directory for one run; the lock goes with the process, however that ends. Raises `StoreError`."""
    try:
        with (directory / _LOCK).open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
    except BlockingIOError:
        raise StoreError(f"{directory}: another run is writing here at this moment") from None
    except PermissionError as error:
        raise StoreError(f"{directory}: cannot be written: {error.strerror}") from error
