"""A directory of this machine: files that are there whole or not at all, and a lock that goes with its process."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from guandan_sim.errors import StoreError
from guandan_sim.paths import refuse
from guandan_sim.store.files import make_directory, write_file
from guandan_sim.store.place import ReadOnlyError

LOCK = ".lock"
_READ_ONLY = {errno.EROFS, errno.EACCES, errno.EPERM}


class LocalPlace:
    """See `Place`."""

    storage_options = None
    polars_options = None

    def __init__(self, path: Path) -> None:
        """The directory `path`, which need not be there yet."""
        self.path = path

    @property
    def label(self) -> str:
        """See `Place.label`."""
        return str(self.path)

    @property
    def absolute(self) -> str:
        """See `Place.absolute`."""
        return str(self.path.absolute())

    def address(self, name: str) -> str:
        """See `Place.address`."""
        return str(self.path / name)

    def source(self, name: str) -> str:
        """See `Place.source`; polars would read a path that begins with `~` or `file:` otherwise than it stands."""
        return str((self.path / name).absolute())

    def names(self, folder: str = "") -> set[str]:
        """See `Place.names`."""
        try:
            with os.scandir(self.path / folder) as entries:
                return {entry.name for entry in entries}
        except FileNotFoundError:
            return set()
        except OSError as error:
            refuse(self.path / folder, "read", error)

    def sizes(self, folder: str) -> dict[str, int]:
        """See `Place.sizes`."""
        try:
            with os.scandir(self.path / folder) as entries:
                return {entry.name: entry.stat().st_size for entry in entries}
        except FileNotFoundError:
            return {}
        except OSError as error:
            refuse(self.path / folder, "read", error)

    def read(self, name: str) -> bytes:
        """See `Place.read`."""
        try:
            # Not by `Path`, which takes longer than the reading; there are thousands of receipts.
            with open(f"{self.path}/{name}", "rb") as file:  # noqa: PTH123
                return file.read()
        except FileNotFoundError:
            raise
        except NotADirectoryError as error:
            # Of a file taken for the directory: there is nothing in it.
            raise FileNotFoundError(error.errno, error.strerror, name) from error
        except OSError as error:
            refuse(self.path / name, "read", error)

    def write(self, name: str, content: bytes) -> None:
        """See `Place.write`."""
        path = self.path / name
        make_directory(path.parent)
        write_file(path, content)

    def append(self, name: str, line: str) -> None:
        """See `Place.append`."""
        try:
            with (self.path / name).open("ab+") as file:
                broken_off = False
                if file.tell() > 0:
                    file.seek(-1, os.SEEK_END)
                    broken_off = file.read() != b"\n"
                file.write(b"\n" * broken_off + line.encode() + b"\n")
        except OSError as error:
            refuse(self.path / name, "written", error)

    def remove(self, name: str) -> None:
        """See `Place.remove`."""
        try:
            (self.path / name).unlink(missing_ok=True)
        except OSError as error:
            refuse(self.path / name, "removed", error)

    @contextmanager
    def held(self) -> Iterator[None]:
        """See `Place.held`; the lock goes with the process, however that ends."""
        import filelock

        make_directory(self.path)
        lock = filelock.FileLock(self.path / LOCK, timeout=0)
        try:
            lock.acquire()
        except filelock.Timeout:
            raise StoreError(f"{self.path}: another run is writing here at this moment") from None
        except (OSError, NotImplementedError) as error:
            if isinstance(error, OSError) and error.errno in _READ_ONLY:
                raise ReadOnlyError(f"{self.path}: cannot be locked: {error.strerror}") from error
            refuse(self.path, "locked", error)
        try:
            yield
        finally:
            lock.release()
