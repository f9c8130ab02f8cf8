"""Points with their intervals: the forest of differences, the ladder of ratings."""

import math
from typing import TYPE_CHECKING, Any

from guandan_sim.report.charts.labels import LINES, fitted, title
from guandan_sim.report.charts.look import COLOURS, Canvas, Drawing
from guandan_sim.report.page import Intervals, Panel
from guandan_sim.report.quantity import Quantity

if TYPE_CHECKING:
    import altair as alt

    from guandan_sim.report.words import Words

_ROW, _TALL_ROW = 34, 44
_LABELS = {False: 140, True: 120}
_GAP = 24
# Pixels of a letter, letters of a panel's heading.
_LETTER = 6.5
_HEADING = 44


def intervals(chart: Intervals, canvas: Canvas, words: "Words") -> Drawing:
    """A panel a metric, each with its own axis; two side by side where there is room and there are several."""
    import altair as alt

    columns = 1 if canvas.is_narrow or len(chart.panels) == 1 else 2
    width = (canvas.width - (columns - 1) * _GAP) // columns
    panels = [_panel(panel, chart, width, canvas, words) for panel in chart.panels]
    drawing: Drawing = alt.concat(*panels, columns=columns, spacing=_GAP).resolve_scale(
        x="independent", y="independent"
    )
    return drawing


def _panel(
    panel: Panel, chart: Intervals, width: int, canvas: Canvas, words: "Words"
) -> "alt.LayerChart | alt.FacetChart":
    import altair as alt

    labels = _LABELS[canvas.is_narrow]
    # A second line under a label needs room.
    names = fitted([label for label, _ in panel.rows], int(labels / _LETTER), lines=2)
    tall = _TALL_ROW if any("\n" in name for name in names) else _ROW
    rows: list[dict[str, Any]] = [
        {
            "label": name,
            "value": scaled(estimate, estimate.value),
            "low": scaled(estimate, estimate.value if estimate.low is None else estimate.low),
            "high": scaled(estimate, estimate.value if estimate.high is None else estimate.high),
            "text": estimate.text(words),
        }
        for name, (_, estimate) in zip(names, panel.rows, strict=True)
        if estimate.value is not None
    ]
    unit = panel.rows[0][1]
    reference = scaled(unit, chart.reference)
    marks = [row[end] for row in rows for end in ("low", "high")] + ([] if reference is None else [reference])
    base = alt.Chart({"values": rows}).encode(
        y=alt.Y(
            "label:N",
            sort=names,
            title=None,
            axis=alt.Axis(
                domain=False,
                ticks=False,
                grid=False,
                labelExpr=LINES,
                labelLimit=labels,
                minExtent=labels,
                maxExtent=labels,
                labelColor=COLOURS["ink"],
                labelPadding=8,
            ),
        )
    )
    position = alt.X(
        "value:Q",
        title=title(chart.axis + percent(unit)) if len(chart.panels) == 1 else None,
        scale=alt.Scale(domain=padded(marks, possible(unit)), nice=False, zero=False),
        axis=alt.Axis(tickCount=4, ticks=False, domain=False),
    )
    layers = [
        base.mark_rule(color=COLOURS["first"], strokeWidth=2).encode(x=alt.X("low:Q"), x2="high:Q"),
        base.mark_point(color=COLOURS["first"], filled=True, size=64, opacity=1).encode(x=position),
        base.mark_text(dy=-11).encode(x=position, text="text:N"),
    ]
    if reference is not None:
        zero = alt.Chart({"values": [{"at": reference}]})
        layers.insert(0, zero.mark_rule(color=COLOURS["muted"], strokeDash=[3, 3]).encode(x="at:Q"))
    heading = {"title": title(panel.title + percent(unit), _HEADING)} if len(chart.panels) > 1 else {}
    return alt.layer(*layers).properties(width=width - labels - 12, height=max(tall * len(rows), tall), **heading)


def scaled(estimate: Quantity, value: float | None) -> float | None:
    """A value as it is written: shares and their differences in hundredths."""
    return None if value is None else value * estimate.scale


def percent(estimate: Quantity) -> str:
    """What to add to the name of an axis that shows hundredths."""
    return " (%)" if estimate.unit == "share" else ""


def padded(values: list[float], bounds: tuple[float, float] = (-math.inf, math.inf)) -> list[float]:
    """The least and the most of some values with some room on both sides, inside what is possible at all."""
    least, most = min(values, default=0.0), max(values, default=0.0)
    room = 0.1 * (most - least) or 0.1 * abs(most) or 1.0
    return [max(least - room, bounds[0]), min(most + room, bounds[1])]


def possible(estimate: Quantity) -> tuple[float, float]:
    """Between what a quantity of this unit lies, as it is written."""
    return (0.0, float(estimate.scale)) if estimate.unit == "share" else (-math.inf, math.inf)
