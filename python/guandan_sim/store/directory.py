"""A run directory: which parts are there, writing one, reading all."""

import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from guandan_sim import experiment
from guandan_sim.errors import PathError, StoreError
from guandan_sim.forks import check_not_forked
from guandan_sim.plan import Part, Plan
from guandan_sim.store import manifest as manifests
from guandan_sim.store.files import UNFINISHED
from guandan_sim.store.local import LOCK
from guandan_sim.store.manifest import Manifest
from guandan_sim.store.place import Place, ReadOnlyError
from guandan_sim.store.receipt import FileFacts, Receipt, fault_of, fault_of_size
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
_NOTHING = FileFacts(0, 0, "")


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
    def prepare(cls, place: Place, plan: Plan, upto: int | None = None) -> Iterator[Self]:
        """The directory for a run of `plan`, new or begun before, held against other runs while it is written to.

        Where nothing can be written, as on a read-only disk, it is given all the same when its first `upto` parts, or
        all, are there.

        Raises before anything is written `PathError` when the directory holds something else than a run, `PlanError`
        when it holds another run or a strategy cannot be loaded; and `StoreError` when nothing can be written.
        """
        there = place.names()
        if manifests.NAME not in there:
            # Before it is held: that leaves a file behind.
            _refuse_others(place, there)
            plan.check_loads()
        with ExitStack() as held:
            try:
                held.enter_context(place.held())
            except ReadOnlyError:
                if manifests.NAME not in there or cls._begun(place, plan).missing(upto):
                    raise
                yield cls._begun(place, plan)
                return
            there = place.names()
            if manifests.NAME in there:
                directory = cls._begun(place, plan)
            else:
                _refuse_others(place, there)
                directory = cls(place, Manifest.of(plan))
                directory.manifest.write(place)
            # After the manifest, which makes the directory a run's: a run that dies in between can be continued.
            if EXPERIMENT not in there:
                place.write(EXPERIMENT, experiment.write(plan).encode())
            directory.remove_unfinished()
            yield directory

    @classmethod
    def _begun(cls, place: Place, plan: Plan) -> Self:
        """The run begun before in a place. Raises `PlanError` unless a run of `plan` can go on with it."""
        manifest = Manifest.read(place)
        manifest.check_continues(plan, place.label)
        # What is kept of strategies given as objects is their names.
        return cls(place, replace(manifest, plan=plan))

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
        content = self._read(RECEIPTS, part)
        try:
            return Receipt.from_bytes(content)
        except ValueError as error:
            raise StoreError(f"{self.place.address(name)}: not the receipt of a part: {error}") from error

    def scores(self) -> Scores:
        """How the blocks of the parts that are there ended.

        Raises `StoreError` for a part whose receipt is another run's, or whose files have other sizes than it says, so
        that a run is not continued from such a part.
        """
        total: Scores = Counter()
        plan = self.plan.fingerprint
        sizes = {folder: self.place.sizes(folder) for folder in self.folders}
        for part in self.whole():
            receipt = self.receipt(part)
            if receipt.plan != plan:
                raise self._damaged(RECEIPTS, part, "of another plan")
            for folder, found in sizes.items():
                fault = fault_of_size(found.get(file_name(folder, part), 0), _facts(receipt, folder))
                if fault:
                    raise self._damaged(folder, part, fault)
            for result, blocks in receipt.scores.items():
                total[result] += blocks
        return total

    def remove_unfinished(self) -> None:
        """Removes what a run that was killed left half written. Raises `StoreError`."""
        for folder in (RECEIPTS, *self.folders):
            for name in self.place.names(folder):
                if name.endswith(UNFINISHED):
                    self.place.remove(f"{folder}/{name}")

    def lines(self, log: str) -> Iterator[str]:
        """The lines of a log in order.

        Raises `PathError` when there are none, `StoreError` for what is no text, and for a file that is not as it was
        written behind its last line, so that what is whole is seen.
        """
        self._check_has(log)
        for part in sorted(self.whole()):
            name = self.name(log, part)
            content = self._read(log, part)
            try:
                text = content.decode()
            except UnicodeDecodeError as error:
                raise StoreError(f"{self.place.address(name)}: not text: {error}") from error
            # Not `splitlines`: names may hold letters that it takes for ends of lines.
            yield from filter(None, text.split("\n"))
            self._check_whole(log, part, content)

    def scan(self, table: str, part: int | None = None) -> "pl.LazyFrame":
        """A table: all parts there are in order, or one of them, which is read and held against its receipt.

        Raises `PathError` when there is none yet, `StoreError` for a part whose file is not as it was written.
        """
        import polars as pl

        check_not_forked("tables")
        self._check_has(table)
        if part is not None:
            content = self._read(table, part)
            self._check_whole(table, part, content)
            return pl.scan_parquet(io.BytesIO(content))
        parts = sorted(self.whole())
        if not parts:
            raise PathError(f"{self.place.label}: no part of {table} has been written yet")
        sources: Any = [self.place.source(self.name(table, number)) for number in parts]
        # Names may hold what stands for others in patterns.
        return pl.scan_parquet(sources, glob=False, storage_options=self.place.polars_options)

    def _read(self, folder: str, part: int) -> bytes:
        """A file of a part. Raises `StoreError`."""
        name = self.name(folder, part)
        try:
            return self.place.read(name)
        except FileNotFoundError:
            raise StoreError(f"{self.place.address(name)}: missing") from None

    def _check_whole(self, folder: str, part: int, content: bytes) -> None:
        """Raises `StoreError` for a file of a part whose `content` is not what its receipt says was written."""
        fault = fault_of(content, _facts(self.receipt(part), folder))
        if fault:
            raise self._damaged(folder, part, fault)

    def _damaged(self, folder: str, part: int, fault: str) -> StoreError:
        address = self.place.address(self.name(folder, part))
        return StoreError(f"{address}: {fault}; remove it, and the command that began the run makes part {part} again")

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


def _facts(receipt: Receipt, folder: str) -> FileFacts:
    """What a receipt says of the file in a folder; of one that it does not name, that nothing was written."""
    return receipt.files.get(folder, _NOTHING)


def _stem(part: int) -> str:
    return f"part-{part:05}"


def _refuse_others(place: Place, there: Set[str]) -> None:
    """Raises `PathError` when a place without a manifest holds anything that is no beginning of a run."""
    foreign = sorted(there - {LOCK, manifests.NAME + UNFINISHED})
    if foreign:
        raise PathError(f"{place.label}: not empty and no run ({foreign[0]} is there): choose another one")
