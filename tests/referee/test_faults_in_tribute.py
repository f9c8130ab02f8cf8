"""Tribute damaged in one place is refused by line, place and clause."""

from collections.abc import Callable
from typing import Any

import pytest
from oracle.combinations import rank_of

from referee.cards import height
from referee.damage import Damage, Spoil, change, check_named, first_deal, next_seat, put
from referee.sample import preset
from referee.shape import Record

INSTITUTE = preset("institute")
COMPETITION = preset("competition")
WEB = preset("web")
PAGAT = preset("pagat")
NEXT_WIND = preset("next_wind")


def paid(record: Record) -> Any:
    return (record["tribute"] or {}).get("pays")


def paid_double(record: Record) -> bool:
    return len(paid(record) or ()) == 2


def ranks_paid(record: Record) -> set[str]:
    return {rank_of(gift[2]) for gift in paid(record)}


def paid_unequal(record: Record) -> bool:
    return paid_double(record) and len(ranks_paid(record)) == 2


def paid_equal(record: Record) -> bool:
    return paid_double(record) and len(ranks_paid(record)) == 1


def paid_one(record: Record) -> bool:
    return len(paid(record) or ()) == 1


def voided(record: Record) -> bool:
    return bool((record["tribute"] or {}).get("void"))


def cross(gifts: str) -> Spoil:
    """Two gifts change receivers."""

    def spoil(record: Record) -> None:
        one, two = record["tribute"][gifts]
        one[1], two[1] = two[1], one[1]

    return spoil


def pays_lower(record: Record) -> None:
    """The payer keeps its highest card and gives its lowest."""
    gift = record["tribute"]["pays"][0]
    gift[2] = min(record["hands"][gift[0]].split(), key=lambda card: height(card, record["level"]))


def has_wild(record: Record) -> bool:
    return paid_one(record) and "H" + record["level"] in record["hands"][paid(record)[0][0]].split()


def pays_wild(record: Record) -> None:
    record["tribute"]["pays"][0][2] = "H" + record["level"]


def returns(card: Callable[[Record], str]) -> Spoil:
    def spoil(record: Record) -> None:
        record["tribute"]["returns"][0][2] = card(record)

    return spoil


def receiver_cards(record: Record) -> list[str]:
    """What the receiver was dealt."""
    return str(record["hands"][record["tribute"]["returns"][0][0]]).split()


def high_card(record: Record) -> str:
    return next(card for card in receiver_cards(record) if card[1] == "K" != record["level"])


def has_high_card(record: Record) -> bool:
    return paid_one(record) and any(card[1] == "K" != record["level"] for card in receiver_cards(record))


def level_card(record: Record) -> str:
    return next(card for card in receiver_cards(record) if card[1] == record["level"])


def has_level_card(record: Record) -> bool:
    return paid_one(record) and any(card[1] == record["level"] for card in receiver_cards(record))


def received(record: Record) -> str:
    return str(record["tribute"]["pays"][0][2])


def received_is_the_only_copy(record: Record) -> bool:
    return paid_one(record) and received(record) not in receiver_cards(record)


def received_may_go_back_but_for_the_ban(record: Record) -> bool:
    return received_is_the_only_copy(record) and rank_of(received(record)) != record["level"]


DAMAGES: dict[str, Damage] = {
    # Tribute.
    "no tribute": (INSTITUTE, paid, put("tribute", None), "tribute", "R6.1"),
    "tribute in a first deal": (
        INSTITUTE,
        first_deal,
        put("tribute", {"void": True, "big_jokers": [1, 1]}),
        "tribute",
        "R6.1",
    ),
    "a void that is none": (
        INSTITUTE,
        paid,
        put("tribute", {"void": True, "big_jokers": [1, 1]}),
        "tribute.void",
        "R6.10",
    ),
    "tribute in spite of both jokers": (
        INSTITUTE,
        voided,
        put("tribute", {"void": False, "pays": [], "returns": []}),
        "tribute.void",
        "R6.10",
    ),
    "jokers with somebody else": (
        INSTITUTE,
        voided,
        lambda record: put("tribute", "big_jokers", [*map(next_seat, record["tribute"]["big_jokers"])])(record),
        "tribute.big_jokers",
        "R6.10",
    ),
    "a leader in spite of the void": (INSTITUTE, voided, change("leader", next_seat), "leader", "R6.11"),
    "a lower card paid": (INSTITUTE, paid_one, pays_lower, "tribute.pays", "R6.4"),
    "a lower card paid by one of two": (INSTITUTE, paid_double, pays_lower, "tribute.pays", "R6.4"),
    "a wild paid": (INSTITUTE, has_wild, pays_wild, "tribute.pays", "R6.4"),
    "another payer": (
        INSTITUTE,
        paid_one,
        lambda record: put("tribute", "pays", 0, 0, record["tribute"]["pays"][0][1])(record),
        "tribute.pays, the givers",
        "R6.2",
    ),
    "one payer of two": (
        INSTITUTE,
        paid_double,
        lambda record: record["tribute"]["pays"].pop(),
        "tribute.pays, the givers",
        "R6.3",
    ),
    "paid to another": (
        INSTITUTE,
        paid_one,
        lambda record: put("tribute", "pays", 0, 1, paid(record)[0][0])(record),
        "tribute.pays",
        "R6.2",
    ),
    "the higher card to the second": (INSTITUTE, paid_unequal, cross("pays"), "tribute.pays", "R6.3"),
    "equal cards not clockwise": (INSTITUTE, paid_equal, cross("pays"), "tribute.pays", "R6.5"),
    "equal cards not from last to first": (WEB, paid_equal, cross("pays"), "tribute.pays", "R6.5"),
    "returns across": (INSTITUTE, paid_double, cross("returns"), "tribute.returns", "R6.6"),
    "returns across after unequal tributes": (COMPETITION, paid_unequal, cross("returns"), "tribute.returns", "R6.6"),
    "no return": (
        INSTITUTE,
        paid,
        lambda record: record["tribute"]["returns"].pop(),
        "tribute.returns, the givers",
        "R6.6",
    ),
    "a high card returned": (INSTITUTE, has_high_card, returns(high_card), "tribute.returns", "R6.7"),
    "a level card returned": (INSTITUTE, has_level_card, returns(level_card), "tribute.returns", "R6.7"),
    "the card just received returned": (
        PAGAT,
        received_may_go_back_but_for_the_ban,
        returns(received),
        "tribute.returns",
        "R6.7",
    ),
    "a card returned that is not held": (
        INSTITUTE,
        lambda record: paid_one(record) and "S3" not in receiver_cards(record) and record["level"] != "3",
        returns(lambda _: "S3"),
        "tribute.returns",
        "R6.7",
    ),
    "a leader who did not pay the first": (INSTITUTE, paid, change("leader", next_seat), "leader", "R6.11"),
    "a leader who was not first": (WEB, paid, change("leader", next_seat), "leader", "R6.11"),
    "a leader who was not last": (NEXT_WIND, paid, change("leader", next_seat), "leader", "R6.11"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_named(name: str) -> None:
    check_named(DAMAGES[name])
