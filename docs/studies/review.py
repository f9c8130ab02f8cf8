"""How right reviews are: what our own strategies lose, and whether planted mistakes are found.

    python docs/studies/review.py 16 100

Prints two tables. The first reviews single deals (here 16) of each strategy against itself. The second takes decisions
(here 100) in deals of `rollout`. It puts the worst play, and plays between it and the best, in place of the one that
was made. What each loses is known from 1,000 samples of its own; a review of 200 samples says what it thinks of them.
"""

import sys
from dataclasses import replace

import numpy as np

import guandan_sim as gd
from guandan_sim.reviews.positions import RecordedDeal
from guandan_sim.reviews.review import BLUNDER, MISTAKE, THRESHOLD
from guandan_sim.reviews.valuing import CLASSES, WRONG, Method, value

LEAST = (THRESHOLD, MISTAKE, BLUNDER)
STRATEGIES = ("rollout(samples=60, aim=levels)", "tempo", "lowest", "random")
deals = int(sys.argv[1]) if len(sys.argv) > 1 else 16
decisions = int(sys.argv[2]) if len(sys.argv) > 2 else 100


def records_of(strategy: str, number: int, seed: int) -> list[str]:
    """The records of single deals of a strategy against itself."""
    return list(gd.simulate(deals=number, strategies=strategy, seed=seed, log=["records"]).records())


print(f"| strategy | decisions | levels lost a decision | a deal | {' | '.join(CLASSES)} |")
print("|---|---|---|---|" + "---|" * len(CLASSES), flush=True)
for strategy in STRATEGIES:
    found = gd.review(records_of(strategy, deals, 5), seed=5)
    number = len(found.decisions)
    lost = [sum(decision.loss for decision in found.decisions if decision.deal_index == deal) for deal in range(deals)]
    wide = 1.96 * np.std(lost, ddof=1) / np.sqrt(deals)
    shares = [sum(decision.class_ == name for decision in found.decisions) / number for name in CLASSES]
    said = " | ".join(f"{share:.1%}" for share in shares)
    print(
        f"| `{strategy}` | {number} | {sum(lost) / number:.3f} | {np.mean(lost):.2f} ± {wide:.2f} | {said} |",
        flush=True,
    )

method = Method(200, "tempo", "plays", 3, LEAST)
draw = np.random.default_rng(8)
kinds = ("made by `rollout`", "loses below 0.1", "0.1 to 0.25", "0.25 to 0.6", "0.6 to 1", "over 1")
said = {kind: dict.fromkeys(CLASSES, 0) for kind in kinds}
records = records_of(STRATEGIES[0], 1 + decisions // 8, 6)
taken = 0
for line in records:
    deal = RecordedDeal.read(line.encode(), None)
    positions = [position for position in deal.positions(range(4)) if position.phase in ("lead", "follow")]
    for number in sorted(draw.choice(len(positions), min(8, len(positions)), replace=False)):
        if taken == decisions:
            break
        taken += 1
        position = positions[number]
        own = value(position, method, is_of_match=False).loss
        said[kinds[0]][own.class_by(LEAST)] += 1
        truth = gd.rollout(position.view, 1000, seed=99, objects=True).sort("mean_levels", descending=True)
        best, *others = truth.iter_rows(named=True)
        for row in {len(others) - 1, len(others) // 2, len(others) // 5}:
            planted = others[row]
            lost = best["mean_levels"] - planted["mean_levels"]
            kind = kinds[1 + sum(lost >= bound for bound in (*LEAST, 1.0))]
            found = value(replace(position, made=planted["action"], open=None), method, is_of_match=False)
            said[kind][found.loss.class_by(LEAST)] += 1

print(f"\n| play | number | {' | '.join(CLASSES)} | called wrong |")
print("|---|---|" + "---|" * (len(CLASSES) + 1))
for kind, counts in said.items():
    number = max(sum(counts.values()), 1)
    wrong = sum(counts[name] for name in WRONG) / number
    print(f"| {kind} | {sum(counts.values())} | {' | '.join(f'{counts[name]}' for name in CLASSES)} | {wrong:.1%} |")
