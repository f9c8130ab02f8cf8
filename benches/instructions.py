"""Instructions a deal and a decision, counted by callgrind: exact and repeatable where seconds are not.

What is counted is the package as it is installed: the difference between a run of N and one of 2N deals (or
matches), so that starting up does not count. A decision is one turn of a player who holds cards, passes included. What
tribute, levels and the match around a deal cost is the difference between the rows of deals and of matches; what
statistics cost is read off the source lines and functions that instructions come from.

python benches/instructions.py           prints the table
python benches/instructions.py --check   fails when a row has grown by more than 5 % over benches/instructions.json
python benches/instructions.py --keep    writes that file
"""

import argparse
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from guandan_sim._core import Simulator, build_info

KEPT = Path(__file__).with_suffix(".json")
MOST_GROWTH = 1.05
SEED = 7
COMPARED = "x86-64-v3"
VALGRIND_MISSING = "valgrind is not here (on Debian and Ubuntu: apt install valgrind)"
# Where the engine counts while it plays, and where it makes rows and columns of it: marks of `FILE:FUNCTION`.
COUNTING = ("sim/observers.rs:", "wilds_substituted")
TABLES = ("sim/rows.rs:", "sim/columns.rs:", "sim::columns::")


@dataclass(frozen=True)
class Workload:
    """One strategy at all seats, in so many blocks of deals or matches."""

    strategy: str
    unit: str
    blocks: int

    @property
    def name(self) -> str:
        return f"{self.strategy}, {self.unit}"

    def code(self, blocks: int) -> str:
        """The program that is counted."""
        made = f"Simulator(strategies=[{self.strategy!r}], seed={SEED}, unit={self.unit!r})"
        return f"from guandan_sim._core import Simulator; {made}.play(0, {blocks}, workers=1)"

    def played(self, blocks: int) -> tuple[int, int]:
        """The deals and decisions of the same program."""
        part = Simulator(strategies=[self.strategy], seed=SEED, unit=self.unit).play(0, blocks, workers=1)
        deals = pl.read_parquet(io.BytesIO(part.parquet("deals", {}, part.rows("deals"))))
        assert deals.height >= blocks, "a block is a deal at least"
        return deals.height, deals.select(pl.col("plays").cast(int).sum() + pl.col("passes").cast(int).sum()).item()


WORKLOADS = [
    Workload("random", "deal", 1000),
    Workload("random", "match", 50),
    Workload("lowest", "deal", 1000),
    Workload("lowest", "match", 50),
    Workload("tempo", "deal", 100),
]


@dataclass(frozen=True)
class Count:
    """Instructions a deal and a decision, and those of a deal by `FILE:FUNCTION` that they come from."""

    a_deal: float
    a_decision: float
    places: dict[str, float]

    def share(self, marks: Iterable[str]) -> float:
        """The part of all at places with one of these marks. Raises `LookupError` where the build has no names."""
        found = [spent for place, spent in self.places.items() if any(mark in place for mark in marks)]
        if not found:
            raise LookupError("the build has no line tables")
        return sum(found) / self.a_deal


def by_place(profile: Iterable[str]) -> Counter[str]:
    """The instructions of callgrind's profile by `FILE:FUNCTION`, those of functions called not counted twice.

    The file is that of the line, which is another than the function's where something is inlined.
    """
    names: dict[tuple[str, str], str] = {}
    spent: Counter[str] = Counter()
    file = function = ""
    of_a_call = False
    for line in profile:
        if found := re.match(r"(c?)(f[lien])=(\(\d+\))(?: (.*))?", line):
            called, key, number, name = found.groups()
            # What is named stands where it first occurs, which may be as the one called.
            named = names.setdefault(("function" if key == "fn" else "file", number), name or "")
            if called:
                continue
            if key == "fn":
                function = named
            else:
                file = named
        elif line.startswith("calls="):
            of_a_call = True
        elif found := re.match(r"[+*\-\d]\S* (\d+)$", line):
            if not of_a_call:
                spent[f"{file}:{function}"] += int(found[1])
            of_a_call = False
    return spent


def instructions(code: str) -> Counter[str]:
    """All that a Python process executes for `code`, by place."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind"
        counted = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", sys.executable, "-c", code]
        subprocess.run(counted, check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": "0"})
        with out.open(encoding="utf-8") as profile:
            return by_place(profile)


def measure(workloads: Sequence[Workload]) -> dict[str, Count]:
    """The counts of each workload by its name. Raises `FileNotFoundError` without valgrind."""
    if shutil.which("valgrind") is None:
        raise FileNotFoundError(VALGRIND_MISSING)
    # Counts do not depend on what else runs, so that all processors may count.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        codes = [workload.code(times * workload.blocks) for workload in workloads for times in (1, 2)]
        profiles = list(pool.map(instructions, codes))
    counts = {}
    for workload, once, twice in zip(workloads, profiles[::2], profiles[1::2], strict=True):
        (few_deals, few), (deals, decisions) = workload.played(workload.blocks), workload.played(2 * workload.blocks)
        spent = twice.total() - once.total()
        places = {place: (twice[place] - once[place]) / (deals - few_deals) for place in twice}
        counts[workload.name] = Count(spent / (deals - few_deals), spent / (decisions - few), places)
    return counts


def main() -> int:
    """Prints the table; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--keep", action="store_true")
    asked = parser.parse_args()
    try:
        counts = measure(WORKLOADS)
    except FileNotFoundError as error:
        print(f"instructions are not counted: {error}", file=sys.stderr)
        # Continuous integration must count; who tries the package need not install a system package for it.
        return 0 if asked.check and not os.environ.get("GUANDAN_COUNT") else 1
    kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    print(f"{'strategy, unit':<18} {'a deal':>10} {'a decision':>11} {'kept':>8}")
    for name, count in counts.items():
        print(f"{name:<18} {count.a_deal:>10,.0f} {count.a_decision:>11.1f} {kept.get(name, '-'):>8}")
    if asked.keep:
        KEPT.write_text(
            json.dumps({name: round(count.a_decision, 1) for name, count in counts.items()}, indent=1) + "\n"
        )
    if asked.check and build_info()["instructions"] != COMPARED:
        print(f"not compared: the numbers kept are those of a build for {COMPARED}", file=sys.stderr)
        return 0
    grown = [name for name, count in counts.items() if count.a_decision > MOST_GROWTH * kept.get(name, 0)]
    if asked.check and grown:
        print(f"grown by more than 5 %: {'; '.join(grown)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
