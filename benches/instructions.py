"""Instructions a deal and a decision, counted by callgrind: exact and repeatable where seconds are not.

What is counted is the package as it is installed: the difference between a run of N and one of 2N deals (or
matches), so that starting up does not count. A decision is one turn of a player who holds cards, passes included. What
tribute, levels and the match around a deal cost is the difference between the rows of deals and of matches.

python benches/instructions.py           prints the table
python benches/instructions.py --check   fails when a row has grown by more than 5 % over benches/instructions.json
python benches/instructions.py --keep    writes that file
"""

import argparse
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from guandan_sim._core import Simulator

KEPT = Path(__file__).with_suffix(".json")
MOST_GROWTH = 1.05
SEED = 7


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
        return deals.height, deals.select(pl.col("plays").cast(int).sum() + pl.col("passes").cast(int).sum()).item()


WORKLOADS = [
    Workload("random", "deal", 1000),
    Workload("random", "match", 50),
    Workload("lowest", "deal", 1000),
    Workload("lowest", "match", 50),
    Workload("tempo", "deal", 100),
]


def instructions(code: str) -> int:
    """All that a Python process executes for `code`."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind"
        counted = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", sys.executable, "-c", code]
        subprocess.run(counted, check=True, capture_output=True)
        return int(re.findall(r"^(?:totals|summary): (\d+)", out.read_text("utf-8"), re.MULTILINE)[-1])


def measure(workload: Workload) -> tuple[float, float]:
    """Instructions a deal and a decision."""
    once, twice = workload.blocks, 2 * workload.blocks
    spent = instructions(workload.code(twice)) - instructions(workload.code(once))
    (few_deals, few), (deals, decisions) = workload.played(once), workload.played(twice)
    return spent / (deals - few_deals), spent / (decisions - few)


def main() -> int:
    """Prints the table; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--keep", action="store_true")
    asked = parser.parse_args()
    if shutil.which("valgrind") is None:
        print("instructions.py needs valgrind (apt install valgrind)", file=sys.stderr)
        return 1
    kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    found = {}
    grown = []
    print(f"{'strategy, unit':<18} {'a deal':>10} {'a decision':>11} {'kept':>8}")
    for workload in WORKLOADS:
        a_deal, a_decision = measure(workload)
        found[workload.name] = round(a_decision, 1)
        before = kept.get(workload.name)
        print(f"{workload.name:<18} {a_deal:>10,.0f} {a_decision:>11.1f} {before or '-':>8}")
        if before is None or a_decision > MOST_GROWTH * before:
            grown.append(workload.name)
    if asked.keep:
        KEPT.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    if asked.check and grown:
        print(f"grown by more than 5 %: {'; '.join(grown)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
