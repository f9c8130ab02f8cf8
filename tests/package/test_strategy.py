"""Strategies asked about single decisions: they answer what runs play, whoever asks and however plays are listed."""

import copy
import pickle
import random

import numpy as np
import pytest

import guandan_sim as gd

STRATEGIES = ["random", "lowest", "tempo", "tempo(infer=off)", "rollout(samples=4, policy=lowest)"]


class Asks:
    """Plays what another strategy answers, asked one by one."""

    def __init__(self, text: str, detail: str = "cards") -> None:
        self.strategy, self.name, self.detail = gd.strategy(text), text, detail

    def act(self, view: gd.View, legal: list[gd.Play]) -> int:
        answer = self.strategy.act(view, legal)
        # The list need not be in order, nor the view be the one that was kept.
        mixed = random.Random(len(legal)).sample(legal, len(legal))
        again = self.strategy.act(pickle.loads(pickle.dumps(view)), mixed)  # noqa: S301
        copies = view.phase == "pick" and legal[0] == legal[1]
        assert (legal[answer:] == mixed[again:] == []) or legal[answer] == mixed[again] or copies
        return answer


class AsksMany:
    """The same, asked for many decisions at once."""

    def __init__(self, text: str, detail: str = "cards") -> None:
        self.strategy, self.name, self.detail = gd.strategy(text), text, detail

    def act_batch(self, views: gd.Views, legals: gd.Legals) -> np.ndarray:
        return self.strategy.act_batch(views, legals)


def records(strategies: list[object], **what: object) -> list[str]:
    return list(gd.simulate(strategies=strategies, seed=5, log=["records"], **what).records())


@pytest.mark.parametrize("rules", gd.Rules.presets())
@pytest.mark.parametrize("text", ["random", "lowest", "tempo"])
def test_matches_are_those_of_the_text_under_every_preset_asked_one_by_one_or_all_at_once(
    text: str, rules: str
) -> None:
    def played(strategy: object) -> list[str]:
        lines = records([strategy, "tempo(wind=off)"], matches=1, rules=rules)
        return [line.replace(f'"object:{text}"', f'"{text}"') for line in lines]

    told = played(text)
    assert any('"pays":' in line for line in told) == gd.Rules(rules).tribute
    assert played(Asks(text)) == told
    assert played(AsksMany(text)) == told
    if text != "tempo":
        # These two make plays that are listed at ranks detail; tempo looks at suits too.
        assert played(Asks(text, "ranks")) == told
        assert played(AsksMany(text, "ranks")) == told


@pytest.mark.parametrize("text", STRATEGIES)
def test_single_deals_are_those_of_the_text(text: str) -> None:
    told = records([text, "tempo(wind=off)"], deals=4, level="7", rotations=2)
    asked = records([Asks(text), "tempo(wind=off)"], deals=4, level="7", rotations=2)
    name = gd.strategy(text).name
    assert [line.replace(f'"object:{text}"', f'"{name}"') for line in asked] == told
    assert records([gd.strategy(text), gd.strategy("tempo(wind=off)")], deals=4, level="7", rotations=2) == told


def position(hand: str, table: str | None = None, **options: object) -> tuple[gd.View, gd.Deal]:
    """Seat 1 leads, or has to beat what seat 0 has led; seat 2 and 3 hold one card each."""
    rest = "C2 D2"
    hands = [f"{table} {rest}" if table else rest, hand, "SB", "HR"]
    deal = gd.Deal.new(hands=hands, leader=0 if table else 1, **{"level": "9", **options})
    if table:
        deal.play(table)
    return deal.view(1), deal


def chosen(strategy: str, hand: str, table: str | None, listed: list[str]) -> str:
    view, _ = position(hand, table)
    plays = [gd.classify(cards, level="9")[0] for cards in listed]
    answer = gd.strategy(strategy).act(view, plays)
    return listed[answer] if answer < len(plays) else "pass"


@pytest.mark.parametrize(
    ("hand", "table", "listed", "answer"),
    [
        # lowest beats with its lowest pair, the sixes.
        ("S6 D6 C6 S7 D7 SK DK", "S5 D5", ["SK DK", "S6 D6", "S7 D7"], "S6 D6"),
        # Which suits it takes does not matter where another pair of sixes is listed.
        ("S6 D6 C6 S7 D7 SK DK", "S5 D5", ["SK DK", "S7 D7", "D6 C6"], "D6 C6"),
        # Without sixes it is the nearest pair.
        ("S6 D6 C6 S7 D7 SK DK", "S5 D5", ["SK DK", "S7 D7"], "S7 D7"),
        # Without pairs it passes.
        ("S6 D6 S7 D7 C7 H7 SK", "S5 D5", ["S7 D7 C7 H7"], "pass"),
        # lowest passes: a pass is always there.
        ("S4 D4 SK CQ", "S5 D5", [], "pass"),
        # Whoever leads takes what there is: lowest would lead the three.
        ("S3 S7 D7 SK", None, ["SK", "S7 D7"], "SK"),
        ("S3 S7 D7", None, ["S7 D7"], "S7 D7"),
    ],
)
def test_the_answer_is_the_play_or_the_closest_that_is_listed(hand, table, listed, answer) -> None:
    assert chosen("lowest", hand, table, listed) == answer


def test_without_a_list_the_answer_is_an_index_of_the_views_own() -> None:
    view, deal = position("S6 D6 C6 S7 D7", "S5 D5")
    plays = view.legal_plays()
    assert plays == deal.legal_plays()
    assert [str(play.hand) for play in view.legal_plays(detail="ranks")] == ["S6 C6", "S7 D7"]
    assert str(plays[gd.strategy("lowest").act(view)].hand) == "S6 C6"
    can_only_pass, _ = position("S3 S4", "S5 D5")
    assert can_only_pass.legal_plays() == []
    assert gd.strategy("rollout(samples=2)").act(can_only_pass) == 0
    other = deal.view(2)
    assert other.legal_plays() == []


def test_what_cannot_be_asked_is_refused_in_a_line_that_says_where() -> None:
    lowest = gd.strategy("lowest")
    view, deal = position("S6 D6 C6 S7 D7", "S5 D5")
    other_level = gd.legal_plays("S6 D6", level="2")
    not_held, too_low = gd.classify("SK DK", level="9"), gd.classify("S6", level="9")
    with pytest.raises(gd.PlanError, match=r"^legal: no plays, but seat 1 has some$"):
        lowest.act(view, [])
    with pytest.raises(gd.IllegalPlay, match=r"^legal\[1\]: seat 1 does not hold SK DK \(R"):
        lowest.act(view, [*view.legal_plays()[:1], *not_held])
    with pytest.raises(gd.IllegalPlay, match=r"^legal\[0\]: single 6 does not beat the pair 5 on the table \(R"):
        lowest.act(view, too_low)
    with pytest.raises(gd.GuandanError, match=r"^legal\[0\]: a play at another level or under other rules$"):
        lowest.act(view, other_level)
    with pytest.raises(gd.PlanError, match=r"^view: seat 1 is to act, but the view is that of seat 0$"):
        lowest.act(deal.view(0))
    with pytest.raises(gd.IllegalPlay, match=r"^legals\[1\]\[0\]: seat 1 does not hold SK DK \(R"):
        lowest.act_each([view, view], [view.legal_plays(), not_held])
    with pytest.raises(gd.PlanError, match=r"^legals: 1 list to 2 views$"):
        lowest.act_each([view, view], [[]])
    for seat in (1, 2, 3):
        assert deal.turn == seat
        deal.pass_()
    deal = gd.Deal.new(hands=["S3", "S4", "S5", "S6"], leader=0, level="2")
    for cards in ("S3", "S4", "S5"):
        deal.play(cards)
    with pytest.raises(gd.GuandanError, match=r"^view: the deal is over$"):
        lowest.act(deal.view(3))


def test_batches_of_an_environment_are_answered_as_its_views_are() -> None:
    deals = gd.VecDeals(40, rules="pagat", level="T", seed=3)
    views, legals = deals.reset()
    singles = [gd.Deal.new(rules="pagat", level="T", seed=3, match=match) for match in range(40)]
    asked = 0
    for _ in range(30):
        answers = gd.strategy("tempo").act_batch(views, legals)
        assert answers.dtype == np.int64
        for i, deal in enumerate(singles):
            while not deal.is_over and len(deal.legal_plays(detail="ranks")) + (deal.table is not None) == 1:
                deal.play(deal.legal_plays()[0]) if deal.table is None else deal.pass_()
            if deal.is_over:
                continue
            legal = deal.legal_plays(detail="ranks")
            assert gd.strategy("tempo").act(deal.view(deal.turn), legal) == answers[i]
            deal.play(legal[answers[i]]) if answers[i] < len(legal) else deal.pass_()
            asked += 1
        views, legals, _, _ = deals.step(answers)
    assert asked > 800
    with pytest.raises(gd.PlanError, match=r"^legals: expected those that came with the views$"):
        gd.strategy("tempo").act_batch(views, deals.reset()[1])
    with pytest.raises(gd.PlanError, match=r"^views: rollout looks back .*: ask it by act or act_each$"):
        gd.strategy("rollout").act_batch(*deals.reset())


class Choices:
    """Plays first what is listed, and keeps the views of choices of tribute with what was listed."""

    detail = "cards"

    def __init__(self) -> None:
        self.seen: list[tuple[gd.View, list[gd.Play]]] = []

    def act(self, view: gd.View, legal: list[gd.Play]) -> int:
        if view.phase != "play":
            self.seen.append((view, legal))
        return 0


def test_choices_of_tribute_are_answered_from_the_view_alone() -> None:
    choices = Choices()
    rules = gd.Rules("institute").replace(tribute_tie="winner_chooses")
    gd.simulate(matches=6, strategies=[choices], seed=2, rules=rules)
    phases = {view.phase for view, _ in choices.seen}
    assert phases == {"pay", "return", "pick"}
    order = "23456789TJQKA"
    for view, legal in choices.seen:
        assert view.legal_plays() == legal
        saved = pickle.loads(pickle.dumps(view))  # noqa: S301
        assert saved == view
        assert saved.legal_plays() == legal
        answers = {text: gd.strategy(text).act(view) for text in STRATEGIES}
        assert {text: gd.strategy(text).act(saved, legal) for text in STRATEGIES} == answers
        lowest = legal[answers["lowest"]].rank
        place = [13 if play.rank == view.level else order.find(play.rank) for play in legal]
        place = [14 + (play.rank == "HR") if p < 0 else p for play, p in zip(legal, place, strict=True)]
        assert place[answers["lowest"]] == min(place), (lowest, legal)
        only = [legal[-1]]
        assert gd.strategy("lowest").act(view, only) == 0
        wrong = gd.classify("SB" if view.phase != "pick" else "S3", level=view.level, rules=view.rules)
        if wrong[0] not in legal:
            with pytest.raises(
                gd.PlanError, match=rf"^legal\[0\]: \w\w is not one of the cards to {view.phase}, which"
            ):
                gd.strategy("lowest").act(view, wrong)


def test_a_text_gives_a_strategy_or_a_refusal() -> None:
    assert gd.strategy(" rollout( samples=20 ) ").name == "rollout(samples=20)"
    assert gd.strategy("tempo") == gd.strategy("tempo()") != gd.strategy("lowest")
    assert gd.strategy("rollout(budget_ms=5)").depends_on_time
    assert isinstance(gd.strategy("python:twins:First"), object)
    assert gd.strategy("python:twins:Dice('cards')").detail == "cards"
    assert copy.copy(gd.strategy("tempo")) == gd.strategy("tempo")
    with pytest.raises(gd.PlanError, match=r"did you mean tempo\?"):
        gd.strategy("tempi")
    with pytest.raises(TypeError, match=r"^text: expected text, got int$"):
        gd.strategy(5)
