"""Files on this machine that are there whole or not at all."""

import atexit
import hashlib
import os
import shutil
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

from guandan_sim.paths import is_there, refuse

UNFINISHED = ".unfinished"


def plain_name(text: str, most: int, *, kept: str = "_") -> str:
    """`text` as a name that every file system takes: letters, digits and the characters `kept`, the rest as hyphens.

    Of one longer than `most` bytes the beginning and the end, and between them what tells it from others.
    """
    name = "".join(letter if letter.isalnum() or letter in kept else "-" for letter in text)
    content = name.encode()
    if len(content) <= most:
        return name
    mark = f"-{hashlib.sha256(text.encode()).hexdigest()[:8]}-"
    end = most // 3
    beginning = content[: most - end - len(mark)].decode(errors="ignore")
    return f"{beginning}{mark}{content[-end:].decode(errors='ignore')}"


def temporary_directory() -> Path:
    """A new directory that goes when the program ends: not earlier, for a LazyFrame may outlive what made it."""
    path = Path(mkdtemp(prefix="guandan-sim-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


def write_atomically(path: Path, content: bytes) -> None:
    """Writes a file under a temporary name, has it on the disk, and then gives it its name.

    Raises `StoreError`; a file of that name that was there before is then untouched.
    """
    unfinished = path.with_name(path.name + UNFINISHED)
    try:
        with unfinished.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
        _sync_directory(path.parent)
    except OSError as error:
        # What is left of it takes room that the next try needs; where nothing can be written any more it stays.
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        refuse(path, "written", error)


def make_directory(path: Path) -> None:
    """Makes a directory and those above it, and has their names on the disk. Raises `StoreError`."""
    try:
        made = [folder for folder in (path, *path.parents) if not is_there(folder)]
        path.mkdir(parents=True, exist_ok=True)
        for folder in made:
            _sync_directory(folder.parent)
    except OSError as error:
        refuse(path, "made", error)


def _sync_directory(path: Path) -> None:
    """A new name survives a power cut only when the directory has been synced too; Windows does so by itself."""
    if os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
