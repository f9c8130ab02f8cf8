"""Programs over pipes: they are started, asked line by line, many at the same time, and ended with their children.

Knows nothing of the game. What is said to a program is a conversation: a generator that yields each `Question` and is
sent the line that answers it. `converse` holds many conversations at once, in one thread and without waiting for one
program longer than its question allows.
"""

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from guandan_sim.bots.guard import guard
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
# Stands for the answer of a program that still thinks. No line is like it.
_THINKS = "\n"
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
            with ThreadPoolExecutor(1) as thread:
                self._process = thread.submit(_start, command).result()
        except OSError as error:
            raise ProgramError(f"it cannot be started: {error.strerror or error}") from error
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
            guard.remove(self._process.pid)

    @property
    def pipes(self) -> dict[int, int]:
        """The pipes that can be moved on: their file descriptors, and the event of `selectors` that says when."""
        reading = (self._output, self._errors) if len(self._inbox) <= LARGEST_ANSWER else (self._errors,)
        pipes = {pipe: selectors.EVENT_READ for pipe in reading if pipe in self._open}
        return pipes | ({self._input: selectors.EVENT_WRITE} if self._outbox else {})

    def move(self, pipe: int) -> None:
        """Reads from a pipe what there is, or writes to it what it has room for."""
        if pipe == self._input:
            self._write()
        else:
            self._read(pipe)

    def line(self) -> str | None:
        """The next line that is neither blank nor to be skipped, if it has come. Raises `ProgramError`."""
        self._read(self._output)
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

    def last_line(self) -> str | None:
        """The line that the program has begun when it ended, if there is one."""
        text = _decoded(self._inbox)
        self._inbox.clear()
        return text if text and text != self.skipped else None

    @property
    def has_closed(self) -> bool:
        """Whether all that the program has said has been read, and it will say no more."""
        return self._output not in self._open

    def why_closed(self) -> str:
        """Why the program will say no more, as the beginning of a sentence."""
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(_LAST_SECONDS)
            return f"it was ended by {_signal_name(-code)}" if code < 0 else f"it ended with exit code {code}"
        return "it closed its standard output"

    def last_words(self) -> str:
        """What the program wrote to standard error last, as the end of a sentence; nothing if it wrote nothing."""
        self._read(self._errors)
        lines = [line for line in self._stderr.decode(errors="replace").splitlines() if line.strip()]
        last = " ".join(lines[-1].split()) if lines else ""
        return last and f"; its standard error ends with: {last[:_SHOWN_OF_STDERR]}"

    def _write(self) -> None:
        try:
            while self._outbox and self._input in self._open:
                del self._outbox[: os.write(self._input, self._outbox[:_CHUNK])]
        except BlockingIOError:
            return
        except OSError:
            # It reads no more. Whether that matters shows when it is asked.
            self._closes_input = True
        if self._closes_input:
            self._outbox.clear()
            self._open.discard(self._input)
            if self._process.stdin is not None:
                self._process.stdin.close()

    def _read(self, pipe: int) -> None:
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


def _start(command: Sequence[str]) -> "subprocess.Popen[bytes]":
    """Starts `command` in a session of its own and has it guarded.

    To be called in a thread of its own. Ctrl-C raises an error in the main thread, which between the two would leave a
    program behind that nobody knows of.
    """
    guard.begin()
    # What is started is what the user has named.
    process = subprocess.Popen(  # noqa: S603
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,
    )
    guard.add(process.pid)
    return process


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
                    key.data.move(key.fd)
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
        self.deadline = 0.0
        self._selector = selector
        self._question: Question | None = None
        # The pipes that the selector waits for.
        self._pipes: dict[int, int] = {}
        self._go_on(lambda: next(conversation))

    @property
    def is_waiting(self) -> bool:
        """Whether a question is still to be answered."""
        return self._question is not None

    def move(self, pipe: int) -> None:
        """Something can be read from a pipe of the program, or written to it."""
        if self._question is not None and pipe in self._pipes:
            self._question.program.move(pipe)
            self._wait_for(self._question.program.pipes)

    def look(self) -> None:
        """Goes on if there is an answer, or if there will be none."""
        while (question := self._question) is not None:
            try:
                answer = self._answer(question)
            except ProgramError as error:
                self._throw(ProgramError(f"{error}{question.program.last_words()}"))
                continue
            if answer == _THINKS:
                return
            self._go_on(partial(self.conversation.send, answer))

    def _answer(self, question: Question) -> str | None:
        """The line that answers, `_THINKS`, or None where the program has ended and may. Raises `ProgramError`."""
        program = question.program
        # A program that has ended may have left a child that holds the pipe open. It is ended with the program.
        has_ended = not program.is_running
        line = program.line()
        if line is None and (has_ended or program.has_closed):
            line = program.last_line()
            if line is None and not question.may_end:
                raise ProgramError(f"{program.why_closed()} instead of answering")
            return line
        if line is None and time.monotonic() >= self.deadline:
            raise ProgramError(f"it gave no answer within {question.seconds:g} s")
        return _THINKS if line is None else line

    def _go_on(self, step: Callable[[], Question]) -> None:
        """Takes a step of the conversation, and asks what it asks."""
        self._question = None
        self._wait_for({})
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
                unasked = program.line()
                if unasked is not None:
                    raise ProgramError(f"it said {shown(unasked)} without being asked")
            except ProgramError as error:
                self._throw(error)
                return
            program.send(question.line)
        if question.is_last:
            program.close_input()
        self._question = question
        self.deadline = time.monotonic() + question.seconds
        self._wait_for(program.pipes)

    def _throw(self, error: ProgramError) -> None:
        """Tells the conversation that its question has no answer."""
        self._go_on(partial(self.conversation.throw, error))

    def _wait_for(self, pipes: dict[int, int]) -> None:
        """Has the selector wait for these pipes, and for no others of this conversation."""
        for pipe in self._pipes.keys() - pipes.keys():
            self._selector.unregister(pipe)
        for pipe in pipes.keys() - self._pipes.keys():
            self._selector.register(pipe, pipes[pipe], self)
        self._pipes = pipes


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
        guard.rest()
