"""A run directory: which parts are there, writing one, reading all."""

import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from guandan_sim import experiment
from guandan_sim.errors import PathError, StoreError
from guandan_sim.paths import is_address
from guandan_sim.plan import Part, Plan
from guandan_sim.store import manifest as manifests
from guandan_sim.store.files import UNFINISHED
from guandan_sim.store.local import LOCK
from guandan_sim.store.manifest import Manifest
from guandan_sim.store.place import Place
from guandan_sim.store.receipt import Receipt
from guandan_sim.store.runlog import RunLog
from guandan_sim.store.scores import Scores
from guandan_sim.store.tables import TABLES, File

if TYPE_CHECKING:
    import polars as pl

EXPERIMENT = "experiment.toml"
RECEIPTS = "parts"
# Where a report of the run is written, by its form, when it is given no name.
REPORTS = {form: f"report.{form}" for form in ("html", "md", "json")}
# What `_stem` makes, and no other way to write the same number.
_NUMBERED = r"part-([0-9]{5}|[1-9][0-9]{5,18})\."
_ENDINGS = {"records": "jsonl", RECEIPTS: "json"}


class RunDirectory:
    """The data set of one run in its place."""

    def __init__(self, place: Place, manifest: Manifest) -> None:
        """The run in `place`, which its `manifest` describes; see `open` and `prepare`."""
        self.place = place
        self.manifest = manifest
        self.log = RunLog(place)

    @classmethod
    def open(cls, place: Place) -> Self:
        """The run in a place. Raises `PathError` when there is none, `StoreError` when it cannot be read."""
        return cls(place, Manifest.read(place))

    @classmethod
    @contextmanager
    def prepare(cls, place: Place, plan: Plan) -> Iterator[Self]:
        """The directory for a run of `plan`, new or begun before, held against other runs while it is written to.

        Raises before anything is written `PathError` when the directory holds something else than a run, `PlanError`
        when it holds another run or a strategy cannot be loaded; and `StoreError` when nothing can be written.
        """
        there = place.names()
        if manifests.NAME not in there:
            # Before it is held: that leaves a file behind.
            _refuse_others(place, there)
            plan.check_loads()
        with place.held():
            there = place.names()
            if manifests.NAME in there:
                manifest = Manifest.read(place)
                manifest.check_continues(plan, place.label)
                # What is kept of strategies given as objects is their names.
                manifest = replace(manifest, plan=plan)
            else:
                _refuse_others(place, there)
                manifest = Manifest.of(plan)
                manifest.write(place)
            directory = cls(place, manifest)
            # After the manifest, which makes the directory a run's: a death in between leaves one that goes on.
            if EXPERIMENT not in there:
                place.write(EXPERIMENT, experiment.write(plan).encode())
            directory.remove_unfinished()
            yield directory

    @property
    def plan(self) -> Plan:
        """The run's plan."""
        return self.manifest.plan

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders with a file a part: the tables, and what the plan logs."""
        return (*TABLES, *self.plan.log)

    def name(self, folder: str, part: int) -> str:
        """The name of a part's file in a folder."""
        return f"{folder}/{file_name(folder, part)}"

    def whole(self) -> set[int]:
        """The numbers of the parts that are there with all their files. Raises `StoreError`."""
        return set.intersection(*(self.numbers(folder) for folder in (RECEIPTS, *self.folders)))

    def numbers(self, folder: str) -> set[int]:
        """The numbers of the run's parts that have a file in a folder. Raises `StoreError`."""
        form = re.compile(_NUMBERED + re.escape(ending(folder)))
        named = filter(None, map(form.fullmatch, self.place.names(folder)))
        return {number for number in (int(name[1]) for name in named) if number < self.plan.parts}

    def missing(self, upto: int | None = None) -> "Missing":
        """The parts that are yet to be made, or those among the first `upto`. Raises `StoreError`."""
        most = self.plan.parts if upto is None else min(upto, self.plan.parts)
        return Missing(self.plan, most, frozenset(number for number in self.whole() if number < most))

    def write(self, part: Part, files: Mapping[str, File], failures: Sequence[Mapping[str, Any]] = ()) -> Receipt:
        """Writes the files of a part, by folder, and its receipt with the `failures` in it. Raises `StoreError`."""
        receipt = Receipt.of(self.plan, part, files, failures)
        for folder, file in files.items():
            self.place.write(self.name(folder, part.number), file.content)
        self.place.write(self.name(RECEIPTS, part.number), receipt.to_bytes())
        return receipt

    def receipt(self, part: int) -> Receipt:
        """The receipt of a part. Raises `StoreError` when there is none, or it cannot be read."""
        name = self.name(RECEIPTS, part)
        try:
            return Receipt.from_bytes(self.place.read(name))
        except FileNotFoundError:
            raise StoreError(f"{self.place.address(name)}: missing") from None
        except (ValueError, KeyError, TypeError) as error:
            raise StoreError(f"{self.place.address(name)}: not the receipt of a part: {error}") from error

    def scores(self) -> Scores:
        """How the blocks of the parts that are there ended. Raises `StoreError`."""
        total: Scores = Counter()
        for part in self.whole():
            for result, blocks in self.receipt(part).scores.items():
                total[result] += blocks
        return total

    def remove_unfinished(self) -> None:
        """Removes what a run that was killed left half written. Raises `StoreError`."""
        for folder in (RECEIPTS, *self.folders):
            for name in self.place.names(folder):
                if name.endswith(UNFINISHED):
                    self.place.remove(f"{folder}/{name}")

    def lines(self, log: str) -> Iterator[str]:
        """The lines of a log in order. Raises `PathError` when there are none, `StoreError` for what is no text."""
        self._check_has(log)
        for part in sorted(self.whole()):
            name = self.name(log, part)
            try:
                text = self.place.read(name).decode()
            except UnicodeDecodeError as error:
                raise StoreError(f"{self.place.address(name)}: not text: {error}") from error
            # Not `splitlines`: names may hold letters that it takes for ends of lines.
            yield from filter(None, text.split("\n"))

    def scan(self, table: str, part: int | None = None) -> "pl.LazyFrame":
        """A table: one part of it, or all there are in order. Raises `PathError` when there is none yet."""
        import polars as pl

        self._check_has(table)
        parts = sorted(self.whole()) if part is None else [part]
        if not parts:
            raise PathError(f"{self.place.label}: no part of {table} has been written yet")
        sources: Any = [self.place.source(self.name(table, number)) for number in parts]
        if part is not None and not is_address(sources[0]):
            self._check_readable(self.name(table, part), sources[0])
        options = self.place.storage_options
        # Names may hold what stands for others in patterns.
        return pl.scan_parquet(sources, glob=False, storage_options=None if options is None else dict(options))

    def _check_readable(self, name: str, source: Any) -> None:
        """Raises `StoreError` for a table whose file was cut off or is none; polars would name no file."""
        import polars as pl

        try:
            # Not by its name, which may hold what stands for others in patterns.
            file = io.BytesIO(source.getbuffer()) if isinstance(source, io.BytesIO) else Path(source).open("rb")  # noqa: SIM115
            with file:
                pl.read_parquet_schema(file)
        except (pl.exceptions.PolarsError, OSError) as error:
            said = " ".join(str(error).split())
            raise StoreError(f"{self.place.address(name)}: not a Parquet file: {said}") from error

    def _check_has(self, folder: str) -> None:
        if folder not in self.folders:
            raise PathError(f"{self.place.label}: this run has no {folder}; they are written by: run --log {folder}")


@dataclass(frozen=True, slots=True)
class Missing:
    """Those of the first `parts` parts of a plan that are not `whole`, made one by one: there may be many millions."""

    plan: Plan
    parts: int
    whole: Set[int]

    def __iter__(self) -> Iterator[Part]:
        """The parts in order."""
        return (self.plan.part(number) for number in range(self.parts) if number not in self.whole)

    def __len__(self) -> int:
        """How many there are."""
        return self.parts - len(self.whole)

    @property
    def blocks(self) -> int:
        """The blocks of all of them."""
        every = min(self.plan.blocks, self.parts * self.plan.part_blocks)
        return every - sum(self.plan.part(number).blocks for number in self.whole)


def file_name(folder: str, part: int) -> str:
    """What a part's file is called in a folder."""
    return f"{_stem(part)}.{ending(folder)}"


def ending(folder: str) -> str:
    """How the names in a folder end."""
    return _ENDINGS.get(folder, "parquet")


def _stem(part: int) -> str:
    return f"part-{part:05}"


def _refuse_others(place: Place, there: Set[str]) -> None:
    """Raises `PathError` when a place without a manifest holds anything that is no beginning of a run."""
    foreign = sorted(there - {LOCK, manifests.NAME + UNFINISHED})
    if foreign:
        raise PathError(f"{place.label}: not empty and no run ({foreign[0]} is there): choose another one")
