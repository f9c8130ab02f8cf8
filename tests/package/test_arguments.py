"""Strange arguments and surroundings of commands: one line and exit code 2, or the usual output."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Command

import guandan_sim as gd

# The bytes of a word in GB 2312: no UTF-8.
BYTES = b"\xb9\xdf"

COMMANDS = (
    "run {}",
    "run --deals 4 --out {}",
    "run --deals 4 --rules {}",
    "run --deals 4 --set {}",
    "run --deals 4 --strategies {}",
    "run --deals 4 --level {}",
    "run --deals 4 --log {}",
    "run --deals {}",
    "run --resume {}",
    "run --deals 4 {} run",
    "hand {}",
    "hand S7 --level {}",
    "hand S7 --to-beat {}",
    "rules show {}",
    "rules diff web {}",
    "rules check {}",
    "compare rules institute {}",
    "compare rules institute --grid {}",
    "compare strategies lowest {}",
    "compare strategies lowest random --sprt {}",
    "tournament lowest {}",
    "plan --effect 0.1 --from {}",
    "rollout {}",
    "rollout S3 --policy {}",
    "rollout --from {}",
    "replay {}",
    "report {}",
    "report run --out {}",
    "verify {}",
    "perft {}",
    "bench --strategies {}",
    "serve --deals 4 --seats {}",
    "serve --deals 4 --host {}",
    "connect {}",
    "connect ws://127.0.0.1:9 --strategy {}",
    "botzone --strategy {}",
    "{}",
)


def shell(directory: Path, *arguments: str | bytes, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """A command with arguments that may be bytes, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "guandan_sim", *arguments],
        cwd=directory,
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_bytes_that_are_no_text_are_refused(cli: Command, tmp_path: Path, command: str) -> None:
    said = cli(*command.format(os.fsdecode(BYTES)).split())
    expected = "guandan-sim: argument b'\\xb9\\xdf': expected text in utf-8\n"
    assert (said.code, said.out, said.err) == (2, "", expected)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("argument", [BYTES, "掼".encode()])
def test_bytes_that_are_no_text_where_python_reads_ascii(tmp_path: Path, argument: bytes) -> None:
    said = shell(tmp_path, "hand", "S7", "--level", argument, LC_ALL="C", PYTHONUTF8="0")
    assert (said.returncode, said.stdout) == (2, b"")
    text = said.stderr.decode("ascii")
    assert text == f"guandan-sim: argument {argument!r}: expected text in ascii (with PYTHONUTF8=1 it is utf-8)\n"
    good = shell(tmp_path, "hand", "S7", LC_ALL="C", PYTHONUTF8="0")
    assert (good.returncode, good.stderr) == (0, b"")


def test_commands_work_in_a_directory_whose_name_is_no_text(tmp_path: Path) -> None:
    here = Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + BYTES))
    here.mkdir()
    for command in ("run --deals 20 --seed 1 --out run", "report run", "report run --format md", "verify run"):
        said = shell(here, *command.split())
        assert (said.returncode, said.stderr) == (0, b""), command
    assert (here / "run" / "report.html").exists()


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("compare strategies lowest random --deals 40 --seed 1 --sprt -0.02,0.02", 0),
        ("compare strategies lowest random --deals 40 --seed 1 --sprt=-0.02,0.02", 0),
        ("compare strategies lowest random --deals 40 --seed 1 --sprt -.5,-1e-2", 0),
        ("plan --strategies random,lowest --deals 40 --seed 1 --effect -0.01", 0),
        ("plan --strategies random,lowest --deals 40 --seed 1 --effect -1e-2", 0),
        ("rollout S3 S4 --counts -2,5,5,5", "counts: expected a whole number 1 to 108, got -2"),
        ("run --deals 4 --seed -1", "seed: expected a whole number 0 to 18446744073709551615, got -1"),
        ("run --matches 4 --leave-rate -0.5", "leave_rate is -0.5: expected a number from 0 to 1"),
        ("compare strategies lowest random --sprt --json", "sprt: expected two differences of win rates"),
    ],
)
def test_an_option_may_take_a_negative_number(cli: Command, command: str, expected: int | str) -> None:
    said = cli(*command.split())
    if isinstance(expected, int):
        assert said.code == expected, said.err
    else:
        assert said.code == 2
        assert expected in said.err


@pytest.mark.parametrize("columns", ["0", "1", "2", "3", "-5", "x"])
@pytest.mark.parametrize(
    "command",
    [
        "run --help",
        "compare rules --help",
        "--help",
        "",
        "rules",
        "rules show",
        "report run --format text",
        "replay run",
    ],
)
def test_the_narrowest_terminals_are_written_to(
    cli: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: str, command: str
) -> None:
    if "run" in command.split()[1:]:
        gd.simulate(deals=4, strategies="lowest", seed=1, log=["records"], out=tmp_path / "run")
    monkeypatch.setenv("COLUMNS", columns)
    said = cli(*command.split())
    assert (said.code, said.err) == (0, "")
    assert max(map(len, said.out.splitlines())) >= 38


WITHOUT_DOCSTRINGS = {
    "--help": 0,
    "run --help": 0,
    "run --deals 40 --strategies random,lowest --seed 1 --log records --log plays --out run": 0,
    "run --matches 2 --strategies random --seed 1 --out matches": 0,
    "compare rules institute web --strategy lowest --deals 20 --seed 1": 0,
    "compare strategies lowest random --deals 20 --seed 1": 0,
    "tournament lowest random --deals 20 --seed 1": 0,
    "plan --effect 0.1 --strategies random,lowest --deals 40 --seed 1": 0,
    "report run --format md": 0,
    "report run --format text": 0,
    "report run --json": 0,
    "report run --out page.html": 2,
    "report run --charts charts --out page.md": 2,
    "hand S7 H7": 0,
    "rollout S3 S4 --samples 8 --seed 1": 0,
    "replay run": 0,
    "replay run --verify": 0,
    "verify run --recompute all": 0,
    "perft --seed 1 --depth 1": 0,
    "bench --strategies random --seconds 0.01": 0,
    "rules list": 0,
    "strategies": 0,
}
IN_ONE_PROCESS = """
import sys
from guandan_sim.cli import main
codes = []
for command in sys.argv[1:]:
    try:
        main(command.split())
    except SystemExit as ended:
        codes.append(ended.code)
print(codes)
"""


def test_commands_work_without_docstrings_but_for_charts(tmp_path: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-OO", "-c", IN_ONE_PROCESS, *WITHOUT_DOCSTRINGS],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.splitlines()[-1] == str([*WITHOUT_DOCSTRINGS.values()]), said.stderr
    charts = "guandan-sim: charts cannot be drawn without docstrings: leave out PYTHONOPTIMIZE=2 (python -OO)"
    assert said.stderr.splitlines() == [charts, charts]
    assert not (tmp_path / "page.html").exists()
    assert not (tmp_path / "charts").exists()


@pytest.mark.parametrize(
    "command",
    [
        "run --deals {}",
        "run --deals 4 --workers {}",
        "compare strategies lowest random --deals {}",
        "serve --deals 4 --port {}",
        "connect ws://127.0.0.1:9 --seats {}",
        "botzone --seed {}",
        "perft --depth {}",
    ],
)
def test_a_number_with_a_fraction_is_no_whole_number(cli: Command, tmp_path: Path, command: str) -> None:
    option = command.split()[-2]
    said = cli(*command.format("1.5").split())
    expected = f'guandan-sim: Invalid value for {option}: unable to convert "1.5" into int.\n'
    assert (said.code, said.out, said.err) == (2, "", expected)
    assert list(tmp_path.iterdir()) == []


def test_a_whole_number_may_be_written_with_a_point(cli: Command) -> None:
    assert cli("run", "--deals", "4.0", "--seed", "1", "--out", "run").code == 0
