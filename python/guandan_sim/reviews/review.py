"""`review`: the values of every decision in recorded deals."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import msgspec

from guandan_sim._core import Rules, Strategy, build_info
from guandan_sim.arguments import check_number, check_whole, several
from guandan_sim.errors import IllegalPlay, NotationError, PlanError, RulesError, shown
from guandan_sim.executors import Listener, ignore
from guandan_sim.forks import check_not_forked
from guandan_sim.formats.recorded import lines_of
from guandan_sim.plan import draw_seed
from guandan_sim.reviews.positions import Position, RecordedDeal
from guandan_sim.reviews.result import Decision, Review, ReviewedDeal, summary_of
from guandan_sim.reviews.valuing import WRONG, Class, Method, Valued
from guandan_sim.reviews.work import FoundDeal, found_in, samples_within
from guandan_sim.simulation import Run, check_workers, processors

SEATS = (0, 1, 2, 3)
SAMPLES = 200
MOST_SAMPLES = 100_000
# The least losses of a mistake and of a blunder, in levels; that of an inaccuracy is the threshold.
THRESHOLD, MISTAKE, BLUNDER = 0.1, 0.25, 0.6


def review(
    source: str | os.PathLike[str] | Run | Iterable[str | bytes],
    *,
    match: int | None = None,
    deal: int | None = None,
    seat: int | Literal["all"] | Iterable[int] = "all",
    samples: int | None = None,
    budget: float | None = None,
    policy: str = "tempo",
    belief: str = "plays",
    threshold: float = THRESHOLD,
    worst: int | None = None,
    anonymous: bool = False,
    rules: Rules | str | os.PathLike[str] | None = None,
    seed: int | None = None,
    workers: int | None = None,
    on_progress: Listener | None = None,
) -> Review:
    """Values every decision of recorded deals: the plays that matter, the play made, and what it lost.

    `source` is a file of records, a run or its directory, or the lines of records (docs/RECORDS.md), of all hands or of
    one seat's knowledge. `match` and `deal` choose among the deals; of a run without records, `match` says which to
    play again. `seat` says whose decisions are reviewed: one seat, several, or "all".

    Values are those that the seat could know. Hidden hands are drawn as by `rollout`, `belief` saying how, and the
    strategy `policy` plays each of `samples` deals (200 by default) to its end. Levels and chances are those of the
    seat's team. With at most 12 cards left the samples are solved instead. A loss is measured on samples of its own, in
    levels; if it is more than noise it is an inaccuracy from `threshold`, a mistake from 0.25, a blunder from 0.6.

    `budget` is a time in seconds; the number of samples then follows from the time that some decisions take. With
    `worst` only so many decisions of the greatest losses are kept. `anonymous` leaves out the names of the strategies
    and of the source.
    `rules` are needed for records whose label does not say them. The review depends on `seed`, drawn when absent, and
    not on `workers`, the number of threads. `on_progress` is told how many turns are done.

    Raises `PlanError`, `NotationError`, `IllegalPlay`, `RulesError` and `StoreError`.

    >>> import guandan_sim as gd
    >>> match = gd.Match(strategies=["random", "random"], seed=7).play()
    >>> found = gd.review(match.records[:1], seat=0, samples=10, policy="random", seed=7)
    >>> found.summary[0].seat, found.summary[0].decisions == len(found.decisions)
    (0, True)
    """
    check_not_forked("a review")
    check_workers(workers)
    seats = _seats(seat)
    threads = workers or processors()
    if samples is not None and budget is not None:
        raise PlanError("budget: expected samples or a budget, got both")
    if worst is not None:
        check_whole("worst", worst, 1, 10**9)
    method = Method(
        samples=check_whole("samples", SAMPLES if samples is None else samples, 2, MOST_SAMPLES),
        policy=_built_in(policy),
        belief=belief,
        seed=draw_seed() if seed is None else check_whole("seed", seed, 0, 2**64 - 1),
        least=_least(threshold),
    )
    deals = _deals(source, match, deal, None if rules is None else Rules(rules))
    if budget is not None:
        seconds = check_number("budget", budget, "a number of seconds from 1", least=1.0)
        method = replace(method, samples=samples_within(seconds, deals, seats, method, threads, MOST_SAMPLES))
    found = list(found_in(deals, seats, method, threads, on_progress or ignore))
    whence = os.fspath(source) if isinstance(source, str | os.PathLike) else getattr(source, "address", None)
    return _put_together(found, seats, method, whence, worst=worst, anonymous=anonymous)


def _seats(given: object) -> tuple[int, ...]:
    if given == "all":
        return SEATS
    if isinstance(given, str):
        raise PlanError(f"seat: expected 0 to 3 or all, got {shown(given)}")
    asked = several("seat", given) if isinstance(given, Iterable) else [given]
    seats = tuple(sorted({check_whole("seat", seat, 0, 3) for seat in asked}))
    if not seats:
        raise PlanError("seat: expected at least one")
    return seats


def _built_in(policy: str) -> str:
    """The policy. Raises `PlanError` for a strategy that cannot play deals to their end."""
    if not isinstance(policy, str):
        raise PlanError(f"policy: expected the text of a strategy, got {shown(policy)}")
    Strategy(policy)
    return policy


def _least(threshold: float) -> tuple[float, float, float]:
    """The least losses of an inaccuracy, a mistake and a blunder."""
    least = check_number("threshold", threshold, "a loss in levels from 0 to 6", 0.0, 6.0)
    return least, max(least, MISTAKE), max(least, BLUNDER)


def _deals(source: object, match: int | None, deal: int | None, rules: Rules | None) -> list[RecordedDeal]:
    """The deals asked for. Raises `PlanError` where there is none, and what the lines raise, with their place."""
    name, stored, lines = _lines(source, match)
    found = []
    for number, line in enumerate(lines, 1):
        try:
            read = RecordedDeal.read(line, stored if rules is None else rules)
        except (NotationError, IllegalPlay, RulesError) as error:
            raise type(error)(f"{name}, line {number}: {error}") from error
        if match in (None, read.record["match"]) and deal in (None, read.record["deal"]):
            found.append(read)
    if not found:
        asked = [f"{what} {number}" for what, number in (("match", match), ("deal", deal)) if number is not None]
        raise PlanError(f"{name}: no record of {', '.join(asked) or 'anything'}")
    return found


def _lines(source: object, match: int | None) -> tuple[str, Rules | None, Iterable[bytes]]:
    """What the source is called in messages, the rules of a run, and its lines."""
    if isinstance(source, Run):
        return source.address, source.plan.rules, (line.encode() for line in source.records(match))
    if isinstance(source, str | os.PathLike):
        name = os.fspath(source)
        return name, *lines_of(name, match)
    return "records", None, [line.encode() if isinstance(line, str) else line for line in several("source", source)]


def _put_together(
    found: Sequence[FoundDeal],
    seats: Sequence[int],
    method: Method,
    whence: str | None,
    *,
    worst: int | None,
    anonymous: bool,
) -> Review:
    """The review of all deals."""
    decisions: list[Decision] = []
    deals = []
    for deal_index, of_deal in enumerate(found):
        record = of_deal.deal.record
        for position, valued in of_deal.decisions:
            if valued is not None:
                decisions.append(_decision(len(decisions), deal_index, record, position, valued, method))
        names = [f"seat {seat}" for seat in SEATS] if anonymous else record["strategies"]
        kept = {key: told for key, told in record.items() if not anonymous or key != "source"}
        deals.append(
            ReviewedDeal(
                match=record["match"],
                deal=record["deal"],
                record=kept | {"strategies": names},
                levels_won=_levels_won(of_deal.deal),
                luck=of_deal.luck,
            )
        )
    summary = []
    for seat in seats:
        known = [index for index, deal in enumerate(deals) if deal.record["hands"][seat] is not None]
        lucks = [luck for index in known if (luck := deals[index].luck[seat]) is not None]
        names = ", ".join(sorted({deals[index].record["strategies"][seat] for index in known}))
        mine = (decision for decision in decisions if decision.seat == seat)
        if known:
            summary.append(summary_of(seat, names, known, mine, lucks))
    if worst is not None:
        decisions, deals = _worst(decisions, deals, worst)
    classes: dict[Class, float] = dict(zip(WRONG, method.least, strict=True))
    labels = sorted({deal.deal.rules.label for deal in found})
    return Review(
        version=build_info()["version"],
        rules=", ".join(labels),
        policy=method.policy,
        belief=method.belief,
        samples=method.samples,
        seed=method.seed,
        threshold=method.least[0],
        classes=classes,
        seats=tuple(seats),
        source=None if anonymous else whence,
        deals=tuple(deals),
        decisions=tuple(decisions),
        summary=tuple(summary),
        not_valued=sum(valued is None for deal in found for _, valued in deal.decisions),
    )


def _decision(
    index: int, deal_index: int, record: Mapping[str, Any], position: Position, valued: Valued, method: Method
) -> Decision:
    view, made = position.view, valued.plays[valued.made]
    return Decision(
        index=index,
        deal_index=deal_index,
        match=record["match"],
        deal=record["deal"],
        play=position.play,
        phase=position.phase,
        seat=view.seat,
        hand=str(view.hand),
        to_beat=None if view.table is None else str(view.table),
        to_beat_seat=view.table_seat,
        counts=view.counts,
        win_rate=made.win_rate,
        win_rate_se=made.win_rate_se,
        match_win_rate=made.match_win_rate,
        match_win_rate_se=made.match_win_rate_se,
        plays=valued.plays,
        others=valued.others,
        played=valued.made,
        best=0,  # `Valued.plays` has the best first
        loss=valued.loss.levels,
        loss_se=valued.loss.se,
        loss_n=valued.loss.n,
        class_=valued.loss.class_by(method.least),
    )


def _levels_won(deal: RecordedDeal) -> tuple[int, int] | None:
    """The levels that the deal won each team, negative for the one that lost; None where the record ends before it."""
    places = deal.record.get("places")
    if places is None:
        return None
    first, *others = places
    levels = deal.rules.promotion[others.index((first + 2) % 4)]
    return (levels, -levels) if first % 2 == 0 else (-levels, levels)


def _worst(
    decisions: Sequence[Decision], deals: Sequence[ReviewedDeal], number: int
) -> tuple[list[Decision], list[ReviewedDeal]]:
    """The decisions of the greatest losses in their order, and the deals that they are of."""
    losing = sorted((decision for decision in decisions if decision.loss > 0), key=lambda decision: -decision.loss)
    kept = sorted(losing[:number], key=lambda decision: decision.index)
    indexes = sorted({decision.deal_index for decision in kept})
    numbered = [
        msgspec.structs.replace(decision, index=index, deal_index=indexes.index(decision.deal_index))
        for index, decision in enumerate(kept)
    ]
    return numbered, [deals[index] for index in indexes]
