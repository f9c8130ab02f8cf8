"""The examples in docs/examples run as they stand, at their smallest size."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parents[2] / "docs" / "examples").glob("*.py"))


def test_there_are_three_examples() -> None:
    assert {example.stem for example in EXAMPLES} >= {"rule_study", "bot_study", "hand_study"}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.stem)
def test_an_example_runs_and_says_something(example: Path, tmp_path: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-W", "error", str(example)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (said.returncode, said.stderr) == (0, "")
    assert len(said.stdout.splitlines()) >= 5
    assert list(tmp_path.iterdir()) == []
