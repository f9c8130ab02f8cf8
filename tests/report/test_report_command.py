"""`guandan-sim report`: files, forms, languages, charts as pictures, and what is refused."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Command

import guandan_sim as gd
from guandan_sim.report.markdown import escaped

Runs = Callable[[str], gd.Run]


@pytest.fixture
def report(cli: Command) -> Command:
    return lambda *arguments: cli("report", *map(str, arguments))


def test_a_report_is_written_beside_the_data_or_where_it_is_asked_for(
    report: Command, run: Runs, tmp_path: Path
) -> None:
    data = run("one sided")
    said = report(data.path, "-o", tmp_path / "deep" / "page.html", "--lang", "zh", "--charts", tmp_path / "charts")
    assert (said.code, said.err) == (0, "")
    assert 'lang="zh-Hans"' in (tmp_path / "deep" / "page.html").read_text("utf-8")
    lines = said.out.splitlines()
    assert lines[0].endswith("page.html")
    pictures = sorted(path.name for path in (tmp_path / "charts").iterdir())
    assert {"levels.svg", "levels.png", "kinds.svg", "kinds.png", "course.png"} <= set(pictures)
    assert (tmp_path / "charts" / "kinds.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "charts" / "kinds.svg").read_text("utf-8").startswith("<svg")
    assert len(lines) == 1 + len(pictures)


def test_the_forms_say_the_same(report: Command, run: Runs, tmp_path: Path) -> None:
    data = run("deals")
    page = report(data.path, "--json").json()
    markdown = data.report(tmp_path / "page.md").read_text("utf-8")
    text = report(data.path, "--format", "text").out
    for form in (escaped(page["answer"]), escaped(page["question"])):
        assert form in markdown
    assert page["answer"] in " ".join(text.split())
    assert page["command"] in markdown
    charts = [part["title"] for section in page["sections"] for part in section["parts"] if "alternative" in part]
    assert all(f"### {escaped(title)}" in markdown for title in charts)
    assert (
        data.report(tmp_path / "page.json").read_text("utf-8") == json.dumps(page, ensure_ascii=False, indent=1) + "\n"
    )


@pytest.mark.parametrize("text", ["a|b", "*x*", "<b>", "[l](u)", "# h", "`c`", "a\nb", "_x_", "~~x~~", "&amp;"])
def test_markdown_takes_no_text_for_markup(text: str) -> None:
    shown = escaped(text)
    assert "\n" not in shown
    for mark in "|*[`_~#":
        assert shown.count(mark) == shown.count("\\" + mark)
    assert "<" not in shown


def test_what_cannot_be_reported_is_refused_in_one_line(report: Command, run: Runs, tmp_path: Path) -> None:
    nothing = report(tmp_path)
    assert (nothing.code, nothing.err.count("\n")) == (2, 1)
    assert "no run and no comparison here" in nothing.err
    named = report(run("deals").path, "-o", tmp_path / "page.pdf")
    assert (named.code, named.err.count("\n")) == (2, 1)
    assert "page.pdf: expected a name that ends with .html" in named.err
    shown = report(run("deals").path, "--format", "text", "-o", tmp_path / "page.txt")
    assert (shown.code, shown.err.count("\n")) == (2, 1)
    assert not (tmp_path / "page.txt").exists()
    language = report(run("deals").path, "--lang", "fr")
    assert (language.code, language.err.count("\n")) == (2, 1)


def test_a_run_that_is_not_finished_says_so(run: Runs, tmp_path: Path) -> None:
    import shutil

    from guandan_sim.report.pages import page_of

    shutil.copytree(run("mirror").path, tmp_path / "half")
    for file in (tmp_path / "half").rglob("part-00001.*"):
        file.unlink()
    page = page_of(tmp_path / "half")
    assert page.notes[0] == "This run is not finished: 110 of 150 matches are in the data."
    for file in (tmp_path / "half").rglob("part-*"):
        file.unlink()
    with pytest.raises(gd.PathError, match="no part of this run has been written yet"):
        page_of(tmp_path / "half")
