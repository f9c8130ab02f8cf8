"""Which kind of place an address means."""

import os
from collections.abc import Mapping
from typing import Any

from guandan_sim.errors import PlanError
from guandan_sim.paths import in_full, is_address, text_of
from guandan_sim.store.local import LocalPlace
from guandan_sim.store.place import Place
from guandan_sim.store.remote import RemotePlace


def place_of(address: str | os.PathLike[str], storage_options: Mapping[str, Any] | None = None) -> Place:
    """A directory, or what fsspec makes of an address such as s3://bucket/run.

    Raises `PathError` for what is neither, or needs a package that is not there, and `PlanError` for options that a
    directory has no use for.
    """
    text = text_of(address, "directory")
    if not isinstance(storage_options, Mapping | None):
        raise PlanError(f"storage_options: expected a mapping, got {storage_options!r}")
    if is_address(text):
        return RemotePlace(text, storage_options)
    if storage_options is not None:
        raise PlanError(f"storage_options: no effect in {text}, a directory of this machine")
    return LocalPlace(in_full(text))
