"""The exact values of plays with all cards open, against a plain search of every line of play."""

import random
from copy import copy

import polars as pl
import pytest

import guandan_sim as gd

LEVELS = {"1-2": 3, "1-3": 2, "1-4": 1}


def enumerated(deal: gd.Deal) -> int:
    """The levels that team 0 wins when both teams play their best, by trying everything."""
    if deal.is_over:
        levels = LEVELS[deal.pattern or ""]
        return levels if deal.places[0] % 2 == 0 else -levels
    assert deal.turn is not None
    values = [enumerated(after(deal, play)) for play in actions(deal)]
    return max(values) if deal.turn % 2 == 0 else min(values)


def actions(deal: gd.Deal) -> list[gd.Play | None]:
    plays: list[gd.Play | None] = [*deal.legal_plays(detail="ranks")]
    return plays if deal.table is None else [*plays, None]


def after(deal: gd.Deal, play: gd.Play | None) -> gd.Deal:
    """The deal after a play, or a pass."""
    copied = copy(deal)
    _ = copied.pass_() if play is None else copied.play(play)
    return copied


def endings(count: int) -> list[gd.Deal]:
    """Small deals of few ranks, every other one after a first play."""
    dice, found = random.Random(8), []
    for number in range(count):
        cards = [suit + rank for rank in "34QKA" for suit in "SHCD"] + ["SB", "HR"]
        dice.shuffle(cards)
        hands = [[cards.pop() for _ in range(dice.randint(1, 3))] for _ in range(4)]
        deal = gd.Deal.new(hands=hands, level=dice.choice("3K"), leader=dice.randrange(4))
        found.append(after(deal, dice.choice(actions(deal))) if number % 2 else deal)
    return [deal for deal in found if not deal.is_over]


def test_values_are_those_of_a_plain_search() -> None:
    seen = set()
    for deal in endings(60):
        assert deal.turn is not None
        sign = 1 if deal.turn % 2 == 0 else -1
        expected = [sign * enumerated(after(deal, play)) for play in actions(deal)]
        frame = gd.solve(deal)
        assert frame["play"].to_list() == ["pass" if play is None else str(play) for play in actions(deal)]
        assert frame["levels"].to_list() == expected
        assert frame["rank"].to_list() == [1 + sum(other > levels for other in expected) for levels in expected]
        seen.update(expected)
    assert len(seen) >= 5


def test_the_rows_are_those_of_rollout() -> None:
    deal = gd.Deal.new(hands=["S3 S4 S5 S6 S7 H7 D7", "S8 D8", "SA D3", "ST C7"], level="2", leader=0)
    frame = gd.solve(deal)
    assert frame.schema == {"play": pl.String, "levels": pl.Int8, "rank": pl.UInt32}
    assert frame["play"].to_list() == gd.rollout(deal, 1)["play"].to_list()


def test_what_cannot_be_solved_is_refused() -> None:
    deal = gd.Deal.new(hands=["S3 S4", "S5 S6", "S7 S8", "S9"], level="2", leader=0)
    with pytest.raises(gd.PlanError) as error:
        gd.solve(deal, max_positions=3)
    words = "solve: with 7 cards left more than 3 positions had to be looked at; expected a position nearer the end of"
    assert words in str(error.value)
    with pytest.raises(gd.PlanError, match="max_positions: expected a whole number 1 to 1000000000, got 0"):
        gd.solve(deal, max_positions=0)
    with pytest.raises(TypeError, match="deal: expected a Deal, got View"):
        gd.solve(deal.view(0))  # type: ignore[arg-type]
    while not deal.is_over:
        plays = deal.legal_plays()
        _ = deal.play(plays[0]) if plays else deal.pass_()
    with pytest.raises(gd.GuandanError, match="solve: the deal is over"):
        gd.solve(deal)
