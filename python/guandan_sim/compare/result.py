"""What every comparison can say of itself: question, answer, table; as text, JSON, Markdown and HTML."""

import html
import json
import os
import shlex
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from guandan_sim.compare.directory import SCHEMA_VERSION, Outline
from guandan_sim.errors import StoreError
from guandan_sim.simulation import Run

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table as people read it: the first column is text, the others numbers."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Comparison(ABC):
    """A finished comparison. `table` has the numbers, `answer` the sentence, `sheets()` the tables people read."""

    def __init__(self, directory: str | os.PathLike[str]) -> None:
        """The comparison in a directory. Raises `StoreError` when there is none, or one that is not finished."""
        self.directory = Path(directory)
        self.outline = Outline.read(self.directory)
        again = f"this goes on: {self.outline.command} --out {shlex.quote(str(self.directory))}"
        try:
            self.runs = {name: Run(self.directory / folder) for name, folder in self.outline.runs.items()}
        except StoreError as error:
            raise StoreError(f"{error}; {again}") from None
        if not self._is_finished():
            raise StoreError(f"{self.directory}: not finished; {again}")

    def _is_finished(self) -> bool:
        """Whether everything that the numbers are made of is there."""
        return all(run.is_complete for run in self.runs.values())

    @property
    def kind(self) -> str:
        """ "rules", "strategies" or "tournament"."""
        return self.outline.kind

    @property
    def question(self) -> str:
        """What was asked."""
        return self.outline.question

    @property
    def labels(self) -> tuple[str, ...]:
        """What is compared, in order."""
        return self.outline.labels

    @property
    def command(self) -> str:
        """The command that repeats the comparison."""
        return self.outline.command

    @property
    def seed(self) -> int:
        """The master seed of all runs."""
        return next(iter(self.runs.values())).plan.seed

    @property
    @abstractmethod
    def answer(self) -> str:
        """The answer in one sentence with its interval."""

    @property
    @abstractmethod
    def table(self) -> "pl.DataFrame":
        """All numbers, a row each."""

    @abstractmethod
    def sheets(self) -> list[Sheet]:
        """The tables people read."""

    @property
    @abstractmethod
    def method(self) -> str:
        """How the numbers were made, in a few sentences."""

    @abstractmethod
    def details(self) -> dict[str, Any]:
        """What a kind of comparison has besides `table`, as JSON values."""

    def to_dict(self) -> dict[str, Any]:
        """Everything as JSON values."""
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": self.kind,
            "question": self.question,
            "answer": self.answer,
            "labels": list(self.labels),
            "table": self.table.to_dicts(),
            **self.details(),
            "method": self.method,
            "arguments": self.outline.arguments,
            "seed": self.seed,
            "versions": self.outline.versions,
            "command": self.command,
            "directory": str(self.directory),
        }

    def to_json(self) -> str:
        """Everything as one JSON document; a number that does not exist is null."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1, allow_nan=False)

    def to_markdown(self) -> str:
        """Question, answer, tables, method and command in Markdown."""
        lines = [f"# {self.question}", "", self.answer]
        for sheet in self.sheets():
            rule = ["---", *["---:"] * (len(sheet.headings) - 1)]
            lines += ["", f"## {sheet.title}", ""]
            lines += [f"| {' | '.join(row)} |" for row in (sheet.headings, rule, *sheet.rows)]
        return "\n".join([*lines, "", self.method, "", f"    {self.command}", ""])

    def report(self, path: str | os.PathLike[str], language: str = "en") -> Path:
        """Writes the comparison's page in the form that the file's name asks for: .html, .md or .json.

        Raises `StoreError` when the file cannot be written, `PlanError` for another name or language ("en", "zh").
        """
        from guandan_sim.report.files import write
        from guandan_sim.report.pages import page_of

        return write(page_of(self.directory, language), path)

    def __repr__(self) -> str:
        """Question, answer and tables for a terminal."""
        return self._text

    @cached_property
    def _text(self) -> str:
        from io import StringIO

        from rich.console import Console

        from guandan_sim.report.text import table

        console = Console(file=StringIO(), width=140, highlight=False, color_system=None)
        with console.capture() as captured:
            for line in (self.question, self.answer):
                console.print(line, markup=False, soft_wrap=True)
            for sheet in self.sheets():
                console.print()
                console.print(table(sheet.headings, sheet.rows, title=sheet.title))
        return captured.get().rstrip()

    def _repr_html_(self) -> str:
        """The same for a notebook."""

        def line(cells: tuple[str, ...], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        tables = "".join(
            f"<h4>{html.escape(sheet.title)}</h4><table><thead>{line(sheet.headings, 'th')}</thead>"
            f"<tbody>{''.join(line(row, 'td') for row in sheet.rows)}</tbody></table>"
            for sheet in self.sheets()
        )
        return f"<h3>{html.escape(self.question)}</h3><p>{html.escape(self.answer)}</p>{tables}"
