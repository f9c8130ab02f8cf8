"""Views put together from what one seat knows are those of the engine; what cannot be is refused by its place."""

import json
import pickle
from typing import Any

import pytest

import guandan_sim as gd

STRATEGIES = ["random", "lowest", "tempo", "rollout(samples=20, policy=lowest, aim=levels)"]


def records(rules: gd.Rules | str) -> list[str]:
    """The first deals of a match: one without tribute, and some with."""
    return list(gd.simulate(matches=1, strategies="lowest,tempo", seed=3, rules=rules, log=["records"]).records())[:5]


def known(view: gd.View, record: dict[str, Any]) -> dict[str, Any]:
    """What the seat of a view knows besides its cards."""
    tribute = record["tribute"] or {}
    return {
        "rules": view.rules,
        "level": view.level,
        "seat": view.seat,
        "history": view.history,
        "leader": record["leader"],
        "paid": tribute.get("pays", []),
        "returned": tribute.get("returns", []),
        "void_by": tribute.get("big_jokers", []),
        "levels": record["levels"],
        "declarers": record["declarers"],
        "ace_failures": record["ace_failures"],
        "fallen": record["fallen"],
        "seed": record["seed"],
        "match": record["match"],
        "deal": record["deal"],
    }


@pytest.mark.parametrize("rules", gd.Rules.presets())
def test_views_of_whole_deals_are_put_together_again_under_every_preset(rules: str) -> None:
    strategies = [gd.strategy(text) for text in STRATEGIES]
    for line in records(rules):
        record = json.loads(line)
        for play in range(0, len(record["plays"]), 7):
            deal = gd.Deal.from_record(line, play=play)
            for seat in range(4):
                view = deal.view(seat)
                mine = gd.View.from_public(hand=view.hand, **known(view, record))
                assert mine == view == gd.View.from_public(dealt=record["hands"][seat], **known(view, record))
                assert hash(mine) == hash(view)
                assert (mine.table, mine.turn, mine.counts, mine.places) == (
                    view.table,
                    view.turn,
                    view.counts,
                    view.places,
                )
                assert (mine.paid, mine.returned, mine.history) == (view.paid, view.returned, view.history)
                assert (mine.random(3), mine.below(1000)) == (view.random(3), view.below(1000))
                assert mine.legal_plays() == view.legal_plays()
            view = deal.view(deal.turn)
            mine = gd.View.from_public(hand=view.hand, **known(view, record))
            for strategy in strategies:
                assert strategy.act(mine) == strategy.act(view)


def test_play_outs_are_those_of_the_deal() -> None:
    for line in records("institute"):
        record = json.loads(line)
        for play in (0, 30):
            deal = gd.Deal.from_record(line, play=play)
            view = deal.view(deal.turn)
            mine = gd.View.from_public(hand=view.hand, **known(view, record))
            assert pickle.loads(pickle.dumps(mine)) == mine  # noqa: S301
            for aim in ("match", "levels"):
                rollout = gd.strategy(f"rollout(samples=20, policy=lowest, aim={aim})")
                assert rollout.act(mine) == rollout.act(view)
            assert gd.rollout(mine, samples=20, workers=1).equals(gd.rollout(deal, samples=20, workers=1))


class Watching:
    """Plays first what is listed, and keeps what it saw while tribute was paid."""

    def __init__(self) -> None:
        self.seen: list[tuple[gd.View, list[gd.Play]]] = []

    def act(self, view: gd.View, legal: list[gd.Play]) -> int:
        if view.phase != "play":
            self.seen.append((view, legal))
        return 0


@pytest.mark.parametrize("rules", ["institute", "competition", "pagat", "njupt"])
def test_choices_of_tribute_are_put_together_again(rules: str) -> None:
    watching = Watching()
    gd.simulate(matches=12, strategies=[watching], seed=4, rules=rules)
    assert {"pay", "return"} <= {view.phase for view, _ in watching.seen}
    for view, legal in watching.seen:
        what = {
            "rules": rules,
            "level": view.level,
            "seat": view.seat,
            "hand": view.hand,
            "phase": view.phase,
            "paid": view.paid,
        }
        cards = [card for play in legal for card in play.cards]
        mine = gd.View.from_public(cards=cards, **what)
        assert mine.legal_plays() == legal
        assert mine.counts == view.counts
        assert (mine.phase, mine.turn, mine.hand, mine.paid) == (view.phase, view.turn, view.hand, view.paid)
        if view.phase != "pick":
            assert gd.View.from_public(**what) == mine
        for text in ("lowest", "tempo", "rollout(samples=2)"):
            assert gd.strategy(text).act(mine) == gd.strategy(text).act(view)


HAND = "S4 C4 D4 S5 H6 C7 S9 D9 CT ST SJ HJ DQ CQ SK HK CK SA DA S2 C2 D2 H3 C3 D3 SB HR"
FOUR = [(0, "S3 S3"), (1, "S9 D9"), (2, None), (3, "HT DT"), (0, None)]


def view_of(**given: Any) -> gd.View:
    return gd.View.from_public(**{"level": "8", "seat": 1, "dealt": HAND, **given})


def test_a_position_by_hand() -> None:
    view = view_of(history=FOUR)
    assert (view.turn, view.counts, str(view.table)) == (1, (25, 25, 27, 25), "pair T: HT DT")
    assert len(view.hand) == 25
    assert "S9" not in view.hand
    assert [(seat, play and str(play)) for seat, play in view.history][1] == (1, "pair 9: S9 D9")
    assert view == view_of(dealt=None, hand=gd.Hand(HAND) - "S9 D9", history=FOUR)
    assert view == view_of(history=FOUR, hand=gd.Hand(HAND) - "S9 D9")
    assert [str(play.hand) for play in view.legal_plays(detail="ranks")][:3] == ["SJ HJ", "CQ DQ", "SK HK"]
    assert view != view_of(history=FOUR, seed=1)
    lead = view_of()
    assert (lead.turn, lead.table, lead.counts) == (1, None, (27, 27, 27, 27))
    assert view_of(leader=2).turn == 2


def test_wilds_are_what_they_are_declared_to_be() -> None:
    # The heart eight is a wild. With two sixes and two sevens it makes a full house of either.
    cards = ["S6", "D6", "S7", "D7", "H8"]
    kinds = {
        what if what is None else what[1:]: view_of(history=[(0, (cards, *what) if what else cards)]).table
        for what in (None, ("full_house", "6"), ("full_house", "7"))
    }
    assert [str(play) for play in kinds.values()] == [
        "full_house 7: S7 D7 H8 S6 D6",
        "full_house 6: S6 D6 H8 S7 D7",
        "full_house 7: S7 D7 H8 S6 D6",
    ]
    play = gd.classify(cards, level="8")[1]
    assert view_of(history=[(0, play)]).table == play
    assert view_of(history=[(0, ("S6", "D6", "C6"))]).table.kind == "triple"
    assert view_of(history=[(0, (("S6", "D6"), "pair", None))]).table.kind == "pair"


PAID = [(1, 0, "HR")]
TWO_NINES = gd.Hand(HAND) - "D9 SB HR" + "S9"


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"dealt": None}, gd.PlanError, "hand: expected the cards held now, or those dealt"),
        ({"dealt": "S3"}, gd.PlanError, "dealt: 1 card, but 27 are dealt"),
        (
            {"dealt": None, "hand": TWO_NINES, "history": FOUR},
            gd.PlanError,
            "hand: a card of which the seat has played",
        ),
        (
            {"dealt": None, "hand": "S4 C4", "history": FOUR},
            gd.PlanError,
            "hand: 2 cards, but seat 1 holds 25 after its plays",
        ),
        (
            {"hand": gd.Hand(HAND) - "S9 DA", "history": FOUR},
            gd.PlanError,
            "hand: other cards than the plays leave of those dealt",
        ),
        ({"history": [(0, "S3"), (2, "S4")]}, gd.IllegalPlay, "history[1]: seat 2 acts, but seat 1 is to act"),
        (
            {"history": [(0, "S9"), (1, "S5")]},
            gd.IllegalPlay,
            "history[1]: single 5 does not beat the single 9 on the table (R4.4)",
        ),
        ({"history": [(0, "S3"), (1, "S6")]}, gd.IllegalPlay, "history[1]: seat 1 does not hold S6 (R"),
        ({"history": [(0, None)]}, gd.IllegalPlay, "history[0]: seat 0 leads and may not pass (R4.3)"),
        ({"history": [(0, "S3 S4")]}, gd.IllegalPlay, "history[0]: S3 S4 are no combination (R"),
        ({"history": [(0, ("S3 S3", "triple", "3"))]}, gd.IllegalPlay, "history[0]: S3 S3 cannot be declared triple 3"),
        ({"history": [(0, "HK HK")]}, gd.PlanError, "history[0]: a third copy of HK"),
        (
            {"history": [(0, "S3"), (1, "S4"), (2, "S6"), (3, "S7"), (0, "S3 S3")]},
            gd.PlanError,
            "history[4]: a third copy of S3",
        ),
        ({"history": [(0, "X3")]}, gd.NotationError, 'history[0]: unknown card "X3"'),
        ({"dealt": "X3"}, gd.NotationError, 'dealt: unknown card "X3"'),
        ({"paid": [(0, 1, "X3")]}, gd.NotationError, 'paid[0]: unknown card "X3"'),
        ({"levels": ["2", "X"]}, gd.NotationError, 'levels: unknown rank "X"'),
        ({"history": [(0,)]}, TypeError, "history[0]: expected (seat, play)"),
        ({"history": [(7, None)]}, gd.NotationError, "history[0]: unknown seat 7"),
        ({"history": "S3"}, TypeError, "history: expected a list"),
        ({"history": FOUR, "leader": 2}, gd.IllegalPlay, "history[0]: seat 0 acts, but seat 2 is to act"),
        ({"paid": PAID}, gd.PlanError, "phase: play cannot be with 1 paid and 0 returned"),
        (
            {"paid": PAID, "returned": [(3, 1, "S6")]},
            gd.PlanError,
            "returned[0]: seat 3 has nothing to return to seat 1",
        ),
        ({"paid": [(1, 1, "HR")]}, gd.PlanError, "paid: a seat that pays receives nothing"),
        ({"paid": [(1, 0, "HR"), (2, 3, "SB")]}, gd.PlanError, "paid: two cards are paid by partners to partners"),
        ({"paid": PAID * 3}, gd.PlanError, "paid: 3 cards, but at most 2 are paid"),
        ({"paid": [(1, 0, "S6")], "returned": [(0, 1, "S7")]}, gd.PlanError, "dealt: tribute cannot have gone so"),
        (
            {"paid": [(2, 3, "HR"), (0, 1, "HR")], "returned": [(3, 2, "S3"), (1, 0, "S4")]},
            gd.PlanError,
            "paid, returned: no hands of",
        ),
        (
            {"void_by": [0, 1]},
            gd.PlanError,
            "void_by: expected the two holders of the big jokers, partners or one seat twice",
        ),
        ({"void_by": [0, 2]}, gd.PlanError, "void_by: seat 1 was dealt another number of big jokers"),
        ({"void_by": [0, 2], "paid": PAID}, gd.PlanError, "paid: nothing is paid where the tribute is void"),
        ({"phase": "pick"}, gd.PlanError, "cards: expected the two cards to pick from"),
        ({"phase": "return"}, gd.PlanError, "phase: return cannot be with 0 paid and 0 returned"),
        ({"phase": "pay", "history": FOUR}, gd.PlanError, "history: nothing is played before the tribute is settled"),
        ({"phase": "pay", "cards": "S6"}, gd.PlanError, "cards: seat 1 holds others"),
        (
            {"phase": "pai"},
            gd.NotationError,
            'phase: unknown phase "pai": expected one of play, pay, return, pick (did you mean',
        ),
        ({"levels": ["2", "5"]}, gd.PlanError, "levels: the declarers' is the level of the deal, 8"),
        ({"levels": ["8"]}, TypeError, "levels: expected two values, one a team"),
        ({"declarers": 0}, gd.PlanError, "declarers: levels are not given"),
        ({"level": "1"}, gd.NotationError, ""),
    ],
)
def test_what_cannot_be_is_refused_in_a_line_with_its_place(given: dict[str, Any], error: type, message: str) -> None:
    with pytest.raises(error) as caught:
        view_of(**given)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
