"""The page on the terminal: what is read first, then a table a chart."""

from typing import TYPE_CHECKING

from rich.table import Table as Drawn

from guandan_sim.report import text
from guandan_sim.report.page import Cell, Chart, Page, Table
from guandan_sim.report.quantity import Quantity

if TYPE_CHECKING:
    from guandan_sim.report.words import Words

# A table longer than this is for the other formats.
_MOST_ROWS = 30


def show(page: Page, words: "Words") -> None:
    """Prints the page."""
    text.show(page.question, "", page.answer, *page.notes, "")
    if page.highlights:
        text.show(drawn(Table((words("table.metric"), words("table.value")), page.highlights), words), "")
    for section in page.sections:
        for part in section.parts:
            if isinstance(part, str):
                text.show(part, "")
                continue
            table, title = (part.table(), part.title) if isinstance(part, Chart) else (part, section.title)
            if len(table.rows) <= _MOST_ROWS:
                text.show(drawn(table, words, title), "")
    text.show(*(f"{label}: {fact}" for label, fact in page.facts), page.command)


def drawn(table: Table, words: "Words", title: str | None = None) -> Drawn:
    """A table; where many columns carry intervals these stand below their values."""

    def cell(content: Cell) -> str:
        if not isinstance(content, Quantity):
            return content
        if table.is_wide:
            return f"{content.text(words)}\n{content.interval(words)}".rstrip()
        return content.full(words)

    return text.table(table.headings, [list(map(cell, row)) for row in table.rows], title=title)
