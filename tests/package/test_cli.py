"""The command line: exit codes, messages, JSON, and what goes to which stream."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from commands import Command

from guandan_sim.store.signature import signature

RUN = ["run", "--deals", "500", "--strategies", "random,lowest", "--seed", "7"]


def test_run_writes_a_data_set_and_sums_it_up(process: Command, tmp_path: Path) -> None:
    said = process(*RUN, "--out", "data", "--workers", "2")
    assert said.code == 0
    assert said.err == ""
    for words in (
        "500 deals, institute, level 2",
        "random",
        "lowest",
        "95 % interval",
        "1-2",
        "plays",
        "straight_flush",
        "seed 7",
    ):
        assert words in said.out
    assert "deals a second" in said.out
    assert pl.read_parquet(tmp_path / "data/deals/*.parquet").height == 500
    again = process(*RUN, "--out", "data", "--workers", "1")
    assert again.code == 0
    assert "was complete" in again.out


def test_run_in_json_has_the_numbers_of_the_data(cli: Command, tmp_path: Path) -> None:
    said = cli(*RUN, "--rotations", "2", "--out", "data", "--json").json()
    deals = pl.read_parquet(tmp_path / "data/deals/*.parquet").with_columns(rotation=pl.col("match") % 2)
    won = deals.select(((pl.col("winner_team") + pl.col("rotation")) % 2 == 0).mean()).item()
    first, second = said["sides"]
    assert (first["name"], second["name"]) == ("random", "lowest")
    assert first["wins"]["value"] == pytest.approx(won)
    assert first["wins"]["low"] < won < first["wins"]["high"]
    assert first["wins"]["value"] + second["wins"]["value"] == pytest.approx(1)
    assert first["wins"]["n"] == 250
    assert said["per_deal"]["plays"] == pytest.approx(deals["plays"].mean())
    assert said["patterns"]["1-2"] == pytest.approx((deals["pattern"] == "1-2").mean())
    assert sum(said["patterns"].values()) == pytest.approx(1)
    assert said["kinds"]["bomb"] == pytest.approx(deals["kind_bomb"].mean())
    assert said["deals_per_second"] > 0


def test_run_of_matches(cli: Command) -> None:
    said = cli("run", "--matches", "30", "--strategies", "lowest,random", "--seed", "1", "--out", "m", "--json").json()
    assert said["matches"] == 30
    assert said["deals"] > 30
    assert said["sides"][0]["wins"]["n"] == 30


def test_a_drawn_seed_is_printed_and_repeats_the_run(cli: Command) -> None:
    first = cli("run", "--deals", "50", "--out", "a", "--json")
    seed = first.err.removeprefix("seed ").strip()
    assert int(seed) == first.json()["plan"]["seed"]
    again = cli("run", "--deals", "50", "--seed", seed, "--out", "b", "--json")
    assert again.json()["per_deal"] == first.json()["per_deal"]


def test_a_refused_directory_is_one_line_without_a_seed(cli: Command, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").touch()
    said = cli("run", "--deals", "50", "--out", "full")
    assert (said.code, said.err.count("\n")) == (2, 1)
    assert "not empty and no run (letter.txt is there)" in said.err
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["letter.txt"]


def test_without_out_the_directory_is_named_by_the_plan(cli: Command, tmp_path: Path) -> None:
    said = cli(*RUN, "--set", "max_bomb=8", "--json").json()
    assert said["directory"].startswith("runs/")
    assert (tmp_path / said["directory"] / "manifest.json").exists()
    assert said["plan"]["rules"]["label"] == "institute:max_bomb=8"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run"], ["number of deals or a number of matches"]),
        (["run", "--deals", "many"], ["many", "deals"]),
        (["run", "--deals", "0"], ["deals", "got 0"]),
        (["run", "--deals", "10", "--sede", "7"], ["--sede", "--seed"]),
        (["run", "--deals", "10", "--strategies", "radnom"], ["radnom", "did you mean random?"]),
        (["run", "--deals", "10", "--rules", "institut"], ["institut", "did you mean institute?"]),
        (["run", "--deals", "10", "--rules", "missing.toml"], ["missing.toml", "cannot be read"]),
        (["run", "--deals", "10", "--set", "max_bom=8"], ["max_bom", "--set", "did you mean max_bomb?"]),
        (["run", "--deals", "10", "--set", "max_bomb=11"], ["max_bomb", "11", "4 to 10"]),
        (["run", "--deals", "10", "--set", "max_bomb"], ["max_bomb", "field=value"]),
        (["run", "--deals", "10", "--level", "10"], ["10", "did you mean T?"]),
        (["runn", "--deals", "10"], ["runn", "run"]),
        (["rules", "shw"], ["shw", "show"]),
        (["rules", "show", "pagt"], ["pagt", "did you mean pagat?"]),
        (["rules", "diff", "web"], ["second"]),
        (["rules", "check", "missing.toml"], ["missing.toml", "cannot be read"]),
        (["hand", "S7", "s10"], ["s10", "did you mean ST?"]),
        (["hand", "S7", "S7", "S7"], ["3 copies of S7"]),
        (["hand", "S7", "--detail", "suits"], ["suits"]),
        (["hand", "S7", "--to-beat", "S3 S4"], ["no combination"]),
        (["perft"], ["either hands or a seed"]),
        (["perft", "S3", "S4", "S5", "--leader", "0"], ["expected 4", "got 3"]),
        (["perft", "--seed", "1", "--depth", "-1"], ["depth", "-1"]),
        (["bench", "--workers", "0"], ["workers", "whole number 1 to", "got 0"]),
        (["bench", "--seconds", "0"], ["seconds", "above 0"]),
    ],
)
def test_bad_input_is_one_line_on_standard_error_and_exit_code_2(
    cli: Command, arguments: list[str], words: list[str]
) -> None:
    said = cli(*arguments)
    assert said.code == 2
    assert said.out == ""
    lines = said.err.splitlines()
    assert len(lines) == 1, said.err
    assert lines[0].startswith("guandan-sim: ")
    assert [word for word in words if word not in lines[0]] == [], lines[0]


@pytest.mark.parametrize(("arguments", "code"), [(["runn"], 2), (["report", "."], 2)])
def test_a_process_ends_with_one_line_and_the_code(process: Command, arguments: list[str], code: int) -> None:
    said = process(*arguments)
    assert (said.code, said.out, said.err.count("\n")) == (code, "", 1)
    assert said.err.startswith("guandan-sim: ")


def test_x04_a_misspelt_key_in_a_rule_file_names_key_file_and_nearest_name(cli: Command, tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('base = "institute"\nmax_bom = 8\n')
    for command in (["rules", "check", "house.toml"], ["run", "--deals", "10", "--rules", "house.toml"]):
        said = cli(*command)
        assert said.code == 2
        for word in ("max_bom", "house.toml", "did you mean max_bomb?"):
            assert word in said.err


def test_f06_another_run_in_the_same_directory_is_bad_input(cli: Command) -> None:
    assert cli(*RUN, "--out", "data").code == 0
    said = cli(*RUN[:-1], "8", "--out", "data")
    assert said.code == 2
    assert "seed 7 there, 8 asked for" in said.err


def test_rules_are_listed_shown_compared_and_checked(cli: Command, tmp_path: Path) -> None:
    assert {rule["name"] for rule in cli("rules", "list", "--json").json()} >= {"institute", "competition", "web"}
    assert "next_wind" in cli("rules", "list").out
    shown = cli("rules", "show", "competition").out
    assert "max_bomb" in shown
    assert "R13." in shown
    fields = cli("rules", "show", "competition", "--json").json()["fields"]
    assert fields["clock"] == {"match_minutes": 40, "play_seconds": 25, "leading_team_seconds": 30}
    assert cli("rules", "show", "--set", "max_bomb=8", "--json").json()["fields"]["max_bomb"] == 8
    difference = cli("rules", "diff", "institute", "institute_en", "--json").json()
    assert difference == {"sequence_order": {"first": "natural", "second": "level"}}
    assert "natural" in cli("rules", "diff", "institute", "institute_en").out
    assert "same rules" in cli("rules", "diff", "web", "web").out
    (tmp_path / "house.toml").write_text('base = "institute"\nmax_bomb = 8\n')
    assert "institute:max_bomb=8" in cli("rules", "check", "house.toml").out
    (tmp_path / "named.toml").write_text('name = "ours"\nbase = "house.toml"\n')
    assert "ours: institute:max_bomb=8, fingerprint" in cli("rules", "check", "named.toml").out
    assert cli("rules", "show", "named.toml", "--json").json()["name"] == "ours"
    assert "same rules" in cli("rules", "diff", "named.toml", "house.toml").out
    assert cli("hand", "S3 S4", "--rules", "named.toml").code == 0


def test_hand_shows_readings_and_plays(cli: Command) -> None:
    said = cli("hand", "SK", "DK", "H5", "S2", "D2", "--level", "5")
    assert said.code == 0
    assert "full_house K: SK DK H5 S2 D2; full_house 2: S2 D2 H5 SK DK" in said.out
    assert "In 1 play, keeping most control" in said.out
    assert re.search(r"full_house +K +SK DK H5\* S2 D2 +HK", said.out)
    answer = cli("hand", "SK H3 SB", "--level", "3", "--to-beat", "SQ DQ", "--json").json()
    assert answer["plays"] == [{"kind": "pair", "rank": "K", "cards": ["SK", "H3"], "stands_for": ["SK", "HK"]}]


def test_hand_sums_many_plays_up_unless_all_are_wanted(cli: Command) -> None:
    hand = ["S2 D2 S3 S4 H5 D5 C6 S7 S8 D8 C8 S9 ST DT SJ SQ HQ SK DK SA CA DA HA H7 SB HR HR", "--level", "7"]
    few = cli("hand", *hand).out
    every = cli("hand", *hand, "--all").out
    answer = cli("hand", *hand, "--json").json()
    plays, found = answer["plays"], answer["evaluation"]
    assert f"{len(plays)} plays (--all lists them)" in few
    bombs = [play for play in plays if play["kind"] == "bomb" and len(play["cards"]) == 4]
    assert re.search(rf"bomb of 4 +{len(bombs)} +8 Ax2", few)
    assert len(every.splitlines()) > len(plays) > len(few.splitlines())
    assert f"fewest plays       {found['min_plays']}" in few
    assert len(found["strongest"]) == len(found["decomposition"]) == found["min_plays"]
    assert sorted(card for play in found["strongest"] for card in play["cards"]) == sorted(answer["hand"])
    two_hands = " ".join(f"S{rank} S{rank} D{rank}" for rank in "23456789TJQKA")
    assert cli("hand", two_hands, "--json").json()["evaluation"] is None
    assert "fewest plays" not in cli("hand", two_hands).out


def test_perft_divided_adds_up(cli: Command) -> None:
    hands = ["S3 H3", "S5", "S9", "ST", "--leader", "0", "--depth", "2"]
    assert cli("perft", *hands, "--detail", "cards").out == "depth 2, cards: 5\n"
    divided = cli("perft", *hands, "--detail", "cards", "--divide", "--json").json()
    assert divided["nodes"] == sum(part["nodes"] for part in divided["divide"]) == 5
    assert cli("perft", "--seed", "7", "--depth", "1", "--json").json()["nodes"] > 50


def test_strategies_are_listed(cli: Command) -> None:
    listed = {strategy["name"]: strategy for strategy in cli("strategies", "--json").json()}
    assert {"random", "lowest", "tempo"} <= set(listed)
    assert listed["random"]["parameters"] == []
    shown = " ".join(cli("strategies").out.split())
    document = (Path(__file__).parents[2] / "docs" / "STRATEGIES.md").read_text()
    for parameter in listed["tempo"]["parameters"]:
        assert parameter["values"] == "on, off"
        assert f"{parameter['name']} on, off {parameter['default']} " in shown
        assert f"| `{parameter['name']}` | {parameter['about']} |" in document


@pytest.mark.parametrize(
    ("strategy", "nearest"),
    [
        ("tempi", "tempo"),
        ("tempo(partnr=off)", "partner"),
        ("tempo(long_shape=off)", "long_shapes"),
        ("lowst", "lowest"),
    ],
)
def test_an_unknown_strategy_or_parameter_names_the_nearest(cli: Command, strategy: str, nearest: str) -> None:
    said = cli("run", "--deals", "10", "--strategies", strategy)
    assert said.code == 2
    assert said.err.endswith(f"(did you mean {nearest}?)\n")


def test_help_names_every_command_and_is_no_error(cli: Command) -> None:
    said = cli("--help")
    assert said.code == 0
    for command in ("run", "hand", "perft", "strategies", "rules"):
        assert command in said.out
        assert cli(command, "--help").code == 0
    assert "--rotations" in cli("run", "--help").out


def test_the_readme_says_of_every_command_what_its_help_says(cli: Command) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| `guandan-sim ([a-z ]+)` \| (.+) \|$", readme, flags=re.MULTILINE)
    for command, about in rows:
        assert about in " ".join(cli(*command.split(), "--help").out.split())
    listed = re.findall(r"^\S ([a-z]+) {2,}\S", cli("--help").out, flags=re.MULTILINE)
    assert {command.split()[0] for command, _ in rows} == set(listed)


def test_the_package_and_help_are_quick_by_importing_nothing_heavy() -> None:
    heavy = ["polars", "numpy", "scipy", "altair", "filelock", "guandan_sim.plan", "guandan_sim.store.directory"]
    code = f"""
import sys, guandan_sim, guandan_sim.cli.app as cli
print([name for name in {["rich", *heavy]} if name in sys.modules])
for command in ([], ["run"], ["compare", "rules"], ["report"], ["hand"]):
    cli.app([*command, "--help"], result_action="return_value")
print([name for name in {heavy} if name in sys.modules])
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.splitlines()
    assert (said[0], said[-1]) == ("[]", "[]")


def test_a_pipe_gets_no_progress_bar_and_a_closed_one_no_traceback(tmp_path: Path) -> None:
    command = f"{sys.executable} -m guandan_sim rules list | head -n 1"
    said = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)  # noqa: S602
    assert said.stderr == ""
    assert len(said.stdout.splitlines()) == 1


def test_a_terminal_gets_a_progress_bar(tmp_path: Path) -> None:
    outer, inner = pty.openpty()
    arguments = ["run", "--deals", "100000", "--seed", "3", "--out", "data"]
    process = subprocess.Popen(
        [sys.executable, "-m", "guandan_sim", *arguments], cwd=tmp_path, stderr=inner, stdout=subprocess.DEVNULL
    )
    os.close(inner)
    shown = b""
    while True:
        try:
            piece = os.read(outer, 4096)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(outer)
    assert process.wait() == 0
    assert b"/s" in shown
    assert b"%" in shown


@pytest.mark.parametrize("unit", ["deal", "match"])
def test_bench_measures_every_strategy_on_every_number_of_threads(cli: Command, unit: str) -> None:
    asked = ["bench", "--strategies", "random,lowest", "--workers", "2", "--seconds", "0.05", "--unit", unit]
    said = cli(*asked, "--json").json()
    assert [(one["strategy"], one["workers"]) for one in said["speeds"]] == [
        ("random", 1),
        ("random", 2),
        ("lowest", 1),
        ("lowest", 2),
    ]
    for one in said["speeds"]:
        assert one["deals"] > 0
        assert one["deals_per_second"] == pytest.approx(one["deals"] / one["seconds"])
    assert said["signature"] == signature()


def test_bench_of_a_strategy_that_thinks_takes_little_more_than_the_time_asked_for(cli: Command) -> None:
    strategy = "rollout(budget_ms=2, policy=lowest)"
    said = cli("bench", "--strategies", strategy, "--workers", "1", "--seconds", "0.01", "--json").json()
    assert [(one["strategy"], one["deals"]) for one in said["speeds"]] == [(strategy, 1)]
