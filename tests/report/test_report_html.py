"""The HTML file: valid, self-contained, each chart with its alternative and numbers; hostile text stays text."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from markup import read
from samples import RUNS

import guandan_sim as gd
from guandan_sim.report.charts.look import COLOURS
from guandan_sim.report.html import html
from guandan_sim.report.page import Amounts, Bars, Convergence, Grid, GridCell, Intervals, Page, Panel, Section, Table
from guandan_sim.report.quantity import Quantity
from guandan_sim.report.words import Words

HOSTILE = [
    "<script>alert(1)</script>\"><img src=x onerror='alert(1)'>",
    "{{ 7 * 7 }} 掼蛋 & 逢人配 ]]> --> '; throw 1; //",
    "long " * 80 + "\\n",
]
LONG = ("rules", "strategies", "tournament")
Pages = Callable[[str, str], Path]


@pytest.mark.parametrize(
    ("name", "language"),
    [
        *((name, "en") for name in (*RUNS, *LONG)),
        ("matches", "zh"),
        ("rules", "zh"),
    ],
)
def test_a_page_is_valid_self_contained_and_free_of_nan(page: Pages, name: str, language: str) -> None:
    text = page(name, language).read_text("utf-8")
    root = read(text)
    assert not re.search(r"https?:|//[a-z]", text.replace("application/", "")), "points to the network"
    words = root.text()
    assert not re.search(r"\b(nan|NaN|inf|Infinity|undefined|None|null)\b", words)
    assert not re.search(r"NaN|undefined|Infinity", text)
    assert len(text.encode()) < 1_000_000


@pytest.mark.parametrize("name", ["matches", "deals", "mirror", *LONG])
def test_every_chart_has_an_alternative_and_its_numbers(page: Pages, name: str) -> None:
    root = read(page(name, "en").read_text("utf-8"))
    figures = root.all("figure")
    assert len(figures) >= 2
    for figure in figures:
        [drawing] = [element for element in figure.all("div") if element.attributes.get("role") == "img"]
        assert len(drawing.attributes["aria-label"]) > 40
        assert {svg.attributes["class"] for svg in drawing.all("svg")} == {"wide", "narrow"}
        assert all(svg.attributes["aria-hidden"] == "true" for svg in drawing.all("svg"))
        [details] = figure.all("details")
        assert len(details.all("tr")) >= 2


def test_a_page_says_what_it_must(page: Pages, run: Callable[[str], gd.Run]) -> None:
    root = read(page("matches", "en").read_text("utf-8"))
    text = root.text()
    plan = run("matches").plan
    assert "Who wins more matches under institute: tempo or lowest?" in text
    assert re.search(r"tempo wins \d+\.\d+% of matches against lowest \(95% interval \d+\.\d+% to \d+\.\d+%\)", text)
    assert {figure.attributes["id"] for figure in root.all("figure")} >= {
        "levels",
        "deals",
        "standings",
        "kinds",
        "course",
    }
    for words in (str(plan.seed), plan.rules.fingerprint, gd.build_info()["version"], "guandan-sim run --matches 120"):
        assert words in text


def test_colours_of_charts_are_variables_with_a_value_for_light_and_for_dark(page: Pages) -> None:
    text = page("matches", "en").read_text("utf-8")
    style = read(text).all("style")[0].text()
    body = text[text.index("<body>") :]
    assert not any(f'"{colour}"' in body for colour in COLOURS.values())
    for name in set(re.findall(r"var\(--([a-z0-9-]+)\)", body)):
        assert len(re.findall(rf"--{name}:", style)) == 2, name
    for name in COLOURS:
        assert len(re.findall(rf"--{name}:", style)) == 2, name


def test_the_same_run_gives_the_same_bytes(page: Pages, run: Callable[[str], gd.Run], tmp_path: Path) -> None:
    again = run("matches").report(tmp_path / "again.html")
    assert again.read_bytes() == page("matches", "en").read_bytes()


def hostile_page(text: str) -> Page:
    """Every place of a page, and every kind of chart, with the same text."""
    quantity = Quantity(0.5, "share", 0.4, 0.6)
    grid = Grid(
        "grid", text, text, text, text, text, text, (text, "b"), (text, "b"), (GridCell(text, text, quantity, 9),), 1
    )
    parts = (
        text,
        Table((text, text), ((text, quantity),)),
        Bars("bars", text, text, text, text, (text, "b"), (text, "b", "c", "d"), (text, "y"), ((1, 2), (3, 4))),
        Amounts("amounts", text, text, text, text, ((text, quantity),)),
        Intervals(
            "forest",
            text,
            text,
            text,
            text,
            text,
            0.0,
            (Panel(text, ((text, quantity),)), Panel("b", ((text, quantity),))),
        ),
        grid,
        Convergence("course", text, text, text, text, 0.5, ((1, quantity), (2, quantity))),
    )
    section = Section("section", text, parts)
    return Page(
        "en",
        text,
        text,
        text,
        ((text, quantity),),
        (text,),
        (section,),
        (text,),
        ((text, text),),
        text,
        ((text, text),),
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text: str) -> None:
    root = read(html(hostile_page(text), Words("en")))
    assert root.all("h1")[0].text() == text
    assert root.all("title")[0].text() == text
    assert root.all("code")[0].text() == text
    [style] = root.all("style")
    assert text not in style.text()
