"""Cross tables and circles on tables made by hand."""

from __future__ import annotations

import json

import numpy as np
import pytest
from experiments import mean_p_value

from guandan_sim.stats import (
    PairResults,
    cross_table,
    holm,
    intransitive_triples,
    score_interval,
)


def table(scores: dict[tuple[int, int], list[float]], k: int) -> PairResults:
    """Points of one game a block from the first's scores; None of a pair means they did not meet."""
    blocks = max(len(values) for values in scores.values())
    points = np.zeros((blocks, k, k))
    for (i, j), values in scores.items():
        points[: len(values), i, j] = values
        points[: len(values), j, i] = 1 - np.array(values)
    return PairResults.of(tuple("abcde"[:k]), points)


WINS = [1.0, 1.0, 0.5, 1.0, 0.0, 1.0, 1.0, 0.5]
LOSSES = [1 - x for x in WINS]


def test_each_pair_has_its_score_and_adjusted_p_value() -> None:
    rows = cross_table(table({(0, 1): WINS, (0, 2): LOSSES[:5], (1, 2): [0.5] * 8}, 3))
    assert [(row.first, row.second) for row in rows] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert rows[0].score == score_interval(WINS)
    assert rows[1].score == score_interval(LOSSES[:5])
    alone = [mean_p_value(values, 0.5) for values in (WINS, LOSSES[:5], [0.5] * 8)]
    assert [row.p_value for row in rows] == list(holm(alone))
    assert [row.superiority for row in rows][2] == 0.5
    assert (rows[0].superiority or 0) > 0.5 > (rows[1].superiority or 1)


def test_pairs_that_never_met_have_no_numbers() -> None:
    rows = cross_table(table({(0, 1): WINS}, 3))
    assert (rows[1].score.value, rows[1].superiority, rows[1].p_value) == (None, None, None)
    json.dumps([row.to_dict() for row in rows], allow_nan=False)


@pytest.mark.parametrize(
    ("scores", "names"),
    [
        ({(0, 1): WINS, (1, 2): WINS, (0, 2): LOSSES}, [("a", "b", "c")]),
        ({(0, 1): LOSSES, (1, 2): LOSSES, (0, 2): WINS}, [("a", "c", "b")]),
        ({(0, 1): WINS, (1, 2): WINS, (0, 2): WINS}, []),
        ({(0, 1): WINS, (1, 2): WINS, (0, 2): [0.5] * 8}, []),
        ({(0, 1): WINS, (1, 2): WINS}, []),
    ],
)
def test_circles_are_found_once_and_only_where_each_beats_the_next(
    scores: dict[tuple[int, int], list[float]], names: list[tuple[str, str, str]]
) -> None:
    assert [circle.names for circle in intransitive_triples(table(scores, 3))] == names


def test_a_circle_is_as_sure_as_its_weakest_leg() -> None:
    strong = [1.0] * 19 + [0.0]
    weak = [1.0] * 11 + [0.0] * 9
    (circle,) = intransitive_triples(table({(0, 1): strong, (1, 2): strong, (0, 2): [1 - x for x in weak]}, 3))
    assert circle.p_value == pytest.approx((mean_p_value(weak, 0.5) or 0) / 2)
    assert circle.scores == pytest.approx((0.95, 0.95, 0.55))


def test_several_circles_are_adjusted_for_their_number() -> None:
    two = {(0, 1): WINS, (1, 2): WINS, (0, 2): LOSSES, (0, 3): LOSSES, (1, 3): WINS, (2, 3): WINS}
    circles = intransitive_triples(table(two, 4))
    assert [circle.names for circle in circles] == [("a", "b", "c"), ("a", "b", "d")]
    assert [circle.p_value for circle in circles] == pytest.approx([mean_p_value(WINS, 0.5)] * 2)
