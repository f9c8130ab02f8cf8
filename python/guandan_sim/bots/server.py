"""The contest platform's server: strategies `client:NAME` are played by the WebSocket clients of that name.

The server is started by the first match that needs it and has a thread of its own, beside the run. Clients stay
connected from run to run of a process; at its end they are told the result of their games.
"""

import asyncio
import atexit
import logging
import re
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from queue import SimpleQueue
from typing import Any, get_args
from urllib.parse import unquote

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.frames import CloseCode
from websockets.http11 import Request, Response

from guandan_sim.arguments import check_number, check_whole
from guandan_sim.bots.connection import LARGEST_ANSWER, Connection, Limit, Line, WhenLate, address_of
from guandan_sim.bots.contest.actions import Form
from guandan_sim.bots.contest.strategy import Channel, ContestStrategy, Reply
from guandan_sim.bots.tables import ANY, Tables
from guandan_sim.bots.texts import StrategyText, is_host
from guandan_sim.errors import PlanError, shown, unknown
from guandan_sim.event import Event
from guandan_sim.terms import counted

DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", 23456
_LARGEST_PORT = 65_535

_PATH = re.compile(r"/game/(?:gd/)?([^/?#]{1,200})/?")
_MOST_TABLES = 10_000
# Clients that the system keeps waiting until they are greeted.
_BACKLOG = 4096
_SHORTEST_TURN, _LONGEST_TURN = 0.001, 86_400.0
_HANDSHAKE_SECONDS = 10.0
_CLOSING_SECONDS = 3.0


def _on_standard_error(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server plays: where it listens, how many tables it has, how it writes, how long a turn may take."""

    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    tables: int = 1
    form: Form = "list"
    limit: Limit = field(default_factory=Limit)
    say: Callable[[str], None] = _on_standard_error
    """Takes a line about a client, for people. It is called in any thread."""

    def __post_init__(self) -> None:
        """Raises `PlanError` for what no server can be given."""
        if not is_host(self.host):
            raise PlanError(f"host: expected a name or an address such as {DEFAULT_HOST}, got {shown(self.host)}")
        check_whole("port", self.port, 0, _LARGEST_PORT)
        check_whole("tables", self.tables, 1, _MOST_TABLES)
        if self.limit.seconds is not None:
            expected = f"seconds from {_SHORTEST_TURN:g} to {_LONGEST_TURN:g}"
            check_number("turn_limit", self.limit.seconds, expected, _SHORTEST_TURN, _LONGEST_TURN)


class ContestServer:
    """A server and its event loop, which runs in a thread of its own. The tables are touched on the loop only."""

    def __init__(self, settings: Settings) -> None:
        """A server that does not listen yet."""
        self.settings = settings
        self.tables = Tables(settings.tables, settings.say)
        self._loop: asyncio.AbstractEventLoop
        self._thread: threading.Thread | None = None
        self._socket: socket.socket | None = None
        self._server: Server | None = None
        self._clients: set[asyncio.Task[Any]] = set()
        self._outbox: SimpleQueue[tuple[Connection, Line]] = SimpleQueue()
        self._is_flushing = False

    @property
    def address(self) -> str:
        """What clients connect to."""
        host, port = self.settings.host, self.settings.port
        if self._socket is not None:
            port = self._socket.getsockname()[1]
        return f"ws://{f'[{host}]' if ':' in host else host}:{port}/game/NAME"

    def bind(self) -> socket.socket:
        """Takes the address, if it has not; who connects waits. Raises `PlanError` when it cannot be had."""
        if self._socket is None:
            address = (self.settings.host, self.settings.port)
            family = socket.AF_INET6 if ":" in self.settings.host else socket.AF_INET
            try:
                self._socket = socket.create_server(address, family=family, backlog=_BACKLOG)
            except OSError as error:
                # Python adds the address, which is named already.
                said = str(error.strerror or error).partition(" (while")[0]
                raise PlanError(f"cannot listen at {address[0]}:{address[1]}: {said}") from None
        return self._socket

    def start(self) -> None:
        """Begins to listen, if it has not begun. Raises `PlanError` when the address cannot be had."""
        if self._thread is not None:
            return
        listening = self.bind()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="contest server", daemon=True)
        self._thread.start()
        self.wait_for(self._listen(listening))
        # For the clients of strategies that no `serve` surrounds.
        atexit.register(self.stop, "")
        self.settings.say(f"listening at {self.address}")

    def stop(self, reason: str) -> None:
        """Ends the server. With a reason clients are told that; without one they are told the result of their games."""
        if self._thread is not None:
            atexit.unregister(self.stop)
            self.wait_for(self._close(reason))
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()
        if self._socket is not None:
            self._socket.close()
        self._thread = self._socket = self._server = None

    def wait_for(self, work: Any) -> Any:
        """Does work on the loop and waits for it; in another thread than the loop's."""

        async def done() -> tuple[Any, BaseException | None]:
            try:
                return await work, None
            except Exception as error:
                return None, error

        result, error = self.call(
            lambda reply: self._loop.create_task(done()).add_done_callback(lambda task: reply(task.result()))
        )
        if error is not None:
            raise error
        return result

    def call(self, work: Callable[[Callable[[Any], None]], object]) -> Any:
        """Has the loop do some work, which is given where to put its result, and waits for that.

        Ctrl-C can interrupt it at any moment, since no lock of Python's is held.
        """
        box: SimpleQueue[Any] = SimpleQueue()
        self._loop.call_soon_threadsafe(work, box.put)
        return box.get()

    def later(self, work: Callable[..., object], *given: object) -> None:
        """Has the loop do some work after all that it was given before."""
        if self._thread is not None:
            self._loop.call_soon_threadsafe(work, *given)

    def post(self, client: Connection, line: Line) -> None:
        """Has a message sent to a client; the loop is woken once for many."""
        self._outbox.put((client, line))
        if not self._is_flushing:
            self._is_flushing = True
            self._loop.call_soon_threadsafe(self._flush)

    def _flush(self) -> None:
        self._is_flushing = False
        while not self._outbox.empty():
            client, line = self._outbox.get_nowait()
            client.deliver(line)

    async def _listen(self, listening: socket.socket) -> None:
        log = logging.getLogger("guandan_sim.bots.server")
        log.propagate = False
        log.handlers = [_OneLine(self.settings.say)]
        log.setLevel(logging.ERROR)
        self._server = await serve(
            self._play,
            sock=listening,
            process_request=self._refuse_other_paths,
            compression=None,
            # Clients are often slow and single-threaded, and answer no ping while they think.
            ping_interval=None,
            open_timeout=_HANDSHAKE_SECONDS,
            close_timeout=_CLOSING_SECONDS,
            max_size=LARGEST_ANSWER,
            logger=log,
        )

    def _refuse_other_paths(self, connection: ServerConnection, request: Request) -> Response | None:
        """Nothing but the game can be reached."""
        if _name_in(request.path) is not None:
            return None
        self.settings.say(
            f"client ({address_of(connection)}) refused: asked for {shown(request.path)}, not for /game/NAME"
        )
        return connection.respond(HTTPStatus.NOT_FOUND, "expected the path /game/NAME\n")

    async def _play(self, connection: ServerConnection) -> None:
        """A client from its handshake to its end."""
        task = asyncio.current_task()
        name = _name_in(connection.request.path) if connection.request else None
        if task is None or name is None:
            return
        client = Connection(connection, name, self.settings.limit, self.settings.say)
        if not self.tables.come(client):
            await connection.close(CloseCode.TRY_AGAIN_LATER, "all seats are taken")
            return
        self._clients.add(task)
        try:
            await client.run()
        finally:
            self._clients.discard(task)
            self.tables.go(client)

    async def _close(self, reason: str) -> None:
        if self._server is None:
            return
        self._flush()
        if not reason:
            self.tables.finish()
            if self._clients:
                await asyncio.wait(self._clients, timeout=_CLOSING_SECONDS)
        self._server.close(code=CloseCode.GOING_AWAY, reason=reason)
        # A client may hold its connection open; that is no reason to hold up the end.
        with suppress(TimeoutError):
            await asyncio.wait_for(self._server.wait_closed(), _CLOSING_SECONDS)
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


class _OneLine(logging.Handler):
    """Says what the library logs in one line each, such as a handshake that came to nothing."""

    def __init__(self, say: Callable[[str], None]) -> None:
        super().__init__()
        self._say = say

    def emit(self, record: logging.LogRecord) -> None:
        """See `logging.Handler.emit`."""
        error = record.exc_info[1] if record.exc_info else None
        self._say(" ".join(f"client: {record.getMessage()}{f': {error}' if error else ''}".split()))


def _name_in(path: str) -> str | None:
    """The name in a path such as /game/alice or /game/gd/alice; None for other paths."""
    found = _PATH.fullmatch(path.partition("?")[0])
    name = unquote(found[1]) if found else ""
    return name if name.isprintable() and name.strip() else None


@dataclass(frozen=True, slots=True)
class _ClientChannel:
    """The way to one client."""

    server: ContestServer
    client: Connection

    def tell(self, line: bytes) -> None:
        """See `Channel.tell`."""
        self.server.post(self.client, Line(line))

    def ask(self, line: bytes, entries: int, reply: Reply) -> None:
        """See `Channel.ask`."""
        self.server.post(self.client, Line(line, entries, reply))


class _ClientHost:
    """Brings the clients of one name to the seats of matches."""

    def __init__(self, server: ContestServer, name: str) -> None:
        self._server = server
        self._name = name
        self._said = 0

    def open(self, match: int, rotation: int, seats: tuple[int, ...]) -> Mapping[int, Channel] | None:
        """See `Host.open`."""
        self._server.start()
        tables = self._server.tables
        clients, vacant = self._server.call(
            lambda reply: reply((tables.open(self._name, match, rotation, seats), tables.pool(self._name).vacant))
        )
        if clients is None and vacant > self._said:
            name = "" if self._name == ANY else f" of the name {self._name}"
            self._server.settings.say(f"waiting for {counted(vacant, 'client')}{name} at {self._server.address}")
        self._said = vacant
        return clients and {seat: _ClientChannel(self._server, client) for seat, client in clients.items()}

    def close(self, event: Event) -> None:
        """See `Host.close`."""
        self._server.later(lambda: self._server.tables.pool(self._name).close(event))

    def end(self) -> None:
        """See `Host.end`. The clients stay for the next run of this process."""
        self._server.later(lambda: self._server.tables.pool(self._name).abandon())


# The server that `serving` surrounds a run with; the others by their addresses.
_serving: list[ContestServer] = []
_servers: dict[tuple[str, int], ContestServer] = {}


@contextmanager
def serving(settings: Settings) -> Iterator[ContestServer]:
    """A server for all strategies `client:NAME` that are played meanwhile. It has its address from the beginning.

    At the end its clients are told the result of their games; after an error or Ctrl-C only that the run has ended.
    Raises `PlanError` when the address cannot be had.
    """
    server = ContestServer(settings)
    server.bind()
    _serving.append(server)
    try:
        yield server
    except BaseException:
        server.stop("the run was ended")
        raise
    else:
        server.stop("")
    finally:
        _serving.remove(server)


def strategy_of(text: str) -> ContestStrategy:
    """The strategy that `client:NAME` or `client(port=23456, tables=1, ...):NAME` stands for. Raises `PlanError`.

    The name `any` takes every client, whatever it calls itself. Nothing listens before the first match needs it.
    """
    read = StrategyText.read(text, _OPTIONS)
    if _serving:
        if read.options:
            raise PlanError(
                f"strategy {text}: the server has been given its options already: expected client:{read.who}"
            )
        server = _serving[-1]
    else:
        server = _server_of(read)
    settings = server.settings
    return ContestStrategy(_ClientHost(server, read.who), name=text, at_once=settings.tables, form=settings.form)


_OPTIONS = ("port", "host", "tables", "form", "turn_limit", "when_late")


def _server_of(read: StrategyText) -> ContestServer:
    """The server of this process at the address that a strategy's text names. Raises `PlanError`."""
    options = read.options
    if "when_late" in options and "turn_limit" not in options:
        raise PlanError(f"strategy {read.text}: when_late: no effect without turn_limit")
    limit = Limit(read.seconds("turn_limit", 0.0) or None, _one_of(read, "when_late", get_args(WhenLate), "wait"))
    settings = Settings(
        host=options.get("host", DEFAULT_HOST),
        port=read.count("port", DEFAULT_PORT, 0, _LARGEST_PORT),
        tables=read.count("tables", 1),
        form=_one_of(read, "form", get_args(Form), "list"),
        limit=limit,
    )
    server = _servers.setdefault((settings.host, settings.port), ContestServer(settings))
    if server.settings != settings:
        raise PlanError(f"strategy {read.text}: {settings.host}:{settings.port} has a server with other options")
    return server


def _one_of(read: StrategyText, option: str, known: Sequence[str], default: str) -> Any:
    """An option that is one of some words. Raises `PlanError`."""
    value = read.options.get(option, default)
    if value not in known:
        raise PlanError(f"strategy {read.text}: {option}: {unknown('value', value, known)}")
    return value
