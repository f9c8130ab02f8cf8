"""Traces of contest matches: JSON lines, an event a line, read and written (docs/RECORDS.md)."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from guandan_sim._core import Deal, Hand, Rules
from guandan_sim.bots.contest.actions import (
    NOTHING,
    PASS,
    Action,
    action_of,
    hand_cards,
    meaning,
    order_of,
    read_action,
)
from guandan_sim.errors import GuandanError, NotationError, shown
from guandan_sim.formats.composing import TOLD
from guandan_sim.formats.deals import SEATS, Before, Gift, SetAside, ToldAction, ToldDeal, level_of

_EVENTS = ("deal", "act", "tribute", "anti-tribute", "back", "episodeOver", "gameResult")
# The keys that may name an event; the first whose value is one does.
_NAMES = ("event", "type", "stage", "kind")


def event_of(value: object) -> tuple[str, Mapping[str, Any]] | None:
    """The name of an event and what it tells; None for what is no event of a trace."""
    if not isinstance(value, dict):
        return None
    for key in _NAMES:
        if value.get(key) in _EVENTS:
            return value[key], value
    # An event may also stand under its name.
    name = next(iter(value), "")
    return (name, value[name]) if len(value) == 1 and name in _EVENTS and isinstance(value[name], dict) else None


def action_told(seat: int, action: Action, place: str) -> ToldAction | None:
    """An action of the phase play as it was told; None for tribute and for no action."""
    kind, rank, cards = action
    if action == PASS:
        return ToldAction(seat, (), None, place)
    if action == NOTHING or kind in ("tribute", "back") or cards is None:
        return None
    return ToldAction(seat, tuple(cards), meaning(kind or "", rank or ""), place)


def read(lines: Iterable[tuple[str, Any]], file: str) -> Iterator[ToldDeal | SetAside]:
    """The deals in the lines of a trace, each with its place and its value."""
    trace = _Trace(file)
    for place, value in lines:
        event = event_of(value)
        if event is None:
            yield from trace.end()
            yield SetAside(place, f"expected an event of a trace, got {shown(value)}")
            continue
        name, told = event
        if name == "deal":
            yield from trace.end()
        try:
            trace.take(name, told, place)
        except GuandanError as error:
            yield from trace.give_up(place, str(error))
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            yield from trace.give_up(place, f"{name}: {type(error).__name__}: {shown(str(error))}")
        if name in ("episodeOver", "gameResult"):
            yield from trace.end()
    yield from trace.end()


class _Trace:
    """A trace as far as it has been read."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._places_before: tuple[int, ...] | None = None
        self._begin()

    def _begin(self) -> None:
        self._told: Mapping[str, Any] | None = None
        self._place = self._file
        self._hands: list[Hand | None] = []
        self._actions: list[ToldAction] = []
        self._gifts: dict[str, list[Gift]] = {"tribute": [], "back": []}
        self._places: tuple[int, ...] | None = None

    def take(self, name: str, told: Mapping[str, Any], place: str) -> None:
        """Takes an event."""
        if name == "gameResult":
            self._places_before = None
        elif name == "deal":
            self._told, self._place = told, place
            self._hands = [Hand(hand) if hand else None for hand in told["hands"]]
            if len(self._hands) != len(SEATS):
                raise NotationError(f"deal: {len(self._hands)} hands, expected {len(SEATS)}")
        elif name == "act":
            self._act(told, place)
        elif name in self._gifts:
            self._gifts[name] = [
                (SEATS.index(giver), SEATS.index(taker), str(card)) for giver, taker, card in told["result"]
            ]
        elif name == "episodeOver":
            self._places = tuple(int(seat) for seat in told["order"])

    def _act(self, told: Mapping[str, Any], place: str) -> None:
        chosen = told.get("chosen_action")
        if chosen is None:
            chosen = told["action_list"][told["chosen_index"]]
        action = action_told(int(told["seat"]), read_action(chosen), place)
        if action is not None and told.get("phase", "play") == "play":
            self._actions.append(action)

    def give_up(self, place: str, why: str) -> Iterator[SetAside]:
        """Sets aside the deal in progress."""
        self._begin()
        self._places_before = None
        yield SetAside(place, why)

    def end(self) -> Iterator[ToldDeal | SetAside]:
        """The deal that has been told, if there is one."""
        if self._told is None:
            return
        over = self._places
        try:
            yield self._deal(self._told)
        except (GuandanError, LookupError, TypeError, ValueError) as error:
            yield SetAside(self._place, f"deal: {shown(str(error))}")
        self._begin()
        self._places_before = over

    def _deal(self, told: Mapping[str, Any]) -> ToldDeal:
        record = told.get("record")
        record = record if isinstance(record, dict) else {}
        pays = self._gifts["tribute"]
        before = Before.of(self._places_before) if self._places_before else None
        if record.get("streaks"):
            before = Before.in_record(record)
        elif before is None and self._actions:
            before = Before.by_tribute(pays, self._actions[0].seat)
        levels, level = told.get("team_levels"), told.get("level")
        return ToldDeal(
            place=self._place,
            hands=self._hands,
            actions=self._actions,
            level=None if level is None else level_of(level),
            levels=None if levels is None else (level_of(levels[0]), level_of(levels[1])),
            before=before,
            pays=pays,
            returns=self._gifts["back"],
            names=("contest",) * 4,
            places=self._places,
            seat=SEATS.index(told["owner_seat"]) if None in self._hands else None,
            record=record,
        )


def write(line: str, record: Mapping[str, Any], rules: Rules) -> Iterator[str]:
    """The lines of a trace that tell a deal. Under `record` the deal has what the format has no place for."""
    for event in _events(line, record, rules):
        yield json.dumps(event, separators=(",", ":"), ensure_ascii=False)


def _events(line: str, record: Mapping[str, Any], rules: Rules) -> Iterator[dict[str, Any]]:
    level = record["level"]
    yield {
        "event": "deal",
        "hands": [hand_cards(Hand(hand), level) for hand in record["hands"]],
        "level": level,
        "first_leader": record["leader"],
        "team_levels": record["levels"],
        "owner_seat": None,
        "record": {key: value for key, value in record.items() if key not in TOLD},
    }
    tribute = record["tribute"]
    if tribute is not None and tribute["void"]:
        holders = sorted(set(tribute["big_jokers"]))
        yield {"event": "anti-tribute", "antiPos": holders, "antiNum": len(holders), "antiNums": len(holders)}
    elif tribute is not None:
        yield {"event": "tribute", "result": tribute["pays"]}
        yield {"event": "back", "result": tribute["returns"]}
    deal = Deal.from_record(line, rules=rules)
    for seat, play in Deal.from_record(line, play=len(record["plays"]), rules=rules).history:
        legal = deal.legal_plays()
        order = order_of(legal)
        entries = [action_of(legal[index]) for index in order]
        chosen = len(legal) if play is None else legal.index(play)
        if deal.table is not None:
            entries.insert(0, PASS)
            order.insert(0, len(legal))
        index = order.index(chosen)
        yield {
            "event": "act",
            "seat": seat,
            "phase": "play",
            "hand": hand_cards(deal.hands[seat], level),
            "action_list": entries,
            "chosen_index": index,
            "chosen_action": entries[index],
        }
        if play is None:
            deal.pass_()
        else:
            deal.play(play)
    if deal.is_over:
        rest = [[seat, hand_cards(hand, level)] for seat, hand in enumerate(deal.hands) if hand]
        yield {"event": "episodeOver", "order": deal.places, "rest_cards": rest, "level": level}
    if record["match_over"]:
        yield {"event": "gameResult", "victoryNum": _victories(record["winner"])}


def _victories(winner: int | None) -> Sequence[int]:
    return [int(seat % 2 == winner) for seat in SEATS]
