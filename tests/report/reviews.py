"""Reviews made up around recorded deals: of the right form, with values that follow from the number of the play."""

import json
import math
from pathlib import Path
from typing import Any

BORDERS = {"inaccuracy": 0.1, "mistake": 0.25, "blunder": 0.6}
_LOSSES = (0.0, 0.04, 0.0, 0.17, 0.0, 0.0, 0.41, -0.02, 0.0, 0.93)


def records_of(run: str | Path) -> list[dict[str, Any]]:
    """The records of a run in the order of their matches and deals."""
    lines = [line for part in sorted(Path(run, "records").glob("*.jsonl")) for line in part.read_text().splitlines()]
    return [json.loads(line) for line in lines]


def review_of(records: list[dict[str, Any]], seats: tuple[int, ...] = (0, 1, 2, 3)) -> dict[str, Any]:
    """A review of all decisions of some seats in recorded deals."""
    review: dict[str, Any] = {
        "schema_version": 1,
        "kind": "review",
        "version": "0.1.0",
        "rules": "institute",
        "policy": "tempo",
        "belief": "plays",
        "samples": 200,
        "seed": 7,
        "threshold": 0.1,
        "classes": BORDERS,
        "seats": list(seats),
        "source": "runs/recorded",
        "deals": [],
        "decisions": [],
        "not_valued": 0,
    }
    for number, record in enumerate(records):
        promoted = record["promoted"]
        won = promoted and [promoted["levels"] * (1 if promoted["team"] == team else -1) for team in (0, 1)]
        luck = [
            {"seat": seat, "win_rate": 0.4 + 0.1 * seat, "win_rate_se": 0.021, "mean_levels": 0.2 * seat - 0.3}
            | {"mean_levels_se": 0.081}
            if seat in seats
            else None
            for seat in range(4)
        ]
        deal = {"match": record["match"], "deal": record["deal"], "record": record, "levels_won": won, "luck": luck}
        review["deals"].append(deal)
        review["decisions"] += _decisions(number, record, seats)
    for index, decision in enumerate(review["decisions"]):
        decision["index"] = index
    review["summary"] = [_summary(seat, review) for seat in seats]
    rounded: dict[str, Any] = json.loads(json.dumps(review), parse_float=lambda text: round(float(text), 4))
    return rounded


def _decisions(deal_index: int, record: dict[str, Any], seats: tuple[int, ...]) -> list[dict[str, Any]]:
    known = [None if hand is None else hand.split() for hand in record["hands"]]
    place = {"deal_index": deal_index, "match": record["match"], "deal": record["deal"]}
    made = []
    for kind, word in (("pays", "pay"), ("returns", "return")):
        for giver, taker, card in (record["tribute"] or {}).get(kind, ()):
            hand = known[giver]
            if giver in seats and hand is not None:
                others = [other for other in hand if other != card][:3]
                made.append(
                    place
                    | {"play": None, "phase": word, "seat": giver, "hand": " ".join(hand), "to_beat": None}
                    | {"to_beat_seat": None, "counts": [27] * 4}
                    | _values(len(made) + deal_index, giver, card, others, None)
                )
            if hand is not None:
                hand.remove(card)
            if (taken := known[taker]) is not None:
                taken.append(card)
    table: tuple[int, str] | None = None
    counts = [27] * 4
    for number, (seat, cards, *declared) in enumerate(record["plays"]):
        if table is not None and table[0] == seat:
            table = None
        text = "pass" if cards == "pass" else f"{' '.join(declared)}: {cards}".replace(" :", ":")
        hand = known[seat]
        others = [] if hand is None else _others(hand, text, table is None, number)
        # Where there is one thing to do there is no decision.
        if seat in seats and hand is not None and others:
            phase = "ending" if sum(counts) <= 12 else "follow" if table else "lead"
            match = 0.5 + (0.1 if seat % 2 == 0 else -0.1) * math.sin(deal_index / 2)
            made.append(
                place
                | {"play": number, "phase": phase, "seat": seat, "hand": " ".join(hand)}
                | {"to_beat": table and table[1], "to_beat_seat": table and table[0], "counts": list(counts)}
                | _values(number + deal_index, seat, text, others, match)
            )
        if cards != "pass":
            table = seat, text
            counts[seat] -= len(cards.split())
            for card in cards.split() if hand is not None else ():
                hand.remove(card)
    return made


def _others(hand: list[str], played: str, is_lead: bool, number: int) -> list[str]:
    """Some plays beside the one made, more or fewer by the number of the action."""
    singles = [f"single {card if card in ('SB', 'HR') else card[1]}: {card}" for card in sorted(set(hand))]
    others = [single for single in singles if single != played][: (number * 7) % 5]
    return others if is_lead or played == "pass" else [*others, "pass"]


def _values(number: int, seat: int, played: str, others: list[str], match: float | None) -> dict[str, Any]:
    """What a decision says of its plays: the loss goes round through `_LOSSES`."""
    loss = _LOSSES[number * 3 % len(_LOSSES)]
    win = 0.5 + 0.35 * math.sin(number / 19) * (1 if seat % 2 == 0 else -1)
    base = 2 * win - 1
    before = 1 if loss else 0
    ordered = [*others[:before], played, *others[before:]]
    plays = []
    for place, play in enumerate(ordered):
        difference = 0.0 if play == played else loss if place < before else -0.111111 * (place - before)
        plays.append(
            {"play": play, "n": 200, "win_rate": min(1, max(0, win + difference / 4)), "win_rate_se": 0.0312345}
            | {"mean_levels": base + difference, "mean_levels_se": 0.0912345}
            | {"match_win_rate": match and match + difference / 10, "match_win_rate_se": match and 0.012345}
            | {"difference": difference, "difference_se": 0.0 if play == played else 0.0512345}
            | {"exact": number % 20 == 19, "open": (1 if place else 2) if number % 20 == 19 else None}
        )
    names = [name for name, border in BORDERS.items() if loss >= border]
    return {
        "win_rate": plays[before]["win_rate"],
        "win_rate_se": 0.0312345,
        "match_win_rate": match,
        "match_win_rate_se": match and 0.012345,
        "plays": plays,
        "others": number % 6,
        "played": before,
        "best": 0,
        "loss": loss,
        "loss_se": 0.05123 if loss else 0.0,
        "loss_n": 400 if loss else 0,
        "class": names[-1] if names else "fine" if loss else "best",
    }


def _summary(seat: int, review: dict[str, Any]) -> dict[str, Any]:
    own = [one for one in review["decisions"] if one["seat"] == seat]
    deals, count = len(review["deals"]), len(own)
    names = [one["class"] for one in own]
    loss = sum(one["loss"] for one in own)
    return {
        "seat": seat,
        "strategy": review["deals"][0]["record"]["strategies"][seat] if deals else "tempo",
        "deals": deals,
        "decisions": count,
        **_lost("loss_per_decision", loss / max(1, count), 0.00712, deals),
        **_lost("loss_per_deal", loss / max(1, deals), 0.1234, deals),
        "best_share": names.count("best") / count if count else 0.0,
        "fine_share": names.count("fine") / count if count else 0.0,
        "classes": {name: names.count(name) for name in ("best", "fine", *BORDERS)},
        "luck": 0.1234 - 0.1 * seat,
        "luck_se": 0.0567,
    }


def _lost(name: str, loss: float, error: float, deals: int) -> dict[str, float | None]:
    """A loss with its error, and with its interval over deals where there are several."""
    low, high = (loss - 3 * error, loss + 3 * error) if deals > 1 else (None, None)
    return {name: loss, f"{name}_se": error, f"{name}_low": low, f"{name}_high": high}
