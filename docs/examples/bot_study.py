"""A bot study: is a change to a strategy worth anything, and by how much?

python docs/examples/bot_study.py 200000
"""

import sys

import guandan_sim as gd

most = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000

# Stops as soon as a sequential test prefers one of two differences of win rates.
test = gd.compare_strategies("tempo", "tempo(save=off)", deals=most, sprt=(0, 0.02), seed=2026)
print(test.answer)

# A fixed number of duplicate deals tells how large the difference is, and where it comes from.
duel = gd.compare_strategies("tempo", "tempo(partner=off)", deals=most // 10, seed=2026)
print(duel.answer)
print(duel.table.filter(by="lead").select("group", "mean", "mean_low", "mean_high", "rows"))

# How many deals a smaller difference would need, with this duel as the pilot.
print(gd.sample_size(0.01, pilot=duel))

# Several at once.
cup = gd.tournament(["tempo", "tempo(infer=off)", "lowest"], deals=most // 20, seed=2026)
print(cup.table)
