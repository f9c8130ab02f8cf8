"""Standard error, for what is said beside the work: that nobody listens any more is no reason to end a run."""

import os
import sys
from typing import Any


class StandardError:
    """Standard error as a file; once its reader or its terminal has gone, all that is written goes nowhere."""

    def write(self, text: str) -> int:
        """Writes text; returns its length."""
        try:
            return sys.stderr.write(text)
        except OSError:
            _silence()
            return len(text)

    def flush(self) -> None:
        """Has what was written read."""
        try:
            sys.stderr.flush()
        except OSError:
            _silence()

    def __getattr__(self, name: str) -> Any:
        """Whatever else is asked of it, such as `isatty` and `encoding`."""
        return getattr(sys.stderr, name)


def say(line: str) -> None:
    """Prints a line on standard error."""
    print(line, file=StandardError(), flush=True)


def _silence() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
