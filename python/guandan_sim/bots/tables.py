"""Who sits where: the clients of a contest server by name and table. Places are taken in the order of connection."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from guandan_sim.bots.connection import Connection, Line
from guandan_sim.bots.contest import messages
from guandan_sim.event import Event
from guandan_sim.terms import counted

ANY = "any"
"""The name of seats that take every client, whatever it calls itself."""

# Clients that came when all seats were taken: they get the next seat that becomes free.
MOST_WAITING = 64


@dataclass(slots=True)
class ClientTable:
    """The clients of one strategy at one table, by position: their seats in rotation 0, in ascending order."""

    clients: list[Connection | None]
    match: int | None = None
    rotation: int = 0
    games: int = 0
    draws: int = 0
    victories: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    """Games won by each of the four positions of the table, our strategies' too."""

    @property
    def is_ready(self) -> bool:
        """Whether a match can begin: no place is vacant and none is in progress."""
        return self.match is None and None not in self.clients

    def begin(self, match: int, rotation: int, seats: tuple[int, ...]) -> dict[int, Connection]:
        """Puts a match to the table; its clients by seat."""
        self.match, self.rotation = match, rotation
        # A strategy moves on by a seat with each rotation; the connection stays.
        in_order = sorted(seats, key=self._position)
        return {seat: client for seat, client in zip(in_order, self.clients, strict=True) if client is not None}

    def end(self, event: Event) -> None:
        """The match is over, or goes no further, which counts for nobody."""
        self.match = None
        if event.kind == "abandoned":
            return
        self.games += 1
        if event.winner_team is None:
            self.draws += 1
            return
        for seat in (event.winner_team, event.winner_team + 2):
            self.victories[self._position(seat)] += 1

    def finish(self) -> None:
        """Tells the clients the result of all their games, by the seats they were last told, and lets them go."""
        result = messages.game_result([self.victories[self._position(seat)] for seat in range(4)], [self.draws] * 4)
        for client in filter(None, self.clients):
            if self.games:
                client.deliver(Line(messages.encode(messages.game_over(self.games))))
                client.deliver(Line(messages.encode(result)))
            client.finish()

    def _position(self, seat: int) -> int:
        return (seat + self.rotation) % 4


class Pool:
    """The tables of one name."""

    def __init__(self, tables: int) -> None:
        """So many tables, whose size is known with the first match."""
        self.tables = [ClientTable([]) for _ in range(tables)]

    def open(self, match: int, rotation: int, seats: tuple[int, ...]) -> Mapping[int, Connection] | None:
        """The clients by seat for a match, at a table that is free for it; None while there is none."""
        for table in self.tables:
            table.clients += [None] * (len(seats) - len(table.clients))
        ready = next((table for table in self.tables if table.is_ready), None)
        return None if ready is None else ready.begin(match, rotation, seats)

    def close(self, event: Event) -> None:
        """The match of an event has ended."""
        for table in self.tables:
            if table.match == event.match:
                table.end(event)

    def abandon(self) -> None:
        """Matches in progress go no further."""
        for table in self.tables:
            table.match = None

    @property
    def vacant(self) -> int:
        """How many clients are waited for."""
        return sum(table.clients.count(None) for table in self.tables)

    def seat(self, client: Connection) -> str | None:
        """Gives a client the first vacant place, and says which; None when there is none."""
        for number, table in enumerate(self.tables):
            if None in table.clients:
                place = table.clients.index(None)
                table.clients[place] = client
                left = f"{counted(self.vacant, 'client')} to come" if self.vacant else "all are there"
                return f"{client.label} takes place {place + 1} of {len(table.clients)} at table {number + 1}; {left}"
        return None

    def leave(self, client: Connection) -> bool:
        """Takes a client that has gone from its place, if it has one."""
        for table in self.tables:
            if client in table.clients:
                table.clients[table.clients.index(client)] = None
                return True
        return False


class Tables:
    """All tables of a server, and the clients that wait for a place."""

    def __init__(self, tables: int, say: Callable[[str], None]) -> None:
        """So many tables for each name; `say` takes a line about who comes and goes."""
        self._number = tables
        self._say = say
        self._pools: dict[str, Pool] = {}
        self._waiting: list[Connection] = []

    def pool(self, name: str) -> Pool:
        """The tables of a name."""
        return self._pools.setdefault(name, Pool(self._number))

    def open(self, name: str, match: int, rotation: int, seats: tuple[int, ...]) -> Mapping[int, Connection] | None:
        """See `Pool.open`. Clients that wait are given the seats that are now known to be needed."""
        pool = self.pool(name)
        found = pool.open(match, rotation, seats)
        if found is None and self._waiting:
            self._fill()
            found = pool.open(match, rotation, seats)
        return found

    def come(self, client: Connection) -> bool:
        """Gives a new client a place, or has it wait. Says so, and whether there was room to wait."""
        if len(self._waiting) == MOST_WAITING:
            self._say(f"{client.label} turned away: all seats are taken and {MOST_WAITING} clients wait")
            return False
        self._waiting.append(client)
        self._fill()
        if client in self._waiting:
            self._say(f"{client.label} waits: no seat is free for it")
        return True

    def go(self, client: Connection) -> None:
        """A client has gone: its place is vacant."""
        if client in self._waiting:
            self._waiting.remove(client)
        elif any(pool.leave(client) for pool in self._pools.values()):
            self._fill()

    def finish(self) -> None:
        """Lets all clients go, with their results."""
        for pool in self._pools.values():
            for table in pool.tables:
                table.finish()
        for client in self._waiting:
            client.finish()
        # Nobody takes the place of a client that goes now.
        self._waiting.clear()

    def _fill(self) -> None:
        """Gives vacant places to those who wait, in the order of their connection."""
        for client in [*self._waiting]:
            pools = (self._pools[name] for name in (client.name, ANY) if name in self._pools)
            said = next((said for pool in pools if (said := pool.seat(client))), None)
            if said:
                self._waiting.remove(client)
                self._say(said)
