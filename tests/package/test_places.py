"""Reading and writing beyond a plain directory: other readers, other stores, other processes at the same time."""

import io
import json
import subprocess
import sys
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl
import pytest
from commands import Command
from conftest import files, refused
from polars.testing import assert_frame_equal

import guandan_sim as gd
from guandan_sim.plan import Plan
from guandan_sim.simulation import continue_run

if TYPE_CHECKING:
    from guandan_sim.executors import Progress

Simulate = Callable[..., gd.Run]


def test_duckdb_and_polars_read_the_same_and_skip_row_groups_by_statistics(simulate: Simulate) -> None:
    duckdb = pytest.importorskip("duckdb")
    parquet = pytest.importorskip("pyarrow.parquet")
    run = simulate(deals=3000, part_size=1000, log=["plays"])
    pattern = str(run.path / "deals" / "*.parquet")
    deals = duckdb.read_parquet(pattern)
    counted = deals.aggregate("pattern, count(*)").order("pattern").fetchall()
    ours = run.deals.group_by(pl.col("pattern").cast(pl.String)).len().sort("pattern").collect()
    assert counted == ours.rows()
    for table in ("matches", "deals", "plays"):
        for number in range(3):
            metadata = parquet.ParquetFile(run.path / table / f"part-0000{number}.parquet").metadata
            for group in range(metadata.num_row_groups):
                columns = [metadata.row_group(group).column(i) for i in range(metadata.num_columns)]
                match = next(column for column in columns if column.path_in_schema == "match")
                assert match.statistics.has_min_max
                assert (match.statistics.min, match.statistics.max) == (1000 * number, 1000 * number + 999)
                assert {column.compression for column in columns} == {"ZSTD"}
                enums = [column for column in columns if column.path_in_schema in ("level", "pattern", "kind", "rules")]
                assert all("RLE_DICTIONARY" in column.encodings for column in enums)
    assert deals.filter("match between 1200 and 1299").count("*").fetchall() == [(100,)]
    assert run.deals.filter(pl.col("match").is_between(1200, 1299)).collect().height == 100


@pytest.mark.parametrize("scheme", ["memory", "file"])
def test_a_run_kept_by_fsspec_is_the_local_one(simulate: Simulate, tmp_path: Path, scheme: str) -> None:
    fsspec = pytest.importorskip("fsspec")
    local = simulate(deals=500, part_size=100, log=["records"])
    address = f"memory://{uuid.uuid4()}/run" if scheme == "memory" else f"file://{tmp_path}/far 远/run"
    run = simulate(deals=500, part_size=100, log=["records"], out=address)
    store, root = fsspec.core.url_to_fs(address)
    found = {path.rsplit("run/", 1)[1]: store.cat_file(path) for path in store.find(root) if path.endswith("parquet")}
    assert found == files(local.path)
    assert_frame_equal(run.deals.collect(), local.deals.collect())
    assert list(run.records()) == list(local.records())
    assert b"end: all parts" in store.cat_file(f"{root}/run.log")
    store.rm_file(f"{root}/deals/part-00003.parquet")
    assert not gd.Run(address).is_complete
    again = simulate(deals=500, part_size=100, log=["records"], out=address)
    assert store.cat_file(f"{root}/deals/part-00003.parquet") == found["deals/part-00003.parquet"]
    assert again.is_complete
    refused(lambda: again.path, address, "not a directory of this machine")
    refused(lambda: simulate(deals=501, out=address), "holds another run")
    refused(lambda: simulate(deals=10, out="nowhere://x"), "nowhere")


def test_f01_records_of_many_workers_are_whole_lines(simulate: Simulate) -> None:
    run = simulate(deals=2000, part_size=500, workers=8, log=["records"])
    records = [json.loads(line) for line in run.records()]
    assert [record["match"] for record in records] == list(range(2000))


def test_another_process_in_the_same_directory_is_refused_while_the_first_goes_on(tmp_path: Path, cli: Command) -> None:
    arguments = ["run", "--deals", "10000000", "--part-size", "500", "--seed", "3", "--out", "data"]
    process = subprocess.Popen(
        [sys.executable, "-m", "guandan_sim", *arguments, "--progress", "json"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    first = json.loads(process.stderr.readline())
    said = cli("run", "--resume", "data")
    assert (said.code, len(said.err.splitlines())) == (1, 1)
    assert "another run is writing here" in said.err
    assert process.poll() is None
    process.kill()
    process.communicate()
    assert set(first) >= {"done", "total", "parts", "of_parts", "rate", "seconds_left"}
    assert first["total"] == 10**7


def test_progress_for_machines_is_json_a_line_and_ends_with_the_whole(cli: Command) -> None:
    options = ["--deals", "4000", "--part-size", "500", "--seed", "7"]
    said = cli("run", *options, "--out", "d", "--progress", "json", "--json")
    lines = [json.loads(line) for line in said.err.splitlines()]
    last = lines[-1]
    assert (last["done"], last["total"], last["parts"], last["of_parts"]) == (4000, 4000, 8, 8)
    side = said.json()["sides"][0]
    assert (last["side"], last["blocks"]) == ("random", 4000)
    assert last["win_rate"] == side["wins"]["value"]
    assert (last["low"], last["high"]) == (side["wins"]["low"], side["wins"]["high"])
    assert cli("run", *options, "--out", "e").err == ""


def test_progress_of_a_run_gone_on_with_is_that_of_the_whole_at_the_rate_of_this_command(tmp_path: Path) -> None:
    plan = Plan.of(deals=4000, part_size=500, seed=7, strategies="random,lowest", rotations=2)
    heard: list[Progress] = []
    continue_run(plan, tmp_path / "d", parts=3, on_progress=heard.append)
    assert (heard[0].done, heard[0].before, heard[-1].done, heard[-1].total) == (0, 0, 1500, 4000)
    heard.clear()
    continue_run(plan, tmp_path / "d", on_progress=heard.append)
    assert [heard[0].done, heard[0].parts, sum(heard[0].scores.values())] == [1500, 3, 750]
    assert [heard[-1].done, heard[-1].parts, sum(heard[-1].scores.values())] == [4000, 8, 2000]
    assert {(one.before, one.total, one.of_parts) for one in heard} == {(1500, 4000, 8)}
    assert [one.done for one in heard] == sorted(one.done for one in heard)


def test_the_log_tells_the_course_of_a_run(simulate: Simulate, tmp_path: Path) -> None:
    run = simulate(deals=300, part_size=100, out=tmp_path / "run")
    lines = (run.path / "run.log").read_text().splitlines()
    assert len(lines) == 5
    assert "start: 3 of 3 parts to make" in lines[0]
    assert gd.build_info()["version"] in lines[0]
    assert [line.split(" ", 1)[1].split(":")[0] for line in lines[1:4]] == ["part 0", "part 1", "part 2"]
    assert lines[4].endswith("end: all parts asked for are there")
    simulate(deals=300, part_size=100, out=tmp_path / "run")
    assert "start: 0 of 3 parts to make" in (run.path / "run.log").read_text()


def test_the_metadata_of_every_table_says_what_its_columns_mean(simulate: Simulate) -> None:
    run = simulate(deals=10, log=["plays"])
    for table in ("matches", "deals", "plays"):
        content = (run.path / table / "part-00000.parquet").read_bytes()
        about = json.loads(pl.read_parquet_metadata(io.BytesIO(content))["columns"])
        assert list(about) == pl.read_parquet(io.BytesIO(content)).columns
        assert all(about.values())
