"""The strategy object whose seats are played by a Botzone bot: a program that is asked as Botzone's judge asks it."""

from collections import deque
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from guandan_sim._core import Play, View
from guandan_sim.bots.botzone.cards import Action, text_of
from guandan_sim.bots.botzone.judge import AnswerError, card_of, choice_of, read_action
from guandan_sim.bots.botzone.requests import KEEP_RUNNING, STAGES, Due, Request, SeatOfDeal, Stage
from guandan_sim.bots.programs import Program, Question, converse, end
from guandan_sim.bots.texts import StrategyText
from guandan_sim.errors import ProgramError, shown
from guandan_sim.event import Event
from guandan_sim.simulation import processors

# Seconds a turn, for programs and for those written in Python.
_NATIVE_LIMIT, _PYTHON_LIMIT = 1.0, 6.0
# How much longer the first answer in a deal may take, for which a bot may have to load what it has learnt.
_FIRST_FACTOR = 2

_Asking = Generator[Question, "str | None", Any]


class BotzoneStrategy:
    """A strategy that a Botzone bot decides for, with a bot of its own at each seat in each deal."""

    detail = "cards"
    every_turn = True

    def __init__(self, text: str) -> None:
        """The strategy `botzone:COMMAND`, with the options `turn_limit`, seconds a turn, and `at_once`, matches side by
        side. Raises `PlanError`.
        """
        read = StrategyText.read(text, ("turn_limit", "at_once"))
        command = read.command()
        self.at_once = read.count("at_once", processors())
        limit = _PYTHON_LIMIT if _is_python(command) else _NATIVE_LIMIT
        self._bots = _Bots(command, read.seconds("turn_limit", limit))
        self._seats: dict[tuple[int | None, int], _Seat] = {}
        # The places of the deal before, by match.
        self._places: dict[int, tuple[int, ...]] = {}

    def observe(self, event: Event) -> None:
        """Takes an event; a bot hears of it when it is asked next."""
        if event.kind in ("match_over", "abandoned"):
            self._end_deal(event)
            self._places.pop(event.match, None)
        elif event.kind == "deal_over":
            self._end_deal(event)
            self._places[event.match] = event.places
        elif event.kind == "deal":
            places = self._places.get(event.match)
            for seat in event.seats:
                self._seats[event.match, seat] = _Seat(seat, event, places, _Bot(self._bots))
        else:
            for seat in event.seats:
                self._seats[event.match, seat].unheard.append(event)

    def act_each(self, views: Sequence[View], legals: Sequence[Sequence[Play]]) -> list[int | ProgramError]:
        """Asks the bots of all decisions at the same time."""
        return converse(
            self._seats[view.match, view.seat].decide(view, legal) for view, legal in zip(views, legals, strict=True)
        )

    def close(self) -> None:
        """Ends all bots."""
        for seat in self._seats.values():
            seat.bot.end()
        self._seats.clear()
        end([])

    def _end_deal(self, event: Event) -> None:
        for seat in event.seats:
            ended = self._seats.pop((event.match, seat), None)
            if ended is not None:
                ended.bot.end()


class _Seat:
    """A seat in one deal, and its bot."""

    def __init__(self, seat: int, dealt: Event, places: Sequence[int] | None, bot: "_Bot") -> None:
        """The seat when it is dealt the cards that an event tells of; `places` are those of the deal before, if any."""
        self.bot = bot
        self.unheard: deque[Event] = deque()
        self._seat = seat
        self._dealt = dealt
        self._places = places
        self._deal: SeatOfDeal | None = None
        # The stages of tribute in which the bot has given a card, and its last answer to the request to play.
        self._has_given: set[Stage] = set()
        self._own: Action | None = None

    def decide(self, view: View, legal: Sequence[Play]) -> Generator[Question, "str | None", int]:
        """Asks the bot what to do, after all that has happened since it was asked last."""
        deal = yield from self._begun(view)
        while self.unheard:
            yield from self._hear(deal, self.unheard.popleft())
        if view.phase == "pick":
            # Botzone's rules leave no such choice.
            return 0
        if view.phase != "play":
            stage: Stage = "tribute" if view.phase == "pay" else "return"
            cards = [play.cards[0] for play in legal]
            return cards.index((yield from self._give(deal, stage, cards)))
        answer = read_action((yield from self.bot.ask(deal.play())))
        choice = choice_of(answer, deal.cards, legal, view.table, view.level, view.rules)
        self._own = answer
        return choice

    def _begun(self, view: View) -> Generator[Question, "str | None", SeatOfDeal]:
        """The deal, of which the bot is told when it is asked for the first time."""
        if self._deal is None:
            has_tribute = view.phase != "play" or any(event.kind in ("paid", "no_tribute") for event in self.unheard)
            due = Due() if self._places is None or not has_tribute else Due.after(self._places)
            hand = self._dealt.hands[self._seat]
            self._deal = SeatOfDeal(self._seat, hand, self._dealt.level, due)
            _check_empty((yield from self.bot.ask(self._deal.deal())), "the deal")
        return self._deal

    def _hear(self, deal: SeatOfDeal, event: Event) -> Generator[Question, "str | None", None]:
        """Takes an event. The bot is asked for what the engine did not ask, since it left no choice."""
        if event.kind == "action" and event.seat is not None:
            deal.acted(event.seat, event.play, self._own if event.seat == self._seat else None)
        elif event.kind == "no_tribute":
            deal.void()
            for stage in STAGES:
                if self._seat in deal.due.givers(stage):
                    _check_empty((yield from self.bot.ask(deal.give(stage))), f"a {stage} that is void")
        elif event.kind in ("paid", "returned"):
            stage = "tribute" if event.kind == "paid" else "return"
            deal.laid_down(stage, event)
            for giver, _, card in event.moves:
                if giver == self._seat and stage not in self._has_given:
                    yield from self._give(deal, stage, [card])
            deal.handed_over(stage, event)

    def _give(self, deal: SeatOfDeal, stage: Stage, cards: Sequence[str]) -> Generator[Question, "str | None", str]:
        """The card that the bot gives, which is one of `cards`."""
        number = card_of((yield from self.bot.ask(deal.give(stage))), deal.cards, cards)
        deal.gave(stage, number)
        self._has_given.add(stage)
        return text_of(number)


class _Bots:
    """What all processes of one bot share."""

    def __init__(self, command: Sequence[str], turn_limit: float) -> None:
        """How the bot is started, and how long it may take for an answer."""
        self.command = command
        self.turn_limit = turn_limit
        # What it has asked to be given back in whatever deal it plays next.
        self.global_data: Any = None


class _Bot:
    """A bot in one deal. It is asked in a process a turn, or in one process if it wants to be kept running."""

    def __init__(self, bots: _Bots) -> None:
        """A bot of this kind that is asked for the first time next."""
        self._bots = bots
        self._requests: list[Request] = []
        self._responses: list[Any] = []
        self._data: Any = None
        self._program: Program | None = None
        self._keeps_running = False

    def ask(self, request: Request) -> _Asking:
        """Puts a request to the bot. Returns its response. Raises `ProgramError`."""
        self._requests.append(request)
        is_first = not self._responses
        limit = self._bots.turn_limit * (_FIRST_FACTOR if is_first else 1)
        if self._keeps_running and self._program is not None:
            said = yield Question(self._program, limit, msgspec.json.encode(request))
        else:
            self._program = Program(self._bots.command)
            # A bot that may want to be kept running needs its standard input.
            said = yield Question(self._program, limit, msgspec.json.encode(self._all()), is_last=not is_first)
        response = self._read(said or "")
        if is_first:
            self._keeps_running = yield from self._marks(self._program, limit)
        if not self._keeps_running:
            self.end()
        self._responses.append(response)
        return response

    def end(self) -> None:
        """Ends the process if there is one."""
        if self._program is not None:
            self._program.kill()
        self._program = None

    def _all(self) -> Request:
        """What a process is told that has just been started."""
        kept = {"data": self._data, "globaldata": self._bots.global_data}
        told = {name: value for name, value in kept.items() if value is not None}
        return {"requests": self._requests, "responses": self._responses, **told}

    def _marks(self, program: Program, limit: float) -> Generator[Question, "str | None", bool]:
        """Whether the bot wants to be kept running: it prints the marker, or it ends."""
        program.skipped = None
        try:
            said = yield Question(program, limit, None, may_end=True)
        except ProgramError as error:
            raise ProgramError(f"after its answer it neither ended nor printed {KEEP_RUNNING}: {error}") from error
        if said not in (None, KEEP_RUNNING):
            raise ProgramError(f"after its answer it printed {shown(said)}, expected its end or {KEEP_RUNNING}")
        program.skipped = KEEP_RUNNING
        return said is not None

    def _read(self, said: str) -> Any:
        """The response in a line of the bot, whose data are kept."""
        try:
            answer = msgspec.json.decode(said)
            response = answer["response"]
        except (msgspec.DecodeError, RecursionError, TypeError, KeyError):
            raise AnswerError("INVALID_FORMAT", f'it answered {shown(said)}, expected {{"response": ...}}') from None
        self._data = answer.get("data", self._data)
        self._bots.global_data = answer.get("globaldata", self._bots.global_data)
        return response


def _check_empty(answer: Any, what: str) -> None:
    if answer != []:
        raise AnswerError("INVALID_MOVE", f"it answered {shown(answer)} to {what}, expected []")


def _is_python(command: Sequence[str]) -> bool:
    return Path(command[0]).name.startswith("python") or any(word.endswith(".py") for word in command)
