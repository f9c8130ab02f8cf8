"""Several tests read together."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def holm(p_values: Sequence[float | None]) -> tuple[float | None, ...]:
    """Adjusts p values so that the chance of any false finding stays at the level (Holm, Scand. J. Stat. 6, 1979).

    Returns them in the order given. None stands for a test that could not be made; it stays None and does not count.
    Raises `ValueError` for a p value outside 0 to 1.
    """
    known: list[tuple[float, int]] = []
    for i, p in enumerate(p_values):
        if p is not None:
            if not 0.0 <= p <= 1.0:
                raise ValueError(f"p values: value {i} is {p}; expected a number from 0 to 1")
            known.append((p, i))
    adjusted: list[float | None] = [None] * len(p_values)
    running = 0.0
    for rank, (p, i) in enumerate(sorted(known)):
        running = min(1.0, max(running, (len(known) - rank) * p))
        adjusted[i] = running
    return tuple(adjusted)
