"""The executor `ray`, on a cluster of two nodes of this machine: the same bytes, whoever dies."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from conftest import files

import guandan_sim as gd

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")

RUN: dict[str, Any] = {"deals": 24_000, "part_size": 1000, "strategies": "tempo,lowest", "seed": 7}
# In a process of its own: Ray leaves threads, signal handlers and warnings behind. One cluster for all, which takes
# longer to start than all of them; the run that loses a node comes last.
CODE = """
import json, os, signal, sys
from pathlib import Path
import guandan_sim as gd
from ray.cluster_utils import Cluster

home, given = Path(sys.argv[1]), json.loads(sys.argv[2])
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
node = cluster.add_node(num_cpus=1)
cluster.wait_for_nodes()

def play(name, writes, disturb=None):
    heard = []

    def on_progress(progress):
        nonlocal disturb
        heard.append(progress)
        if progress.parts >= 3 and disturb is not None:
            doing, disturb = disturb, None
            doing()

    try:
        run = gd.simulate(
            **given, out=home / name, on_progress=on_progress,
            executor="ray", ray_address=cluster.address, ray_writes=writes,
        )
        ended = "complete" if run.is_complete else "incomplete"
    except KeyboardInterrupt:
        ended = "interrupted"
    there = sorted(str(file.relative_to(home / name)) for file in (home / name).rglob("part-*.parquet"))
    told = {"heard": len(heard), "done": heard[-1].done, "scores": sum(heard[-1].scores.values())}
    print(json.dumps({"ended": ended, "there": there} | told), flush=True)

try:
    play("interrupted", "workers", lambda: os.kill(os.getpid(), signal.SIGINT))
    play("interrupted", "workers")
    play("killed", "driver", lambda: cluster.remove_node(node, allow_graceful=False))
finally:
    cluster.shutdown()
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ray")


@pytest.fixture(scope="module")
def told(home: Path) -> list[dict[str, Any]]:
    """What the three runs said: interrupted, gone on with, and one that lost a node."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", CODE, str(home), json.dumps(RUN)],
        capture_output=True,
        text=True,
        timeout=480,
        check=False,
        # A busy machine takes longer to start a node than Ray waits.
        env={**os.environ, "RAY_raylet_start_wait_time_s": "120"},
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"ended"')]


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return files(gd.simulate(**RUN, out=tmp_path_factory.mktemp("local") / "run").path)


def test_interrupted_and_gone_on_with_workers_that_write(
    expected: dict[str, bytes], told: list[dict[str, Any]], home: Path
) -> None:
    first, second, _ = told
    assert first["ended"] == "interrupted"
    assert 0 < len(first["there"]) < len(expected)
    assert "interrupted" in (home / "interrupted" / "run.log").read_text()
    assert second["ended"] == "complete"
    assert files(home / "interrupted") == expected


def test_a_node_killed_in_mid_run_costs_nothing(
    expected: dict[str, bytes], told: list[dict[str, Any]], home: Path
) -> None:
    killed = told[-1]
    assert killed["heard"] > 3
    assert (killed["ended"], killed["done"], killed["scores"]) == ("complete", 24_000, 24_000)
    assert files(home / "killed") == expected
    log = (home / "killed" / "run.log").read_text()
    assert "Ray at" in log
    assert log.count(" deals in ") == 24
