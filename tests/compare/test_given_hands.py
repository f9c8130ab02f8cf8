"""Comparisons in which every deal begins with given hands."""

import shlex
from pathlib import Path

import pytest
from commands import Command

import guandan_sim as gd
from guandan_sim import compare

HANDS = [str(hand) for hand in gd.Deal.new(seed=3).hands]


def test_two_strategies_play_the_given_hands_on_both_sides() -> None:
    found = gd.compare_strategies("tempo", "lowest", deals=40, hands=[HANDS[0], None, None, None], leader=0, seed=7)
    plan = found.run.plan
    assert (plan.hands, plan.leader, plan.rotations) == ((HANDS[0], "random", "random", "random"), 0, 2)
    assert set(found.run.deals.collect()["leader"]) == {0}


def test_rules_and_tournaments_take_them_too() -> None:
    hands = [None, gd.Hand(HANDS[1]), None, None]
    rules = gd.compare_rules(["institute", "institute:max_bomb=8"], strategy="lowest", deals=8, hands=hands, seed=7)
    rated = gd.tournament(["tempo", "lowest"], deals=8, hands=hands, seed=7)
    for run in (*rules.runs.values(), *rated.runs.values()):
        assert run.plan.hands == ("random", HANDS[1], "random", "random")


def test_the_command_repeats_the_comparison_and_goes_on_with_it(cli: Command, tmp_path: Path) -> None:
    words = ["--hands", HANDS[0], "random", "random", HANDS[3], "--leader", "2"]
    said = cli("compare", "strategies", "tempo", "lowest", "--deals", "8", "--seed", "1", *words, "--out", "one")
    assert said.code == 0, said.err
    found = compare.open(tmp_path / "one")
    again = cli(*shlex.split(found.command)[1:], "--out", "one")
    assert again.code == 0, again.err
    other = cli("compare", "strategies", "tempo", "lowest", "--deals", "8", "--seed", "1", "--out", "one")
    assert other.code == 2
    assert "another comparison" in other.err


@pytest.mark.parametrize("amount", [{"matches": 8}, {}])
def test_matches_are_refused(amount: dict[str, int], tmp_path: Path) -> None:
    with pytest.raises(gd.PlanError, match="hands: expected a run of single deals"):
        gd.compare_strategies("tempo", "lowest", hands=HANDS, out=tmp_path / "none", **amount)
    assert not (tmp_path / "none").exists()
