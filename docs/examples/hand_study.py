"""A hand study: how good are dealt hands, and does a good hand win?

python docs/examples/hand_study.py 20000
"""

import sys

import polars as pl

import guandan_sim as gd

deals = int(sys.argv[1]) if len(sys.argv) > 1 else 1000

# One hand: the fewest plays that empty it, and how.
hand = gd.evaluate_hand("S3 D3 H4 C4 S5 D5 S7 H7 C7 D7 SK HK SA CA DA SB HR", level="2")
print(f"{hand.min_plays} plays: {', '.join(str(play) for play in hand.decomposition)}")

# Many hands: the column min_plays_s0 is the fewest plays of seat 0.
run = gd.simulate(deals=deals, strategies="tempo", seed=2026, columns=["hand"])
by_plays = (
    run.deals.group_by(pl.col("min_plays_s0").alias("fewest plays"))
    .agg(
        pl.len().alias("hands"),
        (pl.col("place_s0") == 1).mean().round(3).alias("came first"),
        (pl.col("winner_team") == 0).mean().round(3).alias("side won"),
    )
    .sort("fewest plays")
    .collect()
)
print(by_plays)
