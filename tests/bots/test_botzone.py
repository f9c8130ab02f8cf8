"""Botzone bots at our table: both ways of running play alike, and a bot may fail."""

import re
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from processes import sleep_of_its_own, wait_until_gone

import guandan_sim as gd

# Without what a site adds Python starts several times as fast, and some of these bots start at every turn.
BOT = f"{sys.executable} -I -S {Path(__file__).parent / 'programs' / 'botzone_bot.py'}"
KEPT = f"{BOT} --keep-running"


def tables(run: gd.Run) -> list[pl.DataFrame]:
    return [run.deals.collect(), pl.read_parquet(run.path / "plays" / "*.parquet")]


def played(strategy: str, **options: Any) -> gd.Run:
    return gd.simulate(**{"strategies": [strategy, "lowest"], "seed": 5, "log": ["plays"], **options})


def test_a_bot_plays_alike_in_a_process_a_turn_and_kept_running() -> None:
    # A match of few deals: most teams that win one are at their A.
    rules = gd.Rules("institute").replace(promotion=(12, 12, 12))
    kept, anew = (
        tables(played(f"botzone(turn_limit=60):{command}", matches=1, rules=rules)) for command in (KEPT, BOT)
    )
    for one, other in zip(kept, anew, strict=True):
        assert one.equals(other)
    assert len(kept[0]) >= 2
    assert set(kept[1]["kind"]) >= {"single", "pair", None}


def test_the_bot_in_the_docs_plays_a_deal(tmp_path: Path) -> None:
    docs = (Path(__file__).parents[2] / "docs" / "BOTS.md").read_text("utf-8")
    (code,) = [block for block in re.findall(r"```python\n(.*?)```", docs, re.DOTALL) if '"deliver"' in block]
    (tmp_path / "bot.py").write_text(code)
    run = played(f"botzone(turn_limit=60):{sys.executable} -I -S {tmp_path / 'bot.py'}", rules="botzone", deals=1)
    assert tables(run)[0].height == 1


def test_a_bot_is_told_of_every_way_tribute_can_go() -> None:
    run = played(f"botzone(turn_limit=60):{KEPT}", matches=8, rotations=2)
    assert set(run.deals.collect()["tribute"]) == {"none", "single", "double", "void"}


@pytest.mark.parametrize("preset", sorted(gd.Rules.presets()))
def test_a_bot_plays_whole_matches_with_tribute_under_every_preset(preset: str) -> None:
    run = played(f"botzone(turn_limit=60):{KEPT}", rules=preset, matches=2, on_error="continue")
    # It knows Botzone's way with two tributes only.
    rules = gd.Rules(preset)
    if rules.tribute_tie == "clockwise" and rules.tribute_double == "higher_to_first":
        assert run.failures() == []
    # Where two payers do not pay by their cards it loses count after the first double-down.
    assert len(run.failures()) < 2 or rules.tribute_double == "clockwise"


def answers(*responses: str, end: str = "") -> str:
    """A bot that gives these answers and does not look at what it is asked."""
    marker = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
    return "\n".join([*(f"read -r line; echo '{response}'; echo '{marker}'" for response in responses), end])


DEALT = '{"response":[]}'
FAILURES = {
    "crash at the start": ("exit 3", "it ended with exit code 3 instead of answering"),
    "crash later": (
        answers(DEALT, end="echo lost >&2; exit 4"),
        "it ended with exit code 4 instead of answering; its ",
    ),
    "silence": ("cat > /dev/null", "it gave no answer within 4 s"),
    "silence later": (answers(DEALT, end="cat > /dev/null"), "it gave no answer within 2 s"),
    "no JSON": (answers("pass"), "INVALID_FORMAT: it answered 'pass', expected {\"response\": ...}"),
    "no response": (answers("[]"), "INVALID_FORMAT: it answered '[]', expected {\"response\": ...}"),
    "an answer to the deal": (answers('{"response":[3]}'), "INVALID_MOVE: it answered [3] to the deal, expected []"),
    "neither end nor marker": (
        f"read -r line; echo '{DEALT}'; sleep 100",
        "after its answer it neither ended nor printed >>>BOTZONE_REQUEST_KEEP_RUNNING<<<: it gave no answer within",
    ),
    "more than an answer": (
        f"read -r line; echo '{DEALT}'; echo '{DEALT}'",
        "after its answer it printed '{\"response\":[]}', expected",
    ),
    "no list": (answers(DEALT, '{"response":5}'), "INVALID_FORMAT: it answered 5, expected [action, claim]"),
    "a pass as the leader": (answers(DEALT, *['{"response":[]}'] * 60), "INVALID_PASS: it passed, and it leads"),
    "a card it has not": (answers(DEALT, '{"response":[[53],[53]]}'), "NOT_YOUR_POKER: it does not hold HR ([53])"),
    "a line without end": ("yes x | tr -d '\\n'", "it answered a line of more than 1,048,576 bytes"),
}


@pytest.mark.parametrize("what", FAILURES)
def test_each_failure_is_one_line_and_leaves_no_process(what: str, tmp_path: Path) -> None:
    code, message = FAILURES[what]
    sleep = sleep_of_its_own()
    script = tmp_path / "bot.sh"
    script.write_text(f"sleep {sleep} > /dev/null &\n{code}\n")
    limit = 2 if "within" in message else 30
    with pytest.raises(gd.StrategyError) as caught:
        played(f"botzone(turn_limit={limit}):sh {script}", deals=2)
    said = str(caught.value)
    assert message in said.partition(": ProgramError: ")[2] + said.partition(": AnswerError: ")[2]
    assert "\n" not in said
    wait_until_gone(sleep)


def test_data_are_given_back_and_global_data_to_later_deals(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(
        "import json, sys\n"
        "told = json.loads(sys.stdin.readline())\n"
        "asked = len(told['requests'])\n"
        "heard = [asked, len(told['responses']), told.get('data'), told.get('globaldata')]\n"
        f"open({str(tmp_path / 'heard')!r}, 'a').write(json.dumps(heard) + '\\n')\n"
        "print(json.dumps({'response': [] if asked == 1 else 0, 'data': 'own', 'globaldata': 'all'}))\n"
    )
    played(f"botzone(at_once=1):{sys.executable} {script}", deals=2, on_error="continue")
    heard = (tmp_path / "heard").read_text().splitlines()
    assert heard == ["[1, 0, null, null]", '[2, 1, "own", "all"]', '[1, 0, null, "all"]', '[2, 1, "own", "all"]']
