"""A run goes on from files, and a report reads files, that are what was written: others are named in one line."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Command, Said
from conftest import files, refused

import guandan_sim as gd
from guandan_sim.store.directory import RunDirectory
from guandan_sim.store.places import place_of

Simulate = Callable[..., gd.Run]
FOLDERS = ("matches", "deals", "plays", "records")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run in three parts with everything logged."""
    path = tmp_path_factory.mktemp("damage") / "run"
    options = {"deals": 600, "part_size": 200, "strategies": "random,lowest", "seed": 7}
    gd.simulate(**options, out=path, log=["plays", "records"])  # type: ignore[arg-type]
    return path


@pytest.fixture
def run(whole: Path, tmp_path: Path) -> Path:
    """A copy to be damaged, in the directory of the commands."""
    return Path(shutil.copytree(whole, tmp_path / "run"))


def part(run: Path, folder: str) -> Path:
    """The file of part 1 in a folder."""
    (file,) = (run / folder).glob("part-00001.*")
    return file


def overwrite(file: Path, place: int) -> None:
    """Writes four other bytes over those at a place."""
    content = bytearray(file.read_bytes())
    content[place : place + 4] = bytes(byte ^ 0x5A for byte in content[place : place + 4])
    file.write_bytes(bytes(content))


def named(said: Said, name: str, *words: str) -> None:
    """Asserts that a command failed with one line about part 1's file in a folder."""
    assert (said.code, said.err.count("\n")) == (1, 1), said
    assert said.err.startswith(f"guandan-sim: run/{name}/part-00001.")
    assert [word for word in words if word not in said.err] == []


@pytest.mark.parametrize("place", [3, 300, 1500, 3000, -300, -6])
@pytest.mark.parametrize("folder", ["matches", "deals"])
def test_four_bytes_written_over_anywhere_in_a_table_are_named(
    cli: Command, run: Path, folder: str, place: int
) -> None:
    file = part(run, folder)
    overwrite(file, place % file.stat().st_size if place < 0 else min(place, file.stat().st_size // 2))
    for command in ("run --resume run", "report run", "report run --format text", "report run --json"):
        said = cli(*command.split())
        named(said, folder, "SHA-256", "remove it, and the command that began the run makes part 1 again")
        assert said.out == ""
    refused(lambda: list(gd.Run(run).parts()), str(file), "SHA-256")


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("size", [0, 1, -1, -100])
def test_a_file_of_another_size_is_named_and_made_again_without_it(
    cli: Command, whole: Path, run: Path, folder: str, size: int
) -> None:
    file = part(run, folder)
    content = file.read_bytes()
    file.write_bytes(content[:size] if size <= 0 else content + b"x")
    named(cli("run", "--resume", "run"), folder, f"bytes, {len(content):,} written")
    assert "error: run/" in (run / "run.log").read_text().splitlines()[-1]
    file.unlink()
    assert cli("run", "--resume", "run").code == 0
    assert files(run) == files(whole)
    assert part(run, "records").read_bytes() == part(whole, "records").read_bytes()


def test_a_receipt_of_another_run_is_named(cli: Command, run: Path, simulate: Simulate) -> None:
    other = simulate(deals=600, part_size=200, seed=8, log=["plays", "records"])
    for folder in (*FOLDERS, "parts"):
        shutil.copy(part(other.path, folder), part(run, folder))
    named(cli("run", "--resume", "run"), "parts", "of another plan")


def test_records_are_compared_once_their_last_line_has_been_read(run: Path) -> None:
    file = part(run, "records")
    file.write_bytes(file.read_bytes().replace(b'"seed":7', b'"seed":8', 1))
    read: list[str] = []
    refused(lambda: [read.append(line) for line in gd.Run(run).records()], str(file), "SHA-256")
    assert len(read) == 400


def test_damage_in_a_run_of_a_comparison_is_named(cli: Command, tmp_path: Path) -> None:
    arguments = ["compare", "strategies", "lowest", "random", "--deals", "40", "--seed", "1", "--out", "c"]
    assert cli(*arguments).code == 0
    (file,) = (tmp_path / "c").rglob("matches/part-00000.parquet")
    overwrite(file, 300)
    for command in (["report", "c"], arguments, ["plan", "--from", "c", "--effect", "0.1"]):
        said = cli(*command)
        assert (said.code, said.err.count("\n")) == (1, 1), said
        assert "matches/part-00000.parquet: not the bytes that were written" in said.err


def test_a_line_of_the_log_that_broke_off_does_not_swallow_the_next(simulate: Simulate, tmp_path: Path) -> None:
    simulate(deals=40, part_size=20, out=tmp_path / "run")
    log = tmp_path / "run" / "run.log"
    whole = log.read_bytes()
    log.write_bytes(whole[:-9])
    simulate(deals=40, part_size=20, out=tmp_path / "run")
    lines = log.read_bytes().splitlines()
    assert lines[: len(whole.splitlines())] == [*whole.splitlines()[:-1], whole[:-9].splitlines()[-1]]
    assert b"start: 0 of 2 parts" in lines[len(whole.splitlines())]
    log.write_bytes(b"")
    simulate(deals=40, part_size=20, out=tmp_path / "run")
    assert len(log.read_bytes().splitlines()) == 2
    address = f"memory://{tmp_path.name}/log"
    simulate(deals=40, part_size=20, out=address)
    place = place_of(address)
    place.write("run.log", place.read("run.log")[:-9])
    simulate(deals=40, part_size=20, out=address)
    assert [line.count(b"parts") for line in place.read("run.log").splitlines()] == [1, 0, 0, 1, 1, 1]


def test_sizes_are_those_of_the_files_in_any_place(simulate: Simulate, tmp_path: Path) -> None:
    for out in (tmp_path / "run", f"memory://{tmp_path.name}/sizes", f"file://{tmp_path}/far"):
        place = place_of(simulate(deals=40, part_size=20, out=out).address)
        for folder in RunDirectory.open(place).folders:
            sizes = place.sizes(folder)
            assert {*sizes} == place.names(folder) == {"part-00000.parquet", "part-00001.parquet"}
            assert {name: len(place.read(f"{folder}/{name}")) for name in sizes} == sizes
        assert place.sizes("nothing") == {}
