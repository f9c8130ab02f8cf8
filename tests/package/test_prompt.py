"""What results say of themselves at a prompt, and the sizes of samples from Python."""

from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Command
from conftest import refused

import guandan_sim as gd
from guandan_sim.compare.planning import PILOT_DEALS
from guandan_sim.compare.setup import DEFAULT_MATCHES
from guandan_sim.measure.summary import summarize

Simulate = Callable[..., gd.Run]


@pytest.mark.parametrize("amount", [{"deals": 40}, {"matches": 4}])
def test_the_summary_of_a_run_is_what_the_command_prints(
    cli: Command, simulate: Simulate, monkeypatch: pytest.MonkeyPatch, amount: dict[str, int]
) -> None:
    # As wide as a prompt is taken to be, so that no table is folded.
    monkeypatch.setenv("COLUMNS", "140")
    run = simulate(**amount)
    summary = run.summary()
    assert summary == summarize(run)
    assert summary.sides[1].name == "lowest"
    [(option, number)] = amount.items()
    asked = ["run", f"--{option}", f"{number}", "--strategies", "random,lowest", "--seed", "7", "--out", "data"]
    printed = cli(*asked).out.split()
    assert " ".join(repr(summary).split()) in " ".join(printed)
    document = cli(*asked, "--json").json()
    found = summary.to_dict()
    assert "plan" not in found
    assert {name: document[name] for name in ("deals", "drawn", "patterns", "per_deal", "kinds")} == {
        name: found[name] for name in ("deals", "drawn", "patterns", "per_deal", "kinds")
    }
    assert document["sides"] == [*found["sides"]]
    assert document["match_numbers"] == found["match_numbers"]


def test_a_run_says_in_a_line_what_was_played(simulate: Simulate) -> None:
    run = simulate(deals=2000, out=None)
    assert repr(run) == f"<Run {run.address}: 2,000 deals, random v lowest, institute, seed 7>"


def test_a_sample_size_from_python_is_that_of_the_command(cli: Command, tmp_path: Path) -> None:
    need = gd.sample_size(0.05, strategies=["lowest", "random"], deals=400, seed=7)
    asked = ["plan", "--effect", "0.05", "--strategies", "lowest,random", "--deals", "400", "--seed", "7"]
    assert cli(*asked).out == f"{need}\n"
    assert repr(need) == f"<SampleSize: {need}>"
    assert "find a difference of +5 % in the share of deals won between lowest and random" in str(need)
    pilot = gd.compare_strategies("lowest", "random", deals=400, seed=7, out=tmp_path / "pilot")
    for given in (pilot, pilot.directory, str(pilot.directory)):
        assert gd.sample_size(0.05, pilot=given) == need


def test_a_sample_size_from_a_comparison_of_rules_is_in_its_metric() -> None:
    pilot = gd.compare_rules(["institute", "web", "botzone"], strategy="lowest", deals=40, seed=7, tribute_effect=False)
    need = gd.sample_size(1, pilot=pilot, metric="plays_a_deal", variant="botzone")
    assert need.subject == "plays_a_deal between institute and botzone"
    refused(lambda: gd.sample_size(1, pilot=pilot, metric="play_a_deal"), "did you mean plays_a_deal?")


def test_options_of_the_other_pilot_are_refused(tmp_path: Path) -> None:
    refused(lambda: gd.sample_size(0.05, metric="falls"), "metric and variant", "give it as pilot")
    refused(
        lambda: gd.sample_size(0.05, pilot=tmp_path, rules="web", deals=10),
        "with a pilot nothing is played: leave out rules, deals",
    )
    refused(lambda: gd.sample_size(0.05, pilot=tmp_path), "no comparison here")


def test_the_module_plan_is_still_a_module() -> None:
    from guandan_sim.plan import Plan

    assert Plan.of(deals=2, seed=7).count == 2


def test_help_says_how_much_is_played_by_default(cli: Command) -> None:
    for command in (["plan"], ["compare", "rules"], ["tournament"]):
        said = " ".join(cli(*command, "--help").out.replace("│", " ").split())
        assert f"[default: {PILOT_DEALS} in plan]" in said
        assert f"[default: {DEFAULT_MATCHES} in compare and tournament]" in said
    assert "50.5 % against 49.5 %" in " ".join(cli("plan", "--help").out.replace("│", " ").split())
