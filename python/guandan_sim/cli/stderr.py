"""Standard error, for what is said beside the work: that nobody listens any more is no reason to end a run."""

import os
import sys
from typing import Any


class StandardError:
    """Standard error as a file; once its reader or its terminal has gone, all that is written goes nowhere."""

    def __init__(self) -> None:
        """Standard error as it is now."""
        # A progress bar puts a file of its own in the place of `sys.stderr`, which would lead back to this one.
        self._stream = sys.stderr

    def write(self, text: str) -> int:
        """Writes text; returns its length."""
        try:
            return self._stream.write(text)
        except OSError:
            self._silence()
            return len(text)

    def flush(self) -> None:
        """Hands what was written over to the reader."""
        try:
            self._stream.flush()
        except OSError:
            self._silence()

    def __getattr__(self, name: str) -> Any:
        """Whatever else is asked of it, such as `isatty` and `encoding`."""
        return getattr(self._stream, name)

    def _silence(self) -> None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())


def say(line: str) -> None:
    """Prints a line on standard error."""
    print(line, file=StandardError(), flush=True)
