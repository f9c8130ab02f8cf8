"""Whether a data set is what its plan says and what was written: every fault in one line."""

import io
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from guandan_sim import experiment
from guandan_sim.errors import GuandanError, StoreError
from guandan_sim.store import manifest, runlog
from guandan_sim.store.directory import EXPERIMENT, RECEIPTS, REPORTS, RunDirectory, file_name
from guandan_sim.store.files import UNFINISHED
from guandan_sim.store.local import LOCK
from guandan_sim.store.receipt import Receipt, fault_of
from guandan_sim.store.tables import Tables
from guandan_sim.terms import counted

if TYPE_CHECKING:
    import polars as pl

_BESIDE = {manifest.NAME, EXPERIMENT, runlog.NAME, LOCK, RECEIPTS, *REPORTS.values()}


class Verification:
    """The verification of one run; its manifest has been read, and holds."""

    def __init__(self, directory: RunDirectory) -> None:
        """Nothing verified yet."""
        self._directory = directory
        self._place = directory.place
        self._plan = directory.plan
        self._simulator = directory.plan.simulator()
        self._tables = Tables.of(self._simulator)

    def faults(self) -> Iterator[str]:
        """What is wrong with anything that is there or missing, part by part."""
        yield from self._beside()
        there = {folder: self._directory.numbers(folder) for folder in (RECEIPTS, *self._directory.folders)}
        begun = sorted(set.union(*there.values()))
        for before, number in pairwise([-1, *begun, self._plan.parts]):
            if number - before == 2:
                yield f"part {before + 1}: not made yet"
            elif number - before > 2:
                yield f"parts {before + 1} to {number - 1}: not made yet"
            if number == self._plan.parts:
                break
            missing = [folder for folder, numbers in there.items() if number not in numbers]
            if missing:
                names = ", ".join(self._directory.name(folder, number) for folder in missing)
                yield f"part {number}: {names} missing"
            else:
                yield from self._part(number)
        for folder, numbers in there.items():
            ours = {file_name(folder, number) for number in numbers}
            for name in sorted(self._place.names(folder) - ours):
                if not name.endswith(UNFINISHED):
                    yield f"{folder}/{name}: no file of this run"

    def recomputed(self, part: int, workers: int) -> Iterator[str]:
        """What is different in a part when it is played again."""
        span = self._plan.part(part)
        try:
            played = self._simulator.play(span.first, span.blocks, workers=workers)
            files = self._tables.files(played, self._plan.log)
        except GuandanError as error:
            yield f"part {part}: cannot be played again: {error}"
            return
        for folder, file in files.items():
            name = self._directory.name(folder, part)
            if self._read(name) != file.content:
                yield f"{name}: not what the plan gives when it is played again"

    def _beside(self) -> Iterator[str]:
        """What is in the directory besides the parts."""
        for name in sorted(self._place.names() - _BESIDE - {*self._directory.folders}):
            if not name.endswith(UNFINISHED):
                yield f"{name}: no file of this run"
        if self._read(EXPERIMENT) != experiment.write(self._plan).encode():
            yield f"{EXPERIMENT}: missing, or not the plan of {manifest.NAME}"

    def _part(self, number: int) -> Iterator[str]:
        """What is wrong with a part all of whose files are there."""
        try:
            receipt = self._directory.receipt(number)
        except StoreError as error:
            yield str(error)
            return
        name = self._directory.name(RECEIPTS, number)
        if receipt.to_bytes() != self._read(name):
            yield f"{name}: not as it was written"
        elif receipt.plan != self._plan.fingerprint:
            yield f"{name}: of another plan"
        elif receipt.part != self._plan.part(number):
            yield f"{name}: of part {receipt.part.number}"
        elif set(receipt.files) != set(self._directory.folders):
            yield f"{name}: names the files of {', '.join(receipt.files)}"
        else:
            frames: dict[str, pl.DataFrame] = {}
            for folder in receipt.files:
                yield from self._file(folder, receipt, frames)
            if len(frames) == len(self._tables.columns):
                yield from self._numbers(receipt, frames)

    def _file(self, folder: str, receipt: Receipt, frames: "dict[str, pl.DataFrame]") -> Iterator[str]:
        """What is wrong with one file; a table that holds goes to `frames`."""
        import polars as pl

        name, facts = self._directory.name(folder, receipt.part.number), receipt.files[folder]
        content = self._read(name)
        if content is None:
            yield f"{name}: cannot be read"
            return
        fault = fault_of(content, facts)
        if fault:
            yield f"{name}: {fault}"
            return
        if folder not in self._tables.columns:
            lines = content.count(b"\n")
            if lines != facts.rows:
                yield f"{name}: {counted(lines, 'line')}, {facts.rows:,} written"
            return
        try:
            frame = pl.read_parquet(io.BytesIO(content))
        except (pl.exceptions.PolarsError, OSError) as error:
            yield f"{name}: not a Parquet file: {' '.join(str(error).split())}"
            return
        if frame.schema != self._tables.schema(folder):
            yield f"{name}: other columns than those of this run"
        elif frame.height != facts.rows:
            yield f"{name}: {counted(frame.height, 'row')}, {facts.rows:,} written"
        else:
            frames[folder] = frame

    def _numbers(self, receipt: Receipt, frames: "Mapping[str, pl.DataFrame]") -> Iterator[str]:
        """Whether the numbers of matches, deals and plays are those of the part, without gap or repeat."""
        import polars as pl

        part, rotations = receipt.part, self._plan.rotations
        name = {folder: self._directory.name(folder, part.number) for folder in frames}
        matches, deals = frames["matches"], frames["deals"]
        first, last = part.first * rotations, (part.first + part.blocks) * rotations
        left_out = [failure["block"] for failure in receipt.failures]
        expected = pl.int_range(first, last, dtype=pl.UInt64, eager=True)
        expected = expected.filter(~(expected // rotations).is_in(left_out))
        if not matches["match"].equals(expected, check_names=False):
            yield f"{name['matches']}: matches are not numbered {first} to {last - 1}"
            return
        if not (matches["block"] * rotations + matches["rotation"]).equals(expected, check_names=False):
            yield f"{name['matches']}: block x rotations + rotation is not the number of the match"
        if set(matches["seed"].unique()) != {self._plan.seed}:
            yield f"{name['matches']}: another seed than {self._plan.seed}"
        counted = matches.select("match", "deals").filter(pl.col("deals") > 0)
        per_match = deals.group_by("match", maintain_order=True).agg(
            pl.len().cast(pl.UInt16).alias("deals"), (pl.col("deal") == pl.int_range(pl.len())).all().alias("in_order")
        )
        if not per_match.select("match", "deals").equals(counted) or not per_match["in_order"].all():
            yield f"{name['deals']}: deals are not numbered from 0 in each match, as many as it has"
        if "plays" in frames:
            actions = deals.select("match", "deal", actions=pl.col("plays").cast(pl.UInt32) + pl.col("passes"))
            per_deal = (
                frames["plays"]
                .group_by("match", "deal", maintain_order=True)
                .agg(pl.len().alias("actions"), (pl.col("play") == pl.int_range(pl.len())).all().alias("in_order"))
            )
            if not per_deal.select("match", "deal", "actions").equals(actions) or not per_deal["in_order"].all():
                yield f"{name['plays']}: plays are not numbered from 0 in each deal, as many as it has"

    def _read(self, name: str) -> bytes | None:
        try:
            return self._place.read(name)
        except (FileNotFoundError, StoreError):
            return None
