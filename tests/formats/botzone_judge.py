"""A match log as Botzone's judge keeps it, put together from docs/RECORDS.md and docs/BOTS.md alone."""

import random
from typing import Any

import guandan_sim as gd

RANKS, SUITS = "A23456789TJQK", "HDSC"
TEXTS = [*(suit + rank for rank in RANKS for suit in SUITS), "SB", "HR"]


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


def log(seed: int = 1, level: str = "2", short_pass: bool = False) -> list[Any]:
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
