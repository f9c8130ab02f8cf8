"""The referee and the views of seats from Python."""

import copy

import pytest
from conftest import refused

import guandan_sim as gd

HANDS = ["S3 S7 D7", "S5 S8 D8", "S9", "ST"]


def test_a_deal_of_a_seed_is_always_the_same_and_holds_the_108_cards() -> None:
    deal, again, other = gd.Deal.new(seed=0), gd.Deal.new(seed=0), gd.Deal.new(seed=1)
    assert deal.hands == again.hands
    assert deal.turn == again.turn
    assert deal.hands != other.hands
    whole = gd.Hand()
    for hand in deal.hands:
        assert len(hand) == 27
        whole = whole + hand
    assert len(whole) == 108
    assert gd.Deal.new(seed=0, match=1).hands != deal.hands


def test_rules_and_level_change_no_card() -> None:
    assert (
        len({gd.Deal.new(seed=3, rules=rules, level=level).hands for rules, level in [("web", "2"), ("pagat", "9")]})
        == 1
    )


def test_a_deal_is_played_to_its_places() -> None:
    deal = gd.Deal.new(hands=HANDS, leader=0)
    assert str(deal.play("S7 D7")) == "pair 7: S7 D7"
    assert str(deal.table) == "pair 7: S7 D7"
    assert [str(play) for play in deal.legal_plays()] == ["pair 8: S8 D8"]
    assert deal.play(deal.legal_plays()[0]).rank == "8"
    deal.pass_()
    deal.pass_()
    deal.pass_()
    assert (deal.turn, deal.table) == (1, None)
    deal.play("S5")
    assert deal.places == (1,)
    deal.play("S9")
    assert (deal.is_over, deal.turn) == (False, 3)
    deal.play("ST")
    assert deal.is_over
    assert deal.places == (1, 2, 3, 0)
    assert deal.pattern == "1-3"
    assert deal.legal_plays() == []
    assert [(seat, play and play.kind) for seat, play in deal.history] == [
        (0, "pair"),
        (1, "pair"),
        (2, None),
        (3, None),
        (0, None),
        (1, "single"),
        (2, "single"),
        (3, "single"),
    ]


def test_what_the_rules_refuse_changes_nothing_and_names_the_clause() -> None:
    deal = gd.Deal.new(hands=HANDS, leader=0)
    before = (deal.hands, deal.turn, deal.history)
    refused(deal.pass_, "may not pass", "R4.3")
    refused(lambda: deal.play("S9"), "does not hold S9", "(R")
    refused(lambda: deal.play("S3 S7"), "no combination", "(R")
    refused(lambda: deal.play("S7 D7", kind="triple"), "cannot be declared", "(R")
    refused(lambda: deal.play("S7 D7", kind="tripel"), "did you mean triple?")
    refused(lambda: deal.play(gd.classify("S7", level="5")[0]), "another level")
    assert (deal.hands, deal.turn, deal.history) == before
    deal.play("S7 D7")
    refused(lambda: deal.play("S5"), "does not beat", "(R")
    with pytest.raises(gd.IllegalPlay):
        deal.play("S5")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, ["either hands or a seed"]),
        ({"hands": HANDS, "seed": 1}, ["either hands or a seed"]),
        ({"hands": HANDS}, ["needs a leader"]),
        ({"hands": HANDS[:3], "leader": 0}, ["expected 4", "got 3"]),
        ({"hands": ["S3", "S4", "S5", ""], "leader": 0}, ["seat 3 is empty"]),
        ({"hands": ["S3 S3", "S3", "S5", "S6"], "leader": 0}, ["3 copies of S3"]),
        ({"hands": HANDS, "leader": 4}, ["unknown seat 4"]),
        ({"seed": 1, "level": "10"}, ['"10"', "did you mean T?"]),
        ({"seed": 1, "rules": "instiute"}, ["did you mean institute?"]),
    ],
)
def test_a_deal_that_cannot_be_is_refused(arguments: dict[str, object], words: list[str]) -> None:
    refused(lambda: gd.Deal.new(**arguments), *words)  # type: ignore[arg-type]


def test_a_copy_goes_its_own_way() -> None:
    deal = gd.Deal.new(hands=HANDS, leader=0)
    twin = copy.copy(deal)
    twin.play("S3")
    assert deal.history == []
    assert deal.turn == 0
    assert copy.deepcopy(twin).history == twin.history


def test_a_view_holds_its_own_cards_and_what_is_public() -> None:
    deal = gd.Deal.new(rules="institute", seed=5)
    while len(deal.hands[0]) > 10:
        plays = deal.legal_plays(detail="ranks")
        if plays:
            deal.play(plays[-1])
        else:
            deal.pass_()
    view = deal.view(0)
    assert (view.seat, view.hand, view.turn, view.level) == (0, deal.hands[0], deal.turn, "2")
    assert view.counts == tuple(len(hand) for hand in deal.hands)
    assert view.announced == tuple(count if count <= 10 else None for count in view.counts)
    assert view.history == deal.history
    assert view.phase == "play"
    hidden = set(deal.hands[1:])
    shown = [value for name in dir(view) if not name.startswith("__") for value in [getattr(view, name)]]
    assert not any(isinstance(value, gd.Hand) and value in hidden for value in shown)


def test_perft_counts_what_walking_counts() -> None:
    def walk(deal: gd.Deal, depth: int) -> int:
        if depth == 0 or deal.is_over:
            return int(depth == 0)
        total = 0
        for play in deal.legal_plays():
            after = copy.copy(deal)
            after.play(play)
            total += walk(after, depth - 1)
        if deal.table is not None:
            after = copy.copy(deal)
            after.pass_()
            total += walk(after, depth - 1)
        return total

    deal = gd.Deal.new(hands=["S3 S7 D7 H2", "S5 S8 D8", "S9 H9", "ST"], leader=0)
    for depth in range(6):
        assert gd.perft(deal, depth) == walk(deal, depth)
        if depth:
            parts = gd.perft_divide(deal, depth)
            assert sum(nodes for _, nodes in parts) == gd.perft(deal, depth)
            assert [play for play, _ in parts] == deal.legal_plays()
