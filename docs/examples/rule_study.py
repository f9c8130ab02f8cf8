"""A rule study: what do 4 levels for a double-down do, and what does the wind to the next seat?

python docs/examples/rule_study.py 20000
"""

import sys
import tempfile

import guandan_sim as gd

matches = int(sys.argv[1]) if len(sys.argv) > 1 else 100

# Each variant plays the same cards, so even a small difference shows.
study = gd.compare_rules(
    ["institute", "institute:promotion=4,2,1", "institute:lead_after_out=next"],
    strategy="tempo",
    matches=matches,
    seed=2026,
)
print(study.answer)

# One number with everything that is known of it.
line = study.line("deals_a_match", "institute:promotion=4,2,1")
print(
    f"{line.difference.value:+.2f} deals a match, 95 % from {line.difference.low:+.2f} to {line.difference.high:+.2f}"
)
print(f"pairing was worth {line.paired.variance_reduction:.1f} times as many matches")

# All numbers are a polars table; here what is sure after Holm's adjustment.
sure = study.table.filter(study.table["p_adjusted"] < 0.05)
print(sure.select("metric", "variant", "difference", "low", "high"))

# A page to show, and what repeats the study.
with tempfile.TemporaryDirectory() as folder:
    page = study.report(f"{folder}/study.html")
    print(f"{page.name}: {page.stat().st_size // 1024} kB")
print(study.command)
