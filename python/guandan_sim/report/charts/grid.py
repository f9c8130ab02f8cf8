"""Draws shares by two properties as coloured fields with their numbers."""

from bisect import bisect

from guandan_sim.report.charts.axes import fitted, title
from guandan_sim.report.charts.look import COLOURS, SCALE, STEPS, Canvas, Drawing
from guandan_sim.report.page import Grid

_LABELS = 52
# Pixels of a letter.
_LETTER = 7
_LARGEST = 40
_LOWEST_ROW = 22


def grid(chart: Grid, canvas: Canvas) -> Drawing:
    """The fields of which enough was observed; the first row is at the foot."""
    import altair as alt

    wordy = max(map(len, chart.rows), default=0) > 2
    labels = (110 if canvas.is_narrow else 160) if wordy else _LABELS
    step = min((canvas.width - labels) / max(len(chart.columns), 1), 90 if wordy else _LARGEST)
    columns = dict(zip(chart.columns, fitted(chart.columns, max(int(step / _LETTER), 2)), strict=True))
    names = dict(zip(chart.rows, fitted(chart.rows, labels // _LETTER), strict=True))
    rows = []
    for cell in chart.cells:
        if cell.observed < chart.least or cell.share.value is None:
            continue
        place = bisect(STEPS, cell.share.value)
        strong = abs(place - len(STEPS) // 2) >= 3
        rows.append(
            {
                "row": names[cell.row],
                "column": columns[cell.column],
                "fill": SCALE[place],
                "ink": COLOURS["on-strong" if strong else "ink"],
                "text": f"{100 * cell.share.value:.0f}",
            }
        )
    base = alt.Chart({"values": rows}).encode(
        x=alt.X(
            "column:O",
            scale=alt.Scale(domain=list(columns.values())),
            title=title(chart.column_title),
            axis=alt.Axis(labelAngle=0, ticks=False, domain=False, labelLimit=step, labelOverlap=False),
        ),
        y=alt.Y(
            "row:O",
            scale=alt.Scale(domain=list(names.values())[::-1]),
            title=None if wordy else title(chart.row_title),
            axis=alt.Axis(
                ticks=False, domain=False, labelLimit=labels, labelOverlap=False, minExtent=labels if wordy else 0
            ),
        ),
    )
    return alt.layer(
        base.mark_rect().encode(color=alt.Color("fill:N", scale=None)),
        base.mark_text(fontSize=10 if canvas.is_narrow else 12).encode(
            text="text:N", color=alt.Color("ink:N", scale=None)
        ),
    ).properties(
        width=step * max(len(chart.columns), 1), height=max(min(step * 0.75, 32), _LOWEST_ROW) * max(len(chart.rows), 1)
    )
