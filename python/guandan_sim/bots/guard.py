"""Process groups that end with this process, even where it is killed and can end nothing itself."""

import os
import subprocess
import threading

# Reads `+ GROUP` and `- GROUP` in lines. At the end of its input, which comes with the end of the process that writes
# it, it ends the process groups that were named and not taken back.
_SCRIPT = """
trap '' INT TERM HUP
groups=' '
while read -r sign group; do
    case $sign in
        +) groups="$groups$group " ;;
        -) groups="${groups%% $group *} ${groups#* $group }" ;;
    esac
done
for group in $groups; do
    kill -9 "-$group"
done
"""


class Guard:
    """A small process beside this one. When this one is gone, it ends the process groups that are left."""

    def __init__(self) -> None:
        """A guard that is started with `begin`."""
        self._lock = threading.Lock()
        self._groups: set[int] = set()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def begin(self) -> None:
        """Starts the process beside this one unless it is there. Raises `OSError` where it cannot be started."""
        with self._lock:
            if self._owner != os.getpid():
                # A process that was forked from the one that began has groups of its own.
                self._groups, self._process, self._owner = set(), None, os.getpid()
            self._tell("")

    def add(self, group: int) -> None:
        """Has a process group ended when this process is gone."""
        with self._lock:
            self._groups.add(group)
            self._tell(f"+ {group}\n")

    def remove(self, group: int) -> None:
        """Takes `add` back for a group that has been ended."""
        with self._lock:
            self._groups.discard(group)
            self._tell(f"- {group}\n")

    def rest(self) -> None:
        """Ends the process beside this one unless there are groups to be guarded. `begin` starts it again."""
        with self._lock:
            if self._process is not None and self._process.stdin is not None and not self._groups:
                self._process.stdin.close()
                self._process.wait()
                self._process = None

    def _tell(self, line: str) -> None:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(  # noqa: S603
                ["/bin/sh", "-c", _SCRIPT],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )
            line = "".join(f"+ {group}\n" for group in self._groups)
        if self._process.stdin is not None:
            self._process.stdin.write(line.encode())


guard = Guard()
"""The guard of this process."""
