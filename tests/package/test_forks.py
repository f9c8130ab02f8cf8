"""Processes that a user starts: forked ones, workers of `multiprocessing`, and the temporary data of each."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a short name: the paths of sockets that multiprocessing binds in it must be short."""
    return tmp_path_factory.mktemp("f")


def script(tmp_path: Path, code: str, *, typed: bool = False) -> str:
    """What a script prints, run with temporary data under `tmp_path`/tmp.

    Typed in, as in a notebook, its module has no file that another process could import.
    """
    (tmp_path / "tmp").mkdir(exist_ok=True)
    (tmp_path / "script.py").write_text(code)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", *(["-c", code] if typed else ["script.py"])],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(tmp_path / "tmp")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def left(tmp_path: Path) -> list[str]:
    """The temporary directories that are still there."""
    return sorted(entry.name for entry in (tmp_path / "tmp").iterdir() if entry.name.startswith("guandan-sim-"))


IN_CHILD = """
import os, sys
import guandan_sim as gd

def in_child(work):
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        try:
            work()
            print("done", flush=True)
        except BaseException as error:
            print(type(error).__name__, error, flush=True)
            os._exit(0)
        sys.exit()
    os.waitpid(child, 0)
"""

AFTER = """
run = gd.simulate(deals=100, seed=1)
deal = gd.Deal.new(hands=["S3 SK", "S9", "S4 S5 S6", "ST SJ SQ"], level="2", leader=0)
for work in (
    lambda: gd.simulate(deals=100, seed=1, out="not-made"),
    lambda: gd.compare_strategies("random", "lowest", deals=60, seed=1, out="not-made"),
    lambda: gd.compare_rules(["institute", "web"], deals=60, seed=1, out="not-made"),
    lambda: gd.tournament(["random", "lowest"], deals=60, seed=1, out="not-made"),
    lambda: gd.rollout(deal, samples=9),
    lambda: run.deals,
    lambda: run.report("page.html"),
):
    in_child(work)
"""


def test_after_polars_was_used_a_forked_process_says_at_once_what_to_do(tmp_path: Path) -> None:
    lines = script(tmp_path, IN_CHILD + AFTER).splitlines()
    assert len(lines) == 7
    for line in lines:
        assert re.match("GuandanError (a simulation|a comparison|rollout|tables) would wait for ever", line)
        assert 'multiprocessing.get_context("spawn")' in line
    assert {entry.name for entry in tmp_path.iterdir()} == {"script.py", "tmp"}


BEFORE = """
in_child(lambda: gd.rollout(gd.Deal.new(hands=["S3 SK", "S9", "S4 S5 S6", "ST SJ SQ"], level="2", leader=0), 9))
in_child(lambda: gd.simulate(deals=100, seed=1).deals.collect())
import polars
in_child(lambda: gd.compare_strategies("random", "lowest", deals=60, seed=1))
"""
ENGINE = """
run = gd.simulate(deals=100, seed=1)
in_child(lambda: gd.VecDeals(100, seed=1).reset())
in_child(lambda: gd.perft(gd.Deal.new(seed=1), 2))
in_child(lambda: gd.evaluate_hand("S3 SK"))
"""


@pytest.mark.parametrize("code", [BEFORE, ENGINE])
def test_a_forked_process_does_what_needs_no_thread_that_was_left_behind(tmp_path: Path, code: str) -> None:
    assert set(script(tmp_path, IN_CHILD + code).splitlines()) == {"done"}
    assert left(tmp_path) == []


def test_a_forked_process_that_ends_leaves_the_data_of_its_parent(tmp_path: Path) -> None:
    code = "run = gd.simulate(deals=100, seed=1)\nin_child(lambda: None)\nprint(run.deals.collect().height)"
    assert script(tmp_path, IN_CHILD + code).splitlines() == ["done", "100"]
    assert left(tmp_path) == []


WORKERS = """
import multiprocessing, os
from concurrent.futures import ProcessPoolExecutor
import guandan_sim as gd

def work(seed):
    run = gd.simulate(deals=100, seed=seed)
    return run.deals.collect().height, os.path.exists(run.path)

if __name__ == "__main__":
    context = multiprocessing.get_context("{method}")
    {use}
"""
USES = {
    "pool": "with context.Pool(2) as pool: print(pool.map(work, range(3)))",
    "executor": "with ProcessPoolExecutor(2, mp_context=context) as pool: print(list(pool.map(work, range(3))))",
    "process": "one = context.Process(target=work, args=(1,)); one.start(); one.join(); print(one.exitcode)",
}


@pytest.mark.parametrize(
    ("method", "use"),
    [
        ("fork", "pool"),
        ("spawn", "pool"),
        ("fork", "executor"),
        ("forkserver", "executor"),
        ("fork", "process"),
    ],
)
def test_workers_of_multiprocessing_remove_their_data(tmp_path: Path, method: str, use: str) -> None:
    said = script(tmp_path, WORKERS.format(method=method, use=USES[use]))
    assert said == ("0\n" if use == "process" else f"{[(100, True)] * 3}\n")
    assert left(tmp_path) == []


@pytest.mark.parametrize("typed", [False, True])
def test_the_example_of_the_docs_works_in_a_script_and_in_a_notebook(tmp_path: Path, typed: bool) -> None:
    (code,) = re.findall(
        r"```python\n(from concurrent\.futures.*?)```", (ROOT / "docs/ENVIRONMENT.md").read_text(), re.S
    )
    assert script(tmp_path, code, typed=typed) == "[1000, 1000, 1000, 1000]\n"
    assert len(list((tmp_path / "runs").iterdir())) == 4
