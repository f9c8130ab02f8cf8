"""Settings of every Python test, and the commands they give."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from commands import Command, in_its_own, in_this_process
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Iterator

# A busy machine must not fail a property that holds: no time limit for a single example.
settings.register_profile("guandan", deadline=None)
settings.load_profile("guandan")

# Whole files are handed to the workers (`--dist loadfile`); one of these at the end would leave the others idle.
SLOWEST = (
    "package/test_ray.py",
    "package/test_death.py",
    "package/test_object_store.py",
    "report/test_report_html.py",
    "report/test_report_browser.py",
    "report/test_replay_page_browser.py",
    "test_second_referee.py",
    "compare/test_going_on.py",
    "compare/test_metrics_by_hand.py",
    "compare/test_coverage_on_play.py",
    "package/test_cli.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begins with the slowest files."""

    def place(item: pytest.Item) -> int:
        file = item.nodeid.partition("::")[0].removeprefix("tests/")
        return SLOWEST.index(file) if file in SLOWEST else len(SLOWEST)

    items.sort(key=place)


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Iterator[Command]:
    """Gives a command in an empty directory; what is imported from there is forgotten with it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield partial(in_this_process, capfd)
    for name, module in [*sys.modules.items()]:
        if Path(getattr(module, "__file__", None) or "/").is_relative_to(tmp_path):
            del sys.modules[name]


@pytest.fixture
def process(tmp_path: Path) -> Command:
    """Gives a command in an empty directory, in a process of its own."""
    return partial(in_its_own, tmp_path)
