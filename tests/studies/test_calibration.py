"""The study of how right values are: its statistics, its arguments, and a short form of its table."""

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from calibration import Position, Row, deals_of, position, rows

STUDY = Path(__file__).parents[2] / "docs" / "studies" / "calibration.py"


def table(belief: str) -> dict[int, Row]:
    """Rows of 300 single deals of `tempo` against itself, late enough for few deals to tell."""
    options = {"kind": "single", "samples": 20, "policy": "tempo", "seed": 5}
    return dict(rows("tempo", 300, after=(40, 60), belief=belief, **options))


def test_values_are_right_with_beliefs_and_not_with_uniform_hands() -> None:
    believed, uniform = table("plays"), table("uniform")
    assert abs(believed[40].promised - believed[40].happened) < 0.1 < uniform[40].promised - uniform[40].happened
    assert 0.9 < believed[60].slope < 1.1
    assert not 0.9 < uniform[60].slope < 1.1


def positions(promised: Iterable[float], slope: float, play_outs: int) -> list[Position]:
    """Positions whose true chances the play-outs estimate, and results that follow them with this slope."""
    random = np.random.default_rng(1)
    made = []
    for chance in promised:
        said = random.binomial(play_outs, chance) / play_outs
        won = float(random.random() < 0.5 + slope * (chance - 0.5))
        made.append(Position(said, said * (1 - said) / (play_outs - 1), won))
    return made


@pytest.mark.parametrize("slope", [0.5, 1.0])
def test_the_noise_of_few_play_outs_does_not_lower_the_slope(slope: float) -> None:
    row = Row.of(positions(np.random.default_rng(2).uniform(0.2, 0.8, 20_000), slope, 10))
    assert row.slope == pytest.approx(slope, abs=1.5 * row.slope_half_width)
    assert row.slope_half_width < 0.1


def test_the_interval_of_the_slope_holds_the_true_one_in_95_of_100_cases() -> None:
    chances = np.random.default_rng(3).uniform(0.1, 0.9, (200, 300))
    made = np.array(positions(chances.ravel(), 1.0, 50)).reshape(200, 300, 3)
    held = 0
    for study in made:
        row = Row.of([Position(*numbers) for numbers in study])
        held += abs(row.slope - 1) <= row.slope_half_width
    # 95 % of 200 are 190, with a standard deviation of 3.
    assert 180 <= held <= 199


@pytest.mark.parametrize(("kind", "payers"), [("single", set()), ("one_payer", {1}), ("two_payers", {2})])
def test_deals_are_of_the_kind_asked_for(kind: str, payers: set[int]) -> None:
    tributes = [json.loads(line)["tribute"] for line in deals_of(kind, "random", 5, 1)]
    assert len(tributes) == 5
    assert {len(tribute["pays"]) for tribute in tributes if tribute} == payers


def test_deals_with_tribute_are_those_in_which_it_was_void_too() -> None:
    tributes = [json.loads(line)["tribute"] for line in deals_of("tribute", "random", 60, 1)]
    assert all(tributes)
    assert {tribute["void"] for tribute in tributes} == {False, True}


def test_only_the_seats_asked_for_are_valued() -> None:
    [line] = deals_of("single", "lowest", 1, 3)
    options = {"samples": 2, "policy": "lowest", "belief": "uniform", "seed": 1}
    assert position(line, 0, seats=range(4), **options) is not None
    assert position(line, 0, seats=range(0), **options) is None
    assert position(line, 10_000, seats=range(4), **options) is None


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["temo"], "did you mean tempo?"),
        (["--deals", "6x"], "argument --deals: expected a whole number from 30 on, got '6x'"),
        (["a,b,c"], "expected one strategy, or two with a comma between them, got a,b,c"),
    ],
)
def test_bad_arguments_are_told_in_one_line(arguments: list[str], told: str) -> None:
    made = subprocess.run([sys.executable, STUDY, *arguments], capture_output=True, text=True, check=False)
    assert (made.returncode, made.stdout) == (2, "")
    assert told in made.stderr.splitlines()[-1]
