"""One client of a contest server: what it is sent, in order, and what becomes of what it sends.

All of this runs on the server's event loop.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode

from guandan_sim.bots.contest.messages import read_answer
from guandan_sim.bots.contest.strategy import Reply
from guandan_sim.errors import GuandanError, NotationError

WhenLate = Literal["wait", "lowest", "forfeit"]
"""What is done when a turn takes too long: wait on, pass or play the lowest, or give the answer up as a failure."""

LARGEST_ANSWER = 64 * 1024
"""Bytes that a client may send at once; an answer has some twenty."""

# A client that has sent so much that nobody asked for is not mistaken but hostile.
_MOST_UNASKED = 1000


class ClientError(GuandanError):
    """A client has dropped its connection, answered wrongly or not in time."""


@dataclass(frozen=True, slots=True)
class Line:
    """A message for a client; `reply` takes the answer when one is due, the index of one of so many entries."""

    text: bytes
    entries: int = 0
    reply: Reply | None = None


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a client may take for an answer, and what is done then."""

    seconds: float | None = None
    when_late: WhenLate = "wait"


def address_of(socket: ServerConnection) -> str:
    """Where a client is: its host and port."""
    return ":".join(str(part) for part in (socket.remote_address or ("gone",))[:2])


class Connection:
    """A client from its handshake to its end."""

    def __init__(self, socket: ServerConnection, name: str, limit: Limit, say: Callable[[str], None]) -> None:
        """A client that calls itself `name`. `say` takes a line about what it does wrong."""
        self.name = name
        self.label = f"client {name} ({address_of(socket)})"
        self._socket = socket
        self._limit = limit
        self._say = say
        self._lines: asyncio.Queue[Line | None] = asyncio.Queue()
        self._answer: asyncio.Future[str | bytes] | None = None
        self._late = 0
        self._unasked = 0
        self._lost: ClientError | None = None
        self._is_finished = False

    def deliver(self, line: Line) -> None:
        """Has a message sent after those before it; a client that has gone answers with its loss."""
        if self._lost is None:
            self._lines.put_nowait(line)
        elif line.reply:
            line.reply(self._lost)

    def finish(self) -> None:
        """Has the connection closed once all messages have been sent."""
        self._is_finished = True
        self._lines.put_nowait(None)

    async def run(self) -> None:
        """Sends and receives until the connection is closed."""
        writer = asyncio.create_task(self._write())
        try:
            await self._read()
        finally:
            writer.cancel()
            with suppress(asyncio.CancelledError):
                await writer
            self._lose()

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            async for text in self._socket:
                if self._answer is not None and not self._answer.done():
                    self._answer.set_result(text)
                elif self._late:
                    # The answer to a question whose time was up.
                    self._late -= 1
                elif not await self._bears(text):
                    return

    async def _bears(self, text: str | bytes) -> bool:
        """Whether a client that sends what nobody asked for may go on."""
        self._unasked += 1
        if self._unasked == 1:
            self._say(f"{self.label} sent {len(text)} letters out of turn; ignored, as all that follow")
        if self._unasked < _MOST_UNASKED:
            return True
        self._say(f"{self.label} sent {self._unasked} messages out of turn: connection closed")
        await self._socket.close(CloseCode.POLICY_VIOLATION, "too many messages out of turn")
        return False

    async def _write(self) -> None:
        with suppress(ConnectionClosed):
            while (line := await self._lines.get()) is not None:
                if line.reply is None:
                    await self._socket.send(line.text, text=True)
                    continue
                answer: int | Exception | None = None
                try:
                    answer = await self._ask(line)
                finally:
                    # Where the connection is lost meanwhile, this line has gone from the queue already.
                    line.reply(self._why() if answer is None else answer)
            await self._socket.close()

    async def _ask(self, line: Line) -> int | Exception:
        """Sends a question and waits for its answer: an index, or what is wrong."""
        self._answer = asyncio.get_running_loop().create_future()
        await self._socket.send(line.text, text=True)
        seconds, when_late = self._limit.seconds, self._limit.when_late
        await asyncio.wait([self._answer], timeout=seconds)
        if not self._answer.done():
            late = f"{self.label} has not answered within {seconds:g} s"
            if when_late == "wait":
                self._say(f"{late}; waiting on")
                await asyncio.wait([self._answer])
            else:
                self._answer.cancel()
                self._late += 1
                if when_late == "lowest":
                    self._say(f"{late}; it passes or plays the lowest")
                    # The first entry of every list: the pass, or where there is none the lowest single card.
                    return 0
                self._say(late)
                return ClientError(late)
        try:
            return read_answer(self._answer.result(), line.entries)
        except NotationError as error:
            self._say(f"{self.label} {error}")
            return ClientError(f"{self.label} {error}")

    def _lose(self) -> None:
        """The connection is closed: whoever waits for an answer is told."""
        self._lost = self._why()
        if not self._is_finished:
            self._say(str(self._lost))
        while not self._lines.empty():
            line = self._lines.get_nowait()
            if line and line.reply:
                line.reply(self._lost)

    def _why(self) -> ClientError:
        """Why a connection that is closed no longer answers."""
        sent = self._socket.protocol.close_sent
        if sent is not None and sent.code == CloseCode.MESSAGE_TOO_BIG:
            return ClientError(f"{self.label} sent more than {LARGEST_ANSWER // 1024} KB at once: connection closed")
        return ClientError(f"{self.label} has gone")
