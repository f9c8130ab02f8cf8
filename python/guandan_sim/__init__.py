"""Simulate Guandan: legal plays, single deals, and millions of them.

Cards are text or a `Hand`; rules a preset's name, a `Rules` or a TOML file; a level a rank's letter.

>>> import guandan_sim as gd
>>> [str(play) for play in gd.legal_plays("SK H3 SB", level="3", to_beat="SQ DQ")]
['pair K: SK H3']

A deal is refereed: what the rules do not allow is refused with the clause of docs/RULES.md.

>>> deal = gd.Deal.new(rules="institute", level="2", seed=7)
>>> while not deal.is_over:
...     plays = deal.legal_plays(detail="ranks")
...     _ = deal.play(plays[0]) if plays else deal.pass_()
>>> len(deal.places), deal.pattern in ("1-2", "1-3", "1-4")
(4, True)

Millions of deals make a data set, the same for the same arguments on any machine with any number of threads.

>>> run = gd.simulate(deals=2000, strategies="random,lowest", seed=7)
>>> run.deals.collect().height
2000
"""

from typing import TYPE_CHECKING

from guandan_sim.processor import check_processor

# Before the engine is loaded, which on a processor without its instructions would end the process.
check_processor()

from guandan_sim._core import (  # noqa: E402
    Deal,
    Hand,
    HandEvaluation,
    Legals,
    Play,
    Rules,
    VecDeals,
    View,
    Views,
    build_info,
    classify,
    evaluate_hand,
    legal_plays,
    perft,
    perft_divide,
)
from guandan_sim.errors import (  # noqa: E402
    GuandanError,
    IllegalPlay,
    NotationError,
    PathError,
    PlanError,
    RulesError,
    StoreError,
    StrategyError,
)

if TYPE_CHECKING:
    from guandan_sim.compare.rules import compare_rules
    from guandan_sim.compare.strategies import compare_strategies
    from guandan_sim.compare.tournament import tournament
    from guandan_sim.match import Match, MatchResult
    from guandan_sim.rollouts import rollout
    from guandan_sim.simulation import Run, simulate

__all__ = [
    "Deal",
    "GuandanError",
    "Hand",
    "HandEvaluation",
    "IllegalPlay",
    "Legals",
    "Match",
    "MatchResult",
    "NotationError",
    "PathError",
    "PlanError",
    "Play",
    "Rules",
    "RulesError",
    "Run",
    "StoreError",
    "StrategyError",
    "VecDeals",
    "View",
    "Views",
    "build_info",
    "classify",
    "compare_rules",
    "compare_strategies",
    "evaluate_hand",
    "legal_plays",
    "perft",
    "perft_divide",
    "rollout",
    "simulate",
    "tournament",
]

# What needs polars is imported when it is first asked for: `import guandan_sim` stays quick.
_LATER = {
    "Match": "guandan_sim.match",
    "MatchResult": "guandan_sim.match",
    "Run": "guandan_sim.simulation",
    "compare_rules": "guandan_sim.compare.rules",
    "compare_strategies": "guandan_sim.compare.strategies",
    "rollout": "guandan_sim.rollouts",
    "simulate": "guandan_sim.simulation",
    "tournament": "guandan_sim.compare.tournament",
}


def __getattr__(name: str) -> object:
    """The names that are imported when first asked for."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_LATER[name]), name)
    globals()[name] = value
    return value
