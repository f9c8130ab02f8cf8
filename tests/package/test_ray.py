"""The executor `ray`, on a cluster of two nodes of this machine: the same bytes, whoever dies."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import files

import guandan_sim as gd

pytest.importorskip("ray")

# In a process of its own: Ray leaves threads, signal handlers and warnings behind.
CODE = """
import os, signal, sys
import guandan_sim as gd
from ray.cluster_utils import Cluster

out, writes, what = sys.argv[1:]
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
node = cluster.add_node(num_cpus=1)
cluster.wait_for_nodes()
heard = []

def on_progress(progress):
    heard.append(progress)
    if progress.parts >= 3 and what != "done":
        globals()["what"], doing = "done", what
        if doing == "node":
            cluster.remove_node(node, allow_graceful=False)
        if doing == "interrupt":
            os.kill(os.getpid(), signal.SIGINT)

try:
    run = gd.simulate(
        deals=24_000, part_size=1000, strategies="tempo,lowest", seed=7, out=out, on_progress=on_progress,
        executor="ray", ray_address=cluster.address, ray_writes=writes,
    )
    print("complete", run.is_complete, len(heard) > 3, heard[-1].done, sum(heard[-1].scores.values()))
except KeyboardInterrupt:
    print("interrupted")
finally:
    cluster.shutdown()
"""


def on_two_nodes(out: Path, writes: str, what: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", CODE, str(out), writes, what],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
        # A busy machine takes longer to start a node than Ray waits.
        env={**os.environ, "RAY_raylet_start_wait_time_s": "120"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    run = gd.simulate(
        deals=24_000,
        part_size=1000,
        strategies="tempo,lowest",
        seed=7,
        out=tmp_path_factory.mktemp("local") / "run",
    )
    return files(run.path)


def test_a_node_killed_in_mid_run_costs_nothing(expected: dict[str, bytes], tmp_path: Path) -> None:
    assert on_two_nodes(tmp_path / "run", "driver", "node") == "complete True True 24000 24000"
    assert files(tmp_path / "run") == expected
    log = (tmp_path / "run" / "run.log").read_text()
    assert "Ray at" in log
    assert log.count(" deals in ") == 24


def test_interrupted_and_gone_on_with_workers_that_write(expected: dict[str, bytes], tmp_path: Path) -> None:
    assert on_two_nodes(tmp_path / "run", "workers", "interrupt") == "interrupted"
    there = files(tmp_path / "run")
    assert 0 < len(there) < len(expected)
    assert "interrupted" in (tmp_path / "run" / "run.log").read_text()
    assert on_two_nodes(tmp_path / "run", "workers", "none").startswith("complete True")
    assert files(tmp_path / "run") == expected
