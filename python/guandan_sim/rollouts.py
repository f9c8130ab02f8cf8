"""What the plays of one decision are worth: `rollout` estimates it by play-outs, `solve` finds it with open cards."""

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from os import PathLike
from typing import TYPE_CHECKING, Literal

from guandan_sim._core import Deal, Hand, Play, Rules, View
from guandan_sim._core import rollout as play_outs
from guandan_sim._core import solve as exact_values
from guandan_sim.arguments import check_whole, several
from guandan_sim.errors import IllegalPlay, NotationError, PlanError, shown
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
    aim: str | None = None,
    exact: int = 0,
    plays: Iterable[Play | str | None] | None = None,
    detail: Literal["plays", "samples"] = "plays",
    objects: bool = False,
) -> "pl.DataFrame":
    """Estimates by play-outs what each play of the seat to act is worth, and a pass, or in tribute each card.

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
    * `rank`: the rank by mean levels, 1 for the best;
    * with `aim`, `value` and its standard error `value_se`: the mean of what is aimed at, by which `rank` then goes. As
      for the strategy `rollout` it is "levels", "first" (to be the team of the first) or "match": the chance to win
      the match, for views that know it (docs/ENVIRONMENT.md), and levels for others.

    With `exact`, at most 20, a sampled deal that has no more cards than that left in all after a play is solved, and
    not played out by `policy`: everybody sees all cards and plays to the team's best, as `aim` has it (without it
    levels).

    A view of tribute ("pay", "return" or "pick") has a row for each card of the choice, as the single that it makes. Of
    cards to give that stand for each other, because they have the same rank and leave the same straight flushes, only
    the first has one; two players may lay down the same card to be picked, and then the card of the lower seat comes
    first. The other seats hold any cards that fit what they have shown, whatever the `belief`, and `policy` makes the
    choices of tribute that are still to come too.

    With `plays` only these are tried, in this order: `Play` objects, their texts ("pair T: HT DT"), cards of which
    there is one legal play ("HT DT"), and for a pass "pass" or None. With `objects` there is a column `action` of the
    plays as `Play` objects, None for a pass.

    With `detail="samples"` there is one row for each sample and play instead, sample by sample: `sample` (UInt32, from
    0), `play`, `won` (Boolean, whether the seat's team was first) and `levels` (Int8, the levels it won, negative when
    lost). In a sample all plays are tried with the same hidden cards, so that their differences tell most.

    The numbers depend on `seed` and not on `workers`, the number of threads (by default all processors).

    Raises `PlanError` for a strategy, seed, number, belief, aim or view that cannot be used (such as a view of tribute
    by `View.from_public` that does not say who pays whom and who leads), `IllegalPlay` for one of `plays` that is not
    legal, `GuandanError` when the deal is over.

    >>> import guandan_sim as gd
    >>> deal = gd.Deal.new(hands=["S3 SK", "S9", "S4 S5 S6", "ST SJ SQ"], level="2", leader=0)
    >>> gd.rollout(deal, samples=50).select("play", "n", "win_rate", "rank").rows()
    [('single 3: S3', 50, 0.0, 2), ('single K: SK', 50, 1.0, 1)]
    >>> gd.rollout(deal, samples=2, plays=["SK"], detail="samples").rows()
    [(0, 'single K: SK', True, 1), (1, 'single K: SK', True, 1)]
    """
    import numpy as np
    import polars as pl

    check_not_forked("rollout")
    if not isinstance(view_or_deal, View | Deal):
        raise TypeError(f"view_or_deal: expected a Deal or a View, got {type(view_or_deal).__name__}")
    check_workers(workers)
    if detail not in ("plays", "samples"):
        raise PlanError(f"detail: expected plays or samples, got {shown(detail)}")
    rows, each = play_outs(
        view_or_deal,
        samples=samples,
        policy=policy,
        seed=seed,
        threads=processors() if workers is None else workers,
        unseen=unseen,
        belief=belief,
        aim="levels" if aim is None else aim,
        exact=exact,
        plays=None if plays is None else _legal_ones(view_or_deal, plays),
        each=detail == "samples",
    )
    named = ["pass" if play is None else str(play) for play, *_ in rows]
    actions = [play for play, *_ in rows]
    if each is not None:
        won, levels = each
        columns = {
            "sample": pl.Series(np.repeat(np.arange(samples, dtype=np.uint32), len(rows))),
            "play": pl.Series(named * samples, dtype=pl.String),
            "won": pl.Series(won),
            "levels": pl.Series(levels),
        }
        frame, actions = pl.DataFrame(columns), actions * samples
        return frame.with_columns(pl.Series("action", actions, dtype=pl.Object)) if objects else frame
    schema = {
        "play": pl.String,
        "n": pl.UInt32,
        "win_rate": pl.Float64,
        "win_rate_se": pl.Float64,
        "mean_levels": pl.Float64,
        "mean_levels_se": pl.Float64,
        "value": pl.Float64,
        "value_se": pl.Float64,
    }
    numbers = [(name, *numbers) for name, (_, *numbers) in zip(named, rows, strict=True)]
    frame = pl.DataFrame(numbers, schema=schema, orient="row")
    frame = frame.with_columns(rank=pl.col("value").rank("min", descending=True).cast(pl.UInt32))
    if aim is None:
        frame = frame.drop("value", "value_se")
    return frame.with_columns(pl.Series("action", actions, dtype=pl.Object)) if objects else frame


def solve(deal: Deal, *, max_positions: int = 200_000) -> "pl.DataFrame":
    """Finds exactly what each play of the seat to act is worth, and a pass, with the cards of all seats open.

    Everybody sees all cards and plays to the team's best. So this is the truth about the position, and not what a
    player could have known: `rollout` values plays by what their seat sees.

    Returns a polars frame with the same rows as `rollout(deal)`. The columns are

    * `play`: the play as text, or "pass";
    * `levels` (Int8): the levels that the team of the seat to act wins after it, negative when it loses them;
    * `rank` (UInt32): the rank by levels, 1 for the best; plays of the same worth have the same rank.

    Raises `PlanError` when more than `max_positions` positions had to be looked at. With 16 cards left in all that is
    rare, with 24 it is usual. Solve positions nearer the end of the deal, or raise the number; each position takes some
    150 bytes of memory. Raises `GuandanError` when the deal is over.

    >>> import guandan_sim as gd
    >>> deal = gd.Deal.new(hands=["S3 SK", "S9", "S4 S5 S6", "ST SJ SQ"], level="2", leader=0)
    >>> gd.solve(deal).rows()
    [('single 3: S3', -2, 2), ('single K: SK', 1, 1)]
    """
    import polars as pl

    check_not_forked("solve")
    solved = exact_values(deal, max_positions=max_positions)
    columns = {
        "play": pl.Series(["pass" if play is None else str(play) for play, _ in solved], dtype=pl.String),
        "levels": pl.Series([levels for _, levels in solved], dtype=pl.Int8),
    }
    return pl.DataFrame(columns).with_columns(rank=pl.col("levels").rank("min", descending=True).cast(pl.UInt32))


def _legal_ones(view_or_deal: View | Deal, plays: Iterable[Play | str | None]) -> list[Play | None]:
    """The plays that are given, None for a pass. Raises `IllegalPlay`, which names the nearest, and `PlanError`."""
    legal: list[Play | None] = [*view_or_deal.legal_plays()]
    if view_or_deal.table is not None:
        legal.append(None)
    by_text = {"pass" if play is None else str(play): play for play in legal}
    found = []
    for number, given in enumerate(several("plays", plays)):
        text = "pass" if given is None else str(given)
        fitting = [by_text[text]] if text in by_text else _with_cards(legal, text)
        if len(fitting) != 1:
            wrong = "is more than one play" if fitting else "is not a legal play here"
            known = [str(play) for play in fitting] or [*by_text]
            near = max(known, key=lambda name: SequenceMatcher(a=text, b=name).ratio(), default=None)
            hint = f" (did you mean {near}?)" if near else ""
            raise IllegalPlay(f"plays[{number}]: {shown(text)} {wrong}{hint}")
        found.append(fitting[0])
    return found


def _with_cards(plays: Iterable[Play | None], text: str) -> list[Play]:
    """The plays of exactly the cards that the text names; none where it names no cards."""
    try:
        cards = Hand(text)
    except NotationError:
        return []
    return [play for play in plays if play and Hand(play.cards) == cards]


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
