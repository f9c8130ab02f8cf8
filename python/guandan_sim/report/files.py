"""Reports written to files: a page in the form its name asks for, and each chart as a picture."""

import json
import os
from pathlib import Path
from typing import Literal

from guandan_sim.errors import PlanError
from guandan_sim.paths import local
from guandan_sim.report.page import Page
from guandan_sim.report.words import Words
from guandan_sim.store.files import make_directory, write_file

Format = Literal["html", "md", "json"]
_BY_SUFFIX: dict[str, Format] = {".html": "html", ".htm": "html", ".md": "md", ".json": "json"}


def format_of(path: str | os.PathLike[str]) -> Format:
    """The form a file's name asks for. Raises `PlanError`."""
    suffix = Path(path).suffix.lower()
    if suffix not in _BY_SUFFIX:
        raise PlanError(f"{os.fspath(path)}: expected a name that ends with {', '.join(_BY_SUFFIX)}")
    return _BY_SUFFIX[suffix]


def rendered(page: Page, form: Format) -> str:
    """The page as HTML, Markdown or JSON text."""
    words = Words(page.language)
    if form == "html":
        from guandan_sim.report.html import html

        return html(page, words)
    if form == "md":
        from guandan_sim.report.markdown import markdown

        return markdown(page, words)
    return json.dumps(page.to_dict(), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def write(page: Page, path: str | os.PathLike[str], form: Format | None = None) -> Path:
    """Writes a page: whole or not at all where it is kept, and into a device or a pipe where there is one.

    Raises `StoreError`, and `PlanError` for a name that tells no form.
    """
    target = local(path, "a report")
    text = rendered(page, form or format_of(target))
    make_directory(target.parent)
    write_file(target, text.encode())
    return target


def write_charts(page: Page, directory: str | os.PathLike[str]) -> list[Path]:
    """Writes each chart of a page as SVG and as PNG. Raises `PathError` and `StoreError`."""
    from guandan_sim.report.charts import WIDE, png, svg

    words, folder = Words(page.language), local(directory, "a chart")
    pictures = {
        folder / f"{chart.name}{suffix}": content
        for chart in page.charts()
        for suffix, content in ((".svg", svg(chart, WIDE, words).encode()), (".png", png(chart, WIDE, words)))
    }
    make_directory(folder)
    for path, content in pictures.items():
        write_file(path, content)
    return list(pictures)
