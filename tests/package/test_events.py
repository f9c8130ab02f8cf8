"""What strategies in Python are told: every event once and in order, before they are asked, and no hidden card."""

import copy
import json
import pickle
import re
from collections import defaultdict
from pathlib import Path

import pytest
from twins import Lowest

import guandan_sim as gd


class Listener(Lowest):
    """Plays `lowest` and keeps what it is told, match by match; holds each question against what it was told before."""

    def __init__(self) -> None:
        self.heard: dict[int, list[gd.Event]] = defaultdict(list)
        self.asked = 0

    def observe(self, event: gd.Event) -> None:
        assert event == copy.copy(event) == pickle.loads(pickle.dumps(event))  # noqa: S301
        self.heard[event.match].append(event)

    def act(self, view: gd.View, legal: list[gd.Play]) -> int:
        self.asked += 1
        self.check(view)
        return super().act(view, legal)

    def check(self, view: gd.View) -> None:
        """The events of the deal so far are what the view shows."""
        told = self.heard[view.match]
        begun = max(i for i, event in enumerate(told) if event.kind == "deal")
        told = told[begun:]
        assert all(event.deal == view.deal and event.level == view.level for event in told)
        assert told[0].levels == view.levels
        assert told[0].hands[view.seat] == view.dealt
        assert [(event.seat, event.play) for event in told if event.kind == "action"] == view.history
        assert [list(event.moves) for event in told if event.kind == "paid"] == ([view.paid] if view.paid else [])
        back = [list(event.moves) for event in told if event.kind == "returned"]
        assert back == ([view.returned] if view.returned else [])
        leaders = {event.leader for event in told if event.kind == "action"}
        assert leaders <= ({view.history[0][0]} if view.history else set())


class EachListener(Listener):
    """The same, asked about many decisions at once."""

    act = property()  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.most = 0

    def act_each(self, views: list[gd.View], legals: list[list[gd.Play]]) -> list[int]:
        self.most = max(self.most, len(views))
        for view in views:
            self.check(view)
        return [Lowest.act(self, view, legal) for view, legal in zip(views, legals, strict=True)]


def test_events_tell_what_records_say() -> None:
    listener = Listener()
    run = gd.simulate(matches=4, rotations=2, strategies=[listener, "random"], seed=4, log=["records"])
    records = defaultdict(list)
    for line in run.records():
        record = json.loads(line)
        records[record["match"]].append(record)
    assert listener.asked
    assert sorted(listener.heard) == sorted(records) == [0, 1, 2, 3]
    for match, events in listener.heard.items():
        assert {(event.match, event.block, event.rotation) for event in events} == {(match, match // 2, match % 2)}
        assert {event.seats for event in events} == {((0, 2), (1, 3))[match % 2]}
        assert [event.kind for event in events].count("match_over") == 1
        assert events[-1].kind == "match_over"
        for number, record in enumerate(records[match]):
            check_deal([event for event in events if event.deal == number], record)
        assert events[-1].winner_team == records[match][-1]["winner"]


def check_deal(events: list[gd.Event], record: dict) -> None:
    """The events of a deal against its record."""
    first, *rest = events
    assert first.kind == "deal"
    assert set(first.hands) == set(first.seats)
    assert all(str(hand) == record["hands"][seat] for seat, hand in first.hands.items())
    assert first.level == record["level"]
    assert all(event.hands == {} for event in rest)
    actions = [event for event in rest if event.kind == "action"]
    assert [words(event) for event in actions] == record["plays"]
    assert {event.leader for event in actions} == {record["leader"]}
    tribute = record["tribute"] or {"void": False, "pays": [], "returns": []}
    assert [event.kind for event in rest[: -len(actions) - 1] if event.kind not in ("action", "deal_over")] == (
        ["no_tribute"] if tribute["void"] else ["paid", "returned"] if tribute["pays"] else []
    )
    for kind, moves in (("paid", "pays"), ("returned", "returns")):
        assert all([*map(list, event.moves)] == tribute[moves] for event in rest if event.kind == kind)
    assert all(list(event.seats_with_jokers) == tribute["big_jokers"] for event in rest if event.kind == "no_tribute")
    assert all(list(event.levels) == record["levels"] for event in (first, *actions))
    over = next(event for event in rest if event.kind == "deal_over")
    assert list(over.places) == record["places"]
    assert list(over.levels) == record["levels_after"]
    assert all(not over.left[seat] for seat in over.places[:2])
    # What is played and what is left is what was held.
    played = [card for event in actions if event.play for card in event.play.cards]
    assert sorted([*played, *(card for hand in over.left for card in hand)]) == sorted(
        card for hand in record["hands"] for card in gd.Hand(hand)
    )


def words(event: gd.Event) -> list:
    """An action as records have it."""
    if event.play is None:
        return [event.seat, "pass"]
    return [event.seat, " ".join(event.play.cards), event.play.kind, event.play.rank]


def test_whoever_observes_and_however_it_is_asked_the_data_is_the_same(tmp_path: Path) -> None:
    runs = [
        gd.simulate(
            matches=4,
            rotations=4,
            strategies=[one, "tempo", "random", "tempo"],
            seed=9,
            out=tmp_path / str(i),
            workers=w,
        )
        for i, (one, w) in enumerate([("lowest", 2), (Lowest(), 1), (Listener(), 1), (EachListener(), 2)])
    ]
    for table in ("matches", "deals"):
        found = [(tmp_path / str(i) / table / "part-00000.parquet").read_bytes() for i in range(len(runs))]
        assert found == [found[0]] * len(runs)


def test_the_order_of_events_does_not_depend_on_threads() -> None:
    class InOrder(EachListener):
        def __init__(self) -> None:
            super().__init__()
            self.order: list[tuple[int, int, str]] = []

        def observe(self, event: gd.Event) -> None:
            super().observe(event)
            self.order.append((event.match, event.deal, event.kind))

    listeners = InOrder(), InOrder()
    for workers, listener in enumerate(listeners, 1):
        gd.simulate(deals=200, strategies=[listener, "tempo"], seed=3, workers=workers)
    assert listeners[0].order == listeners[1].order
    assert listeners[0].heard == listeners[1].heard
    assert all(events[-1].kind == "match_over" for events in listeners[0].heard.values())


def test_so_many_matches_go_side_by_side_as_a_strategy_says() -> None:
    usual, few = EachListener(), EachListener()
    few.at_once = 3
    for listener in (usual, few):
        gd.simulate(deals=150, strategies=[listener, "random"], seed=3)
    assert 40 < usual.most <= 64
    assert few.most == 3
    few.at_once = 0
    with pytest.raises(gd.PlanError, match="strategy lowest: at_once: expected"):
        gd.simulate(deals=2, strategies=[few, "random"], seed=3)


class EveryTurn(EachListener):
    """Is asked at every turn, and has no answer yet the first time it is asked."""

    every_turn = True

    def __init__(self) -> None:
        super().__init__()
        self.turns: dict[tuple[int, int], int] = defaultdict(int)
        self.waited: set[tuple] = set()

    def act_each(self, views: list[gd.View], legals: list[list[gd.Play]]) -> list:
        answers: list = []
        for view, legal in zip(views, legals, strict=True):
            decision = (view.match, view.deal, view.phase, view.seat, len(view.history))
            if decision not in self.waited:
                self.waited.add(decision)
                answers.append(None)
                continue
            self.check(view)
            self.turns[view.match, view.deal] += view.phase == "play"
            answers.append(Lowest.act(self, view, legal) if legal else 0)
        return answers


def test_a_strategy_may_be_asked_at_every_turn_and_let_a_match_wait() -> None:
    listener = EveryTurn()
    options = {"matches": 2, "seed": 4, "log": ["records"]}
    run = gd.simulate(strategies=[listener, "random"], **options)
    expected = gd.simulate(strategies=["lowest", "random"], **options)
    assert run.deals.collect().equals(expected.deals.collect())
    for line in run.records():
        record = json.loads(line)
        turns = sum(action[0] in (0, 2) for action in record["plays"])
        assert listener.turns[record["match"], record["deal"]] == turns


def test_asked_at_every_turn_a_wrong_answer_is_told_from_the_only_right_one() -> None:
    class Wrong(Lowest):
        every_turn = True

        def act(self, view: gd.View, legal: list[gd.Play]) -> int:
            return super().act(view, legal) if legal else 1

    with pytest.raises(gd.StrategyError, match="it answered 1: expected 0 to pass"):
        gd.simulate(deals=3, strategies=[Wrong(), "random"], seed=4)


class Each:
    """Answers what it is told to, whatever it is asked."""

    name = "each"

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def act_each(self, views: list[gd.View], legals: list[list[gd.Play]]) -> object:
        return self.answer


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ([0, 0, 0, 0], "ValueError: act_each returned 4 answers to 1 decision"),
        (0, "TypeError: act_each returned int: expected a list of 1 answer"),
        ("0", "TypeError: act_each returned str: expected a list of 1 answer"),
        (None, "TypeError: act_each returned NoneType: expected a list of 1 answer"),
        ([True], "TypeError: act_each returned bool: expected the number of a play, 0 to"),
        (["0"], "TypeError: act_each returned str: expected the number of a play, 0 to"),
        ([10**6], "it answered 1000000: expected the number of a play, 0 to"),
        ([TimeoutError("no answer in 5 s")], "TimeoutError: no answer in 5 s"),
    ],
)
def test_answers_that_are_none_end_the_run_by_name(answer: object, message: str) -> None:
    with pytest.raises(gd.StrategyError, match=re.escape(message)):
        gd.simulate(deals=1, strategies=[Each(answer)], seed=1)


class Unlucky(EachListener):
    """Fails in some matches: when it is asked, by its answer or by raising, or when it is told."""

    name = "unlucky"

    def __init__(self, how: str) -> None:
        super().__init__()
        self.how = how

    def act_each(self, views: list[gd.View], legals: list[list[gd.Play]]) -> list:
        answers: list = super().act_each(views, legals)
        for i, view in enumerate(views):
            if view.match in (3, 4) and len(view.history) >= 20:
                if self.how == "raise":
                    raise KeyError("three")
                answers[i] = {"in place": KeyError("three"), "index": -1}.get(self.how, answers[i])
        return answers

    def observe(self, event: gd.Event) -> None:
        super().observe(event)
        if self.how == "told" and event.match in (3, 4) and len(self.heard[event.match]) == 20:
            raise KeyError("three")


@pytest.mark.parametrize("how", ["raise", "in place", "index", "told"])
def test_a_failure_leaves_out_its_match_and_both_strategies_are_told(how: str) -> None:
    unlucky, other = Unlucky(how), EachListener()
    run = gd.simulate(deals=8, strategies=[unlucky, other], seed=8, on_error="continue")
    assert [failure["match"] for failure in run.failures()] == [3, 4]
    assert {failure["phase"] for failure in run.failures()} == {"observe" if how == "told" else "play"}
    assert run.deals.collect()["match"].to_list() == [0, 1, 2, 5, 6, 7]
    for listener in (unlucky, other):
        last = {match: events[-1].kind for match, events in listener.heard.items()}
        assert last == {match: "abandoned" if match in (3, 4) else "match_over" for match in range(8)}
    left = gd.simulate(deals=8, strategies=[Listener(), "random"], seed=8)
    assert left.failures() == []


def test_an_error_in_observe_stops_the_run_and_says_where() -> None:
    with pytest.raises(
        gd.StrategyError, match=r"failed in match \d, deal 0, at play 18 \(seat 0, observe\): KeyError"
    ) as caught:
        gd.simulate(deals=8, strategies=[Unlucky("told"), "random"], seed=8)
    assert isinstance(caught.value.__cause__, KeyError)


class InterruptedWhenTold(Listener):
    def observe(self, event: gd.Event) -> None:
        raise KeyboardInterrupt


def test_ctrl_c_while_it_is_told_ends_the_run_whatever_is_to_be_done_about_errors() -> None:
    with pytest.raises(KeyboardInterrupt):
        gd.simulate(deals=8, strategies=[InterruptedWhenTold(), "random"], seed=8, on_error="continue")


def test_observe_is_a_method() -> None:
    wrong = Lowest()
    wrong.observe = 3  # type: ignore[attr-defined]
    with pytest.raises(gd.PlanError, match=re.escape("strategy lowest: expected a method observe(event), got int")):
        gd.simulate(deals=1, strategies=[wrong, "random"], seed=1)


def test_a_player_who_leaves_and_a_bell_end_the_match_for_those_who_are_told() -> None:
    for options, ended_by in (({"leave_rate": 0.3}, "leave"), ({"clock_model": "play=15,pass=5"}, "clock")):
        listener = Listener()
        run = gd.simulate(matches=6, rules="competition", strategies=[listener, "random"], seed=2, **options)
        assert ended_by in set(run.matches.collect()["ended_by"])
        ends = dict(run.matches.select("match", "winner_team").collect().iter_rows())
        for match, events in listener.heard.items():
            assert [event.kind for event in events[-2:]] == ["deal_over", "match_over"]
            assert events[-1].winner_team == ends[match]


def test_views_of_records_know_where_they_come_from_and_other_views_do_not() -> None:
    run = gd.simulate(matches=1, strategies="lowest,random", seed=3, log=["records"])
    for line in run.records():
        record = json.loads(line)
        for play in (0, 17):
            deal = gd.Deal.from_record(line, play=play)
            for seat in range(4):
                view = deal.view(seat)
                assert (view.match, view.deal, list(view.levels)) == (0, record["deal"], record["levels"])
                assert str(view.dealt) == record["hands"][seat]
                assert pickle.loads(pickle.dumps(view)) == view  # noqa: S301
                assert (view.table_seat is None) == (view.table is None)
    view = gd.Deal.new(seed=7).view(0)
    assert (view.match, view.deal, view.levels, view.table_seat) == (None, None, None, None)
    assert view.dealt == view.hand


BOTS = """
from pathlib import Path

from twins import Lowest


class Program(Lowest):
    def __init__(self, fails=False):
        self.fails = fails
        self.say("made")

    def act(self, view, legal):
        if self.fails:
            raise ValueError("out of cards")
        return super().act(view, legal)

    def close(self):
        self.say("closed")

    def say(self, word):
        with Path("said.txt").open("a") as file:
            file.write(word + "\\n")
"""


@pytest.fixture
def said(tmp_path, monkeypatch):
    (tmp_path / "closing_bots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    return lambda: (tmp_path / "said.txt").read_text().split()


def test_what_a_run_loads_lives_over_its_parts_and_is_closed_once(said) -> None:
    gd.simulate(deals=12, part_size=2, strategies="python:closing_bots:Program,random", seed=1)
    assert said() == ["made", "closed"]


def test_what_a_run_loads_is_closed_when_it_fails(said) -> None:
    with pytest.raises(gd.StrategyError, match="out of cards"):
        gd.simulate(deals=12, strategies="python:closing_bots:Program(fails=True),random", seed=1)
    assert said() == ["made", "closed"]


def test_a_comparison_closes_what_each_of_its_runs_loads(said) -> None:
    strategies = ["python:closing_bots:Program", "lowest", "random"]
    gd.tournament(strategies, deals=40, seed=1)
    assert said().count("made") == said().count("closed") == 2
    gd.Match(strategies=strategies[:2], seed=1).play()
    assert said().count("made") == said().count("closed") == 3


def test_a_strategy_that_cannot_be_closed_is_named_with_what_it_raised(tmp_path, monkeypatch) -> None:
    (tmp_path / "stuck_bots.py").write_text(BOTS.replace('self.say("closed")', 'raise KeyError("door")'))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(gd.StrategyError) as caught:
        gd.simulate(deals=4, strategies="python:stuck_bots:Program,random", seed=1)
    told = "strategy python:stuck_bots:Program failed when it was closed: KeyError: 'door' (stuck_bots.py:"
    assert str(caught.value).startswith(told)
    assert isinstance(caught.value.__cause__, KeyError)


def test_objects_that_are_given_stay_open() -> None:
    class Given(Lowest):
        def close(self) -> None:
            raise AssertionError

    gd.simulate(deals=2, strategies=[Given(), "random"], seed=1)
