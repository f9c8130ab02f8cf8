"""A match as a contest server tells it, against messages written by hand (docs/BOTS.md)."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

import guandan_sim as gd
from guandan_sim.bots.contest.actions import action_of
from guandan_sim.bots.contest.hosting import Outgoing, Table

HANDS = ["S3 S7 D7", "S5", "S9 H2", "ST"]


def happened(kind: str, **fields: Any) -> Any:
    nothing = {
        "match": 0,
        "deal": 0,
        "rotation": 0,
        "level": "2",
        "levels": ("2", "2"),
        "seats": (0, 1, 2, 3),
        "hands": {},
        "seat": None,
        "play": None,
        "moves": (),
        "seats_with_jokers": (),
        "places": (),
        "left": (),
        "winner_team": None,
    }
    return SimpleNamespace(kind=kind, **{**nothing, **fields})


def dealt(table: Table, hands: list[str], **fields: Any) -> list[Outgoing]:
    seats = fields.get("seats", (0, 1, 2, 3))
    return table.hear(happened("deal", hands={seat: gd.Hand(hands[seat]) for seat in seats}, **fields))


def test_a_deal_begins_with_each_seats_own_cards() -> None:
    told = dealt(Table(), HANDS, seats=(1, 2), level="9", levels=("9", "4"))
    assert told == [
        ((1,), {"type": "notify", "stage": "beginning", "handCards": ["S5"], "myPos": 1}, 0),
        ((2,), {"type": "notify", "stage": "beginning", "handCards": ["H2", "S9"], "myPos": 2}, 0),
    ]


def test_a_lead_is_asked_with_nothing_on_the_table() -> None:
    table = Table()
    dealt(table, HANDS, level="7", levels=("7", "K"))
    deal = gd.Deal.new(hands=HANDS, leader=0, level="7")
    question = table.ask(deal.view(0), deal.legal_plays())
    assert question.seat == 0
    assert question.message == {
        "type": "act",
        "stage": "play",
        "handCards": ["S3", "S7", "D7"],
        "publicInfo": [{"rest": 27, "playArea": None}] * 4,
        "selfRank": "7",
        "oppoRank": "K",
        "curRank": "7",
        "curPos": -1,
        "curAction": [None, None, None],
        "greaterPos": -1,
        "greaterAction": [None, None, None],
        "actionList": [
            ("Single", "3", ("S3",)),
            ("Single", "7", ("S7",)),
            ("Single", "7", ("D7",)),
            ("Pair", "7", ("S7", "D7")),
        ],
        "indexRange": 3,
    }
    assert [question.index_of(entry) for entry in range(4)] == [0, 1, 2, 3]


def test_what_beats_the_table_stands_behind_the_pass() -> None:
    table = Table()
    dealt(table, HANDS)
    deal = gd.Deal.new(hands=HANDS, leader=0)
    played = deal.play("S3")
    told = table.hear(happened("action", seat=0, play=played))
    single = ["Single", "3", ["S3"]]
    message = {"type": "notify", "stage": "play", "curPos": 0, "curAction": single}
    assert told == [((0, 1, 2, 3), message | {"greaterPos": 0, "greaterAction": single}, 0)]
    question = table.ask(deal.view(1), deal.legal_plays())
    assert question.message["actionList"] == [("PASS", "PASS", "PASS"), ("Single", "5", ("S5",))]
    assert [question.index_of(0), question.index_of(1)] == [1, 0]
    assert question.message["publicInfo"][0] == {"rest": 26, "playArea": single}
    assert (question.message["curPos"], question.message["greaterPos"]) == (0, 0)


def test_the_string_form_writes_literals_and_the_raw_answers() -> None:
    table = Table("string")
    dealt(table, HANDS)
    deal = gd.Deal.new(hands=HANDS, leader=0)
    table.ask(deal.view(0), deal.legal_plays()).index_of(1)
    table.hear(happened("action", seat=0, play=deal.play("S7")))
    message = table.ask(deal.view(1), deal.legal_plays()).message
    assert message["curAction"] == message["greaterAction"] == "['Single', '7', ['S7']]"
    assert message["publicInfo"][0]["playArea"] == {"actIndex": 1}
    assert message["publicInfo"][1]["playArea"] is None


def test_tribute_is_asked_of_payers_without_a_choice_too() -> None:
    hands = ["S3 HR", "S5 S6", "S9 H2", "ST SA"]
    table = Table()
    dealt(table, hands, level="5", levels=("5", "2"))
    told = table.hear(happened("paid", level="5", moves=((0, 2, "HR"),)))
    assert [(seats, message["stage"], entries) for seats, message, entries in told] == [
        ((0,), "tribute", 1),
        ((0, 1, 2, 3), "tribute", 0),
    ]
    asked, notified = told[0].message, told[1].message
    assert asked["actionList"] == [("tribute", "tribute", ("HR",))]
    assert asked["handCards"] == ["S3", "HR"]
    assert asked["curPos"] == asked["greaterPos"] == -1
    assert notified == {"type": "notify", "stage": "tribute", "result": [[0, 2, "HR"]]}
    told = table.hear(happened("returned", level="5", moves=((2, 0, "H2"),)))
    assert told[0].message["handCards"] == ["H2", "S9", "HR"]
    assert told[0].message["actionList"] == [("back", "back", ("H2",))]
    assert told[1].message["stage"] == "back"


def test_anti_tribute_is_counted_in_both_dialects() -> None:
    table = Table()
    dealt(table, HANDS)
    told = table.hear(happened("no_tribute", seats_with_jokers=(1, 1)))
    assert told[0].message == {"type": "notify", "stage": "anti-tribute", "antiNum": 1, "antiNums": 1, "antiPos": [1]}


def test_the_end_of_a_deal_shows_the_cards_that_are_left() -> None:
    table = Table()
    dealt(table, HANDS)
    left = tuple(gd.Hand(cards) for cards in ("", "S5", "H2 S9", ""))
    told = table.hear(happened("deal_over", places=(0, 3, 1, 2), left=left))
    rest = [[1, ["S5"]], [2, ["S9", "H2"]]]
    message = {"type": "notify", "stage": "episodeOver", "order": [0, 3, 1, 2], "curRank": "2", "restCards": rest}
    assert told[0].message == message


@pytest.mark.parametrize("rules", sorted(gd.Rules.presets()))
def test_what_is_told_of_whole_deals_agrees_with_the_referee(rules: str) -> None:
    """Random deals: what lies on the table, whose it is and what is left are the referee's at each question."""
    dice = random.Random(rules)
    for seed in range(6):
        deal = gd.Deal.new(rules=rules, seed=seed, level=dice.choice("29TA"))
        table = Table()
        dealt(table, [str(hand) for hand in deal.hands], level=deal.level)
        while not deal.is_over:
            seat, legal = deal.turn, deal.legal_plays()
            assert seat is not None
            message = table.ask(deal.view(seat), legal).message
            tricks = deal.table
            assert message["greaterAction"] == ([None] * 3 if tricks is None else _listed(tricks))
            assert [one["rest"] for one in message["publicInfo"]] == [len(hand) for hand in deal.hands]
            areas = {seat: _listed(play) for seat, play in _trick(deal)}
            cleared = [_cleared(deal, seat) for seat in range(4)]
            assert [one["playArea"] for one in message["publicInfo"]] == [areas.get(s, cleared[s]) for s in range(4)]
            answer = dice.randrange(len(legal) + (tricks is not None)) if dice.random() < 0.7 else 0
            play = legal[answer] if answer < len(legal) else None
            deal.pass_() if play is None else deal.play(play)
            table.hear(happened("action", seat=seat, play=play))


def _listed(play: gd.Play | None) -> list[Any]:
    kind, rank, cards = action_of(play)
    return [kind, rank, cards if isinstance(cards, str) else list(cards or ())]


def _trick(deal: gd.Deal) -> list[tuple[int, gd.Play | None]]:
    """The actions since the last lead; none when one is due."""
    if deal.table is None:
        return []
    history = deal.history
    replayed = gd.Deal.new(rules=deal.rules, level=deal.level, hands=_dealt(deal), leader=history[0][0])
    begun = 0
    for index, (_, play) in enumerate(history):
        if replayed.table is None:
            begun = index
        replayed.pass_() if play is None else replayed.play(play)
    return history[begun:]


def _dealt(deal: gd.Deal) -> list[gd.Hand]:
    hands = list(deal.hands)
    for seat, play in deal.history:
        if play is not None:
            hands[seat] = hands[seat] + play.hand
    return hands


def _cleared(deal: gd.Deal, seat: int) -> list[None] | None:
    return [None] * 3 if any(mover == seat for mover, _ in deal.history) else None
