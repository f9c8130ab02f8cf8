"""Records the engine makes, judged from the rules alone by the second referee.

Whole matches under every preset, matches that somebody leaves, single deals, and rules drawn at random; more of them
with GUANDAN_PROOF set.
"""

import os
import random
from dataclasses import replace

import polars as pl
import pytest
from oracle.combinations import RANKS
from referee import RuleSet, judge

import guandan_sim as gd

PROOF = bool(os.environ.get("GUANDAN_PROOF"))
MATCHES = 2000 if PROOF else 20
DRAWN_RULES = 200 if PROOF else 8


def assert_right(run: gd.Run) -> None:
    """Nothing is wrong, and every match has been looked at."""
    report = judge(run.records(), [RuleSet.from_toml(run.plan.rules.to_toml())])
    assert report.finding is None, str(report.finding)
    # A match whose first deal the bell cuts off leaves no record.
    recorded = (pl.col("deals") > 0) | (pl.col("ended_by") != "clock")
    assert report.matches == run.matches.filter(recorded).collect().height


@pytest.mark.parametrize("preset", list(gd.Rules.presets()))
def test_a_second_referee_finds_nothing_wrong_with_the_matches_of(preset: str) -> None:
    run = gd.simulate(
        matches=MATCHES, rules=preset, strategies="tempo,lowest,random,lowest", rotations=2, seed=5, log=["records"]
    )
    assert_right(run)


@pytest.mark.parametrize("preset", ["competition", "guandan_com"])
def test_matches_that_somebody_leaves(preset: str) -> None:
    run = gd.simulate(matches=20, rules=preset, strategies="random", leave_rate=0.2, seed=32, log=["records"])
    assert "leave" in set(run.matches.collect()["ended_by"])
    assert_right(run)


@pytest.mark.parametrize("level", ["2", "9", "A"])
def test_single_deals_at_level(level: str) -> None:
    assert_right(gd.simulate(deals=30, level=level, strategies="random,lowest", seed=33, log=["records"]))


@pytest.mark.parametrize("number", range(DRAWN_RULES))
def test_matches_under_rules_drawn_at_random(number: int) -> None:
    rules = drawn_rules(random.Random(number))
    assert_right(
        gd.simulate(
            matches=5, rules=gd.Rules.from_text(rules.to_toml()), strategies="random", seed=number, log=["records"]
        )
    )


def drawn_rules(dice: random.Random) -> RuleSet:
    """Any value of every field that does not contradict another; a clock, for some rules let a match go on for ever."""
    choice = dice.choice
    institute = RuleSet.from_toml(gd.Rules.preset("institute").to_toml())
    first_lead = choice(["turned_up", "drawn", "random", "seat_0"])
    return_max = choice(["none", *RANKS])
    return replace(
        institute,
        promotion=(dice.randint(0, 5), dice.randint(0, 4), dice.randint(0, 3)),
        must_play=tuple(rank for rank in RANKS if dice.random() < 0.2),
        pass_ace=choice(["partner_not_last", "double_down"]),
        ace_attempts=dice.randint(0, 3),
        ace_attempt_counts=choice(["any_failure", "partner_last_only"]),
        ace_fall_to=choice(RANKS),
        ace_fall_first_win=choice(["none", *RANKS]),
        ace_finish_demotes=choice([True, False]),
        streak_rises=dice.randint(0, 3),
        streak_falls=dice.randint(0, 3),
        lead_after_out=choice(["partner", "next"]),
        double_down_ends_deal=choice([True, False]),
        tribute=dice.random() < 0.9,
        anti_tribute=choice(["two_big_jokers", "none"]),
        tribute_return_max=return_max,
        tribute_return_level=return_max == "none" and choice([True, False]),
        tribute_return_received=choice([True, False]),
        tribute_tie=choice(["clockwise", "winner_chooses", "last_to_first"]),
        tribute_lead=choice(["payer_to_first", "last", "first", "partner_of_payer", "payer_of_higher"]),
        max_bomb=dice.randint(4, 10),
        joker_pair_in_full_house=choice([True, False]),
        plain_straight_from_flush=choice([True, False]),
        sequence_order=choice(["natural", "level"]),
        first_lead=first_lead,
        cut=choice(["none", "count_from_south", "modulo_four"]) if first_lead == "turned_up" else "none",
        later_draw=choice(["last_or_right", "last_or_either", "last"]),
        later_shuffle=choice(["first_left_hand", "last"]),
        announce_at=dice.randint(0, 27),
        clock=(choice([40, 200]), 25, 30),
        scoring=choice(["none", "guandan_com"]),
        tribute_wild=choice([True, False]),
        tribute_double=choice(["higher_to_first", "clockwise"]),
    )
