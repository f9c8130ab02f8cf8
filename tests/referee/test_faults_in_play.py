"""Plays and places damaged in one place are refused by line, place and clause."""

from collections.abc import Callable

import pytest
from oracle.combinations import rank_of

from referee.cards import height
from referee.damage import Damage, Spoil, Wanted, check_named, drop, first_deal, later, put
from referee.sample import preset
from referee.shape import Record

INSTITUTE = preset("institute")
COMPETITION = preset("competition")


def at_play(wanted: Callable[[Record, int], bool], spoil: Callable[[Record, int], None]) -> tuple[Wanted, Spoil]:
    """Damage to the first play that is wanted."""

    def find(record: Record) -> list[int]:
        return [number for number in range(len(record["plays"])) if wanted(record, number)]

    return (lambda record: find(record) != []), (lambda record: spoil(record, find(record)[0]))


def is_pass(record: Record, number: int) -> bool:
    return len(record["plays"][number]) == 2


def is_lead(record: Record, number: int) -> bool:
    """After as many passes as others hold cards; the first play of all and plays after three passes are enough here."""
    return number == 0 or (number > 3 and all(is_pass(record, before) for before in range(number - 3, number)))


def answers_a_single(record: Record, number: int) -> bool:
    acts = record["plays"]
    return number > 0 and not is_pass(record, number - 1) and acts[number - 1][2:3] == acts[number][2:3] == ["single"]


def never_held(record: Record, number: int) -> None:
    """A face of which both copies are elsewhere, in deals without tribute."""
    act = record["plays"][number]
    held = record["hands"][act[0]].split()
    act[1] = next(card for card in ("S3", "S4", "S5", "S6", "S7", "S8", "S9") if card not in held)
    act[2:] = ["single", act[1][1]]


def repeat_the_play_before(record: Record, number: int) -> None:
    """Equal cards: the seat holds the other copy."""
    record["plays"][number][1] = record["plays"][number - 1][1]
    record["plays"][number][3] = record["plays"][number - 1][3]


def holds_the_other_copy(record: Record, number: int) -> bool:
    if not first_deal(record) or not answers_a_single(record, number):
        return False
    seat, before = record["plays"][number][0], record["plays"][number - 1][1]
    played = [act[1] for act in record["plays"][:number] if act[0] == seat]
    return before in record["hands"][seat].split() and all(before not in cards.split() for cards in played)


def lower_single(record: Record, number: int) -> None:
    """The answer becomes a card below the one on the table."""
    card = lower_cards(record, number)[0]
    record["plays"][number][1:] = [card, "single", rank_of(card)]


def lower_cards(record: Record, number: int) -> list[str]:
    """What the seat still holds below the single on the table, in a deal without tribute."""
    act, before = record["plays"][number], record["plays"][number - 1]
    played = [card for other in record["plays"][:number] if other[0] == act[0] for card in other[1].split()]
    below = [card for card in record["hands"][act[0]].split() if card not in played]
    return [card for card in below if height(card, record["level"]) < height(before[1], record["level"])]


def two_of_different_rank(record: Record) -> list[str]:
    """Two cards of the leader without a wild: nothing (R2.2)."""
    hand = [card for card in record["hands"][record["leader"]].split() if card != "H" + record["level"]]
    return [hand[0], next(card for card in hand if rank_of(card) != rank_of(hand[0]))]


def swap_places(record: Record) -> None:
    record["places"][0], record["places"][2] = record["places"][2], record["places"][0]


DAMAGES: dict[str, Damage] = {
    # Playing.
    "out of turn": (INSTITUTE, later, lambda record: record["plays"].pop(1), "plays[1]", "R4.1"),
    "another first player": (INSTITUTE, later, lambda record: record["plays"].pop(0), "plays[0]", "R4.1"),
    "cards not held": (
        INSTITUTE,
        *at_play(lambda r, n: first_deal(r) and is_lead(r, n) and n == 0, never_held),
        "plays[0]",
        "R4.2",
    ),
    "cards played twice": (
        INSTITUTE,
        lambda record: first_deal(record) and len(record["plays"][0][1].split()) > 2,
        lambda record: (
            record["plays"].insert(4, record["plays"][0])
            or record["plays"].__setitem__(
                slice(1, 4), [[seat, "pass"] for seat in ((record["leader"] + step) % 4 for step in (1, 2, 3))]
            )
        ),
        "plays[4]",
        "R4.2",
    ),
    "no combination": (
        INSTITUTE,
        first_deal,
        lambda record: put("plays", 0, 1, " ".join(two_of_different_rank(record)))(record),
        "plays[0]",
        "R2.14",
    ),
    "another kind declared": (INSTITUTE, later, put("plays", 0, 2, "joker_bomb"), "plays[0]", "R2.15"),
    "another rank declared": (
        INSTITUTE,
        lambda r: r["plays"][0][2] == "single",
        put("plays", 0, 3, "no rank"),
        "plays[0]",
        "R2.15",
    ),
    "a play that is too low": (
        INSTITUTE,
        *at_play(lambda r, n: first_deal(r) and answers_a_single(r, n) and lower_cards(r, n) != [], lower_single),
        "plays[",
        "R4.4",
    ),
    "an equal play": (INSTITUTE, *at_play(holds_the_other_copy, repeat_the_play_before), "plays[", "R3.4"),
    "a leader who passes": (
        INSTITUTE,
        *at_play(is_lead, lambda r, n: r["plays"].__setitem__(n, [r["plays"][n][0], "pass"])),
        "plays[0]",
        "R4.3",
    ),
    "a play after the end": (INSTITUTE, later, lambda record: record["plays"].append([0, "pass"]), "plays[", "R4.9"),
    "a deal that breaks off": (INSTITUTE, later, lambda record: record["plays"].pop(), "plays", "R4.9"),
    "no places": (INSTITUTE, later, drop("places"), "places", "R4.8"),
    "other places": (INSTITUTE, later, swap_places, "places", "R4.8"),
    "tied though played on": (INSTITUTE, later, put("tied", True), "tied", "R4.10"),
    "not tied though stopped": (COMPETITION, lambda record: record["tied"], put("tied", False), "tied", "R4.10"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_named(name: str) -> None:
    check_named(DAMAGES[name])
