"""What is asked for wrongly is one line and exit code 2, with nothing written; a failure at work is exit code 1."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Command, Said

import guandan_sim as gd

Simulate = Callable[..., gd.Run]

RUN = ["run", "--deals", "20", "--seed", "7"]
ANYWHERE = ["nowhere", "file", "file/below", "x" * 300]


def refused(said: Said, *words: str) -> None:
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1), said
    assert [word for word in words if word not in said.err] == [], said.err


@pytest.mark.parametrize("path", ANYWHERE)
@pytest.mark.parametrize(
    "command",
    [
        "report {}",
        "replay {}",
        "replay {} --verify",
        "replay {} --match 0",
        "verify {}",
        "run {}",
        "run --resume {}",
        "run --deals 5 --rules {}",
        "plan --from {} --effect 0.1",
        "rollout --from {}",
        "rules check {}",
    ],
)
def test_a_path_at_which_there_is_nothing_of_the_kind_is_bad_input(
    cli: Command, tmp_path: Path, command: str, path: str
) -> None:
    # Of a file with anything in it faults would be found.
    (tmp_path / "file").write_text("" if "--verify" in command else "??")
    refused(cli(*command.format(path).split()), path[:30])
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("seed", ["-1", "18446744073709551616"])
def test_a_seed_of_a_botzone_program_that_cannot_be_is_refused(cli: Command, seed: str) -> None:
    refused(cli("botzone", "--seed", seed), "--seed: expected a whole number 0 to", seed)


@pytest.mark.parametrize("level", ["al", "ALL", "all,2", "11"])
def test_an_unknown_level_of_a_run_is_told_all_that_can_be_given(cli: Command, tmp_path: Path, level: str) -> None:
    said = cli("run", "--deals", "2", "--level", level, "--out", "run")
    refused(said, "unknown level", "several with commas, or all")
    assert ("did you mean all?" in said.err) == (level in ("al", "ALL"))
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("name", ["a*", "[ab]", "{a}", "a?", "掼 蛋", "C:\\runs\\a", "~", "-a", "new\nline", "%20&#"])
def test_names_of_directories_are_no_patterns(simulate: Simulate, tmp_path: Path, name: str) -> None:
    simulate(deals=4, out=tmp_path / "ab", log=["records"])
    run = simulate(deals=8, part_size=4, out=tmp_path / name, log=["records"])
    assert run.deals.collect().height == run.matches.collect().height == len(list(run.records())) == 8
    run.report(tmp_path / name / "report.json")
    assert run.path == tmp_path / name
    assert sorted(entry.name for entry in tmp_path.iterdir()) == sorted(["ab", name])


@pytest.mark.parametrize("path", ANYWHERE[1:])
@pytest.mark.parametrize(
    "command", ["run --deals 4 --out {}", "compare rules institute web --deals 4 --out {}", "report run --out {}/x.md"]
)
def test_a_path_that_cannot_be_written_to_is_bad_input(
    cli: Command, simulate: Simulate, tmp_path: Path, command: str, path: str
) -> None:
    simulate(deals=4, out=tmp_path / "run")
    (tmp_path / "file").write_text("")
    refused(cli(*command.format(path).split()), path[:100])
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["file", "run"]


def test_what_a_run_does_not_have_is_bad_input(cli: Command, simulate: Simulate, tmp_path: Path) -> None:
    run = simulate(deals=4, out=tmp_path / "run")
    refused(cli("replay", "run"), "no records", "--log records")
    refused(cli("replay", "run", "--match", "4"), "match: expected a whole number 0 to 3, got 4")
    for part in (run.path / "parts").iterdir():
        part.unlink()
    refused(cli("report", "run"), "no part of this run has been written yet")


@pytest.mark.parametrize(
    "where",
    [
        "manifest.json",
        "parts/part-00000.json",
        "comparison.json",
        "deals/part-00000.parquet",
        "matches/part-00000.parquet",
    ],
)
@pytest.mark.parametrize("content", [b"", b"{", b"\xff" * 4000])
def test_damaged_data_is_a_failure_that_names_the_file(
    cli: Command, simulate: Simulate, tmp_path: Path, where: str, content: bytes
) -> None:
    simulate(deals=4, out=tmp_path / "run")
    (tmp_path / "run" / where).write_bytes(content)
    said = cli("report", "run")
    assert (said.code, said.out, said.err.count("\n")) == (1, "", 1), said
    assert f"run/{where}: " in said.err


def test_damaged_records_are_a_failure_behind_those_that_are_whole(
    cli: Command, simulate: Simulate, tmp_path: Path
) -> None:
    simulate(deals=4, log=["records"], out=tmp_path / "run")
    records = tmp_path / "run" / "records" / "part-00000.jsonl"
    whole = records.read_bytes()
    records.write_bytes(whole[:-100])
    said = cli("replay", "run")
    assert (said.code, said.err.count("\n")) == (1, 1)
    assert "run, line 4: not a JSON object" in said.err
    assert "match 2, deal 0" in said.out
    first = json.loads(whole.splitlines()[0])
    (tmp_path / "one.jsonl").write_text(json.dumps({**first, "hands": ["S2", "S2", "S3", "S3"]}))
    said = cli("replay", "one.jsonl")
    assert (said.code, said.err.count("\n")) == (1, 1)
    assert "one.jsonl, line 1: plays[0]: seat " in said.err
    records.write_bytes(b"\xff\n")
    said = cli("replay", "run")
    assert (said.code, said.out, said.err.count("\n")) == (1, "", 1)
    assert "run/records/part-00000.jsonl: not text" in said.err


def test_what_nobody_foresaw_is_a_line_too(cli: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise KeyError("two\nlines")

    def full() -> None:
        raise OSError(28, "No space left on device", "somewhere")

    monkeypatch.setattr("guandan_sim.cli.strategies.known", broken)
    said = cli("strategies")
    assert (said.code, said.out, said.err.count("\n")) == (1, "", 1)
    assert "internal error, please report it with the command: KeyError" in said.err
    assert "(test_exit_codes.py:" in said.err
    monkeypatch.setattr("guandan_sim.cli.strategies.known", full)
    assert cli("strategies").err == "guandan-sim: somewhere: No space left on device\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_asked_twice_to_end_it_says_all_the_same_that_it_was_interrupted(
    cli: Command, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    def say(line: str) -> None:
        signal.raise_signal(number)
        lines.append(line)

    lines: list[str] = []

    monkeypatch.setattr("guandan_sim.cli.strategies.known", interrupted)
    monkeypatch.setattr("guandan_sim.cli.say", say)
    before = signal.getsignal(signal.SIGINT)
    assert cli("strategies").code == 130
    assert lines == ["guandan-sim: interrupted"]
    assert signal.getsignal(signal.SIGINT) is before


def test_a_console_without_the_letters_gets_their_numbers(
    simulate: Simulate, tmp_path: Path, process: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    simulate(deals=4, out=tmp_path / "run")
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    shown = process("report", "run", "--format", "text", "--lang", "zh")
    assert (shown.code, shown.err) == (0, "")
    assert "\\u4e0e" in shown.out
    refused(process("run", "--deals", "4", "--rules", "\u63bc"), "\\u63bc")


SCRIPTS = {
    "python:no_module:X": "ModuleNotFoundError: No module named 'no_module'",
    "python:bots:Nobody": "AttributeError: module 'bots' has no attribute 'Nobody'",
    "python:bots:Raises": "RuntimeError: two lines",
    "python:bots:Nothing": "expected an object with act(view, legal)",
    "python:broken:X": "ZeroDivisionError",
    "python:script:X": "SystemExit: 3",
    "python:unreadable:X": "SyntaxError",
    "object:bot": "bot was given as an object",
}


@pytest.mark.parametrize("strategy", SCRIPTS)
@pytest.mark.parametrize(
    "command",
    [
        "run --deals 4 --strategies {},lowest --out out",
        "compare strategies lowest {} --deals 4 --out out",
        "compare rules institute web --strategy {} --deals 4 --out out",
        "compare rules institute web --opponent {} --deals 4 --out out",
        "tournament lowest random {} --deals 4 --out out",
        "compare strategies lowest {} --deals 4 --until 0.1 --out out",
    ],
)
def test_a_strategy_that_cannot_be_loaded_is_told_before_anything_is_written(
    cli: Command, tmp_path: Path, command: str, strategy: str
) -> None:
    (tmp_path / "bots.py").write_text(
        "class Raises:\n    def __init__(self): raise RuntimeError('two\\nlines')\nclass Nothing: pass\n"
    )
    (tmp_path / "broken.py").write_text("1 / 0\n")
    (tmp_path / "script.py").write_text("raise SystemExit(3)\n")
    (tmp_path / "unreadable.py").write_text("class\n")
    refused(cli(*command.format(strategy).split()), strategy.removeprefix("object:"), SCRIPTS[strategy])
    assert not (tmp_path / "out").exists()


def test_a_run_that_is_whole_needs_no_strategy_any_more(cli: Command, tmp_path: Path) -> None:
    (tmp_path / "short_lived.py").write_text("class Bot:\n    def act(self, view, legal): return 0\n")
    command = ["run", "--deals", "4", "--strategies", "python:short_lived:Bot", "--seed", "1", "--out", "out"]
    assert cli(*command).code == 0
    (tmp_path / "short_lived.py").write_text("")
    assert cli(*command).code == 0


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("run --deals 4 --ray-address auto", "ray_address"),
        ("run --deals 4 --ray-writes workers", "ray_writes"),
        ("run --deals 4 --executor ray --ray-address auto --workers 2", "workers"),
        ("run --matches 4 --clock-model play=3", "clock_model"),
        ("run --matches 4 --level 5", "level"),
        ("run --deals 4 --leave-rate 0.1", "leave_rate"),
        ("compare rules institute web --matches 4 --clock-model play=3", "clock_model"),
        ("compare rules institute web --deals 4 --ray-address auto", "ray_address"),
        ("compare strategies lowest random --matches 4 --clock-model play=3", "clock_model"),
        ("tournament lowest random --deals 4 --ray-writes workers", "ray_writes"),
        ("verify run --workers 2", "--workers"),
        ("replay run --match 0 --rules web", "--rules"),
        ("replay run --match 0 --json --step", "--step"),
        ("replay run --match 0 --verify --step", "--step"),
        ("replay run --match 0 --verify --deal 0", "--deal"),
        ("replay records.jsonl --verify --match 0", "--match"),
        ("report run --json --out page.html", "--out"),
        ("report run --json --format md", "--format"),
        ("rules show web --rules pagat", "--rules"),
        ("rollout S3 S4 --leader 0", "--leader"),
        ("rollout S3 S4 --match 0", "--match"),
        ("rollout S3 S4 --by 0", "--by"),
        ("rollout --hands S3 S4 S5 S6 --seat 0 --gone S7", "--seat, --gone"),
        ("rollout --hands S3 S4 S5 S6 --deal 0", "--deal"),
        ("rollout --from run --level 2", "--level"),
        ("rollout --from run --counts 1,2,3,4", "--counts"),
        ("plan --from duel --effect 0.1 --metric skill", "metric"),
        ("plan --from duel --effect 0.1 --variant web", "variant"),
    ],
)
def test_an_option_that_would_change_nothing_is_refused(
    cli: Command, simulate: Simulate, tmp_path: Path, command: str, option: str
) -> None:
    run = simulate(deals=4, out=tmp_path / "run")
    (tmp_path / "records.jsonl").write_text("\n".join(run.records(0)))
    if "duel" in command:
        gd.compare_strategies("lowest", "random", deals=4, seed=1, out=tmp_path / "duel")
    there = sorted(entry.name for entry in tmp_path.iterdir())
    refused(cli(*command.split()), option)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == there


def test_a_clock_model_is_for_those_of_the_rules_that_have_a_clock(tmp_path: Path) -> None:
    options = {"matches": 2, "strategy": "lowest", "clock_model": "play=4,pass=1,between=50", "seed": 1}
    found = gd.compare_rules(["institute", "competition"], out=tmp_path / "found", **options)  # type: ignore[arg-type]
    assert [found.runs[label].plan.clock_model for label in found.labels] == ["", "play=4,pass=1,between=50"]


@pytest.mark.parametrize(
    ("options", "needed"),
    [
        ("--deals 4 --headline skill", ["matches (--matches)", "opponent (--opponent)"]),
        ("--matches 4 --headline skill", ["opponent (--opponent)"]),
        ("--matches 4 --headline skill_deals", ["opponent (--opponent)"]),
        ("--deals 4 --headline deals_a_match", ["matches (--matches)"]),
        ("--matches 4 --no-tribute-effect --headline tribute_effect", ["--no-tribute-effect"]),
    ],
)
def test_a_metric_that_is_not_measured_says_what_it_needs(cli: Command, options: str, needed: list[str]) -> None:
    said = cli("compare", "rules", "institute", "web", *options.split())
    refused(said, "is not measured here: it needs", *needed)


def test_a_metric_of_which_there_is_nothing_says_so() -> None:
    found = gd.compare_rules(["institute", "web"], strategy="lowest", deals=4, seed=1)
    with pytest.raises(gd.PlanError, match='metric "skill" is not measured here: it needs matches'):
        found.line("skill", "web")
    with pytest.raises(gd.PlanError, match=r"unknown metric .*did you mean falls"):
        found.line("fals", "web")
    matches = gd.compare_rules(["institute", "jiangsu"], strategy="lowest", matches=4, seed=1)
    with pytest.raises(gd.PlanError, match='metric "clock_endings" has no line here'):
        matches.line("clock_endings", "jiangsu")


ADDRESS = "memory://bucket/exit-codes"


@pytest.mark.parametrize(
    "command",
    [
        f"report {ADDRESS}/none",
        f"replay {ADDRESS}/none --match 0",
        f"verify {ADDRESS}/none",
        f"run --resume {ADDRESS}/none",
        f"report {ADDRESS}",
        f"plan --from {ADDRESS} --effect 0.1",
        f"compare strategies lowest random --deals 4 --out {ADDRESS}",
        "run --deals 4 --out memory://",
        "run --deals 4 --out ://run",
        "run --deals 4 --out zip://nothing.zip",
        f"report {ADDRESS} --out s3://bucket/page.html",
        f"report {ADDRESS} --out page.json --charts s3://bucket/charts",
        "compare rules web pagat --deals 4 --out=",
        "run --deals 4 --out nowhere://run",
    ],
)
def test_an_address_at_which_there_is_nothing_of_the_kind_is_bad_input(
    cli: Command, simulate: Simulate, tmp_path: Path, command: str
) -> None:
    simulate(deals=4, out=ADDRESS)
    refused(cli(*command.split()))
    assert list(tmp_path.iterdir()) == []


def test_runs_at_an_address_are_shown_like_any_other(cli: Command, simulate: Simulate, tmp_path: Path) -> None:
    run = simulate(deals=4, log=["records"], out=f"{ADDRESS}/shown")
    assert run.address == f"{ADDRESS}/shown"
    here = simulate(deals=4, log=["records"], out=tmp_path / "run")
    for command in ("replay {} --json", "replay {} --match 1 --json", "rollout --from {} --samples 9 --seed 1 --json"):
        assert cli(*command.format(run.address).split()).json() == cli(*command.format("run").split()).json()
    assert cli("replay", run.address, "--verify").out == f"{run.address}: 4 records, nothing wrong\n"
    assert cli("report", run.address, "--out", "there.json").code == 0
    here.report(tmp_path / "here.json")
    there = (tmp_path / "there.json").read_text()
    assert there.replace(run.address, here.address) == (tmp_path / "here.json").read_text()
    run.report(tmp_path / "page.json")
    assert (tmp_path / "page.json").read_text() == there


def unread(tmp_path: Path, command: str, *, out: bool, err: bool) -> tuple[int, str]:
    """The exit code of a command, and the first line of one output, or both in one, whose reader then goes away."""
    reader, writer = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "guandan_sim", *command.split()],
        cwd=tmp_path,
        stdout=writer if out else subprocess.DEVNULL,
        stderr=writer if err else subprocess.PIPE,
        text=True,
    )
    os.close(writer)
    with os.fdopen(reader) as lines:
        first = lines.readline()
    _, said = process.communicate(timeout=120)
    assert not said, said
    return process.returncode, first


@pytest.mark.parametrize("both", [False, True])
def test_progress_that_nobody_reads_does_not_end_a_run(tmp_path: Path, both: bool) -> None:
    command = "run --deals 20000 --part-size 500 --seed 7 --strategies random,lowest --out run --progress json"
    code, first = unread(tmp_path, command, out=both, err=True)
    assert json.loads(first)["total"] == 20_000
    assert code == (-signal.SIGPIPE if both else 0)
    run = gd.Run(tmp_path / "run")
    assert run.is_complete
    assert (run.path / "run.log").read_text().endswith("end: all parts asked for are there\n")


def test_a_seed_and_an_error_that_nobody_reads_change_nothing(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    for command, code in (("run --deals 4 --out run", 0), ("run --nonsense", 2), ("verify run", 0)):
        words = [sys.executable, "-m", "guandan_sim", *command.split()]
        said = subprocess.run(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=writer, check=False)
        assert (said.returncode, bool(said.stdout)) == (code, code == 0), command
    os.close(writer)


@pytest.mark.parametrize("command", ["--help", "rules show", "rules list --json", "replay run", "report run -o -"])
def test_a_command_whose_output_nobody_reads_ends_quietly(simulate: Simulate, tmp_path: Path, command: str) -> None:
    simulate(deals=400, log=["records"], out=tmp_path / "run")
    reader, writer = os.pipe()
    os.close(reader)
    words = [sys.executable, "-m", "guandan_sim", *command.split()]
    said = subprocess.run(words, cwd=tmp_path, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (said.returncode, said.stderr) == (-signal.SIGPIPE, b"")


def test_a_terminal_that_goes_away_does_not_end_a_run_that_is_kept_from_hearing_of_it(tmp_path: Path) -> None:
    ours, its = pty.openpty()
    command = "run --deals 2000000 --part-size 1000 --seed 7 --strategies random --out run"
    process = subprocess.Popen(
        ["sh", "-c", f"trap '' HUP; exec {sys.executable} -m guandan_sim {command}"],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=its,
    )
    os.close(its)
    os.read(ours, 10)
    os.close(ours)
    there = len(list((tmp_path / "run" / "parts").glob("*.json")))
    deadline = time.monotonic() + 60
    while len(list((tmp_path / "run" / "parts").glob("*.json"))) < there + 5:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 130


@pytest.mark.parametrize(
    ("command", "code", "err"),
    [
        ("rules list >&-", 0, ""),
        ("rules list --json >&-", 0, ""),
        ("rules lst 2>&-", 2, ""),
        ("rules list >/dev/full", 1, "guandan-sim: standard output: No space left on device\n"),
        ("run --deals 4 --seed 1 --out run >&- 2>&-", 0, ""),
    ],
)
def test_closed_and_full_outputs_give_no_traceback(tmp_path: Path, command: str, code: int, err: str) -> None:
    said = subprocess.run(  # noqa: S602
        f"{sys.executable} -m guandan_sim {command}",
        shell=True,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (said.returncode, said.stderr) == (code, err)
