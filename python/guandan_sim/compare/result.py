"""What all finished comparisons have in common: runs, labels, a table, and everything as JSON."""

import json
import os
import shlex
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl

from guandan_sim.compare.directory import SCHEMA_VERSION, Outline
from guandan_sim.errors import PathError, StoreError
from guandan_sim.paths import local
from guandan_sim.plan import Plan
from guandan_sim.reportable import Answered
from guandan_sim.simulation import Run
from guandan_sim.speed import microseconds_a_decision

if TYPE_CHECKING:
    from guandan_sim.stats import Estimate

# A row of a table by its columns.
Row = dict[str, str | int | float | None]


class Comparison(Answered, ABC):
    """A finished comparison. `table` has the numbers; `question`, `answer` and `method` say them in English."""

    def __init__(self, directory: str | os.PathLike[str], played: Iterable[Plan] = ()) -> None:
        """The comparison in a directory. Raises `PathError` when there is none that is finished.

        `played` are the plans by which it has just been played, which know how long strategies in Python took.
        """
        self._played = tuple(played)
        self.directory = local(directory, "a comparison")
        self.outline = Outline.read(self.directory)
        again = f"to continue: {self.outline.command} --out {shlex.quote(str(self.directory))}"
        try:
            self.runs = {name: Run(self.directory / folder) for name, folder in self.outline.runs.items()}
        except StoreError as error:
            raise type(error)(f"{error}; {again}") from None
        if not self._is_finished():
            raise PathError(f"{self.directory}: not finished; {again}")

    def _is_finished(self) -> bool:
        """Whether everything that the numbers are made of is there."""
        return all(run.is_complete for run in self.runs.values())

    @property
    def kind(self) -> str:
        """ "rules", "strategies" or "tournament"."""
        return self.outline.kind

    @property
    def labels(self) -> tuple[str, ...]:
        """What is compared, in order."""
        return self.outline.labels

    @property
    def command(self) -> str:
        """The command that repeats the comparison."""
        return self.outline.command

    @property
    def seed(self) -> int:
        """The master seed of all runs."""
        return next(iter(self.runs.values())).plan.seed

    @cached_property
    def microseconds_a_decision(self) -> dict[str, float | None]:
        """How long each strategy takes for a decision on this machine, by its text; measured when it is asked for.

        See docs/COMPARISONS.md. None for a strategy outside the engine that this process has not asked.
        """
        return microseconds_a_decision(self._played or [run.plan for run in self.runs.values()])

    @property
    @abstractmethod
    def table(self) -> pl.DataFrame:
        """All numbers, a row each."""

    @abstractmethod
    def details(self) -> dict[str, Any]:
        """What a kind of comparison has besides `table`, as JSON values."""

    def to_dict(self) -> dict[str, Any]:
        """Everything as JSON values."""
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": self.kind,
            "question": self.question,
            "answer": self.answer,
            "labels": list(self.labels),
            "table": self.table.to_dicts(),
            **self.details(),
            "method": self.method,
            "arguments": self.outline.arguments,
            "seed": self.seed,
            "versions": self.outline.versions,
            "command": self.command,
            "directory": str(self.directory),
        }

    def to_json(self) -> str:
        """Everything as one JSON document; a number that does not exist is null."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1, allow_nan=False)


def frame(rows: Sequence[Row]) -> pl.DataFrame:
    """A table of rows: columns of text and of whole numbers are those of the first row, all others are of floats."""
    types = {str: pl.String, int: pl.Int64}
    return pl.DataFrame(rows, {name: types.get(type(value), pl.Float64) for name, value in rows[0].items()})


def with_ends(name: str, estimate: "Estimate | None", prefix: str = "") -> Row:
    """The columns of an estimate: its value by a name, and the ends of its interval; null without an estimate."""
    value, low, high = (None, None, None) if estimate is None else (estimate.value, estimate.low, estimate.high)
    return {name: value, f"{prefix}low": low, f"{prefix}high": high}
