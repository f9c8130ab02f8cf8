"""Small runs that the tests of reports share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import guandan_sim as gd

RUNS: dict[str, dict[str, Any]] = {
    "deals": {"deals": 600, "strategies": "tempo,lowest", "level": "7"},
    "matches": {"matches": 120, "strategies": "tempo,lowest", "rotations": 2, "part_size": 50},
    "mirror": {"matches": 150, "strategies": "tempo", "rules": "competition", "part_size": 40},
    "one deal": {"deals": 1},
    "one match": {"matches": 1, "strategies": "random"},
    "one sided": {"matches": 8, "strategies": "tempo,random"},
    "nothing played": {"matches": 4, "leave_rate": 1.0},
}


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], gd.Run]:
    """The run of a name in `RUNS`, made once."""
    made: dict[str, gd.Run] = {}

    def make(name: str) -> gd.Run:
        if name not in made:
            arguments = {"seed": 7, "strategies": "random,lowest"} | RUNS[name]
            made[name] = gd.simulate(**arguments, out=tmp_path_factory.mktemp("run") / "data", workers=1)
        return made[name]

    return make


@pytest.fixture(scope="session")
def page(run: Callable[[str], gd.Run], tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Path]:
    """The HTML file of a run in a language, made once."""
    folder, made = tmp_path_factory.mktemp("pages"), {}

    def make(name: str, language: str) -> Path:
        if (name, language) not in made:
            made[name, language] = run(name).report(folder / f"{name}-{language}.html", language)
        return made[name, language]

    return make
