"""Commands as the tests give them: in this process, which is quick, or in one of their own, as a user would."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from guandan_sim.cli import main


@dataclass(frozen=True)
class Said:
    """What a command said, and its exit code."""

    code: object
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


Command = Callable[..., Said]


def in_this_process(capture: pytest.CaptureFixture[str], *arguments: str) -> Said:
    """Ends like a process, by `SystemExit`, and leaves the signals as they were."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    capture.readouterr()
    try:
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    said = capture.readouterr()
    return Said(ended.value.code, said.out, said.err)


def in_its_own(directory: Path, *arguments: str) -> Said:
    """What only a process of its own can show: streams, exit codes, tracebacks at the end."""
    done = subprocess.run(
        [sys.executable, "-m", "guandan_sim", *arguments],
        cwd=directory,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return Said(done.returncode, done.stdout, done.stderr)
