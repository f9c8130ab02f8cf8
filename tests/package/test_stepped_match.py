"""Matches taken step by step: the records of whole matches, copies that go on by themselves, what is refused."""

import copy
import json
import pickle
from typing import Any

import pytest

import guandan_sim as gd


def stepped(match: gd.Match, *texts: str) -> gd.Match:
    """The match played to its end, its seats asked by strategies of these texts."""
    strategies = [gd.strategy(text) for text in texts]
    while not match.is_over:
        strategy = strategies[match.turn % len(strategies)]
        match.act(strategy.act(match.view(match.turn)))
    return match


def deals(records: tuple[str, ...]) -> list[dict[str, Any]]:
    """The records but for the names of strategies."""
    return [{**json.loads(line), "strategies": None} for line in records]


@pytest.mark.parametrize("rules", gd.Rules.presets())
def test_taken_step_by_step_a_match_has_the_records_of_the_whole_match_under_every_preset(rules: str) -> None:
    what: dict[str, Any] = {"rules": rules, "seed": 5, "match": 3}
    told = gd.Match(strategies=["lowest", "random"], **what).play()
    for yours, texts in (
        ([None], ["lowest", "random"]),
        ([None, "random"], ["lowest"]),
        (["lowest", None], ["random"]),
    ):
        match = stepped(gd.Match(strategies=yours, **what), *texts)
        assert deals(match.records) == deals(told.records)
        assert (match.winner_team, match.ended_by, match.levels) == (told.winner_team, told.ended_by, told.levels)
        assert match.phase == "over"


def test_rollout_knows_what_a_deal_is_worth_in_the_match() -> None:
    text = "rollout(samples=2, policy=lowest, breadth=3)"
    told = gd.Match(strategies=[text, "lowest"], seed=1).play()
    match = stepped(gd.Match(strategies=[None, "lowest"], seed=1), text)
    assert deals(match.records) == deals(told.records)


def test_leavers_and_the_bell_end_a_match_as_ever() -> None:
    what: dict[str, Any] = {"leave_rate": 0.2, "seed": 4}
    told = gd.Match(strategies="lowest", **what).play()
    assert told.ended_by == "leave"
    match = stepped(gd.Match(strategies=[None], **what), "lowest")
    assert (deals(match.records), match.ended_by) == (deals(told.records), "leave")


def test_every_turn_is_asked_with_its_views_and_tribute_too() -> None:
    match = gd.Match(rules="pagat", strategies=[None], seed=2)
    phases: dict[str, int] = {}
    forced = 0
    while not match.is_over and match.deal < 12:
        phases[match.phase] = phases.get(match.phase, 0) + 1
        views = [match.view(seat) for seat in range(4)]
        assert {(view.turn, view.phase, view.level, view.deal) for view in views} == {
            (match.turn, match.phase, match.level, match.deal)
        }
        assert all(view.levels == match.levels and view.counts == views[0].counts for view in views)
        assert [view.legal_plays() for view in views if view.seat != match.turn] == [[], [], []]
        assert all(pickle.loads(pickle.dumps(view)) == view for view in views)  # noqa: S301
        plays = match.legal_plays()
        assert plays == views[match.turn].legal_plays()
        assert match.places == (views[0].places if match.phase == "play" else ())
        forced += not plays
        finished = len(match.records)
        answer = gd.strategy("lowest").act(views[match.turn], plays)
        assert match.act(answer) == (plays[answer] if answer < len(plays) else None)
        assert match.is_over or len(match.records) == match.deal
        assert len(match.records) - finished in (0, 1)
    assert {"pay", "return", "play"} <= set(phases)
    assert forced > 100


def test_an_action_is_an_index_a_play_cards_or_nothing() -> None:
    match = gd.Match(strategies=[None], seed=7)
    seat = match.turn
    pair = next(play for play in match.legal_plays() if play.kind == "pair")
    ways = [match.legal_plays().index(pair), pair, pair.cards, str(pair.hand), (pair.cards, "pair", pair.rank)]
    after = []
    for way in ways:
        branch = copy.copy(match)
        assert branch.act(way) == pair
        after.append(branch)
    assert all(branch == after[0] for branch in after)
    assert match.turn == seat
    assert after[0].turn == (seat + 1) % 4
    assert after[0].act(None) is None
    assert after[1].act(len(after[1].legal_plays())) is None
    assert after[0] == after[1] != after[2]


def test_what_a_seat_may_not_do_is_refused_and_changes_nothing() -> None:
    match = gd.Match(strategies=[None], seed=7)
    before = copy.copy(match)
    many = len(match.legal_plays())
    for action, error, message in (
        (None, gd.IllegalPlay, f"seat {match.turn} leads and may not pass (R4.3)"),
        (many, gd.IllegalPlay, f"{many}: expected the number of a play, 0 to {many - 1}"),
        (-1, gd.IllegalPlay, "-1: expected the number of a play"),
        (True, TypeError, "action: expected"),
        (1.5, TypeError, "action: expected"),
        ("S3 S4", gd.IllegalPlay, "S3 S4 are no combination"),
        ("X", gd.NotationError, "unknown card"),
        (gd.legal_plays("S3", level="5")[0], gd.GuandanError, "action: a play at another level or under other rules"),
    ):
        with pytest.raises(error) as caught:
            match.act(action)
        if "S3 S4" not in str(action):
            assert str(caught.value).startswith(message)
    assert match == before
    with pytest.raises(gd.NotationError, match="unknown seat"):
        match.view(4)
    over = stepped(gd.Match(strategies=[None, "lowest"], seed=1), "lowest")
    assert (over.turn, over.legal_plays(), over.view(0).turn) == (None, [], None)
    with pytest.raises(gd.IllegalPlay, match=r"^the match is over$"):
        over.act(0)


def test_a_card_that_cannot_be_chosen_for_tribute_is_refused() -> None:
    match = gd.Match(rules="pagat", strategies=[None], seed=2)
    lowest = gd.strategy("lowest")
    while match.phase != "return":
        match.act(lowest.act(match.view(match.turn)))
    cards = [play.cards[0] for play in match.legal_plays()]
    other = next(card for card in ("SB", "HR", "SA", "S3") if card not in cards)
    with pytest.raises(gd.IllegalPlay, match=rf"^{other} cannot be chosen to return: expected one of .* \(R6\.7\)$"):
        match.act(other)
    with pytest.raises(gd.IllegalPlay, match=r"cannot be chosen to return"):
        match.act(None)
    copied = copy.deepcopy(match)
    assert str(match.act(cards[-1]).hand) == cards[-1]
    assert copied.act(len(cards) - 1).cards == (cards[-1],)
    assert copied == match


def test_copies_and_pickles_go_on_by_themselves() -> None:
    match = gd.Match(strategies=[None, "random"], seed=3)
    tempo = gd.strategy("tempo")
    for _ in range(100):
        match.act(tempo.act(match.view(match.turn)))
    assert match.deal > 0
    copies = [copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))]  # noqa: S301
    told = stepped(gd.Match(strategies=[None, "random"], seed=3), "tempo").records
    for copied in copies:
        assert copied == match
        assert copied.records == match.records
        assert copied.view(match.turn) == match.view(match.turn)
        assert stepped(copied, "tempo").records == told
    assert not match.is_over
    assert copies[0] != match
    assert gd.Match(strategies="lowest", seed=3) != gd.Match(strategies="lowest", seed=4)
    with pytest.raises(TypeError, match="has no hash"):
        hash(match)


def test_seats_that_nobody_named_cannot_be_played_by_play() -> None:
    with pytest.raises(gd.PlanError, match=r"^strategies: None is a seat that you play by act"):
        gd.Match(strategies=[None, "lowest"], seed=1).play()
    with pytest.raises(gd.PlanError, match=r"^strategies: python:twins:First is not built in: give its seats as None"):
        _ = gd.Match(strategies=["python:twins:First", None], seed=1).turn
    assert gd.Match(strategies="lowest", seed=1).is_over
