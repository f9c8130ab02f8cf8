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

_ROW = 34
_LABELS = {False: 130, True: 110}
_GAP = 24
# Pixels of a letter, letters of a panel's heading.
_LETTER = 7
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
    names = fitted([label for label, _ in panel.rows], labels // _LETTER, lines=2)
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
    reference = chart.reference
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
        title=title(chart.axis) if len(chart.panels) == 1 else None,
        scale=alt.Scale(domain=padded(marks, possible(panel.rows[0][1])), nice=False),
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
    heading = {"title": title(panel.title, _HEADING)} if len(chart.panels) > 1 else {}
    return alt.layer(*layers).properties(width=width - labels - 12, height=max(_ROW * len(rows), _ROW), **heading)


def scaled(estimate: Quantity, value: float | None) -> float | None:
    """A value as it is written: shares and their differences in hundredths."""
    return None if value is None else value * estimate.scale


def padded(values: list[float], bounds: tuple[float, float] = (-math.inf, math.inf)) -> list[float]:
    """The least and the most of some values with some room on both sides, inside what is possible at all."""
    least, most = min(values, default=0.0), max(values, default=0.0)
    room = 0.1 * (most - least) or 0.1 * abs(most) or 1.0
    return [max(least - room, bounds[0]), min(most + room, bounds[1])]


def possible(estimate: Quantity) -> tuple[float, float]:
    """Between what a quantity of this unit lies, as it is written."""
    return (0.0, float(estimate.scale)) if estimate.unit == "share" else (-math.inf, math.inf)
