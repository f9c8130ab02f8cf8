"""Draws how an estimate and its interval settled as blocks came in."""

from typing import TYPE_CHECKING

from guandan_sim.report.charts.axes import padded, scaled, title, unit_name
from guandan_sim.report.charts.look import COLOURS, Canvas, Drawing
from guandan_sim.report.page import Convergence

if TYPE_CHECKING:
    from guandan_sim.report.words import Words

_MARGIN = 70
_HEIGHT = 220
# Letters along the side.
_NAME = 30


def convergence(chart: Convergence, canvas: Canvas, words: "Words") -> Drawing:
    """A line in a band; points where there are too few for a line."""
    import altair as alt

    rows = [
        {
            "blocks": blocks,
            "value": scaled(estimate, estimate.value),
            "low": scaled(estimate, estimate.low),
            "high": scaled(estimate, estimate.high),
        }
        for blocks, estimate in chart.points
    ]
    unit = chart.points[0][1]
    reference = scaled(unit, chart.reference)
    known = [float(value) for row in rows for name in ("value", "low", "high") if (value := row[name]) is not None]
    domain = padded(known, unit)
    base = alt.Chart({"values": rows}).encode(
        x=alt.X(
            "blocks:Q",
            title=title(chart.axis),
            axis=alt.Axis(format=",d", grid=False, tickCount=4 if canvas.is_narrow else 6, tickMinStep=1),
        )
    )
    estimate = alt.Y(
        "value:Q",
        title=title(chart.estimate, _NAME) + unit_name(unit, words),
        scale=alt.Scale(domain=domain, nice=False, zero=False),
        axis=alt.Axis(tickCount=5, domain=False, ticks=False),
    )
    layers = [
        base.transform_filter("isValid(datum.low) && isValid(datum.high)")
        .mark_area(color=COLOURS["first"], opacity=0.18)
        .encode(y=alt.Y("low:Q"), y2="high:Q"),
        base.mark_line(color=COLOURS["first"], strokeWidth=2, point=len(rows) < 3).encode(y=estimate),
    ]
    if reference is not None and domain[0] <= reference <= domain[1]:
        even = alt.Chart({"values": [{"at": reference}]})
        layers.insert(0, even.mark_rule(color=COLOURS["muted"], strokeDash=[3, 3]).encode(y="at:Q"))
    return alt.layer(*layers).properties(width=canvas.width - _MARGIN, height=_HEIGHT)
