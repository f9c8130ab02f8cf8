"""Paths of this machine: what is meant by one, whether something is there, and what is said where it cannot be used."""

import errno
import os
from pathlib import Path
from typing import NoReturn

from guandan_sim.errors import PathError, StoreError

# What is wrong with a path itself, whatever the state of the disk.
_WRONG = {errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ENAMETOOLONG, errno.ELOOP, errno.EINVAL}


def is_address(path: object) -> bool:
    """Whether it is text that names a place as fsspec does, such as s3://bucket/run, and no path of this machine."""
    return isinstance(path, str) and "://" in path


def text_of(path: object, what: str) -> str:
    """The text of a path or an address. Raises `PathError`, with `what` is to be there, for what cannot be either."""
    text = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    if not isinstance(text, str):
        raise PathError(f"{what}: expected a path, got {type(path).__name__}")
    if not text or "\0" in text or is_unreadable(text):
        raise PathError(f"{what}: expected a path in text that can be written down, got {text!r}")
    return text


def is_unreadable(text: str) -> bool:
    """Whether a text came from bytes that are not UTF-8: manifests and logs could not hold it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def in_full(path: str | os.PathLike[str], what: str = "path") -> Path:
    """The path with the home directory for `~` or `~user` at its beginning, as a shell does it.

    Every path that a user gives goes through this once, so that it means the same file to all functions and commands,
    and to polars, which does it too. A file that is really called so is given as `./~name`, in text: a `Path` loses the
    dot. Raises `PathError`, with `what` is to be there, for what is no path and for a user who has no home directory.
    """
    text = text_of(path, what)
    if text.startswith("~"):
        home = os.path.expanduser(text)  # noqa: PTH111 - `Path.expanduser` does not say whose home is missing
        if home == text:
            user = Path(text).parts[0]
            raise PathError(f"{text}: no home directory of {user} is known; a file of that name is ./{text}")
        return Path(home)
    found = Path(text)
    # Whoever reads this path again must not take a file called ~ for a home directory.
    return found.absolute() if str(found).startswith("~") else found


def local(path: str | os.PathLike[str], what: str) -> Path:
    """The path of a file or directory of this machine, in full; `what`, as in "a report", is what is kept there.

    Raises `PathError` for anything that is no path, and for an address.
    """
    if is_address(path):
        raise PathError(f"{path}: {what} is kept in a directory of this machine, not at an address")
    return in_full(path, what)


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
