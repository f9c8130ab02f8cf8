"""A page on the terminal: in full with a table for each chart, or its words and tables alone."""

from collections.abc import Iterable, Iterator
from io import StringIO

from rich.console import Console
from rich.table import Table as Drawn

from guandan_sim.report import text
from guandan_sim.report.page import Cell, Chart, Page, Table
from guandan_sim.report.quantity import Quantity
from guandan_sim.report.words import Words

# A table longer than this is for the other formats.
_MOST_ROWS = 30
# Columns of a prompt; wider tables are folded.
_WIDTH = 140


def show(page: Page) -> None:
    """Prints the page, a chart as the table of its numbers."""
    words = Words(page.language)
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


def in_brief(page: Page) -> Iterator[Drawn | str]:
    """The question, the answer, the notes and the tables of a page, its charts left out."""
    words = Words(page.language)
    yield from (page.question, page.answer, *page.notes)
    for above, table in page.tables():
        yield ""
        yield drawn(table, words, above)


def as_text(page: Page) -> str:
    """What `in_brief` gives, as one text for a prompt."""
    return in_text(in_brief(page))


def in_text(parts: Iterable[Drawn | str]) -> str:
    """Tables and lines as one text for a prompt."""
    console = Console(file=StringIO(), width=_WIDTH, highlight=False, color_system=None)
    with console.capture() as captured:
        for part in parts:
            console.print(part, markup=False, soft_wrap=isinstance(part, str))
    return captured.get().rstrip()


def drawn(table: Table, words: Words, title: str | None = None) -> Drawn:
    """A table for the terminal; where many columns carry intervals these stand below their values."""

    def cell(content: Cell) -> str:
        if not isinstance(content, Quantity):
            return content
        if table.is_wide:
            return f"{content.text(words)}\n{content.interval(words)}".rstrip()
        return content.full(words)

    return text.table(table.headings, [list(map(cell, row)) for row in table.rows], title=title)
