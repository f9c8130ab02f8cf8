"""What the tests of reports report on: ordinary runs and comparisons, and those that have hardly anything to tell."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import guandan_sim as gd
from guandan_sim.compare.result import Comparison

RUNS: dict[str, dict[str, Any]] = {
    "deals": {"deals": 600, "strategies": "tempo,lowest", "level": "7"},
    "matches": {"matches": 120, "strategies": "tempo,lowest", "rotations": 2, "part_size": 50},
    "mirror": {"matches": 150, "strategies": "tempo", "rules": "competition", "part_size": 40},
    "one deal": {"deals": 1},
    "one match": {"matches": 1, "strategies": "random"},
    "one sided": {"matches": 8, "strategies": "tempo,random"},
    "nothing played": {"matches": 4, "leave_rate": 1.0},
}

COMPARISONS: dict[str, Callable[[Path], Comparison]] = {
    "rules": lambda out: gd.compare_rules(
        ["institute", "competition", "institute:promotion=4,2,1;lead_after_out=next"],
        strategy="tempo",
        opponent="lowest",
        matches=60,
        seed=7,
        part_size=20,
        out=out,
    ),
    "strategies": lambda out: gd.compare_strategies("tempo", "lowest", matches=80, seed=7, part_size=20, out=out),
    "tournament": lambda out: gd.tournament(["random", "lowest", "tempo"], deals=120, seed=7, out=out),
    "the same strategy": lambda out: gd.compare_strategies("lowest", "lowest", deals=20, seed=7, out=out),
    "until": lambda out: gd.compare_strategies("tempo", "random", deals=4000, until=0.05, seed=7, out=out),
    "sprt": lambda out: gd.compare_strategies("tempo", "lowest", deals=4000, sprt="0,0.02", seed=7, out=out),
    "rules of deals": lambda out: gd.compare_rules(["institute", "competition"], deals=40, seed=7, out=out),
    "nothing differs": lambda out: gd.compare_rules(
        ["institute", "institute:announce_at=5"], matches=4, seed=7, out=out
    ),
}


def knowledge_of(record: dict[str, Any], seat: int) -> dict[str, Any]:
    """What a seat knows of a single deal, as a record of docs/RECORDS.md, cut off before the deal is over."""
    hands = [hand if other == seat else None for other, hand in enumerate(record["hands"])]
    plays = record["plays"][: len(record["plays"]) // 2]
    unknown = dict.fromkeys(("seed", "streaks", "promoted", "levels_after", "ace_failures_after", "fallen_after"))
    over = dict.fromkeys(("match_over", "ended_by", "winner", "places", "tied", "turned_up", "levels"))
    return {**record, **unknown, **over, "hands": hands, "plays": plays, "seat": seat, "source": "log.json"}
