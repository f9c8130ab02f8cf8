"""Draws charts: from the data of `report.page` altair makes Vega-Lite, and vl-convert makes SVG or PNG of that.

Neither needs a network.
"""

import sys
from typing import TYPE_CHECKING, Any

from guandan_sim.errors import PlanError
from guandan_sim.report.charts.bars import amounts, bars
from guandan_sim.report.charts.convergence import convergence
from guandan_sim.report.charts.grid import grid
from guandan_sim.report.charts.intervals import intervals
from guandan_sim.report.charts.look import NARROW, WIDE, Canvas, config
from guandan_sim.report.page import Amounts, Bars, Chart, Convergence, Grid, Intervals

if TYPE_CHECKING:
    from guandan_sim.report.words import Words

# A picture with 2 pixels to one of the canvas is sharp in print and on a telephone.
_PNG_SCALE = 2


def vega_lite(chart: Chart, canvas: Canvas, words: "Words", background: str = "transparent") -> dict[str, Any]:
    """The specification of a chart in Vega-Lite, checked by altair against its schema.

    Raises `PlanError` where Python has been told to leave docstrings out, which altair cannot be imported without.
    """
    if sys.flags.optimize > 1:
        raise PlanError("charts cannot be drawn without docstrings: leave out PYTHONOPTIMIZE=2 (python -OO)")
    match chart:
        case Bars():
            drawn = bars(chart, canvas)
        case Amounts():
            drawn = amounts(chart, canvas, words)
        case Intervals():
            drawn = intervals(chart, canvas, words)
        case Grid():
            drawn = grid(chart, canvas)
        case Convergence():
            drawn = convergence(chart, canvas, words)
        case _:
            raise TypeError(f"no way to draw a {type(chart).__name__}")
    specification: dict[str, Any] = drawn.to_dict()
    return {**specification, "config": config(), "padding": 8, "background": background}


def svg(chart: Chart, canvas: Canvas, words: "Words") -> str:
    """A chart as an SVG file on white."""
    return drawn(vega_lite(chart, canvas, words, "white"))


def drawn(specification: dict[str, Any]) -> str:
    """The SVG of a specification in Vega-Lite."""
    import vl_convert

    text: str = vl_convert.vegalite_to_svg(specification)
    return text


def png(chart: Chart, canvas: Canvas, words: "Words") -> bytes:
    """A chart as a PNG file on white."""
    import vl_convert

    image: bytes = vl_convert.vegalite_to_png(vega_lite(chart, canvas, words, "white"), scale=_PNG_SCALE)
    return image


__all__ = ["NARROW", "WIDE", "Canvas", "drawn", "png", "svg", "vega_lite"]
