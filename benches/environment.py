"""Decisions a second of strategies written in Python, on one core; each measurement checks its answer.

python benches/environment.py [SECONDS_EACH]
"""

import sys
import time
from collections.abc import Callable

import numpy as np

import guandan_sim as gd
from guandan_sim._core import Simulator

AT_ONCE = 4096
SEED = 7


class One:
    """Any answer as likely as any other, one at a time."""

    name = "dice"

    def __init__(self) -> None:
        self.decisions = 0

    def act(self, view: gd.View, legal: list[gd.Play]) -> int:
        self.decisions += 1
        return int(view.random() * (len(legal) + (view.table is not None)))


class Many:
    """The same, thousands at a time."""

    name = "dice"

    def __init__(self) -> None:
        self.decisions = 0

    def act_batch(self, views: gd.Views, legals: gd.Legals) -> np.ndarray:
        self.decisions += len(views)
        return (views.random() * legals.answers).astype(np.int64)


def simulated(strategy: One | Many, deals: int) -> tuple[int, bytes]:
    """The decisions made in so many deals, all seats played by `strategy`, and the table of deals."""
    part = Simulator(strategies=[strategy], seed=SEED).play(0, deals, workers=1)
    return strategy.decisions, part.parquet("deals", {}, deals)


def environment(steps: int, look: Callable[[gd.Views, gd.Legals], object]) -> tuple[int, int]:
    """The decisions of so many steps by random answers, and the sum of the rewards of seat 0."""
    deals = gd.VecDeals(AT_ONCE, seed=SEED)
    views, legals = deals.reset()
    random = np.random.default_rng(SEED)
    total = np.zeros(4, dtype=np.int64)
    for _ in range(steps):
        look(views, legals)
        answers = (random.random(AT_ONCE) * legals.answers).astype(np.int64)
        views, legals, rewards, _ = deals.step(answers)
        total += rewards.sum(axis=0)
    assert total[0] == total[2] == -total[1] == -total[3]
    return steps * AT_ONCE, int(total[0])


def nothing(views: gd.Views, legals: gd.Legals) -> None:
    """Looks at no array but the number of answers."""
    del views, legals


def cards_of_hands(views: gd.Views, legals: gd.Legals) -> object:
    """Looks at the seats' own cards, at what has been played and at the kinds of the plays."""
    return views.hand, views.played_ranks, views.counts, legals.offsets, legals.kind


def all_plays(views: gd.Views, legals: gd.Legals) -> object:
    """Looks at every play with its cards."""
    return views.hand, legals.kind, legals.key, legals.cards


def rate(work: Callable[[int], tuple[int, object]], size: int, seconds: float) -> float:
    """Decisions a second of `work`, made so large that it takes about `seconds`; twice it gives the same."""
    begun = time.process_time()
    work(size)
    size = max(size, int(size * seconds / (time.process_time() - begun)))
    results = []
    best = 0.0
    for _ in range(2):
        begun = time.process_time()
        decisions, result = work(size)
        best = max(best, decisions / (time.process_time() - begun))
        results.append((decisions, result))
    assert results[0] == results[1], "the same seed gives the same"
    return best


# What is measured: the work, and a size that takes a moment.
WORKS: dict[str, tuple[Callable[[int], tuple[int, object]], int]] = {
    "act(view, legal)": (lambda deals: simulated(One(), deals), 100),
    "act_batch(views, legals)": (lambda deals: simulated(Many(), deals), 5000),
    "VecDeals, random answers": (lambda steps: environment(steps, nothing), 50),
    "VecDeals, looking at hands and played cards": (lambda steps: environment(steps, cards_of_hands), 50),
    "VecDeals, looking at the cards of every play": (lambda steps: environment(steps, all_plays), 20),
}


def measure(name: str, seconds: float) -> float:
    """Decisions a second of processor time of one of `WORKS`."""
    assert simulated(One(), 200) == simulated(Many(), 200), "one at a time or all at once is the same"
    return rate(*WORKS[name], seconds)


def main() -> None:
    """Prints a line a measurement."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    for name in WORKS:
        print(f"{name:46} {measure(name, seconds):12,.0f} decisions/s", flush=True)


if __name__ == "__main__":
    main()
