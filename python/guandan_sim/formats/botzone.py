"""Matches of Botzone: the log that its judge keeps of a deal, read and written (docs/RECORDS.md)."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from guandan_sim._core import Deal, Hand, Play, Rules, classify
from guandan_sim.bots.botzone.cards import (
    CARDS,
    Action,
    Number,
    action_of,
    combination,
    copies,
    hand_of,
    level_of,
    number_of,
    text_of,
)
from guandan_sim.bots.botzone.judge import check_claim, read_action, read_cards
from guandan_sim.bots.botzone.requests import STAGES, Due, Request, SeatOfDeal, Stage
from guandan_sim.errors import NotationError, shown
from guandan_sim.event import Event
from guandan_sim.formats.composing import TOLD
from guandan_sim.formats.deals import SEATS, Before, Gift, ToldAction, ToldDeal

LOGS = ("log", "logs", "loglist", "matchlog", "_rawLogJSON")
"""The keys under which a page or a pack keeps the log of a match."""

# A log may be JSON in a text in JSON.
_MOST_ENCODINGS = 3
_SUITS = "HDSC"
_POINTS = {"1-2": 3, "1-3": 2, "1-4": 1}


def is_log(value: object) -> bool:
    """Whether a value of JSON is the log of a match."""
    if not isinstance(value, list) or not value or not isinstance(value[0], dict):
        return False
    return isinstance(value[0].get("output"), dict) and "command" in value[0]["output"]


def log_in(value: object) -> list[Any] | None:
    """The log in a page or a pack's entry, or the log itself; None where there is none."""
    if isinstance(value, dict):
        value = next((value[key] for key in LOGS if key in value), None)
    for _ in range(_MOST_ENCODINGS):
        if not isinstance(value, str):
            break
        try:
            value = msgspec.json.decode(value)
        except (msgspec.DecodeError, RecursionError):
            return None
    return value if isinstance(value, list) and is_log(value) else None


def read(log: Sequence[Any], match: object, place: str) -> ToldDeal:
    """The deal in a log; `match` is the page or the entry it was found in. Raises `GuandanError`."""
    told = _Log(place)
    for number, entry in enumerate(log):
        told.take(entry, f"log[{number}]")
    record = match.get("record") if isinstance(match, dict) else None
    return told.deal(record if isinstance(record, dict) else None)


class _Log:
    """A log as far as it has been read."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._asked: dict[int, Request] = {}
        self._hands: dict[int, Hand] = {}
        self._numbers: list[Number] = []
        self._level = "2"
        self._due = Due()
        self._given: dict[Stage, dict[int, Number]] = {stage: {} for stage in STAGES}
        self._actions: list[ToldAction] = []

    def take(self, entry: Any, place: str) -> None:
        """Takes an entry: of the judge, or the answers to the requests in the entry before."""
        try:
            if "output" in entry:
                self._note(entry, place)
                return
            for seat, request in self._asked.items():
                answer = entry[str(seat)]
                self._check(answer.get("verdict"), f"{place}: seat {seat}")
                self._answer(seat, request, answer["response"], place)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, NotationError):
                raise
            raise NotationError(f"{place}: {type(error).__name__}: {shown(str(error))}") from None
        self._asked = {}

    def _note(self, entry: Mapping[str, Any], place: str) -> None:
        if self._asked:
            raise NotationError(f"{place}: the request before has no answer")
        self._check(entry.get("verdict"), f"{place}: the judge")
        output = entry["output"]
        if output.get("command") == "request":
            self._asked = {int(seat): request for seat, request in output["content"].items()}

    @staticmethod
    def _check(verdict: object, place: str) -> None:
        if verdict not in (None, "OK"):
            raise NotationError(f"{place}: verdict {shown(verdict)}")

    def _answer(self, seat: int, request: Request, response: Any, place: str) -> None:
        stage = request["stage"]
        if stage == "deal":
            cards, told = read_cards(request["deliver"]), request["global"]
            self._hands[seat] = hand_of(cards)
            self._numbers += cards
            self._level = level_of(str(told["level"]))
            self._due = Due(int(told["tribute"] or 0), told["first"], told["last"])
        elif stage == "play":
            cards, claim = read_action(response)
            check_claim(cards, claim, self._level)
            meant = combination(claim) if claim else None
            if claim and meant is None:
                raise NotationError(f"{place}: {hand_of(claim)} is no combination")
            self._actions.append(ToldAction(seat, tuple(map(text_of, cards)), meant, place))
        elif stage in STAGES and not request.get("resist"):
            (self._given[stage][seat],) = read_cards(response)

    def deal(self, record: Mapping[str, Any] | None) -> ToldDeal:
        """The deal that the whole log tells."""
        if sorted(self._numbers) != [*range(CARDS)] or sorted(self._hands) != [*SEATS]:
            raise NotationError(f"the deals are no {CARDS} cards to four seats")
        before = None
        if self._due.cards and self._due.first is not None and self._due.last is not None:
            losers = sorted(((self._due.first + 1) % 4, (self._due.first + 3) % 4))
            before = Before(self._due.first, tuple(losers) if self._due.cards > 1 else (self._due.last,))
        pays = self._kept("tribute", record) or self._pays()
        payers = {receiver: payer for payer, receiver, _ in pays}
        returned = self._given["return"].items()
        returns = [(giver, payers[giver], text_of(number)) for giver, number in returned if giver in payers]
        return ToldDeal(
            place=self._place,
            hands=[self._hands[seat] for seat in SEATS],
            level=self._level,
            before=before,
            pays=pays,
            returns=self._kept("return", record) or returns,
            actions=self._actions,
            names=("botzone",) * 4,
            record=record or {},
        )

    def _kept(self, stage: Stage, record: Mapping[str, Any] | None) -> list[Gift]:
        """The cards of a stage and who gets them, as the record says from which the match was written."""
        given = {seat: text_of(number) for seat, number in self._given[stage].items()}
        tribute = (record or {}).get("tribute") or {}
        kept = tribute.get("pays" if stage == "tribute" else "returns") or ()
        ways = {giver: receiver for giver, receiver, _ in kept}
        return [(giver, ways[giver], card) for giver, card in given.items()] if ways.keys() == given.keys() else []

    def _pays(self) -> list[Gift]:
        """Who pays whom, which the log leaves to the rules: the higher card goes to the first.

        Of two equal cards each receiver takes that of the seat after it.
        """
        given = {seat: text_of(number) for seat, number in self._given["tribute"].items()}
        first = self._due.first or 0
        if len(given) < 2:
            return [(giver, first, card) for giver, card in given.items()]
        after = (first + 1) % 4
        high, low = after, (after + 2) % 4
        plays = {seat: classify(card, level=self._level)[0] for seat, card in given.items()}
        if plays[low].beats(plays[high]):
            high, low = low, high
        return [(high, first, given[high]), (low, (first + 2) % 4, given[low])]


def write(line: str, record: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """A record as a match: its log, and under `record` what the log has no place for. Raises `GuandanError`."""
    deal = Deal.from_record(line, play=len(record["plays"]), rules=rules)
    table = _Table(record)
    table.deal()
    table.tribute(record["tribute"])
    for seat, play in deal.history:
        table.act(seat, play)
    if deal.is_over:
        team, points = deal.places[0] % 2, _POINTS[deal.pattern or "1-4"]
        scores = {str(seat): points if seat % 2 == team else 0 for seat in SEATS}
        table.log.append({"output": {"command": "finish", "content": scores}, "verdict": "OK"})
    rest = {key: value for key, value in record.items() if key not in TOLD or key == "tribute"}
    return {"_id": f"{record['match']}-{record['deal']}", "log": table.log, "record": rest}


class _Table:
    """The four seats of a deal, each of which is asked and answers."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.log: list[dict[str, Any]] = []
        holders: dict[Number, int] = {}
        for seat, cards in enumerate(record["hands"]):
            for card in cards.split():
                holders[next(number for number in copies(card) if number not in holders)] = seat
        self._due = _due(record)
        self._seats = [
            SeatOfDeal(seat, Hand(record["hands"][seat]), record["level"], self._due, holders) for seat in SEATS
        ]

    def _ask(self, seat: int, request: Request, response: Any) -> None:
        # The seats go on changing what a request shows.
        request = json.loads(json.dumps(request))
        content = {"command": "request", "content": {str(seat): request}, "display": {}}
        self.log += [{"output": content, "verdict": "OK"}, {str(seat): {"response": response, "verdict": "OK"}}]

    def deal(self) -> None:
        for seat in self._seats:
            self._ask(seat.seat, seat.deal(), [])

    def tribute(self, tribute: Mapping[str, Any] | None) -> None:
        """Asks those who have to give a card, also where the big jokers void it."""
        void = tribute is not None and tribute["void"]
        if void:
            for seat in self._seats:
                seat.void()
        for stage, key in zip(STAGES, ("pays", "returns"), strict=True):
            gifts: dict[int, Gift] = {} if void or tribute is None else {gift[0]: tuple(gift) for gift in tribute[key]}
            for giver in self._due.givers(stage):
                request = self._seats[giver].give(stage)
                response = [] if void else [number_of(gifts[giver][2], self._seats[giver].cards)]
                self._ask(giver, request, response)
                if response:
                    self._seats[giver].gave(stage, response[0])
                    for seat in self._seats:
                        seat.laid_down(stage, _moved([gifts[giver]]))
            for seat in self._seats:
                seat.handed_over(stage, _moved(gifts.values()))

    def act(self, seat: int, play: Play | None) -> None:
        asked = self._seats[seat]
        action = _action(play, asked.cards)
        self._ask(seat, asked.play(), action)
        for other in self._seats:
            other.acted(seat, play, action)


def _moved(gifts: Iterable[Gift]) -> Event:
    """The event that cards of tribute change hands."""
    return Event(kind="paid", match=0, deal=0, moves=tuple(gifts))


def _due(record: Mapping[str, Any]) -> Due:
    """The tribute that is due by the places before, as the streaks of a record tell them."""
    if record["tribute"] is None:
        return Due()
    first, last = ([seat for seat, count in enumerate(record["streaks"][key]) if count] for key in ("first", "last"))
    return Due(len(last), first[0], last[-1])


def _action(play: Play | None, among: Sequence[Number]) -> Action:
    """A play with a claim that Botzone reads as what it is. Raises `NotationError` where there is none.

    There five cards of one suit in a row are a straight flush, so a wild in a straight may need another suit.
    """
    cards, claim = action_of(play, among)
    if play is None or combination(claim) == (play.kind, play.rank):
        return [cards, claim]
    for place, (card, meant) in enumerate(zip(play.cards, play.stands_for, strict=True)):
        for suit in _SUITS if card != meant else "":
            other = [*claim[:place], copies(suit + meant[1])[0], *claim[place + 1 :]]
            if combination(other) == (play.kind, play.rank):
                return [cards, other]
    raise NotationError(f"Botzone has no claim for {play}")
