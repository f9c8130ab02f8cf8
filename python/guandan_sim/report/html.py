"""The page as one HTML file that opens from a disk, without network and without scripts.

Charts are drawn here and now and stand in the page as SVG, once for wide and once for narrow screens. Their colours are
CSS variables, so that one drawing serves a light and a dark page.
"""

import re
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from guandan_sim._core import build_info
from guandan_sim.report.charts import NARROW, WIDE, drawn, vega_lite
from guandan_sim.report.charts.look import COLOURS, Canvas
from guandan_sim.report.page import Cell, Chart, Page, Table
from guandan_sim.report.quantity import Quantity
from guandan_sim.report.words import Words

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from markupsafe import Markup

_VARIABLES = {value: f"var(--{name})" for name, value in COLOURS.items()}
_NAMESPACE = "{http://www.w3.org/2000/svg}"
_BREAKS = re.compile(r"(?<=[:;,=(])(?=\w)")
# Of no use where the drawing as a whole has a text alternative, the fonts are the page's, and nothing can be clicked.
_USELESS = ("role", "class", "font-family", "pointer-events", "version")


def html(page: Page, words: Words) -> str:
    """The file's text."""
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    def drawings(chart: Chart) -> Markup:
        both = "".join(inline(drawn(vega_lite(chart, canvas, words)), chart, canvas) for canvas in (WIDE, NARROW))
        return Markup(both)  # noqa: S704 - vl-convert escapes text in what it draws, and `inline` writes parsed elements

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.globals.update(words=words, drawings=drawings, version=build_info()["version"])
    environment.filters["breakable"] = breakable
    environment.tests.update(
        chart=lambda part: isinstance(part, Chart),
        table=lambda part: isinstance(part, Table),
        quantity=lambda cell: isinstance(cell, Quantity),
    )
    template = environment.from_string(_template("page.html"))
    css = Markup(_template("page.css"))  # noqa: S704 - our own file
    return template.render(page=page, css=css)


def fragment(page: Page) -> str:
    """The words and tables of a page for a notebook, its charts left out."""
    words = Words(page.language)

    def line(cells: tuple[Cell, ...], tag: str) -> str:
        texts = (cell.full(words) if isinstance(cell, Quantity) else cell for cell in cells)
        return "<tr>" + "".join(f"<{tag}>{escape(text)}</{tag}>" for text in texts) + "</tr>"

    tables = "".join(
        f"<h4>{escape(above)}</h4><table><thead>{line(table.headings, 'th')}</thead>"
        f"<tbody>{''.join(line(row, 'td') for row in table.rows)}</tbody></table>"
        for above, table in page.tables()
    )
    said = "".join(f"<p>{escape(text)}</p>" for text in (page.answer, *page.notes))
    return f"<h3>{escape(page.question)}</h3>{said}{tables}"


def _template(name: str) -> str:
    return files("guandan_sim.report").joinpath("templates", name).read_text("utf-8")


def breakable(text: str) -> "Markup":
    """Text with places for line breaks after the marks that join names."""
    from markupsafe import Markup, escape

    return Markup("<wbr>").join(escape(piece) for piece in _BREAKS.split(text))


def inline(text: str, chart: Chart, canvas: Canvas) -> str:
    """The drawing of an SVG file to be put into a page: with named colours, its own ids, and the size of its place."""
    from xml.etree import ElementTree

    root = ElementTree.fromstring(text)  # noqa: S314 - drawn by vl-convert a moment ago
    width, height = root.get("width", ""), root.get("height", "")
    prefix = f"{chart.name}-{canvas.name}-"
    for element in root.iter():
        _adapt(element, prefix)
    del root.attrib["width"], root.attrib["height"]
    root.set("viewBox", root.get("viewBox") or f"0 0 {width} {height}")
    root.set("class", canvas.name)
    root.set("style", f"max-width:{width}px")
    root.set("aria-hidden", "true")
    return ElementTree.tostring(root, encoding="unicode")


def _adapt(element: "Element", prefix: str) -> None:
    element.tag = element.tag.removeprefix(_NAMESPACE)
    for name, value in list(element.attrib.items()):
        if name in _USELESS or name.startswith("aria-"):
            del element.attrib[name]
        elif name == "id":
            element.set(name, prefix + value)
        elif value.startswith("url(#"):
            element.set(name, f"url(#{prefix}{value.removeprefix('url(#')}")
        elif value in _VARIABLES:
            element.set(name, _VARIABLES[value])
