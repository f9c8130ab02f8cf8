"""How the blocks of a run ended: all that shares of games won, with their intervals, are made of."""

import io
from collections import Counter

# How many blocks there are of each result: games won by the first and by the second side under all rotations. A draw,
# or a match that somebody left, is won by neither.
Scores = Counter[tuple[int, int]]


def scores_of(matches: bytes, rotations: int) -> Scores:
    """The scores of a part, from its table `matches` as a file. In rotation r side s is team (s + r) mod 2."""
    import numpy as np
    import polars as pl

    winners = pl.read_parquet(io.BytesIO(matches), columns=["winner_team"])["winner_team"].fill_null(9).to_numpy()
    teams = np.arange(rotations) % 2
    games = winners.reshape(-1, rotations)
    first, second = ((games == (side + teams) % 2).sum(axis=1) for side in (0, 1))
    results, blocks = np.unique(first * (rotations + 1) + second, return_counts=True)
    return Counter(
        {divmod(int(result), rotations + 1): int(count) for result, count in zip(results, blocks, strict=True)}
    )
