"""A deal that is played here, as Botzone's judge tells it to the bot of one seat: events become requests.

Cards have numbers there and none here. A seat's own cards get theirs when they are dealt. What others give or play gets
numbers that are left for its faces, so that no card is met twice.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from guandan_sim._core import Hand, Play
from guandan_sim.bots.botzone.cards import CARDS, Action, Number, action_of, level_text, number_of
from guandan_sim.event import Event

Request: TypeAlias = dict[str, Any]
Stage: TypeAlias = Literal["tribute", "return"]

KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
"""What a bot prints behind an answer to be asked again in the same process."""

SEATS = 4
STAGES: tuple[Stage, ...] = ("tribute", "return")
"""The stages of tribute, in order."""

# As many moves as a request to play shows.
_SHOWN = 4
# What stands for the card of a tribute that is void.
_VOID = -1


@dataclass(frozen=True, slots=True)
class Due:
    """The tribute that is due before a deal: the number of cards, and the seats that give and get the first of them.

    No tribute is due by default.
    """

    cards: int = 0
    first: int | None = None
    last: int | None = None

    @classmethod
    def after(cls, places: Sequence[int]) -> "Due":
        """The tribute after a deal that ended with these places, under rules with tribute."""
        first, second, *_, last = places
        return cls(2 if second == (first + 2) % SEATS else 1, first, last)

    def givers(self, stage: Stage) -> list[int]:
        """The seats that are asked for a card in a stage, in the order in which they are asked."""
        asked_first = self.last if stage == "tribute" else self.first
        return [] if asked_first is None else [asked_first, (asked_first + SEATS // 2) % SEATS][: self.cards]


class SeatOfDeal:
    """One seat in one deal: what it has seen happen, and the requests that follow from that."""

    def __init__(
        self, seat: int, hand: Hand, level: str, due: Due, holders: Mapping[Number, int] | None = None
    ) -> None:
        """The seat is dealt its cards. `holders` are the seats of all cards, where every hand is known."""
        self.seat = seat
        self.due = due
        # The moves of tribute so far: the number of the card, by the seat that gave it.
        self._given: dict[Stage, dict[int, int]] = {stage: {} for stage in STAGES}
        self._is_void = False
        self._history: list[tuple[int, Action]] = []
        self._left = [len(hand)] * SEATS
        self._done: list[int] = []
        # The seat that has gone out last, until that has no bearing on the turn any more.
        self._pass_on: int | None = None
        # Where each card is, as far as this seat knows: a seat, or None where it has been played.
        self._places: dict[int, int | None] = {**(holders or {})}
        if holders is None:
            for card in hand:
                self._places[number_of(card, self._not_met())] = seat
        self._dealt = self._held(seat)
        self._level = {"level": level_text(level), "tribute": due.cards, "first": due.first, "last": due.last}

    @property
    def cards(self) -> list[int]:
        """The numbers of the cards that the seat holds."""
        return self._held(self.seat)

    def deal(self) -> Request:
        """The request that deals the cards."""
        return {"stage": "deal", "deliver": self._dealt, "your_id": self.seat, "global": self._level}

    def give(self, stage: Stage) -> Request:
        """The request to give a card, as tribute or in return. Where the tribute is void it only tells so."""
        givers = self.due.givers(stage)
        asked_before = givers if self._is_void else givers[: givers.index(self.seat)]
        given = self._given[stage]
        shown = {**self._given, stage: {seat: given[seat] for seat in asked_before if seat in given}}
        if stage == "tribute":
            shown["return"] = {}
        return {"stage": stage, "global": self._global(shown), "resist": self._is_void}

    def play(self) -> Request:
        """The request to play."""
        moves: list[Any] = [{"player": seat, "response": action} for seat, action in self._history[-_SHOWN:]]
        padding: Any = {} if self.due.cards else []
        return {
            "stage": "play",
            "history": [padding] * (_SHOWN - len(moves)) + moves,
            "done": [*self._done],
            "pass_on": -1 if self._pass_on is None or self._has_come_round() else self._pass_on,
            "global": self._global(self._given),
        }

    def void(self) -> None:
        """The big jokers void the tribute."""
        self._is_void = True
        self._given = {stage: dict.fromkeys(self.due.givers(stage), _VOID) for stage in self._given}

    def laid_down(self, stage: Stage, event: Event) -> None:
        """All cards of a stage have been laid down: those of others get their numbers."""
        for giver, _, card in event.moves:
            if giver != self.seat:
                number = number_of(card, self._within_reach(giver))
                self._given[stage][giver], self._places[number] = number, giver

    def gave(self, stage: Stage, number: int) -> None:
        """The seat has given a card, which it holds until all cards of the stage are handed over."""
        self._given[stage][self.seat] = number

    def handed_over(self, stage: Stage, event: Event) -> None:
        """The cards of a stage go to those who get them."""
        for giver, receiver, _ in event.moves:
            self._places[self._given[stage][giver]] = receiver

    def acted(self, seat: int, play: Play | None, own: Action | None) -> None:
        """A seat has played or passed. `own` are the numbers that the bot gave for its own play."""
        if self._pass_on is not None and self._has_come_round():
            self._pass_on = None
        action = action_of(play, self._within_reach(seat)) if own is None else own
        self._history.append((seat, action))
        if play is None:
            return
        self._places.update(dict.fromkeys(action[0]))
        self._left[seat] -= play.size
        self._pass_on = None
        if not self._left[seat]:
            self._done.append(seat)
            self._pass_on = seat

    def _global(self, given: dict[Stage, dict[int, int]]) -> Request:
        cards = {f"{stage}_cards": {str(seat): card for seat, card in by.items()} for stage, by in given.items()}
        return {**self._level, **cards, "resist": self._is_void}

    def _held(self, seat: int) -> list[int]:
        return [number for number, place in self._places.items() if place == seat]

    def _not_met(self) -> list[int]:
        """The numbers of cards that the seat has not seen."""
        return [number for number in range(CARDS) if number not in self._places]

    def _within_reach(self, seat: int) -> list[int]:
        """The numbers that cards of a seat can have: first those it is known to hold, then those not seen anywhere."""
        return self._held(seat) + self._not_met()

    def _has_come_round(self) -> bool:
        """Whether the turn has gone past the seat that went out last, so that another leads in its place."""
        seat = self._history[-1][0]
        while (seat := (seat + 1) % SEATS) in self._done:
            if seat == self._pass_on:
                return True
        return False
