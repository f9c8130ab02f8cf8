"""A comparison on disk: comparison.json, and beside it under runs/ one ordinary run for each variant or pair."""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Self

from guandan_sim._core import build_info
from guandan_sim.errors import PathError, PlanError, StoreError
from guandan_sim.paths import is_there, local, refuse
from guandan_sim.store.files import UNFINISHED, make_directory, plain_name, write_file
from guandan_sim.store.form import in_form, read_json

NAME = "comparison.json"
RUNS = "runs"
# Raised whenever a reader of the old form would misread the new one.
SCHEMA_VERSION = 1
_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Outline:
    """What comparison.json says.

    `kind` is "rules", "strategies" or "tournament"; `labels` what is compared, in order; `runs` the folder of each run
    by its name (a label, or a pair's); `arguments` all that the numbers depend on; `command` repeats the comparison.
    """

    kind: str
    labels: tuple[str, ...]
    runs: dict[str, str]
    arguments: dict[str, Any]
    command: str
    versions: dict[str, str]

    @classmethod
    def of(
        cls,
        kind: str,
        labels: Sequence[str],
        runs: Sequence[str],
        arguments: dict[str, Any],
        command: str,
    ) -> Self:
        """The outline of a comparison made now."""
        versions = {"guandan_sim": build_info()["version"], "polars": version("polars")}
        # As they come back from the file, where a tuple is a list.
        plain = json.loads(json.dumps(arguments))
        return cls(kind, tuple(labels), _folders(runs), plain, command, versions)

    @classmethod
    def read(cls, directory: Path) -> Self:
        """The outline in a directory. Raises `PathError` when there is none, `StoreError` when it cannot be read."""
        path = directory / NAME
        try:
            content: dict[str, Any] = read_json(path.read_bytes())
            found = content["schema_version"]
            if found != SCHEMA_VERSION:
                raise StoreError(f"{path}: schema version {found}, but this is a reader of version {SCHEMA_VERSION}")
            return in_form(content, cls)
        except (FileNotFoundError, NotADirectoryError):
            raise PathError(f"{directory}: no comparison here ({NAME} is missing)") from None
        except OSError as error:
            refuse(path, "read", error)
        except (ValueError, KeyError, TypeError) as error:
            raise StoreError(f"{path}: not a comparison: {type(error).__name__} {error}") from error

    def write(self, directory: Path) -> None:
        """Makes the directory for this comparison, or finds it begun there.

        Raises `PlanError` when another comparison is there, `PathError` when something else is, `StoreError` when
        nothing can be written.
        """
        make_directory(directory)
        if is_there(directory / NAME):
            self._check_continues(Outline.read(directory), directory)
            return
        there = {entry.name for entry in directory.iterdir() if not entry.name.startswith(".")}
        foreign = sorted(there - {NAME + UNFINISHED})
        if foreign:
            raise PathError(
                f"{directory}: not empty and no comparison ({foreign[0]} is there): choose another directory"
            )
        content = {"schema_version": SCHEMA_VERSION, **asdict(self)}
        write_file(directory / NAME, (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode())

    def _check_continues(self, there: "Outline", directory: Path) -> None:
        """Raises `PlanError` unless this comparison is the one that is there."""
        ours, theirs = ({"kind": one.kind, "variants": list(one.labels), **one.arguments} for one in (self, there))
        differing = [
            f"{key} {theirs.get(key)} there, {ours.get(key)} asked for"
            for key in {**theirs, **ours}
            if ours.get(key) != theirs.get(key)
        ]
        if differing:
            raise PlanError(f"{directory} holds another comparison ({'; '.join(differing)}): choose another directory")


def seed_there(out: str | os.PathLike[str]) -> int | None:
    """The seed of a comparison begun in `out`, so that the same call continues it; None without one.

    Raises `StoreError` when what is there cannot be read.
    """
    directory = local(out, "a comparison")
    return Outline.read(directory).arguments.get("seed") if is_there(directory / NAME) else None


def _folders(names: Sequence[str]) -> dict[str, str]:
    """A folder for each run, in letters that every file system takes, no two of them alike even without case."""
    folders: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        plain = plain_name(name, _LONGEST_NAME)
        folder, number = plain, 1
        while folder.casefold() in taken:
            number += 1
            folder = f"{plain}-{number}"
        taken.add(folder.casefold())
        folders[name] = f"{RUNS}/{folder}"
    return folders
