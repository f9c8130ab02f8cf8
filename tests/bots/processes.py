"""Which processes are there: what a test starts must be gone when it has ended."""

import subprocess
import time
from itertools import count

_numbers = count(1)


def sleep_of_its_own() -> str:
    """Arguments of `sleep` by which its process is told from all others: a day and some parts of a second."""
    return f"86400.{next(_numbers):06}{time.time_ns() % 10**9:09}"


def running(words: str) -> list[str]:
    """The processes with these words among their arguments, but for those that have ended and wait for their parent."""
    listed = subprocess.run(["ps", "-A", "-o", "stat=,args="], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if words in line and not line.lstrip().startswith("Z")]


def wait_until_gone(words: str, seconds: float = 20) -> None:
    """Waits for processes to end; fails when they do not."""
    deadline = time.monotonic() + seconds
    while running(words):
        assert time.monotonic() < deadline, running(words)
        time.sleep(0.02)


def wait_for(words: str, number: int, seconds: float = 20) -> None:
    """Waits until so many processes have these words among their arguments."""
    deadline = time.monotonic() + seconds
    while len(running(words)) < number:
        assert time.monotonic() < deadline, running(words)
        time.sleep(0.02)
