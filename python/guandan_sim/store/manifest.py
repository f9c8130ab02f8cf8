"""manifest.json: the plan of a run in full, and with what it was made."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Self

from guandan_sim._core import build_info
from guandan_sim.errors import PathError, PlanError, StoreError
from guandan_sim.plan import Plan
from guandan_sim.store.form import read_json
from guandan_sim.store.place import Place
from guandan_sim.store.signature import signature

NAME = "manifest.json"
# Raised whenever tables, columns or file names change in a way that a reader of the old form would misread.
SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a run directory says of itself."""

    plan: Plan
    versions: dict[str, str]
    signature: str

    @classmethod
    def of(cls, plan: Plan) -> Self:
        """The manifest of a run made now."""
        import platform
        from importlib.metadata import version

        versions = {
            "guandan_sim": build_info()["version"],
            "polars": version("polars"),
            "python": platform.python_version(),
        }
        return cls(plan, versions, signature())

    @classmethod
    def read(cls, place: Place) -> Self:
        """The manifest in a place. Raises `PathError` when there is none, `StoreError` when it cannot be read."""
        path = place.address(NAME)
        try:
            content: dict[str, Any] = read_json(place.read(NAME))
            found = content["schema_version"]
            if found != SCHEMA_VERSION:
                raise StoreError(f"{path}: schema version {found}, but this is a reader of version {SCHEMA_VERSION}")
            manifest = cls(Plan.from_dict(content["plan"]), content["versions"], content["signature"])
            if content != manifest._content():
                raise StoreError(f"{path}: has been edited (its checksum does not fit what it says)")
            return manifest
        except FileNotFoundError:
            raise PathError(f"{place.label}: no run here ({NAME} is missing)") from None
        except (ValueError, KeyError, TypeError) as error:
            raise StoreError(f"{path}: not a manifest of a run: {type(error).__name__} {error}") from error

    def write(self, place: Place) -> None:
        """Writes the manifest, whole or not at all. Raises `StoreError`."""
        place.write(NAME, (json.dumps(self._content(), indent=1, ensure_ascii=False) + "\n").encode())

    def _content(self) -> dict[str, Any]:
        """What the file says, with a checksum of all the rest."""
        content: dict[str, Any] = {
            "schema_version": SCHEMA_VERSION,
            "plan": self.plan.to_dict(),
            "versions": self.versions,
            "signature": self.signature,
            "reproducible": self.plan.is_reproducible,
        }
        return {**content, "checksum": hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()}

    def check_continues(self, plan: Plan, label: str) -> None:
        """Raises `PlanError` unless a run of `plan` made now can go on in the run of this manifest."""
        ours, theirs = plan.to_dict(), self.plan.to_dict()
        differing = [
            f"{key} {_short(theirs.get(key))} there, {_short(ours.get(key))} asked for"
            for key in {**theirs, **ours}
            if ours.get(key) != theirs.get(key)
        ]
        if differing:
            raise PlanError(f"{label} holds another run ({'; '.join(differing)}): choose another directory")
        now = Manifest.of(plan)
        if now.signature != self.signature:
            made, make = (
                f"guandan-sim {found.versions['guandan_sim']} with polars {found.versions['polars']} "
                f"(signature {found.signature})"
                for found in (self, now)
            )
            raise PlanError(f"{label} was made by {made}, and {make} writes other data: choose another directory")


def _short(value: object) -> str:
    return (
        str(value["label"]) if isinstance(value, dict) else ",".join(value) if isinstance(value, list) else str(value)
    )
