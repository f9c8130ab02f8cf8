"""The published rule sets compared: `tempo` against itself, and against `lowest` for skill.

    python docs/studies/presets.py runs/presets 200000

Prints the `guandan-sim compare rules` that makes the same numbers. If interrupted, run it again to continue.
"""

import sys
from pathlib import Path

import guandan_sim as gd

# The five of the sources; `competition` also without its clock, as the bell ends matches that others play out.
RULES = ("institute", "competition", "competition:clock=none", "web", "guandan_com", "next_wind")
SEED = 2026

out = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("runs/presets")
matches = int(sys.argv[2]) if len(sys.argv) > 2 else 200_000

for name, opponent in (("itself", None), ("lowest", "lowest")):
    study = gd.compare_rules(
        RULES, strategy="tempo", opponent=opponent, matches=matches, seed=SEED, out=out / f"tempo-against-{name}"
    )
    (out / f"tempo-against-{name}.md").write_text(study.to_markdown(), "utf-8")
    study.report(out / f"tempo-against-{name}.html")
    print(study.answer)
    print(study.command)
