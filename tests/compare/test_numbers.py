"""Numbers of comparisons and plans: NumPy's are as good as Python's, and those that cannot be are refused."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import Command

import guandan_sim as gd
from guandan_sim.compare.planning import plan_duel, plan_like
from guandan_sim.errors import shown
from guandan_sim.rollouts import position

Call = Callable[..., Any]

WHOLE = {"deals": 40, "seed": 1, "rotations": 2, "part_size": 16, "workers": 1}
OF_MATCHES = {"matches": 4, "seed": 1, "rotations": 2, "part_size": 2, "workers": 1}


def document(comparison: Any) -> dict[str, Any]:
    """All a comparison says, but for where it is."""
    return {**comparison.to_dict(), "directory": None, "runs": None}


COMPARED: dict[str, Callable[[Callable[[Any], Any], Callable[[Any], Any]], Any]] = {
    "rules": lambda whole, real: document(
        gd.compare_rules(["institute", "web"], strategy="lowest", leave_rate=real(0.25), **each(OF_MATCHES, whole))
    ),
    "strategies": lambda whole, real: document(gd.compare_strategies("random", "lowest", **each(WHOLE, whole))),
    "strategies until": lambda whole, real: document(
        gd.compare_strategies("random", "lowest", until=real(0.25), **each(WHOLE, whole))
    ),
    "strategies sprt": lambda whole, real: document(
        gd.compare_strategies("random", "lowest", sprt=[real(-0.5), real(0.25)], **each(WHOLE, whole))
    ),
    "tournament": lambda whole, real: document(gd.tournament(["random", "lowest"], **each(WHOLE, whole))),
    "plan": lambda whole, real: plan_duel(
        real(0.25), power=real(0.75), alpha=real(0.125), strategies=("random", "lowest"), **each(WHOLE, whole)
    ).to_dict(),
    "simulate": lambda whole, real: gd.simulate(leave_rate=real(0.25), **each(OF_MATCHES, whole)).plan.to_dict(),
    "position": lambda whole, real: str(
        position("S3 SK", seat=whole(1), counts=[whole(n) for n in (5, 2, 5, 5)], to_beat="SQ", by=whole(2))[0].hands
    ),
    "rollout": lambda whole, real: gd.rollout(
        gd.Deal.new(hands=["S3 SK", "S9", "S4", "ST"], leader=whole(0)), whole(9), "lowest", whole(3), workers=whole(1)
    ).to_dicts(),
}


def each(numbers: dict[str, int], kind: Callable[[int], Any]) -> dict[str, Any]:
    return {name: kind(number) for name, number in numbers.items()}


@pytest.mark.parametrize("what", COMPARED)
def test_numbers_of_numpy_give_what_numbers_of_python_do(what: str) -> None:
    expected = COMPARED[what](int, float)
    for whole, real in ((np.int64, np.float64), (np.uint8, np.float32), (np.array, Fraction)):
        assert COMPARED[what](whole, real) == expected, whole


def test_a_comparison_goes_on_with_the_other_kind_of_numbers(tmp_path: Path) -> None:
    begun = gd.compare_strategies("random", "lowest", deals=40, seed=1, until=0.5, out=tmp_path / "a")
    again = gd.compare_strategies(
        "random", "lowest", deals=np.int64(40), seed=np.uint64(1), until=np.float64(0.5), out=tmp_path / "a"
    )
    assert again.to_dict() == begun.to_dict()


def test_an_array_stands_for_two_differences() -> None:
    given = gd.compare_strategies("random", "lowest", deals=40, seed=1, sprt=np.array([-0.5, 0.25]))
    assert given.outline.arguments["sprt"] == [-0.5, 0.25]


@pytest.mark.parametrize("number", [10**5000, -(10**5000), Decimal(1), "1", True, None, [1], float("nan")], ids=shown)
@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda number: gd.compare_strategies("random", "lowest", deals=4, rotations=number), "rotations: expected"),
        (lambda number: gd.simulate(matches=4, leave_rate=number), "leave_rate: expected a number"),
        (lambda number: gd.compare_strategies("random", "lowest", sprt=[0, number]), "sprt: expected two differences"),
        (lambda number: gd.compare_strategies("random", "lowest", sprt=number or 0), "sprt: expected two differences"),
        (lambda number: gd.compare_strategies("random", "lowest", until=number or 0), "until: expected a half width"),
        (lambda number: plan_duel(number), "effect: expected a difference of shares from -1 to 1, not 0"),
        (lambda number: plan_duel(0.1, power=number), "power: expected a number between 0 and 1"),
        (lambda number: plan_duel(0.1, alpha=number), "alpha: expected a number between 0 and 1"),
        (lambda number: position("S3", counts=[1, 2, 3, number]), "counts: expected a whole number 1 to 108"),
    ],
)
def test_what_is_no_number_there_is_refused(call: Call, words: str, number: object) -> None:
    with pytest.raises(gd.PlanError) as caught:
        call(number)
    assert str(caught.value).startswith(words)
    assert len(str(caught.value)) < 200
    assert "\n" not in str(caught.value)


def test_an_effect_is_within_what_the_metric_can_differ_by(tmp_path: Path) -> None:
    gd.compare_rules(["institute", "next_wind"], strategy="lowest", matches=60, seed=1, out=tmp_path / "rules")
    for metric, effect in (("share_1_2", 1.01), ("won_by_leader", -1.01), ("tribute_effect", 2.01)):
        with pytest.raises(gd.PlanError, match=f"effect: expected a difference of shares from .*, got {effect}"):
            plan_like(tmp_path / "rules", effect, metric=metric)
    assert plan_like(tmp_path / "rules", -1, metric="won_by_leader").plan.effect == -1
    assert plan_like(tmp_path / "rules", 5, metric="deals_a_match").plan.effect == 5
    with pytest.raises(gd.PlanError, match="effect: expected a number other than 0, got 0"):
        plan_like(tmp_path / "rules", 0, metric="deals_a_match")


def test_a_test_always_has_more_power_than_its_level() -> None:
    for power, alpha in ((0.05, 0.05), (0.1, 0.2)):
        with pytest.raises(gd.PlanError, match=r"power: expected more than alpha, .* \(0\.\d+\), got"):
            plan_duel(0.1, power=power, alpha=alpha)


IMPOSSIBLE = {
    "run --strategies random --deals": "0 -1 281474976710657",
    "run --strategies random --matches": "0 -1 281474976710657",
    "run --strategies random --matches 4 --leave-rate": "-0.1 1.01 nan inf -inf",
    "run --strategies random --deals 4 --rotations": "0 -2 3 8",
    "run --strategies random --deals 4 --seed": "-1 18446744073709551616",
    "run --strategies random --deals 4 --part-size": "0 -1 281474976710657",
    "run --strategies random --deals 4 --workers": "0 -1 4097",
    "compare rules institute web --deals 4 --rotations": "0 3",
    "compare rules institute web --deals 4 --workers": "0 -1 4097",
    "compare rules institute web --deals": "0 -1",
    "compare strategies lowest random --deals 4 --rotations": "0 1 3",
    "compare strategies lowest random --until": "0 -0.1 1.5 1e-7 nan inf",
    "compare strategies lowest random --sprt": "0 0,0 0.1,0 -1,0 0,1 0,nan -2,2 0,0.1,0.2 x",
    "tournament lowest random --deals 4 --rotations": "0 1 3",
    "tournament lowest random --matches": "0 -1",
    "plan --effect": "0 2 -2 nan inf -inf",
    "plan --effect 0.1 --power": "0 1 -0.1 2 0.01 nan inf",
    "plan --effect 0.1 --alpha": "0 1 -0.1 2 0.95 1e-300 nan",
    "plan --effect 0.1 --deals": "0 -1",
    "plan --effect 0.1 --workers": "0 4097",
    "perft S3 S4 S5 S6 --leader 0 --depth": "-1 1001",
    "perft S3 S4 S5 S6 --leader": "-1 4",
    "perft --depth 0 --seed": "-1 18446744073709551616",
    "rollout S3 S4 --samples": "0 -1 1000001",
    "rollout S3 S4 --seed": "-1 18446744073709551616",
    "rollout S3 S4 --workers": "0 -1 4097",
    "rollout S3 S4 --seat": "-1 4",
    "rollout S3 S4 --counts": "-2,5,5,5 2,0,5,5 2,5,5 2,5,5,200 1,5,5,5",
    "rollout S3 S4 --to-beat S2 --by": "-1 0 4",
    "rollout --hands S3 S4 S5 S6 --leader": "-1 4",
    "rollout --from records.jsonl --match": "-1 1",
    "rollout --from records.jsonl --deal": "-1 1",
    "rollout --from records.jsonl --play": "-1 5000",
    "replay run --match": "-1 4",
    "replay run --match 0 --deal": "-1 1",
    "replay records.jsonl --match": "-1 1",
    "verify run --recompute": "0 -1 x",
    "verify run --recompute all --workers": "0 -1 4097",
    "bench --strategies random --seconds": "0 -1 3600 nan inf",
    "bench --strategies random --seconds 0.01 --workers": "0 -1 4097",
    "rules show institute --set": "max_bomb=0 max_bomb=-4 max_bomb=11 promotion=3,2,-1 announce_at=28",
}


@pytest.mark.parametrize("command", IMPOSSIBLE)
def test_numbers_that_cannot_be_are_refused_with_what_was_expected(cli: Command, tmp_path: Path, command: str) -> None:
    run = gd.simulate(deals=4, strategies="random", seed=1, out=tmp_path / "run")
    (tmp_path / "records.jsonl").write_text("\n".join(run.records(0)))
    option = command.split()[-1].removeprefix("--").replace("leader", "seat").replace("set", "--set")
    for number in IMPOSSIBLE[command].split():
        said = cli(*command.split(), number)
        assert (said.code, said.out, said.err.count("\n")) == (2, "", 1), (number, said)
        expected = ("expected", "no record of", "does not answer itself", "the packs have", "they are 0 to")
        assert any(words in said.err for words in expected), (number, said.err)
        assert option in said.err.replace("_", "-"), (number, said.err)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["records.jsonl", "run"]
