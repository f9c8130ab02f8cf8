"""One recorded deal on the terminal: suits coloured, wilds marked with an asterisk."""

from collections.abc import Callable
from typing import Any

from rich.text import Text

from guandan_sim.errors import NotationError, named
from guandan_sim.report.text import coloured, console

# What a seat whose hand is not known is dealt.
_DEALT = 27


def show(record: dict[str, Any], pause: Callable[[], None] | None = None) -> None:
    """Prints a record, each play with its number, from 0; `pause` is called before each play.

    Raises `NotationError` where the record contradicts itself.
    """
    check_held(record)
    here = console()

    def say(*parts: Text | str | tuple[str, str]) -> None:
        here.print(Text.assemble(*parts), soft_wrap=True)

    wild = "H" + record["level"]
    declarers = "none" if record["declarers"] is None else f"team {record['declarers']}"
    say(
        (f"match {record['match']}, deal {record['deal']}", "bold"),
        f" at level {record['level']}, {record['rules']}, declarers {declarers}, ",
        f"levels {_levels(record['levels'])}",
    )
    if "seat" in record:
        say(f"  as seat {record['seat']} knows it, from {named(record['source'])}")
    hands = [None if hand is None else hand.split() for hand in record["hands"]]
    counts = [_DEALT if hand is None else len(hand) for hand in hands]
    for seat, (strategy, hand) in enumerate(zip(record["strategies"], hands, strict=True)):
        say(f"  {seat} {strategy:<12} ", "unknown" if hand is None else coloured(hand, wild))
    for line in _before_the_lead(record, wild):
        say("  ", line)
    say(f"  seat {record['leader']} leads")
    for number, (seat, what, *declared) in enumerate(record["plays"]):
        if pause is not None:
            pause()
        if what == "pass":
            say((f"{number:5}", "dim"), f"  {seat} ", ("pass", "dim"))
            continue
        cards = what.split()
        name = " ".join(declared).strip()
        counts[seat] -= len(cards)
        ending = f"  ({counts[seat]} left)" if counts[seat] else "  (out)"
        say((f"{number:5}", "dim"), f"  {seat} {name:<18} ", coloured(cards, wild), (ending, "dim"))
    say("  ", _result(record))


def check_held(record: dict[str, Any]) -> None:
    """Raises `NotationError` where a seat whose hand is known gives or plays a card that it does not hold."""
    hands = [None if hand is None else hand.split() for hand in record["hands"]]
    for giver, taker, card in _gifts(record):
        _take(hands, giver, card, "tribute")
        taken = hands[taker]
        if taken is not None:
            taken.append(card)
    for number, (seat, what, *_) in enumerate(record["plays"]):
        for card in () if what == "pass" else what.split():
            _take(hands, seat, card, f"plays[{number}]")


def _take(hands: list[list[str] | None], seat: int, card: str, place: str) -> None:
    """Takes a card from a hand that is known. Raises `NotationError` where the record contradicts itself."""
    hand = hands[seat]
    if hand is None:
        return
    if card not in hand:
        raise NotationError(f"{place}: seat {seat} does not hold {card}")
    hand.remove(card)


def _levels(levels: list[str] | None) -> str:
    return "unknown" if levels is None else " and ".join(levels)


def _gifts(record: dict[str, Any]) -> list[tuple[int, int, str]]:
    """The cards of the tribute that changed hands."""
    tribute = record["tribute"] or {}
    return [*tribute.get("pays", ()), *tribute.get("returns", ())]


def _before_the_lead(record: dict[str, Any], wild: str) -> list[Text]:
    """Card turned up, roles and tribute, a line each."""
    lines = []
    if up := record["turned_up"]:
        lines.append(Text.assemble("turned up ", coloured([up["card"]], wild), f" of seat {up['holder']}"))
    roles = {"draws first": "first_drawer", "shuffles": "shuffler", "cuts": "cutter"}
    named = [f"seat {record[key]} {does}" for does, key in roles.items() if record[key] is not None]
    if named:
        lines.append(Text(", ".join(named)))
    tribute = record["tribute"] or {}
    if tribute.get("void"):
        holders = " and ".join(str(seat) for seat in tribute["big_jokers"] or ())
        lines.append(Text(f"tribute void: the big jokers are with {holders or 'the payers'}"))
    for does, key in (("pays", "pays"), ("returns", "returns")):
        for giver, taker, card in tribute.get(key, ()):
            lines.append(Text.assemble(f"seat {giver} {does} ", coloured([card], wild), f" to seat {taker}"))
    return lines


def _result(record: dict[str, Any]) -> str:
    """How the deal ended and what it changed."""
    if "left" in record:
        return f"seat {record['left'][0]} left: the match is over"
    if record["places"] is None:
        return "the record ends here"
    places = "places " + " ".join(str(seat) for seat in record["places"]) + (" (tied last)" if record["tied"] else "")
    promoted = record["promoted"]
    rise = f", team {promoted['team']} climbs {promoted['levels']}" if promoted else ""
    levels = f", levels {_levels(record['levels_after'])}" if record["levels_after"] else ""
    over = ""
    if record["match_over"]:
        winner = "nobody wins" if record["winner"] is None else f"team {record['winner']} wins"
        over = f"; {winner}" + (f" ({record['ended_by']})" if record["ended_by"] else "")
    return places + rise + levels + over
