"""What a page says in words and tables, its charts left out: at the end of a command, at a prompt, in a notebook."""

import html
from collections.abc import Iterator
from io import StringIO
from typing import TYPE_CHECKING

from guandan_sim.report.page import Chart, Page, Table
from guandan_sim.report.quantity import Quantity
from guandan_sim.report.words import Words

if TYPE_CHECKING:
    from rich.table import Table as Drawn

# Columns of a prompt; wider tables are folded.
_WIDTH = 140


def tables(page: Page) -> Iterator[tuple[str, Table]]:
    """The tables with what stands above each: a sentence, or the section's title."""
    for section in page.sections:
        above = section.title
        for part in section.parts:
            if isinstance(part, str):
                above = part
            elif not isinstance(part, Chart):
                yield above, part


def parts(page: Page) -> "Iterator[Drawn | str]":
    """Question, answer, notes and tables for a terminal."""
    from guandan_sim.report.terminal import drawn

    words = Words(page.language)
    yield from (page.question, page.answer, *page.notes)
    for above, table in tables(page):
        yield ""
        yield drawn(table, words, above)


def as_text(page: Page) -> str:
    """The same as one text."""
    from rich.console import Console

    console = Console(file=StringIO(), width=_WIDTH, highlight=False, color_system=None)
    with console.capture() as captured:
        for part in parts(page):
            console.print(part, markup=False, soft_wrap=isinstance(part, str))
    return captured.get().rstrip()


def as_html(page: Page) -> str:
    """The same as HTML."""
    words = Words(page.language)

    def line(cells: tuple[str | Quantity, ...], tag: str) -> str:
        texts = (cell.full(words) if isinstance(cell, Quantity) else cell for cell in cells)
        return "<tr>" + "".join(f"<{tag}>{html.escape(text)}</{tag}>" for text in texts) + "</tr>"

    found = "".join(
        f"<h4>{html.escape(above)}</h4><table><thead>{line(table.headings, 'th')}</thead>"
        f"<tbody>{''.join(line(row, 'td') for row in table.rows)}</tbody></table>"
        for above, table in tables(page)
    )
    said = "".join(f"<p>{html.escape(text)}</p>" for text in (page.answer, *page.notes))
    return f"<h3>{html.escape(page.question)}</h3>{said}{found}"
