"""One match: the same that a run of the same seed plays, and what is told of it."""

import json
from typing import Any

import polars as pl
import pytest
from conftest import refused

import guandan_sim as gd


@pytest.mark.parametrize("preset", ["institute", "competition", "guandan_com"])
def test_a_match_is_the_one_of_a_run_with_its_seed_and_number(preset: str) -> None:
    run = gd.simulate(matches=3, rules=preset, strategies="tempo,lowest", seed=11, log=["records"])
    rows = run.matches.collect()
    for number, row in enumerate(rows.iter_rows(named=True)):
        result = gd.Match(rules=preset, strategies=["tempo", "lowest"], seed=11, match=number).play()
        assert (result.winner_team, result.ended_by, result.deals, result.plays) == (
            row["winner_team"],
            row["ended_by"],
            row["deals"],
            row["plays"],
        )
        assert result.levels == (row["level_t0"], row["level_t1"])
        assert result.falls == (row["falls_t0"], row["falls_t1"])
        points = tuple(row[f"points_s{seat}"] for seat in range(4))
        assert result.points == (points if preset == "guandan_com" else None)
        of_this = run.deals.filter(pl.col("match") == number).collect()
        assert result.table.cast(pl.String).equals(of_this.cast(pl.String))
        assert list(result.records) == list(run.records(number))


def test_a_drawn_seed_plays_the_same_match_again() -> None:
    match = gd.Match(strategies="lowest")
    again = gd.Match(strategies="lowest", seed=match.seed)
    assert match.play() == match.play() == again.play()


def test_a_match_that_somebody_leaves_has_no_winner() -> None:
    result = gd.Match(strategies="random", rules="guandan_com", seed=1, leave_rate=1.0).play()
    assert (result.winner_team, result.ended_by, result.deals) == (None, "leave", 0)
    assert result.points is not None
    assert min(result.points) < 0
    assert json.loads(result.records[0])["left"] is not None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"strategies": "tempp"}, ["tempp", "tempo"]),
        ({"strategies": ["random"] * 3}, ["3"]),
        ({"rules": "institut"}, ["institut", "institute"]),
        ({"match": -1}, ["match", "-1"]),
        ({"seed": -1}, ["seed", "-1"]),
        ({"leave_rate": 2.0}, ["leave"]),
    ],
)
def test_what_makes_no_match_is_refused(arguments: dict[str, Any], words: list[str]) -> None:
    refused(lambda: gd.Match(**arguments), *words)


def test_a_deal_of_a_seed_has_the_cards_of_that_match_and_deal() -> None:
    record = json.loads(gd.Match(strategies="random", seed=5, match=2).play().records[1])
    deal = gd.Deal.new(seed=5, match=2, deal=1, level=record["level"])
    assert [str(hand) for hand in deal.hands] == record["hands"]
