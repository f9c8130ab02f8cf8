"""`replay` finds deals: lists of runs, comparisons and files, and the run of a comparison by its name."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Command

import guandan_sim as gd


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """Twenty pairs of deals."""
    found = gd.compare_strategies("random", "lowest", deals=40, seed=7, out=tmp_path / "duel")
    return found.directory


def test_all_deals_are_listed_with_the_same_cards_on_swapped_sides(cli: Command, duel: Path) -> None:
    rows = cli("replay", str(duel), "--list", "--limit", "100", "--json").json()
    [run] = gd_runs(duel)
    deals = run.deals.select("match", "deal", "level", "winner_team", "pattern").collect().rows()
    worth = dict(zip(("1-2", "1-3", "1-4"), run.plan.rules.promotion, strict=True))
    assert len(rows) == len(deals) == 40
    for row, (match, deal, level, winner, pattern) in zip(rows, deals, strict=True):
        sides = ("random", "lowest") if match % 2 == 0 else ("lowest", "random")
        assert (row["match"], row["deal"], row["level"], row["finish"]) == (match, deal, level, pattern)
        assert (row["winner"], row["loser"]) == (sides[winner], sides[1 - winner])
        assert row["levels"] == worth[pattern]
        [other] = row["rotated"]
        twin = rows[match ^ 1]
        assert other == {"match": match ^ 1, "winner": twin["winner"], "levels": twin["levels"]}


def test_lost_deals_come_with_those_lost_both_ways_first_and_the_most_levels_first(cli: Command, duel: Path) -> None:
    rows = cli("replay", str(duel), "--lost", "random", "--limit", "100", "--json").json()
    everything = cli("replay", str(duel), "--list", "--limit", "100", "--json").json()
    assert {row["match"] for row in rows} == {row["match"] for row in everything if row["loser"] == "random"}

    def total(row: dict[str, object]) -> int:
        [other] = row["rotated"]  # type: ignore[misc]
        return -row["levels"] + (other["levels"] if other["winner"] == "random" else -other["levels"])

    always = [row["rotated"][0]["winner"] == "lowest" for row in rows]
    assert always == sorted(always, reverse=True)
    for kept in (True, False):
        totals = [total(row) for row, both in zip(rows, always, strict=True) if both is kept]
        assert totals == sorted(totals)
    said = cli("replay", str(duel), "--lost", "random", "--limit", "1")
    assert said.code == 0
    words = " ".join(said.out.split())
    assert f"random lost {len(rows)} of 40 deals, {sum(always)} of them with the sides swapped too" in words
    assert f"match {rows[0]['rotated'][0]['match']}: lost by {rows[0]['rotated'][0]['levels']}" in words
    first = re.search(r"To see the first: guandan-sim (.+)", said.out)
    assert first is not None
    assert cli(*first[1].split()).out.startswith(f"match {rows[0]['match']}, deal 0 ")


def test_parts_are_listed_as_if_they_were_one(cli: Command, simulate: Callable[..., gd.Run]) -> None:
    whole, parts = (simulate(matches=8, rotations=2, part_size=size) for size in (None, 2))
    for asked in (["--list"], ["--lost", "random"], ["--lost", "random", "--deal", "1"], ["--list", "--match", "3"]):
        said = [cli("replay", str(run.path), *asked, "--limit", "7", "--json").json() for run in (whole, parts)]
        assert said[0] == said[1] != []


def test_a_file_of_records_is_listed_too(cli: Command, simulate: Callable[..., gd.Run], tmp_path: Path) -> None:
    run = simulate(matches=2, log=["records"])
    file = tmp_path / "records.jsonl"
    file.write_text("".join(line + "\n" for line in run.records()), "utf-8")
    of_file, of_run = (
        cli("replay", str(path), "--list", "--limit", "99", "--json").json() for path in (file, run.path)
    )
    for one in of_file:
        # The deal that wins a match says no levels.
        assert one["levels"] in (None, *run.plan.rules.promotion)
    of_run = [{**row, "levels": one["levels"]} for row, one in zip(of_run, of_file, strict=True)]
    assert of_file == of_run
    lost = cli("replay", str(file), "--lost", "random", "--limit", "99", "--json").json()
    assert [row["finish"] for row in lost] == sorted(row["finish"] for row in lost)
    assert {row["loser"] for row in lost} == {"random"}


def test_a_comparison_of_several_runs_asks_which(cli: Command, tmp_path: Path) -> None:
    found = gd.compare_rules(
        ["institute", "web"], strategy="lowest", matches=2, tribute_effect=False, seed=7, out=tmp_path / "rules"
    )
    path = str(found.directory)
    said = cli("replay", path, "--match", "0", "--deal", "0")
    assert (said.code, said.err) == (
        2,
        f"guandan-sim: {path}: a comparison of 2 runs: choose one with --run: institute, web\n",
    )
    said = cli("replay", path, "--match", "0", "--deal", "0", "--run", "web")
    assert said.out == cli("replay", f"{path}/runs/web", "--match", "0", "--deal", "0").out
    assert "web" in said.out.splitlines()[0]
    said = cli("replay", path, "--match", "0", "--run", "wab")
    assert said.code == 2
    assert "did you mean web?" in said.err


def test_a_rollout_takes_its_position_from_a_comparison(cli: Command, duel: Path) -> None:
    asked = ["--match", "1", "--play", "3", "--samples", "5", "--policy", "lowest", "--seed", "7"]
    said = cli("rollout", "--from", str(duel), *asked)
    assert (said.code, said.out) == (0, cli("rollout", "--from", f"{duel}/runs/duplicate", *asked).out)


def test_a_review_takes_a_comparison(cli: Command, duel: Path) -> None:
    asked = ["--match", "1", "--samples", "2", "--policy", "lowest", "--seed", "7"]
    said = cli("review", str(duel), *asked)
    assert (said.code, said.out) == (0, cli("review", f"{duel}/runs/duplicate", *asked).out)


def test_plays_have_the_numbers_that_rollout_takes(cli: Command, duel: Path) -> None:
    shown = cli("replay", str(duel), "--match", "2").out
    [record] = cli("replay", str(duel), "--match", "2", "--json").json()
    numbers = [line.split()[:2] for line in shown.splitlines() if re.match(r" {2,}\d+  \d ", line)]
    assert numbers == [[f"{number}", f"{seat}"] for number, (seat, *_) in enumerate(record["plays"])]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["--lost", "lowst"], 'unknown strategy "lowst": expected one of random, lowest (did you mean lowest?)'),
        (["--limit", "3"], "--limit: no effect without --list or --lost"),
        (["--list", "--limit", "0"], "--limit"),
        (["--list", "--step"], "--step: no effect with --list"),
        (["--list", "-o", "x.html"], "--out: no effect with --list"),
        (["--list", "--match", "99"], "no record of match 99"),
        (["--list", "--run", "dupl"], 'unknown run "dupl": expected one of duplicate'),
    ],
)
def test_a_list_that_cannot_be_made_is_one_line(cli: Command, duel: Path, asked: list[str], words: str) -> None:
    said = cli("replay", str(duel), *asked)
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert words in said.err


def test_only_a_comparison_has_runs_to_choose_from(cli: Command, simulate: Callable[..., gd.Run]) -> None:
    run = simulate(deals=4)
    said = cli("replay", str(run.path), "--list", "--run", "x")
    assert (said.code, said.err) == (2, f"guandan-sim: --run: x chooses from a comparison, and {run.path} is none\n")


def test_a_class_in_place_of_a_strategy_asks_for_an_instance() -> None:
    class Bot:
        def act(self, view: gd.View, legal: list[gd.Play]) -> int:
            return 0

    for call in (
        lambda: gd.simulate(deals=2, strategies=[Bot, "lowest"], seed=7),
        lambda: gd.compare_strategies(Bot, "lowest", deals=2, seed=7),
        lambda: gd.Match(strategies=["lowest", Bot], seed=7),
    ):
        with pytest.raises(gd.PlanError, match=r"Bot is a class: give an instance, such as Bot\(\)"):
            call()


def gd_runs(directory: Path) -> list[gd.Run]:
    """The runs of a comparison."""
    return [gd.Run(path) for path in sorted((directory / "runs").iterdir())]
