"""The page that plays deals back, as a file: what is in it, what is not, and what is refused."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import Command
from foreign_records import records
from samples import knowledge_of

import guandan_sim as gd
from guandan_sim.report.replay_page import replay_page


def data(page: str) -> dict[str, Any]:
    """What the script of a page is given."""
    [content] = re.findall(r'<script type="application/json" id="replay">(.*?)</script>', page, flags=re.DOTALL)
    given: dict[str, Any] = json.loads(content)
    return given


@pytest.fixture(scope="module")
def match() -> list[dict[str, Any]]:
    return [json.loads(line) for line in records("institute", count=1)]


@pytest.fixture
def file(match: list[dict[str, Any]], tmp_path: Path) -> Path:
    path = tmp_path / "records.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in match), "utf-8")
    return path


def test_a_page_holds_its_records_and_asks_for_nothing(match: list[dict[str, Any]]) -> None:
    page = replay_page(match, source="runs/here")
    assert data(page)["records"] == match
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert policy[1].startswith(
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
    )
    assert not re.search(r"<(link|img|iframe)|@import|url\(", page)
    first = match[0]
    assert f"<title>match {first['match']}, deal {first['deal']}, level {first['level']}</title>" in page
    for said in ("Rules: institute.", "Source: runs/here.", f"guandan-sim {gd.build_info()['version']}"):
        assert said in page


def test_texts_of_a_record_stay_texts(match: list[dict[str, Any]]) -> None:
    hostile = "</script><script>alert(1)</script><!--<script>"
    record = {**match[0], "strategies": [hostile] * 4, "rules": hostile}
    page = replay_page([record], source=hostile)
    assert data(page)["records"] == [record]
    assert "alert(1)" in page
    assert page.count("<script") == replay_page([match[0]]).count("<script")


def test_the_page_of_one_seat_has_no_other_hand_and_no_seed(match: list[dict[str, Any]]) -> None:
    for record in data(replay_page(match, seat=2))["records"]:
        assert [hand is not None for hand in record["hands"]] == [False, False, True, False]
        assert record["seed"] is None


def test_an_anonymous_page_names_neither_strategies_nor_files(match: list[dict[str, Any]]) -> None:
    secret = [{**record, "strategies": ["secretbot"] * 4, "source": "secretfile"} for record in match]
    page = replay_page(secret, anonymous=True, source="secretplace")
    assert "secret" not in page
    assert "institute" in page


def test_the_command_writes_a_file_and_says_its_name(cli: Command, file: Path, match: list[dict[str, Any]]) -> None:
    said = cli("replay", str(file), "--deal", "1", "-o", "new/deal.html", "--lang", "zh")
    assert (said.code, said.out, said.err) == (0, "new/deal.html\n", "")
    page = Path("new/deal.html").read_text("utf-8")
    assert '<html lang="zh-Hans">' in page
    assert data(page)["records"] == [match[1]]
    said = cli("replay", str(file), "--deal", "1", "-o", "-", "--lang", "zh")
    assert (said.code, said.out) == (0, page)
    assert str(file) not in cli("replay", str(file), "--anonymous", "-o", "-").out


def test_a_run_becomes_a_page(cli: Command, run: Callable[[str], gd.Run]) -> None:
    said = cli("replay", str(run("one match").path), "--match", "0", "-o", "-", "--seat", "0")
    assert said.code == 0
    assert [record["deal"] for record in data(said.out)["records"]] == list(range(len(data(said.out)["records"])))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--seat", "1"], "--seat: no effect without -o"),
        (["--lang", "en", "--anonymous"], "--lang, --anonymous: no effect without -o"),
        (["-o", "x.html", "--step"], "--step: no effect with -o"),
        (["-o", "x.html", "--json"], "--json: no effect with -o"),
        (["-o", "x.html", "--verify"], "--verify: no effect with -o"),
        (["-o", "x.html", "--seat", "4"], "--seat: expected a whole number 0 to 3, got 4"),
        (["-o", "x.html", "--match", "77"], "no record of match 77"),
        (["-o", "x.txt"], "x.txt: expected a name that ends with .html, or - for standard output"),
        (["-o", "."], ".: expected a name that ends with .html, or - for standard output"),
        (["-o", "records.jsonl/x.html"], "records.jsonl: cannot be made: "),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(cli: Command, file: Path, options: list[str], words: str) -> None:
    said = cli("replay", str(file), *options)
    assert (said.code, said.out) == (2, "")
    assert words in said.err
    assert said.err.count("\n") == 1
    assert not Path("x.html").exists()


def test_a_directory_is_not_replaced(cli: Command, file: Path) -> None:
    Path("there.html").mkdir()
    said = cli("replay", str(file), "-o", "there.html")
    assert (said.code, said.err) == (2, "guandan-sim: there.html: cannot be written: Is a directory\n")


def test_a_damaged_record_is_named_by_its_line(cli: Command, file: Path, match: list[dict[str, Any]]) -> None:
    lines = file.read_text("utf-8").splitlines()
    played = {**match[1], "plays": [match[1]["plays"][0]] * 2}
    for line, words in ((lines[1][:99], "EOF"), (json.dumps(played), "plays[1]: seat ")):
        file.write_text(f"{lines[0]}\n{line}\n", "utf-8")
        said = cli("replay", str(file), "-o", "x.html")
        assert said.code != 0
        assert f"{file}, line 2: " in said.err
        assert words in said.err
        assert not Path("x.html").exists()


def test_one_seats_knowledge_is_shown_as_that_seat_and_no_other(cli: Command, file: Path) -> None:
    file.write_text(json.dumps(knowledge_of(json.loads(records("web", "deal", 1)[0]), 1)) + "\n", "utf-8")
    assert cli("replay", str(file), "-o", "-", "--seat", "1").code == 0
    said = cli("replay", str(file), "-o", "x.html", "--seat", "2")
    assert (said.code, said.err) == (
        2,
        f"guandan-sim: {file}, line 1: --seat: the hand of seat 2 is not in this record\n",
    )
