"""The table `plays`: every row against the records, what was legal against the referee, and nothing else changed."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from conftest import files, refused

import guandan_sim as gd

Simulate = Callable[..., gd.Run]
Key = tuple[int, int]


def by_deal(run: gd.Run) -> dict[Key, list[dict[str, Any]]]:
    found: dict[Key, list[dict[str, Any]]] = {}
    for row in run.plays.collect().iter_rows(named=True):
        found.setdefault((row["match"], row["deal"]), []).append(row)
    return found


@pytest.mark.parametrize("preset", ["institute", "next_wind", "competition"])
def test_the_plays_of_matches_are_those_of_the_records(simulate: Simulate, preset: str) -> None:
    run = simulate(
        matches=6, rotations=2, rules=preset, leave_rate=0.05, log=["plays", "records"], strategies="tempo,random"
    )
    plays = by_deal(run)
    records = [record for record in map(json.loads, run.records()) if "places" in record]
    assert list(plays) == [(record["match"], record["deal"]) for record in records]
    for record in records:
        rows = plays[record["match"], record["deal"]]
        assert [row["play"] for row in rows] == list(range(len(record["plays"])))
        left, trick, seen = [27] * 4, -1, set()
        for row, (seat, cards, *declared) in zip(rows, record["plays"], strict=True):
            assert row["seat"] == seat
            if not declared:
                assert (cards, row["kind"], row["rank"], row["cards"]) == ("pass", None, None, None)
            else:
                kind, rank = declared
                assert (row["kind"], row["rank"], row["cards"]) == (kind, rank or None, cards)
                left[seat] -= len(cards.split())
            assert row["left"] == left[seat]
            assert row["trick"] in (trick, trick + 1)
            trick = row["trick"]
            seen.add(row["kind"])
        assert left.count(0) >= 2
        assert seen > {None, "single"}
    deals = run.deals.select("tricks", "wilds_substituted").collect()
    for rows, tricks, wilds in zip(plays.values(), deals["tricks"], deals["wilds_substituted"], strict=True):
        assert rows[-1]["trick"] == tricks - 1
        assert sum(row["wilds_substituted"] for row in rows) == wilds


def test_what_was_legal_is_what_the_referee_lists(simulate: Simulate) -> None:
    run = simulate(deals=6, level="9", rules="pagat", log=["plays", "records"], strategies="random,tempo")
    plays = by_deal(run)
    for record in map(json.loads, run.records()):
        deal = gd.Deal.new(rules="pagat", level="9", hands=record["hands"], leader=record["leader"])
        for row in plays[record["match"], 0]:
            assert row["seat"] == deal.turn
            assert row["legal"] == len(deal.legal_plays(detail="ranks"))
            if row["kind"] is None:
                deal.pass_()
            else:
                deal.play(row["cards"], kind=row["kind"], rank=row["rank"])
        assert deal.is_over


def test_logging_plays_changes_no_other_file(simulate: Simulate) -> None:
    options: dict[str, Any] = {"matches": 4, "part_size": 2}
    without, with_plays = simulate(**options), simulate(**options, log=["plays"])
    there = files(with_plays.path)
    assert {name: content for name, content in there.items() if not name.startswith("plays")} == files(without.path)
    assert {name for name in there if name.startswith("plays")} == {f"plays/part-0000{n}.parquet" for n in (0, 1)}
    refused(lambda: without.plays, "has no plays", "--log plays")


def test_the_order_in_which_logs_are_asked_for_makes_no_other_run(simulate: Simulate) -> None:
    run = simulate(deals=20, log=["records", "plays"])
    assert simulate(deals=20, log=["plays", "records", "plays"], out=run.path).plan == run.plan
