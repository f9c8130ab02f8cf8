"""Where a run is kept, as the rest of the store sees it: names in, bytes out, and each file whole or not at all."""

import io
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol

from guandan_sim.errors import StoreError


class ReadOnlyError(StoreError):
    """A place to which nothing can be written: a file system that is read-only, or somebody else's directory."""


class Place(Protocol):
    """A directory, or a prefix in an object store. Names in it have their folder before a slash."""

    @property
    def label(self) -> str:
        """The place as people write it."""

    @property
    def absolute(self) -> str:
        """The place as another process, with another current directory, finds it."""

    @property
    def storage_options(self) -> Mapping[str, Any] | None:
        """What fsspec needs besides the address."""

    @property
    def polars_options(self) -> dict[str, str] | None:
        """What polars needs besides the address."""

    def address(self, name: str) -> str:
        """The full name of a file."""

    def source(self, name: str) -> str | io.BytesIO:
        """What polars reads a file by: its full path or address, or its bytes where it cannot. Raises `StoreError`."""

    def names(self, folder: str = "") -> set[str]:
        """The names in a folder, without it; none when there is no such folder. Raises `StoreError`."""

    def sizes(self, folder: str) -> dict[str, int]:
        """The files in a folder by name, each with its size in bytes. Raises `StoreError`."""

    def read(self, name: str) -> bytes:
        """A file. Raises `FileNotFoundError` when there is none, and `StoreError`."""

    def write(self, name: str, content: bytes) -> None:
        """Writes a file, whole or not at all. Raises `StoreError`; a file of that name is then untouched."""

    def append(self, name: str, line: str) -> None:
        """Adds a line to a text file, behind a line that broke off too. Raises `StoreError`."""

    def remove(self, name: str) -> None:
        """Removes a file. Raises `StoreError`."""

    def held(self) -> AbstractContextManager[None]:
        """Makes the place, and keeps other runs from writing to it.

        Raises `ReadOnlyError` where nothing can be written, and `StoreError`.
        """
