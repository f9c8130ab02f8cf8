"""Which kind of place an address means."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from guandan_sim.store.local import LocalPlace
from guandan_sim.store.place import Place
from guandan_sim.store.remote import RemotePlace


def place_of(address: str | os.PathLike[str], storage_options: Mapping[str, Any] | None = None) -> Place:
    """A directory, or what fsspec makes of an address such as s3://bucket/run. Raises `StoreError`."""
    text = os.fspath(address)
    if "://" in text:
        return RemotePlace(text, storage_options)
    return LocalPlace(Path(text))
