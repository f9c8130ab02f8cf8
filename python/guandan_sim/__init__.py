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
"""

from guandan_sim._core import Deal, Hand, Play, Rules, View, build_info, classify, legal_plays, perft, perft_divide
from guandan_sim.errors import GuandanError, IllegalPlay, NotationError, PlanError, RulesError, StoreError

__all__ = [
    "Deal",
    "GuandanError",
    "Hand",
    "IllegalPlay",
    "NotationError",
    "PlanError",
    "Play",
    "Rules",
    "RulesError",
    "StoreError",
    "View",
    "build_info",
    "classify",
    "legal_plays",
    "perft",
    "perft_divide",
]
