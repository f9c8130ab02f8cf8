"""What the package's tests share: the command line in a process of its own, and small runs."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import guandan_sim as gd


@dataclass(frozen=True)
class Said:
    """What a command said, and its exit code."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def cli(tmp_path: Path) -> Callable[..., Said]:
    """Runs `guandan-sim` in an empty directory, as a user would."""

    def run(*arguments: str, env: dict[str, str] | None = None) -> Said:
        done = subprocess.run(
            [sys.executable, "-m", "guandan_sim", *arguments],
            cwd=tmp_path,
            env={**os.environ, **(env or {})},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return Said(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def simulate(tmp_path: Path) -> Callable[..., gd.Run]:
    """Small runs, each in a directory of its own unless told."""
    made = iter(range(1000))

    def run(**arguments: Any) -> gd.Run:
        arguments.setdefault("out", tmp_path / f"run{next(made)}")
        arguments.setdefault("strategies", "random,lowest")
        arguments.setdefault("seed", 7)
        return gd.simulate(**arguments)

    return run


def files(directory: Path) -> dict[str, bytes]:
    """The data files of a run by their name."""
    return {str(file.relative_to(directory)): file.read_bytes() for file in sorted(directory.rglob("part-*.parquet"))}


def refused(call: Callable[[], object], *words: str) -> None:
    """Asserts that a call raises one of the package's exceptions, on one line with these words."""
    with pytest.raises(gd.GuandanError) as caught:
        call()
    message = str(caught.value)
    assert "\n" not in message
    assert [word for word in words if word not in message] == [], message


__all__: Sequence[str] = ["Said", "files", "refused"]
