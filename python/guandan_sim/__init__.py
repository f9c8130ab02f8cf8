"""Simulate Guandan: legal plays, single deals, and millions of them.

>>> import guandan_sim as gd
>>> print(gd.Hand("HR S7 H7"))
S7 H7 HR
"""

from guandan_sim._core import Hand, Rules, build_info
from guandan_sim.errors import GuandanError, IllegalPlay, NotationError, PlanError, RulesError, StoreError

__all__ = [
    "GuandanError",
    "Hand",
    "IllegalPlay",
    "NotationError",
    "PlanError",
    "Rules",
    "RulesError",
    "StoreError",
    "build_info",
]
