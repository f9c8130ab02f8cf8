"""The engine lists, classifies and compares exactly what a slow reading of the rules in plain Python does."""

import os
import random
from collections import Counter

import pytest
from oracle import combinations as slow

import guandan_sim as gd

#: Hands of up to eight cards: 1,000 ordinarily, 20,000 for `make proof`, in parts that can run side by side.
PARTS = 10
HANDS = 20_000 if os.environ.get("GUANDAN_PROOF", "") not in ("", "0") else 1_000


def play(engine: gd.Play) -> slow.Play:
    return engine.kind, engine.rank, tuple(sorted(engine.cards))


def position(dice: random.Random) -> tuple[slow.House, gd.Rules]:
    """A level and any value of the four fields that combinations depend on."""
    house = slow.House(
        level=dice.choice(slow.RANKS),
        max_bomb=dice.randint(4, 10),
        joker_pair_in_full_house=dice.random() < 0.5,
        plain_straight_from_flush=dice.random() < 0.5,
        sequence_order=dice.choice(["natural", "level"]),
    )
    rules = gd.Rules("institute").replace(
        max_bomb=house.max_bomb,
        joker_pair_in_full_house=house.joker_pair_in_full_house,
        plain_straight_from_flush=house.plain_straight_from_flush,
        sequence_order=house.sequence_order,
    )
    return house, rules


def draw(dice: random.Random, house: slow.House) -> list[str]:
    """Up to eight cards with 0, 1 or 2 wilds: of one or two ranks, of one suit, of neighbours and jokers, or any."""
    wilds = dice.randint(0, 2)
    size = max(dice.randint(1, 8), dice.randint(1, 8), wilds)
    first = dice.randrange(len(slow.RANKS))
    width = dice.randint(1, 6)
    neighbours = {slow.RANKS[(first + step) % len(slow.RANKS)] for step in range(width)}
    suit = dice.choice(slow.SUITS)
    wanted = dice.choice(
        [
            lambda card: slow.rank_of(card) in {slow.RANKS[first], slow.RANKS[-1 - first]},
            lambda card: card[0] == suit and slow.rank_of(card) in neighbours,
            lambda card: slow.rank_of(card) in neighbours or card in slow.JOKERS,
            lambda card: slow.rank_of(card) in neighbours,
            lambda _card: True,
        ]
    )
    pool = [card for card in slow.PACKS if card != house.wild]
    shaped = [card for card in pool if wanted(card)]
    hand = dice.sample(shaped, min(len(shaped), size - wilds))
    rest = list((Counter(pool) - Counter(hand)).elements())
    return [house.wild] * wilds + hand + dice.sample(rest, size - wilds - len(hand))


def assert_lists_equal(expected: set[slow.Play], house: slow.House, cards: list[gd.Play], ranks: list[gd.Play]) -> None:
    assert {play(listed) for listed in cards} == expected
    assert len(cards) == len(expected)
    assert {play(listed) for listed in ranks} <= expected
    groups = Counter(slow.same_at_ranks(play(listed), house) for listed in ranks)
    assert groups == Counter({slow.same_at_ranks(one, house) for one in expected})


def numbered(number: int) -> tuple[random.Random, slow.House, gd.Rules, list[str]]:
    dice = random.Random(number)
    house, rules = position(dice)
    return dice, house, rules, draw(dice, house)


@pytest.mark.parametrize("part", range(PARTS))
def test_plays_answers_readings_and_comparisons_equal_the_slow_reading(part: int) -> None:
    for number in range(part, HANDS, PARTS):
        dice, house, rules, hand = numbered(number)
        level = house.level
        leads = slow.leads(hand, house)
        listed = gd.legal_plays(hand, level=level, rules=rules)
        assert_lists_equal(leads, house, listed, gd.legal_plays(hand, level=level, rules=rules, detail="ranks"))

        table = dice.choice(gd.legal_plays(draw(dice, house), level=level, rules=rules))
        answers = gd.legal_plays(hand, level=level, rules=rules, to_beat=table)
        fewer_answers = gd.legal_plays(hand, level=level, rules=rules, to_beat=table, detail="ranks")
        assert_lists_equal(slow.answers(leads, play(table), house), house, answers, fewer_answers)
        for one in listed:
            assert one.beats(table) == slow.beats(play(one), play(table), house)

        readings = gd.classify(hand, level=level, rules=rules)
        assert {(one.kind, one.rank) for one in readings} == slow.readings(hand, house)
        first = (readings[0].kind, readings[0].rank) if readings else None
        assert first == slow.undeclared(hand, house)


def test_the_hands_compared_hold_every_shape_with_0_1_and_2_wilds() -> None:
    met: Counter[tuple[str, int]] = Counter()
    for number in range(HANDS):
        _, house, rules, hand = numbered(number)
        plays = gd.legal_plays(hand, level=house.level, rules=rules)
        met.update({(one.kind, one.cards.count(house.wild)) for one in plays})
    for kind in ("pair", "triple", "full_house", "straight", "tube", "plate", "bomb", "straight_flush"):
        assert all(met[kind, wilds] >= 5 for wilds in range(3)), f"{kind} is too rare: {met}"
    assert met["joker_bomb", 0] >= 1
