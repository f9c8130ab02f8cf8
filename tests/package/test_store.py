"""The run directory: parts, going on, refusals, and the Parquet files themselves."""

import io
import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from conftest import files, refused
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

import guandan_sim as gd
from guandan_sim._core import parquet
from guandan_sim.store.files import plain_name
from guandan_sim.store.local import LocalPlace
from guandan_sim.store.tables import document

Simulate = Callable[..., gd.Run]
ROOT = Path(__file__).parents[2]


def test_data_md_is_made_from_the_tables() -> None:
    assert (ROOT / "docs" / "DATA.md").read_text() == document()


def test_the_manifest_holds_all_that_is_needed_to_do_it_again(simulate: Simulate, tmp_path: Path) -> None:
    run = simulate(deals=300, rotations=2, rules="next_wind", level="T", part_size=100)
    manifest = json.loads((run.path / "manifest.json").read_text())
    plan = manifest["plan"]
    assert manifest["schema_version"] == 1
    assert manifest["versions"]["guandan_sim"] == gd.build_info()["version"]
    again = gd.simulate(
        deals=plan["count"],
        rotations=plan["rotations"],
        rules=gd.Rules.from_text(plan["rules"]["toml"]),
        level=plan["level"],
        strategies=plan["strategies"],
        seed=plan["seed"],
        part_size=plan["part_blocks"] * plan["rotations"],
        out=tmp_path / "again",
    )
    assert files(again.path) == files(run.path)


def test_f03_the_same_call_makes_only_the_parts_that_are_missing(simulate: Simulate, tmp_path: Path) -> None:
    whole = simulate(deals=1000, part_size=100, out=tmp_path / "run")
    expected = files(whole.path)
    assert len(expected) == 20
    kept = {name: (whole.path / name).stat().st_mtime_ns for name in expected}
    for name in ("deals/part-00003.parquet", "matches/part-00007.parquet"):
        (whole.path / name).unlink()
    assert not whole.is_complete
    again = simulate(deals=1000, part_size=100, out=tmp_path / "run")
    assert again.is_complete
    assert files(again.path) == expected
    touched = [name for name, time_ in kept.items() if (whole.path / name).stat().st_mtime_ns != time_]
    assert {name[-13:-8] for name in touched} == {"00003", "00007"}
    assert again.deals.collect()["match"].to_list() == list(range(1000))


def test_f06_another_plan_in_the_same_directory_is_refused_and_says_the_difference(simulate: Simulate) -> None:
    run = simulate(deals=100)
    before = files(run.path)
    for change, word in (
        ({"seed": 8}, "seed 7 there, 8"),
        ({"deals": 101}, "count 100 there, 101"),
        ({"rules": "pagat"}, "rules institute there, pagat"),
        ({"strategies": "lowest"}, "strategies"),
        ({"level": "3"}, "level 2 there, 3"),
    ):
        refused(lambda change=change: simulate(**{"deals": 100, "out": run.path, **change}), str(run.path), word)  # type: ignore[misc]
    assert files(run.path) == before


def test_a_directory_that_holds_something_else_is_refused(simulate: Simulate, tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "draft.txt").write_text("dear")
    refused(lambda: simulate(deals=10, out=tmp_path / "letters"), "not empty", "draft.txt")
    refused(lambda: simulate(deals=10, out=tmp_path / "letters" / "draft.txt"), "draft.txt")
    refused(lambda: gd.Run(tmp_path / "letters"), "no run here")


@pytest.mark.parametrize(
    ("damage", "word"),
    [
        (lambda text: text[:-20], "not a manifest"),
        (lambda text: text.replace('"schema_version": 1', '"schema_version": 99'), "99"),
        (lambda text: text.replace('"count": 100', '"count": "many"'), "not a manifest"),
        (lambda text: text.replace('"plan"', '"plane"'), "not a manifest"),
        (lambda text: text.replace("max_bomb = 10", "max_bomb = 100"), "not a manifest"),
        (lambda text: text.replace('"label": "institute"', '"label": "house"'), "not a manifest"),
        (lambda text: text.replace('"seed": 7', '"seed": 8'), "has been edited"),
        (lambda text: text.replace('"reproducible": true', '"reproducible": false'), "has been edited"),
        (lambda text: text.replace('"signature": "', '"signature": "0'), "has been edited"),
        (lambda text: text.replace('"checksum"', '"note": "mine", "checksum"'), "has been edited"),
    ],
)
def test_a_damaged_manifest_is_named(simulate: Simulate, damage: Callable[[str], str], word: str) -> None:
    run = simulate(deals=100)
    manifest = run.path / "manifest.json"
    damaged = damage(manifest.read_text())
    assert damaged != manifest.read_text()
    manifest.write_text(damaged)
    refused(lambda: gd.Run(run.path), "manifest.json", word)


def test_paths_with_blanks_and_foreign_letters_work(simulate: Simulate, tmp_path: Path) -> None:
    assert simulate(deals=10, out=tmp_path / "掼蛋 run" / "ä").deals.collect().height == 10


def test_two_runs_in_one_directory_at_the_same_time_are_refused(simulate: Simulate, tmp_path: Path) -> None:
    with LocalPlace(tmp_path / "run").held():
        refused(lambda: simulate(deals=10, out=tmp_path / "run"), "another run is writing here")
    simulate(deals=10, out=tmp_path / "run")


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = LocalPlace(tmp_path)
    place.write("file", b"first")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    refused(lambda: place.write("file", b"second"), str(tmp_path / "file"), "No space left on device")
    assert (tmp_path / "file").read_bytes() == b"first"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_ctrl_c_ends_a_long_run_at_once(tmp_path: Path) -> None:
    code = f"import guandan_sim as gd; gd.simulate(deals=10**9, part_size=10**8, seed=1, out={str(tmp_path / 'run')!r})"
    process = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not (tmp_path / "run" / "run.log").exists():
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    begun = time.monotonic()
    _, err = process.communicate(timeout=60)
    assert time.monotonic() - begun < 5
    assert "KeyboardInterrupt" in err
    assert files(tmp_path / "run") == {}


NUMBERS: dict[Any, int] = {np.uint8: 2**8, np.uint16: 2**16, np.uint32: 2**32, np.uint64: 2**64, np.int32: 2**32}


@st.composite
def columns(draw: st.DrawFn) -> tuple[str, Any, Any, Any]:
    """A column of any type with values of any spread, some of them missing."""
    rows = draw(st.shared(st.integers(0, 400), key="rows"))
    kind = draw(st.sampled_from(list(NUMBERS)))
    limits = np.iinfo(kind)
    low = draw(st.integers(limits.min, limits.max))
    high = draw(st.integers(low, min(limits.max, low + draw(st.sampled_from([0, 1, 5, 300, 2**31, 2**64])))))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    values = random.integers(low, high, rows, dtype=kind, endpoint=True)
    if draw(st.booleans()):
        values.sort()
    share = draw(st.sampled_from([None, 0.0, 0.5, 1.0]))
    valid = None if share is None else random.random(rows) < share
    categories = None
    if kind is np.uint8 and draw(st.booleans()):
        categories = [f"é{number}" for number in range(draw(st.integers(1, 256)))]
        values = (values.astype(np.uint16) % len(categories)).astype(np.uint8)
    return f"column{draw(st.integers(0, 10**9))}", values, valid, categories


@settings(deadline=None)
@given(st.lists(columns(), min_size=1, max_size=5, unique_by=lambda column: column[0]), st.integers(1, 300))
def test_any_columns_come_back_from_a_parquet_file(given_: list[tuple[str, Any, Any, Any]], group_rows: int) -> None:
    expected = {}
    for name, values, valid, categories in given_:
        series = pl.Series(name, values)
        if categories is not None:
            series = pl.Series(name, [categories[code] for code in values], dtype=pl.String)
        if valid is not None:
            series = series.to_frame().select(pl.when(pl.Series(valid)).then(name).alias(name)).to_series()
        expected[name] = series
    content = parquet(given_, {"key": "välue"}, group_rows)
    read = pl.read_parquet(io.BytesIO(content))
    assert_frame_equal(read, pl.DataFrame(expected))
    assert pl.read_parquet_metadata(io.BytesIO(content))["key"] == "välue"
    for name, series in expected.items():
        if series.dtype.is_integer() and series.len() and series.drop_nulls().len():
            wanted = series.drop_nulls()[0]
            hit = pl.scan_parquet(io.BytesIO(content)).filter(pl.col(name) == wanted).collect()
            assert hit.height == (series == wanted).sum()


ROWS = np.arange(5000)


@pytest.mark.parametrize(
    ("values", "encoding"),
    [
        pytest.param(np.full(5000, 2**63, np.uint64), "RLE_DICTIONARY", id="all the same"),
        pytest.param(ROWS.astype(np.uint8), "RLE_DICTIONARY", id="every byte"),
        pytest.param((ROWS % 256 + 2**31 - 128).astype(np.uint32), "RLE_DICTIONARY", id="on both sides of a sign bit"),
        pytest.param((ROWS % 256 - 128).astype(np.int32), "RLE_DICTIONARY", id="on both sides of zero"),
        pytest.param((ROWS * 7 % 256 * 11).astype(np.uint16), "RLE_DICTIONARY", id="256 numbers far apart"),
        pytest.param((ROWS * 7 % 257 * 11).astype(np.uint16), "DELTA_BINARY_PACKED", id="257 numbers far apart"),
        pytest.param(ROWS.astype(np.uint64) + 2**63 - 2500, "DELTA_BINARY_PACKED", id="running"),
        pytest.param((ROWS % 2 * (2**32 - 1)).astype(np.uint32), "DELTA_BINARY_PACKED", id="from end to end"),
    ],
)
@pytest.mark.parametrize("missing", [None, 3])
def test_every_reader_finds_the_numbers_however_they_are_stored(
    tmp_path: Path, values: Any, encoding: str, missing: int | None
) -> None:
    duckdb = pytest.importorskip("duckdb")
    arrow = pytest.importorskip("pyarrow.parquet")
    valid = None if missing is None else ROWS % missing != 0
    path = tmp_path / "n.parquet"
    path.write_bytes(parquet([("n", values, valid, None)], {}, 5000))
    chunk = arrow.ParquetFile(path).metadata.row_group(0).column(0)
    assert encoding in chunk.encodings
    expected = [int(value) if valid is None or valid[row] else None for row, value in enumerate(values)]
    present = [value for value in expected if value is not None]
    assert (chunk.statistics.min, chunk.statistics.max) == (min(present), max(present))
    assert chunk.statistics.null_count == 5000 - len(present)
    assert pl.read_parquet(path)["n"].to_list() == expected
    assert arrow.read_table(path)["n"].to_pylist() == expected
    assert [row[0] for row in duckdb.read_parquet(str(path)).fetchall()] == expected


def test_columns_that_make_no_table_are_refused() -> None:
    ones = np.ones(3, dtype=np.uint8)
    refused(lambda: parquet([("a", ones, None, None), ("b", ones[:2], None, None)], {}, 10), "b", "2", "3")
    refused(lambda: parquet([("a", ones, np.ones(2, dtype=np.bool_), None)], {}, 10), "a", "2", "3")
    refused(lambda: parquet([("a", ones, None, ["only"])], {}, 10), "code 1 has no category")
    refused(lambda: parquet([("a", ones.astype(np.uint16), None, ["x"])], {}, 10), "8-bit codes")


def test_a_copied_data_set_is_read_where_it_is(simulate: Simulate, tmp_path: Path) -> None:
    run = simulate(deals=100)
    shutil.copytree(run.path, tmp_path / "copy")
    assert_frame_equal(gd.Run(tmp_path / "copy").deals.collect(), run.deals.collect())


@pytest.mark.parametrize("letters", ["tempo(partner=off)", "掼蛋", "😀 é"])
def test_names_of_directories_fit_into_every_file_system(letters: str) -> None:
    assert plain_name("a_b c-1", 120) == "a_b-c-1"
    assert plain_name("a_b", 120, kept="") == "a-b"
    name = plain_name(f"begin {letters * 60} seed 7", 120)
    assert len(name.encode()) <= 120
    assert name.startswith("begin-")
    assert name.endswith("-seed-7")
    assert plain_name(f"begin {letters * 61} seed 7", 120) != name
