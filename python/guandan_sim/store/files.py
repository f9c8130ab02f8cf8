"""Writing files of this machine, whatever is at their path: a file, a link to one, a device, a pipe."""

import errno
import hashlib
import os
import stat
from contextlib import suppress
from pathlib import Path

from guandan_sim.paths import is_directory, is_there, refuse

UNFINISHED = ".unfinished"
# As many as Linux follows.
_MOST_LINKS = 40


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


def write_file(path: Path, content: bytes) -> None:
    """Writes a file, whole or not at all, and has it on the disk; a device, pipe or descriptor gets the bytes.

    Links are followed. A file that is there keeps its owner, where the system allows it, and its mode; one that may not
    be written to is not replaced either.

    Raises `StoreError`; a file that was there before is then untouched.
    """
    try:
        descriptor = _descriptor(path)
        if descriptor is not None:
            with os.fdopen(os.dup(descriptor), "wb") as stream:
                stream.write(content)
        elif is_stream(path):
            with path.open("wb") as stream:
                stream.write(content)
        else:
            _replace(Path(os.path.realpath(path)), content)
    except OSError as error:
        refuse(path, "written", error)


def is_stream(path: Path) -> bool:
    """Whether what is written to a path goes through it and is not kept there: into a device, a pipe, a descriptor."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)) or _descriptor(path) is not None


def make_directory(path: Path) -> None:
    """Makes a directory and those above it, and has their names on the disk. Raises `StoreError`."""
    if is_directory(path):
        return
    try:
        # A link may lead to a directory that is yet to be made.
        real = Path(os.path.realpath(path))
        made = [folder for folder in (real, *real.parents) if not is_there(folder)]
        real.mkdir(parents=True, exist_ok=True)
        for folder in made:
            _sync_directory(folder.parent)
    except OSError as error:
        refuse(path, "made", error)


def _replace(path: Path, content: bytes) -> None:
    """Writes a file beside `path`, has it on the disk, and puts it in the place of what is there. Raises `OSError`."""
    if is_directory(path):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    unfinished = path.with_name(path.name + UNFINISHED)
    try:
        with unfinished.open("wb") as file:
            # Before there is anything in it that others must not read.
            _make_alike(unfinished, path)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
        _sync_directory(path.parent)
    except OSError:
        # What is left of it takes room that the next try needs; where nothing can be written any more it stays.
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise


def _make_alike(new: Path, there: Path) -> None:
    """Gives a new file owner and mode of the one it will replace, if any. Raises `OSError` where that is protected."""
    try:
        before = there.stat()
    except FileNotFoundError:
        return
    if not os.access(there, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    if os.name != "nt":
        with suppress(PermissionError):
            os.chown(new, before.st_uid, before.st_gid)
    new.chmod(stat.S_IMODE(before.st_mode))


def _descriptor(path: Path) -> int | None:
    """The open descriptor of this process that a path names, as /dev/stdout and /dev/fd/3 do; None for other paths.

    It may be a file; that is not to be replaced but written to from where the descriptor stands.
    """
    for _ in range(_MOST_LINKS):
        folder = os.path.realpath(path.parent)
        if folder in ("/dev/fd", f"/proc/{os.getpid()}/fd") and path.name.isdecimal():
            return int(path.name)
        if not path.is_symlink():
            return None
        path = path.parent / path.readlink()
    return None


def _sync_directory(path: Path) -> None:
    """A new name survives a power cut only when the directory has been synced too; Windows does so by itself."""
    if os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
