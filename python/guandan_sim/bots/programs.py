"""Programs over pipes: they are started, asked line by line, many at the same time, and ended with their children.

Knows nothing of the game. What is said to a program is a conversation: a generator that yields each `Question` and is
sent the line that answers it. `converse` holds many conversations at once, in one thread and without waiting for one
program longer than its question allows.
"""

import os
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

from guandan_sim.errors import ProgramError, shown

Answer = TypeVar("Answer")

LARGEST_ANSWER = 1 << 20
"""Bytes that a line from a program may have."""

# How often programs that are asked are looked at even if they say nothing: one may have died while a child of it holds
# its pipes open.
_LOOK_SECONDS = 0.2
# What a program may take to end by itself, once its standard output or its standard input is closed.
_LAST_SECONDS = 1.0
_CHUNK = 1 << 16
# How much of standard error is kept, and how much of it has room in the one line of an error.
_KEPT_OF_STDERR, _SHOWN_OF_STDERR = 4096, 200


class Program:
    """A program that has been started: lines go to its standard input and come from its standard output.

    It has a session of its own, so that it does not get the Ctrl-C of this process and can be ended together with the
    children in its process group. When this process ends in whatever way, the program is ended too.

    Raises `ProgramError` when it cannot be started.
    """

    skipped: str | None = None
    """A line that is not an answer and is passed over wherever the program says it. Blank lines always are."""

    def __init__(self, command: Sequence[str]) -> None:
        """Starts `command`, which is no text for a shell but a program and its arguments."""
        try:
            _guard.begin()
            # What is started is what the user has named.
            self._process = subprocess.Popen(  # noqa: S603
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise ProgramError(f"it cannot be started: {error.strerror or error}") from error
        _guard.add(self._process.pid)
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._input, self._output, self._errors = (pipe.fileno() for pipe in pipes if pipe is not None)
        for pipe in (self._input, self._output, self._errors):
            os.set_blocking(pipe, False)
        self._outbox, self._inbox, self._stderr = bytearray(), bytearray(), bytearray()
        # The pipes that are open at both ends.
        self._open = {self._input, self._output, self._errors}
        self._closes_input = False
        self._is_group_ended = False

    def send(self, line: bytes) -> None:
        """Has a line written to the program. What its pipe has no room for is written while it is asked."""
        self._outbox += line + b"\n"
        self._write()

    def close_input(self) -> None:
        """Closes the program's standard input as soon as all that was sent is written."""
        self._closes_input = True
        self._write()

    @property
    def is_running(self) -> bool:
        """Whether the program has not ended. Once it is found to have, the processes it has left behind are ended."""
        if self._process.poll() is None:
            return True
        self._end_group()
        return False

    def kill(self) -> None:
        """Ends the program and the processes it has started at once. Does nothing where they have been ended."""
        self._end_group()
        self._process.wait()
        self._open.clear()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def _end_group(self) -> None:
        """Ends the process group, once: later its number may be that of others."""
        if not self._is_group_ended:
            self._is_group_ended = True
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            _guard.remove(self._process.pid)

    def said(self) -> str:
        """What the program wrote to standard error last, as the end of a sentence; nothing if it wrote nothing."""
        self._read(self._errors)
        lines = [line for line in self._stderr.decode(errors="replace").splitlines() if line.strip()]
        if not lines:
            return ""
        last = " ".join(lines[-1].split())
        return f"; its standard error ends with: {last[:_SHOWN_OF_STDERR]}"

    def _write(self) -> None:
        if self._input not in self._open:
            self._outbox.clear()
            return
        try:
            while self._outbox:
                del self._outbox[: os.write(self._input, self._outbox[:_CHUNK])]
        except BlockingIOError:
            return
        except OSError:
            # It reads no more. Whether that matters shows when it is asked.
            self._outbox.clear()
            self._close(self._input)
            return
        if self._closes_input:
            self._close(self._input)

    def _close(self, pipe: int) -> None:
        self._open.discard(pipe)
        if pipe == self._input and self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()

    def _read(self, pipe: int) -> None:
        """Reads what there is on standard output or standard error, as much as has room."""
        kept = self._inbox if pipe == self._output else self._stderr
        # No longer than for a line of the largest size: a program may write as fast as it is read.
        for _ in range(LARGEST_ANSWER // _CHUNK + 1):
            if pipe not in self._open or len(kept) > LARGEST_ANSWER:
                return
            try:
                chunk = os.read(pipe, _CHUNK)
            except BlockingIOError:
                return
            except OSError:
                chunk = b""
            if not chunk:
                self._open.discard(pipe)
                return
            kept += chunk
            if pipe == self._errors:
                del kept[:-_KEPT_OF_STDERR]

    def _line(self) -> str | None:
        """The next line that is no blank line and not to be skipped, if it has come. Raises `ProgramError`."""
        while True:
            line, end, rest = self._inbox.partition(b"\n")
            if not end:
                break
            self._inbox = rest
            text = _decoded(line)
            if text and text != self.skipped:
                return text
        if len(self._inbox) > LARGEST_ANSWER:
            raise ProgramError(f"it answered a line of more than {LARGEST_ANSWER:,} bytes")
        return None

    def _check_silent(self) -> None:
        """Raises `ProgramError` if there is a line that nobody has asked for, which would be taken for an answer."""
        self._read(self._output)
        line = self._line()
        if line is not None:
            raise ProgramError(f"it said {shown(line)} without being asked")

    def _last_line(self) -> str | None:
        """The line that the program ended without ending, if there is one."""
        text = _decoded(self._inbox)
        self._inbox.clear()
        return text if text and text != self.skipped else None

    def _why_ended(self) -> str:
        """Why no more lines will come, once they cannot."""
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(_LAST_SECONDS)
            if code < 0:
                return f"it was ended by {_signal_name(-code)}"
            return f"it ended with exit code {code}"
        return "it closed its standard output"


def _decoded(line: bytes | bytearray) -> str:
    try:
        return line.decode().strip()
    except UnicodeDecodeError:
        raise ProgramError(f"it answered {shown(bytes(line))}: expected text in UTF-8") from None


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


@dataclass(frozen=True, slots=True)
class Question:
    """What a program is asked: a line for it, and how long it may take to answer with a line."""

    program: Program
    seconds: float
    line: bytes | None
    """The line that is sent to it. None to wait for another line of it."""
    is_last: bool = False
    """Whether its standard input is closed after the line."""
    may_end: bool = False
    """Whether the program may end instead of answering, which answers None."""


Conversation = Generator[Question, "str | None", Answer]
"""What is said to a program or several: yields questions, is sent the answers, returns what came of it.

`ProgramError` is raised in it where a question has no answer. It must not ask a program that another conversation asks.
"""


def converse(conversations: Iterable[Conversation[Answer]]) -> list[Answer | ProgramError]:
    """Holds conversations at the same time. Returns what came of each: its result, or the error that ended it."""
    with selectors.DefaultSelector() as selector:
        talks = [_Talk(conversation, selector) for conversation in conversations]
        try:
            waiting = [talk for talk in talks if talk.is_waiting]
            while waiting:
                soonest = min(talk.deadline for talk in waiting) - time.monotonic()
                for key, _ in selector.select(max(0.0, min(soonest, _LOOK_SECONDS))):
                    key.data(key.fd)
                for talk in waiting:
                    talk.look()
                waiting = [talk for talk in waiting if talk.is_waiting]
        finally:
            # Where Ctrl-C or a fault has ended it, each conversation tidies up its programs.
            for talk in talks:
                talk.conversation.close()
    return [talk.result for talk in talks]


class _Talk(Generic[Answer]):
    """A conversation that is held, and where it stands."""

    def __init__(self, conversation: Conversation[Answer], selector: selectors.BaseSelector) -> None:
        self.conversation = conversation
        # Until it has come to its end.
        self.result: Answer | ProgramError = ProgramError("the conversation was broken off")
        self._selector = selector
        self._question: Question | None = None
        self.deadline = 0.0
        self._go_on(lambda: next(conversation))

    @property
    def is_waiting(self) -> bool:
        return self._question is not None

    def look(self) -> None:
        """Goes on if there is an answer, or if there will be none."""
        while (question := self._question) is not None:
            try:
                line = self._answered(question)
            except ProgramError as error:
                failed = ProgramError(f"{error}{question.program.said()}")
                self._go_on(lambda error=failed: self.conversation.throw(error))  # type: ignore[misc]
                continue
            if line is None:
                return
            self._go_on(lambda line=line: self.conversation.send(line or None))  # type: ignore[misc]

    def _answered(self, question: Question) -> str | None:
        """The line that answers; the empty text where the program ended and may; None while it thinks."""
        program = question.program
        program._read(program._output)
        line = program._line()
        if line is not None:
            return line
        has_ended = program._output not in program._open
        if not has_ended and not program.is_running:
            # A child of it may hold the pipe open: what it said before it ended is there.
            program._read(program._output)
            line, has_ended = program._line(), True
        if line is None and has_ended:
            line = program._last_line()
            if line is None:
                if question.may_end:
                    return ""
                raise ProgramError(f"{program._why_ended()} instead of answering")
        if line is None and time.monotonic() >= self.deadline:
            raise ProgramError(f"it gave no answer within {question.seconds:g} s")
        return line

    def _go_on(self, step: Callable[[], Question]) -> None:
        """Takes a step of the conversation, and asks what it asks."""
        self._forget()
        try:
            question = step()
        except StopIteration as done:
            self.result = done.value
            return
        except ProgramError as error:
            # Where in this code it was noticed tells a user nothing about the program.
            self.result = error.with_traceback(None)
            return
        program = question.program
        if question.line is not None:
            try:
                program._check_silent()
            except ProgramError as error:
                unasked = error
                self._go_on(lambda: self.conversation.throw(unasked))
                return
            program.send(question.line)
        self._question = question
        self.deadline = time.monotonic() + question.seconds
        if question.is_last:
            program.close_input()
        for pipe in program._open - {program._input}:
            self._selector.register(pipe, selectors.EVENT_READ, self._readable)
        if program._outbox and program._input in program._open:
            self._selector.register(program._input, selectors.EVENT_WRITE, self._writable)

    def _forget(self) -> None:
        if self._question is not None:
            program = self._question.program
            for pipe in (program._input, program._output, program._errors):
                self._unregister(pipe)
            self._question = None

    def _unregister(self, pipe: int) -> None:
        with suppress(KeyError, ValueError):
            self._selector.unregister(pipe)

    def _readable(self, pipe: int) -> None:
        if self._question is None:
            return
        program = self._question.program
        program._read(pipe)
        if pipe not in program._open or len(program._inbox) > LARGEST_ANSWER:
            self._unregister(pipe)

    def _writable(self, pipe: int) -> None:
        if self._question is None:
            return
        program = self._question.program
        program._write()
        if not program._outbox or pipe not in program._open:
            self._unregister(pipe)


def end(programs: Iterable[Program], seconds: float = _LAST_SECONDS) -> None:
    """Closes the standard input of programs, lets them end by themselves for so long, and ends those that have not.

    Where these were the last programs, nothing that was started for them is left.
    """
    still = list(programs)
    for program in still:
        program.close_input()
    deadline = time.monotonic() + seconds
    try:
        while any(program.is_running for program in still) and time.monotonic() < deadline:
            time.sleep(0.005)
    finally:
        for program in still:
            program.kill()
        _guard.rest()


# Reads `+GROUP` and `-GROUP` in lines; at the end of its input, which comes with the end of the process that writes it,
# it ends the process groups that were named and not taken back.
_GUARD = """
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


class _Guard:
    """A small process beside this one that ends the programs if this process ends without doing so, as by SIGKILL."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._groups: set[int] = set()
        self._process: subprocess.Popen[bytes] | None = None
        # A process that is forked from this one has programs of its own.
        self._owner = 0

    def begin(self) -> None:
        """Starts the process beside this one if there is none."""
        with self._lock:
            if self._owner != os.getpid():
                self._groups, self._process, self._owner = set(), None, os.getpid()
            self._tell("")

    def add(self, group: int) -> None:
        """Has a process group ended when this process has ended."""
        with self._lock:
            self._groups.add(group)
            self._tell(f"+ {group}\n")

    def remove(self, group: int) -> None:
        """Takes `add` back, for a group that has been ended."""
        with self._lock:
            self._groups.discard(group)
            self._tell(f"- {group}\n")

    def rest(self) -> None:
        """Ends the process beside this one, unless there are programs to be watched."""
        with self._lock:
            if self._process is not None and self._process.stdin is not None and not self._groups:
                self._process.stdin.close()
                self._process.wait()
                self._process = None

    def _tell(self, line: str) -> None:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(  # noqa: S603
                ["/bin/sh", "-c", _GUARD],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )
            line = "".join(f"+ {group}\n" for group in self._groups)
        if self._process.stdin is not None:
            self._process.stdin.write(line.encode())


_guard = _Guard()
