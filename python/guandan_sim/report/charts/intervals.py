"""Draws points with their intervals: the forest of differences, the ladder of ratings."""

from typing import TYPE_CHECKING, Any

from guandan_sim.report.charts.axes import LINES, fitted, scaled, title, unit_name
from guandan_sim.report.charts.look import COLOURS, Canvas, Drawing
from guandan_sim.report.page import Intervals, Panel

if TYPE_CHECKING:
    from guandan_sim.report.words import Words

# A second line under a label needs room.
_ROW, _TALL_ROW = 34, 44
_LABELS = {False: 140, True: 120}
_GAP = 24
# Pixels between the ends of an axis and what is drawn.
_ROOM = 14
# Pixels of a letter, letters of a panel's heading.
_LETTER = 6.5
_HEADING = 44


def intervals(chart: Intervals, canvas: Canvas, words: "Words") -> Drawing:
    """A panel with an axis of its own for each metric; two panels stand side by side where there is room."""
    import altair as alt

    labels = _LABELS[canvas.is_narrow]
    columns = 1 if canvas.is_narrow or len(chart.panels) == 1 else 2
    width = (canvas.width - (columns - 1) * _GAP) // columns - labels - 2 * _ROOM
    headings = fitted([panel.title + unit_name(panel.rows[0][1], words) for panel in chart.panels], _HEADING)
    rows = [
        {"panel": heading, **row}
        for heading, panel in zip(headings, chart.panels, strict=True)
        for row in _rows(panel, chart.reference, int(labels / _LETTER), words)
    ]
    tall = any("\n" in row["label"] for row in rows)
    scale = alt.Scale(zero=False, nice=False, padding=_ROOM)
    axis = alt.Axis(tickCount=4, ticks=False, domain=False)
    names = alt.Axis(
        domain=False,
        ticks=False,
        grid=False,
        labelExpr=LINES,
        labelLimit=labels,
        minExtent=labels,
        maxExtent=labels,
        labelColor=COLOURS["ink"],
        labelPadding=8,
    )
    base = alt.Chart().encode(y=alt.Y("label:N", sort=None, title=None, axis=names))
    name = title(chart.axis + unit_name(chart.panels[0].rows[0][1], words)) if len(chart.panels) == 1 else None
    at = alt.X("value:Q", title=name, scale=scale, axis=axis)
    layers = [
        base.mark_rule(color=COLOURS["first"], strokeWidth=2).encode(
            x=alt.X("low:Q", title=name, scale=scale), x2="high:Q"
        ),
        base.mark_point(stroke=COLOURS["first"], strokeWidth=2, size=64, opacity=1).encode(
            x=at, fill=alt.Fill("fill:N", scale=None)
        ),
        base.mark_text(dy=-11).encode(x=at, text="text:N"),
    ]
    if chart.reference is not None:
        dashed = alt.Chart().mark_rule(color=COLOURS["muted"], strokeDash=[3, 3])
        layers.insert(0, dashed.encode(x=alt.X("reference:Q", aggregate="min", title=name, scale=scale)))
    drawing = alt.layer(*layers, data={"values": rows}).properties(
        width=width, height={"step": _TALL_ROW if tall else _ROW}
    )
    if len(chart.panels) == 1:
        return drawing
    # A long heading has room to the left, above the labels.
    header = alt.Header(
        title=None,
        labelAnchor="end",
        labelAlign="right",
        labelOrient="top",
        labelFontSize=13,
        labelFontWeight=600,
        labelColor=COLOURS["ink"],
    )
    panels: Drawing = drawing.facet(
        facet=alt.Facet("panel:N", sort=headings, header=header), columns=columns, spacing=_GAP
    ).resolve_scale(x="independent", y="independent")
    return panels


def _rows(panel: Panel, reference: float | None, letters: int, words: "Words") -> list[dict[str, Any]]:
    """The rows that are drawn in a panel; an estimate without an interval is a point alone.

    A point is hollow where its estimate was tested and does not hold.
    """
    held = panel.holds or (True,) * len(panel.rows)
    names = fitted([label for label, _ in panel.rows], letters, lines=2)
    return [
        {
            "label": name,
            "value": scaled(estimate, estimate.value),
            "low": scaled(estimate, estimate.value if estimate.low is None else estimate.low),
            "high": scaled(estimate, estimate.value if estimate.high is None else estimate.high),
            "reference": scaled(estimate, reference),
            "text": estimate.bare(words),
            "fill": COLOURS["first" if holds else "on-strong"],
        }
        for name, (_, estimate), holds in zip(names, panel.rows, held, strict=True)
        if estimate.value is not None
    ]
