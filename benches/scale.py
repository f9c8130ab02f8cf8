"""What a run costs besides playing: processor time of encoding and writing a deal, memory, the gain of a second worker.

    python benches/scale.py [DEALS] [STRATEGIES]

Processor times hold on a busy machine; the ratio of workers only on a quiet one.
"""

import io
import math
import resource
import shutil
import sys
import tempfile
import time
from pathlib import Path

import polars as pl

import guandan_sim as gd
from guandan_sim.plan import Plan
from guandan_sim.store.directory import RunDirectory
from guandan_sim.store.places import place_of
from guandan_sim.store.tables import Tables


def writing(strategies: str, parts: int = 4) -> tuple[float, float]:
    """Microseconds of processor time a deal for playing, and for encoding and writing: the best part.

    What is written is read back.
    """
    plan = Plan.of(deals=131_072 * parts, strategies=strategies, seed=7)
    simulator = plan.simulator()
    tables = Tables.of(simulator)
    playing = writing = math.inf
    folder = Path(tempfile.mkdtemp())
    with RunDirectory.prepare(place_of(folder / "run"), plan) as directory:
        # What is done once for a run, as importing polars, is not a cost a deal.
        directory.write(plan.part(0), tables.files(simulator.play(0, 100, workers=1), plan.log))
        for number in range(parts):
            part = plan.part(number)
            begun = time.process_time()
            played = simulator.play(part.first, part.blocks, workers=1)
            between = time.process_time()
            directory.write(part, tables.files(played, plan.log))
            writing = min(writing, (time.process_time() - between) / part.blocks)
            playing = min(playing, (between - begun) / part.blocks)
    written = gd.Run(folder / "run")
    for table in (written.matches, written.deals):
        assert table.select(pl.len(), pl.col("match").n_unique()).collect().row(0) == (plan.count, plan.count)
    shutil.rmtree(folder)
    return 1e6 * playing, 1e6 * writing


def encoders(strategies: str, deals: int = 131_072, runs: int = 5) -> tuple[float, float]:
    """Microseconds of processor time a deal to encode a part's deals: by the engine, and by polars' own writer.

    Both compress with zstd at level 1 in one row group. Both files are read back and compared. The best of `runs`.
    """
    simulator = Plan.of(deals=deals, strategies=strategies, seed=7).simulator()
    part = simulator.play(0, deals, workers=1)
    frame = pl.read_parquet(part.parquet("deals", {}, deals))
    ours = theirs = math.inf
    for _ in range(runs):
        begun = time.process_time()
        encoded = part.parquet("deals", {}, deals)
        between = time.process_time()
        buffer = io.BytesIO()
        frame.write_parquet(buffer, compression="zstd", compression_level=1, statistics=True, row_group_size=deals)
        theirs = min(theirs, (time.process_time() - between) / deals)
        ours = min(ours, (between - begun) / deals)
        assert pl.read_parquet(buffer.getvalue()).equals(pl.read_parquet(encoded))
    return 1e6 * ours, 1e6 * theirs


def whole(deals: int, strategies: str, workers: int) -> tuple[float, float]:
    """Seconds of a whole run, and its bytes a deal."""
    folder = Path(tempfile.mkdtemp())
    begun = time.perf_counter()
    gd.simulate(deals=deals, strategies=strategies, seed=7, workers=workers, out=folder / "run")
    seconds = time.perf_counter() - begun
    size = sum(file.stat().st_size for file in folder.rglob("part-*"))
    shutil.rmtree(folder)
    return seconds, size / deals


def main() -> None:
    """Measures and prints."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    strategies = sys.argv[2] if len(sys.argv) > 2 else "random"
    playing, written = writing(strategies)
    print(f"{strategies}: playing {playing:.2f} us of processor time a deal, encoding and writing {written:.3f} us")
    ours, theirs = encoders(strategies)
    print(
        f"encoding the deals: {ours:.3f} us by the engine, {theirs:.3f} us by polars, {theirs / ours:.1f} times as much"
    )
    one, size = whole(deals, strategies, 1)
    two, _ = whole(deals, strategies, 2)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{deals} deals: 1 worker {one:.1f} s, 2 workers {two:.1f} s, {one / two:.2f} times; {size:.2f} bytes a deal")
    print(f"peak memory {peak:.0f} MiB")


if __name__ == "__main__":
    main()
