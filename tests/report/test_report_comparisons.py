"""Pages of comparisons say what the comparison found: its numbers, its answer, its command."""

import json
import re
from collections.abc import Callable

import pytest
from samples import COMPARISONS

from guandan_sim.compare.result import Comparison
from guandan_sim.report.markdown import markdown
from guandan_sim.report.page import Convergence, Grid, Intervals, Page, Table
from guandan_sim.report.pages import page_of
from guandan_sim.report.quantity import Quantity
from guandan_sim.report.words import LANGUAGES, Words

Comparisons = Callable[[str], Comparison]


def estimates(page: Page, name: str) -> list[tuple[float | None, float | None, float | None]]:
    """Values and intervals of the chart called `name`."""
    (chart,) = (chart for chart in page.charts() if chart.name == name)
    cells = [row[-1] for row in chart.table().rows]
    return [(cell.value, cell.low, cell.high) for cell in cells if isinstance(cell, Quantity)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", COMPARISONS)
def test_every_comparison_has_a_page_without_nan(comparison: Comparisons, name: str, language: str) -> None:
    page = page_of(comparison(name).directory, language)
    text = markdown(page, Words(language))
    assert not re.search(r"\b(nan|inf|None|null)\b", text)
    json.dumps(page.to_dict(), allow_nan=False)
    names = [chart.name for chart in page.charts()]
    assert len(names) == len(set(names)) >= 2


@pytest.mark.parametrize("name", COMPARISONS)
def test_a_page_carries_the_command_the_seed_and_the_rules(comparison: Comparisons, name: str) -> None:
    result = comparison(name)
    page = page_of(result.directory)
    assert page.command == result.command
    facts = dict(page.facts)
    assert facts["seed"] == "7"
    fingerprints = {run.plan.rules.fingerprint for label, run in result.runs.items() if label in result.labels}
    said = " ".join(value for _, value in page.facts)
    assert all(fingerprint in said for fingerprint in fingerprints)
    assert len(page.sources) == max(len(fingerprints), 1)


def test_the_forest_of_rules_shows_the_table_of_the_comparison(comparison: Comparisons) -> None:
    result = comparison("rules")
    page = page_of(result.directory)
    (forest,) = (chart for chart in page.charts() if isinstance(chart, Intervals))
    shown = {(panel.title, label): estimate for panel in forest.panels for label, estimate in panel.rows}
    words = Words("en")
    rows = {(row["metric"], row["variant"]): row for row in result.table.iter_rows(named=True)}
    assert ("deals a match", "competition") in shown
    for (metric, variant), row in rows.items():
        estimate = shown.get((words(f"metric.{metric}", first="tempo"), variant))
        if estimate is not None:
            assert (estimate.value, estimate.low, estimate.high) == (row["difference"], row["low"], row["high"])


def test_the_answer_about_rules_is_the_headline_and_its_differences(comparison: Comparisons) -> None:
    result = comparison("rules")
    answer = page_of(result.directory).answer
    for label in result.labels[1:]:
        row = result.table.filter(metric="deals_a_match", variant=label).row(0, named=True)
        difference = Quantity(row["difference"], "change", row["low"], row["high"])
        low, high = difference.ends(Words("en"))
        assert f"{label} {difference.text(Words('en'))} ({low} to {high})" in answer
    assert answer.startswith("Deals a match under institute: ")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("strategies", "tempo is better than lowest: it wins "),
        ("the same strategy", "are exactly even, block by block, over 10 blocks."),
        ("until", " A half width of 5.00 pp was "),
        ("sprt", " A sequential test prefers a difference of +2.00 pp to 0.00 pp after "),
        ("tournament", "tempo is rated highest: +"),
    ],
)
def test_answers(comparison: Comparisons, name: str, words: str) -> None:
    assert words in page_of(comparison(name).directory).answer


def test_the_share_of_wins_is_drawn_for_everything_and_by_groups(comparison: Comparisons) -> None:
    result = comparison("strategies")
    drawn = estimates(page_of(result.directory), "wins")
    there = [
        row for row in result.table.iter_rows(named=True) if row["unit"].startswith("share") and row["mean"] is not None
    ]
    assert sorted(drawn) == sorted((row["mean"], row["mean_low"], row["mean_high"]) for row in there)


def test_a_tournament_shows_ratings_in_order_and_every_pair_from_both_sides(comparison: Comparisons) -> None:
    result = comparison("tournament")
    page = page_of(result.directory)
    ratings = estimates(page, "ratings")
    assert ratings == list(result.table.select("rating", "low", "high").iter_rows())
    (cross,) = (chart for chart in page.charts() if isinstance(chart, Grid))
    scores = {(cell.row, cell.column): cell.share.value for cell in cross.cells}
    assert len(scores) == 6
    for row in result.pairs.iter_rows(named=True):
        assert scores[row["first"], row["second"]] == row["score"]
        assert scores[row["second"], row["first"]] == 1 - row["score"]


def test_convergence_ends_at_the_estimate(comparison: Comparisons) -> None:
    result = comparison("rules")
    settled = [chart for chart in page_of(result.directory).charts() if isinstance(chart, Convergence)]
    ends = [chart.points[-1][1].value for chart in settled]
    differences = result.table.filter(metric="deals_a_match")["difference"].drop_nulls().to_list()
    assert ends == pytest.approx(differences)
    assert [chart.points[-1][0] for chart in settled] == [30, 30]


def test_all_metrics_stand_in_the_tables(comparison: Comparisons) -> None:
    result = comparison("rules")
    page = page_of(result.directory)
    (section,) = (section for section in page.sections if section.name == "metrics")
    means, *differences = (part for part in section.parts if isinstance(part, Table))
    metrics = result.table["metric"].n_unique()
    assert [len(table.rows) for table in (means, *differences)] == [metrics] * 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "chart"), [("rules", "differences"), ("strategies", "wins"), ("until", "wins")])
def test_the_chart_marks_what_the_table_shows_after_adjustment(
    comparison: Comparisons, name: str, chart: str, language: str
) -> None:
    """Filled points, the caption, the chart's own table and the tables of p values tell the same."""
    result = comparison(name)
    page = page_of(result.directory, language)
    (forest,) = (one for one in page.charts() if isinstance(one, Intervals) and one.name == chart)
    marked = {
        (estimate.value, estimate.low): holds
        for panel in forest.panels
        for (_, estimate), holds in zip(panel.rows, panel.holds, strict=True)
    }
    value, low = ("difference", "low") if name == "rules" else ("mean", "mean_low")
    adjusted = {(row[value], row[low]): row["p_adjusted"] for row in result.table.iter_rows(named=True)}
    for shown, holds in marked.items():
        p_value = adjusted[shown]
        assert holds == (p_value is not None and p_value < 0.05)
    assert set(marked.values()) == {True, False}
    assert forest.verdicts is not None
    said = [row[-2] == forest.verdicts[1] for row in forest.table().rows]
    assert said == [holds for panel in forest.panels for holds in panel.holds]
    assert "Holm" in forest.alternative
    assert "0.05" in forest.alternative


def test_points_that_do_not_hold_are_drawn_hollow(comparison: Comparisons) -> None:
    from guandan_sim.report.charts import WIDE, drawn, vega_lite
    from guandan_sim.report.charts.look import COLOURS

    (forest,) = (one for one in page_of(comparison("rules").directory).charts() if isinstance(one, Intervals))
    svg = drawn(vega_lite(forest, WIDE, Words("en")))
    held = [
        holds
        for panel in forest.panels
        for (_, estimate), holds in zip(panel.rows, panel.holds, strict=True)
        if estimate.value is not None
    ]
    for holds, colour in ((True, "first"), (False, "on-strong")):
        fill, stroke = COLOURS[colour], COLOURS["first"]
        assert len(re.findall(rf'fill="{fill}" stroke="{stroke}"', svg)) == held.count(holds)
