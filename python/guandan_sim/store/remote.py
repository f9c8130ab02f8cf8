"""A prefix in an object store, or whatever else fsspec reaches: s3://, gs://, memory://.

An object is there whole or not at all, so there is nothing to rename. There are no locks either: two runs of one plan
in one place write the same bytes, and another plan is refused by the manifest.
"""

import io
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn

from guandan_sim.errors import PathError, StoreError

# https://docs.pola.rs/user-guide/io/cloud-storage/
_READ_BY_POLARS = {"s3", "gs", "gcs", "az", "abfs", "abfss", "adl", "azure"}
# What s3fs calls an option, and what polars calls it.
_S3_OPTIONS = {
    "key": "aws_access_key_id",
    "secret": "aws_secret_access_key",
    "token": "aws_session_token",
    "endpoint_url": "aws_endpoint_url",
    "region_name": "aws_region",
}
# How much of the log a run that is killed may lose: every writing sends all of it.
_SECONDS_BETWEEN_LOGS = 60


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
        self._logs: dict[str, _Log] = {}
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

    @property
    def polars_options(self) -> dict[str, str] | None:
        """See `Place.polars_options`: those for fsspec by the names that polars has for them, and what s3fs sees to."""
        options = self.storage_options or {}
        made = {name: value for name, value in options.items() if isinstance(value, str)}
        if self._address.startswith("s3://"):
            made = {**made, **(options.get("client_kwargs") or {})}
            made = {_S3_OPTIONS.get(name, name): str(value) for name, value in made.items()}
            endpoint = made.get("aws_endpoint_url") or os.environ.get("AWS_ENDPOINT_URL", "")
            if endpoint.startswith("http://"):
                made["aws_allow_http"] = "true"
            if options.get("anon"):
                made["aws_skip_signature"] = "true"
        return made or None

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
        return {*self.sizes(folder)}

    def sizes(self, folder: str = "") -> dict[str, int]:
        """See `Place.sizes`; folders have whatever size the store says."""
        path = f"{self._root}/{folder}".rstrip("/")
        try:
            # A listing kept from before would hide what others have written since.
            self._files.invalidate_cache(path)
            entries = {entry["name"].rstrip("/"): entry["size"] or 0 for entry in self._files.ls(path, detail=True)}
            # Of a file, or where a store marks a folder by an object, the folder is an entry of its own.
            return {name.rsplit("/", 1)[-1]: size for name, size in entries.items() if name != path}
        except FileNotFoundError:
            return {}
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
        """Objects cannot grow: each is written anew, once a minute and when `held` ends."""
        log = self._logs.get(name)
        if log is None:
            there = self.read(name) if name in self.names() else b""
            broken_off = there and not there.endswith(b"\n")
            log = self._logs[name] = _Log(there + b"\n" if broken_off else there)
        log.content += line.encode() + b"\n"
        log.is_written = False
        if time.monotonic() > log.due:
            self._write_log(name, log)

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
            for name, log in self._logs.items():
                if not log.is_written:
                    self._write_log(name, log)

    def _write_log(self, name: str, log: "_Log") -> None:
        """Writes a log as it is now. Raises `StoreError`; the next time is then as far as after a success."""
        log.is_written, log.due = True, time.monotonic() + _SECONDS_BETWEEN_LOGS
        self.write(name, log.content)


@dataclass(slots=True)
class _Log:
    """A text file that grows: all of it, whether it has been written so, and when it is to be written again."""

    content: bytes
    is_written: bool = True
    due: float = 0


def _refuse(address: str, what: str, error: Exception) -> NoReturn:
    """Each store has exceptions of its own, and none in common."""
    raise StoreError(f"{address}: cannot be {what}: {type(error).__name__} {' '.join(str(error).split())}") from error
