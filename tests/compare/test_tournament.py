"""A tournament against games counted one by one, its ratings, and what it says of circles."""

from itertools import combinations

import numpy as np
import pytest

import guandan_sim as gd
from guandan_sim.compare import tournament as module
from guandan_sim.compare.tournament import Tournament
from guandan_sim.stats import PairResults, bradley_terry

NAMES = ["lowest", "random", "tempo(tempo=off,save=off)"]


@pytest.fixture(scope="module")
def cup() -> Tournament:
    return gd.tournament(NAMES, matches=40, rules="competition", seed=9, part_size=6)


def _points(cup: Tournament) -> np.ndarray:
    """points[block, i, j], from the rows of the runs."""
    labels = list(cup.labels)
    points = np.zeros((20, 3, 3))
    for (i, j), run in zip(combinations(range(3), 2), cup.runs.values(), strict=True):
        assert run.plan.labels[:2] == (labels[i], labels[j])
        for row in run.matches.collect().iter_rows(named=True):
            winner = row["winner_team"]
            if winner is None:
                points[row["block"], [i, j], [j, i]] += 0.5
                continue
            name = row[f"strategy_s{winner}"]
            a, b = (i, j) if name == labels[i] else (j, i)
            points[row["block"], a, b] += 1
    return points


def test_points_are_those_counted_game_by_game(cup: Tournament) -> None:
    points = _points(cup)
    assert (cup.results.points == points).all()
    assert points.sum() == 3 * 40
    assert dict(cup.table.select("strategy", "points").iter_rows()) == {
        name: points[:, i].sum() for i, name in enumerate(cup.labels)
    }
    assert cup.table["games"].to_list() == [80, 80, 80]


def test_ratings_are_by_maximum_likelihood_and_ranked(cup: Tournament) -> None:
    expected = bradley_terry(PairResults.of(cup.labels, _points(cup)))
    found = {row["strategy"]: row for row in cup.table.to_dicts()}
    for name, rating in zip(cup.labels, expected.ratings, strict=True):
        assert (found[name]["rating"], found[name]["low"], found[name]["high"]) == (
            rating.value,
            rating.low,
            rating.high,
        )
    assert cup.table["rating"].to_list() == sorted(cup.table["rating"], reverse=True)
    assert cup.table["rank"].to_list() == [1, 2, 3]
    assert sum(cup.table["rating"]) == pytest.approx(0.0, abs=1e-9)


def test_all_pairs_are_dealt_the_same_cards(cup: Tournament) -> None:
    columns = ["match", *(f"jokers_s{seat}" for seat in range(4)), *(f"natural_bombs_s{seat}" for seat in range(4))]
    first, *others = [run.deals.filter(deal=0).select(columns).collect() for run in cup.runs.values()]
    assert all(other.equals(first) for other in others)


def test_adding_blocks_up_in_groups_keeps_points_and_ratings(cup: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LARGEST_GROUPS", 7)
    grouped = Tournament(cup.directory)
    assert grouped.results.blocks == 7
    assert (grouped.results.points == np.stack([_points(cup)[at : at + 3].sum(axis=0) for at in range(0, 20, 3)])).all()
    for one, other in zip(grouped.ratings.ratings, cup.ratings.ratings, strict=True):
        assert one.value == pytest.approx(other.value)
    assert grouped.table["blocks"].to_list() == [20, 20, 20]


def test_circles_are_pointed_out(cup: Tournament) -> None:
    points = np.zeros((20, 3, 3))
    for a, b in ((0, 1), (1, 2), (2, 0)):
        points[:, a, b], points[:15, b, a] = 2, 1
    circular = Tournament(cup.directory)
    circular.__dict__["results"] = PairResults.of(cup.labels, points)
    a, b, c = cup.labels
    assert f"Going round in a circle: {a} beats {b} beats {c} beats {a}." in circular.answer
    assert f"{a} beats {b} beats {c} beats {a}" in repr(circular).replace(circular.answer, "")
    assert [circle["names"] for circle in circular.to_dict()["circles"]] == [[a, b, c]]
    assert "circle" not in cup.answer


def test_likelihood_of_superiority_is_there_for_every_pair(cup: Tournament) -> None:
    assert cup.pairs.height == 3
    assert all(0.0 <= one <= 1.0 for one in cup.pairs["superiority"])
    for i, j in combinations(range(3), 2):
        one, other = cup.ratings.superiority(i, j), cup.ratings.superiority(j, i)
        assert one is not None
        assert other is not None
        assert one + other == pytest.approx(1.0)
