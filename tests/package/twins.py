"""Strategies for the tests: `lowest` once more, read from its definition, and the simplest there can be."""

import numpy as np

import guandan_sim as gd

RANKS = "23456789TJQKA"
BOMBS = ("bomb", "straight_flush", "joker_bomb")


class Lowest:
    """Plays as the built-in strategy `lowest` is described in docs/STRATEGIES.md."""

    name = "lowest"

    def act(self, view: gd.View, legal: list[gd.Play]) -> int:
        if view.phase != "play":
            return min(range(len(legal)), key=lambda i: (order(legal[i].cards[0], view.level), i))
        plain = [i for i, play in enumerate(legal) if play.kind not in BOMBS]
        if view.table is None:
            return min(plain, key=lambda i: (self.lead(legal[i], view.level), i))
        if plain:
            return plain[0]
        opponents = [view.counts[(view.seat + step) % 4] for step in (1, 3)]
        threatened = any(0 < count <= 5 for count in opponents)
        useful = [i for i, play in enumerate(legal) if threatened or play.size == len(view.hand)]
        return min(useful, key=lambda i: (power(legal[i]), i), default=len(legal))

    @staticmethod
    def lead(play: gd.Play, level: str) -> tuple[int, int, int]:
        lowest = min(order(card, level) for card in play.cards)
        return lowest, -play.size, play.cards.count("H" + level)


def order(card: str, level: str) -> int:
    """The place of a card in level order."""
    if card in ("SB", "HR"):
        return 14 + (card == "HR")
    return 13 if card[1] == level else RANKS.index(card[1])


def power(play: gd.Play) -> float:
    """The rung of a bomb: a straight flush stands between five and six of a rank."""
    return {"bomb": play.size, "straight_flush": 5.5, "joker_bomb": 99}[play.kind]


class First:
    """Plays what is listed first."""

    name = "first"

    def act(self, view: gd.View, legal: list[gd.Play]) -> int:
        return 0


class FirstOfMany:
    """The same, all at once."""

    name = "first"

    def __init__(self) -> None:
        self.most = 0

    def act_batch(self, views: gd.Views, legals: gd.Legals) -> np.ndarray:
        self.most = max(self.most, len(views))
        return np.zeros(len(views), dtype=np.int64)


class Dice:
    """Any answer as likely as any other, by the numbers of the decision."""

    def __init__(self, detail: str = "ranks") -> None:
        self.detail = detail

    def act(self, view: gd.View, legal: list[gd.Play]) -> int:
        return view.below(len(legal) + (view.table is not None))


class ManyDice:
    """The same for many decisions at once, by fractions."""

    name = "Dice"

    def act_batch(self, views: gd.Views, legals: gd.Legals) -> np.ndarray:
        return (views.random() * legals.answers).astype(np.int64)
