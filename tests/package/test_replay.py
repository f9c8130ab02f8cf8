"""Records and `replay`: written by runs, shown, verified, made again, and damaged in every way people damage files."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Command
from conftest import refused

import guandan_sim as gd
from guandan_sim.cli.replay import replay
from guandan_sim.simulation import records_of


@pytest.fixture
def run(simulate: Callable[..., gd.Run]) -> gd.Run:
    """Six matches in three blocks, with records."""
    return simulate(matches=6, strategies="lowest,random", rotations=2, part_size=2, log=["records"])


def write(path: Path, lines: list[str]) -> Path:
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def test_a_run_writes_a_record_a_deal_in_the_order_of_its_tables(run: gd.Run) -> None:
    deals = run.deals.select("match", "deal", "leader").collect().rows()
    records = [json.loads(line) for line in run.records()]
    assert [(record["match"], record["deal"], record["leader"]) for record in records] == deals


def test_any_match_is_made_again_without_having_been_logged(run: gd.Run, simulate: Callable[..., gd.Run]) -> None:
    plain = simulate(matches=6, strategies="lowest,random", rotations=2)
    logged = list(run.records())
    for match in range(6):
        assert list(plain.records(match)) == [line for line in logged if json.loads(line)["match"] == match]
    refused(lambda: list(plain.records()), "no records", "--log records")
    refused(lambda: records_of(plain.plan, 6), "match", "0 to 5", "got 6")


def test_replay_verifies_a_run_and_a_file(cli: Command, run: gd.Run, tmp_path: Path) -> None:
    lines = list(run.records())
    said = cli("replay", str(run.path), "--verify", "--json")
    assert (said.code, said.json()) == (0, {"verified": len(lines)})
    file = write(tmp_path / "records.jsonl", lines)
    said = cli("replay", str(file), "--verify")
    assert (said.code, said.out) == (0, f"{file}: {len(lines)} records, nothing wrong\n")


def test_replay_shows_one_deal_for_a_person(cli: Command, run: gd.Run) -> None:
    said = cli("replay", str(run.path), "--match", "1", "--deal", "1")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("match 1, deal 1 at level ")
    [record] = [r for r in map(json.loads, run.records()) if (r["match"], r["deal"]) == (1, 1)]
    plays = [play for play in record["plays"] if play[1] != "pass"]
    assert sum(" left)" in line or line.endswith("(out)") for line in said.out.splitlines()) == len(plays)
    assert f"H{record['level']}*" in said.out
    assert "places " + " ".join(map(str, record["places"])) in said.out
    assert cli("replay", str(run.path), "--match", "1", "--deal", "1", "--json").json() == [record]
    assert cli("replay", str(run.path), "--match", "1", "--deal", "99").code == 2


def damaged(line: str, key: str, value: object) -> str:
    return json.dumps({**json.loads(line), key: value}, separators=(",", ":"))


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda line: line[: len(line) // 2], ("line 2", "EOF")),
        (lambda line: damaged(line, "leader", (json.loads(line)["leader"] + 1) % 4), ("line 2: leader", "R6.11")),
        (lambda line: damaged(line, "hands", ["S2"] * 4), ("line 2: hands[0]", "1 card, but 27 are dealt", "R1.1")),
        (lambda line: damaged(line, "plays", json.loads(line)["plays"][:-1]), ("line 2: plays", "not over", "R4.9")),
        (lambda line: damaged(line, "places", [0, 1, 2, 9]), ("line 2: places[3]", "seat 9")),
        (lambda line: damaged(line, "fingerprint", "x"), ("line 2: fingerprint",)),
        (lambda line: line.replace('"level":', '"lewel":'), ("line 2", "unknown field `lewel`")),
    ],
)
def test_a_damaged_line_is_named_in_one_line(
    run: gd.Run, tmp_path: Path, damage: Callable[[str], str], words: tuple[str, ...]
) -> None:
    first, second, *_ = run.records()
    file = write(tmp_path / "bad.jsonl", [first, damage(second)])
    refused(lambda: replay(file, verify=True), str(file), *words)


def test_a_blank_line_is_a_fault_between_records_and_none_behind_them(
    cli: Command, run: gd.Run, tmp_path: Path
) -> None:
    first, second, *_ = run.records()
    file = write(tmp_path / "gap.jsonl", [first, "", second])
    refused(lambda: replay(file, verify=True), str(file), "line 2", "EOF")
    file = write(tmp_path / "good.jsonl", [first, second, "", " \t\r"])
    assert cli("replay", str(file), "--verify").out == f"{file}: 2 records, nothing wrong\n"
    assert len(cli("replay", str(file), "--json").json()) == 2
    file = write(tmp_path / "blank.jsonl", ["", ""])
    refused(lambda: replay(file, verify=True), str(file), "no record in it")


def test_a_file_of_records_may_begin_with_a_byte_order_mark(cli: Command, run: gd.Run, tmp_path: Path) -> None:
    first, second, *_ = run.records()
    file = tmp_path / "marked.jsonl"
    file.write_text(f"{first}\r\n{second}\r\n", "utf-8-sig")
    assert cli("replay", str(file), "--verify").out == f"{file}: 2 records, nothing wrong\n"
    assert cli("replay", str(file), "--json").json() == [json.loads(first), json.loads(second)]
    assert cli("rollout", "--from", str(file), "--samples", "5", "--seed", "1").code == 0
    assert gd.Deal.from_record(f"\ufeff{first}").hands == gd.Deal.from_record(first).hands


def test_records_are_read_from_a_pipe(run: gd.Run, tmp_path: Path) -> None:
    lines = "\n".join(run.records())
    said = subprocess.run(
        [sys.executable, "-m", "guandan_sim", "replay", "/dev/stdin", "--verify"],
        input=lines,
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.stdout == f"/dev/stdin: {len(lines.splitlines())} records, nothing wrong\n"


def test_other_encodings_and_missing_files_are_named(run: gd.Run, tmp_path: Path) -> None:
    file = tmp_path / "utf16.jsonl"
    file.write_text(next(iter(run.records())), "utf-16")
    refused(lambda: replay(file, verify=True), "line 1", "not UTF-8")
    refused(lambda: replay(file), "line 1", "not UTF-8")
    refused(lambda: replay(tmp_path / "nothing.jsonl"), "nothing.jsonl", "No such file")
    (tmp_path / "empty.jsonl").touch()
    refused(lambda: replay(tmp_path / "empty.jsonl", verify=True), "empty.jsonl", "no record")


def test_records_of_a_rule_set_without_a_name_are_verified_by_the_rules_given(
    simulate: Callable[..., gd.Run], tmp_path: Path
) -> None:
    rules = gd.Rules("web").replace(promotion=(4, 2, 1))
    run = simulate(matches=1, strategies="lowest", rules=rules, log=["records"])
    replay(run.path, verify=True)
    file = write(tmp_path / "custom.jsonl", list(run.records()))
    refused(lambda: replay(file, verify=True), "line 1", "--rules")
    (tmp_path / "custom.toml").write_text(rules.to_toml())
    replay(file, verify=True, rules=str(tmp_path / "custom.toml"))


def test_a_shown_record_that_contradicts_itself_is_refused(run: gd.Run, tmp_path: Path) -> None:
    line = next(iter(run.records()))
    plays = json.loads(line)["plays"]
    file = write(tmp_path / "twice.jsonl", [damaged(line, "plays", [plays[0], plays[0]])])
    refused(lambda: replay(file), "plays[1]", "does not hold")


def test_an_unknown_log_is_refused() -> None:
    refused(lambda: gd.simulate(deals=1, log=["replays"]), "log", "records", "'replays'")  # type: ignore[list-item]
