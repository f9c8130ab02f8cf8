"""One match as a contest server tells it: events and decisions become messages for the seats that outsiders play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from guandan_sim._core import Hand, Play, View
from guandan_sim.bots.contest import messages
from guandan_sim.bots.contest.actions import NOTHING, PASS, Action, Form, action_of, hand_cards, order_of, written
from guandan_sim.bots.contest.messages import Message
from guandan_sim.event import Event

SEATS = range(4)
# The stage in which a choice of tribute is put. The protocol knows no picking of one of two cards; every client can
# answer an action list of the stage tribute.
_STAGE = {"pay": "tribute", "pick": "tribute", "return": "back"}


class Outgoing(NamedTuple):
    """A message to some seats. With `entries` it asks: the answer is the index of one of so many entries."""

    seats: tuple[int, ...]
    message: Message
    entries: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """A decision put to a seat: the message, and which index of the legal plays each entry of its action list means."""

    table: "Table"
    seat: int
    message: Message
    indices: Sequence[int]

    def index_of(self, entry: int) -> int:
        """The answer to the engine when the seat has chosen this entry."""
        self.table.chose(self.seat, entry)
        return self.indices[entry]


class Table:
    """A match in progress, as far as the seats of one strategy are told of it.

    `hear` takes each event and `ask` each decision; both give the messages that are due, in order.
    """

    def __init__(self, form: Form = "list") -> None:
        """A match whose first event is still to come; `form` is how actions are written."""
        self._form = form
        self._level, self._levels = "2", ("2", "2")
        self._own: tuple[int, ...] = ()
        self._begin({})

    def _begin(self, hands: Mapping[int, Hand]) -> None:
        """A deal has been dealt."""
        self._hands = dict(hands)
        self._counts = [27] * len(SEATS)
        self._areas: list[Any] = [None] * len(SEATS)
        self._chosen: dict[int, int] = {}
        self._asked: set[tuple[str, int]] = set()
        self._clear()

    def _clear(self) -> None:
        """The trick is over, or none has begun."""
        self._last: tuple[int, Action] = (-1, NOTHING)
        self._greater: tuple[int, Action] = (-1, NOTHING)
        self._passes = 0
        nothing = written(NOTHING, "list") if self._form == "list" else None
        self._areas = [None if area is None else nothing for area in self._areas]

    def hear(self, event: Event) -> list[Outgoing]:
        """What the seats of the strategy are told of an event."""
        own = self._own = event.seats
        if event.kind == "deal":
            self._level = event.level
            self._levels = event.levels or (event.level, event.level)
            self._begin(event.hands)
            return [
                Outgoing((seat,), messages.beginning(hand_cards(hand, self._level), seat))
                for seat, hand in sorted(event.hands.items())
            ]
        if event.kind in ("paid", "returned"):
            stage = "tribute" if event.kind == "paid" else "back"
            return [*self._forced(stage, event.moves), Outgoing(own, self._moved(stage, event.moves))]
        if event.kind == "no_tribute":
            return [Outgoing(own, messages.anti_tribute(sorted(set(event.seats_with_jokers))))]
        if event.kind == "action" and event.seat is not None:
            return [Outgoing(own, self._acted(event.seat, event.play))]
        if event.kind == "deal_over":
            rest = [(seat, hand_cards(hand, event.level)) for seat, hand in enumerate(event.left) if hand]
            return [Outgoing(own, messages.episode_over(event.places, event.level, rest))]
        return []

    def ask(self, view: View, legal: Sequence[Play]) -> Question:
        """A decision as a question to its seat."""
        if view.phase != "play":
            stage = _STAGE[view.phase]
            self._asked.add((stage, view.seat))
            cards: list[Action] = [(stage, stage, play.cards) for play in legal]
            return self._question(view.seat, stage, view.hand, cards, range(len(legal)))
        order = order_of(legal)
        entries = [action_of(legal[index]) for index in order]
        if view.table is None:
            self._clear()
        else:
            entries.insert(0, PASS)
            order.insert(0, len(legal))
        return self._question(view.seat, "play", view.hand, entries, order)

    def chose(self, seat: int, entry: int) -> None:
        """A seat has answered; the string form shows the answer."""
        self._chosen[seat] = entry

    def _question(
        self, seat: int, stage: str, hand: Hand, entries: Sequence[Action], indices: Sequence[int]
    ) -> Question:
        public = [{"rest": rest, "playArea": area} for rest, area in zip(self._counts, self._areas, strict=True)]
        ranks = (self._levels[seat % 2], self._levels[1 - seat % 2], self._level)
        (last_seat, last), (greater_seat, greater) = self._last, self._greater
        message = messages.act(stage, public, ranks, entries) | {
            "handCards": hand_cards(hand, self._level),
            "curPos": last_seat,
            "curAction": written(last, self._form),
            "greaterPos": greater_seat,
            "greaterAction": written(greater, self._form),
        }
        return Question(self, seat, message, indices)

    def _forced(self, stage: str, moves: Sequence[tuple[int, int, str]]) -> list[Outgoing]:
        """The questions with one entry: the engine asks nobody who has no choice of a card, the protocol does."""
        forced = [(giver, card) for giver, _, card in moves if giver in self._own]
        return [
            Outgoing(
                (giver,), self._question(giver, stage, self._hands[giver], [(stage, stage, (card,))], (0,)).message, 1
            )
            for giver, card in forced
            if (stage, giver) not in self._asked
        ]

    def _moved(self, stage: str, moves: Sequence[tuple[int, int, str]]) -> Message:
        for giver, receiver, card in moves:
            if giver in self._hands:
                self._hands[giver] -= card
            if receiver in self._hands:
                self._hands[receiver] += card
        return messages.moved(stage, moves)

    def _acted(self, seat: int, play: Play | None) -> Message:
        if self._is_lead(seat):
            self._clear()
        action = action_of(play)
        self._last = (seat, action)
        entry = self._chosen.pop(seat, 0)
        self._areas[seat] = written(action, "list") if self._form == "list" else {"actIndex": entry}
        if play is None:
            self._passes += 1
        else:
            self._passes = 0
            self._greater = (seat, action)
            self._counts[seat] -= play.size
        greater_seat, greater = self._greater
        return messages.play(seat, written(action, self._form), greater_seat, written(greater, self._form))

    def _is_lead(self, seat: int) -> bool:
        """Whether a seat that acts now leads: all others have passed, or the seat itself, which takes the wind."""
        last, (greater, _) = self._last[0], self._greater
        others = sum(count > 0 for other, count in enumerate(self._counts) if other != greater)
        return last in (-1, seat) or self._passes >= others
