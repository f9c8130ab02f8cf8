"""Values copied, pickled, compared and hashed: what comes back is the same and goes on the same."""

import copy
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pytest

import guandan_sim as gd
from guandan_sim.plan import Plan

LEVELS = "23456789TJQKA"
RECORDS = [*gd.simulate(matches=1, strategies="lowest,random", seed=3).records(0)]


def begun(plays: int, **options: Any) -> gd.Deal:
    """A deal with so many plays and passes made."""
    deal = gd.Deal.new(**{"seed": 7, **options})
    advance(deal, plays, np.random.default_rng(1))
    return deal


def advance(deal: gd.Deal, actions: int, random: np.random.Generator) -> None:
    for _ in range(actions):
        if deal.is_over:
            return
        plays = deal.legal_plays(detail="ranks")
        number = int(random.integers(len(plays) + (deal.table is not None)))
        deal.play(plays[number]) if number < len(plays) else deal.pass_()


class Going:
    """Deals side by side whose seats answer at random."""

    def __init__(self, steps: int, **options: Any) -> None:
        self.deals = gd.VecDeals(**{"n": 5, "seed": 7, **options})
        self.answers = self.deals.reset()[1].answers
        self.go_on(steps, 1)

    def copied(self, way: Callable[[Any], Any]) -> "Going":
        made = copy.copy(self)
        made.deals = way(self.deals)
        return made

    def go_on(self, steps: int, seed: int) -> list[Any]:
        """What the deals show at each of so many further steps."""
        random, shown = np.random.default_rng(seed), []
        for _ in range(steps):
            drawn = (random.random(len(self.deals)) * self.answers).astype(np.int64)
            views, legals, rewards, dones = self.deals.step(drawn)
            self.answers = legals.answers
            shown.append([array.tolist() for array in (views.hand, views.match, legals.cards, rewards, dones)])
        return shown


VALUES: dict[str, Callable[[], Any]] = {
    "Hand": lambda: gd.Hand("S7 H7 HR"),
    "Rules": lambda: gd.Rules("institute").replace(max_bomb=8),
    "Play": lambda: gd.classify("H4 H4 C8 D8 S9 C9", level="4", rules="pagat")[1],
    "joker bomb": lambda: gd.classify("SB SB HR HR", level="4")[0],
    "plays of a deal": lambda: begun(5, level="5").legal_plays(),
    "HandEvaluation": lambda: gd.evaluate_hand("S3 S4 D5 C6 S7 SA CA DA S2 C2 HT HR", level="T", rules="web"),
    "View": lambda: begun(40).view(2),
    "view of a record": lambda: gd.Deal.from_record(RECORDS[2], play=30).view(1),
    "Strategy": lambda: gd.strategy("rollout(samples=20, aim=first)"),
    "MatchResult": lambda: gd.Match(strategies="random", seed=1).play(),
    "Plan": lambda: Plan.of(deals=10, seed=1),
    "Deal": lambda: begun(40),
    "deal of a record": lambda: gd.Deal.from_record(RECORDS[2], play=30),
    "VecDeals": lambda: Going(30).deals,
}
CHANGING = {"Deal", "deal of a record", "VecDeals"}


def unpickled(value: Any, protocol: int = pickle.HIGHEST_PROTOCOL) -> Any:
    """What another process would have of a value."""
    return pickle.loads(pickle.dumps(value, protocol))  # noqa: S301


WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{
        f"pickle {protocol}": lambda value, protocol=protocol: unpickled(value, protocol)
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    },
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("what", VALUES)
def test_a_copy_is_equal(what: str, way: str) -> None:
    value = VALUES[what]()
    copied = WAYS[way](value)
    assert type(copied) is type(value)
    assert copied == value
    assert repr(copied) == repr(value)
    assert value not in (None, 5, "S7")
    if what in CHANGING:
        assert copied is not value
        with pytest.raises(TypeError, match=r"(has|have) no hash: take"):
            hash(value)
    elif not isinstance(value, list):
        assert hash(copied) == hash(value)
        assert len({value, copied}) == 1


def same(value: Any) -> tuple[Any, str, bool]:
    """What a worker returns: the value, how it looks there, and whether it is equal to its own copy."""
    return value, repr(value), copy.deepcopy(value) == value


def test_values_go_to_spawned_processes_and_come_back() -> None:
    values = [make() for make in VALUES.values()]
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        for value, (back, shown, is_same) in zip(values, pool.map(same, values), strict=True):
            assert back == value
            assert shown == repr(value)
            assert is_same


def test_values_go_through_what_ray_pickles_with() -> None:
    cloudpickle = pytest.importorskip("ray.cloudpickle")
    for make in VALUES.values():
        value = make()
        assert cloudpickle.loads(cloudpickle.dumps(value)) == value


def test_values_that_differ_in_anything_are_not_equal() -> None:
    deal, other = begun(4), begun(4)
    assert deal == other
    other.play(plays[0]) if (plays := other.legal_plays()) else other.pass_()
    assert deal != other
    assert deal != begun(4, level="5")
    assert deal != begun(4, rules="web")
    # The same cards and leader, and other random numbers for strategies.
    hands = gd.Deal.new(seed=7).hands
    dealt = [gd.Deal.new(seed=7), gd.Deal.new(hands=[*hands], leader=gd.Deal.new(seed=7).turn)]
    assert dealt[0] != dealt[1]
    assert dealt[0].view(0) != dealt[0].view(1)
    assert Going(3).deals != Going(4).deals
    assert gd.evaluate_hand("S3", level="2") != gd.evaluate_hand("S3", level="3")
    lead = gd.classify("S3", level="2")[0]
    assert lead != gd.classify("S3", level="4")[0]


def test_a_play_keeps_its_rules_and_level() -> None:
    for rules, level in (("institute", "2"), ("pagat", "T"), ("web", "A")):
        deal = gd.Deal.new(seed=3, rules=rules, level=level)
        for play in deal.legal_plays():
            back = unpickled(play)
            assert (back.kind, back.rank, back.cards, back.stands_for) == (
                play.kind,
                play.rank,
                play.cards,
                play.stands_for,
            )
            assert back.beats(play) is play.beats(play) is False
        made = unpickled(deal.legal_plays()[-1])
        assert deal.play(made) == made


def test_plays_of_one_game_hold_its_rules_once() -> None:
    plays = gd.Deal.new(seed=7).legal_plays()
    one, all_of_them = len(pickle.dumps(plays[:1])), len(pickle.dumps(plays))
    assert all_of_them < one + 80 * len(plays)


def positions() -> Iterator[gd.Deal]:
    for number, rules in enumerate(gd.Rules.presets()):
        for actions in (0, 1, 30, 70, 500):
            yield begun(actions, rules=rules, level=LEVELS[number], match=number, deal=actions)
    yield gd.Deal.new(hands=["S3 SK", "S9", "S4 S5 S6", "ST SJ SQ"], level="2", leader=3)
    for record in RECORDS:
        yield gd.Deal.from_record(record, play=20)


@pytest.mark.parametrize("way", ["copy", "deepcopy", f"pickle {pickle.HIGHEST_PROTOCOL}"])
def test_a_copied_deal_goes_on_the_same_and_by_itself(way: str) -> None:
    for deal in positions():
        copied = WAYS[way](deal)
        before = repr(deal), deal.history
        random = [np.random.default_rng(5), np.random.default_rng(5)]
        while not copied.is_over:
            advance(copied, 1, random[0])
        assert (repr(deal), deal.history) == before
        while not deal.is_over:
            advance(deal, 1, random[1])
        assert (copied.history, copied.places, copied.pattern) == (deal.history, deal.places, deal.pattern)
        assert copied == deal


def test_a_copied_deal_has_the_same_views_and_play_outs() -> None:
    for deal in (begun(30), *(gd.Deal.from_record(record, play=4) for record in RECORDS[:3])):
        copied = unpickled(deal)
        for seat in range(4):
            views = deal.view(seat), copied.view(seat), unpickled(deal.view(seat))
            for read in (
                lambda view: [view.random(k) for k in range(20)] + [view.below(1000, k) for k in range(20)],
                lambda view: (view.hand, view.counts, view.announced, view.places, view.turn, view.phase),
                lambda view: (view.table, view.history, view.paid, view.returned, view.level, view.rules),
            ):
                assert read(views[0]) == read(views[1]) == read(views[2])
        frames = [
            gd.rollout(position, 40, "lowest", 5, workers=1).rows()
            for position in (deal, copied, deal.view(deal.turn), unpickled(deal.view(deal.turn)))
        ]
        assert all(frame == frames[0] for frame in frames)


@pytest.mark.parametrize("steps", [0, 1, 60, 300])
def test_copied_deals_side_by_side_go_on_the_same_and_by_themselves(steps: int) -> None:
    going = Going(steps, rules="pagat", level="9")
    shown = []
    for way in ("copy", "deepcopy", f"pickle {pickle.HIGHEST_PROTOCOL}"):
        copied = going.copied(WAYS[way])
        assert repr(copied.deals) == repr(going.deals)
        shown.append(copied.go_on(40, 9))
        assert copied.deals != going.deals
    shown.append(going.go_on(40, 9))
    assert all(seen == shown[0] for seen in shown)


def test_a_pickled_view_tells_nothing_of_who_holds_the_hidden_cards() -> None:
    rest = [card for number in (1, 2, 3) for card in gd.Deal.new(seed=7).hands[number]]
    own = gd.Deal.new(seed=7).hands[0]
    pickles = set()
    for shuffle in range(10):
        cards = np.random.default_rng(shuffle).permutation(rest).tolist()
        hands = [own, *(gd.Hand(cards[27 * i : 27 * (i + 1)]) for i in range(3))]
        deal = gd.Deal.new(hands=hands, leader=0)
        deal.play(gd.classify([next(iter(own))], level="2")[0])
        pickles.add(pickle.dumps(deal.view(0)))
    assert len(pickles) == 1


def test_a_pickled_view_tells_the_random_numbers_of_its_decision_alone() -> None:
    """Of two deals with the same cards and different seeds, only what `random` shows tells the views apart."""
    deal = begun(10)
    text = deal.view(0).__reduce__()[1][2]
    assert "address" in text
    whole = deal.__reduce__()[1][2]
    assert whole[whole.index('"address"') :][:40] != text[text.index('"address"') :][:40]


def test_what_is_not_pickled_says_why() -> None:
    views, legals = gd.VecDeals(2, seed=1).reset()
    for batch in (views, legals):
        assert copy.copy(batch) is copy.deepcopy(batch) is batch
        with pytest.raises(TypeError, match="are not pickled, for they are as large as all their arrays: pickle those"):
            pickle.dumps(batch)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("_play", ("institute", "2", "S3 S4", "pair", "3")),
        ("_deal", ("institute", "2", "{}")),
        ("_deal", ("institute", "2", "no JSON")),
        ("_view", ("institute", "2", pickle.dumps)),
        ("_vec_deals", ("institute", "2", 1, [(0, [60000])])),
        ("_vec_deals", ("institute", "2", 1, [5])),
        ("_evaluation", ("institute", "2", "S3 S3 S3")),
    ],
)
def test_a_damaged_pickle_is_refused_in_a_line(name: str, arguments: tuple[Any, ...]) -> None:
    from guandan_sim import _core

    with pytest.raises((gd.GuandanError, TypeError)) as caught:
        getattr(_core, name)(*arguments)
    assert "\n" not in str(caught.value)
    assert not getattr(caught.value, "__notes__", None)
