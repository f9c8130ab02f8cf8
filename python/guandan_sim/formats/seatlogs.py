"""Logs that a contest client keeps of its own seat: a JSON object a deal, read and written (docs/RECORDS.md)."""

from collections.abc import Mapping
from typing import Any

from guandan_sim._core import Hand, Rules
from guandan_sim.bots.contest.actions import NOTHING, action_of, hand_cards, read_action
from guandan_sim.errors import NotationError
from guandan_sim.formats.composing import TOLD, replayed
from guandan_sim.formats.deals import SEATS, ToldDeal, level_of
from guandan_sim.formats.traces import action_told

KEYS = {"initial_hand", "actions"}
"""The keys by which such a log is recognised."""


def read(log: Mapping[str, Any], place: str) -> ToldDeal:
    """The deal in a log. Raises `GuandanError`, and `LookupError`, `TypeError`, `ValueError` for another shape."""
    actions = []
    for number, entry in enumerate(log["actions"]):
        told = action_told(int(entry["cur_pos"]), read_action(entry["cur_action"]), f"actions[{number}]")
        if told is not None:
            actions.append(told)
    hand = Hand(log["initial_hand"])
    info, record = log.get("game_info") or {}, log.get("record")
    seat = log.get("player_id")
    if type(seat) is not int or seat not in SEATS:
        played = {seat: [card for action in actions if action.seat == seat for card in action.cards] for seat in SEATS}
        own = [seat for seat in SEATS if played[seat] and all(hand.count(card) for card in played[seat])]
        if len(own) != 1:
            raise NotationError("player_id is no seat, and the plays do not tell whose hand it is")
        (seat,) = own
    # The own team's level and the other's.
    ranks = [info.get(key) for key in ("selfRank", "oppoRank")]
    level = info.get("curRank")
    return ToldDeal(
        place=place,
        hands=[hand if other == seat else None for other in SEATS],
        actions=actions,
        level=None if level is None else level_of(level),
        levels=None if None in ranks else (level_of(ranks[seat % 2]), level_of(ranks[1 - seat % 2])),
        names=("contest",) * 4,
        seat=seat,
        record=record if isinstance(record, dict) else {},
    )


def write(told: ToldDeal, record: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """A record of one seat's knowledge as a log. Raises `NotationError` where there was tribute."""
    if record["tribute"] is not None:
        raise NotationError("a log of one seat has no place for tribute")
    level, seat, levels = record["level"], record["seat"], record["levels"] or [None, None]
    actions, greater = [], (-1, NOTHING)
    for actor, play in replayed(told, rules).history:
        action = action_of(play)
        greater = greater if play is None else (actor, action)
        actions.append(
            {"cur_pos": actor, "cur_action": action, "greater_pos": greater[0], "greater_action": greater[1]}
        )
    return {
        "game_id": record["match"],
        "player_id": seat,
        "initial_hand": hand_cards(Hand(record["hands"][seat]), level),
        "game_info": {"curRank": level, "selfRank": levels[seat % 2], "oppoRank": levels[1 - seat % 2]},
        "actions": actions,
        "record": {key: value for key, value in record.items() if key not in TOLD},
    }
