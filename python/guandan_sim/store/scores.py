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
    games = winners.reshape(-1, rotations)
    # A rotation at a time: adding up along the short side of the array takes several times as long.
    first, second = (
        np.sum([games[:, rotation] == (side + rotation) % 2 for rotation in range(rotations)], axis=0, dtype=np.uint8)
        for side in (0, 1)
    )
    blocks = np.bincount(first * (rotations + 1) + second)
    return Counter({divmod(int(result), rotations + 1): int(blocks[result]) for result in np.flatnonzero(blocks)})
