"""The commands that compare: what they print, what they refuse, and how they go on after Ctrl-C."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from commands import Command

from guandan_sim import compare


@pytest.fixture
def run(cli: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Gives a command on a wide terminal."""
    monkeypatch.setenv("COLUMNS", "200")
    return cli


def test_comparisons_that_differ_get_directories_that_differ(run: Command, tmp_path: Path) -> None:
    rules = ["compare", "rules", "institute", "web", "--strategy", "lowest", "--deals", "8", "--seed", "7"]
    strategies = ["compare", "strategies", "lowest", "random", "--deals", "8", "--seed", "7"]
    asked = [
        rules,
        [*rules, "--headline", "plays_a_deal"],
        [*rules, "--level", "T"],
        [*rules, "--rotations", "2"],
        [*rules, "--no-tribute-effect"],
        strategies,
        [*strategies, "--level", "T"],
        [*strategies, "--rotations", "4"],
    ]
    assert {run(*arguments).code for arguments in asked} == {0}
    assert len(list((tmp_path / "runs").iterdir())) == len(asked)
    assert run(*rules).code == 0
    assert len(list((tmp_path / "runs").iterdir())) == len(asked)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["compare", "rules", "institute"], ["at least two variants"]),
        (["compare", "rules", "institute", "institute"], ["twice"]),
        (["compare", "rules", "institute", "institut"], ["institut", "did you mean institute?"]),
        (["compare", "rules", "institute", "web:tribut=off"], ["tribut", "did you mean tribute?"]),
        (["compare", "rules", "institute", "--grid", "tribute"], ["--grid", "field=value/value"]),
        (["compare", "rules", "institute", "web", "--strategy", "temp"], ["temp", "did you mean tempo?"]),
        (["compare", "rules", "institute", "web", "--opponent", "lowes"], ["lowes", "did you mean lowest?"]),
        (["compare", "rules", "institute", "web", "--headline", "fals"], ["fals", "did you mean falls?"]),
        (["compare", "rules", "institute", "web", "--deals", "9", "--headline", "falls"], ["falls", "--matches"]),
        (["compare", "rules", "institute", "web", "--matches", "0"], ["matches", "0"]),
        (["compare", "rules", "institute", "web", "--matches", "9", "--deals", "9"], ["not both"]),
        (["compare", "strategies", "tempo", "lowes"], ["lowes", "did you mean lowest?"]),
        (["compare", "strategies", "tempo"], ["second"]),
        (["compare", "strategies", "tempo", "lowest", "--until", "0"], ["until", "0"]),
        (["compare", "strategies", "tempo", "lowest", "--until", "1e-300"], ["until", "from 0.000001 to 1", "1e-300"]),
        (["compare", "strategies", "tempo", "lowest", "--until", "x"], ["until", "x"]),
        (["compare", "strategies", "tempo", "lowest", "--sprt", "0.02"], ["sprt", "0,0.02"]),
        (["compare", "strategies", "tempo", "lowest", "--sprt", "0.02,0"], ["sprt", "smaller first"]),
        (["compare", "strategies", "tempo", "lowest", "--sprt", "a,b"], ["sprt", "a,b"]),
        (["compare", "strategies", "tempo", "lowest", "--until", "0.1", "--sprt", "0,0.1"], ["not both"]),
        (["compare", "strategies", "tempo", "lowest", "--rules", "wep"], ["wep", "did you mean web?"]),
        (["compare", "strategies", "tempo", "lowest", "--matches", "3"], ["3", "2 and 4"]),
        (["compare", "strategies", "tempo", "lowest", "--rotations", "1"], ["rotations", "2 or 4", "got 1"]),
        (["tournament", "tempo"], ["at least two strategies"]),
        (["tournament", "tempo", "lowest", "tempo()"], ["tempo", "twice"]),
        (["tournament", "tempo", "lowes"], ["lowes", "did you mean lowest?"]),
        (["plan"], ["effect"]),
        (["plan", "--effect", "0"], ["effect", "0"]),
        (
            ["plan", "--effect", "1e-300", "--strategies", "random,lowest", "--deals", "40", "--seed", "7"],
            ["effect", "1e-300", "too small"],
        ),
        (["plan", "--effect", "0.1", "--strategies", "lowest,lowest", "--deals", "40"], ["20 blocks", "no variance"]),
        (["plan", "--effect", "0.01", "--power", "1"], ["power", "1"]),
        (["plan", "--effect", "0.01", "--strategies", "tempo"], ["two to compare"]),
        (["plan", "--effect", "0.01", "--metric", "falls"], ["--from"]),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    run: Command, tmp_path: Path, arguments: Sequence[str], words: Sequence[str]
) -> None:
    said = run(*arguments)
    lines = said.err.splitlines()
    assert said.code == 2, said
    assert len(lines) == 1
    assert [word for word in words if word not in lines[0]] == [], lines[0]
    assert said.out == ""
    assert not (tmp_path / "runs").exists()


def test_every_result_is_printed_for_people_and_as_json(run: Command, tmp_path: Path) -> None:
    for arguments in (
        ["compare", "rules", "institute", "--grid", "tribute=on/off", "--strategy", "lowest", "--matches", "20"],
        ["compare", "strategies", "lowest", "random", "--rules", "web", "--set", "max_bomb=8", "--deals", "100"],
        ["compare", "strategies", "lowest", "random", "--deals", "2000", "--sprt", "0,0.05"],
        ["tournament", "lowest", "random", "--deals", "100"],
    ):
        said = run(*arguments, "--seed", "3", "--out", "found")
        assert (said.code, said.err) == (0, "")
        told = json.loads(run(*arguments, "--seed", "3", "--out", "found", "--json").out)
        opened = compare.open(tmp_path / "found")
        assert told["table"] == json.loads(opened.to_json())["table"]
        assert told["answer"] == opened.answer
        assert opened.question in said.out
        assert opened.answer in said.out
        assert "seed 3" in said.out
        again = run(*shlex.split(told["command"])[1:], "--out", "again", "--json")
        assert json.loads(again.out)["table"] == told["table"]
        for directory in ("found", "again"):
            (tmp_path / directory).rename(tmp_path / f"{directory}-{arguments[1]}-{len(list(tmp_path.iterdir()))}")


def test_a_seed_that_is_not_given_is_drawn_and_printed(run: Command, tmp_path: Path) -> None:
    said = run("compare", "strategies", "lowest", "random", "--deals", "20")
    (line,) = said.err.splitlines()
    assert line.split()[0] == "seed"
    assert line in said.out
    assert len(list((tmp_path / "runs").iterdir())) == 1


def test_a_plan_comes_from_a_pilot_or_from_a_comparison(run: Command) -> None:
    played = run("plan", "--effect", "0.05", "--strategies", "lowest,random", "--deals", "400", "--seed", "3")
    assert played.code == 0
    assert "find a difference of +5 %" in played.out
    run("compare", "strategies", "lowest", "random", "--deals", "400", "--seed", "3", "--out", "pilot")
    from_pilot = run("plan", "--effect", "0.05", "--from", "pilot")
    assert from_pilot.out.replace("institute", "") == played.out.replace("institute", "")
    refused = run("plan", "--effect", "0.05", "--from", "pilot", "--deals", "10")
    assert refused.code == 2
    assert "leave out deals" in refused.err


def test_ctrl_c_says_how_to_go_on_and_that_command_does(tmp_path: Path) -> None:
    arguments = ["compare", "strategies", "lowest", "random", "--deals", "4000000", "--part-size", "2000", "--out", "d"]
    process = subprocess.Popen(
        [sys.executable, "-m", "guandan_sim", *arguments],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    )
    while not list(tmp_path.glob("d/runs/*/deals/part-00001.parquet")):
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    # What is being written is finished first, which takes long on a disk with much else to write.
    _, err = process.communicate(timeout=200)
    assert process.returncode == 130
    seed, line = err.splitlines()
    assert line.endswith(f"--seed {seed.split()[1]}")
    again = shlex.split(line.partition("guandan-sim compare")[2])
    assert again[: len(arguments) - 1] == arguments[1:]
