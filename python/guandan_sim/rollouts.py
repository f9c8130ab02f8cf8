"""Play-outs of one decision: estimates what each play is worth in sampled deals that a strategy plays to their end."""

from collections.abc import Iterable, Sequence
from os import PathLike
from typing import TYPE_CHECKING

from guandan_sim._core import Deal, Hand, Rules, View
from guandan_sim._core import rollout as play_outs
from guandan_sim.arguments import check_whole, several
from guandan_sim.errors import PlanError
from guandan_sim.forks import check_not_forked
from guandan_sim.simulation import check_workers, processors
from guandan_sim.terms import LEVELS, counted

if TYPE_CHECKING:
    import polars as pl

SEATS = range(4)


def rollout(
    view_or_deal: View | Deal,
    samples: int = 1000,
    policy: str = "tempo",
    seed: int = 1,
    *,
    workers: int | None = None,
    unseen: Hand | str | Iterable[str] | None = None,
    belief: str | None = None,
) -> "pl.DataFrame":
    """Estimates what each play of the seat to act is worth, and a pass, by play-outs.

    The hidden cards are dealt `samples` times, in ways that fit what the seat has seen (the cards played, the counts,
    what tribute showed). With `belief` "uniform" every such deal is equally likely. With "plays", the default, a deal
    is the likelier, the better it explains what the other seats have played and passed, if they play like `tempo`;
    with a `policy` of `random` or `lowest` nothing is concluded. In each of these sampled deals every play is tried
    once: the strategy `policy` plays the deal to its end, with the same random numbers for all plays. Of a `Deal` only
    what the seat to act can see is used. With `unseen` the other seats draw their cards from these cards, which may be
    more than they hold; `belief` is then "uniform".

    Returns a polars frame with one row for each play of `legal_plays(detail="ranks")`, and last a row "pass" where
    passing is allowed. Plays with the same ranks are told apart by suits where they leave different straight flushes.
    The columns are

    * `play`: the play as text;
    * `n`: the number of play-outs;
    * `win_rate` and its standard error `win_rate_se`: the share of play-outs in which the seat's team is first;
    * `mean_levels` and its standard error `mean_levels_se`: the mean of levels won, negative when lost;
    * `rank`: the rank by mean levels, 1 for the best.

    The numbers depend on `seed` and not on `workers`, the number of threads (by default all processors).

    Raises `PlanError` for a strategy, seed, number, belief or view that cannot be used, `GuandanError` when the deal is
    over.

    >>> import guandan_sim as gd
    >>> deal = gd.Deal.new(hands=["S3 SK", "S9", "S4 S5 S6", "ST SJ SQ"], level="2", leader=0)
    >>> gd.rollout(deal, samples=50).select("play", "n", "win_rate", "rank").rows()
    [('single 3: S3', 50, 0.0, 2), ('single K: SK', 50, 1.0, 1)]
    """
    import polars as pl

    check_not_forked("rollout")
    if not isinstance(view_or_deal, View | Deal):
        raise TypeError(f"view_or_deal: expected a Deal or a View, got {type(view_or_deal).__name__}")
    check_workers(workers)
    rows = play_outs(
        view_or_deal,
        samples=samples,
        policy=policy,
        seed=seed,
        threads=processors() if workers is None else workers,
        unseen=unseen,
        belief=belief,
    )
    schema = {
        "play": pl.String,
        "n": pl.UInt32,
        "win_rate": pl.Float64,
        "win_rate_se": pl.Float64,
        "mean_levels": pl.Float64,
        "mean_levels_se": pl.Float64,
    }
    named = [("pass" if play is None else str(play), *numbers) for play, *numbers in rows]
    frame = pl.DataFrame(named, schema=schema, orient="row")
    return frame.with_columns(rank=pl.col("mean_levels").rank("min", descending=True).cast(pl.UInt32))


def position(
    hand: Hand | str,
    *,
    seat: int = 0,
    counts: Sequence[int] | None = None,
    to_beat: Hand | str | None = None,
    by: int | None = None,
    gone: Hand | str = "",
    level: str = "2",
    rules: Rules | str | PathLike[str] = "institute",
) -> tuple[Deal, Hand]:
    """Makes a position from what one seat knows: a deal in which the seat is to act, and the cards others may hold.

    `rollout(deal, unseen=cards)` takes the two. `counts` are the numbers of cards that the seats hold, by default 27
    for every other seat. `to_beat` lies on the table; seat `by`, by default the previous seat, played it, and the seats
    between have passed. `gone` are cards that were played before. The hands of the other seats in the deal are
    arbitrary.

    Raises `PlanError` and `NotationError` for a position that cannot exist.
    """
    own = Hand(hand)
    table = Hand(to_beat or "")
    seat = check_whole("seat", seat, 0, 3)
    by = (seat - 1) % 4 if by is None else check_whole("by", by, 0, 3)
    if by == seat:
        raise PlanError(f"by: {by}, but seat {seat} does not answer itself")
    if not own:
        raise PlanError("hand: expected at least one card, got none")
    held = [len(own) if other == seat else 27 for other in SEATS] if counts is None else several("counts", counts)
    held = [check_whole("counts", count, 1, len(_PACKS)) for count in held]
    if len(held) != len(SEATS) or held[seat] != len(own):
        raise PlanError(f"counts: expected 4 numbers from 1, {len(own)} for seat {seat}, got {held}")
    out = Hand([*own, *table, *Hand(gone)])
    unseen = list(_PACKS - out)
    others = sum(held) - len(own)
    if len(unseen) < others:
        raise PlanError(f"counts: the others hold {counted(others, 'card')}, but the packs have {len(unseen)} left")
    cards = iter(unseen)
    hands = [list(own) if other == seat else [next(cards) for _ in range(held[other])] for other in SEATS]
    leader = seat
    if table:
        leader = by
        hands[leader] += list(table)
    deal = Deal.new(rules=rules, level=level, hands=[Hand(cards) for cards in hands], leader=leader)
    if table:
        deal.play(table)
        while deal.turn != seat:
            deal.pass_()
    return deal, Hand(unseen)


_PACKS = Hand([*(suit + rank for rank in LEVELS for suit in "SHCD" for _ in range(2)), *["SB", "HR"] * 2])
