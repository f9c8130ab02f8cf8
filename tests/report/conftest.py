"""Small runs and the browser that the tests of reports share."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Browser, executable
from reviews import records_of
from samples import COMPARISONS, RUNS

import guandan_sim as gd
from guandan_sim.compare.result import Comparison


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real browser; what needs one is skipped on a machine without."""
    program = executable()
    if program is None:
        pytest.skip("no chromium here: apt install chromium chromium-driver")
    with Browser(program) as opened:
        yield opened


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
def comparison(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Comparison]:
    """The comparison of a name in `COMPARISONS`, made once."""
    made: dict[str, Comparison] = {}

    def make(name: str) -> Comparison:
        if name not in made:
            made[name] = COMPARISONS[name](tmp_path_factory.mktemp("comparison") / "data")
        return made[name]

    return make


@pytest.fixture(scope="session")
def page(
    run: Callable[[str], gd.Run], comparison: Callable[[str], Comparison], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str, str], Path]:
    """The HTML file of a run or comparison in a language, made once."""
    folder, made = tmp_path_factory.mktemp("pages"), {}

    def make(name: str, language: str) -> Path:
        if (name, language) not in made:
            what = run(name) if name in RUNS else comparison(name)
            made[name, language] = what.report(folder / f"{name}-{language}.html", language)
        return made[name, language]

    return make


@pytest.fixture(scope="session")
def recorded_match(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The records of a match with tribute in most of its deals."""
    out = tmp_path_factory.mktemp("recorded") / "data"
    gd.simulate(
        matches=1, seed=6, strategies="tempo,tempo(partner=off)", rotations=1, log=["records"], out=out, workers=1
    )
    return records_of(out)
