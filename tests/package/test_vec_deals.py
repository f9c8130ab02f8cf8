"""VecDeals against deals played one at a time by the referee."""

import numpy as np
import pytest

import guandan_sim as gd

KINDS = ["single", "pair", "triple", "full_house", "straight", "tube", "plate", "bomb", "straight_flush", "joker_bomb"]
FACES = [suit + rank for rank in "23456789TJQKA" for suit in "SHCD"] + ["SB", "HR"]


class Referee:
    """The same deals, one at a time."""

    def __init__(self, n: int, rules: str, level: str, seed: int) -> None:
        self.options = {"rules": rules, "level": level, "seed": seed}
        self.n = n
        self.numbers = list(range(n))
        self.deals = [self.dealt(number) for number in self.numbers]

    def dealt(self, number: int) -> gd.Deal:
        deal = gd.Deal.new(match=number, **self.options)
        self.settle(deal)
        return deal

    @staticmethod
    def settle(deal: gd.Deal) -> None:
        """Does what is to be done without a choice."""
        while not deal.is_over:
            plays = deal.legal_plays(detail="ranks")
            if len(plays) + (deal.table is not None) > 1:
                return
            deal.play(plays[0]) if plays else deal.pass_()

    def step(self, i: int, answer: int) -> list[int] | None:
        """Does what is answered; the rewards when it ends the deal."""
        deal = self.deals[i]
        plays = deal.legal_plays(detail="ranks")
        deal.play(plays[answer]) if answer < len(plays) else deal.pass_()
        self.settle(deal)
        if not deal.is_over:
            return None
        worth = dict(zip(("1-2", "1-3", "1-4"), deal.rules.promotion, strict=True))[deal.pattern]
        rewards = [worth if (seat - deal.places[0]) % 2 == 0 else -worth for seat in range(4)]
        self.numbers[i] += self.n
        self.deals[i] = self.dealt(self.numbers[i])
        return rewards


def text(counts: np.ndarray) -> str:
    return " ".join(face for face, count in zip(FACES, counts, strict=True) for _ in range(count))


@pytest.mark.parametrize(("rules", "level"), [("institute", "2"), ("jiangsu", "9"), ("institute_en", "A")])
def test_every_step_is_that_of_the_referee(rules: str, level: str) -> None:
    n, random = 6, np.random.default_rng(1)
    deals, referee = gd.VecDeals(n, rules=rules, level=level, seed=4), Referee(n, rules, level, 4)
    views, legals = deals.reset()
    ended = 0
    for _ in range(400):
        hands, played, cards, offsets = views.hand, views.played, legals.cards, legals.offsets
        assert views.match.tolist() == referee.numbers
        for i, deal in enumerate(referee.deals):
            seen = deal.view(deal.turn)
            assert views.seat[i] == deal.turn
            assert text(hands[i]) == str(seen.hand)
            assert views.decision[i] == len(deal.history)
            assert views.counts[i].tolist() == list(seen.counts)
            assert bool(legals.can_pass[i]) == (deal.table is not None)
            assert views.random()[i] == seen.random()
            made = [
                [card for s, play in deal.history if play and s == seat for card in play.cards] for seat in range(4)
            ]
            assert [text(of_seat) for of_seat in played[i]] == [str(gd.Hand(cards)) for cards in made]
            plays = range(offsets[i], offsets[i + 1])
            listed = [(KINDS[legals.kind[j]], legals.size[j], text(cards[j])) for j in plays]
            assert listed == [(p.kind, p.size, str(p.hand)) for p in deal.legal_plays(detail="ranks")]
        answers = random.integers(0, legals.answers)
        expected = [referee.step(i, answer) for i, answer in enumerate(answers)]
        views, legals, rewards, dones = deals.step(answers)
        assert dones.tolist() == [reward is not None for reward in expected]
        assert rewards.tolist() == [reward or [0] * 4 for reward in expected]
        ended += dones.sum()
    assert ended > n


def test_reset_begins_the_same_deals_again_and_another_seed_others() -> None:
    deals = gd.VecDeals(50, seed=1)
    first = deals.reset()[0].hand
    deals.step(np.zeros(50, dtype=np.int64))
    assert (deals.reset()[0].hand == first).all()
    other = deals.reset(seed=2)[0].hand
    assert (other != first).any()
    assert deals.seed == 2
    assert (other == gd.VecDeals(50, seed=2).reset()[0].hand).all()
    assert len(deals) == 50


@pytest.mark.parametrize("answers", [[0, 0, 10**9], [0, -1, 0], [0, 0], [0, 0, 0, 0], []])
def test_answers_that_are_none_are_refused_and_change_nothing(answers: list[int]) -> None:
    deals = gd.VecDeals(3, seed=1)
    before = deals.reset()[0].decision
    given = np.array(answers, dtype=np.int64)
    with pytest.raises(gd.IllegalPlay, match=r"answer|answers to 3 deals"):
        deals.step(given)
    after = deals.step([0, 0, 0])[0].decision
    fresh = gd.VecDeals(3, seed=1)
    fresh.reset()
    assert (after == fresh.step([0, 0, 0])[0].decision).all()
    assert (before == 0).all()


def test_answers_come_in_any_array_of_whole_numbers() -> None:
    expected = gd.VecDeals(4, seed=1)
    expected = expected.step([1, 1, 1, 1])[0].hand
    strided = np.ones(8, dtype=np.int64)[::2]
    for answers in (np.ones(4, dtype=np.uint8), np.ones(4, dtype=np.int32), strided, (1, 1, 1, 1)):
        assert (gd.VecDeals(4, seed=1).step(answers)[0].hand == expected).all()
    for answers in (np.ones(4), np.ones((2, 2), dtype=int), ["a"] * 4, None):
        with pytest.raises(TypeError, match="answers: expected whole numbers"):
            gd.VecDeals(4, seed=1).step(answers)


def test_arrays_stay_as_they_were_when_the_deals_go_on() -> None:
    deals = gd.VecDeals(20, seed=3)
    views, legals = deals.reset()
    hand, kinds = views.hand, legals.kind
    kept = hand.copy()
    deals.step(np.zeros(20, dtype=np.int64))
    assert (hand == kept).all()
    assert (views.hand == kept).all()
    assert (legals.kind == kinds).all()


@pytest.mark.parametrize("n", [0, -3, 2**40])
def test_a_number_of_deals_that_is_none_is_refused(n: int) -> None:
    with pytest.raises(gd.PlanError, match="expected a whole number 1 to"):
        gd.VecDeals(n, seed=1)
