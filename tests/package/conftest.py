"""What the package's tests share: small runs."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import guandan_sim as gd


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


__all__: Sequence[str] = ["files", "refused"]
