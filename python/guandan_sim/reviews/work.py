"""The work of a review: decisions valued by several threads, in the order of the deals."""

import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace

from guandan_sim.errors import PlanError
from guandan_sim.executors import Listener, Progress
from guandan_sim.executors.interruption import held_back
from guandan_sim.reviews.luck import Luck, luck_of
from guandan_sim.reviews.positions import Position, RecordedDeal
from guandan_sim.reviews.valuing import Method, Valued, value

# Deals of which the luck of a hand is the mean.
_LUCK_DEALS = 200
# The pilot that tells how long a sample takes: at most so many decisions, from so many deals, on so many samples each.
_PILOT_DECISIONS, _PILOT_DEALS, _PILOT_SAMPLES = 40, 8, 20


@dataclass(frozen=True)
class FoundDeal:
    """A deal with its decisions in order, each with its values; None where they cannot be known."""

    deal: RecordedDeal
    decisions: list[tuple[Position, Valued | None]]
    luck: tuple[Luck | None, Luck | None, Luck | None, Luck | None]


def found_in(
    deals: Sequence[RecordedDeal], seats: Sequence[int], method: Method, workers: int, listener: Listener
) -> Iterator[FoundDeal]:
    """Each deal with the values of its decisions, one after the other; `listener` hears of turns that are done.

    Raises what the records and the values raise.
    """
    turns = [sum(seat in seats for seat, *_ in deal.record["plays"]) for deal in deals]
    done = 0
    # The thread that called only waits, so Ctrl-C ends the wait; what is in work then is finished and thrown away.
    with held_back() as let_through, ThreadPoolExecutor(workers, thread_name_prefix="review") as pool:
        try:
            waiting: deque[tuple[RecordedDeal, list[Position], list[Future[Valued | None]], list[Future[Luck] | None]]]
            waiting = deque()
            coming = iter(deals)
            for number, _ in enumerate(deals):
                # So that no thread waits for the last decision of a deal, others are in hand.
                while len(waiting) <= workers and (deal := next(coming, None)) is not None:
                    positions = list(deal.positions(seats))
                    values = [pool.submit(_value, position, deal, method) for position in positions]
                    luck = [_luck(pool, deal, seat, seats, method) for seat in range(4)]
                    waiting.append((deal, positions, values, luck))
                deal, positions, values, luck = waiting.popleft()
                found = []
                for count, (position, future) in enumerate(zip(positions, values, strict=True), 1):
                    with let_through():
                        found.append((position, future.result()))
                    listener(Progress(done + turns[number] * count // len(positions), sum(turns)))
                done += turns[number]
                with let_through():
                    one, two, three, four = (None if future is None else future.result() for future in luck)
                yield FoundDeal(deal, found, (one, two, three, four))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def samples_within(
    seconds: float, deals: Sequence[RecordedDeal], seats: Sequence[int], method: Method, workers: int, most: int
) -> int:
    """How many samples a decision can have if the review is to take so many seconds, by the time of some decisions."""
    some = deals[:: len(deals) // _PILOT_DEALS + 1]
    positions = [(position, deal) for deal in some for position in deal.positions(seats)]
    tried = positions[:: len(positions) // _PILOT_DECISIONS + 1]
    begun = time.perf_counter()
    for position, deal in tried:
        _value(position, deal, replace(method, samples=_PILOT_SAMPLES))
    spent = time.perf_counter() - begun
    decisions = len(positions) / len(some) * len(deals)
    per_sample = spent / max(len(tried), 1) / _PILOT_SAMPLES
    wanted = seconds * workers / max(decisions * per_sample, 1e-9)
    return max(_PILOT_SAMPLES, int(min(wanted, most)))


def _value(position: Position, deal: RecordedDeal, method: Method) -> Valued | None:
    try:
        return value(position, method, is_of_match=deal.is_of_match)
    except PlanError:
        if position.play is None:
            # The record does not tell how the tribute went on.
            return None
        raise


def _luck(
    pool: ThreadPoolExecutor, deal: RecordedDeal, seat: int, seats: Sequence[int], method: Method
) -> "Future[Luck] | None":
    """The luck of a seat that is reviewed and whose hand is known."""
    if seat not in seats or deal.record["hands"][seat] is None:
        return None
    return pool.submit(luck_of, deal, seat, deals=_LUCK_DEALS, policy=method.policy, seed=method.seed)
