"""Mass simulation: what the data depends on, and what it does not."""

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from conftest import files, refused
from polars.testing import assert_frame_equal

import guandan_sim as gd
from guandan_sim.measure.summary import summarize
from guandan_sim.plan import Plan
from guandan_sim.store.tables import Tables

Simulate = Callable[..., gd.Run]
DEALT = [f"{what}_s{seat}" for what in ("jokers", "wilds", "level_cards", "natural_bombs") for seat in range(4)]


def test_tables_have_a_row_a_deal_in_order(simulate: Simulate) -> None:
    run = simulate(deals=1000, part_size=300)
    deals, matches = run.deals.collect(), run.matches.collect()
    assert deals["match"].to_list() == matches["match"].to_list() == list(range(1000))
    assert deals["deal"].unique().to_list() == [0]
    assert set(matches["ended_by"]) == {"single"}
    assert (deals["kind_single"] > 0).all()
    kinds = deals.select(pl.sum_horizontal(pl.col("^kind_.*$").cast(pl.UInt32)))
    assert kinds.to_series().equals(deals["plays"].cast(pl.UInt32), check_names=False)
    places = deals.select(pl.concat_list("^place_s.$").list.sort()).to_series().unique().to_list()
    assert places == [[1, 2, 3, 4]]
    winners = deals.select(sum(pl.when(pl.col(f"place_s{seat}") == 1).then(seat % 2).otherwise(0) for seat in range(4)))
    assert winners.to_series().cast(pl.UInt8).equals(deals["winner_team"], check_names=False)


def test_files_have_the_declared_columns_types_and_meanings(simulate: Simulate) -> None:
    run = simulate(deals=100)
    tables = Tables.of(run.plan.simulator())
    for table, frame in (("deals", run.deals), ("matches", run.matches)):
        assert frame.collect_schema() == tables.schema(table)
        metadata = pl.read_parquet_metadata(run.path / table / "part-00000.parquet")
        assert metadata["table"] == table
        for column in tables.columns[table]:
            assert column.about in metadata["columns"]


def test_same_bytes_for_any_number_of_workers_and_polars_threads(tmp_path: Path, simulate: Simulate) -> None:
    made = [files(simulate(deals=3000, part_size=1024, rotations=2, workers=workers).path) for workers in (1, 2, 5)]
    assert made[0] == made[1] == made[2]
    assert len(made[0]) == 6
    arguments = {"deals": 3000, "part_size": 1024, "rotations": 2, "seed": 7, "out": str(tmp_path / "one")}
    code = f"import guandan_sim as gd; gd.simulate(**{arguments!r})"
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "POLARS_MAX_THREADS": "1"}, check=True)
    assert files(tmp_path / "one") == made[0]


def test_size_of_parts_changes_no_row(simulate: Simulate) -> None:
    small, large = simulate(deals=500, part_size=64), simulate(deals=500, part_size=500)
    assert_frame_equal(small.deals.collect(), large.deals.collect())
    assert_frame_equal(small.matches.collect(), large.matches.collect())


def test_r03_workers_play_different_deals_and_together_the_same_as_one(simulate: Simulate) -> None:
    four, one = (simulate(deals=8, workers=workers).deals.collect() for workers in (4, 1))
    assert_frame_equal(four, one)
    assert four.select(DEALT, "plays", "passes").unique().height == 8


def test_r04_seed_0_is_a_seed_like_any_other(simulate: Simulate) -> None:
    first, again, other = (simulate(deals=50, seed=seed) for seed in (0, 0, 1))
    assert files(first.path) == files(again.path) != files(other.path)
    assert first.plan.seed == 0


def test_r06_strategies_change_no_dealt_card(simulate: Simulate) -> None:
    runs = [simulate(deals=200, strategies=strategies).deals.collect() for strategies in ("random", "lowest,random")]
    assert_frame_equal(runs[0].select(*DEALT, "leader"), runs[1].select(*DEALT, "leader"))
    assert not runs[0]["plays"].equals(runs[1]["plays"])


def test_rules_change_no_dealt_card(simulate: Simulate) -> None:
    runs = [simulate(deals=200, rules=rules).deals.collect() for rules in ("institute", "next_wind")]
    assert_frame_equal(runs[0].select(*DEALT, "leader"), runs[1].select(*DEALT, "leader"))


@pytest.mark.parametrize(("level", "levels"), [("all", "23456789TJQKA"), ("2, 5,A", "25A")])
def test_levels_are_taken_in_turn_block_by_block(level: str, levels: str, simulate: Simulate) -> None:
    run = simulate(deals=80, rotations=2, level=level, part_size=12)
    deals = run.deals.collect()
    assert run.plan.level == level.replace(" ", "")
    assert deals["level"].to_list() == [levels[match // 2 % len(levels)] for match in deals["match"]]
    for one in levels:
        alone = simulate(deals=80, rotations=2, level=one, part_size=12).deals.collect()
        here = deals.filter(pl.col("level") == one)
        assert alone.filter(pl.col("match").is_in(here["match"].implode())).equals(here)


def test_a_deal_of_the_package_is_the_deal_of_the_data(simulate: Simulate) -> None:
    deals = simulate(deals=50, level="9").deals.collect()
    for row in deals.iter_rows(named=True):
        deal = gd.Deal.new(level="9", seed=7, match=row["match"])
        assert deal.turn == row["leader"]
        for seat, hand in enumerate(deal.hands):
            assert row[f"jokers_s{seat}"] == hand.count("SB") + hand.count("HR")
            assert row[f"wilds_s{seat}"] == hand.count("H9")
            assert row[f"level_cards_s{seat}"] == sum(hand.count(f"{suit}9") for suit in "SCD")


def test_rotations_play_the_same_cards_with_the_strategies_moved_on(simulate: Simulate) -> None:
    run = simulate(deals=400, rotations=4, strategies="random,lowest,random,random")
    matches, deals = run.matches.collect(), run.deals.collect()
    assert matches["match"].to_list() == [b * 4 + r for b in range(100) for r in range(4)]
    for row in matches.iter_rows(named=True):
        assert (row["block"], row["rotation"]) == divmod(row["match"], 4)
        assert row[f"strategy_s{(1 - row['rotation']) % 4}"] == "lowest"
    dealt = deals.with_columns(block=pl.col("match") // 4).group_by("block").agg(pl.col(*DEALT, "leader").n_unique())
    assert dealt.drop("block").unique().row(0) == (1,) * (len(DEALT) + 1)


def test_x01_one_strategy_on_both_sides_keeps_two_names(simulate: Simulate) -> None:
    run = simulate(deals=20, rotations=2, strategies="lowest,lowest")
    assert run.plan.teams == ("lowest", "lowest#2")
    matches = run.matches.collect()
    assert set(matches["strategy_s0"]) == set(matches["strategy_s1"]) == {"lowest", "lowest#2"}
    assert set(simulate(deals=20, strategies="lowest,random,lowest,random").plan.labels) == {"lowest", "random"}


def test_matches_go_from_2_to_a(simulate: Simulate) -> None:
    run = simulate(matches=40, strategies="lowest,random", part_size=16)
    matches, deals = run.matches.collect(), run.deals.collect()
    assert matches.height == 40
    assert matches["deals"].sum() == deals.height
    assert set(matches["ended_by"]) == {"ace"}
    won = matches.with_columns(
        pl.when(pl.col("winner_team") == 0).then("level_t0").otherwise("level_t1").alias("level")
    )
    assert set(won["level"]) == {"A"}
    assert deals.filter(pl.col("deal") == 0)["level"].unique().to_list() == ["2"]


def test_the_label_of_changed_rules_says_the_change(simulate: Simulate) -> None:
    rules = gd.Rules("institute").replace(max_bomb=8)
    matches = simulate(deals=10, rules=rules).matches.collect()
    assert matches["rules"].unique().to_list() == ["institute:max_bomb=8"]


def test_without_a_directory_the_data_lasts_as_long_as_the_program() -> None:
    code = (
        "import guandan_sim as gd; frame = gd.simulate(deals=10, seed=1).deals; assert frame.collect().height == 10; "
        "print(gd.simulate(deals=10, seed=1).path)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "guandan-sim-" in said.stdout
    assert not Path(said.stdout.strip()).exists()


def test_seeds_are_drawn_when_absent_and_can_be_used_again() -> None:
    first, second = gd.simulate(deals=20), gd.simulate(deals=20)
    assert first.plan.seed != second.plan.seed
    assert_frame_equal(gd.simulate(deals=20, seed=first.plan.seed).deals.collect(), first.deals.collect())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, ["number of deals or a number of matches"]),
        ({"deals": 10, "matches": 10}, ["not both"]),
        ({"deals": 0}, ["deals", "1 to", "got 0"]),
        ({"deals": 2.5}, ["deals", "whole number", "2.5"]),
        ({"matches": True}, ["matches", "whole number", "True"]),
        ({"deals": 10, "rotations": 3}, ["rotations is 3", "1, 2"]),
        ({"deals": 10, "rotations": 4}, ["10 is not a multiple of 4", "8 and 12"]),
        ({"deals": 10, "seed": -1}, ["seed", "got -1"]),
        ({"deals": 10, "seed": 2**64}, ["seed", "got 18446744073709551616"]),
        ({"deals": 10, "strategies": "lowest,radnom"}, ['"radnom"', "did you mean random?"]),
        ({"deals": 10, "strategies": "lowest(x=1)"}, ['"x"', "lowest"]),
        ({"deals": 10, "strategies": "lowest,random,lowest"}, ["3 strategies", "1", "2", "4"]),
        ({"deals": 10, "level": "1"}, ['"1"', "2 3 4"]),
        ({"deals": 10, "level": "2,5,2"}, ["level 2 is given twice"]),
        ({"matches": 10, "level": "all"}, ["level", "all", "single deals"]),
        ({"deals": 10, "rules": "pagatt"}, ['"pagatt"', "did you mean pagat?"]),
        ({"deals": 10, "workers": 0}, ["workers", "got 0"]),
        ({"deals": 10, "part_size": 0}, ["part_size", "got 0"]),
        ({"deals": 10, "executor": "cloud"}, ["executor", "cloud"]),
        ({"matches": 10, "level": "5"}, ["level", "5", "single deals"]),
        ({"deals": 10, "clock_model": "play=3"}, ["clock_model", "play=3", "matches"]),
        ({"deals": 10, "leave_rate": 0.5}, ["leave_rate", "0.5", "matches"]),
        ({"matches": 10, "leave_rate": 1.5}, ["leave_rate", "1.5"]),
        ({"matches": 10, "clock_model": "plai=3"}, ["plai", "did you mean play?"]),
        ({"matches": 10, "clock_model": 5}, ["clock_model", "a text", "got 5"]),
        ({"matches": 10, "clock_model": "play=3"}, ["clock_model", "play=3", "rules with a clock, not institute"]),
        ({"deals": 10, "ray_address": "auto"}, ["ray_address", "auto", "no effect but with executor ray"]),
        ({"deals": 10, "ray_writes": "workers"}, ["ray_writes", "workers", "no effect but with executor ray"]),
        ({"deals": 10, "ray_writes": "both"}, ["ray_writes", "expected driver or workers", "'both'"]),
        ({"deals": 10, "executor": "ray", "ray_address": "auto", "workers": 2}, ["workers", "has no effect", "joined"]),
        ({"deals": 10, "strategies": "python:no_module:X"}, ["python:no_module:X", "ModuleNotFoundError"]),
        ({"deals": 10, "strategies": "python:fractions:Nobody"}, ["python:fractions:Nobody", "AttributeError"]),
        ({"deals": 10, "strategies": "python:fractions:Fraction"}, ["python:fractions:Fraction", "act(view, legal)"]),
        ({"deals": 10, "strategies": "python:sys:exit(3)"}, ["python:sys:exit(3)", "SystemExit"]),
        ({"deals": 10, "strategies": "python:fractions:Fraction({[]: 1})"}, ["arguments", "literals"]),
        ({"matches": 10, "leave_rate": "0.1"}, ["leave_rate", "a number", "'0.1'"]),
        ({"matches": 10, "leave_rate": True}, ["leave_rate", "a number", "True"]),
        ({"deals": 10, "strategies": 5}, ["strategies", "a list", "got 5"]),
        ({"deals": 10, "strategies": b"random"}, ["strategies", "a list", "random"]),
        ({"deals": 10, "strategies": {"random", "lowest"}}, ["strategies", "a list"]),
        ({"deals": 10, "strategies": {"random": 1}}, ["strategies", "a list"]),
        ({"deals": 10, "allow_timing": "yes"}, ["allow_timing", "True or False", "'yes'"]),
        ({"deals": 10, "storage_options": {}}, ["storage_options", "no effect", "directory of this machine"]),
        ({"deals": 10, "log": "records"}, ["log", "a list", "'records'"]),
        ({"deals": 10, "columns": "hand"}, ["columns", "a list", "'hand'"]),
        ({"deals": 10, "columns": ["hnad"]}, ["columns", "'hnad'", "did you mean hand?"]),
    ],
)
def test_a_run_that_cannot_be_planned_is_refused_before_it_begins(
    arguments: dict[str, object], words: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "run"
    refused(lambda: gd.simulate(**arguments, out=out), *words)  # type: ignore[arg-type]
    assert not out.exists()


@pytest.mark.parametrize("out", ["", "a\0b", "a\udcff", b"bytes", 5, True])
def test_a_place_that_cannot_be_written_down_is_refused(out: object) -> None:
    refused(lambda: gd.simulate(deals=4, out=out), "directory")  # type: ignore[arg-type]


def test_numbers_of_numpy_are_whole_numbers_too() -> None:
    numbers = {"deals": np.int64(4), "seed": np.uint64(7), "rotations": np.int8(2), "part_size": np.int32(2)}
    plan = Plan.of(**numbers)  # type: ignore[arg-type]
    assert plan == Plan.of(deals=4, seed=7, rotations=2, part_size=2)
    assert all(type(number) is int for number in (plan.count, plan.seed, plan.rotations))


def test_a_plan_comes_back_from_its_manifest() -> None:
    plan = Plan.of(strategies=["lowest", "random"], rules="pagat", seed=3, matches=8, rotations=2)
    assert Plan.from_dict(plan.to_dict()) == plan
    with pytest.raises(ValueError, match="contradicts"):
        Plan.from_dict(
            {**plan.to_dict(), "labels": ["a", "b", "c", "d"]} | {"rules": {**plan.to_dict()["rules"], "label": "x"}}
        )


def test_a_plan_is_copied_and_pickled_with_its_strategies_and_has_one_engine() -> None:
    plan = Plan.of(strategies=[Cautious(), "lowest"], deals=4, seed=3, log=["records"], columns=["hand"])
    assert plan.simulator() is plan.simulator()
    for again in (copy.deepcopy(plan), pickle.loads(pickle.dumps(plan))):  # noqa: S301 - its own
        assert again == plan
        assert isinstance(again.engine.objects["object:Cautious"], Cautious)
        assert again.simulator().play(0, 4, workers=1).records() == plan.simulator().play(0, 4, workers=1).records()


class Cautious:
    """Passes where it may."""

    def act(self, view: gd.View, legal: list[gd.Play]) -> int:
        return len(legal) if view.table else 0


def test_an_option_of_another_type_is_refused_by_name() -> None:
    for option, value, expected in [
        ("level", 5, "text"),
        ("log", [5], "'plays' or 'records'"),
        ("columns", {"hand"}, "a list"),
        ("rotations", 5, "a whole number 1 to 4"),
        ("allow_timing", 1, "True or False"),
    ]:
        refused(lambda o=option, v=value: Plan.of(deals=4, **{o: v}), f"{option}: expected {expected}, got ")  # type: ignore[misc]


def test_an_error_in_a_listener_ends_the_run(tmp_path: Path) -> None:
    def listener(progress: object) -> None:
        raise ArithmeticError("enough")

    with pytest.raises(ArithmeticError, match="enough"):
        gd.simulate(deals=2000, seed=1, out=tmp_path / "run", part_size=500, on_progress=listener)


def test_titles_add_up_each_players_points_over_its_seats(simulate: Callable[..., gd.Run]) -> None:
    run = simulate(matches=40, strategies="lowest,random", rules="guandan_com", rotations=4)
    matches = run.matches.collect()
    expected = [0] * 4
    for row in matches.iter_rows(named=True):
        for seat in range(4):
            expected[(seat + row["rotation"]) % 4] += row[f"points_s{seat}"]
    titles = run.titles()
    assert titles["player"].to_list() == [0, 1, 2, 3]
    assert titles["strategy"].to_list() == ["lowest", "random", "lowest", "random"]
    assert titles["points"].to_list() == expected
    assert titles["matches"].to_list() == [40] * 4
    assert titles["title"][1] == "笨蛋"
    refused(simulate(matches=1, rules="web").titles, "no points")


def test_the_summary_of_matches_has_the_numbers_of_the_tables(simulate: Callable[..., gd.Run]) -> None:
    run = simulate(matches=60, strategies="lowest,random", rules="competition", part_size=25)
    deals, matches = run.deals.collect(), run.matches.collect()
    found = summarize(run).match_numbers
    assert found is not None
    later = deals.filter(pl.col("deal") > 0)
    assert found.deals_a_match == pytest.approx(matches["deals"].mean())
    assert found.tribute["double"] == pytest.approx((later["tribute"] == "double").mean())
    assert sum(found.tribute.values()) == pytest.approx(1)
    assert found.ended_by["clock"] == pytest.approx((matches["ended_by"] == "clock").mean())
    assert sum(found.levels.values()) == pytest.approx(1)
    ends = [(matches[f"level_t{team}"] == "A").mean() for team in (0, 1)]
    assert found.levels["A"] == pytest.approx(sum(ends) / 2)
    failures = matches["ace_failures_t0"].cast(int) + matches["ace_failures_t1"].cast(int)
    assert found.ace_failures_a_match == pytest.approx(failures.mean())
    assert summarize(simulate(deals=10)).match_numbers is None


def test_a_cluster_that_does_not_come_up_is_a_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import ray

    def overloaded(**options: object) -> None:
        raise Exception("The current node timed out during startup.\nTry again.")

    monkeypatch.setattr(ray, "init", overloaded)
    with pytest.raises(gd.GuandanError, match="ray: this machine cannot be reached: Try again"):
        gd.simulate(deals=4, seed=1, strategies="random", executor="ray", out=tmp_path / "run")
    monkeypatch.undo()
    with pytest.raises(gd.PlanError, match="ray: no such form cannot be reached"):
        gd.simulate(deals=4, seed=1, strategies="random", executor="ray", ray_address="no such form")
