"""How charts look: sizes, fonts, and colours that colour-blind readers can tell apart, by the name HTML gives them."""

from dataclasses import dataclass
from typing import Any, Protocol

# A name is also that of a CSS variable in templates/page.css, which has a value for the dark page too. Values differ,
# so that a colour found in an SVG tells its name.
COLOURS = {
    "ink": "#1b1f24",
    "muted": "#5b6470",
    "rule": "#dfe3e8",
    "first": "#0b62a8",
    "second": "#c2610c",
    "on-strong": "#fffffe",
    "low-4": "#b35806",
    "low-3": "#d98032",
    "low-2": "#f0b06c",
    "low-1": "#f8dcb8",
    "even": "#f2f3f5",
    "high-1": "#cfdfee",
    "high-2": "#92bddf",
    "high-3": "#4a90c6",
    "high-4": "#0f5f9f",
}
# Shares at which the colour of a field changes, from low-4 through even to high-4.
STEPS = (0.1, 0.2, 0.3, 0.45, 0.55, 0.7, 0.8, 0.9)
SCALE = tuple(COLOURS[name] for name in COLOURS if name == "even" or name.startswith(("low-", "high-")))
# What a system has, and the fonts with Chinese on each.
FONTS = "system-ui, 'Segoe UI', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif"


@dataclass(frozen=True, slots=True)
class Canvas:
    """The room a chart has, in pixels of its own; a narrow one is for phones."""

    name: str
    width: int

    @property
    def is_narrow(self) -> bool:
        """Whether there is room for one panel only."""
        return self.width < 480


WIDE, NARROW = Canvas("wide", 720), Canvas("narrow", 350)


def config() -> dict[str, Any]:
    """The configuration of Vega-Lite that all charts share."""
    ink, muted, rule = COLOURS["ink"], COLOURS["muted"], COLOURS["rule"]
    return {
        "font": FONTS,
        "view": {"stroke": None},
        "title": {"anchor": "start", "fontSize": 13, "fontWeight": 600, "color": ink, "offset": 6},
        "axis": {
            "labelColor": muted,
            "labelFontSize": 12,
            "titleColor": muted,
            "titleFontSize": 12,
            "titleFontWeight": 400,
            "titlePadding": 8,
            "domainColor": rule,
            "tickColor": rule,
            "gridColor": rule,
            "labelOverlap": "parity",
            "labelSeparation": 6,
        },
        "legend": {
            "orient": "top",
            "title": None,
            "labelColor": ink,
            "labelFontSize": 12,
            "labelLimit": 260,
            "symbolType": "square",
        },
        "text": {"fontSize": 12, "color": ink},
    }


class Drawing(Protocol):
    """What altair makes, as far as it is used here."""

    def to_dict(self) -> dict[str, Any]:
        """The specification, checked against the schema of Vega-Lite."""
        ...
