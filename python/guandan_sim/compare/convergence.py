"""How estimates settled as blocks came in: a few dozen points, whatever the number of parts."""

import polars as pl

from guandan_sim.stats import Estimate

_POINTS = 40
_SCHEMA = {
    "metric": pl.String,
    "variant": pl.String,
    "blocks": pl.Int64,
    "estimate": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
}


class Track:
    """Remembers estimates after some of the parts, the last one always among them."""

    def __init__(self, parts: int) -> None:
        """For a run of so many parts."""
        self._parts = parts
        self._step = max(1, parts // _POINTS)
        self._seen = 0
        self._rows: list[tuple[str, str, int, float | None, float | None, float | None]] = []

    def is_due(self) -> bool:
        """Counts a part; whether estimates are to be remembered after it."""
        self._seen += 1
        return self._seen % self._step == 0 or self._seen == self._parts

    def add(self, metric: str, variant: str, blocks: int, estimate: Estimate) -> None:
        """Remembers an estimate over so many blocks."""
        self._rows.append((metric, variant, blocks, estimate.value, estimate.low, estimate.high))

    def frame(self) -> pl.DataFrame:
        """metric, variant, blocks, estimate, low, high."""
        return pl.DataFrame(self._rows, _SCHEMA, orient="row")
