"""Our strategies at servers of others: the messages of every dialect, written by hand, and what is answered."""

import json
from typing import Any

import pytest

import guandan_sim as gd
from guandan_sim.bots.contest.actions import action_of, order_of
from guandan_sim.bots.contest.seat import Seat

HAND = [
    *("S3", "H3", "S4", "S5", "S6", "H7", "C8", "D8", "S9", "C9", "ST", "DT", "SJ", "HJ"),
    *("SQ", "DQ", "SK", "HK", "SA", "HA", "CA", "S2", "C2", "SB", "SB", "HR", "D2"),
]


class Heard:
    """A seat that `lowest` or another strategy plays, with the lines that it says."""

    def __init__(self, strategy: str = "lowest", rules: str = "institute") -> None:
        self.said: list[str] = []
        self.seat = Seat(gd.strategy(strategy), gd.Rules(rules), 7, self.said.append)

    def hear(self, **message: Any) -> Any:
        answer = self.seat.hear(json.dumps(message))
        return None if answer is None else json.loads(answer)["actIndex"]

    def begin(self, seat: int = 1, cards: list[str] = HAND, **more: Any) -> None:
        assert self.hear(type="notify", stage="beginning", handCards=cards, myPos=seat, **more) is None

    def play(self, seat: int, action: Any) -> None:
        assert (
            self.hear(type="notify", stage="play", curPos=seat, curAction=action, greaterPos=0, greaterAction=action)
            is None
        )

    def act(self, entries: list[Any], level: str = "8", stage: str = "play", **more: Any) -> Any:
        usual = {"handCards": HAND, "selfRank": level, "oppoRank": "2", "curRank": level, "publicInfo": [{}] * 4}
        return self.hear(type="act", stage=stage, actionList=entries, indexRange=len(entries) - 1, **{**usual, **more})


def listed(plays: list[gd.Play]) -> list[Any]:
    return [list(action_of(plays[index])) for index in order_of(plays)]


PASS = ["PASS", "PASS", "PASS"]


@pytest.mark.parametrize("written", [["Single", "5", ["D5"]], "['Single', '5', ['D5']]"])
def test_a_seat_answers_what_its_strategy_plays(written: Any) -> None:
    heard = Heard()
    heard.begin()
    heard.play(0, written)
    assert heard.act([PASS, ["Single", "7", ["H7"]], ["Single", "6", ["S6"]], ["Single", "9", ["C9"]]]) == 2
    assert heard.said == []


def test_a_question_with_one_entry_is_answered_whatever_it_is() -> None:
    heard = Heard()
    heard.begin()
    assert heard.act([PASS]) == 0
    assert heard.act([["tribute", "tribute", ["HR"]]], stage="tribute") == 0


def test_a_lead_takes_the_whole_list() -> None:
    heard = Heard()
    heard.begin()
    plays = gd.legal_plays(HAND, level="8")
    entries = listed(plays)
    view = gd.View.from_public(level="8", seat=1, dealt=HAND)
    wanted = plays[gd.strategy("lowest").act(view, plays)]
    assert tuple(entries[heard.act(entries)][2]) == wanted.cards


def test_a_play_that_is_not_offered_gives_way_to_the_closest() -> None:
    heard = Heard()
    heard.begin()
    heard.play(0, ["Single", "5", ["D5"]])
    assert heard.act([PASS, ["Single", "R", ["HR"]], ["Single", "9", ["C9"]]]) == 2


def test_entries_that_our_rules_do_not_know_are_left_alone() -> None:
    heard = Heard()
    heard.begin()
    heard.play(0, ["Single", "5", ["D5"]])
    # v1006 offers a wild with a joker as a pair of jokers.
    assert heard.act([PASS, ["Pair", "R", ["HR", "H8"]], ["Single", "6", ["S6"]]]) == 2


def test_the_other_names_of_the_successor_are_understood() -> None:
    heard = Heard(rules="njupt")
    heard.begin(curRank=8, selfRank=8, oppoRank=2)
    heard.play(0, ["FourKings", "B", ["SB", "SB", "HR", "HR"]])
    # The name is read, and then the rules see that the seat holds some of these jokers itself.
    assert heard.act([PASS, ["Single", "6", ["S6"]]]) == 0
    assert len(heard.said) == 1


def test_tribute_and_back() -> None:
    heard = Heard("tempo")
    heard.begin(seat=3)
    heard.hear(type="notify", stage="episodeOver", order=[0, 1, 2, 3], curRank="2", restCards=[])
    heard.begin(seat=3, cards=HAND)
    assert heard.act([["tribute", "tribute", ["HR"]], ["tribute", "tribute", ["HR"]]], stage="tribute") in (0, 1)
    heard.hear(type="notify", stage="tribute", result=[[3, 0, "HR"]])
    heard.hear(type="notify", stage="back", result=[[0, 3, "D4"]])
    assert heard.said == []


def test_a_return_is_chosen_among_what_is_offered() -> None:
    heard = Heard()
    heard.begin(seat=0)
    heard.hear(type="notify", stage="tribute", result=[[3, 0, "HR"]])
    entries = [["back", "back", [card]] for card in ("S3", "H3", "S4", "ST")]
    answer = heard.act(entries, stage="back", handCards=[*HAND, "HR"])
    assert answer == 0
    assert heard.said == []


@pytest.mark.parametrize("seed", [0, 2, 5, 6, 7])
def test_passes_that_a_server_leaves_out_are_put_in(seed: int) -> None:
    """On v1006 the last opponent is not asked where a partner takes the lead."""
    deal = gd.Deal.new(rules="njupt", seed=seed, level="8")
    all_told = [Heard(rules="njupt") for _ in range(4)]
    some_told = [Heard(rules="njupt") for _ in range(4)]
    for heard in (all_told, some_told):
        for seat, hand in enumerate(deal.hands):
            heard[seat].begin(seat, [*hand])
    greater, left_out, answered = 0, 0, 0
    while (seat := deal.turn) is not None:
        legal = deal.legal_plays()
        entries = ([] if deal.table is None else [PASS]) + listed(legal)
        hand = [*deal.hands[seat]]
        answer = some_told[seat].act(entries, handCards=hand)
        assert answer == all_told[seat].act(entries, handCards=hand)
        answered += len(entries) > 1
        play = None if entries[answer] == PASS else legal[order_of(legal)[answer - (deal.table is not None)]]
        is_last_opponent = play is None and not deal.hands[greater] and seat == (greater + 3) % 4
        deal.pass_() if play is None else deal.play(play)
        greater = greater if play is None else seat
        for other in range(4):
            all_told[other].play(seat, action_of(play))
            if not is_last_opponent:
                some_told[other].play(seat, action_of(play))
        left_out += is_last_opponent
    assert answered > 20
    assert left_out > 0
    assert [heard.said for heard in some_told] == [[]] * 4


def test_what_does_not_fit_the_rules_is_said_once_in_a_deal() -> None:
    heard = Heard()
    heard.begin()
    heard.play(3, ["Single", "5", ["D5"]])
    heard.play(2, ["Single", "4", ["D4"]])
    for _ in range(3):
        assert heard.act([PASS, ["Single", "6", ["S6"]]]) == 0
    assert len(heard.said) == 1
    assert "seat 1, deal 0" in heard.said[0]
    assert "does not fit the rules institute" in heard.said[0]


@pytest.mark.parametrize(
    "text", ["", "7", "[]", "no JSON", "{", '{"actionList": []}', '{"actionList": 7, "stage": "play"}']
)
def test_what_cannot_be_read_is_refused_in_one_line(text: str) -> None:
    heard = Heard()
    with pytest.raises(gd.NotationError) as caught:
        heard.seat.hear(text)
    assert "\n" not in str(caught.value)


def test_notices_that_nobody_knows_or_that_are_broken_do_not_end_the_game() -> None:
    heard = Heard()
    heard.begin()
    heard.hear(type="notify", stage="weather", sky="blue")
    assert heard.said == []
    heard.hear(type="notify", stage="play", curPos="nobody")
    assert len(heard.said) == 1


def test_the_result_is_kept() -> None:
    heard = Heard()
    heard.hear(type="notify", stage="gameResult", victoryNum=[2, 1, 2, 1], draws=[0, 0, 0, 0])
    assert heard.seat.result is not None
    assert heard.seat.result["victoryNum"] == [2, 1, 2, 1]
