"""The tables of a data set: their columns as the engine declares them, for files, for readers, and for docs/DATA.md."""

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Self

from guandan_sim._core import Part, Rules, Simulator

if TYPE_CHECKING:
    import polars as pl

TABLES = ("matches", "deals")
# Rows of a row group, by which readers skip.
GROUP_ROWS = 131_072

_ABOUT = {
    "matches": "One row for each match. A single deal is deal 0 of a match of its own, so it has a row here too.",
    "deals": "One row for each deal.",
    "plays": "Written with `--log plays`. One row for each play or pass of the deals in the table `deals`, in order.",
}

_INTRODUCTION = """\
# The data set

```python
import polars as pl

deals = pl.scan_parquet("runs/demo/deals/*.parquet")
deals.group_by("pattern").agg(pl.len(), pl.col("plays").mean()).collect()
```

A run writes its data into a directory. The tables are Parquet files, in parts:

* `matches/part-NNNNN.parquet` and `deals/part-NNNNN.parquet`, always;
* `plays/part-NNNNN.parquet`, with `--log plays`;
* `records/part-NNNNN.jsonl`, with `--log records`; [RECORDS.md](RECORDS.md) describes its lines.

Beside the tables are

* `manifest.json`: the complete plan with rules and seed; the versions and the signature of the program that made the
  data; whether the same plan always gives the same data; and a checksum of all that;
* `experiment.toml`: the same plan as a file for `guandan-sim run`;
* `run.log`: what happened when;
* `parts/part-NNNNN.json`: the receipt of a part. It has size, rows and SHA-256 of the files of the part, and how many
  blocks ended with which result (games won by the first side, games won by the second side, number of blocks). The
  receipt is written last: a part without a receipt is incomplete and ignored.

`guandan-sim verify` compares all of these.

In every table, rows are sorted by `match` and `deal`, which both count from 0. Seats are 0 to 3 in playing order;
their columns end in `_s0` to `_s3`. Team 0 is seats 0 and 2, team 1 is seats 1 and 3; their columns end in `_t0` and
`_t1`. Numbers are counts unless the table says otherwise. The columns `min_plays_s0` to `_s3` are there only with
`--columns hand` ([EVALUATION.md](EVALUATION.md)). The metadata of each file also has the meaning of its columns, as
JSON under the key `columns`.

`make docs` prints this page from the engine's own tables, and a test compares the two.
"""


class File(NamedTuple):
    """A file of a part, not yet written: its bytes, and its rows or lines."""

    content: bytes
    rows: int


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its type, what it means and in which unit, whether values may be missing, its categories."""

    name: str
    type: str
    about: str
    nullable: bool
    categories: tuple[str, ...] | None

    def dtype(self) -> "pl.DataType":
        """The data type in polars."""
        import polars as pl

        if self.categories is not None:
            return pl.Enum(self.categories)
        numbers = {"u8": pl.UInt8, "u16": pl.UInt16, "u32": pl.UInt32, "u64": pl.UInt64, "i32": pl.Int32}
        return pl.String() if self.type == "text" else numbers[self.type]()


@dataclass(frozen=True)
class Tables:
    """The columns of every table of one run."""

    columns: Mapping[str, Sequence[Column]]

    @classmethod
    def of(cls, simulator: Simulator) -> Self:
        """The tables of a plan."""
        return cls(
            {
                table: [
                    Column(name, type_, about, nullable, None if categories is None else tuple(categories))
                    for name, type_, about, nullable, categories in columns
                ]
                for table, columns in simulator.schema().items()
            }
        )

    def schema(self, table: str) -> "pl.Schema":
        """The columns of a table as polars has them."""
        import polars as pl

        return pl.Schema({column.name: column.dtype() for column in self.columns[table]})

    @cached_property
    def _metadata(self) -> dict[str, dict[str, str]]:
        """The metadata of each table, which is the same for all parts."""
        return {table: self.metadata(table) for table in self.columns}

    def metadata(self, table: str) -> dict[str, str]:
        """What is written beside a table: the columns' meaning, and for readers of Arrow the types Parquet lacks.

        The latter is what polars itself writes for these columns; it makes enums come back as enums.
        """
        import polars as pl

        empty = io.BytesIO()
        pl.DataFrame(schema=self.schema(table)).write_parquet(empty)
        empty.seek(0)
        arrow = pl.read_parquet_metadata(empty)["ARROW:schema"]
        about = {column.name: column.about for column in self.columns[table]}
        return {"ARROW:schema": arrow, "table": table, "columns": json.dumps(about)}

    def files(self, part: Part, logs: Sequence[str]) -> dict[str, File]:
        """Each table of a part as a Parquet file, and what is logged of it."""
        files = {
            table: File(part.parquet(table, self._metadata[table], GROUP_ROWS), part.rows(table))
            for table in self.columns
        }
        if "records" in logs:
            lines = part.records().encode()
            files["records"] = File(lines, lines.count(b"\n"))
        return files


def document() -> str:
    """The text of docs/DATA.md: the tables and their columns."""
    tables = Tables.of(
        Simulator(strategies=["random", "lowest"], seed=0, rules=Rules("institute"), plays=True, hand_columns=True)
    )
    lines = [_INTRODUCTION.rstrip()]
    for table in tables.columns:
        lines += [
            "",
            f"## {table}",
            "",
            _ABOUT[table],
            "",
            "| column | type | null | meaning |",
            "| --- | --- | --- | --- |",
        ]
        lines += [
            f"| {c.name} | {_type(c)} | {'yes' if c.nullable else ''} | {c.about} |" for c in tables.columns[table]
        ]
    return "\n".join(lines) + "\n"


def _type(column: Column) -> str:
    if column.categories is None:
        return column.type
    if column.name == "rules" or column.name.startswith("strategy_"):
        return "enum: the labels of the run"
    if len(column.categories) > 20:
        return f"enum: {' '.join(column.categories[:5])} .. {' '.join(column.categories[-3:])}"
    return "enum: " + " ".join(column.categories)


if __name__ == "__main__":
    print(document(), end="")
