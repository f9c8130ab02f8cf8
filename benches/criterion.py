"""What `cargo bench` finds, as numbers: the parts of the engine that Python cannot time apart."""

import json
import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def best(bench: str, pattern: str) -> dict[str, float]:
    """Nanoseconds an iteration of the benchmarks of `benches/BENCH.rs` whose names match, the best sample of each.

    The benchmarks assert their answers. Raises `FileNotFoundError` without cargo and `LookupError` when none matches.
    """
    cargo = shutil.which("cargo")
    if cargo is None:
        raise FileNotFoundError("cargo is not here (https://rustup.rs)")
    run = [cargo, "bench", "--quiet", "--bench", bench, "--", pattern]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [*run, "--noplot", "--warm-up-time", "0.5", "--measurement-time", "2"],
            cwd=ROOT,
            env={**os.environ, "CRITERION_HOME": folder},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{shlex.join(run)} failed:\n{done.stderr}")
        found = {}
        for file in Path(folder).rglob("new/sample.json"):
            sample = json.loads(file.read_text("utf-8"))
            name = str(file.parents[1].relative_to(folder))
            found[name] = min(took / turns for took, turns in zip(sample["times"], sample["iters"], strict=True))
    if not found:
        raise LookupError(f"benches/{bench}.rs: no benchmark is named like {pattern!r}")
    return found
