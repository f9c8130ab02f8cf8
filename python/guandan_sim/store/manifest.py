"""manifest.json: the plan of a run in full, and with what it was made."""

import json
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Self

from guandan_sim._core import build_info
from guandan_sim.errors import PlanError, StoreError
from guandan_sim.plan import Plan
from guandan_sim.store.files import write_atomically

NAME = "manifest.json"
# Raised whenever tables, columns or file names change in a way that a reader of the old form would misread.
SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a run directory says of itself."""

    plan: Plan
    versions: dict[str, str]

    @classmethod
    def of(cls, plan: Plan) -> Self:
        """The manifest of a run made now."""
        return cls(plan, {"guandan_sim": build_info()["version"], "polars": version("polars")})

    @classmethod
    def read(cls, directory: Path) -> Self:
        """The manifest in a directory. Raises `StoreError` when there is none, or none that can be read."""
        path = directory / NAME
        try:
            content: dict[str, Any] = json.loads(path.read_text("utf-8"))
            found = content["schema_version"]
            if found != SCHEMA_VERSION:
                raise StoreError(f"{path}: schema version {found}, but this is a reader of version {SCHEMA_VERSION}")
            return cls(Plan.from_dict(content["plan"]), content["versions"])
        except FileNotFoundError:
            raise StoreError(f"{directory}: no run here ({NAME} is missing)") from None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise StoreError(f"{path}: not a manifest of a run: {type(error).__name__} {error}") from error

    def write(self, directory: Path) -> None:
        """Writes the manifest, whole or not at all."""
        content = {"schema_version": SCHEMA_VERSION, "plan": self.plan.to_dict(), "versions": self.versions}
        write_atomically(directory / NAME, (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode())

    def check_continues(self, plan: Plan, directory: Path) -> None:
        """Raises `PlanError` unless a run of `plan` made now can go on in the run of this manifest."""
        ours, theirs = plan.to_dict(), self.plan.to_dict()
        differing = [
            f"{key} {_short(theirs[key])} there, {_short(ours[key])} asked for"
            for key in ours
            if ours[key] != theirs[key]
        ]
        if differing:
            raise PlanError(f"{directory} holds another run ({'; '.join(differing)}): choose another directory")
        now = build_info()["version"]
        made = self.versions["guandan_sim"]
        if made != now:
            raise PlanError(
                f"{directory} was made by version {made}, which may not play as {now} does: choose another directory"
            )


def _short(value: object) -> str:
    return (
        str(value["label"]) if isinstance(value, dict) else ",".join(value) if isinstance(value, list) else str(value)
    )
