"""Strategies written in Python: the data of built-in ones that play the same, errors that say where, cards unseen."""

import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from commands import Command
from twins import Dice, First, FirstOfMany, Lowest, ManyDice

import guandan_sim as gd
from guandan_sim.simulation import continue_run
from guandan_sim.strategies import load

BOTS = """
class First:
    def __init__(self, n=1, *, word="x"):
        assert n == 1

    def act(self, view, legal):
        return 0


class Broken:
    def act(self, view, legal):
        raise ValueError("no such card")
"""


def tables(run: gd.Run) -> dict[str, bytes]:
    """The files of a run's tables."""
    return {
        f"{folder}/{file.name}": file.read_bytes()
        for folder in ("matches", "deals")
        for file in sorted((Path(run.path) / folder).iterdir())
    }


def lines(run: gd.Run) -> list[dict[str, object]]:
    """The records of a run but for the names of strategies."""
    return [{**json.loads(line), "strategies": None} for line in run.records()]


@pytest.mark.parametrize(
    "what",
    [
        {"deals": 60, "level": "7", "rotations": 2},
        {"matches": 3, "rules": "institute"},
        {"matches": 2, "rules": "competition"},
        {"matches": 2, "rules": "pagat", "leave_rate": 0.05},
    ],
    ids=str,
)
def test_lowest_written_in_python_leaves_the_bytes_of_the_built_in_one(what: dict, tmp_path: Path) -> None:
    runs = [
        gd.simulate(strategies=[strategy, "random"], seed=5, out=tmp_path / str(i), log=["records"], **what)
        for i, strategy in enumerate(["lowest", Lowest()])
    ]
    assert tables(runs[0]) == tables(runs[1])
    assert lines(runs[0]) == lines(runs[1])


def test_one_by_one_or_all_at_once_and_with_any_number_of_workers_the_data_is_the_same(tmp_path: Path) -> None:
    many = FirstOfMany()
    runs = [
        gd.simulate(deals=300, strategies=[strategy, "tempo"], seed=2, workers=workers, out=tmp_path / str(i))
        for i, (strategy, workers) in enumerate([(First(), 1), (First(), 3), (many, 1), (many, 2)])
    ]
    assert all(tables(run) == tables(runs[0]) for run in runs)
    assert 200 < many.most <= 300


@pytest.mark.parametrize("strategy", [Dice, lambda: Dice("cards"), ManyDice])
def test_random_numbers_belong_to_the_decision_and_not_to_the_call(strategy, tmp_path: Path) -> None:
    runs = [
        gd.simulate(matches=2, strategies=[strategy()], seed=9, workers=workers, part_size=size, out=tmp_path / str(i))
        for i, (workers, size) in enumerate([(1, 2), (2, 2), (1, 1)])
    ]
    assert tables(runs[0]) == tables(runs[1])
    assert runs[0].deals.collect().equals(runs[2].deals.collect())


def test_dice_in_python_play_like_the_built_in_random() -> None:
    means = []
    for strategy in ("random", ManyDice()):
        deals = gd.simulate(deals=4000, strategies=[strategy], seed=3).deals.collect()
        means.append((deals["plays"].mean(), deals["plays"].std() / 4000**0.5))
    (one, error), (other, _) = means
    assert abs(one - other) < 5 * error


class Watching(First):
    """Notes what it sees of each decision."""

    def __init__(self) -> None:
        self.seen: dict[tuple[int, int], tuple] = {}

    def act(self, view: gd.View, legal: list[gd.Play]) -> int:
        played = [[] for _ in range(4)]
        for seat, play in view.history:
            played[seat].extend(play.cards if play else ())
        table = view.table
        last = [seat for seat, play in view.history if play][-1:] if table else [-1]
        self.seen[view.seat, hash((view.hand, len(view.history), tuple(map(tuple, played))))] = (
            view.phase,
            view.level,
            str(view.hand),
            [str(gd.Hand(cards)) for cards in played],
            list(view.counts),
            [view.places.index(seat) + 1 if seat in view.places else 0 for seat in range(4)],
            (table.kind, table.size) if table else None,
            last[0],
            view.random(),
            [(play.kind, play.size, str(play.hand), play.cards.count("H" + view.level)) for play in legal],
        )
        return 0


class WatchingMany(FirstOfMany):
    """Notes the same from arrays."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple] = []

    def act_batch(self, views: gd.Views, legals: gd.Legals) -> np.ndarray:
        offsets, cards = legals.offsets, legals.cards
        kinds, sizes, wilds = legals.kind, legals.size, legals.wilds
        assert (np.diff(offsets) + legals.can_pass == legals.answers).all()
        assert (legals.answers >= 2).all()
        assert (views.hand.sum(axis=1) == views.counts[np.arange(len(views)), views.seat]).all()
        assert (views.hand_ranks.sum(axis=1) == views.hand.sum(axis=1)).all()
        assert (views.played_ranks.sum(axis=2) == views.played.sum(axis=2)).all()
        assert (legals.ranks.sum(axis=1) == legals.size).all()
        assert ((views.table_kind < 0) == ~legals.can_pass).all()
        random = views.random()
        for i in range(len(views)):
            plays = range(offsets[i], offsets[i + 1])
            kind = views.table_kind[i]
            table = (KINDS[kind], int(views.table_size[i])) if kind >= 0 else None
            self.seen.append(
                (
                    ("play", "pay", "return", "pick")[views.phase[i]],
                    "23456789TJQKA"[views.level[i]],
                    text(views.hand[i]),
                    [text(seat) for seat in views.played[i]],
                    views.counts[i].tolist(),
                    views.places[i].tolist(),
                    table,
                    int(views.table_seat[i]),
                    float(random[i]),
                    [(KINDS[kinds[j]], int(sizes[j]), text(cards[j]), int(wilds[j])) for j in plays],
                )
            )
        return super().act_batch(views, legals)


KINDS = ["single", "pair", "triple", "full_house", "straight", "tube", "plate", "bomb", "straight_flush", "joker_bomb"]
FACES = [suit + rank for rank in "23456789TJQKA" for suit in "SHCD"] + ["SB", "HR"]


def text(counts: np.ndarray) -> str:
    return " ".join(face for face, count in zip(FACES, counts, strict=True) for _ in range(count))


@pytest.mark.parametrize("detail", ["ranks", "cards"])
def test_arrays_show_what_views_show(detail: str) -> None:
    one, many = Watching(), WatchingMany()
    one.detail = many.detail = detail
    for strategy in (one, many):
        gd.simulate(matches=1, rules="competition", strategies=[strategy, "lowest"], seed=4)
    expected = sorted(one.seen.values(), key=repr)
    assert expected
    assert {seen[0] for seen in expected} >= {"play", "return"}
    assert sorted(set(map(repr, many.seen))) == sorted(set(map(repr, expected)))


class Stubborn(First):
    """Fails at its first decision in the last part, once."""

    name = "stubborn"

    def __init__(self, willing: bool) -> None:
        self.willing = willing
        self.decisions = 0

    def act(self, view: gd.View, legal: list[gd.Play]) -> int:
        self.decisions += 1
        if not self.willing and self.decisions > 2000:
            raise RuntimeError("enough")
        return 0


def test_a_run_of_an_object_goes_on_with_the_object_and_not_without(tmp_path: Path) -> None:
    options = {"deals": 120, "part_size": 20, "seed": 3}
    with pytest.raises(gd.StrategyError, match="RuntimeError: enough"):
        gd.simulate(strategies=[Stubborn(False), "lowest"], out=tmp_path / "run", **options)
    run = gd.Run(tmp_path / "run")
    assert not run.is_complete
    assert run.plan.strategies[:2] == ("object:stubborn", "lowest")
    assert run.plan.labels[:2] == ("stubborn", "lowest")
    with pytest.raises(gd.PlanError, match="stubborn was given as an object, which is not kept with a run"):
        continue_run(run.plan, tmp_path / "run")
    again = gd.simulate(strategies=[Stubborn(True), "lowest"], out=tmp_path / "run", **options)
    whole = gd.simulate(strategies=[Stubborn(True), "lowest"], out=tmp_path / "whole", **options)
    assert tables(again) == tables(whole)


def test_a_strategy_is_found_by_its_module_in_the_working_directory(tmp_path, monkeypatch) -> None:
    (tmp_path / "bots_by_name.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    given = 'python:bots_by_name:First(1, word="a(b), c")'
    run = gd.simulate(deals=30, strategies=[given, "lowest"], seed=1)
    assert run.plan.strategies[0] == run.plan.labels[0] == given
    expected = gd.simulate(deals=30, strategies=[First(), "lowest"], seed=1)
    assert run.deals.collect().equals(expected.deals.collect())
    with pytest.raises(gd.StrategyError, match=r"strategy python:bots_by_name:Broken failed in match 0, .*no such"):
        gd.simulate(deals=2, strategies="python:bots_by_name:Broken,lowest", seed=1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("python:bots", "cannot be read: expected python:module:Class"),
        ("python:json:loads(", "cannot be read: expected python:module:Class"),
        (
            "pyhton:json:loads",
            'unknown prefix "pyhton": expected one of python, exec, botzone, client (did you mean python?)',
        ),
        ("exek(at_once=2):cat", "did you mean exec?"),
        ("zebra:cat", 'strategy "zebra:cat" cannot be read'),
        ("python:json:loads(open('x'))", "its arguments cannot be read as literals"),
        ("python:no_such_module:X", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("python:json:Nothing", "AttributeError: module 'json' has no attribute 'Nothing'"),
        ("python:json:loads('1')", "expected an object with act(view, legal) or act_batch(views, legals), got int"),
    ],
)
def test_a_text_that_leads_to_no_strategy_says_why(text: str, message: str) -> None:
    with pytest.raises(gd.PlanError, match=re.escape(message)):
        gd.simulate(deals=1, strategies=[text, "lowest"], seed=1)


def test_an_object_made_by_text_plays_single_deals_too() -> None:
    assert load("python:fractions:Fraction(1, 2)") * 2 == 1
    deal, strategy = gd.Deal.new(seed=1), Lowest()
    while not deal.is_over:
        legal = deal.legal_plays(detail="ranks")
        index = strategy.act(deal.view(deal.turn), legal) if legal else 0
        if index < len(legal):
            deal.play(legal[index])
        else:
            deal.pass_()
    run = gd.simulate(deals=1, strategies="lowest", seed=1, log=["records"])
    assert json.loads(next(run.records()))["places"] == list(deal.places)


def test_the_command_line_takes_a_module_and_ends_on_its_errors(cli: Command, process: Command, tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(BOTS)
    run = ["run", "--deals", "20", "--seed", "1"]
    done = cli(*run, "--strategies", "python:bots:First(n=1),lowest", "--out", "one", "--json")
    assert done.code == 0, done.err
    assert done.json()["plan"]["strategies"][0] == "python:bots:First(n=1)"
    failed = process(*run, "--strategies", "python:bots:Broken,lowest", "--out", "two")
    assert failed.code == 1
    assert re.search(r"strategy python:bots:Broken failed in match \d+, deal 0, at play \d+", failed.err)
    assert failed.err.count("\n") == 1
    going_on = cli(*run, "--strategies", "python:bots:Broken,lowest", "--out", "four", "--on-error", "continue")
    assert "nothing to sum up: 20 blocks left out" in going_on.err
    wrong = cli(*run, "--strategies", "python:bots:Nobody,lowest", "--out", "three")
    assert (wrong.code, wrong.err.count("\n")) == (2, 1)
    assert "module 'bots' has no attribute 'Nobody'" in wrong.err
