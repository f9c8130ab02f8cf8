"""Every metric against a slow, obvious twin: rows read one by one, sums made with plain Python numbers."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import guandan_sim as gd
from guandan_sim.compare.rules import RulesComparison
from guandan_sim.compare.strategies import StrategiesComparison
from guandan_sim.measure.metrics import METRICS
from guandan_sim.stats import paired_ratio_difference

LEVELS = "23456789TJQKA"
Row = Mapping[str, Any]


class Told:
    """One match as a list of deals, each told with what went before it."""

    def __init__(self, match: Row, deals: Sequence[Row]) -> None:
        self.match, self.deals = match, deals
        # the side of the first strategy: seat s is played by strategy (s + rotation) mod 4, and strategies alternate
        self.side = 0 if match["rotation"] in (0, 2) else 1
        self.before: list[tuple[int, int]] = []
        levels = [0, 0]
        for deal in deals:
            self.before.append((levels[0], levels[1]))
            levels[deal["winner_team"]] += deal["levels_won"]
            for team in (0, 1):
                levels[team] -= deal[f"levels_lost_t{team}"]

    def payers(self, number: int) -> int | None:
        """The team that paid tribute to the other before a deal."""
        deal = self.deals[number]
        paying = {seat % 2 for seat in range(4) if deal[f"paid_s{seat}"] is not None}
        return None if not paying or paying == {deal["declarers"]} else paying.pop()

    def state(self, number: int) -> object:
        """All that a deal's play depends on besides its cards."""
        places = [self.deals[number - 1][f"place_s{seat}"] for seat in range(4)] if number else None
        return self.before[number], self.deals[number]["declarers"], places

    def behind(self, team: int) -> int:
        """How far the team was behind before any deal."""
        return max(levels[1 - team] - levels[team] for levels in self.before)


def _told(run: gd.Run) -> list[Told]:
    deals: dict[int, list[Row]] = defaultdict(list)
    for row in run.deals.collect().iter_rows(named=True):
        deals[row["match"]].append(row)
    return [Told(match, deals[match["match"]]) for match in run.matches.collect().iter_rows(named=True)]


def _share(told: Told, holds: Callable[[Row], bool | None]) -> tuple[int, int]:
    """Deals for which something holds, of those for which it is not None."""
    answers = [holds(deal) for deal in told.deals]
    return sum(answer is True for answer in answers), sum(answer is not None for answer in answers)


def _of_tribute(told: Told, twin: Told | None) -> tuple[int, int]:
    """Payers' wins less those of the same side without tribute, over deals that came about alike."""
    more = alike = 0
    for number, deal in enumerate(told.deals):
        payers = told.payers(number)
        if payers is None or twin is None or number >= len(twin.deals) or told.state(number) != twin.state(number):
            continue
        more += (deal["winner_team"] == payers) - (twin.deals[number]["winner_team"] == payers)
        alike += 1
    return more, alike


def _by_hand(name: str, told: Told, twin: Told | None) -> tuple[Any, Any]:
    """Total and count of a metric in one match."""
    match, deals = told.match, told.deals
    winner = match["winner_team"]
    bombs = ("kind_bomb", "kind_straight_flush", "kind_joker_bomb")
    of_matches: dict[str, Callable[[], tuple[Any, Any]]] = {
        "deals_a_match": lambda: (len(deals), 1),
        "plays_a_match": lambda: (sum(deal["plays"] for deal in deals), 1),
        "plays_a_deal": lambda: (sum(deal["plays"] for deal in deals), len(deals)),
        "levels_a_deal": lambda: (sum(deal["levels_won"] for deal in deals), len(deals)),
        "won_by_leader": lambda: _share(told, lambda deal: deal["leader"] % 2 == deal["winner_team"]),
        "won_by_declarers": lambda: _share(
            told, lambda deal: None if deal["declarers"] is None else deal["declarers"] == deal["winner_team"]
        ),
        "payers_win": lambda: (
            sum(told.payers(number) == deal["winner_team"] for number, deal in enumerate(deals)),
            sum(told.payers(number) is not None for number in range(len(deals))),
        ),
        "tribute_effect": lambda: _of_tribute(told, twin),
        "void_tributes": lambda: _share(
            told, lambda deal: None if deal["tribute"] == "none" else deal["tribute"] == "void"
        ),
        "bombs_a_deal": lambda: (sum(deal[kind] for deal in deals for kind in bombs), len(deals)),
        "ace_attempts": lambda: (sum(deal["level"] == "A" and deal["declarers"] is not None for deal in deals), 1),
        "ace_failures": lambda: (match["ace_failures_t0"] + match["ace_failures_t1"], 1),
        "falls": lambda: (match["falls_t0"] + match["falls_t1"], 1),
        "skill": lambda: (Fraction(1, 2) if winner is None else int(winner == told.side), 1),
        "skill_deals": lambda: _share(told, lambda deal: deal["winner_team"] == told.side),
        "clock_endings": lambda: (int(match["ended_by"] == "clock"), 1),
        "winner_points": lambda: (
            (0, 0) if match["points_s0"] is None or winner is None else (match[f"points_s{winner + 2}"], 1)
        ),
    }
    if name.startswith("share_"):
        return _share(told, lambda deal: deal["pattern"] == name.removeprefix("share_").replace("_", "-"))
    if name.startswith("comeback_"):
        return int(winner is not None and told.behind(winner) >= int(name.removeprefix("comeback_"))), 1
    return of_matches[name]()


def _blocks(comparison: RulesComparison, name: str, variant: str) -> tuple[list[Fraction], list[Fraction]]:
    """Total and count of a metric by block."""
    twin_name = f"{variant} without tribute"
    twins = _told(comparison.runs[twin_name]) if twin_name in comparison.runs else None
    sums: dict[int, list[Fraction]] = defaultdict(lambda: [Fraction(0), Fraction(0)])
    for number, told in enumerate(_told(comparison.runs[variant])):
        total, count = _by_hand(name, told, None if twins is None else twins[number])
        sums[told.match["block"]][0] += total
        sums[told.match["block"]][1] += count
    blocks = [sums[block] for block in sorted(sums)]
    return [total for total, _ in blocks], [count for _, count in blocks]


def test_levels_before_a_deal_are_those_it_is_played_at(rules_study: RulesComparison) -> None:
    seen = 0
    for name in rules_study.runs:
        for told in _told(rules_study.runs[name]):
            for deal, levels in zip(told.deals, told.before, strict=True):
                if deal["declarers"] is not None:
                    assert LEVELS[levels[deal["declarers"]]] == deal["level"]
                    seen += 1
    assert seen > 1000


@pytest.mark.parametrize("name", [metric.name for metric in METRICS])
def test_metrics_and_their_paired_differences_are_those_counted_by_hand(
    rules_study: RulesComparison, name: str
) -> None:
    first = rules_study.labels[0]
    by_hand = {label: _blocks(rules_study, name, label) for label in rules_study.labels}
    if not any(total for totals, _ in by_hand.values() for total in totals):
        assert name not in {metric.name for metric in rules_study.metrics}
        return
    base = tuple(np.array(column, float) for column in by_hand[first])
    for label in rules_study.labels:
        line = rules_study.line(name, label)
        totals, counts = by_hand[label]
        expected = float(sum(totals) / sum(counts)) if sum(counts) else None
        assert line.value.value == (None if expected is None else pytest.approx(expected, abs=1e-12))
        own = tuple(np.array(column, float) for column in by_hand[label])
        assert line.blocks_differing == sum(
            (a, b) != (c, d) for a, b, c, d in zip(*by_hand[first], *by_hand[label], strict=True)
        )
        if label == first:
            assert line.paired is None
            continue
        assert line.paired is not None
        wanted = paired_ratio_difference((base[0], base[1]), (own[0], own[1]))
        if wanted.difference.value is None:
            assert line.paired.difference.value is None
            continue
        found = line.paired
        for number, other in (
            (found.difference.value, wanted.difference.value),
            (found.difference.low, wanted.difference.low),
            (found.difference.high, wanted.difference.high),
            (found.p_value, wanted.p_value),
            (found.variance_reduction, wanted.variance_reduction),
        ):
            assert number == (None if other is None else pytest.approx(other, rel=1e-9, abs=1e-12))


def test_a_match_has_diverged_when_any_row_of_it_differs(rules_study: RulesComparison) -> None:
    ignored = ("rules", "strategy_s0", "strategy_s1", "strategy_s2", "strategy_s3")
    first, *others = rules_study.labels

    def told(label: str) -> list[object]:
        return [
            ([value for key, value in one.match.items() if key not in ignored], one.deals)
            for one in _told(rules_study.runs[label])
        ]

    base = told(first)
    for label in others:
        diverged = sum(a != b for a, b in zip(base, told(label), strict=True))
        assert {line.diverged for line in rules_study.lines if line.variant == label} == {diverged}
    assert {line.diverged for line in rules_study.lines if line.variant == first} == {0}


def test_contests_of_strategies_are_those_counted_by_hand(duel: StrategiesComparison) -> None:
    matches = _told(duel.run)
    deals = [(told, deal) for told in matches for deal in told.deals]

    def of_group(by: str, group: str, told: Told, deal: Row) -> bool:
        leads = "own" if deal["leader"] % 2 == told.side else "other"
        return {"": "", "pattern": deal["pattern"], "lead": leads, "seat": str(deal["leader"]), "level": deal["level"]}[
            by
        ] == group

    for standing in duel.standings:
        contest = standing.contest
        if contest.name == "match_win_rate":
            won = [
                Fraction(1, 2) if m.match["winner_team"] is None else int(m.match["winner_team"] == m.side)
                for m in matches
            ]
            expected, difference, rows = Fraction(sum(won)) / len(won), 2 * Fraction(sum(won)) / len(won) - 1, len(won)
        else:
            chosen = [(told, deal) for told, deal in deals if of_group(contest.by, contest.group, told, deal)]
            rows = len(chosen)
            if not rows:
                assert standing.own.value is None
                continue
            worth = [deal["levels_won"] if contest.name == "levels_a_deal" else 1 for _, deal in chosen]
            ours = [deal["winner_team"] == told.side for told, deal in chosen]
            expected = Fraction(sum(n for n, won_ in zip(worth, ours, strict=True) if won_), rows)
            difference = Fraction(sum(n if won_ else -n for n, won_ in zip(worth, ours, strict=True)), rows)
        assert standing.rows == rows
        assert standing.own.value == pytest.approx(float(expected))
        assert standing.difference.value == pytest.approx(float(difference))
    assert sum(s.rows for s in duel.standings if s.contest.by == "level") == len(deals)


def test_tallies_are_those_counted_by_hand(duel: StrategiesComparison) -> None:
    matches = _told(duel.run)
    deals = [(told, number, deal) for told in matches for number, deal in enumerate(told.deals)]
    lengths = dict(duel.distributions.filter(quantity="deals_a_match").select("value", "count").iter_rows())
    assert lengths == {n: sum(len(m.deals) == n for m in matches) for n in {len(m.deals) for m in matches}}
    climbed = dict(duel.distributions.filter(quantity="levels_a_deal").select("value", "count").iter_rows())
    assert sum(value * count for value, count in climbed.items()) == sum(deal["levels_won"] for *_, deal in deals)
    for kind, plays in duel.kinds.iter_rows():
        assert plays == pytest.approx(sum(deal[f"kind_{kind}"] for *_, deal in deals) / len(deals))
    for own, other, count, deals_won, matches_won in duel.levels.iter_rows():
        place = (LEVELS.index(own), LEVELS.index(other))
        here = [
            (told, deal)
            for told, number, deal in deals
            if (told.before[number][told.side], told.before[number][1 - told.side]) == place
        ]
        assert count == len(here)
        assert deals_won == pytest.approx(sum(deal["winner_team"] == told.side for told, deal in here) / count)
        won = sum(
            Fraction(1, 2) if told.match["winner_team"] is None else int(told.match["winner_team"] == told.side)
            for told, _ in here
        )
        assert matches_won == pytest.approx(float(Fraction(won) / count))
    assert duel.levels["deals"].sum() == len(deals)
