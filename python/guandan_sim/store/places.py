"""Which kind of place an address means."""

import os
from collections.abc import Mapping
from typing import Any

from guandan_sim.errors import PathError, PlanError
from guandan_sim.paths import in_full, is_address
from guandan_sim.store.local import LocalPlace
from guandan_sim.store.place import Place
from guandan_sim.store.remote import RemotePlace


def place_of(address: str | os.PathLike[str], storage_options: Mapping[str, Any] | None = None) -> Place:
    """A directory, or what fsspec makes of an address such as s3://bucket/run.

    Raises `PathError` for what is neither, or needs a package that is not there, and `PlanError` for options that a
    directory has no use for.
    """
    try:
        text = os.fspath(address)
    except TypeError:
        raise PathError(f"directory: expected a path, got {type(address).__name__}") from None
    if not isinstance(text, str) or not text or "\0" in text or _is_unreadable(text):
        raise PathError(f"directory: expected a path in text that can be written down, got {text!r}")
    if not isinstance(storage_options, Mapping | None):
        raise PlanError(f"storage_options: expected a mapping, got {storage_options!r}")
    if is_address(text):
        return RemotePlace(text, storage_options)
    if storage_options is not None:
        raise PlanError(f"storage_options: no effect in {text}, a directory of this machine")
    return LocalPlace(in_full(text))


def _is_unreadable(text: str) -> bool:
    """Whether a path has bytes that are no text: manifests and logs could not hold it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
