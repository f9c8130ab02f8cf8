"""Mass simulation: `simulate` makes a data set, `Run` reads one."""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, cast, get_args

from guandan_sim._core import title
from guandan_sim.arguments import check_whole
from guandan_sim.errors import GuandanError, PathError, PlanError, StoreError
from guandan_sim.executors import Executor, Listener, ignore
from guandan_sim.executors.local import LocalExecutor
from guandan_sim.executors.ray_cluster import RayExecutor
from guandan_sim.forks import check_not_forked
from guandan_sim.options import How, OnError, PlanOptions, RayWrites
from guandan_sim.plan import Plan
from guandan_sim.reportable import Summarized
from guandan_sim.store import manifest
from guandan_sim.store.directory import RunDirectory
from guandan_sim.store.local import LocalPlace
from guandan_sim.store.manifest import Manifest
from guandan_sim.store.places import place_of
from guandan_sim.store.scores import Scores
from guandan_sim.store.temporary import temporary_directory
from guandan_sim.terms import counted

if TYPE_CHECKING:
    import polars as pl

MOST_WORKERS = 4096


class SimulateOptions(PlanOptions, How, total=False):
    """What to play, and how."""


class Run(Summarized):
    """A data set: its tables as polars LazyFrames, and the plan it was made by."""

    def __init__(self, path: str | os.PathLike[str], *, storage_options: Mapping[str, Any] | None = None) -> None:
        """The run in a directory, or at an address such as s3://bucket/run, with the options that fsspec needs.

        Raises `PathError` when there is none, `StoreError` when it cannot be read.
        """
        self._directory = RunDirectory.open(place_of(path, storage_options))

    def __reduce__(self) -> "tuple[Callable[[str, Mapping[str, Any] | None], Run], tuple[object, ...]]":
        """Where the run is: another process, which may have another current directory, opens it there."""
        place = self._directory.place
        return _opened, (place.absolute, place.storage_options)

    @property
    def path(self) -> Path:
        """The run's directory. Raises `PathError` when it is not in one of this machine."""
        if not isinstance(self._directory.place, LocalPlace):
            raise PathError(f"{self._directory.place.label}: not a directory of this machine")
        return self._directory.place.path

    @property
    def address(self) -> str:
        """Where the run is: its directory, or its address, as it was given."""
        return self._directory.place.label

    @property
    def plan(self) -> Plan:
        """The plan: everything that the data depends on."""
        return self._directory.plan

    @property
    def versions(self) -> dict[str, str]:
        """The versions of the programs that made the data, by name."""
        return dict(self._directory.manifest.versions)

    @property
    def is_complete(self) -> bool:
        """Whether every part is there."""
        return not self._directory.missing()

    @property
    def deals(self) -> "pl.LazyFrame":
        """The table of deals, one row for each deal (docs/DATA.md)."""
        return self._directory.scan("deals")

    @property
    def matches(self) -> "pl.LazyFrame":
        """The table of matches, one row for each match (docs/DATA.md)."""
        return self._directory.scan("matches")

    @property
    def plays(self) -> "pl.LazyFrame":
        """The table of plays and passes (docs/DATA.md). Raises `PathError` when the run did not log them."""
        return self._directory.scan("plays")

    def records(self, match: int | None = None) -> Iterator[str]:
        """The records of all deals in order, one line of JSON each. With `match` the records of that match only.

        The records of one match are made by playing it again, so they need not have been logged. Raises `PathError`
        when the run did not log records, `PlanError` for a match that is not in the run.
        """
        if match is not None:
            yield from records_of(self.plan, match)
            return
        yield from self._directory.lines("records")

    def titles(self) -> "pl.DataFrame":
        """Each player's points over all matches and the title they make (docs/RULES.md R12).

        A player is a strategy with its seat in rotation 0; columns player, strategy, matches, points, title. Raises
        `StoreError` when the rules keep no points.
        """
        import polars as pl

        if self.plan.rules.scoring == "none":
            raise StoreError(f"{self.address}: the rules of this run keep no points (scoring is none)")
        by_seat = [
            self.matches.select(
                ((pl.col("rotation") + seat) % 4).alias("player"),
                pl.col(f"strategy_s{seat}").cast(pl.String).alias("strategy"),
                pl.col(f"points_s{seat}").cast(pl.Int64).alias("points"),
            )
            for seat in range(4)
        ]
        totals = (
            pl.concat(by_seat).group_by("player", "strategy").agg(pl.len().alias("matches"), pl.col("points").sum())
        )
        found = totals.sort("player").collect()
        return found.with_columns(title=pl.Series([title(points) for points in found["points"]], dtype=pl.String))

    def parts(self, first: int = 0) -> "Iterator[tuple[pl.LazyFrame, pl.LazyFrame]]":
        """The tables `deals` and `matches` part by part from `first` on, for what is too large to be held at once."""
        for number in sorted(self._directory.whole()):
            if number >= first:
                yield self._directory.scan("deals", number), self._directory.scan("matches", number)

    @property
    def leading_parts(self) -> int:
        """How many parts there are from the first on without a gap."""
        whole = self._directory.whole()
        return next((number for number in range(self.plan.parts) if number not in whole), self.plan.parts)

    def failures(self) -> "list[dict[str, Any]]":
        """The failures of strategies written in Python, whose blocks were left out (docs/ENVIRONMENT.md).

        Each is a dict with strategy, block, match, deal, play, seat, phase and error. They are in the order of matches.
        """
        whole = sorted(self._directory.whole())
        return [dict(failure) for part in whole for failure in self._directory.receipt(part).failures]

    def scores(self) -> Scores:
        """How many blocks ended with which result, from which shares of games won follow."""
        return self._directory.scores()

    def __repr__(self) -> str:
        """The directory and what was simulated; `summary` has what came of it."""
        plan = self.plan
        what = f"{counted(plan.count, plan.unit)}, {' v '.join(plan.teams)}, {plan.rules.label}, seed {plan.seed}"
        return f"<Run {self.address}: {what}>"


def _opened(address: str, storage_options: Mapping[str, Any] | None) -> Run:
    return Run(address, storage_options=storage_options)


def records_of(plan: Plan, match: int) -> list[str]:
    """The records of one match of a plan, a line of JSON each, by playing it again. Raises `PlanError`."""
    match = check_whole("match", match, 0, plan.count - 1)
    with closing(plan):
        block = plan.simulator().play(match // plan.rotations, 1, workers=1, records=True)
    return [line for line in block.records().splitlines() if json.loads(line)["match"] == match]


def simulate(
    *,
    out: str | os.PathLike[str] | None = None,
    storage_options: Mapping[str, Any] | None = None,
    on_progress: Listener | None = None,
    **options: Unpack[SimulateOptions],
) -> Run:
    """Plays single deals or matches, and returns the data set.

    What is played. The data depends on these options and on nothing else:

    * `deals` or `matches`: how many; every rotation counts;
    * `rules`: the name of a preset, the path of a TOML file, or a `Rules`;
    * `strategies`: one for all seats, two for the teams or four for the seats. A strategy is text or an object with
      `act` or `act_batch` (docs/ENVIRONMENT.md); one text may hold several, with commas between them;
    * `level` of single deals; several ("2,5,A", or "all") are taken in turn, by each block the next one;
    * `hands`, `leader`: hands of 27 cards that every single deal begins with, None for one that is dealt at random, and
      who leads; or `position`, a `Deal` from which every deal is played on (docs/SCALING.md);
    * `clock_model` and `leave_rate` of matches;
    * `rotations`: 2 or 4 play the same cards again, with each strategy moved on by a seat each time;
    * `seed` of all random numbers; drawn when absent;
    * `log`: "records" adds a record of every deal (docs/RECORDS.md), "plays" a table of all plays (docs/DATA.md);
    * `columns`: ["hand"] adds the fewest plays of each dealt hand (docs/EVALUATION.md);
    * `part_size`: deals or matches in one file.

    How it is played: `workers`, `executor`, and `on_error`, where "continue" leaves out a block in which a strategy
    written in Python fails (see `Run.failures`). `guandan_sim.options` has all options with their defaults.

    `out` is the directory or address of the data. The same call with the same `out` continues an interrupted run.
    Without `out` the data is deleted when the program ends.

    Raises `PlanError`, `RulesError`, `NotationError` and `PathError` before anything is written, `StoreError` when
    writing fails, and `StrategyError` when a strategy fails.

    >>> import guandan_sim as gd
    >>> run = gd.simulate(deals=1000, strategies="random,lowest", seed=7)
    >>> run.deals.collect().height
    1000
    """
    how = cast("How", {key: value for key, value in options.items() if key in How.__annotations__})
    asked = cast("PlanOptions", {key: value for key, value in options.items() if key not in how})
    if asked.get("seed") is None and out is not None:
        asked["seed"] = seed_there(out, storage_options)
    plan = Plan.of(**asked)
    path = temporary_directory() if out is None else out
    with closing(plan):
        continue_run(plan, path, storage_options=storage_options, on_progress=on_progress, **how)
    return Run(path, storage_options=storage_options)


def seed_there(out: str | os.PathLike[str], storage_options: Mapping[str, Any] | None = None) -> int | None:
    """The seed of a run begun in `out`, so that the same call continues a run whose seed was drawn; None without a run.

    Raises `StoreError` when what is there cannot be read.
    """
    place = place_of(out, storage_options)
    return Manifest.read(place).plan.seed if manifest.NAME in place.names() else None


def continue_run(
    plan: Plan,
    out: str | os.PathLike[str],
    *,
    parts: int | None = None,
    storage_options: Mapping[str, Any] | None = None,
    on_progress: Listener | None = None,
    **how: Unpack[How],
) -> int:
    """Makes the parts of `plan` that are missing in `out`; returns the number of blocks played.

    With `parts` only those missing among the first so many parts. Strategies that are loaded for it stay so until
    `plan.close()`.

    Raises what `simulate` does, and `KeyboardInterrupt`, after which the same call continues the run.
    """
    check_not_forked("a simulation")
    runner = executor_of(**how)
    with RunDirectory.prepare(place_of(out, storage_options), plan, parts) as directory:
        missing = directory.missing(parts)
        log = directory.log
        # A run that is finished can be asked for again where nothing can be written any more.
        say = log.say if missing else log.say_at_last
        versions = " ".join(f"{name} {found}" for name, found in directory.manifest.versions.items())
        say(f"start: {len(missing)} of {counted(plan.parts, 'part')} to make; {runner.describe()}; {versions}")
        try:
            runner.run(directory, missing, on_progress or ignore)
        except KeyboardInterrupt:
            log.say_at_last("interrupted; whole parts are kept")
            raise
        except BaseException as error:
            kind = [] if isinstance(error, GuandanError) else [type(error).__name__]
            log.say_at_last(" ".join(["error:", *kind, *str(error).split()]))
            raise
        say("end: all parts asked for are there")
    return missing.blocks


def executor_of(
    *,
    workers: int | None = None,
    executor: str = "local",
    ray_address: str | None = None,
    ray_writes: RayWrites = "driver",
    on_error: OnError = "stop",
) -> Executor:
    """The executor that is asked for. Raises `PlanError`."""
    check_workers(workers)
    if on_error not in get_args(OnError):
        raise PlanError(f"on_error: expected {' or '.join(get_args(OnError))}, got {on_error!r}")
    if ray_writes not in get_args(RayWrites):
        raise PlanError(f"ray_writes: expected {' or '.join(get_args(RayWrites))}, got {ray_writes!r}")
    if executor == "local":
        for name, given, usual in (("ray_address", ray_address, None), ("ray_writes", ray_writes, "driver")):
            if given != usual:
                raise PlanError(f"{name}: {given} has no effect but with executor ray")
        return LocalExecutor(workers or processors(), on_error)
    if executor != "ray":
        raise PlanError(f"executor: expected local or ray, got {executor!r}")
    if workers is not None and ray_address is not None:
        raise PlanError(f"workers: {workers} has no effect on a Ray cluster that is joined, which has its own")
    return RayExecutor(workers, ray_address, workers_write=ray_writes == "workers", on_error=on_error)


def check_workers(workers: int | None) -> None:
    """Raises `PlanError` for a number of workers out of range; None, for all processors, is allowed."""
    if workers is not None:
        check_whole("workers", workers, 1, MOST_WORKERS)


def processors() -> int:
    """The processors this process may use, where the system can tell."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
