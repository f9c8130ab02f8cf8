"""A prefix in an object store, or whatever else fsspec reaches: s3://, gs://, memory://.

An object is there whole or not at all, so there is nothing to rename. There are no locks either: two runs of one plan
in one place write the same bytes, and another plan is refused by the manifest.
"""

import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NoReturn

from guandan_sim.errors import PathError, StoreError

# https://docs.pola.rs/user-guide/io/cloud-storage/
_READ_BY_POLARS = {"s3", "gs", "gcs", "az", "abfs", "abfss", "adl", "azure"}


class RemotePlace:
    """See `Place`."""

    def __init__(self, address: str, storage_options: Mapping[str, Any] | None = None) -> None:
        """The prefix `address`.

        Raises `PathError` when it is none, or when fsspec, or what it needs for this address, is not there.
        """
        self._address = address.rstrip("/")
        scheme, _, rest = self._address.partition("://")
        if not scheme or not rest:
            raise PathError(f"{address}: expected an address such as s3://bucket/run")
        self.storage_options = storage_options
        self._log: dict[str, str] = {}
        try:
            import fsspec
        except ImportError:
            raise PathError(f"{address}: addresses need: pip install 'guandan-sim[remote]'") from None
        try:
            self._files, self._root = fsspec.core.url_to_fs(self._address, **(storage_options or {}))
        except Exception as error:
            # Each store has exceptions of its own.
            raise PathError(f"{address}: {' '.join(str(error).split()) or type(error).__name__}") from error

    @property
    def label(self) -> str:
        """See `Place.label`."""
        return self._address

    @property
    def absolute(self) -> str:
        """See `Place.absolute`."""
        return self._address

    def address(self, name: str) -> str:
        """See `Place.address`."""
        return f"{self._address}/{name}"

    def source(self, name: str) -> str | io.BytesIO:
        """See `Place.source`."""
        if self._address.split("://")[0] in _READ_BY_POLARS:
            return self.address(name)
        return io.BytesIO(self.read(name))

    def names(self, folder: str = "") -> set[str]:
        """See `Place.names`."""
        path = f"{self._root}/{folder}".rstrip("/")
        try:
            # A listing kept from before would hide what others have written since.
            self._files.invalidate_cache(path)
            entries = {entry.rstrip("/") for entry in self._files.ls(path, detail=False)}
            # Of a file, or where a store marks a folder by an object, the folder is an entry of its own.
            return {entry.rsplit("/", 1)[-1] for entry in entries - {path}}
        except FileNotFoundError:
            return set()
        except Exception as error:
            _refuse(self.address(folder), "read", error)

    def read(self, name: str) -> bytes:
        """See `Place.read`."""
        try:
            content: bytes = self._files.cat_file(f"{self._root}/{name}")
        except FileNotFoundError:
            raise
        except NotADirectoryError as error:
            # Of a file taken for the directory: there is nothing in it.
            raise FileNotFoundError(error.errno, error.strerror, name) from error
        except Exception as error:
            _refuse(self.address(name), "read", error)
        return content

    def write(self, name: str, content: bytes) -> None:
        """See `Place.write`."""
        try:
            self._files.makedirs(f"{self._root}/{name}".rsplit("/", 1)[0], exist_ok=True)
            self._files.pipe_file(f"{self._root}/{name}", content)
        except Exception as error:
            _refuse(self.address(name), "written", error)

    def append(self, name: str, line: str) -> None:
        """Objects cannot grow: what was there is read once, and lines are kept until `held` ends."""
        if name not in self._log:
            self._log[name] = self.read(name).decode() if name in self.names() else ""
        self._log[name] += line + "\n"

    def remove(self, name: str) -> None:
        """See `Place.remove`."""
        try:
            self._files.rm_file(f"{self._root}/{name}")
        except Exception as error:
            _refuse(self.address(name), "removed", error)

    @contextmanager
    def held(self) -> Iterator[None]:
        """See the module's text: nothing is locked."""
        try:
            yield
        finally:
            for name, text in self._log.items():
                self.write(name, text.encode())


def _refuse(address: str, what: str, error: Exception) -> NoReturn:
    """Each store has exceptions of its own, and none in common."""
    raise StoreError(f"{address}: cannot be {what}: {type(error).__name__} {' '.join(str(error).split())}") from error
