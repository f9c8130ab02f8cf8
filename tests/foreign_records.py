"""Records as others keep them, put together from docs/RECORDS.md and docs/BOTS.md alone."""

import pickle
import random
from collections.abc import Callable
from typing import Any

import guandan_sim as gd
from guandan_sim._core import Simulator

RANKS = "23456789TJQKA"
TYPES = {
    "single": "Single",
    "pair": "Pair",
    "triple": "Trips",
    "tube": "ThreePair",
    "full_house": "ThreeWithTwo",
    "plate": "TwoTrips",
    "straight": "Straight",
    "bomb": "Bomb",
    "straight_flush": "StraightFlush",
}
RUNS = {"straight": 5, "straight_flush": 5, "tube": 3, "plate": 2}
# Cards as Botzone numbers them.
TEXTS = [*(suit + rank for rank in "A23456789TJQK" for suit in "HDSC"), "SB", "HR"]


def records(rules: str, unit: str = "match", count: int = 2) -> list[str]:
    simulator = Simulator(rules=gd.Rules(rules), strategies=["tempo", "lowest"], seed=5, unit=unit, records=True)
    return simulator.play(0, count, workers=1).records().splitlines()


def triple(action: list[Any]) -> list[Any]:
    """An action of a record as a contest writes it, by docs/BOTS.md."""
    _, what, *declared = action
    if what == "pass":
        return ["PASS", "PASS", "PASS"]
    kind, rank = declared
    if kind == "joker_bomb":
        return ["Bomb", "JOKER", what.split()]
    if rank in ("SB", "HR"):
        rank = {"SB": "B", "HR": "R"}[rank]
    elif kind in RUNS:
        lowest = RANKS.index(rank) - RUNS[kind] + 1
        rank = "A" if lowest < 0 else RANKS[lowest]
    return [TYPES[kind], rank, what.split()]


def trace(record: dict[str, Any], owner: int | None = None, form: Callable[[list[Any]], Any] = list) -> list[Any]:
    """The events of a deal, with the hands of all or of one seat."""
    hands = [hand.split() if owner in (None, seat) else None for seat, hand in enumerate(record["hands"])]
    deal = {"hands": hands, "level": record["level"], "team_levels": record["levels"], "owner_seat": owner}
    events: list[Any] = [{"event": "deal", **deal}]
    tribute = record["tribute"]
    if tribute and not tribute["void"]:
        events += [{"event": "tribute", "result": tribute["pays"]}, {"event": "back", "result": tribute["returns"]}]
    elif tribute:
        events.append({"event": "anti-tribute", "antiPos": sorted(set(tribute["big_jokers"]))})
    for action in record["plays"]:
        events.append({"event": "act", "seat": action[0], "phase": "play", "chosen_action": form(triple(action))})
    return [*events, {"event": "episodeOver", "order": record["places"], "level": record["level"]}]


def log(record: dict[str, Any], seat: int, form: Callable[[list[Any]], Any] = list) -> dict[str, Any]:
    actions = [{"timestamp": 1, "cur_pos": action[0], "cur_action": form(triple(action))} for action in record["plays"]]
    ranks = {
        "curRank": record["level"],
        "selfRank": record["levels"][seat % 2],
        "oppoRank": record["levels"][1 - seat % 2],
    }
    return {
        "game_id": "g",
        "player_id": seat,
        "initial_hand": record["hands"][seat].split(),
        "game_info": ranks,
        "actions": actions,
    }


def code(card: str) -> int:
    if card in ("SB", "HR"):
        return 54 + (card == "HR")
    return 2 + 13 * "SHCD".index(card[0]) + RANKS.index(card[1])


def archive(ours: list[dict[str, Any]], protocol: int) -> bytes:
    tuples: list[tuple[Any, ...]] = []
    for record in ours:
        tuples.append(("R", -1, RANKS.index(record["level"]) + 2))
        tuples += [("R", team, RANKS.index(level) + 2) for team, level in enumerate(record["levels"])]
        tuples += [("I", seat, [code(card) for card in hand.split()]) for seat, hand in enumerate(record["hands"])]
        tribute = record["tribute"] or {}
        tuples += [("T", giver, taker, code(card)) for giver, taker, card in tribute.get("pays", ())]
        tuples += [("B", giver, taker, code(card)) for giver, taker, card in tribute.get("returns", ())]
        for seat, what, *_ in record["plays"]:
            tuples.append(("P", seat, 1 if what == "pass" else [code(card) for card in what.split()]))
        tuples += [("V", 0, 1), ("F", 1), ("C",)]
    return b"".join(pickle.dumps(one, protocol) for one in tuples)


def text(number: int) -> str:
    return TEXTS[number % 54]


def allocation(seed: int) -> list[list[int]]:
    numbers = [*range(108)]
    random.Random(seed).shuffle(numbers)
    return [sorted(numbers[27 * seat : 27 * seat + 27]) for seat in range(4)]


def request(seat: int, content: dict[str, Any]) -> dict[str, Any]:
    return {"output": {"command": "request", "content": {str(seat): content}, "display": {}}, "verdict": "OK"}


def answer(seat: int, response: Any, verdict: str = "OK") -> dict[str, Any]:
    return {str(seat): {"response": response, "verdict": verdict}}


def botzone_log(seed: int = 1, level: str = "2", short_pass: bool = False) -> list[Any]:
    """A deal without tribute in which everybody plays the lowest it can, with claims for wilds."""
    hands = allocation(seed)
    told = {"level": "0" if level == "T" else level, "tribute": 0, "first": None, "last": None}
    entries: list[Any] = []
    for seat, cards in enumerate(hands):
        deliver = {"stage": "deal", "deliver": cards, "your_id": seat, "global": told}
        entries += [request(seat, deliver), answer(seat, [])]
    held = [[*cards] for cards in hands]
    deal = gd.Deal.new(level=level, hands=[[*map(text, cards)] for cards in hands], leader=0)
    while (seat := deal.turn) is not None:
        plays = deal.legal_plays(detail="ranks")
        entries.append(request(seat, {"stage": "play", "history": [], "done": [], "pass_on": -1, "global": told}))
        if not plays:
            deal.pass_()
            entries.append(answer(seat, [] if short_pass else [[], []]))
            continue
        play = deal.play(plays[0])
        action, claim = [], []
        for card, meant in zip(play.cards, play.stands_for, strict=True):
            number = next(number for number in held[seat] if text(number) == card)
            held[seat].remove(number)
            action.append(number)
            claim.append(number if card == meant else TEXTS.index(meant))
        entries.append(answer(seat, [action, claim]))
    points = {"1-2": 3, "1-3": 2, "1-4": 1}[deal.pattern or ""]
    scores = {str(seat): points if seat % 2 == deal.places[0] % 2 else 0 for seat in range(4)}
    return [*entries, {"output": {"command": "finish", "content": scores}}]
