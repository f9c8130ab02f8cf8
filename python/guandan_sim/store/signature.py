"""What this build writes, in 16 letters: builds of one signature make the same files for the same plan."""

import hashlib
from functools import cache

from guandan_sim._core import Rules
from guandan_sim.plan import Plan
from guandan_sim.store.tables import Tables

_STRATEGIES = "tempo,random,lowest,tempo"


@cache
def signature() -> str:
    """The SHA-256 of the files of a few matches and deals by every preset, shortened.

    It changes with anything that changes a card, a play, a column or a byte of a file: the engine, the strategies, the
    writer, and the version of polars where that changes the metadata.
    """
    digest = hashlib.sha256()
    for preset in Rules.presets():
        for plan in (
            Plan.of(matches=1, rules=preset, strategies=_STRATEGIES, seed=1, log=["plays", "records"]),
            Plan.of(deals=4, level="T", rules=preset, strategies=_STRATEGIES, seed=1, rotations=4),
        ):
            simulator = plan.simulator()
            for file in Tables.of(simulator).files(simulator.play(0, 1, workers=1), plan.log).values():
                digest.update(file.content)
    return digest.hexdigest()[:16]
