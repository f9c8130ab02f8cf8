"""Programs that speak the contest protocol through pipes: they play what the same bot plays inside, and may fail."""

import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from processes import running, sleep_of_its_own, wait_for, wait_until_gone

import guandan_sim as gd
from guandan_sim.bots.contest.actions import order_of

HERE = Path(__file__).parent / "programs"
PYTHON_BOT = f"{sys.executable} {HERE / 'contest_bot.py'}"
SHELL_BOT = f"sh {HERE / 'contest_bot.sh'}"


class Inside:
    """The bots of this directory as strategies: by the place of an entry in the list of a contest server."""

    name = "inside"
    detail = "cards"

    def entry(self, last: int) -> int:
        raise NotImplementedError

    def act(self, view: gd.View, legal: Sequence[gd.Play]) -> int:
        if view.phase != "play":
            return self.entry(len(legal) - 1)
        entries = [len(legal)] * (view.table is not None) + order_of(legal)
        return entries[self.entry(len(entries) - 1)]


class Middle(Inside):
    def entry(self, last: int) -> int:
        return last // 2


class First(Inside):
    def entry(self, last: int) -> int:
        return 0


def tables(run: gd.Run) -> list[pl.DataFrame]:
    return [run.deals.collect(), pl.read_parquet(run.path / "plays" / "*.parquet")]


def played(strategy: object, **options: Any) -> gd.Run:
    return gd.simulate(strategies=[strategy, "lowest"], seed=5, log=["plays"], **options)


@pytest.mark.parametrize("preset", sorted(gd.Rules.presets()))
def test_a_program_plays_what_the_same_bot_plays_inside_under_every_preset(preset: str) -> None:
    options = {"rules": preset, "matches": 2, "rotations": 2}
    for one, other in zip(
        tables(played(f"exec:{PYTHON_BOT}", **options)), tables(played(Middle(), **options)), strict=True
    ):
        assert one.equals(other)


def test_a_program_in_another_language_plays_what_the_same_bot_plays_inside() -> None:
    for one, other in zip(tables(played(f"exec:{SHELL_BOT}", deals=3)), tables(played(First(), deals=3)), strict=True):
        assert one.equals(other)


def test_matches_side_by_side_are_those_one_after_another(tmp_path: Path) -> None:
    options = {"deals": 12, "rotations": 2, "part_size": 4}
    alone = tables(played(f"exec(at_once=1):{PYTHON_BOT}", **options))
    for one, other in zip(tables(played(f"exec(at_once=5):{PYTHON_BOT}", **options)), alone, strict=True):
        assert one.equals(other)


def test_a_program_goes_on_to_other_matches(tmp_path: Path) -> None:
    started = tmp_path / "started"
    counting = f"sh -c 'echo started >> {started}; exec {PYTHON_BOT}'"
    assert played(f"exec(at_once=2):{counting}", deals=10).is_complete
    assert len(started.read_text().splitlines()) == 4


def test_programs_are_told_how_it_ended_and_may_end_by_themselves(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    played(f"exec(at_once=1):sh -c 'tee -a {heard} | {PYTHON_BOT}'", deals=2)
    stages = [line.partition('"stage":"')[2].partition('"')[0] for line in heard.read_text().splitlines()]
    assert stages[0] == "beginning"
    assert stages.count("beginning") == stages.count("episodeOver") == 4
    assert sorted(stages[-4:]) == ["gameOver", "gameOver", "gameResult", "gameResult"]


def answering(answer: str, before: str = ":") -> str:
    """A program that gives one answer to whatever it is asked, and does something before it."""
    return f"while read -r line; do case $line in *actionList*) {before}; echo '{answer}';; esac; done"


FAILURES = {
    "crash at the start": ("exit 3", "it ended with exit code 3 instead of answering"),
    "crash in the middle": (
        answering('{"actIndex": 0}', "turn=x$turn; [ $turn = xxxx ] && echo no more cards >&2 && exit 4"),
        "it ended with exit code 4 instead of answering; its standard error ends with: no more cards",
    ),
    "garbage": (answering("thinking"), "it answered 'thinking': expected {\"actIndex\": 0 to "),
    "another answer": (answering("[1]"), "it answered '[1]': expected {\"actIndex\": 0 to "),
    "no such entry": (answering('{"actIndex": 9999}'), "it answered index 9999: expected 0 to "),
    "silence": ("cat > /dev/null", "it gave no answer within 0.5 s"),
    "a line without end": ("yes x | tr -d '\\n'", "it answered a line of more than 1,048,576 bytes"),
    "output closed": ("exec 1>&-; sleep 100", "it closed its standard output instead of answering"),
}


@pytest.mark.parametrize("what", FAILURES)
def test_each_failure_is_one_line_and_leaves_no_process(what: str, tmp_path: Path) -> None:
    code, message = FAILURES[what]
    sleep = sleep_of_its_own()
    script = tmp_path / "bot.sh"
    script.write_text(f"sleep {sleep} > /dev/null &\n{code}\n")
    with pytest.raises(gd.StrategyError) as caught:
        played(f"exec(turn_limit={0.5 if what == 'silence' else 30}):sh {script}", deals=2)
    said = str(caught.value)
    assert said.startswith("strategy exec(turn_limit=")
    assert f"(seat {caught.value.args[0].partition('(seat ')[2][0]}, play): ProgramError: {message}" in said
    assert "\n" not in said
    assert isinstance(caught.value.__cause__, gd.ProgramError)
    wait_until_gone(sleep)


def test_a_failure_leaves_its_block_out_and_the_others_go_on(tmp_path: Path) -> None:
    sleep = sleep_of_its_own()
    # The first program that is started plays forty messages, the others play on.
    script = tmp_path / "bot.sh"
    script.write_text(f"sleep {sleep} &\nmkdir {tmp_path}/first && exec head -n 40\nexec {PYTHON_BOT}\n")
    run = played(f"exec(at_once=2):sh {script}", deals=6, on_error="continue")
    (failure,) = run.failures()
    assert failure["error"].startswith('ProgramError: it answered \'{"type":"notify"')
    assert run.deals.collect().height == 5
    wait_until_gone(sleep)


# With one program waited for, the run is interrupted while it starts the others.
@pytest.mark.parametrize(("number", "started"), [(signal.SIGKILL, 3), (signal.SIGINT, 3), (signal.SIGINT, 1)])
def test_programs_die_with_the_run(number: int, started: int, tmp_path: Path) -> None:
    sleep = sleep_of_its_own()
    command = f"exec(at_once=3):sh -c 'sleep {sleep} & cat > /dev/null; wait'"
    arguments = [
        "run",
        "--deals",
        "8",
        "--strategies",
        f"{command},lowest",
        "--out",
        str(tmp_path / "run"),
        "--seed",
        "1",
    ]
    run = subprocess.Popen([sys.executable, "-m", "guandan_sim", *arguments], stderr=subprocess.DEVNULL)
    wait_for(f"sleep {sleep}", started)
    run.send_signal(number)
    assert run.wait(timeout=60) == (130 if number == signal.SIGINT else -number)
    wait_until_gone(sleep)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("exec:no-such-program --level 3", "there is no program 'no-such-program'"),
        ("exec:", "cannot be read: expected exec:... or exec(turn_limit=...):..."),
        ("exec:sh 'bot", "its command cannot be split into words: No closing quotation"),
        ("exec(speed=3):sh", 'unknown option "speed": expected one of turn_limit, at_once'),
        ("exec(turn_limit=soon):sh", "turn_limit: expected seconds from 0.001 to 86400, got 'soon'"),
        ("exec(turn_limit=0):sh", "turn_limit: expected seconds from 0.001 to 86400, got 0.0"),
        ("exec(at_once=0):sh", "at_once: expected a whole number 1 to 10000, got 0"),
        ("exec(at_once=1, at_once=2):sh", "expected at_once once, as at_once=..."),
    ],
)
def test_a_text_that_names_no_program_is_refused_before_anything_is_written(
    text: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(gd.PlanError) as caught:
        gd.simulate(deals=1, strategies=[text, "lowest"], out=tmp_path / "run")
    assert message in str(caught.value)
    assert not (tmp_path / "run").exists()


def test_lists_of_strategies_are_cut_outside_quotes_and_brackets(tmp_path: Path) -> None:
    odd = tmp_path / "a bot, with (brackets.py"
    odd.write_text((HERE / "contest_bot.py").read_text())
    text = f"exec(turn_limit=30, at_once=2):{sys.executable} '{odd}'"
    experiment = tmp_path / "experiment.toml"
    experiment.write_text(f'deals = 2\nseed = 5\nstrategies = ["{text}", "lowest"]\n')
    for arguments in (["--deals", "2", "--seed", "5", "--strategies", f"{text}, lowest"], [str(experiment)]):
        out = tmp_path / f"run{len(arguments)}"
        command = [sys.executable, "-m", "guandan_sim", "run", *arguments, "--out", str(out)]
        subprocess.run(command, check=True, capture_output=True)
        assert gd.Run(out).plan.strategies == (text, "lowest", text, "lowest")
        assert gd.Run(out).deals.collect().height == 2


def test_nothing_runs_after_a_run() -> None:
    played(f"exec:{PYTHON_BOT}", deals=2)
    assert running(PYTHON_BOT) == []
