"""Draws bars: upright for how often values occurred, lying for amounts of a few things."""

import json
from typing import TYPE_CHECKING

from guandan_sim.report.charts.axes import fitted, title
from guandan_sim.report.charts.look import COLOURS, Canvas, Drawing
from guandan_sim.report.page import Amounts, Bars

if TYPE_CHECKING:
    from guandan_sim.report.words import Words

# Left to the labels of an axis.
_MARGIN = 60
_HEIGHT = 220
_ROW_HEIGHT = 90
_SHARES = {"format": "~%", "tickCount": 5, "domain": False, "ticks": False}
_ROW = 24
_LABELS = {False: 150, True: 100}
_NUMBERS = 56
# Letters of a value and of a legend's line, pixels of a letter.
_VALUE = 12
_LEGEND = 36
_LETTER = 7


def bars(chart: Bars, canvas: Canvas) -> Drawing:
    """A bar for each value: stacked in the colours of its series, or a row of bars for each series."""
    import altair as alt

    series = fitted(chart.series, _LEGEND)
    names = dict(zip(chart.series, series, strict=True))
    values = dict(zip(chart.values, fitted(chart.values, _VALUE), strict=True))
    rows = [{"value": values[value], "series": names[name], "share": share} for value, name, share in chart.shares()]
    plain = alt.Chart({"values": rows}, width=canvas.width - _MARGIN, height=_ROW_HEIGHT if chart.apart else _HEIGHT)
    drawn: alt.Chart = plain.mark_bar(color=COLOURS["first"]).encode(
        x=alt.X(
            "value:O", sort=list(values.values()), title=title(chart.axis), axis=alt.Axis(labelAngle=0, ticks=False)
        ),
        y=alt.Y("share:Q", title=title(chart.share), axis=_SHARES),
    )
    if chart.apart:
        header = alt.Header(
            title=None,
            labelAnchor="start",
            labelOrient="top",
            labelAngle=0,
            labelColor=COLOURS["ink"],
            labelFontSize=12,
            labelPadding=4,
        )
        by_row = drawn.encode(y=alt.Y("share:Q", title=None, axis=_SHARES | {"tickCount": 3}))
        rowed: Drawing = by_row.facet(row=alt.Row("series:N", sort=series, header=header), spacing=12)
        return rowed
    if len(series) == 1:
        return drawn
    stacked: Drawing = drawn.encode(
        color=alt.Color(
            "series:N",
            sort=series,
            scale=alt.Scale(domain=series, range=[COLOURS["first"], COLOURS["second"]]),
            legend=alt.Legend(columns=1 if canvas.is_narrow else 2),
        ),
        order=alt.Order("order:Q"),
    ).transform_calculate(order=f"indexof({json.dumps(series)}, datum.series)")
    return stacked


def amounts(chart: Amounts, canvas: Canvas, words: "Words") -> Drawing:
    """A bar for each thing, with its number at the end."""
    import altair as alt

    labels = _LABELS[canvas.is_narrow]
    things = fitted([thing for thing, _ in chart.rows], labels // _LETTER)
    rows = [
        {"thing": thing, "value": amount.value, "text": amount.text(words)}
        for thing, (_, amount) in zip(things, chart.rows, strict=True)
    ]
    base = alt.Chart({"values": rows}).encode(
        x=alt.X("value:Q", axis=None),
        y=alt.Y(
            "thing:N",
            sort=things,
            title=None,
            axis=alt.Axis(
                domain=False,
                ticks=False,
                labelLimit=labels,
                minExtent=labels,
                labelColor=COLOURS["ink"],
                labelPadding=8,
            ),
        ),
    )
    return alt.layer(
        base.mark_bar(color=COLOURS["first"], height={"band": 0.62}),
        base.mark_text(align="left", dx=6).encode(text="text:N"),
    ).properties(width=canvas.width - labels - _NUMBERS, height=_ROW * len(rows))
