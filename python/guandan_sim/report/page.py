"""A report before it is HTML, Markdown, JSON or text: sentences, tables, and charts with the numbers they show.

A page is in one language. The modules that show pages need to know nothing of runs and comparisons.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, ClassVar, TypeAlias

from guandan_sim.report.quantity import Quantity

# Columns with intervals that fit beside each other.
_MOST_INTERVALS = 2

Cell: TypeAlias = "str | Quantity"


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings."""

    type: ClassVar[str] = "table"

    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def is_wide(self) -> bool:
        """Whether several columns carry intervals, which then stand below their values."""
        with_interval = {
            column
            for row in self.rows
            for column, cell in enumerate(row)
            if isinstance(cell, Quantity) and (cell.low is not None or cell.high is not None)
        }
        return len(with_interval) > _MOST_INTERVALS

    def is_numeric(self, column: int) -> bool:
        """Whether a column holds nothing but numbers."""
        return all(isinstance(row[column], Quantity) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Chart:
    """What all charts have: a file name, a title, and a sentence that says what is to be seen."""

    type: ClassVar[str]

    name: str
    title: str
    alternative: str

    def table(self) -> Table:
        """The numbers that the chart shows."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Bars(Chart):
    """How often each value of something occurred: `counts` has a row for each value and a column for each series.

    Series are stacked, their shares being of all that was counted; with `apart` they stand in rows of their own below
    each other, each with shares of its own total. `headings` name the number and the share of each series in the table.
    """

    type: ClassVar[str] = "bars"

    axis: str
    share: str
    series: tuple[str, ...]
    headings: tuple[str, ...]
    values: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]
    apart: bool = False

    def shares(self) -> Iterator[tuple[str, str, float]]:
        """Each value and series with its share."""
        series = list(map(sum, zip(*self.counts, strict=True)))
        totals = series if self.apart else [sum(series)] * len(series)
        for value, row in zip(self.values, self.counts, strict=True):
            for name, count, total in zip(self.series, row, totals, strict=True):
                yield value, name, count / total if total else 0.0

    def table(self) -> Table:
        """A row for each value, with a count and a share for each series."""
        shares = iter(self.shares())
        rows: list[tuple[Cell, ...]] = []
        for value, row in zip(self.values, self.counts, strict=True):
            cells = [(Quantity(count, "count"), Quantity(next(shares)[2], "share")) for count in row]
            rows.append((value, *(cell for pair in cells for cell in pair)))
        return Table((self.axis, *self.headings), tuple(rows))


@dataclass(frozen=True, slots=True)
class Amounts(Chart):
    """One amount for each of a few things."""

    type: ClassVar[str] = "amounts"

    thing: str
    axis: str
    rows: tuple[tuple[str, Quantity], ...]

    def table(self) -> Table:
        """A row for each thing."""
        return Table((self.thing, self.axis), self.rows)


@dataclass(frozen=True, slots=True)
class Panel:
    """Estimates of one unit on one axis.

    `holds` says of each whether it differs from the reference, tested together with all others; empty where that was
    not tested.
    """

    title: str
    rows: tuple[tuple[str, Quantity], ...]
    holds: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class Intervals(Chart):
    """Estimates with their intervals, in panels that each have an axis; `reference` is where nothing differs.

    `verdicts` is the heading for what panels say in `holds`, and the words for those that hold and for the others.
    """

    type: ClassVar[str] = "intervals"

    metric: str
    thing: str
    axis: str
    reference: float | None
    panels: tuple[Panel, ...]
    verdicts: tuple[str, str, str] | None = None

    def table(self) -> Table:
        """A row for each estimate."""
        several = len(self.panels) > 1
        headings: tuple[str, ...] = (self.metric, self.thing) if several else (self.thing,)
        if self.verdicts is not None:
            headings += (self.verdicts[0],)
        return Table((*headings, self.axis), tuple(self._rows(several)))

    def _rows(self, several: bool) -> Iterator[tuple[Cell, ...]]:
        for panel in self.panels:
            for place, (label, estimate) in enumerate(panel.rows):
                titled: tuple[str, ...] = (panel.title, label) if several else (label,)
                if self.verdicts is not None:
                    _, yes, no = self.verdicts
                    titled += (yes if panel.holds[place] else no,)
                yield *titled, estimate


@dataclass(frozen=True, slots=True)
class GridCell:
    """The share in one field of a grid, and the number of observations it rests on."""

    row: str
    column: str
    share: Quantity
    observed: int


@dataclass(frozen=True, slots=True)
class Grid(Chart):
    """Shares by two properties; fields with fewer than `least` observations are not drawn."""

    type: ClassVar[str] = "grid"

    row_title: str
    column_title: str
    share: str
    observed: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[GridCell, ...]
    least: int

    def table(self) -> Table:
        """A row for each field of the grid."""
        return Table(
            (self.row_title, self.column_title, self.share, self.observed),
            tuple((cell.row, cell.column, cell.share, Quantity(cell.observed, "count")) for cell in self.cells),
        )


@dataclass(frozen=True, slots=True)
class Convergence(Chart):
    """How an estimate settled: its value and interval after so many blocks."""

    # The word of the JSON form, which is older than the name here.
    type: ClassVar[str] = "course"

    axis: str
    estimate: str
    reference: float | None
    points: tuple[tuple[int, Quantity], ...]

    def table(self) -> Table:
        """A row for each point."""
        return Table(
            (self.axis, self.estimate), tuple((Quantity(blocks, "count"), estimate) for blocks, estimate in self.points)
        )


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, and what stands under it."""

    name: str
    title: str
    parts: tuple[str | Table | Chart, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A whole report in one language.

    `highlights` are the few numbers shown first, `notes` what a reader must know before believing anything, `method`
    how it was done, `facts` what repeats it (seed, versions, sizes), `command` the command that does, `sources` texts
    kept with the report, such as rule sets in full, with comments in the page's language.
    """

    language: str
    title: str
    question: str
    answer: str
    highlights: tuple[tuple[str, Quantity], ...]
    notes: tuple[str, ...]
    sections: tuple[Section, ...]
    method: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    command: str
    sources: tuple[tuple[str, str], ...]

    def charts(self) -> Iterator[Chart]:
        """All charts in order."""
        for section in self.sections:
            yield from (part for part in section.parts if isinstance(part, Chart))

    def tables(self) -> Iterator[tuple[str, Table]]:
        """The tables that are no charts, each with what stands above it: a sentence, or the section's title."""
        for section in self.sections:
            above = section.title
            for part in section.parts:
                if isinstance(part, str):
                    above = part
                elif isinstance(part, Table):
                    yield above, part

    def to_dict(self) -> dict[str, Any]:
        """The page as JSON values; a part of a section says by `type` what it is."""
        plain: dict[str, Any] = _plain(self)
        return plain


def _plain(value: Any) -> Any:
    """Dataclasses as dicts and tuples as lists; parts of sections say by `type` what they are."""
    if is_dataclass(value):
        named = {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
        return {"type": value.type, **named} if isinstance(value, Chart | Table) else named
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value
