"""The contest protocol's texts, against triples written by hand (docs/BOTS.md)."""

import pytest

import guandan_sim as gd
from guandan_sim.bots.contest.actions import (
    NOTHING,
    PASS,
    action_of,
    hand_cards,
    order_of,
    play_of,
    read_action,
    written,
)

EIGHT_AND_WILDS = ["S3", "S3", "H3", "H3", "C3", "C3", "D3", "D3", "H5", "H5"]
TRIPLES = [
    ("9", "single", "S3", ["Single", "3", ["S3"]]),
    ("9", "single", "H9", ["Single", "9", ["H9"]]),
    ("2", "single", "SB", ["Single", "B", ["SB"]]),
    ("9", "single", "HR", ["Single", "R", ["HR"]]),
    ("9", "pair", "H9 D5", ["Pair", "5", ["D5", "H9"]]),
    ("9", "pair", "H9 C9", ["Pair", "9", ["C9", "H9"]]),
    ("9", "pair", "H9 H9", ["Pair", "9", ["H9", "H9"]]),
    ("A", "pair", "SB SB", ["Pair", "B", ["SB", "SB"]]),
    ("A", "pair", "HR HR", ["Pair", "R", ["HR", "HR"]]),
    ("T", "triple", "HT ST DT", ["Trips", "T", ["ST", "DT", "HT"]]),
    ("3", "triple", "H3 H3 SK", ["Trips", "K", ["SK", "H3", "H3"]]),
    ("9", "tube", "S3 D2 H2 CA SA H9", ["ThreePair", "A", ["SA", "CA", "H2", "D2", "S3", "H9"]]),
    ("2", "tube", "SQ DQ SK DK SA H2", ["ThreePair", "Q", ["SQ", "DQ", "SK", "DK", "SA", "H2"]]),
    ("9", "tube", "S8 D8 H9 C9 ST HT", ["ThreePair", "8", ["S8", "D8", "C9", "H9", "ST", "HT"]]),
    ("9", "full_house", "D7 S7 H9 C4 S4", ["ThreeWithTwo", "4", ["S4", "C4", "H9", "S7", "D7"]]),
    ("9", "full_house", "HR HR S4 D4 C4", ["ThreeWithTwo", "4", ["S4", "C4", "D4", "HR", "HR"]]),
    ("2", "full_house", "SA HA DA S2 C2", ["ThreeWithTwo", "A", ["SA", "HA", "DA", "S2", "C2"]]),
    ("9", "plate", "D8 C8 S8 D7 H7 S7", ["TwoTrips", "7", ["S7", "H7", "D7", "S8", "C8", "D8"]]),
    ("9", "plate", "SA CA DA S2 C2 H9", ["TwoTrips", "A", ["SA", "CA", "DA", "S2", "C2", "H9"]]),
    ("9", "plate", "SK CK H9 SA CA DA", ["TwoTrips", "K", ["SK", "CK", "H9", "SA", "CA", "DA"]]),
    ("9", "straight", "C6 H9 D8 S9 HT", ["Straight", "6", ["C6", "H9", "D8", "S9", "HT"]]),
    ("9", "straight", "S5 D4 C3 S2 HA", ["Straight", "A", ["HA", "S2", "C3", "D4", "S5"]]),
    ("4", "straight", "SA DK CQ SJ HT", ["Straight", "T", ["HT", "SJ", "CQ", "DK", "SA"]]),
    ("9", "straight_flush", "C5 C4 C3 C2 CA", ["StraightFlush", "A", ["CA", "C2", "C3", "C4", "C5"]]),
    ("9", "straight_flush", "D8 DT DJ DQ H9", ["StraightFlush", "8", ["D8", "H9", "DT", "DJ", "DQ"]]),
    ("9", "bomb", "DJ H9 HJ SJ", ["Bomb", "J", ["SJ", "HJ", "DJ", "H9"]]),
    ("9", "bomb", "D9 H9 C9 S9 H9", ["Bomb", "9", ["S9", "C9", "D9", "H9", "H9"]]),
    (
        "5",
        "bomb",
        "S3 S3 H3 H3 C3 C3 D3 D3 H5 H5",
        ["Bomb", "3", ["S3", "S3", "H3", "H3", "C3", "C3", "D3", "D3", "H5", "H5"]],
    ),
    ("9", "joker_bomb", "HR SB HR SB", ["Bomb", "JOKER", ["SB", "SB", "HR", "HR"]]),
]


def reading(level: str, kind: str, cards: str, label: str = "") -> gd.Play:
    found = [play for play in gd.classify(cards, level=level) if play.kind == kind]
    return next((play for play in found if action_of(play)[1] == label), found[0])


@pytest.mark.parametrize(("level", "kind", "cards", "triple"), TRIPLES)
def test_a_play_is_written_in_the_layout_of_the_platform_and_read_again(
    level: str, kind: str, cards: str, triple: list[object]
) -> None:
    play = reading(level, kind, cards, str(triple[1]))
    assert written(action_of(play), "list") == triple
    assert play_of(read_action(triple), level, gd.Rules("institute")) == play
    assert written(action_of(play), "string") == repr(triple)
    assert play_of(read_action(repr(triple)), level, gd.Rules("institute")) == play


@pytest.mark.parametrize(
    ("level", "cards", "labels"),
    [
        # R2.15: what a wild stands for is declared, and each reading is an entry of its own.
        ("9", "S5 S6 S7 S8 H9", {("Straight", "5"), ("Straight", "4"), ("StraightFlush", "5"), ("StraightFlush", "4")}),
        ("9", "SK DK H9 S2 D2", {("ThreeWithTwo", "K"), ("ThreeWithTwo", "2")}),
        ("4", "C8 D8 S9 C9 H4 H4", {("ThreePair", "8"), ("ThreePair", "7"), ("TwoTrips", "8")}),
    ],
)
def test_each_reading_of_wilds_has_a_label_of_its_own(level: str, cards: str, labels: set[tuple[str, str]]) -> None:
    plays = gd.classify(cards, level=level)
    assert {action_of(play)[:2] for play in plays} == labels
    for play in plays:
        assert play_of(action_of(play), level, gd.Rules("institute")) == play


def test_pass_and_nothing() -> None:
    assert written(PASS, "list") == ["PASS", "PASS", "PASS"]
    assert written(PASS, "string") == "['PASS', 'PASS', 'PASS']"
    assert written(NOTHING, "list") == [None, None, None]
    assert written(NOTHING, "string") == "[None, None, None]"
    for form in ("list", "string"):
        assert read_action(written(PASS, form)) == PASS
        assert read_action(written(NOTHING, form)) == NOTHING
    assert read_action(None) == NOTHING
    assert play_of(PASS, "9", gd.Rules("institute")) is None


@pytest.mark.parametrize(
    "other", [["FourKings", "B", ["SB", "SB", "HR", "HR"]], ["Boom", "JOKER", ["SB", "SB", "HR", "HR"]]]
)
def test_names_that_other_servers_use_are_read(other: list[object]) -> None:
    play = play_of(read_action(other), "2", gd.Rules("institute"))
    assert play is not None
    assert play.kind == "joker_bomb"


def test_the_cards_decide_when_a_run_is_labelled_wrongly() -> None:
    play = play_of(("Straight", "T", ("S6", "H7", "D8", "S9", "HT")), "2", gd.Rules("institute"))
    assert str(play) == "straight T: S6 H7 D8 S9 HT"


@pytest.mark.parametrize(
    "wrong",
    [
        7,
        "Single",
        "[1, 2]",
        ["Single"],
        ["Single", "7", []],
        ["Single", "7", [7]],
        [7, "7", ["S7"]],
        "[" * 300,
        "x" * 999,
    ],
)
def test_what_is_no_action_is_refused_in_one_line(wrong: object) -> None:
    with pytest.raises(gd.NotationError, match="expected an action such as") as caught:
        read_action(wrong)
    assert "\n" not in str(caught.value)


def test_cards_that_our_rules_do_not_know_as_a_play_are_refused() -> None:
    with pytest.raises(gd.NotationError, match="HR H9 at level 9: no play by rules institute"):
        play_of(("Pair", "R", ("HR", "H9")), "9", gd.Rules("institute"))


@pytest.mark.parametrize(
    ("level", "cards", "expected"),
    [
        ("9", "HR SB H9 S9 CA HT D3 S3", "S3 D3 HT CA S9 H9 SB HR"),
        ("2", "D2 S2 HA SA S3 SB", "S3 SA HA S2 D2 SB"),
        ("A", "SA HK SB S2 D2", "S2 D2 HK SA SB"),
    ],
)
def test_a_hand_is_written_with_the_level_rank_above_the_ace(level: str, cards: str, expected: str) -> None:
    assert hand_cards(gd.Hand(cards), level) == expected.split()


def test_the_list_of_a_lead_stands_in_the_order_of_the_platform() -> None:
    hand = "S3 H3 D3 C3 S4 H4 S5 H5 C6 S7 SB SB HR HR"
    plays = gd.legal_plays(hand, level="9")
    entries = [action_of(plays[index]) for index in order_of(plays)]
    types = list(dict.fromkeys(kind for kind, _, _ in entries))
    assert types == ["Single", "Pair", "Trips", "ThreePair", "ThreeWithTwo", "Straight", "Bomb"]
    assert [rank for kind, rank, _ in entries if kind == "Single"] == list("3333445567BR")
    assert [cards for kind, _, cards in entries if kind == "Trips"] == [
        ("S3", "H3", "C3"),
        ("S3", "H3", "D3"),
        ("S3", "C3", "D3"),
        ("H3", "C3", "D3"),
    ]
    assert [rank for kind, rank, _ in entries if kind == "Bomb"] == ["3", "JOKER"]


def test_level_cards_come_last_among_sets_and_in_their_place_among_runs() -> None:
    plays = gd.legal_plays("S4 D4 S5 D5 C6 D6 S7 D7 SK DK", level="5")
    entries = [action_of(plays[index]) for index in order_of(plays)]
    assert [rank for kind, rank, _ in entries if kind == "Pair"] == ["4", "6", "7", "K", "5"]
    assert [rank for kind, rank, _ in entries if kind == "ThreePair"] == ["4", "5"]


def test_wilds_come_last_and_straight_flushes_after_all_bombs() -> None:
    plays = gd.legal_plays("SA S2 S3 S4 S5 C5 D5 H9 DK CK HK SK DK", level="9")
    entries = [action_of(plays[index]) for index in order_of(plays)]
    assert [cards for kind, rank, cards in entries if (kind, rank) == ("Pair", "5")] == [
        ("S5", "C5"),
        ("S5", "D5"),
        ("C5", "D5"),
        ("S5", "H9"),
        ("C5", "H9"),
        ("D5", "H9"),
    ]
    bombs = [(rank, len(cards)) for kind, rank, cards in entries if kind == "Bomb" and isinstance(cards, tuple)]
    assert bombs == sorted(bombs, key=lambda bomb: (bomb[1], "5K".index(bomb[0])))
    assert entries[-1][0] == "StraightFlush"
    assert ("Straight", "A", ("SA", "S2", "S3", "S4", "C5")) in entries
