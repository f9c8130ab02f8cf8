"""`guandan-sim verify`: what was written is found whole, and every kind of damage is named in one line."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Command

import guandan_sim as gd
from guandan_sim.store.directory import RunDirectory
from guandan_sim.store.places import place_of
from guandan_sim.store.verification import Verification

Simulate = Callable[..., gd.Run]


def faults(path: Path, *recomputed: int) -> list[str]:
    verification = Verification(RunDirectory.open(place_of(path)))
    return [*verification.faults(), *(line for part in recomputed for line in verification.recomputed(part, 1))]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of matches in three parts with everything logged."""
    path = tmp_path_factory.mktemp("verify") / "run"
    gd.simulate(
        matches=12, rotations=2, part_size=4, seed=7, strategies="lowest,random", out=path, log=["plays", "records"]
    )
    return path


@pytest.fixture
def run(whole: Path, tmp_path: Path) -> Path:
    """A copy to be damaged."""
    return Path(shutil.copytree(whole, tmp_path / "run"))


def flip(file: Path, place: int = -40) -> None:
    content = bytearray(file.read_bytes())
    content[place] ^= 1
    file.write_bytes(bytes(content))


def test_a_run_is_what_was_written_and_what_its_plan_gives(whole: Path) -> None:
    assert faults(whole, 0, 1, 2) == []


def test_a_report_beside_the_data_is_no_fault_and_another_file_is(run: Path, cli: Command) -> None:
    assert cli("report", str(run)).code == 0
    assert faults(run) == []
    (run / "report.txt").touch()
    assert faults(run) == ["report.txt: no file of this run"]


@pytest.mark.parametrize("folder", ["matches", "deals", "plays", "records"])
def test_a_flipped_byte_in_any_file_is_named(run: Path, folder: str) -> None:
    file = next(file for file in sorted((run / folder).iterdir()) if "00001" in file.name)
    flip(file)
    (fault,) = faults(run)
    assert f"{folder}/part-00001" in fault
    assert "SHA-256" in fault
    (again,) = faults(run, 1)[1:]
    assert f"{folder}/part-00001" in again
    assert "played again" in again


def test_a_flipped_byte_in_a_receipt_is_named(run: Path) -> None:
    for place in range(0, 200, 40):
        receipt = run / "parts" / "part-00002.json"
        before = receipt.read_bytes()
        flip(receipt, place)
        found = faults(run)
        assert found, place
        assert all("part-00002" in fault for fault in found)
        receipt.write_bytes(before)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda run: (run / "deals/part-00001.parquet").unlink(), "part 1: deals/part-00001.parquet missing"),
        (lambda run: (run / "parts/part-00001.json").unlink(), "part 1: parts/part-00001.json missing"),
        (
            lambda run: shutil.copy(run / "deals/part-00000.parquet", run / "deals/part-00007.parquet"),
            "deals/part-00007.parquet: no file of this run",
        ),
        (
            lambda run: shutil.copy(run / "deals/part-00000.parquet", run / "deals/part-0.parquet"),
            "deals/part-0.parquet: no",
        ),
        (
            lambda run: shutil.copy(run / "parts/part-00000.json", run / "parts/part-00000.parquet"),
            ".parquet: no file of",
        ),
        (lambda run: (run / "notes.txt").write_text("mine"), "notes.txt: no file of this run"),
        (
            lambda run: shutil.copy(run / "deals/part-00000.parquet", run / "deals/part-00001.parquet"),
            "deals/part-00001.parquet: ",
        ),
        (
            lambda run: shutil.copy(run / "parts/part-00000.json", run / "parts/part-00001.json"),
            "parts/part-00001.json: of part 0",
        ),
        (lambda run: (run / "records/part-00002.jsonl").write_bytes(b""), "records/part-00002.jsonl: 0 bytes"),
        (lambda run: (run / "experiment.toml").write_text("deals = 3\n"), "experiment.toml: missing, or not the plan"),
    ],
)
def test_damage_is_named_in_one_line(run: Path, damage: Callable[[Path], object], words: str) -> None:
    damage(run)
    (fault,) = faults(run)
    assert words in fault
    assert "\n" not in fault


def test_a_part_of_another_run_is_named(run: Path, simulate: Simulate) -> None:
    other = simulate(matches=12, rotations=2, part_size=4, seed=8, strategies="lowest,random", log=["plays", "records"])
    for folder in ("matches", "deals", "plays", "records", "parts"):
        (file,) = [file for file in (other.path / folder).iterdir() if "00001" in file.name]
        shutil.copy(file, run / folder / file.name)
    (fault,) = faults(run)
    assert fault == "parts/part-00001.json: of another plan"


def test_a_gap_in_the_numbers_is_found_behind_a_receipt_that_fits(run: Path) -> None:
    """Whoever writes files and receipts anew must still number matches, deals and plays as the plan does."""
    directory = RunDirectory.open(place_of(run))
    plan = directory.plan
    simulator = plan.simulator()
    verification = Verification(directory)
    moved = verification._tables.files(simulator.play(2, 2, workers=1), plan.log)
    directory.write(plan.part(0), moved)
    assert any("matches/part-00000.parquet: matches are not numbered 0 to 3" in fault for fault in faults(run))
    assert len(faults(run, 0)) == 5


def test_the_command_names_faults_and_exits_with_1(cli: Command, simulate: Simulate, tmp_path: Path) -> None:
    run = simulate(deals=300, part_size=100, out=tmp_path / "data")
    said = cli("verify", "data", "--recompute", "all")
    assert (said.code, said.err) == (0, "")
    assert said.out == "data: 3 parts, 3 of them played again, nothing wrong\n"
    assert len(cli("verify", "data", "--recompute", "2", "--json").json()["recomputed"]) == 2
    flip(run.path / "deals" / "part-00001.parquet")
    (run.path / "matches" / "part-00002.parquet").unlink()
    said = cli("verify", "data")
    assert said.code == 1
    assert len(said.out.splitlines()) == 2
    assert said.err == "guandan-sim: data: 2 faults\n"
    simulate(deals=100, out=tmp_path / "one")
    assert cli("verify", "one").out == "one: 1 part, nothing wrong\n"
    (tmp_path / "one" / "deals" / "part-00000.parquet").unlink()
    assert cli("verify", "one").err == "guandan-sim: one: 1 fault\n"
    manifest = run.path / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"seed": 7', '"seed": 8'))
    said = cli("verify", "data")
    assert said.code == 1
    assert "manifest.json: has been edited" in said.err
    assert cli("verify", "data", "--recompute", "some").code == 1
    for wrong in ("some", "0", "-1", "9" * 5000, ""):
        assert "--recompute: expected all or" in cli("verify", "one", "--recompute", wrong).err
    assert cli("verify", "nowhere").code == 2
