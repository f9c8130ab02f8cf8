"""Whatever ends a run (a kill, a full disk, a part that fails): what was whole is kept and the rest goes on."""

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from commands import Command
from conftest import files, refused

import guandan_sim as gd
from guandan_sim.executors import MOST_FAILURES, Progress
from guandan_sim.plan import Plan
from guandan_sim.simulation import continue_run
from guandan_sim.store.directory import RunDirectory
from guandan_sim.store.places import place_of
from guandan_sim.store.verification import Verification

Simulate = Callable[..., gd.Run]
# `make soak` asks for a hundred.
KILLS = int(os.environ.get("GUANDAN_KILLS", "3"))
RUN: dict[str, Any] = {"deals": 20_000, "part_size": 1000, "strategies": "random,lowest", "seed": 7, "log": ["records"]}


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the run when nothing happens to it."""
    return files(gd.simulate(**RUN, out=tmp_path_factory.mktemp("unbroken") / "run").path)


@pytest.mark.parametrize("workers", [1, 2])
def test_killed_at_random_moments_it_goes_on_to_the_same_bytes(
    expected: dict[str, bytes], tmp_path: Path, workers: int
) -> None:
    out, rng = tmp_path / "run", random.Random(workers)
    code = f"import guandan_sim as gd; gd.simulate(**{RUN!r}, out={str(out)!r}, workers={workers})"
    kills = unfinished = 0
    while kills < KILLS:
        begun = len((out / "run.log").read_text()) if (out / "run.log").exists() else 0
        process = subprocess.Popen([sys.executable, "-c", code])
        while process.poll() is None and (not (out / "run.log").exists() or (out / "run.log").stat().st_size == begun):
            time.sleep(0.005)
        time.sleep(rng.uniform(0, 0.4))
        process.send_signal(signal.SIGKILL)
        if process.wait() == 0:
            # It was faster; another run is killed.
            assert files(out) == expected
            shutil.rmtree(out)
            continue
        kills += 1
        there = files(out)
        unfinished += len(there) < len(expected)
        assert [name for name, content in there.items() if content != expected[name]] == []
    assert unfinished
    gd.simulate(**RUN, out=out, workers=workers)
    assert files(out) == expected
    assert not [name for name in out.rglob("*") if name.name.endswith(".unfinished")]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_ctrl_c_and_sigterm_say_how_to_go_on_and_exit_with_130(tmp_path: Path, number: int) -> None:
    arguments = [
        "run",
        "--deals",
        "10000000",
        "--part-size",
        "1000",
        "--seed",
        "3",
        "--out",
        "my data",
        "--workers=1",
    ]
    process = subprocess.Popen(
        [sys.executable, "-m", "guandan_sim", *arguments], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 100
    while not (tmp_path / "my data/parts/part-00001.json").exists():
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(number)
    asked = time.monotonic()
    _, err = process.communicate(timeout=60)
    assert time.monotonic() - asked < 10
    assert process.returncode == 130
    (line,) = err.splitlines()
    assert line.endswith("to continue: guandan-sim run --resume 'my data' --workers 1")
    assert "interrupted; whole parts are kept" in (tmp_path / "my data/run.log").read_text()


def limited(out: Path, largest: int) -> subprocess.CompletedProcess[str]:
    """The run in a process whose files can have so many bytes at most: a writer that fails at a given byte."""
    arguments = ["run", "--deals", "20000", "--part-size", "1000", "--seed", "7", "--log", "records", "--out", str(out)]
    return subprocess.run(
        [sys.executable, "-m", "guandan_sim", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY)),
    )


def test_a_file_that_cannot_be_written_whole_is_one_line_and_the_rest_goes_on(
    expected: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "run"
    sizes = sorted(len(content) for content in expected.values())
    said = limited(out, sizes[-1] - 1)
    assert said.returncode == 1
    (line,) = said.stderr.splitlines()
    assert "part-" in line
    assert "cannot be written: File too large" in line
    there = files(out)
    assert len(there) < len(expected)
    assert all(content == expected[name] for name, content in there.items())
    assert line.removeprefix("guandan-sim: ") in (out / "run.log").read_text()
    gd.simulate(**RUN, out=out)
    assert files(out) == expected


class Disk:
    """A small file system in memory."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def mount(self, options: str) -> None:
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", self.path], check=True, capture_output=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    made = Disk(tmp_path / "disk")
    made.path.mkdir()
    try:
        made.mount("size=4m")
    except (subprocess.CalledProcessError, FileNotFoundError):
        pytest.skip("mounting is not allowed here; files that cannot grow are tested in any case")
    yield made
    subprocess.run(["umount", made.path], check=True)


def test_a_disk_that_fills_up_costs_one_part(disk: Disk, expected: dict[str, bytes], tmp_path: Path) -> None:
    refused(lambda: gd.simulate(**RUN, out=disk.path / "run"), "cannot be written: No space left on device")
    there = files(disk.path / "run")
    assert 0 < len(there) < len(expected)
    assert all(content == expected[name] for name, content in there.items())
    roomy = shutil.copytree(disk.path / "run", tmp_path / "roomy")
    gd.simulate(**RUN, out=roomy)
    assert files(roomy) == expected


def test_a_directory_made_read_only_is_one_line(disk: Disk, expected: dict[str, bytes]) -> None:
    out, few = disk.path / "run", {**RUN, "deals": 2000, "log": []}
    gd.simulate(**few, out=out)
    (out / "deals" / "part-00001.parquet").unlink()
    disk.mount("remount,ro")
    refused(lambda: gd.simulate(**few, out=out), str(out), "Read-only file system")
    assert gd.Run(out).deals.collect().height == 1000
    disk.mount("remount,rw")
    gd.simulate(**few, out=out)
    disk.mount("remount,ro")
    log = (out / "run.log").read_text()
    assert gd.simulate(**few, out=out).deals.collect().height == 2000
    assert (out / "run.log").read_text() == log
    disk.mount("remount,rw")
    there = files(out)
    assert there["deals/part-00001.parquet"] == expected["deals/part-00001.parquet"]


@pytest.mark.parametrize("error", [ValueError("two\nlines"), SystemExit(3), MemoryError()])
def test_whatever_ends_a_run_is_in_its_log(tmp_path: Path, error: BaseException) -> None:
    def broken(progress: Progress) -> None:
        if progress.parts:
            raise error

    with pytest.raises(type(error)):
        gd.simulate(deals=30, part_size=10, seed=7, out=tmp_path / "run", on_progress=broken)
    last = (tmp_path / "run" / "run.log").read_text().splitlines()[-1]
    assert last.endswith(f"error: {type(error).__name__} {' '.join(str(error).split())}".rstrip())
    assert gd.simulate(deals=30, part_size=10, seed=7, out=tmp_path / "run").is_complete


def test_a_finished_run_is_asked_for_again_where_nothing_can_be_written(
    cli: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "run"
    options: dict[str, Any] = {"deals": 40, "part_size": 20, "seed": 7, "strategies": "random,lowest"}
    gd.simulate(**options, out=out)
    gd.compare_strategies("lowest", "random", deals=40, seed=1, out=tmp_path / "c")
    log = (out / "run.log").read_text()

    def refuse(*arguments: object, **more: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("filelock.FileLock.acquire", refuse)
    monkeypatch.setattr("guandan_sim.store.local.LocalPlace.append", lambda *_: refuse_store())
    monkeypatch.setattr("guandan_sim.store.local.write_file", refuse)
    assert gd.simulate(**options, out=out).deals.collect().height == 40
    said = cli("run", "--resume", str(out))
    assert (said.code, said.err) == (0, "")
    assert "was complete" in said.out
    assert gd.compare_strategies("lowest", "random", deals=40, seed=1, out=tmp_path / "c").table.height
    refused(lambda: gd.simulate(**{**options, "seed": 8}, out=out), "holds another run")
    refused(lambda: gd.simulate(**options, out=tmp_path / "new"), "cannot be locked: Read-only file system")
    (out / "deals" / "part-00001.parquet").unlink()
    refused(lambda: gd.simulate(**options, out=out), "cannot be locked: Read-only file system")
    assert (out / "run.log").read_text() == log


def refuse_store() -> None:
    raise gd.StoreError("Read-only file system")


class Failing:
    """A simulator that fails in some parts."""

    def __init__(self, plan: Plan, blocks: set[int]) -> None:
        self._simulator = SIMULATOR(plan)
        self._blocks = blocks

    def __getattr__(self, name: str) -> Any:
        return getattr(self._simulator, name)

    def play(self, first: int, *arguments: Any, **more: Any) -> Any:
        if first in self._blocks:
            raise gd.GuandanError(f"block {first} failed: a card too many")
        return self._simulator.play(first, *arguments, **more)


SIMULATOR = Plan.simulator


def test_a_part_that_fails_costs_itself_only_and_is_named(
    simulate: Simulate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options: dict[str, Any] = {"deals": 1000, "part_size": 100}
    expected = files(simulate(**options).path)
    out = tmp_path / "run"
    with monkeypatch.context() as patch:
        patch.setattr(Plan, "simulator", lambda plan: Failing(plan, {300}))
        refused(lambda: simulate(**options, out=out), str(out), "part 3 failed: block 300 failed: a card too many")
    assert len(files(out)) == len(expected) - 2
    assert "part 3 failed: block 300 failed" in (out / "run.log").read_text()
    simulate(**options, out=out)
    assert files(out) == expected


def test_a_run_whose_every_part_fails_does_not_go_on_for_ever(
    simulate: Simulate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Plan, "simulator", lambda plan: Failing(plan, set(range(0, 100_000, 10))))
    refused(lambda: simulate(deals=100_000, part_size=10, out=tmp_path / "run"), "parts 0, 1, 2 failed, the first")
    assert (tmp_path / "run" / "run.log").read_text().count("failed: block") == MOST_FAILURES


def test_ten_thousand_parts_are_looked_through_in_less_than_a_second(tmp_path: Path) -> None:
    """Receipts and files of 10,000 parts, all but the last twenty."""
    plan, place = Plan.of(deals=10_000, part_size=1, seed=7), place_of(tmp_path / "run")
    with RunDirectory.prepare(place, plan) as directory:
        simulator = plan.simulator()
        from guandan_sim.store.receipt import Receipt
        from guandan_sim.store.tables import Tables

        made = Tables.of(simulator).files(simulator.play(0, 1, workers=1), plan.log)
        receipt = Receipt.of(plan, plan.part(0), made)
        # The files of this test are empty.
        receipt = replace(receipt, files={name: replace(facts, bytes=0) for name, facts in receipt.files.items()})
        for folder in ("deals", "matches", "parts"):
            (tmp_path / "run" / folder).mkdir()
        content = receipt.to_bytes()
        for number in range(9980):
            for folder, bytes_ in (("parts", content), ("deals", b""), ("matches", b"")):
                # Thirty thousand files: by descriptor, which is a fraction of pathlib's time.
                file = os.open(f"{tmp_path}/run/{directory.name(folder, number)}", os.O_CREAT | os.O_WRONLY)
                os.write(file, bytes_)
                os.close(file)
        begun = time.process_time()
        missing = directory.missing()
        scores = directory.scores()
        spent = time.process_time() - begun
    assert [part.number for part in missing] == list(range(9980, 10_000))
    assert scores.total() == 9980
    assert spent < 1


def test_a_run_of_10_to_the_14_parts_begins_and_goes_on_at_once(tmp_path: Path) -> None:
    plan = Plan.of(deals=10**14, part_size=1, seed=7)
    begun = time.process_time()
    assert continue_run(plan, tmp_path / "run", parts=3, workers=1) == 3
    assert continue_run(plan, tmp_path / "run", parts=5, workers=1) == 2
    run = gd.Run(tmp_path / "run")
    assert (run.is_complete, run.leading_parts) == (False, 5)
    with RunDirectory.prepare(place_of(run.path), plan) as directory:
        missing = directory.missing()
        assert (len(missing), missing.blocks, next(iter(missing)).number) == (10**14 - 5, 10**14 - 5, 5)
    faults = Verification(RunDirectory.open(place_of(run.path))).faults()
    assert list(faults) == [f"parts 5 to {10**14 - 1}: not made yet"]
    assert time.process_time() - begun < 3


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("place", ["submit", "result", "shutdown"])
def test_an_interruption_leaves_no_lock_of_the_writer_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, place: str
) -> None:
    """Signals that come where Python's own code holds a lock: they are heard later, and what was begun is finished."""
    owner = Future if place == "result" else ThreadPoolExecutor
    done, ordinary = [], getattr(owner, place)

    def signalled(self: object, *arguments: object, **named: object) -> object:
        os.kill(os.getpid(), number)
        # Lines at which the signal would be heard.
        for _ in range(100):
            pass
        done.append(place)
        return ordinary(self, *arguments, **named)

    monkeypatch.setattr(owner, place, signalled)
    # Where tests run in the background, SIGINT may be ignored.
    before = {heard: signal.signal(heard, signal.default_int_handler) for heard in (signal.SIGINT, signal.SIGTERM)}
    try:
        with pytest.raises(KeyboardInterrupt):
            gd.simulate(deals=30, part_size=10, seed=7, strategies="random", out=tmp_path / "run", workers=1)
        assert signal.getsignal(signal.SIGINT) is signal.getsignal(signal.SIGTERM) is signal.default_int_handler
    finally:
        for heard, handler in before.items():
            signal.signal(heard, handler)
    assert done
    run = gd.Run(tmp_path / "run")
    assert run.leading_parts == {"submit": 1, "result": 2, "shutdown": 3}[place]
    assert (run.path / "run.log").read_text().splitlines()[-1].endswith("interrupted; whole parts are kept")


def test_a_run_in_another_thread_leaves_signals_alone(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    with ThreadPoolExecutor(1) as pool:
        run = pool.submit(
            gd.simulate, deals=30, part_size=10, seed=7, strategies="random", out=tmp_path / "run"
        ).result()
    assert run.is_complete
    assert signal.getsignal(signal.SIGINT) is before
