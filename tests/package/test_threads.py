"""What threads may share, and that the rest is refused in words of ours."""

import threading
from collections.abc import Callable

import numpy as np
import pytest

import guandan_sim as gd


def errors_of(threads: int, work: Callable[[int], object]) -> list[BaseException]:
    """What so many threads raised that begin together."""
    raised: list[BaseException] = []
    begin = threading.Barrier(threads)

    def run(number: int) -> None:
        begin.wait()
        try:
            work(number)
        except BaseException as error:
            raised.append(error)

    running = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    return raised


def test_threads_on_one_vec_deals_are_refused_and_it_stays_whole() -> None:
    deals = gd.VecDeals(20_000, seed=1)
    deals.reset()
    refused = []
    for _ in range(10):
        refused += errors_of(4, lambda number: deals.reset(seed=number))
    expected = "VecDeals: another call is at work on these deals: give each thread deals of its own"
    assert {(type(error), str(error)) for error in refused} == {(gd.GuandanError, expected)}
    assert (len(deals), deals.level, repr(deals)[:10]) == (20_000, "2", "<VecDeals:")
    alone = gd.VecDeals(20_000, seed=deals.seed)
    assert deals == alone
    first = np.zeros(20_000, dtype=np.int64)
    assert (deals.step(first)[0].hand == alone.step(first)[0].hand).all()


def test_threads_share_a_deal_each_of_whose_calls_is_done_as_a_whole() -> None:
    deal = gd.Deal.new(seed=1)
    wrong: list[str] = []

    def play(number: int) -> None:
        while not deal.is_over:
            plays = deal.legal_plays(detail="ranks")
            try:
                deal.play(plays[number % len(plays)]) if plays else deal.pass_()
            except gd.IllegalPlay:
                # Somebody was faster.
                continue
            deal.view(number)
            wrong.extend([repr(deal)] if len(deal.hands) != 4 or deal == 5 else [])

    assert errors_of(4, play) == []
    assert wrong == []
    again = gd.Deal.new(seed=1)
    for seat, made in deal.history:
        assert again.turn == seat
        again.play(made) if made else again.pass_()
    assert again == deal


def test_threads_share_values_that_do_not_change() -> None:
    deal = gd.Deal.new(seed=1)
    view, rules, plays = deal.view(0), deal.rules, deal.legal_plays()

    def read(number: int) -> None:
        for _ in range(200):
            assert view.hand == deal.hands[0]
            assert rules.fingerprint
            assert plays[number] == gd.classify(plays[number].hand, level="2")[0] or plays[number].size
            assert gd.evaluate_hand(view.hand).min_plays

    assert errors_of(4, read) == []


def test_cards_may_be_chosen_by_what_asks_the_deal() -> None:
    """A list that is made while it is read may ask the deal that is about to play it."""
    deal = gd.Deal.new(seed=1)
    played = deal.play(card for card in [next(iter(deal.hands[deal.turn or 0]))] if not deal.is_over)
    assert deal.history[0][1] == played


@pytest.mark.parametrize(
    "call", [lambda deals: deals.reset(), lambda deals: deals.step([0]), lambda deals: deals == deals]
)
def test_deals_may_be_asked_while_they_are_looked_at(call: Callable[[gd.VecDeals], object]) -> None:
    deals = gd.VecDeals(1, seed=1)
    for _ in range(3):
        call(deals)
