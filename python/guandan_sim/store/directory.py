"""A run directory: which parts are there, writing one, reading all."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self

from guandan_sim.errors import StoreError
from guandan_sim.plan import Part, Plan
from guandan_sim.store.files import locked, make_directory, write_atomically
from guandan_sim.store.manifest import NAME, Manifest
from guandan_sim.store.tables import TABLES

if TYPE_CHECKING:
    import polars as pl

EXPERIMENT = "experiment.toml"


class RunDirectory:
    """The data set of one run on disk."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        """The run in `path`, which its `manifest` describes; see `open` and `prepare`."""
        self.path = path
        self.manifest = manifest

    @classmethod
    def open(cls, path: Path) -> Self:
        """The run in a directory. Raises `StoreError` when there is none."""
        return cls(path, Manifest.read(path))

    @classmethod
    @contextmanager
    def prepare(cls, path: Path, plan: Plan, experiment: str) -> Iterator[Self]:
        """The directory for a run of `plan`, new or begun before, held against other runs while it is written to.

        `experiment` is the plan as an experiment file, for people who want to do the like.

        Raises `PlanError` when the directory holds another run, `StoreError` when it holds something else or cannot be
        written.
        """
        make_directory(path)
        with locked(path):
            if (path / NAME).exists():
                manifest = Manifest.read(path)
                manifest.check_continues(plan, path)
            else:
                foreign = sorted(entry.name for entry in path.iterdir() if not entry.name.startswith("."))
                if foreign:
                    raise StoreError(f"{path}: not empty and no run ({foreign[0]} is there): choose another directory")
                manifest = Manifest.of(plan)
                manifest.write(path)
            # After the manifest, which makes the directory a run's: a death in between leaves one that goes on.
            if not (path / EXPERIMENT).exists():
                write_atomically(path / EXPERIMENT, experiment.encode())
            directory = cls(path, manifest)
            for folder in directory.folders:
                make_directory(path / folder)
            yield directory

    @property
    def plan(self) -> Plan:
        """The run's plan."""
        return self.manifest.plan

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders with a file a part: the tables, and what the plan logs."""
        return (*TABLES, *self.plan.log)

    def file(self, folder: str, part: int) -> Path:
        """Where a part of a table or log is kept."""
        return self.path / folder / _file_name(folder, part)

    def has(self, part: int) -> bool:
        """Whether a part is there with all its files."""
        return all(self.file(folder, part).exists() for folder in self.folders)

    def missing(self) -> list[Part]:
        """The parts that are yet to be made."""
        present = [{entry.stem for entry in (self.path / folder).glob(_file_name(folder))} for folder in self.folders]
        stems = set.intersection(*present)
        numbers = range(self.plan.parts)
        return [self.plan.part(number) for number in numbers if _stem(number) not in stems]

    def write(self, part: Part, files: Mapping[str, bytes]) -> None:
        """Writes the files of a part, by folder. Raises `StoreError`."""
        for folder in self.folders:
            write_atomically(self.file(folder, part.number), files[folder])

    def logged(self, log: str) -> list[Path]:
        """The files of a log in order. Raises `StoreError` when there are none."""
        files = sorted((self.path / log).glob(_file_name(log)), key=_number_of)
        if not files:
            raise StoreError(f"{self.path}: this run has no {log}; they are written by: run --log {log}")
        return files

    def scan(self, table: str, part: int | None = None) -> "pl.LazyFrame":
        """A table: one part of it, or all there are in order. Raises `StoreError` when there is none yet."""
        import polars as pl

        files = (
            [self.file(table, part)]
            if part is not None
            else sorted((self.path / table).glob(_file_name(table)), key=_number_of)
        )
        if not files:
            raise StoreError(f"{self.path}: no part of {table} has been written yet")
        return pl.scan_parquet(files)


def _stem(part: int) -> str:
    return f"part-{part:05}"


def _file_name(folder: str, part: int | None = None) -> str:
    """The name of a part's file, or the pattern of all."""
    return f"{'part-*' if part is None else _stem(part)}.{'parquet' if folder in TABLES else 'jsonl'}"


def _number_of(file: Path) -> int:
    """The number in a part's name; names alone would sort part 100000 before part 99999."""
    return int(file.stem.removeprefix("part-"))
