"""One rule changed at a time: what it does to matches of `tempo` against itself.

    python docs/studies/fields.py runs/fields 100000

Prints the `guandan-sim compare rules` that makes the same numbers. If interrupted, run it again to continue.
"""

import sys
from pathlib import Path

import guandan_sim as gd

CHANGES = (
    "promotion=4,2,1",
    "promotion=5,3,1",
    "lead_after_out=next",
    "pass_ace=double_down",
    "ace_attempts=3",
    "streak_rises=3;streak_falls=3",
    "tribute_lead=first",
)
SEED = 2026

out = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("runs/fields")
matches = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000

study = gd.compare_rules(
    ["institute", *(f"institute:{change}" for change in CHANGES)],
    strategy="tempo",
    matches=matches,
    seed=SEED,
    tribute_effect=False,
    out=out,
)
out.with_suffix(".md").write_text(study.to_markdown(), "utf-8")
study.report(out.with_suffix(".html"))
print(study.answer)
print(study.command)
