"""Whatever is put in, a result comes out or one of the package's exceptions: no panic, no other error."""

import random
from collections.abc import Callable

import guandan_sim as gd

FACES = [suit + rank for rank in "23456789TJQKA" for suit in "SHCD"] + ["SB", "HR"]
PACKS = FACES * 2
ALPHABET = "SHCD23456789TJQKABR ,;:=()-_10xé掼\n\0😀"
LEVELS = list("23456789TJQKA")
WORDS = [
    "",
    "institute",
    "institut",
    "pagat",
    "single",
    "pair",
    "bomb",
    "cards",
    "ranks",
    "2",
    "A",
    "random",
    "lowest(",
    "max_bomb=8",
]


def _text(rng: random.Random) -> str:
    if rng.random() < 0.2:
        return rng.choice(WORDS)
    return "".join(rng.choice(ALPHABET) for _ in range(rng.choice([1, 2, 3, 8, 30])))


def _cards(rng: random.Random) -> str:
    """Cards that two packs may or may not hold."""
    pool = PACKS if rng.random() < 0.9 else FACES * 4
    return " ".join(rng.sample(pool, rng.choice([0, 1, 2, 3, 4, 5, 6, 8, 10, 27])))


def _attempt(call: Callable[[], object]) -> bool:
    """Whether the call gave a result; anything but the package's exceptions, on one line each, fails the test."""
    try:
        call()
    except gd.GuandanError as error:
        assert str(error)
        assert "\n" not in str(error), str(error)
        assert "internal error" not in str(error), str(error)
        return False
    return True


def test_10_000_random_strings_and_card_sets_through_every_public_function() -> None:
    rng = random.Random(1)
    deal = gd.Deal.new(seed=1)
    institute = gd.Rules("institute")
    functions: list[Callable[[str, str], object]] = [
        lambda a, b: gd.Hand(a),
        lambda a, b: gd.Hand(a.split()),
        lambda a, b: gd.Hand(a) - b,
        lambda a, b: gd.Hand(a) + b,
        lambda a, b: a in gd.Hand(b),
        lambda a, b: gd.Hand(a).count(b),
        lambda a, b: gd.Rules(a),
        lambda a, b: gd.Rules.preset(a),
        lambda a, b: gd.Rules.from_toml(a.replace("\0", "")),
        lambda a, b: gd.Rules.from_text(a),
        lambda a, b: institute.with_settings([a, b]),
        lambda a, b: institute.replace(**{a: b}),
        lambda a, b: institute.diff(a),
        lambda a, b: institute.text(a),
        lambda a, b: gd.classify(a, level=rng.choice([*LEVELS, b])),
        lambda a, b: gd.classify(a, level="5", rules=b),
        lambda a, b: gd.legal_plays(a, level=rng.choice(LEVELS), to_beat=b, detail="ranks"),
        lambda a, b: gd.legal_plays(a[:24], level="5", detail=b),  # type: ignore[arg-type]
        lambda a, b: deal.play(a),
        lambda a, b: deal.play(str(rng.choice(list(deal.hands[0]))), kind=a, rank=b),
        lambda a, b: gd.Deal.new(hands=[a, b, "S3", "S4"], leader=0),
        lambda a, b: gd.Deal.new(hands=[a[:12], b[:12], "S3", "S4"], leader=rng.randrange(-3, 9)),
        lambda a, b: gd.Deal.new(seed=rng.randrange(2**64), level=a, rules=b),
        lambda a, b: gd.perft(gd.Deal.new(hands=[a[:12], b[:12], "S3", "S4"], leader=1), rng.randrange(3)),
        lambda a, b: deal.view(rng.randrange(-3, 9)),
    ]
    results = 0
    for _ in range(10_000):
        a, b = (_cards(rng) if rng.random() < 0.6 else _text(rng) for _ in range(2))
        function = rng.choice(functions)
        results += _attempt(lambda function=function, a=a, b=b: function(a, b))  # type: ignore[misc]
    assert 1000 < results < 9000


def test_random_play_of_whole_deals_with_wrong_actions_between() -> None:
    """Every wrong action is refused without a trace, and the deal goes on to its end."""
    rng = random.Random(2)
    for seed in range(20):
        deal = gd.Deal.new(seed=seed, level=rng.choice(LEVELS), rules=rng.choice(list(gd.Rules.presets())))
        while not deal.is_over:
            before = (deal.hands, deal.turn, len(deal.history))
            if not _attempt(lambda deal=deal: deal.play(_cards(rng))):  # type: ignore[misc]
                assert (deal.hands, deal.turn, len(deal.history)) == before
            if deal.is_over:
                break
            plays = deal.legal_plays(detail="ranks")
            if plays and (deal.table is None or rng.random() < 0.8):
                deal.play(rng.choice(plays))
            else:
                deal.pass_()
        assert sorted(deal.places) == [0, 1, 2, 3]
        assert not _attempt(deal.pass_)
        assert not _attempt(lambda deal=deal: deal.play("S3"))  # type: ignore[misc]
