"""Numbers given to the engine: truth values and what does not fit are no numbers, and the message says which it is."""

from collections.abc import Callable

import numpy as np
import pytest
from conftest import refused

import guandan_sim as gd

HANDS = ["S3", "S4", "S5", "S6"]
DEAL = gd.Deal.new(seed=1)
VIEW = DEAL.view(0)
RECORD = next(gd.simulate(deals=1, strategies="random", seed=1).records(0))

TAKEN: dict[str, Callable[[object], object]] = {
    "seed": lambda number: gd.Deal.new(seed=number),  # type: ignore[arg-type]
    "match": lambda number: gd.Deal.new(seed=1, match=number),  # type: ignore[arg-type]
    "deal": lambda number: gd.Deal.new(seed=1, deal=number),  # type: ignore[arg-type]
    "unknown seat": lambda number: gd.Deal.new(hands=HANDS, leader=number),  # type: ignore[arg-type]
    "seat": lambda number: DEAL.view(number),  # type: ignore[arg-type]
    "k": lambda number: VIEW.random(number),  # type: ignore[arg-type]
    "below": lambda number: VIEW.below(number),  # type: ignore[arg-type]
    "k: ": lambda number: VIEW.below(5, number),  # type: ignore[arg-type]
    "depth": lambda number: gd.perft(DEAL, number),  # type: ignore[arg-type]
    "depth: ": lambda number: gd.perft_divide(DEAL, number),  # type: ignore[arg-type]
    "deals side by side": lambda number: gd.VecDeals(number, seed=1),  # type: ignore[arg-type]
    "seed: ": lambda number: gd.VecDeals(4, seed=number),  # type: ignore[arg-type]
    " seed": lambda number: gd.VecDeals(4, seed=1).reset(seed=number),  # type: ignore[arg-type]
    "play": lambda number: gd.Deal.from_record(RECORD, play=number),  # type: ignore[arg-type]
    "samples": lambda number: gd.rollout(DEAL, samples=number),  # type: ignore[arg-type]
    "match: ": lambda number: gd.Match(match=number),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("what", TAKEN)
@pytest.mark.parametrize("number", [True, False, -1, 2**64, 1.0, "1", [1], np.bool_(True)], ids=repr)
def test_what_is_no_whole_number_in_range_is_refused_by_name(what: str, number: object) -> None:
    said = what.strip(": ")
    refused(lambda: TAKEN[what](number), said, "expected", repr(number))


@pytest.mark.parametrize("what", TAKEN)
def test_whole_numbers_of_numpy_are_taken(what: str) -> None:
    TAKEN[what](np.uint8(1))
    TAKEN[what](np.int64(1))


def test_counts_of_one_are_said_in_the_singular() -> None:
    assert repr(gd.VecDeals(1, seed=1)) == "<VecDeals: 1 deal at level 2, seed 1>"
    assert repr(gd.evaluate_hand("SB", level="2")).startswith("<HandEvaluation 1 play, 0 bombs, 1 control card,")
    deals = gd.VecDeals(2, seed=1)
    refused(lambda: deals.step([0]), "1 answer to 2 deals")
    views, _ = gd.VecDeals(1, seed=1).reset()
    assert repr(views) == "<Views of 1 decision>"


def test_a_name_of_a_clock_model_given_twice_is_refused() -> None:
    refused(lambda: gd.Match(rules="competition", clock_model="play=1,play=2"), "play is given more than once")


def test_a_line_that_is_no_text_says_what_was_expected() -> None:
    with pytest.raises(TypeError, match=r"^line: expected text or bytes, got int\b"):
        gd.Deal.from_record(5)  # type: ignore[arg-type]
