"""The page as Markdown: sentences and tables, a chart by its sentence and its numbers."""

from typing import TYPE_CHECKING

from guandan_sim.report.page import Cell, Chart, Page, Table
from guandan_sim.report.quantity import Quantity

if TYPE_CHECKING:
    from guandan_sim.report.words import Words

# Written as entities or with a backslash these are text wherever they stand, in a table or in a line.
_SPECIAL = {**{mark: f"\\{mark}" for mark in "\\`*_[]|~#"}, "<": "&lt;", ">": "&gt;", "&": "&amp;", "\n": " "}


def markdown(page: Page, words: "Words") -> str:
    """The file's text."""
    lines = [f"# {escaped(page.question)}", "", f"**{escaped(page.answer)}**", ""]
    for note in page.notes:
        lines += [f"> {escaped(note)}", ""]
    if page.highlights:
        lines += _table(Table((words("table.metric"), words("table.value")), page.highlights), words)
    for section in page.sections:
        lines += [f"## {escaped(section.title)}", ""]
        for part in section.parts:
            if isinstance(part, Chart):
                lines += [f"### {escaped(part.title)}", "", escaped(part.alternative), ""]
                lines += _table(part.table(), words)
            elif isinstance(part, Table):
                lines += _table(part, words)
            else:
                lines += [escaped(part), ""]
    lines += [f"## {words('page.method')}", ""]
    for sentence in page.method:
        lines += [escaped(sentence), ""]
    lines += [f"* {escaped(label)}: {escaped(fact)}" for label, fact in page.facts]
    lines += ["", f"{words('page.command')}:", "", *_fenced(page.command, "sh")]
    for label, source in page.sources:
        lines += ["", f"{escaped(label)}:", "", *_fenced(source.rstrip("\n"), "")]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """Text in which nothing is taken for Markdown or HTML."""
    return "".join(_SPECIAL.get(letter, letter) for letter in text)


def _table(table: Table, words: "Words") -> list[str]:
    rules = ["---:" if table.is_numeric(column) else "---" for column in range(len(table.headings))]
    rows = [[escaped(heading) for heading in table.headings], rules]
    rows += [[_cell(cell, words) for cell in row] for row in table.rows]
    return [*(f"| {' | '.join(row)} |" for row in rows), ""]


def _cell(cell: Cell, words: "Words") -> str:
    return escaped(cell.full(words) if isinstance(cell, Quantity) else cell)


def _fenced(text: str, language: str) -> list[str]:
    """A block of code whose fence is longer than any in it."""
    fence = "```"
    while fence in text:
        fence += "`"
    return [fence + language, text, fence]
