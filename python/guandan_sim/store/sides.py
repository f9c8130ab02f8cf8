"""Who is who in the tables `deals` and `matches`, and what each side had, as expressions over their columns.

A side is one of the two strategies of a run wherever it sits, a team the seats 0 and 2 or 1 and 3.
"""

import polars as pl

_WINNER = pl.col("winner_team")


def first_side(rotations: int) -> pl.Expr:
    """The team whose seats the first strategy has: seat s is played by strategy (s + rotation) mod 4."""
    return (pl.col("match") % rotations % 2).cast(pl.UInt8)


def halves_won(team: pl.Expr) -> pl.Expr:
    """Half games that a team won: 2, or 1 where nobody won (a draw, a match that somebody left)."""
    return pl.when(_WINNER.is_null()).then(1).otherwise(2 * (team == _WINNER).cast(pl.Int64)).cast(pl.Int64)


def with_levels_before(deals: pl.LazyFrame) -> pl.LazyFrame:
    """Adds before_t0 and before_t1: the level of each team before the deal, 2 being 0 and A 12.

    A team's level is 2 plus all it has climbed minus all it has lost in the deals of the match before.
    """
    gains = [
        pl.when(team == _WINNER).then(pl.col("levels_won").cast(pl.Int32)).otherwise(0)
        - pl.col(f"levels_lost_t{team}").cast(pl.Int32)
        for team in (0, 1)
    ]
    return deals.with_columns(
        (gain.cum_sum().over("match") - gain).alias(f"before_t{team}") for team, gain in enumerate(gains)
    )


def levels_of_sides(side: pl.Expr) -> tuple[pl.Expr, pl.Expr]:
    """The levels of the side that has the seats of team `side` and of the other, of frames `with_levels_before`."""
    teams = ("before_t0", "before_t1")
    own, other = (pl.when(side == 0).then(one).otherwise(two) for one, two in (teams, teams[::-1]))
    return own, other
