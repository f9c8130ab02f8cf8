"""Matches of Botzone become records, and records become matches."""

import copy
import gzip
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import Command
from foreign_records import botzone_log, records

import guandan_sim as gd
from guandan_sim._core import RecordVerifier

PRESETS = [*gd.Rules.presets()]


def written(path: Path, lines: list[str]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


@pytest.mark.parametrize("rules", PRESETS)
def test_there_and_back_records_are_equal(cli: Command, tmp_path: Path, rules: str) -> None:
    ours = records(rules)
    written(tmp_path / "ours.jsonl", ours)
    there = cli("convert", "ours.jsonl", "-o", "there", "--to", "botzone", "--rules", rules)
    assert (there.code, there.err) == (0, "")
    back = cli("convert", "there", "-o", "back.jsonl", "--rules", rules)
    assert (back.code, back.err) == (0, "")
    assert (tmp_path / "back.jsonl").read_text().splitlines() == ours
    assert f"{len(ours)} deals read, {len(ours)} converted, 0 set aside" in back.out


def test_a_match_tells_all_of_a_single_deal_by_itself(cli: Command, tmp_path: Path) -> None:
    ours = records("institute", "deal", 5)
    written(tmp_path / "ours.jsonl", ours)
    cli("convert", "ours.jsonl", "-o", "there", "--to", "botzone")
    logs = [json.dumps(json.loads(line)["log"]) for line in (tmp_path / "there").read_text().splitlines()]
    written(tmp_path / "bare", logs)
    assert cli("convert", "bare", "-o", "back.jsonl").code == 0
    lost = {"seed": 0, "strategies": ["botzone"] * 4}
    expected = [json.loads(line) | lost for line in ours]
    assert [json.loads(line) for line in (tmp_path / "back.jsonl").read_text().splitlines()] == expected


def test_a_match_tells_tribute_by_itself(cli: Command, tmp_path: Path) -> None:
    ours = [line for line in records("institute") if json.loads(line)["tribute"]]
    written(tmp_path / "ours.jsonl", ours)
    cli("convert", "ours.jsonl", "-o", "there", "--to", "botzone")
    logs = [json.dumps(json.loads(line)["log"]) for line in (tmp_path / "there").read_text().splitlines()]
    written(tmp_path / "bare", logs)
    assert cli("convert", "bare", "-o", "back.jsonl").err == ""
    back = [json.loads(line) for line in (tmp_path / "back.jsonl").read_text().splitlines()]
    told = ("level", "declarers", "hands", "tribute", "leader", "plays", "places", "tied")
    for line, got in zip(ours, back, strict=True):
        expected = json.loads(line)
        assert {key: got[key] for key in told} == {key: expected[key] for key in told}


def test_requests_show_the_seats_what_the_judge_shows(cli: Command, tmp_path: Path) -> None:
    written(tmp_path / "ours.jsonl", records("institute", count=1))
    cli("convert", "ours.jsonl", "-o", "there", "--to", "botzone")
    for line in (tmp_path / "there").read_text().splitlines():
        log = json.loads(line)["log"]
        requests = [request for entry in log[:-1:2] for request in entry["output"]["content"].values()]
        dealt = [card for request in requests if request["stage"] == "deal" for card in request["deliver"]]
        assert sorted(dealt) == [*range(108)]
        answers = [answer["response"] for entry in log[1::2] for answer in entry.values()]
        plays = [(request, answer) for request, answer in zip(requests, answers, strict=True) if answer]
        laid = [card for request, answer in plays if request["stage"] == "play" for card in answer[0]]
        assert len(laid) == len(set(laid))


Packing = Callable[[list[Any]], str]
FORMS: dict[str, Packing] = {
    "array": json.dumps,
    "page": lambda log: json.dumps({"log": log}),
    "logs": lambda log: json.dumps({"logs": log}),
    "loglist": lambda log: json.dumps({"loglist": log}, indent=2),
    "matchlog": lambda log: json.dumps({"matchlog": log}),
    "text": lambda log: json.dumps({"_rawLogJSON": json.dumps(log)}),
    "twice": lambda log: json.dumps({"log": json.dumps(json.dumps(log)), "_id": {"$oid": "1"}}),
    "pack": lambda log: json.dumps({"_id": "1", "log": log}) + "\n\n" + json.dumps({"_id": "2", "log": log}),
    "list": lambda log: json.dumps([{"log": log}, log]),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_log_is_found_in_every_form(cli: Command, tmp_path: Path, form: str) -> None:
    (tmp_path / "match.txt").write_text(FORMS[form](botzone_log()))
    said = cli("convert", "match.txt", "-o", "out.jsonl", "--json").json()
    deals = 2 if form in ("pack", "list") else 1
    assert (said["read"], said["converted"], said["set_aside"]) == (deals, deals, [])
    verifier = RecordVerifier()
    for line in (tmp_path / "out.jsonl").read_text().splitlines():
        verifier.check(line)


@pytest.mark.parametrize("level", ["2", "T", "A"])
@pytest.mark.parametrize("short_pass", [False, True])
def test_levels_and_both_forms_of_a_pass(cli: Command, tmp_path: Path, level: str, short_pass: bool) -> None:
    (tmp_path / "match").write_text(json.dumps(botzone_log(3, level, short_pass)))
    assert cli("convert", "match", "-o", "out.jsonl").code == 0
    assert json.loads((tmp_path / "out.jsonl").read_text())["level"] == level


def test_zipped_files_and_chinese_text(cli: Command, tmp_path: Path) -> None:
    entry = json.dumps({"log": botzone_log(), "players": ["掼蛋机器人"]}, ensure_ascii=False)
    (tmp_path / "gbk").write_bytes(entry.encode("gbk"))
    (tmp_path / "gz").write_bytes(gzip.compress(entry.encode()))
    with zipfile.ZipFile(tmp_path / "zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/one.json", entry)
        archive.writestr("two.matches", b"\xef\xbb\xbf" + entry.encode())
    said = cli("convert", "gbk", "gz", "zip", "-o", "out.jsonl", "--json").json()
    assert (said["read"], said["converted"]) == (4, 4)


def broken(change: Callable[[list[Any]], object]) -> list[Any]:
    log = copy.deepcopy(botzone_log())
    change(log)
    return log


def first_play(log: list[Any]) -> dict[str, Any]:
    play: dict[str, Any] = log[9]["0"]
    return play


def dealt(log: list[Any], seat: int) -> list[int]:
    cards: list[int] = log[2 * seat]["output"]["content"][str(seat)]["deliver"]
    return cards


BROKEN: dict[str, tuple[Callable[[list[Any]], object], str]] = {
    "verdict": (lambda log: log[13]["2"].update(verdict="TLE"), "log[13]: seat 2: verdict 'TLE'"),
    "judge": (lambda log: log[12].update(verdict="RE"), "log[12]: the judge: verdict 'RE'"),
    "cut": (lambda log: log.__delitem__(slice(60, None)), "the deal is not over"),
    "no answer": (lambda log: log.pop(9), "the request before has no answer"),
    "cards": (lambda log: dealt(log, 0).pop(), "the deals are no 108 cards"),
    "claim": (lambda log: first_play(log)["response"].__setitem__(1, [52]), "ILLEGAL_CLAIM"),
    "not held": (
        lambda log: first_play(log).update(response=[[log[2]["output"]["content"]["1"]["deliver"][0]]] * 2),
        "(R4",
    ),
    "no cards": (lambda log: first_play(log).update(response=[["S3"], ["S3"]]), "INVALID_FORMAT"),
    "no key": (lambda log: log[9]["0"].pop("response"), "KeyError"),
    "led pass": (lambda log: first_play(log).update(response=[]), "log[9]: seat 0 leads and may not pass (R4.3)"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_cannot_be_converted_is_set_aside_and_named(cli: Command, tmp_path: Path, what: str) -> None:
    change, words = BROKEN[what]
    written(tmp_path / "pack", [json.dumps(botzone_log()), json.dumps(broken(change))])
    said = cli("convert", "pack", "-o", "out.jsonl")
    assert said.code == 0
    assert "1 converted, 1 set aside" in said.out
    assert "pack, line 2" in said.err
    assert words in said.err
    assert said.err.count("\n") == 1
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 1
