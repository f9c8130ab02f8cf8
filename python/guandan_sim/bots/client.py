"""Our strategies as clients of a contest server: one connection a seat, each in a thread of its own."""

import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from urllib.parse import urlsplit, urlunsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.sync.client import ClientConnection, connect

from guandan_sim._core import Rules
from guandan_sim.bots.asking import Strategy
from guandan_sim.bots.contest.seat import Seat
from guandan_sim.bots.texts import is_host
from guandan_sim.errors import GuandanError, PlanError, StrategyError

DEFAULT_NAME = "guandan-sim"

_CONNECT_SECONDS = 10.0
_PAUSE_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What became of one seat: the seat it was last told, deals played, games won and drawn, None when not told."""

    seat: int
    deals: int
    victories: int | None
    draws: int | None
    error: str | None
    """Why the connection ended before the server had told the result of the games."""


def address_of(url: str) -> str:
    """The address to connect to: ws:// and the path /game/NAME are added where they are missing. Raises `PlanError`.

    >>> address_of("localhost:23456"), address_of("ws://localhost:23456/game/gd/alice")
    ('ws://localhost:23456/game/guandan-sim', 'ws://localhost:23456/game/gd/alice')
    """
    try:
        found = urlsplit(url if "://" in url else f"ws://{url}")
        good = found.scheme in ("ws", "wss") and is_host(found.hostname or "") and found.port != 0
    except ValueError:
        good = False
    if not good:
        raise PlanError(f"{url}: expected the address of a contest server, such as ws://127.0.0.1:23456/game/alice")
    path = found.path if found.path.strip("/") else f"/game/{DEFAULT_NAME}"
    return urlunsplit((found.scheme, found.netloc, path, found.query, ""))


def play(
    url: str, strategies: Sequence[Strategy], rules: Rules, seed: int, say: Callable[[str], None]
) -> list[SeatResult]:
    """Plays a seat for each strategy until the server ends the games; the seats connect in order.

    `say` takes a line about what goes wrong; it is called in any thread.

    Raises `PlanError` when there is no server, and `StrategyError` when a strategy fails.
    """
    address = address_of(url)
    ended: SimpleQueue[tuple[int, SeatResult | BaseException]] = SimpleQueue()
    with ExitStack() as connections:
        for number, strategy in enumerate(strategies):
            socket = _connected(address, connections)
            threading.Thread(
                target=lambda number, socket, seat: ended.put((number, _played(socket, seat))),
                args=(number, socket, Seat(strategy, rules, seed + number, say)),
                daemon=True,
            ).start()
        results: dict[int, SeatResult] = {}
        while len(results) < len(strategies):
            try:
                # With a pause, for Ctrl-C to be heard on every system.
                number, result = ended.get(timeout=_PAUSE_SECONDS)
            except Empty:
                continue
            if isinstance(result, BaseException):
                # In a thread nobody would hear of it.
                raise result
            results[number] = result
        return [results[number] for number in range(len(strategies))]


def _connected(address: str, connections: ExitStack) -> ClientConnection:
    """A connection that is closed with the others; action lists may be of any length. Raises `PlanError`."""
    try:
        # A strategy that thinks answers no ping.
        opened = connect(
            address, open_timeout=_CONNECT_SECONDS, ping_interval=None, compression=None, max_size=None, proxy=None
        )
        return connections.enter_context(opened)
    except (OSError, TimeoutError, InvalidHandshake, InvalidURI) as error:
        said = " ".join(str(getattr(error, "strerror", None) or error or type(error).__name__).split())
        raise PlanError(f"{address}: cannot connect: {said}") from None


def _played(socket: ClientConnection, seat: Seat) -> SeatResult | BaseException:
    """Plays one seat until its connection ends; what became of it, or what was raised."""
    try:
        return _result(socket, seat)
    except BaseException as error:
        return error


def _result(socket: ClientConnection, seat: Seat) -> SeatResult:
    """Plays one seat until its connection ends. Raises `StrategyError`."""
    error = None
    try:
        for text in socket:
            answer = seat.hear(text)
            if answer is not None:
                socket.send(answer, text=True)
            if seat.result is not None:
                break
    except ConnectionClosed:
        pass
    except StrategyError:
        raise
    except GuandanError as wrong:
        error = str(wrong)
    victories, draws = (_number(seat, key) for key in ("victoryNum", "draws"))
    if seat.result is None and error is None:
        error = f"the server closed the connection after {seat.deals} deals"
    socket.close()
    return SeatResult(seat.seat, seat.deals, victories, draws, error)


def _number(seat: Seat, key: str) -> int | None:
    """What the message gameResult says of this seat."""
    found = (seat.result or {}).get(key)
    return found[seat.seat] if isinstance(found, list) and len(found) > seat.seat else None
