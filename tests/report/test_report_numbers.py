"""The numbers of a page are those of the data, however it is cut into parts; slow twins count row by row."""

import math
import shlex
from collections import Counter
from collections.abc import Callable
from typing import Any

import polars as pl
import pytest

import guandan_sim as gd
from guandan_sim.commands import command_of_plan, options_of_rules
from guandan_sim.compare.result import Comparison
from guandan_sim.compare.rules import RulesComparison
from guandan_sim.measure.collected import Estimates
from guandan_sim.measure.metrics import DEALS_A_MATCH, LEVELS_A_DEAL, MATCH_WINS, PLAYS_A_DEAL
from guandan_sim.measure.rows import Rows
from guandan_sim.measure.run import numbers_of_run
from guandan_sim.measure.summary import summarize, win_share
from guandan_sim.measure.tallies import positions
from guandan_sim.plan import Plan
from guandan_sim.report.pages import page_of
from guandan_sim.report.quantity import Quantity
from guandan_sim.report.words import Words
from guandan_sim.stats import mean_interval, ratio_interval

Runs = Callable[[str], gd.Run]
LEVELS = "23456789TJQKA"


@pytest.mark.parametrize("name", ["matches", "mirror"])
def test_where_a_match_stood_is_what_its_deals_and_its_end_say(run: Runs, name: str) -> None:
    data = run(name)
    stood = positions(Rows.of(data.plan, data.deals, data.matches)).sort("match", "deal")
    deals, matches = data.deals.collect(), data.matches.collect()
    results = {row["match"]: row for row in matches.iter_rows(named=True)}
    assert stood.height == deals.height > 500
    at: dict[int, list[int]] = {}
    for seen, deal in zip(stood.iter_rows(named=True), deals.iter_rows(named=True), strict=True):
        number = deal["match"]
        levels = at.setdefault(number, [0, 0])
        turn = number % data.plan.rotations % 2
        assert [seen["own"], seen["other"]] == [levels[turn], levels[1 - turn]]
        if deal["declarers"] is not None:
            assert LEVELS[levels[deal["declarers"]]] == deal["level"]
        winner = results[number]["winner_team"]
        assert seen["deals_won"] == (deal["winner_team"] == turn)
        assert seen["halves_won"] == (1 if winner is None else 2 * (winner == turn))
        levels[deal["winner_team"]] += deal["levels_won"]
        for team in (0, 1):
            levels[team] -= deal[f"levels_lost_t{team}"]
    for number, levels in at.items():
        assert [LEVELS[level] for level in levels] == [results[number]["level_t0"], results[number]["level_t1"]]


def test_a_run_is_gone_through_once(run: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    data, passes = run("matches"), []
    parts = gd.Run.parts
    monkeypatch.setattr(gd.Run, "parts", lambda self, *first: passes.append(first) or parts(self, *first))
    assert numbers_of_run(data).summary == summarize(data)
    assert len(passes) == 2


@pytest.mark.parametrize("name", ["deals", "matches", "mirror"])
def test_tallies_count_every_row_once(run: Runs, name: str) -> None:
    data = run(name)
    tallies = numbers_of_run(data).tallies
    deals, matches = data.deals.collect(), data.matches.collect()
    rotations = data.plan.rotations
    slow = Counter(
        ((row["winner_team"] + row["match"] % rotations) % 2, row["levels_won"]) for row in deals.iter_rows(named=True)
    )
    assert tallies.levels == slow
    assert tallies.plays == Counter(deals["plays"].to_list())
    led = sum(row["leader"] % 2 == row["winner_team"] for row in deals.iter_rows(named=True))
    assert numbers_of_run(data).won_by_leader == led / deals.height
    assert tallies.deals == Counter(matches["deals"].to_list())
    if data.plan.unit == "match":
        assert sum(counts["deals"] for counts in tallies.by_levels.values()) == deals.height
    else:
        assert tallies.by_levels == {}


@pytest.mark.parametrize("name", ["deals", "matches", "mirror"])
def test_estimates_over_blocks_are_those_of_all_blocks_at_once(run: Runs, name: str) -> None:
    data = run(name)
    numbers = numbers_of_run(data)
    estimates = numbers.estimates
    rotations = data.plan.rotations
    deals = (
        data.deals.collect()
        .group_by(pl.col("match") // rotations, maintain_order=True)
        .agg(pl.len(), pl.col("levels_won").cast(pl.Int64).sum(), pl.col("plays").cast(pl.Int64).sum())
    )
    games = [rotations] * deals.height
    assert estimates.blocks == deals.height == data.plan.blocks
    assert estimates.estimate(LEVELS_A_DEAL) == ratio_interval(deals["levels_won"], deals["len"])
    assert estimates.estimate(PLAYS_A_DEAL) == ratio_interval(deals["plays"], deals["len"])
    assert estimates.estimate(DEALS_A_MATCH) == ratio_interval(deals["len"], games)
    wins = win_share(estimates.moments(MATCH_WINS), rotations)
    assert wins == numbers.summary.sides[0].wins
    assert numbers.headline == (estimates.estimate(DEALS_A_MATCH) if name == "mirror" else wins)


def test_convergence_is_what_stopping_earlier_would_have_said(run: Runs) -> None:
    data = run("mirror")
    convergence = numbers_of_run(data).convergence
    per_match = data.matches.collect()["deals"].to_list()
    assert [blocks for blocks, _ in convergence] == sorted({blocks for blocks, _ in convergence})
    assert len(convergence) == 60
    assert convergence[-1][0] == 150
    for blocks, estimate in convergence:
        assert estimate.value == pytest.approx(mean_interval(per_match[:blocks]).value)


def test_counting_by_parts_is_counting_at_once(run: Runs) -> None:
    data = run("matches")
    by_parts = numbers_of_run(data).estimates
    at_once = Estimates(by_parts.metrics)
    at_once.add(Rows.of(data.plan, data.deals, data.matches).sums(at_once.metrics))
    assert data.plan.parts > 1
    for metric in at_once.metrics:
        assert at_once.moments(metric) == by_parts.moments(metric)


def test_a_run_and_a_comparison_say_the_same_of_the_same_data(comparison: Callable[[str], Comparison]) -> None:
    study = comparison("rules")
    assert isinstance(study, RulesComparison)
    label = study.labels[1]
    numbers = numbers_of_run(study.runs[label])
    summary = numbers.summary
    matches = summary.match_numbers
    assert matches is not None
    in_summary = {
        "deals_a_match": matches.deals_a_match,
        "plays_a_deal": summary.per_deal["plays"],
        "ace_failures": matches.ace_failures_a_match,
        "falls": matches.falls_a_match,
        "won_by_leader": numbers.won_by_leader,
        "clock_endings": matches.ended_by["clock"],
        **{f"share_{name.replace('-', '_')}": share for name, share in summary.patterns.items()},
    }
    lines = {line.metric.name: line.value for line in study.lines if line.variant == label}
    assert {name: lines[name].value for name in in_summary if name in lines} == {
        name: value for name, value in in_summary.items() if name in lines
    }
    for metric in numbers.estimates.metrics:
        if metric.name in lines:
            assert numbers.estimates.estimate(metric) == lines[metric.name]
    assert summary.sides[0].wins == lines["skill"]
    assert dict(study.kinds.filter(variant=label).select("kind", "plays_a_deal").iter_rows()) == summary.kinds


@pytest.mark.parametrize("name", ["deals", "matches", "mirror"])
def test_the_command_of_a_run_plans_that_run(run: Runs, name: str) -> None:
    plan = run(name).plan
    assert Plan.of(**options_of(plan)) == plan


def options_of(plan: Plan) -> dict[str, Any]:
    """What the command of a plan asks for."""
    words = iter(shlex.split(command_of_plan(plan)))
    assert [next(words), next(words)] == ["guandan-sim", "run"]
    said = dict(zip(words, words, strict=True))
    return {
        "deals" if plan.unit == "deal" else "matches": plan.count,
        "rules": gd.Rules(said["--rules"]),
        "strategies": said["--strategies"].split(","),
        "seed": int(said["--seed"]),
        "level": said.get("--level", "2"),
        "clock_model": said.get("--clock-model", ""),
        "rotations": int(said.get("--rotations", "1")),
        "part_size": int(said["--part-size"]) if "--part-size" in said else None,
        "log": [said["--log"]] if "--log" in said else [],
    }


def test_a_seed_of_0_is_repeated_like_any_other() -> None:
    assert command_of_plan(Plan.of(deals=4, seed=0)).endswith("--seed 0")
    assert gd.compare_strategies("lowest", "random", deals=4, seed=0).command.endswith("--seed 0")


@pytest.mark.parametrize("part_size", [None, 8_192, 131_072])
def test_the_command_of_a_logged_run_names_the_parts_where_they_are_not_the_usual_ones(part_size: int | None) -> None:
    plan = Plan.of(deals=200_000, log=["records"], seed=1, part_size=part_size)
    assert Plan.of(**options_of(plan)) == plan


def test_a_run_that_depends_on_time_is_repeated_with_leave_to_do_so_and_promises_no_bytes(run: Runs) -> None:
    plan = Plan.of(deals=4, strategies=["rollout(budget_ms=5)"], allow_timing=True, seed=1)
    assert "--allow-timing" in shlex.split(command_of_plan(plan))
    timed = gd.simulate(deals=4, strategies=["rollout(budget_ms=5)"], allow_timing=True, seed=1)
    words = Words("en")
    assert words("method.reproducible") not in timed.page().method
    assert words("method.reproducible") in run("one deal").page().method


@pytest.mark.parametrize("name", gd.Rules.presets())
def test_changed_rules_are_named_by_the_nearest_preset_and_its_changes(name: str) -> None:
    rules = gd.Rules(name).with_settings(["promotion=6,2,1", "tribute=off"], "test")
    (_, label), (option, settings) = options_of_rules(rules)
    assert option == "--set"
    assert gd.Rules(label).with_settings(settings, "test").fingerprint == rules.fingerprint
    assert options_of_rules(gd.Rules(name)) == [("--rules", name), ("--set", [])]


@pytest.mark.parametrize(
    ("quantity", "text"),
    [
        (Quantity(0.948712, "share", 0.9482, 0.9491), "94.871% [94.820%, 94.910%]"),
        (Quantity(0.5, "share", 0.4, 0.6), "50% [40%, 60%]"),
        (Quantity(1.0, "share", 1.0, 1.0), "100.00% [100.00%, 100.00%]"),
        (Quantity(-0.0123, "points", -0.02, -0.0046), "\N{MINUS SIGN}1.23 pp [\N{MINUS SIGN}2.00, \N{MINUS SIGN}0.46]"),
        (Quantity(0.0, "points", 0.0, 0.0), "0.00 pp [0.00, 0.00]"),
        (Quantity(12.3456, "number", 12.2, 12.5), "12.35 [12.20, 12.50]"),
        (Quantity(-1e-9, "change"), "0.000"),
        (Quantity(0.25, "change"), "+0.250"),
        (Quantity(1234567, "count"), "1,234,567"),
        (Quantity(None, "share"), "\N{EN DASH}"),
        (Quantity(None, "elo", 166.0, None), "\N{EN DASH} [+166, \N{EN DASH}]"),
        (Quantity(1e-9, "p"), "< 0.0001"),
        (Quantity(1.0, "chance"), "> 99.99%"),
        (Quantity(0.0, "chance"), "< 0.01%"),
        (Quantity(0.5, "chance"), "50.00%"),
        (Quantity(3.5, "factor"), "\N{MULTIPLICATION SIGN}3.50"),
    ],
)
def test_a_quantity_is_written_with_the_digits_its_interval_supports(quantity: Quantity, text: str) -> None:
    assert quantity.full(Words("en")) == text


def test_no_number_of_a_page_is_infinite_or_nan(run: Runs) -> None:
    def check(value: object) -> None:
        if isinstance(value, dict):
            for inner in value.values():
                check(inner)
        elif isinstance(value, list):
            for inner in value:
                check(inner)
        elif isinstance(value, float):
            assert math.isfinite(value)

    check(page_of(run("one match").path).to_dict())
