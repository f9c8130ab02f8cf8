"""The strategy `exec:COMMAND`: programs that speak the contest protocol over standard input and output, one a seat."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field

from guandan_sim._core import Play, View
from guandan_sim.bots.contest import messages
from guandan_sim.bots.contest.hosting import Table
from guandan_sim.bots.programs import Program, Question, converse, end
from guandan_sim.bots.texts import StrategyText
from guandan_sim.errors import NotationError, ProgramError
from guandan_sim.event import Event
from guandan_sim.simulation import processors

# Seconds a turn. The protocol has no limit; one is needed for programs that hang.
_TURN_LIMIT = 60.0


@dataclass(slots=True)
class _Seat:
    """A seat in a match: its program, once it has been asked, and what that is still to be told, with the entries of
    the action list where it is asked.
    """

    program: Program | None = None
    backlog: list[tuple[bytes, int]] = field(default_factory=list)


class _Match:
    """A match in progress, as far as the seats of the strategy are told of it."""

    def __init__(self, seats: Sequence[int]) -> None:
        """A match whose first event is still to come."""
        self.table = Table()
        self.seats = {seat: _Seat() for seat in seats}


class ExecStrategy:
    """A strategy that programs decide for. A program plays a seat of a match to its end and then goes on to another."""

    detail = "cards"
    every_turn = True

    def __init__(self, text: str) -> None:
        """The strategy `exec:COMMAND`, with the options `turn_limit`, seconds a turn, and `at_once`, matches side by
        side. Raises `PlanError`.
        """
        read = StrategyText.read(text, ("turn_limit", "at_once"))
        self.at_once = read.count("at_once", processors())
        self._command = read.command()
        self._turn_limit = read.seconds("turn_limit", _TURN_LIMIT)
        self._matches: dict[int | None, _Match] = {}
        # Programs that are in no match.
        self._idle: list[Program] = []
        self._victories, self._draws = [0] * 4, 0

    def observe(self, event: Event) -> None:
        """Takes an event; a program is told of it when it is asked next, or when its match is over."""
        match = self._matches.get(event.match)
        if match is None:
            match = self._matches[event.match] = _Match(event.seats)
        for outgoing in match.table.hear(event):
            line = messages.encode(outgoing.message)
            for seat in outgoing.seats:
                match.seats[seat].backlog.append((line, outgoing.entries))
        if event.kind in ("match_over", "abandoned"):
            self._end(event)

    def act_each(self, views: Sequence[View], legals: Sequence[Sequence[Play]]) -> list[int | ProgramError]:
        """Asks the programs of all decisions at the same time."""
        return converse(self._decide(view, legal) for view, legal in zip(views, legals, strict=True))

    def close(self) -> None:
        """Tells the programs that the game is over, and ends those that do not end by themselves."""
        for program in self._idle:
            program.send(messages.encode(messages.game_over(sum(self._victories) // 2 + self._draws)))
            program.send(messages.encode(messages.game_result(self._victories, [self._draws] * 4)))
        end(self._idle)
        for match in self._matches.values():
            for seat in match.seats.values():
                if seat.program is not None:
                    seat.program.kill()
        self._matches.clear()
        self._idle.clear()

    def _decide(self, view: View, legal: Sequence[Play]) -> Generator[Question, "str | None", int]:
        """Tells a program what has happened since it was asked last, and asks it."""
        match = self._matches[view.match]
        seat = match.seats[view.seat]
        if seat.program is None:
            seat.program = self._program()
        backlog, seat.backlog = seat.backlog, []
        for line, entries in backlog:
            if entries:
                yield from self._ask(seat.program, line, entries)
            else:
                seat.program.send(line)
        question = match.table.ask(view, legal)
        entry = yield from self._ask(seat.program, messages.encode(question.message), len(question.indices))
        return question.index_of(entry)

    def _ask(self, program: Program, line: bytes, entries: int) -> Generator[Question, "str | None", int]:
        """The entry that a program chooses. Raises `ProgramError`."""
        answer = yield Question(program, self._turn_limit, line)
        try:
            return messages.read_answer(answer or "", entries)
        except NotationError as error:
            raise ProgramError(f"it {error}") from error

    def _program(self) -> Program:
        """A program that is free for a seat."""
        while self._idle:
            program = self._idle.pop()
            if program.is_running:
                return program
            program.kill()
        return Program(self._command)

    def _end(self, event: Event) -> None:
        """A match is over. What has been in a match that goes no further is not asked again."""
        for seat in self._matches.pop(event.match).seats.values():
            if seat.program is None:
                continue
            if event.kind == "abandoned":
                seat.program.kill()
                continue
            for line, _ in seat.backlog:
                seat.program.send(line)
            self._idle.append(seat.program)
        if event.kind == "match_over":
            if event.winner_team is None:
                self._draws += 1
            else:
                self._victories[event.winner_team] += 1
                self._victories[event.winner_team + 2] += 1
