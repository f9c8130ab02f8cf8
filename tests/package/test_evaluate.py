"""Hand evaluation from Python, and the columns of the data set that are made of it."""

import json
from collections import Counter
from collections.abc import Callable

import polars as pl
import pytest
from conftest import files, refused

import guandan_sim as gd

Simulate = Callable[..., gd.Run]
MIN_PLAYS = [f"min_plays_s{seat}" for seat in range(4)]


@pytest.mark.parametrize("level", ["2", "7", "A"])
def test_decompositions_are_the_hand_cut_into_legal_plays(level: str) -> None:
    for number in range(25):
        for hand in gd.Deal.new(level=level, seed=5, deal=number).hands:
            found = gd.evaluate_hand(hand, level=level)
            assert found.hand == hand
            for plays in (found.decomposition, found.strongest):
                assert len(plays) == found.min_plays
                assert Counter(card for play in plays for card in play.cards) == Counter(hand)
                for play in plays:
                    assert play in gd.classify(play.cards, level=level)
            assert found.bombs == found.natural_bombs + found.wild_bombs


def test_wilds_bombs_and_control_are_read_off_the_hand() -> None:
    found = gd.evaluate_hand("S3 S3 D3 C3 S7 D7 C7 H5 SB HR", level="5")
    assert (found.natural_bombs, found.wild_bombs, found.bombs) == (1, 1, 2)
    assert found.control_cards == 3
    assert found.min_plays == 4
    assert [str(play) for play in found.strongest][-2:] == ["bomb 3: S3 S3 C3 D3", "bomb 7: S7 C7 D7 H5"]
    assert repr(found).startswith("<HandEvaluation 4 plays, 2 bombs, 3 control cards, control ")


def test_the_rules_decide_what_is_one_play() -> None:
    nine = "SA SA HA HA CA CA DA DA H5"
    assert gd.evaluate_hand(nine, level="5").min_plays == 1
    assert gd.evaluate_hand(nine, level="5", rules=gd.Rules("institute").replace(max_bomb=8)).min_plays == 2
    assert gd.evaluate_hand("SA SA HA SB SB").min_plays == 1
    assert (
        gd.evaluate_hand("SA SA HA SB SB", rules=gd.Rules("web").replace(joker_pair_in_full_house=False)).min_plays == 2
    )


def test_an_empty_hand_takes_no_play_and_more_than_27_cards_are_refused() -> None:
    assert gd.evaluate_hand("").min_plays == 0
    assert gd.evaluate_hand("").strongest == ()
    spades = " ".join(f"S{rank} S{rank}" for rank in "23456789TJQKA")
    assert gd.evaluate_hand(f"{spades} HR").min_plays > 1
    refused(lambda: gd.evaluate_hand(f"{spades} HR HR"), "28 cards", "27")
    refused(lambda: gd.evaluate_hand("S7", level="11"), "rank", "11")
    refused(lambda: gd.evaluate_hand("S7", rules="institut"), "institute")


def test_columns_of_hands_are_their_evaluation_as_dealt(simulate: Simulate) -> None:
    for amount in ({"deals": 60, "level": "8"}, {"matches": 2}):
        run = simulate(**amount, columns=["hand"], log=["records"])
        deals = run.deals.select("level", *MIN_PLAYS).collect()
        assert deals.schema == pl.Schema({"level": deals.schema["level"], **dict.fromkeys(MIN_PLAYS, pl.UInt8)})
        records = [json.loads(line) for line in run.records()]
        assert len(records) == deals.height
        for record, row in zip(records, deals.iter_rows(named=True), strict=True):
            assert record["level"] == row["level"]
            expected = [gd.evaluate_hand(hand, level=record["level"]).min_plays for hand in record["hands"]]
            assert [row[column] for column in MIN_PLAYS] == expected


def test_columns_belong_to_the_plan(simulate: Simulate) -> None:
    run = simulate(deals=200, columns=["hand", "hand"])
    assert run.plan.columns == ("hand",)
    assert json.loads((run.path / "manifest.json").read_text())["plan"]["columns"] == ["hand"]
    plain = simulate(deals=200)
    assert plain.plan.columns == ()
    assert run.deals.drop(MIN_PLAYS).collect().equals(plain.deals.collect())
    before = files(run.path)
    refused(lambda: simulate(deals=200, out=run.path), "columns hand there")
    assert files(run.path) == before
    refused(lambda: simulate(deals=200, columns=["hands"]), "columns", "'hands'", "did you mean hand?")
