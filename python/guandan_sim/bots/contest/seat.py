"""A seat at a server of others, played by one of our strategies: messages in, answers out (docs/BOTS.md).

What the strategy sees is put together from messages alone: the own cards, the plays of all, the tribute.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from guandan_sim._core import Hand, Play, Rules, View
from guandan_sim.bots.asking import Strategy, answer_of
from guandan_sim.bots.contest.actions import PASS, Action, action_of, play_of, read_action
from guandan_sim.errors import GuandanError, NotationError, StrategyError, shown

Move = tuple[int, int, str]

_CHOICES = ("tribute", "back")
_Phase = Literal["play", "pay", "return", "pick"]


class Seat:
    """One seat from the first message to the last."""

    def __init__(self, strategy: Strategy, rules: Rules, seed: int, say: Callable[[str], None]) -> None:
        """A seat that the strategy plays by these rules, with random numbers of this seed.

        `say` takes a line about what cannot be understood.
        """
        self._strategy = strategy
        self._detail: Literal["cards", "ranks"] = getattr(strategy, "detail", "ranks")
        self._seed = seed
        self._rules = rules
        self._say = say
        self.seat = 0
        self.deals = 0
        self.result: Mapping[str, Any] | None = None
        """The message gameResult, once it has come."""
        self._order: Sequence[int] = ()
        self._begin([])

    def _begin(self, cards: Sequence[str]) -> None:
        self._dealt = Hand(cards)
        self._actions: list[tuple[int, Action]] = []
        self._heard = 0
        self._history: list[tuple[int, Play | None]] = []
        self._paid: list[Move] = []
        self._returned: list[Move] = []
        self._void_by: list[int] = []
        self._complained = False

    def hear(self, text: str | bytes) -> bytes | None:
        """Takes a message; the answer where one is due.

        Raises `NotationError` for a question that cannot be read, and `StrategyError` when the strategy fails.
        """
        try:
            message = msgspec.json.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise NotationError(f"the server sent {shown(text)}: expected a JSON object")
        if "actionList" in message:
            return msgspec.json.encode({"actIndex": self._decide(message)})
        try:
            self._note(message)
        except (LookupError, TypeError, ValueError, ArithmeticError) as error:
            # What this message would have told is missing, and the view of this deal cannot be put together.
            self._complain(f"a message cannot be read ({shown(message)}): {type(error).__name__}: {error}")
        return None

    def _note(self, message: Mapping[str, Any]) -> None:
        """Takes a message to which no answer is due. Stages that are not known are passed over."""
        match message.get("stage"):
            case "beginning":
                self.seat = int(message["myPos"])
                self._begin(message["handCards"])
            case "play":
                self._actions.append((int(message["curPos"]), read_action(message["curAction"])))
            case "tribute":
                self._paid = [(int(giver), int(receiver), str(card)) for giver, receiver, card in message["result"]]
            case "back":
                self._returned = [(int(giver), int(receiver), str(card)) for giver, receiver, card in message["result"]]
            case "anti-tribute":
                seats = [int(seat) for seat in message["antiPos"]]
                # Both big jokers of one seat are told as one seat.
                self._void_by = seats * 2 if len(seats) == 1 else seats
            case "episodeOver":
                self.deals += 1
                self._order = [int(seat) for seat in message["order"]]
            case "gameResult":
                self.result = message

    def _decide(self, message: Mapping[str, Any]) -> int:
        """The index of the entry of the action list that the strategy chooses."""
        try:
            entries = [read_action(entry) for entry in message["actionList"]]
            if not entries:
                raise ValueError("an empty list")
            asked = _Asked.of(message, self.seat)
        except (KeyError, TypeError, ValueError) as error:
            raise NotationError(f"the server asks what cannot be read: {type(error).__name__}: {error}") from None
        if len(entries) == 1:
            return 0
        try:
            return self._choose(asked, entries) if asked.stage in _CHOICES else self._play(asked, entries)
        except StrategyError:
            raise
        except GuandanError as error:
            self._complain(f"what the server says does not fit the rules {self._rules.label}: {error}")
            # The pass, or where there is none the lowest single card.
            return 0

    def _play(self, asked: "_Asked", entries: Sequence[Action]) -> int:
        """The entry of the strategy's play; where it is not offered, of the closest play that is."""
        view = self._view(asked, "play", None)
        plays = view.legal_plays(detail=self._detail)
        answer = answer_of(self._strategy, view, plays) if plays else 0
        wanted = action_of(plays[answer] if answer < len(plays) else None)
        if wanted in entries:
            return entries.index(wanted)
        offered = self._offered(asked.level, entries, view)
        answer = answer_of(self._strategy, view, [play for _, play in offered]) if offered else 0
        if answer < len(offered):
            return offered[answer][0]
        return entries.index(PASS) if PASS in entries else 0

    def _offered(self, level: str, entries: Sequence[Action], view: View) -> list[tuple[int, Play]]:
        """The entries that are plays by our rules too. Some servers offer cards that are no play."""
        legal = {action_of(play): play for play in view.legal_plays()}
        found = []
        for index, entry in enumerate(entries):
            play = legal.get(entry)
            if play is None and entry != PASS:
                # The label may be wrong where the cards are right.
                with suppress(NotationError):
                    play = legal.get(action_of(play_of(entry, level, self._rules)))
            if play is not None:
                found.append((index, play))
        return found

    def _choose(self, asked: "_Asked", entries: Sequence[Action]) -> int:
        """The entry of the card of tribute that the strategy chooses."""
        cards = [card for _, _, entry in entries for card in entry or ()]
        phase: _Phase = "return" if asked.stage == "back" else "pay"
        if phase == "pay" and (self._paid or self.seat in self._order[:2]):
            # The protocol has no stage for it: who has paid, or does not pay, picks one of two cards.
            phase = "pick"
        plays = (view := self._view(asked, phase, Hand(cards))).legal_plays()
        answer = answer_of(self._strategy, view, plays)
        (chosen,) = plays[answer].cards
        # Of two copies the first and the second are meant where both are listed.
        places = [index for index, card in enumerate(cards) if card == chosen]
        return places[[play.cards for play in plays[:answer]].count((chosen,)) % len(places)]

    def _view(self, asked: "_Asked", phase: _Phase, cards: Hand | None) -> View:
        """What the seat knows. Raises `GuandanError` when that is no position by the rules."""
        while self._heard < len(self._actions):
            seat, action = self._actions[self._heard]
            self._heard += 1
            self._put_in_passes(asked, seat)
            self._history.append((seat, play_of(action, asked.level, self._rules)))
        if phase == "play":
            self._put_in_passes(asked, self.seat)
        return self._known(asked, phase, hand=asked.hand, cards=cards)

    def _put_in_passes(self, asked: "_Asked", seat: int) -> None:
        """Adds the passes before the turn of a seat that the server has left out.

        On v1006 the partner of a seat that went out leads as soon as it has passed: the last opponent is not asked.
        """
        while self._history and (turn := self._known(asked).turn) not in (None, seat):
            self._history.append((turn, None))

    def _known(
        self, asked: "_Asked", phase: _Phase = "play", hand: Hand | None = None, cards: Hand | None = None
    ) -> View:
        """The position after the actions so far. Raises `GuandanError` when the rules forbid one."""
        return View.from_public(
            rules=self._rules,
            level=asked.level,
            seat=self.seat,
            hand=hand,
            dealt=self._dealt,
            history=self._history,
            paid=self._paid,
            returned=self._returned,
            void_by=self._void_by,
            phase=phase,
            cards=cards,
            levels=asked.levels,
            deal=self.deals,
            match=0,
            seed=self._seed,
        )

    def _complain(self, what: str) -> None:
        """Says once in a deal what is wrong with it; meanwhile the seat passes or plays the lowest it can."""
        if not self._complained:
            self._complained = True
            self._say(f"seat {self.seat}, deal {self.deals}: {what}; it passes or plays the lowest meanwhile")


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a question says besides what is offered."""

    stage: str
    hand: Hand
    level: str
    levels: tuple[str, str]
    """By team."""

    @classmethod
    def of(cls, message: Mapping[str, Any], seat: int) -> "_Asked":
        own, other = str(message["selfRank"]), str(message["oppoRank"])
        levels = (own, other) if seat % 2 == 0 else (other, own)
        return cls(message["stage"], Hand(message["handCards"]), str(message["curRank"]), levels)
