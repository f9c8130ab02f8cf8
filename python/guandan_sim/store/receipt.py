"""parts/part-NNNNN.json: what was written for a part, so that anything that happens to its files later is seen.

It is written last: a part without a receipt is incomplete and ignored.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypedDict

from guandan_sim.plan import Part, Plan
from guandan_sim.store.form import in_form, read_json
from guandan_sim.store.scores import Scores, scores_of
from guandan_sim.store.tables import File
from guandan_sim.terms import counted


@dataclass(frozen=True, slots=True)
class FileFacts:
    """The size of a file, its rows (lines, of records), and its SHA-256."""

    bytes: int
    rows: int
    sha256: str


def fault_of_size(found: int, facts: FileFacts) -> str | None:
    """What is wrong with a file of `found` bytes; None when it has as many as were written."""
    return None if found == facts.bytes else f"{counted(found, 'byte')}, {facts.bytes:,} written"


def fault_of(content: bytes, facts: FileFacts) -> str | None:
    """What is wrong with what a file holds now; None when it is what was written."""
    if hashlib.sha256(content).hexdigest() == facts.sha256:
        return None
    return fault_of_size(len(content), facts) or "not the bytes that were written (their SHA-256 is another)"


class _File(TypedDict):
    """What stands in the file."""

    part: int
    first_block: int
    blocks: int
    plan: str
    files: dict[str, FileFacts]
    scores: list[tuple[int, int, int]]
    failures: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Receipt:
    """The files of a part by folder, the plan they belong to, how its blocks ended, and those that were left out.

    A failure has `strategy`, `block`, `match`, `deal`, `play`, `seat`, `phase` and `error` (docs/ENVIRONMENT.md).
    """

    part: Part
    plan: str
    files: Mapping[str, FileFacts]
    scores: Scores
    failures: Sequence[Mapping[str, Any]] = ()

    @classmethod
    def of(cls, plan: Plan, part: Part, files: Mapping[str, File], failures: Sequence[Mapping[str, Any]] = ()) -> Self:
        """The receipt for the files of a part."""
        facts = {
            folder: FileFacts(len(file.content), file.rows, hashlib.sha256(file.content).hexdigest())
            for folder, file in files.items()
        }
        return cls(part, plan.fingerprint, facts, scores_of(files["matches"].content, plan.rotations), failures)

    def to_bytes(self) -> bytes:
        """The receipt as JSON; the same for the same files."""
        content = {
            "part": self.part.number,
            "first_block": self.part.first,
            "blocks": self.part.blocks,
            "plan": self.plan,
            "files": {
                folder: {"bytes": facts.bytes, "rows": facts.rows, "sha256": facts.sha256}
                for folder, facts in self.files.items()
            },
            "scores": [[*won, blocks] for won, blocks in sorted(self.scores.items())],
            "failures": list(self.failures),
        }
        return (json.dumps(content) + "\n").encode()

    @classmethod
    def from_bytes(cls, content: bytes) -> Self:
        """The receipt in a file. Raises `ValueError` for anything that is not a receipt."""
        found = in_form(read_json(content), _File)
        return cls(
            Part(found["part"], found["first_block"], found["blocks"]),
            found["plan"],
            found["files"],
            Counter({(first, second): blocks for first, second, blocks in found["scores"]}),
            found["failures"],
        )
