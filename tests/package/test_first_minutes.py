"""What a newcomer meets first: `guandan-sim` alone, `demo`, `doctor`, and completion."""

import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from commands import Command

import guandan_sim as gd
from guandan_sim.cli import doctor
from guandan_sim.store.signature import signature


def test_alone_it_names_three_commands_to_begin_with(cli: Command) -> None:
    said = cli()
    assert (said.code, said.err) == (0, "")
    begin = said.out.partition("Three to begin with:")[2].strip().splitlines()
    assert [line.split()[1] for line in begin if line.split()[0] == "guandan-sim"] == ["demo", "hand", "compare"]
    assert said.out.startswith(cli("--help").out)


def test_the_three_commands_run_as_they_stand(cli: Command) -> None:
    lines = [line.strip() for line in cli().out.partition("Three to begin with:")[2].splitlines()]
    hand, compare = (
        line.split("  ")[0].split()[1:] for line in lines if line.startswith(("guandan-sim h", "guandan-sim c"))
    )
    assert "single" in cli(*hand).out
    assert cli(*[*compare[:-1], "2"]).code == 0


def test_the_demo_plays_once_and_shows_it_again(cli: Command, tmp_path: Path) -> None:
    first = cli("demo", "--deals", "2000")
    assert (first.code, first.err) == (0, "")
    deals = gd.Run(tmp_path / "runs" / "demo").deals.collect()
    assert deals.height == 2000
    assert "2,000 deals, institute, level 2" in first.out
    assert f"{(deals['pattern'] == '1-2').sum()}" in first.out
    again = cli("demo", "--deals", "2000")
    assert "was complete" in again.out
    assert again.out.partition("The same deals")[2] == first.out.partition("The same deals")[2]
    commands = [line.split()[1:] for line in first.out.splitlines() if line.startswith("  guandan-sim")]
    assert [command[0] for command in commands] == ["replay", "report"]
    for command in commands:
        assert cli(*command).code == 0


def test_a_demo_does_not_write_into_another_run(cli: Command) -> None:
    cli("run", "--deals", "10", "--seed", "1", "--out", "mine")
    said = cli("demo", "--deals", "20", "--out", "mine")
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)


def test_the_doctor_says_what_is_here(cli: Command) -> None:
    found = {one["what"]: one for one in cli("doctor", "--json").json()}
    assert found["guandan-sim"]["found"].startswith(gd.build_info()["version"])
    assert found["polars"]["found"] == version("polars")
    assert found["signature"]["found"] == signature()
    assert int(found["threads"]["found"]) >= 1
    said = cli("doctor")
    assert said.code == 0
    for what in found:
        assert what in said.out


def test_the_doctor_says_how_to_get_what_is_missing(cli: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(package: str) -> str:
        if package in ("ray", "fsspec", "websockets"):
            raise PackageNotFoundError
        return version(package)

    monkeypatch.setattr(doctor, "version", missing)
    monkeypatch.setattr(doctor, "are_drawn", lambda letters: False)
    monkeypatch.setenv("PATH", "")
    said = " ".join(cli("doctor").out.split())
    for hint in (
        "guandan-sim[ray]",
        "guandan-sim[remote]",
        "guandan-sim[bots]",
        "fonts-noto-cjk",
        "apt install chromium",
    ):
        assert hint in said
    assert said.count("missing: ") == 5


def test_letters_without_a_font_are_told_by_looking_alike() -> None:
    assert doctor.are_drawn("AB")
    assert not doctor.are_drawn("AA")


def test_completion_is_installed_for_a_shell_and_knows_the_commands(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "guandan_sim", "--install-completion", "--shell", "bash"]
    environment = {**os.environ, "HOME": str(tmp_path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    script = tmp_path / ".local/share/bash-completion/completions/guandan-sim"
    assert {"demo", "rollout", "--rotations"} <= set(
        script.read_text("utf-8").replace("'", " ").replace('"', " ").split()
    )
    assert subprocess.run(["bash", "-n", str(script)], check=False).returncode == 0
