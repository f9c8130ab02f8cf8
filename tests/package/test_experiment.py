"""Experiment files: every option, what the command line changes, refusals, and the file a run leaves behind."""

from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Command
from conftest import files, refused

import guandan_sim as gd
from guandan_sim.experiment import read, write
from guandan_sim.options import DEFAULTS, How, Options, PlanOptions
from guandan_sim.plan import Plan

Simulate = Callable[..., gd.Run]
FILE = """\
deals = 200
strategies = ["tempo(partner=off)", "lowest"]
rules = "house.toml"
level = "5"
rotations = 2
seed = 0
part_size = 50
log = ["records"]
workers = 1
out = "data"
[set]
announce_at = 7
"""


@pytest.fixture
def experiment(tmp_path: Path) -> Path:
    """An experiment in a folder of its own, beside the rules that it names."""
    folder = tmp_path / "experiments 试"
    folder.mkdir()
    (folder / "house.toml").write_text('base = "pagat"\nmax_bomb = 8\n')
    (folder / "first.toml").write_text(FILE)
    return folder / "first.toml"


def test_an_experiment_file_makes_the_run_that_the_same_options_make(
    cli: Command, simulate: Simulate, experiment: Path, tmp_path: Path
) -> None:
    assert cli("run", str(experiment)).code == 0
    same = simulate(
        deals=200,
        strategies="tempo(partner=off),lowest",
        rules=gd.Rules("pagat").replace(max_bomb=8, announce_at=7),
        level="5",
        rotations=2,
        seed=0,
        part_size=50,
        log=["records"],
    )
    made = gd.Run(tmp_path / "data")
    assert made.plan == same.plan
    assert files(made.path) == files(same.path)


def test_the_command_line_overrides_the_file(cli: Command, experiment: Path, tmp_path: Path) -> None:
    said = cli("run", str(experiment), "--seed", "9", "--matches", "4", "--set", "max_bomb=6", "--out", "other")
    assert said.code == 0, said.err
    plan = gd.Run(tmp_path / "other").plan
    assert (plan.unit, plan.count, plan.seed, plan.rules.max_bomb, plan.rules.announce_at) == ("match", 4, 9, 6, 7)
    assert plan.rotations == 2
    assert not (tmp_path / "data").exists()


def test_the_file_a_run_leaves_behind_runs_again_to_the_same_bytes(
    cli: Command, experiment: Path, simulate: Simulate, tmp_path: Path
) -> None:
    cli("run", str(experiment))
    assert cli("run", "data/experiment.toml", "--out", "again").code == 0
    assert files(tmp_path / "again") == files(tmp_path / "data")
    assert gd.Run(tmp_path / "again").plan == gd.Run(tmp_path / "data").plan


@pytest.mark.parametrize("preset", gd.Rules.presets())
def test_a_plan_written_and_read_is_the_same_plan(preset: str, tmp_path: Path) -> None:
    for options in (
        {"deals": 12, "level": "J", "log": ["records"]},
        {"matches": 8, "rotations": 4, "leave_rate": 0.25},
        {"matches": 8, **({} if gd.Rules(preset).clock is None else {"clock_model": "play=4,pass=1,between=50"})},
    ):
        plan = Plan.of(rules=preset, seed=2**64 - 1, part_size=4, **options)  # type: ignore[arg-type]
        (tmp_path / "plan.toml").write_text(write(plan))
        assert Plan.of(**read(tmp_path / "plan.toml")) == plan  # type: ignore[misc]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("sed = 3", ["unknown key sed", "did you mean seed?"]),
        ("zebra = 3", ["unknown key zebra"]),
        ("level = 5", ["level", "expected text", "5"]),
        ("seed = true", ["seed", "a whole number", "True"]),
        ("leave_rate = 'often'", ["leave_rate", "a number", "often"]),
        ("log = ['plots']", ["log", "'records'", "plots"]),
        ("strategies = [1]", ["strategies", "a list of text or text"]),
        ("set.max_bom = 8", ["max_bom", "[set]", "did you mean max_bomb?"]),
        ("rules.max_bomb = 80", ["max_bomb", "[rules]", "4 to 10"]),
        ("rules = 'institut'", ["bad.toml, rules: ", "institut", "did you mean institute?"]),
        ("rules = '~no-such-user/a'", ["bad.toml, rules: ~no-such-user/a: no home directory"]),
        ("rotations = 3", ["rotations", "3"]),
        ("deals = ", ["not TOML"]),
        ("a = " + "[" * 100_000, ["not TOML", "recursion"]),
        ("matches = 3", ["not both"]),
    ],
)
def test_a_bad_line_of_a_file_is_one_line_that_says_what_was_expected(
    cli: Command, tmp_path: Path, line: str, words: list[str]
) -> None:
    (tmp_path / "bad.toml").write_text(("" if line == "deals = " else "deals = 10\n") + line + "\n")
    said = cli("run", "bad.toml")
    assert (said.code, said.out, len(said.err.splitlines())) == (2, "", 1)
    assert [word for word in words if word not in said.err] == [], said.err


def test_a_file_may_begin_with_a_byte_order_mark(cli: Command, tmp_path: Path) -> None:
    (tmp_path / "marked.toml").write_text('deals = 10\nseed = 3\nout = "data"\n', "utf-8-sig")
    assert cli("run", "marked.toml").code == 0
    assert gd.Run(tmp_path / "data").plan == Plan.of(deals=10, seed=3)


def test_resume_takes_everything_from_the_directory(cli: Command, simulate: Simulate, tmp_path: Path) -> None:
    run = simulate(deals=300, part_size=100, rotations=2, out=tmp_path / "data")
    expected = files(run.path)
    (run.path / "deals" / "part-00001.parquet").unlink()
    assert cli("run", "--resume", "data", "--workers", "1").code == 0
    assert files(run.path) == expected
    said = cli("run", "--resume", "data", "--seed", "7", "--set", "max_bomb=8")
    assert said.code == 2
    assert "leave out --seed, --set" in said.err
    assert cli("run", "--resume", "nowhere").code == 2


def test_every_option_of_a_plan_is_an_option_of_the_command_with_its_help_and_a_key_of_the_file(cli: Command) -> None:
    said = cli("run", "--help").out
    for option in (*Options.__annotations__, *How.__annotations__):
        line = next(line for line in said.splitlines() if f"--{option.replace('_', '-')} " in line)
        assert len(line.split()) > 4, line
    assert set(PlanOptions.__annotations__) == set(DEFAULTS)


def test_an_unknown_argument_of_simulate_is_refused() -> None:
    with pytest.raises(TypeError, match="unknown option 'sede'"):
        gd.simulate(deals=10, sede=3)  # type: ignore[call-arg]
    refused(lambda: gd.simulate(deals=10, matches=10), "not both")


def test_a_run_whose_seed_was_drawn_goes_on_when_the_same_is_asked_for_again(cli: Command, tmp_path: Path) -> None:
    first = gd.simulate(deals=100, part_size=50, out=tmp_path / "data")
    there = files(first.path)
    (first.path / "deals" / "part-00001.parquet").unlink()
    said = cli("run", "--deals", "100", "--part-size", "50", "--out", "data", "--json")
    assert (said.code, said.err) == (0, "")
    assert said.json()["plan"]["seed"] == first.plan.seed
    assert files(gd.simulate(deals=100, part_size=50, out=tmp_path / "data").path) == there


@pytest.mark.parametrize("text", ["house.toml:tribute=off,announce_at=5", "ours=house.toml:tribute=off;announce_at=5"])
def test_the_rules_of_a_file_may_be_changed_in_its_text(text: str, experiment: Path) -> None:
    experiment.write_text(f'deals = 2\nrules = "{text}"\n')
    assert read(experiment)["rules"] == gd.Rules("pagat").replace(max_bomb=8, tribute=False, announce_at=5)
    experiment.write_text(f'deals = 2\nrules = "{text.replace("announce_at", "anounce_at")}"\n')
    with pytest.raises(gd.RulesError, match=r"first\.toml, rules: .*did you mean announce_at\?"):
        read(experiment)
