"""The strategy object that has outsiders decide: it tells them of the match and asks them in the contest protocol.

How messages reach them, over a network or through pipes, is the matter of a `Host`. One object plays all seats of one
strategy in all matches that are side by side; a match that waits for its outsiders does not hold up the others.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Protocol

from guandan_sim._core import Play, View
from guandan_sim.bots.contest.actions import Form
from guandan_sim.bots.contest.hosting import Outgoing, Question, Table
from guandan_sim.bots.contest.messages import encode
from guandan_sim.event import Event

Reply = Callable[[int | Exception], None]
"""Takes the index of the entry that was chosen, or why there is no answer. It may be called in any thread, once."""

# So long an answer is waited for while there are others to go on with: those that answer at once share a round.
_GRACE_SECONDS = 0.02
# How often the engine gets its turn while no outsider answers, and matches without outsiders ask for them again.
_PAUSE_SECONDS = 0.1


class Channel(Protocol):
    """The way to the outsider that plays one seat. Messages arrive in the order in which they are given."""

    def tell(self, line: bytes) -> None:
        """Sends a message to which no answer is due."""

    def ask(self, line: bytes, entries: int, reply: Reply) -> None:
        """Sends a message whose answer is the index of one of so many entries, and has the answer given to `reply`."""


class Host(Protocol):
    """Who brings outsiders to the seats of matches."""

    def open(self, match: int, rotation: int, seats: tuple[int, ...]) -> Mapping[int, Channel] | None:
        """The channels of a match by seat; None while there are no outsiders for it."""

    def close(self, event: Event) -> None:
        """A match is over, or goes no further, as the event says: its outsiders are free."""

    def end(self) -> None:
        """The run is over."""


@dataclass(slots=True)
class _Hosted:
    """A match, its outsiders once they are there, and what they are still to be told and asked."""

    table: Table
    match: int
    rotation: int
    seats: tuple[int, ...]
    channels: Mapping[int, Channel] | None = None
    backlog: list[Outgoing] = field(default_factory=list)
    question: Question | None = None
    asked: float | None = None
    """When the question was sent, by the monotonic clock."""
    answer: int | Exception | None = None
    failure: Exception | None = None


class ContestStrategy:
    """A strategy that others decide for. It is asked for every choice of cards, and at turns without a choice too."""

    detail = "cards"
    every_turn = True

    def __init__(self, host: Host, *, name: str, at_once: int, form: Form = "list") -> None:
        """A strategy called `name` that plays so many matches side by side."""
        self.name = name
        self.at_once = at_once
        self._host = host
        self._form: Form = form
        self._matches: dict[int | None, _Hosted] = {}
        self._replies: SimpleQueue[tuple[_Hosted, int | Exception]] = SimpleQueue()

    def observe(self, event: Event) -> None:
        """Has the outsiders of the match told of an event."""
        if event.kind in ("match_over", "abandoned"):
            self._matches.pop(event.match, None)
            self._host.close(event)
            return
        hosted = self._matches.get(event.match)
        if hosted is None:
            hosted = self._matches[event.match] = _Hosted(Table(self._form), event.match, event.rotation, event.seats)
        hosted.backlog += hosted.table.hear(event)
        self._send(hosted)

    def act_each(self, views: Sequence[View], legals: Sequence[Sequence[Play]]) -> list[int | Exception | None]:
        """Asks the outsiders of many matches at once. The answer to a decision is None while theirs is out."""
        matches = [self._matches[view.match] for view in views]
        for hosted, view, legal in zip(matches, views, legals, strict=True):
            if hosted.question is None:
                hosted.question, hosted.asked = hosted.table.ask(view, legal), None
            self._send(hosted)
        self._wait(matches)
        return [self._taken(hosted) for hosted in matches]

    def close(self) -> None:
        """The run is over: lets the outsiders go."""
        self._matches.clear()
        self._host.end()

    def _send(self, hosted: _Hosted) -> None:
        """Sends what is due, once the outsiders of the match are there."""
        if hosted.channels is None:
            hosted.channels = self._host.open(hosted.match, hosted.rotation, hosted.seats)
            if hosted.channels is None:
                return
        for seats, message, entries in hosted.backlog:
            line = encode(message)
            for seat in seats:
                if entries:
                    hosted.channels[seat].ask(line, entries, _failures_of(hosted))
                else:
                    hosted.channels[seat].tell(line)
        hosted.backlog.clear()
        question = hosted.question
        if question is not None and hosted.asked is None:
            hosted.asked = time.monotonic()
            channel = hosted.channels[question.seat]
            channel.ask(encode(question.message), len(question.indices), lambda it: self._replies.put((hosted, it)))

    def _wait(self, matches: Sequence[_Hosted]) -> None:
        """Waits until all have answered, but not so long that other matches would be held up."""
        begun = time.monotonic()
        while waiting := [hosted for hosted in matches if hosted.answer is None and hosted.failure is None]:
            if len(waiting) < len(matches):
                until = max(hosted.asked or 0.0 for hosted in waiting) + _GRACE_SECONDS
            else:
                # Where there are fewer than there may be, another is about to begin.
                until = begun + (_PAUSE_SECONDS if len(matches) == self.at_once else _GRACE_SECONDS)
            try:
                # A queue of this kind can be left by Ctrl-C at any moment, which locks that Python holds cannot.
                hosted, answer = self._replies.get(timeout=max(until - time.monotonic(), 0.0))
            except Empty:
                return
            hosted.answer = answer

    def _taken(self, hosted: _Hosted) -> int | Exception | None:
        """The answer to the decision of a match, which is then no longer put."""
        answer = hosted.failure or hosted.answer
        if answer is None or hosted.question is None:
            return None
        question, hosted.question, hosted.answer = hosted.question, None, None
        return answer if isinstance(answer, Exception) else question.index_of(answer)


def _failures_of(hosted: _Hosted) -> Reply:
    """Keeps why there was no answer to a question with one entry: the match fails at its next decision."""

    def note(answer: int | Exception) -> None:
        if isinstance(answer, Exception):
            hosted.failure = answer

    return note
