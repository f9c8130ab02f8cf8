"""Play-outs of the choices of tribute: which cards have rows, what the rows mean, what is refused."""

import random
from collections.abc import Iterator
from functools import cache

import polars as pl
import pytest

import guandan_sim as gd

LOWEST = gd.strategy("lowest")


def choices(rules: str, phase: str) -> Iterator[gd.View]:
    """The views of choices of this phase in the first deals of matches of `lowest`."""
    for seed in range(1, 200):
        match = gd.Match(rules=rules, strategies=[None] * 4, seed=seed)
        while not match.is_over and match.deal < 6:
            assert match.turn is not None
            view = match.view(match.turn)
            if view.phase == phase:
                yield view
            match.act(LOWEST.act(view))


@cache
def choice(phase: str, rules: str = "institute") -> gd.View:
    """A choice of this phase, in which nothing was paid or one card that is not of the level."""
    found = choices(rules, phase)
    return next(view for view in found if len(view.paid) < 2 and view.level not in str(view.paid))


@pytest.mark.parametrize(("phase", "rules"), [("pay", "institute"), ("return", "institute"), ("pick", "competition")])
def test_a_row_a_card_of_the_choice(phase: str, rules: str) -> None:
    view = choice(phase, rules)
    frame = gd.rollout(view, 20, "lowest", workers=1, aim="first", objects=True)
    assert frame.columns[:2] == ["play", "n"]
    assert frame["n"].unique().to_list() == [20]
    assert frame["value"].equals(frame["win_rate"])
    assert "pass" not in frame["play"]
    legal = view.legal_plays()
    assert all(play in legal for play in frame["action"])
    assert frame["play"].to_list() == [str(play) for play in frame["action"]]
    # Cards that stand for each other have one row; every rank has one at least.
    assert {play.rank for play in frame["action"]} == {play.rank for play in legal}
    assert gd.rollout(view, 20, "lowest", workers=2, aim="first").equals(frame.drop("action"))
    each = gd.rollout(view, 20, "lowest", detail="samples", workers=2)
    assert each.height == 20 * frame.height
    means = each.group_by("play", maintain_order=True).agg(pl.col("won").mean(), pl.col("levels").mean())
    assert means.rows() == frame.select("play", "win_rate", "mean_levels").rows()


def test_cards_of_one_rank_have_rows_of_their_own_where_they_leave_other_straight_flushes() -> None:
    dealt = "S3 S4 S5 S6 S7 H7 D7 C7 S9 H9 D9 ST HT DT SQ HQ DQ SK HK DK SA HA DA CA D4 SB SB"
    view = gd.View.from_public(level="2", seat=0, hand=f"{dealt} HR", phase="return", paid=[(3, 0, "HR")], leader=3)
    plays = gd.rollout(view, 1, "lowest")["play"].to_list()
    assert [play for play in plays if play.startswith("single 7")] == ["single 7: S7", "single 7: H7"]
    assert [play for play in plays if play.startswith("single 9")] == ["single 9: S9"]


def test_some_cards_are_tried_as_they_are_among_all() -> None:
    view = choice("return")
    every = gd.rollout(view, 30, "lowest")
    first, last = every["play"][0], every["play"][-1]
    some = gd.rollout(view, 30, "lowest", plays=[last, first.split()[-1]])
    assert some["play"].to_list() == [last, first]
    for row in some.drop("rank").to_dicts():
        assert row == every.filter(pl.col("play") == row["play"]).drop("rank").to_dicts()[0]
    with pytest.raises(gd.IllegalPlay, match=r"plays\[0\]: 'pass' is not a legal play here"):
        gd.rollout(view, 1, plays=["pass"])


def test_a_card_that_two_players_lay_down_has_two_rows() -> None:
    found = choices("competition", "pick")
    view = next(view for view in found if len({str(play) for play in view.legal_plays()}) == 1)
    both = gd.rollout(view, 200, "tempo")
    assert both["play"][0] == both["play"][1]
    card = both["play"][0]
    # Given once it is the first of the two, given twice it is both.
    numbers = both.drop("play", "rank").rows()
    assert gd.rollout(view, 200, "tempo", plays=[card]).drop("play", "rank").rows() == numbers[:1]
    assert gd.rollout(view, 200, "tempo", plays=[card, card]).drop("play", "rank").rows() == numbers
    assert numbers[0] != numbers[1]


@pytest.mark.parametrize("rules", ["institute", "competition", "njupt", "next_wind", "botzone"])
def test_a_view_by_what_is_public_has_the_same_values(rules: str) -> None:
    match = gd.Match(rules=rules, strategies=[None] * 4, seed=2)
    returns, compared = [], 0
    while not match.is_over and match.deal < 9:
        assert match.turn is not None
        view = match.view(match.turn)
        if view.phase == "return":
            returns.append(view)
        elif view.phase == "play":
            for seen in returns:
                told = gd.View.from_public(
                    rules=rules,
                    level=seen.level,
                    seat=seen.seat,
                    hand=seen.hand,
                    phase="return",
                    paid=seen.paid,
                    leader=view.turn,
                )
                assert gd.rollout(told, 20, "lowest").equals(gd.rollout(seen, 20, "lowest"))
                compared += len(seen.paid)
            returns = []
        match.act(LOWEST.act(view))
    assert compared > 4


def test_who_leads_has_to_be_told_where_it_depends_on_who_was_last() -> None:
    found = choices("next_wind", "return")
    view = next(view for view in found if len(view.paid) == 2)
    public = {"rules": "next_wind", "level": view.level, "seat": view.seat, "hand": view.hand, "phase": "return"}
    told = gd.View.from_public(**public, paid=view.paid)
    with pytest.raises(gd.PlanError, match="and the seat that is going to lead"):
        gd.rollout(told, 1)
    frames = [
        gd.rollout(gd.View.from_public(**public, paid=view.paid, leader=payer), 60, "lowest") for payer, *_ in view.paid
    ]
    assert not frames[0].equals(frames[1])
    assert any(frame.equals(gd.rollout(view, 60, "lowest")) for frame in frames)


def test_values_are_those_of_deals_dealt_and_played_by_hand() -> None:
    """The twin deals the unseen cards until the payer has nothing above what it paid, and plays every deal itself."""
    view = choice("return")
    ((payer, receiver, paid),) = view.paid
    order = [*"23456789TJQKA", "B", "R"]
    order.insert(12, order.pop(order.index(view.level)))
    above = set(order[order.index(paid[1]) + 1 :])
    wild = "H" + view.level
    packs = [suit + rank for rank in "23456789TJQKA" for suit in "SHCD"] * 2 + ["SB", "HR"] * 2
    for card in view.hand:
        packs.remove(card)
    plays = gd.rollout(view, 1, "lowest", objects=True)["action"].to_list()
    tried = [plays[0], plays[-1]]
    dice, won, deals = random.Random(4), [0, 0], 0
    counts = [*view.counts]
    while deals < 250:
        dice.shuffle(packs)
        cards, hands = iter(packs), []
        for seat in range(4):
            hands.append([*view.hand] if seat == receiver else [next(cards) for _ in range(counts[seat])])
        if any(card != wild and card[1] in above for card in hands[payer]):
            continue
        deals += 1
        for option, play in enumerate(tried):
            (given,) = play.cards
            after = [[*hand] for hand in hands]
            after[receiver].remove(given)
            after[payer].append(given)
            deal = gd.Deal.new(hands=after, level=view.level, leader=payer)
            while not deal.is_over:
                assert deal.turn is not None
                legal = deal.legal_plays()
                answer = LOWEST.act(deal.view(deal.turn), legal)
                _ = deal.play(legal[answer]) if answer < len(legal) else deal.pass_()
            won[option] += deal.places[0] % 2 == receiver % 2
    frame = gd.rollout(view, 4000, "lowest", plays=tried)
    for share, count in zip(frame["win_rate"], won, strict=True):
        assert abs(share - count / deals) < 4 * (share * (1 - share) * (1 / deals + 1 / 4000)) ** 0.5


def test_what_cannot_be_valued_is_refused() -> None:
    view = choice("pay")
    told = gd.View.from_public(
        level=view.level,
        seat=view.seat,
        hand=view.hand,
        phase="pay",
        cards=[play.cards[0] for play in view.legal_plays()],
    )
    with pytest.raises(gd.PlanError, match="the view does not tell how this tribute goes on"):
        gd.rollout(told, 1)
    with pytest.raises(gd.PlanError, match="unseen: expected none for a choice of tribute"):
        gd.rollout(view, 1, unseen="S4 S5")
    match = gd.Match(strategies=[None] * 4, seed=1)
    while match.phase == "play":
        match.act(LOWEST.act(match.view(match.turn)))
    other = (match.turn + 1) % 4
    with pytest.raises(gd.PlanError, match=f"seat {match.turn} is to act, but the view is that of seat {other}"):
        gd.rollout(match.view(other), 1)
