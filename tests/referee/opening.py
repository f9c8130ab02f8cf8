"""The cards as dealt, who leads the first deal, who draws, shuffles and cuts (docs/RULES.md R1.1, R5)."""

from collections import Counter
from typing import Any

from oracle.combinations import PACKS, RANKS

from referee.cards import Hand, left_hand, right_hand
from referee.ruleset import RuleSet
from referee.table import Finish
from referee.wrong import Wrong, one_of, same

#: South cuts before the first deal (R13.25).
SOUTH = 3


def check_hands(hands: list[Hand]) -> None:
    """R1.1."""
    for seat, hand in enumerate(hands):
        if len(hand) != 27:
            raise Wrong(f"hands[{seat}]", "R1.1", f"{len(hand)} cards, 27 are dealt")
    dealt = Counter(card for hand in hands for card in hand)
    for card, copies in dealt.items():
        if copies > 2:
            seat = next(seat for seat, hand in enumerate(hands) if card in hand)
            raise Wrong(f"hands[{seat}]", "R1.1", f"{copies} copies of {card} in the four hands, there are two")
    # 108 cards, none more than twice: nothing can be missing.
    same("hands", "R1.1", dealt, Counter(PACKS))


def pips(card: str) -> int:
    """The number a turned-up card counts (R13.25)."""
    if card in ("SB", "HR"):
        return {"SB": 3, "HR": 6}[card]
    return 1 if card[1] == "A" else RANKS.index(card[1]) + 2


def first_drawer(rules: RuleSet, card: str) -> int:
    """Counting in seat order from South, who is 1 (R13.25)."""
    count = pips(card)
    if rules.cut == "modulo_four":
        count = count % 4 or 4
    seat = SOUTH
    for _ in range(count - 1):
        seat = right_hand(seat)
    return seat


def check_single(record: dict[str, Any]) -> None:
    """A single deal, of no match: any seat leads, nothing is drawn or cut."""
    for key in ("turned_up", "first_drawer", "shuffler", "cutter"):
        same(key, "R5.1", record[key], None)


def check_first(record: dict[str, Any], rules: RuleSet, hands: list[Hand]) -> None:
    """The opening of a match."""
    turned_up = record["turned_up"]
    if (turned_up is None) != (rules.first_lead in ("random", "seat_0")):
        raise Wrong("turned_up", "R5.1", f"{turned_up!r} is recorded, first_lead is {rules.first_lead}")
    cuts = rules.cut != "none" and turned_up is not None
    if turned_up is not None:
        card, holder = turned_up["card"], turned_up["holder"]
        if card not in hands[holder]:
            raise Wrong("turned_up", "R5.2", f"seat {holder} does not hold {card}")
        if rules.cut == "count_from_south" and card in ("SB", "HR", "H2"):
            raise Wrong("turned_up", "R13.25", f"{card} is turned again")
    same("first_drawer", "R5.3", record["first_drawer"], first_drawer(rules, turned_up["card"]) if cuts else None)
    same("shuffler", "R13.25", record["shuffler"], first_shuffler(rules) if cuts else None)
    same("cutter", "R13.25", record["cutter"], SOUTH if cuts else None)
    if turned_up is not None:
        same("leader", "R5.2", record["leader"], turned_up["holder"])
    if rules.first_lead == "seat_0":
        same("leader", "R5.1", record["leader"], 0)


def drawers(rules: RuleSet, before: Finish) -> set[int]:
    """Who may draw first after a deal that ended so (R13.26)."""
    if before.partner_place == 2:
        if rules.later_draw == "last_or_right":
            return {right_hand(before.first)}
        if rules.later_draw == "last_or_either":
            return set(before.places[2:])
    return set(before.lasts)


def shufflers(rules: RuleSet, before: Finish) -> set[int]:
    """Who may shuffle (R13.27)."""
    return {left_hand(before.first)} if rules.later_shuffle == "first_left_hand" else set(before.lasts)


def first_shuffler(rules: RuleSet) -> int | None:
    """Who shuffles before the first deal, where a cut says it (R13.25)."""
    return right_hand(SOUTH) if rules.cut == "count_from_south" else None


def check_later(record: dict[str, Any], rules: RuleSet, before: Finish) -> None:
    """Who does what before a deal that is not the first."""
    same("turned_up", "R5.1", record["turned_up"], None)
    one_of("first_drawer", "R5.3", record["first_drawer"], drawers(rules, before))
    one_of("shuffler", "R5.4", record["shuffler"], shufflers(rules, before))
    same("cutter", "R5.4", record["cutter"], before.first)
