"""Traces, logs of one seat and archives of contests become records, and records become traces and logs."""

import json
import pickle
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from commands import Command
from foreign_records import RANKS, archive, log, records, trace

import guandan_sim as gd
from guandan_sim._core import RecordVerifier
from guandan_sim.errors import NotationError
from guandan_sim.formats.archives import values


def written(path: Path, lines: Sequence[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines))


def read(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("rules", [*gd.Rules.presets()])
def test_there_and_back_records_are_equal(cli: Command, tmp_path: Path, rules: str) -> None:
    ours = records(rules, count=1)
    written(tmp_path / "ours.jsonl", ours)
    assert cli("convert", "ours.jsonl", "-o", "there", "--to", "contest", "--rules", rules).err == ""
    said = cli("convert", "there", "-o", "back.jsonl", "--rules", rules, "--json").json()
    assert said == {"read": len(ours), "converted": len(ours), "set_aside": [], "notes": {}}
    assert (tmp_path / "back.jsonl").read_text().splitlines() == ours


def test_a_written_trace_shows_what_was_offered(cli: Command, tmp_path: Path) -> None:
    written(tmp_path / "ours.jsonl", records("njupt", "deal", 1))
    cli("convert", "ours.jsonl", "-o", "there", "--to", "contest", "--rules", "njupt")
    acts = [event for event in read(tmp_path / "there") if event["event"] == "act"]
    for act in acts:
        assert act["action_list"][act["chosen_index"]] == act["chosen_action"]
    assert acts[0]["action_list"][0] != ["PASS", "PASS", "PASS"]
    assert len(acts[0]["hand"]) == 27


@pytest.mark.parametrize("form", [list, str])
@pytest.mark.parametrize("rules", ["institute", "njupt"])
def test_a_trace_of_a_match(cli: Command, tmp_path: Path, rules: str, form: Callable[[list[Any]], Any]) -> None:
    ours = [json.loads(line) for line in records(rules, count=1)]
    events = [event for record in ours for event in trace(record, form=form)]
    written(tmp_path / "trace.jsonl", [json.dumps(event) for event in events])
    assert cli("convert", "trace.jsonl", "-o", "back.jsonl", "--rules", rules).err == ""
    told = ("level", "declarers", "hands", "tribute", "leader", "plays", "places", "tied")
    for got, expected in zip(read(tmp_path / "back.jsonl"), ours, strict=True):
        assert {key: got[key] for key in told} == {key: expected[key] for key in told}
        RecordVerifier().check(json.dumps(got))


def test_labels_are_corrected_passes_put_in_and_levels_inferred(cli: Command, tmp_path: Path) -> None:
    (record,) = map(json.loads, records("institute", "deal", 1))
    events = trace(record)
    del events[0]["level"], events[0]["team_levels"]
    acts = [event for event in events if event["event"] == "act"]
    run = next(act for act in acts if act["chosen_action"][0] in ("ThreePair", "TwoTrips", "Straight"))
    run["chosen_action"][1] = "K"
    left_out = next(act for act in acts if act["chosen_action"][0] == "PASS")
    shorter = [event for event in events if event is not left_out]
    written(tmp_path / "trace", [json.dumps(event) for event in shorter])
    said = cli("convert", "trace", "-o", "out.jsonl", "--json").json()
    assert set(said["notes"]) == {
        "level 2 inferred",
        "labels corrected by the cards",
        "passes put in that were left out",
    }
    (got,) = read(tmp_path / "out.jsonl")
    assert got["plays"] == record["plays"]


def test_the_deal_with_a_play_that_the_rules_refuse_is_set_aside(cli: Command, tmp_path: Path) -> None:
    first, second = map(json.loads, records("institute", "deal", 2))
    events = trace(first)
    follower = next(event for event in events[2:] if event["event"] == "act" and event["chosen_action"][0] != "PASS")
    hand = events[0]["hands"][follower["seat"]]
    lacking = next(suit + rank for rank in RANKS for suit in "SHCD" if suit + rank not in hand)
    follower["chosen_action"] = ["Single", lacking[1], [lacking]]
    lines = [json.dumps(event) for event in [*events, {"event": "gameResult"}, *trace(second)]]
    written(tmp_path / "trace", lines)
    said = cli("convert", "trace", "-o", "out.jsonl")
    assert said.code == 0
    assert "1 converted, 1 set aside" in said.out
    assert f"line {events.index(follower) + 1}" in said.err
    assert "does not hold" in said.err
    assert "(R4.2)" in said.err


@pytest.mark.parametrize("form", [list, str])
def test_the_log_of_one_seat_becomes_a_record_of_its_knowledge(
    cli: Command, tmp_path: Path, form: Callable[[list[Any]], Any]
) -> None:
    (ours,) = map(json.loads, records("institute", "deal", 1))
    logs = [log(ours, seat, form) for seat in range(4)]
    for seat, one in enumerate(logs):
        (tmp_path / f"{seat}.json").write_text(json.dumps(one, indent=1))
    assert cli("convert", *(f"{seat}.json" for seat in range(4)), "-o", "out.jsonl").err == ""
    for seat, got in enumerate(read(tmp_path / "out.jsonl")):
        assert (got["seat"], got["source"]) == (seat, f"{seat}.json")
        assert got["hands"] == [ours["hands"][seat] if other == seat else None for other in range(4)]
        for key in ("level", "leader", "plays", "places", "tied"):
            assert got[key] == ours[key]
        assert got["promoted"] is None
    assert cli("replay", "out.jsonl", "--verify").out == "out.jsonl: 4 records, nothing wrong\n"
    shown = cli("replay", "out.jsonl", "--match", "2").out
    assert "as seat 2 knows it, from 2.json" in shown
    assert shown.count("unknown") == 3
    assert "(out)" in shown
    assert cli("replay", "out.jsonl", "--json").json()[1]["seat"] == 1


def test_logs_of_one_seat_there_and_back_are_equal(cli: Command, tmp_path: Path) -> None:
    (ours,) = map(json.loads, records("institute", "deal", 1))
    (tmp_path / "log.json").write_text(json.dumps(log(ours, 3)))
    cli("convert", "log.json", "-o", "one.jsonl")
    assert cli("convert", "one.jsonl", "-o", "there", "--to", "contest").err == ""
    assert cli("convert", "there", "-o", "back.jsonl").err == ""
    assert (tmp_path / "back.jsonl").read_text() == (tmp_path / "one.jsonl").read_text()


def test_a_trace_of_one_seat_with_tribute(cli: Command, tmp_path: Path) -> None:
    ours = [json.loads(line) for line in records("institute", count=1)]
    events = [event for record in ours for event in trace(record, owner=1)]
    written(tmp_path / "trace", [json.dumps(event) for event in events])
    assert cli("convert", "trace", "-o", "out.jsonl").err == ""
    for got, expected in zip(read(tmp_path / "out.jsonl"), ours, strict=True):
        assert got["hands"] == [None, expected["hands"][1], None, None]
        for key in ("level", "leader", "plays", "places"):
            assert got[key] == expected[key]
        if expected["tribute"] and not expected["tribute"]["void"]:
            assert got["tribute"] == expected["tribute"]
    assert cli("replay", "out.jsonl", "--verify").code == 0
    assert cli("replay", "out.jsonl").code == 0


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("plays", [[0, "pass"]], "leads and may not pass"),
        ("plays", [[9, "pass"]], "plays[0]: expected"),
        ("plays", [[]], "plays[0]: expected"),
        ("plays", [[0]], "plays[0]: expected"),
        ("plays", [[0, "S3", 1, "3"]], "plays[0]: expected"),
        ("plays", [[0, "X3", "single", "3"]], "X3"),
        ("seat", 7, "Expected `int` <= 3"),
        ("seat", 1, "expected the seat whose hand is told"),
        ("level", 3, "Expected `str`"),
        ("places", [0, 1, 2, 3], "places: "),
        ("leader", 5, "Expected `int` <= 3"),
        ("leader", 1, "leader: 1 recorded"),
        ("streaks", {"first": [0] * 4, "last": [1, 0, 0, 0]}, "recorded, but it is"),
        ("streaks", {"first": [0, 1, 0, 0], "last": [0] * 4}, "streaks: expected"),
        ("more", 5, "unknown field"),
    ],
)
def test_a_wrong_record_of_one_seat_is_refused(
    cli: Command, tmp_path: Path, key: str, value: object, words: str
) -> None:
    (ours,) = map(json.loads, records("institute", "deal", 1))
    (tmp_path / "log.json").write_text(json.dumps(log(ours, 0)))
    cli("convert", "log.json", "-o", "one.jsonl")
    (record,) = read(tmp_path / "one.jsonl")
    written(tmp_path / "wrong.jsonl", [json.dumps({**record, key: value}, separators=(",", ":"))])
    said = cli("replay", "wrong.jsonl", "--verify")
    assert said.code in (1, 2)
    assert words in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("protocol", range(6))
def test_an_archive(cli: Command, tmp_path: Path, protocol: int) -> None:
    ours = [json.loads(line) for line in records("institute", count=1)]
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as packed:
        packed.writestr("match.data", archive(ours, protocol))
    said = cli("convert", "a.zip", "-o", "out.jsonl", "--json").json()
    assert said["read"] == len(ours)
    told = ("level", "declarers", "hands", "tribute", "leader", "places", "tied")
    by_hands = {tuple(record["hands"]): record for record in ours}
    got = read(tmp_path / "out.jsonl")
    assert len(got) >= len(ours) - 1, said["set_aside"]
    for record in got:
        expected = by_hands[tuple(record["hands"])]
        assert {key: record[key] for key in told} == {key: expected[key] for key in told}


class _Bad:
    def __reduce__(self) -> Any:
        return print, ("obeyed",)


def _nested() -> object:
    inner: list[Any] = []
    for _ in range(30):
        inner = [inner, inner]
    return ("P", 0, inner)


@pytest.mark.parametrize(
    "data",
    [
        pickle.dumps(_Bad()),
        pickle.dumps(("P", 0, _Bad())),
        pickle.dumps(("P", 0, [1]))[:-3],
        pickle.dumps({"a": 1}),
        pickle.dumps(_nested()),
        b"(VP\nI0\nI1\na.",
        b"\x80\x02.",
        b"(((((.",
        b"(" * 100_000,
        b"\x80\x02]q\x00h\x00a.",
        b"\x80\x02h\x09.",
        b"\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\x7f.",
    ],
)
def test_pickles_are_never_obeyed(capsys: pytest.CaptureFixture[str], data: bytes) -> None:
    with pytest.raises(NotationError, match="no pickle of tuples"):
        [*values(data)]
    assert capsys.readouterr().out == ""


def test_a_damaged_archive_is_one_clear_line(cli: Command, tmp_path: Path) -> None:
    (tmp_path / "bad.data").write_bytes(pickle.dumps(("P", 0, _Bad())))
    said = cli("convert", "bad.data", "-o", "out.jsonl")
    assert said.code == 2
    assert "bad.data, tuple 0: byte 0: no pickle of tuples" in said.err
    assert said.out == ""
