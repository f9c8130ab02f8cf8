"""What a Botzone bot is told of a deal, against exchanges written by hand after docs/BOTS.md."""

from typing import Any

import guandan_sim as gd
from guandan_sim.bots.botzone.cards import copies, hand_of, text_of
from guandan_sim.bots.botzone.requests import Due, SeatOfDeal
from guandan_sim.event import Event

NO_TRIBUTE = {"level": "2", "tribute": 0, "first": None, "last": None}
NOTHING_GIVEN = {"tribute_cards": {}, "return_cards": {}, "resist": False}


def play(cards: str, level: str = "2", kind: str | None = None) -> gd.Play:
    return next(play for play in gd.classify(cards, level=level) if kind in (None, play.kind))


def moves(*moved: tuple[int, int, str]) -> Event:
    return Event(kind="paid", match=0, deal=1, moves=moved)


def seat_of(seat: int, cards: str, due: Due | None = None, level: str = "2") -> SeatOfDeal:
    return SeatOfDeal(seat, gd.Hand(cards), level, due or Due())


def test_a_deal_without_tribute_is_told_as_on_the_ladder() -> None:
    deal = seat_of(1, "S7 H2 S9")
    assert deal.deal() == {"stage": "deal", "deliver": [4, 26, 34], "your_id": 1, "global": NO_TRIBUTE}
    deal.acted(0, play("H4 H4"), None)
    assert deal.play() == {
        "stage": "play",
        "history": [[], [], [], {"player": 0, "response": [[12, 66], [12, 66]]}],
        "done": [],
        "pass_on": -1,
        "global": NO_TRIBUTE | NOTHING_GIVEN,
    }
    deal.acted(1, play("S7 H2"), [[26, 4], [26, 24]])
    deal.acted(2, None, None)
    deal.acted(3, None, None)
    deal.acted(0, None, None)
    assert deal.play()["history"] == [
        {"player": 1, "response": [[26, 4], [26, 24]]},
        *({"player": seat, "response": [[], []]} for seat in (2, 3, 0)),
    ]
    assert deal.cards == [34]


def test_the_last_four_moves_are_shown() -> None:
    deal = seat_of(0, "S3")
    for seat, card in zip((1, 2, 3, 1, 2), ("S3", "S4", "S5", "S6", "S7"), strict=True):
        deal.acted(seat, play(card), None)
    assert [text_of(move["response"][0][0]) for move in deal.play()["history"]] == ["S4", "S5", "S6", "S7"]


def test_no_card_is_met_twice() -> None:
    deal = seat_of(0, "S3 S4 S4")
    assert deal.deal()["deliver"] == [10, 14, 68]
    deal.acted(1, play("S3"), None)
    deal.acted(2, play("S5"), None)
    deal.acted(3, play("S5"), None)
    assert [move["response"][0] for move in deal.play()["history"][1:]] == [[64], [18], [72]]


DOUBLE = Due(2, 1, 2)
LEVEL_TEN = {"level": "0", "tribute": 2, "first": 1, "last": 2}


def given(tribute: dict[str, int], back: dict[str, int]) -> dict[str, Any]:
    return {**LEVEL_TEN, "tribute_cards": tribute, "return_cards": back, "resist": False}


def test_a_double_tribute_is_told_seat_by_seat() -> None:
    paid = moves((2, 1, "HR"), (0, 3, "SB"))
    back = moves((1, 2, "S3"), (3, 0, "D6"))
    seats = [seat_of(seat, cards, DOUBLE, "T") for seat, cards in enumerate(["SB S5", "S3 H4", "HR", "D6 C4"])]
    assert seats[2].give("tribute") == {"stage": "tribute", "global": given({}, {}), "resist": False}
    told = {2: given({}, {}), 0: given({"2": 53}, {})}
    for payer, card in ((2, 53), (0, 52)):
        seats[payer].laid_down("tribute", paid)
        assert seats[payer].give("tribute")["global"] == told[payer]
        seats[payer].gave("tribute", card)
        seats[payer].handed_over("tribute", paid)
    for receiver in (1, 3):
        seats[receiver].laid_down("tribute", paid)
        seats[receiver].handed_over("tribute", paid)
    told = {1: given({"2": 53, "0": 52}, {}), 3: given({"2": 53, "0": 52}, {"1": 10})}
    for receiver, card in ((1, 10), (3, 21)):
        seats[receiver].laid_down("return", back)
        assert seats[receiver].give("return") == {"stage": "return", "global": told[receiver], "resist": False}
        seats[receiver].gave("return", card)
        seats[receiver].handed_over("return", back)
    for payer in (0, 2):
        seats[payer].laid_down("return", back)
        seats[payer].handed_over("return", back)
    assert [sorted(map(text_of, seat.cards)) for seat in seats] == [["D6", "S5"], ["H4", "HR"], ["S3"], ["C4", "SB"]]
    asked = seats[2].play()
    assert asked["history"] == [{}, {}, {}, {}]
    assert asked["global"] == given({"2": 53, "0": 52}, {"1": 10, "3": 21})


def test_a_void_tribute_is_asked_for_all_the_same() -> None:
    deal = seat_of(3, "HR S3", Due(1, 0, 3))
    deal.void()
    told = {"level": "2", "tribute": 1, "first": 0, "last": 3, "resist": True}
    assert deal.give("tribute") == {
        "stage": "tribute",
        "global": told | {"tribute_cards": {"3": -1}, "return_cards": {}},
        "resist": True,
    }
    assert deal.give("return")["global"] == told | {"tribute_cards": {"3": -1}, "return_cards": {"0": -1}}
    assert deal.play()["history"] == [{}] * 4


def test_what_is_due_follows_from_the_places() -> None:
    assert Due.after((1, 3, 0, 2)) == Due(2, 1, 2)
    assert Due.after((1, 0, 3, 2)) == Due(1, 1, 2)
    assert Due.after((1, 2, 0, 3)) == Due(1, 1, 3)
    assert [Due.after((1, 3, 0, 2)).givers("tribute"), Due.after((1, 3, 0, 2)).givers("return")] == [[2, 0], [1, 3]]
    assert [Due.after((1, 0, 3, 2)).givers("tribute"), Due.after((1, 0, 3, 2)).givers("return")] == [[2], [1]]
    assert Due().givers("tribute") == Due().givers("return") == []


def test_a_seat_that_goes_out_is_passed_on_until_it_is_beaten_or_the_turn_comes_round() -> None:
    def gone_out(seat: int) -> SeatOfDeal:
        deal = seat_of(seat, "S3")
        deal.acted(0, play("S9"), None)
        return deal

    for seat, passes, pass_on in ((1, [], 0), (2, [1], 0), (3, [1, 2], 0), (2, [1, 2, 3], -1)):
        deal = gone_out(seat)
        for passing in passes:
            deal.acted(passing, None, None)
        assert (deal.play()["done"], deal.play()["pass_on"]) == ([0], pass_on), (seat, passes)
    beaten = SeatOfDeal(3, gd.Hand("S3 S4"), "2", Due())
    beaten.acted(0, play("S9 C9"), None)
    beaten.acted(1, play("ST"), None)
    assert (beaten.play()["done"], beaten.play()["pass_on"]) == ([0], -1)
    two = gone_out(3)
    two.acted(1, play("ST"), None)
    assert (two.play()["done"], two.play()["pass_on"]) == ([0, 1], 1)
    two.acted(2, None, None)
    two.acted(3, None, None)
    assert two.play()["pass_on"] == -1


def test_cards_received_are_played_by_the_numbers_they_came_with() -> None:
    deal = seat_of(1, "S3 SA", Due(1, 0, 1))
    paid, back = moves((1, 0, "SA")), moves((0, 1, "S3"))
    for stage, event, own in (("tribute", paid, True), ("return", back, False)):
        deal.laid_down(stage, event)
        if own:
            deal.gave(stage, copies("SA")[0])
        deal.handed_over(stage, event)
    assert str(hand_of(deal.cards)) == "S3 S3"
    deal.acted(0, play("SA"), None)
    deal.acted(2, play("SA"), None)
    assert [move["response"][0] for move in deal.play()["history"][2:]] == [[copies("SA")[0]], [copies("SA")[1]]]
