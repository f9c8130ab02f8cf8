"""Our strategies as Botzone programs: hosted here, they play what they play inside."""

import io
import json
import subprocess
import sys
from collections.abc import Generator
from typing import Any

import polars as pl
import pytest

import guandan_sim as gd
from guandan_sim.bots.botzone import hosting
from guandan_sim.bots.botzone.program import serve
from guandan_sim.bots.programs import Question

PROGRAM = f"{sys.executable} -m guandan_sim botzone"


def tables(strategy: object, **options: Any) -> list[pl.DataFrame]:
    run = gd.simulate(strategies=[strategy, "lowest"], log=["plays"], **{"seed": 3, "rules": "botzone", **options})
    return [run.deals.collect(), pl.read_parquet(run.path / "plays" / "*.parquet")]


def assert_equal(tables: list[pl.DataFrame], expected: list[pl.DataFrame]) -> None:
    for one, other in zip(tables, expected, strict=True):
        assert one.equals(other)


@pytest.mark.parametrize(("strategy", "options"), [("tempo", {"matches": 2, "rotations": 2}), ("lowest", {"deals": 2})])
def test_hosted_it_plays_what_the_strategy_plays_inside(strategy: str, options: dict[str, int]) -> None:
    hosted = tables(f"botzone(turn_limit=60):{PROGRAM} --strategy {strategy}", **options)
    assert_equal(hosted, tables(strategy, **options))


def test_asked_in_a_process_a_turn_it_plays_what_the_strategy_plays_inside() -> None:
    hosted = tables(f"botzone(turn_limit=60):{PROGRAM} --strategy tempo --traditional", deals=1)
    assert_equal(hosted, tables("tempo", deals=1))


class InThisProcess:
    """The program in place of a bot's process, asked at every turn in both ways, which must give the same answers."""

    rules = gd.Rules("institute")

    def __init__(self, bots: object) -> None:
        self.requests: list[Any] = []
        self.responses: list[Any] = []

    def ask(self, request: Any) -> Generator[Question, str | None, Any]:
        self.requests.append(json.loads(json.dumps(request)))
        lines = [json.dumps({"requests": self.requests[:1], "responses": []})]
        kept = self.answered([*lines, *map(json.dumps, self.requests[1:])], keeps_running=True)
        assert kept[1::2] == [hosting.KEEP_RUNNING] * len(self.requests)
        asked_anew = json.dumps({"requests": self.requests, "responses": self.responses})
        (response,) = self.answered([asked_anew], keeps_running=False)
        assert kept[-2] == response
        self.responses.append(json.loads(response)["response"])
        return self.responses[-1]
        yield

    def answered(self, lines: list[str], *, keeps_running: bool) -> list[str]:
        out = io.StringIO()
        serve(gd.strategy("tempo"), self.rules, 0, keeps_running, io.StringIO("\n".join(lines)), out)
        return out.getvalue().splitlines()

    def end(self) -> None:
        pass


@pytest.mark.parametrize("preset", sorted(gd.Rules.presets()))
def test_it_follows_whole_matches_with_tribute_under_every_preset(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(InThisProcess, "rules", gd.Rules(preset))
    monkeypatch.setattr(hosting, "_Bot", InThisProcess)
    inside, hosted = (
        tables(strategy, rules=preset, matches=3, on_error="continue")
        for strategy in ("tempo", hosting.BotzoneStrategy("botzone:sh"))
    )
    if gd.Rules(preset).tribute_tie == "winner_chooses":
        # Botzone's requests do not tell which of two equal tributes was chosen: such blocks may be left out.
        inside = [table.join(hosted[0].select("match").unique(), on="match", how="semi") for table in inside]
    assert_equal(hosted, inside)


def asked(*lines: str, arguments: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "guandan_sim", "botzone", *arguments],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


DEAL = {
    "stage": "deal",
    "deliver": [*range(27)],
    "your_id": 0,
    "global": {"level": "2", "tribute": 0, "first": None, "last": None},
}
PLAY = {
    "stage": "play",
    "history": [[], [], [], []],
    "done": [],
    "pass_on": -1,
    "global": DEAL["global"] | {"tribute_cards": {}, "return_cards": {}, "resist": False},
}
MARKER = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"


def test_the_command_answers_a_line_for_a_line_until_there_are_no_more() -> None:
    said = asked(json.dumps({"requests": [DEAL], "responses": []}), json.dumps(PLAY))
    assert (said.returncode, said.stderr) == (0, "")
    first, marker, second, again = said.stdout.splitlines()
    assert (json.loads(first), marker, again) == ({"response": []}, MARKER, MARKER)
    action, claim = json.loads(second)["response"]
    assert set(action) <= set(range(27))
    assert len(action) == len(claim)


def test_the_command_answers_once_where_it_is_not_kept_running() -> None:
    told = json.dumps({"requests": [DEAL, PLAY], "responses": [[]]})
    said = asked(told, "never read", arguments=("--traditional", "--strategy", "lowest"))
    assert (said.returncode, said.stderr) == (0, "")
    assert json.loads(said.stdout)["response"][0]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["hello"], 'line 1 of the judge: expected {"requests": [...], "responses": [...]}, got \'hello\''),
        (["[]"], 'line 1 of the judge: expected {"requests": [...], "responses": [...]}, got \'[]\''),
        ([json.dumps({"requests": [DEAL, PLAY], "responses": []})], "line 1 of the judge: expected {"),
        ([json.dumps({"requests": [DEAL], "responses": [[], []]})], "line 1 of the judge: expected {"),
        ([json.dumps({"requests": [DEAL], "responses": None})], "line 1 of the judge: expected {"),
        (
            [json.dumps({"requests": [{"stage": "deal"}], "responses": []})],
            "cannot read the judge's request {'stage': 'deal'}: KeyError: 'global'",
        ),
        ([json.dumps({"requests": [DEAL | {"stage": "bid"}], "responses": []})], "unknown stage 'bid': expected deal"),
        (
            [json.dumps({"requests": [DEAL | {"deliver": [200]}], "responses": []})],
            "expected a list of cards from 0 to",
        ),
    ],
)
def test_what_is_no_request_is_told_in_a_line(lines: list[str], message: str) -> None:
    said = asked(*lines)
    assert said.returncode == 1
    (line,) = said.stderr.splitlines()
    assert line.startswith("guandan-sim: ")
    assert message in line


def test_a_strategy_or_rules_that_are_none_are_refused() -> None:
    for arguments in (("--strategy", "tempi"), ("--rules", "instiute")):
        said = asked(arguments=arguments)
        assert (said.returncode, said.stdout) == (2, "")
        assert "did you mean" in said.stderr
