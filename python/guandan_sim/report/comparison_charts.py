"""Charts that comparisons have, from the frames of a result: how often, from where, which kinds, how it settled."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from guandan_sim.report import chart_data
from guandan_sim.report.chart_data import LEAST_OBSERVED
from guandan_sim.report.page import Amounts, Bars, Course, Grid, GridCell, Table
from guandan_sim.report.quantity import Quantity, Unit

if TYPE_CHECKING:
    import polars as pl

    from guandan_sim.report.words import Words

# A quantity of the frame `distributions`, the chart's name in the words, and what is counted.
_DISTRIBUTIONS = (("levels_a_deal", "levels", "deal"), ("deals_a_match", "deals", "match"))


def distributions(frames: "dict[str, pl.DataFrame]", words: "Words") -> Iterator[Bars]:
    """Levels a deal and deals a match, a row of bars for each label."""
    for quantity, name, unit in _DISTRIBUTIONS:
        counted = {
            label: dict(frame.filter(quantity=quantity).select("value", "count").iter_rows())
            for label, frame in frames.items()
        }
        # Single deals are matches of one deal each, of which there is nothing to show.
        if any(len(counts) > 1 or quantity != "deals_a_match" for counts in counted.values()):
            yield chart_data.histogram(name, unit, counted, words)


def grids(frames: "dict[str, pl.DataFrame]", sides: tuple[str, str], words: "Words") -> Iterator[Grid]:
    """For each label the share of matches won from each pair of levels, seen from the first of two sides."""
    for place, (label, frame) in enumerate(frames.items()):
        if frame.filter(frame["deals"] >= LEAST_OBSERVED).is_empty():
            continue
        cells = tuple(
            GridCell(row["own"], row["other"], Quantity(row["matches_won"], "share"), row["deals"])
            for row in frame.iter_rows(named=True)
        )
        title = _under(words("chart.standings", side=sides[0]), label, frames, words)
        yield chart_data.standings(f"standings-{place}", title, sides, cells, words)


def kinds(frames: "dict[str, pl.DataFrame]", words: "Words") -> Iterator[Amounts | Table]:
    """Plays a deal of each kind: drawn for the first label, as a table for all."""
    means = {label: dict(frame.iter_rows()) for label, frame in frames.items() if not frame.is_empty()}
    if not means:
        return
    first, own = next(iter(means.items()))
    yield chart_data.kinds("kinds", _under(words("chart.kinds"), first, frames, words), own, words)
    if len(means) > 1:
        yield Table(
            (words("table.kind"), *means),
            tuple((words(f"kind.{kind}"), *(Quantity(each[kind]) for each in means.values())) for kind in own),
        )


def _under(title: str, label: str, frames: "dict[str, pl.DataFrame]", words: "Words") -> str:
    """A title that tells which of several labels it is about."""
    return words("chart.under", title=title, label=label) if len(frames) > 1 else title


def courses(
    frame: "pl.DataFrame",
    metric: str,
    labels: Sequence[str],
    shown: tuple[str, Unit, float | None],
    words: "Words",
) -> Iterator[Course]:
    """For each label how the estimate of a metric settled; `shown` is its name, unit and where nothing differs."""
    name, unit, reference = shown
    for place, label in enumerate(labels):
        rows = frame.filter(metric=metric, variant=label).iter_rows(named=True)
        points = tuple((row["blocks"], Quantity(row["estimate"], unit, row["low"], row["high"])) for row in rows)
        made = chart_data.course(f"course-{place}", words("chart.of", what=name, label=label), points, reference, words)
        if made is not None:
            yield made
