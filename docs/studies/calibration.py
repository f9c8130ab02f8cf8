"""How right the values of `gd.rollout` are: the chance to win the deal that it promises against what happened.

    python docs/studies/calibration.py 40 tempo

Plays 40 matches of `tempo` against itself, or of the strategies named (`rollout(samples=30),tempo`). In each deal,
after 0, 10, 20, 40 and 60 actions, the play that the seat to act made is valued on the seat's view. Prints, with
uniform hands and with hands drawn by what plays tell, the mean that was promised, the share that was won, and the slope
of a regression of what happened on what was promised (1 where the values are right) with 95 % intervals.
"""

import json
import sys
from itertools import chain

import numpy as np

import guandan_sim as gd

AFTER = (0, 10, 20, 40, 60)
SAMPLES = 100

matches = int(sys.argv[1]) if len(sys.argv) > 1 else 40
strategies = sys.argv[2] if len(sys.argv) > 2 else "tempo"
policy = sys.argv[3] if len(sys.argv) > 3 else "tempo"


def alike(row: str, play: list[str]) -> bool:
    """Whether a row of `gd.rollout` is the play of a record, suits apart."""
    if len(play) == 1:
        return row == play[0]
    cards, kind, rank = play
    named, _, listed = row.partition(": ")
    same = sorted(card[-1] for card in listed.split()) == sorted(card[-1] for card in cards.split())
    return same and named in (f"{kind} {rank}", kind)


def promised(line: str, action: int, play: list[str], belief: str) -> float | None:
    """The chance to win that the play made has by play-outs; None where no row stands for it."""
    frame = gd.rollout(gd.Deal.from_record(line.encode(), play=action), SAMPLES, policy, 1, belief=belief)
    return next((row["win_rate"] for row in frame.iter_rows(named=True) if alike(row["play"], play)), None)


def line_of(pairs: np.ndarray) -> str:
    """Promised and happened, and the slope of a regression, with 95 % intervals."""
    said, won = pairs.T
    n, spread = len(said), said - said.mean()
    slope = (spread * won).sum() / (spread**2).sum()
    rest = won - won.mean() - slope * spread
    width = 1.96 * np.sqrt((rest**2).sum() / (n - 2) / (spread**2).sum())
    off = 1.96 * (won - said).std(ddof=1) / np.sqrt(n)
    return f"{n} | {said.mean():.3f} | {won.mean():.3f} ± {off:.3f} | {slope:.2f} ± {width:.2f}"


records = list(
    chain.from_iterable(gd.Match(strategies=strategies, seed=seed).play().records for seed in range(matches))
)
print("| after | belief | positions | promised | happened | slope |\n|---|---|---|---|---|---|")
for after in AFTER:
    for belief in ("uniform", "plays"):
        pairs = []
        for line in records:
            record = json.loads(line)
            if len(record["plays"]) > after:
                seat, *play = record["plays"][after]
                chance = promised(line, after, play, belief)
                if chance is not None:
                    pairs.append((chance, float(record["places"][0] % 2 == seat % 2)))
        print(f"| {after} | {belief} | {line_of(np.array(pairs))} |", flush=True)
