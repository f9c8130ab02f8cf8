"""What is refused is refused in words of ours: which argument, and what was expected. The binding library is silent."""

import inspect
import re
from collections.abc import Callable, Iterator

import numpy as np
import pytest

import guandan_sim as gd
from guandan_sim import _core

DEAL = gd.Deal.new(seed=1)
ENDING = gd.Deal.new(hands=["S3 S4", "S5", "S6", "S7"], leader=0)
VIEW = DEAL.view(0)
PLAY = DEAL.legal_plays()[0]
RULES = gd.Rules("institute")
STEPPED = _core.Simulator(strategies=["object:me"], seed=1, unit="match").begin(0)
LOWEST = gd.strategy("lowest")
DEALS = gd.VecDeals(2, seed=1)
VIEWS, LEGALS = DEALS.reset()
SIMULATOR = _core.Simulator(strategies=["random"], seed=1)
PART = SIMULATOR.play(0, 1, workers=1)
RECORD = next(gd.simulate(deals=1, strategies="random", seed=1).records(0))
COLUMN = ("seat", np.arange(4, dtype=np.uint8), np.ones(4, dtype=np.bool_), ["a"])

# Every function and method with arguments, and arguments that are good.
GOOD: dict[str, tuple[Callable[..., object], dict[str, object]]] = {
    "Hand": (gd.Hand, {"cards": "S3"}),
    "Hand.count": (gd.Hand("S3").count, {"card": "S3"}),
    "Rules": (gd.Rules, {"rules": "web"}),
    "Rules.preset": (gd.Rules.preset, {"name": "web"}),
    "Rules.from_toml": (gd.Rules.from_toml, {"path": "nowhere"}),
    "Rules.from_text": (gd.Rules.from_text, {"text": RULES.to_toml(), "place": "here"}),
    "Rules.with_settings": (RULES.with_settings, {"settings": ["max_bomb=8"], "place": "here"}),
    "Rules.diff": (RULES.diff, {"other": "web"}),
    "Rules.text": (RULES.text, {"field": "max_bomb"}),
    "Play.beats": (PLAY.beats, {"other": PLAY}),
    "Deal.new": (
        gd.Deal.new,
        {"rules": "web", "level": "2", "seed": 1, "hands": ["S3"] * 4, "leader": 0, "match": 0, "deal": 0},
    ),
    "Deal.from_record": (gd.Deal.from_record, {"line": RECORD, "play": 0, "rules": "institute"}),
    "Deal.legal_plays": (DEAL.legal_plays, {"detail": "ranks"}),
    "Deal.play": (DEAL.play, {"play": "S3 S4", "kind": "pair", "rank": "3"}),
    "Deal.view": (DEAL.view, {"seat": 0}),
    "Simulator.begin": (
        _core.Simulator(strategies=["lowest"], seed=1, unit="match").begin,
        {"match": 0, "answers": []},
    ),
    "SteppedMatch.view": (STEPPED.view, {"seat": 0}),
    "SteppedMatch.legal_plays": (STEPPED.legal_plays, {"detail": "ranks"}),
    "SteppedMatch.act": (STEPPED.act, {"action": 0}),
    "Strategy": (gd.Strategy, {"text": "lowest"}),
    "Strategy.act": (LOWEST.act, {"view": VIEW, "legal": [PLAY]}),
    "Strategy.act_each": (LOWEST.act_each, {"views": [VIEW], "legals": [[PLAY]]}),
    "Strategy.act_batch": (LOWEST.act_batch, {"views": VIEWS, "legals": LEGALS}),
    "View.from_public": (
        gd.View.from_public,
        {
            "rules": "web",
            "level": "2",
            "seat": 0,
            "hand": "S3",
            "dealt": "S3",
            "history": [(0, "S3")],
            "leader": 0,
            "paid": [],
            "returned": [],
            "void_by": [],
            "phase": "play",
            "cards": "S3",
            "levels": ["2", "2"],
            "declarers": 0,
            "ace_failures": [0, 0],
            "fallen": [False, False],
            "match": 0,
            "deal": 0,
            "seed": 0,
        },
    ),
    "View.legal_plays": (VIEW.legal_plays, {"detail": "ranks"}),
    "View.random": (VIEW.random, {"k": 0}),
    "View.below": (VIEW.below, {"n": 3, "k": 0}),
    "Views.random": (VIEWS.random, {"k": 0}),
    "VecDeals": (gd.VecDeals, {"n": 1, "rules": "web", "level": "2", "seed": 1}),
    "VecDeals.reset": (DEALS.reset, {"seed": 1}),
    "VecDeals.step": (DEALS.step, {"answers": [0]}),
    "classify": (gd.classify, {"cards": "S3", "level": "2", "rules": "web"}),
    "legal_plays": (
        gd.legal_plays,
        {"hand": "S3", "level": "2", "rules": "web", "to_beat": "S4", "detail": "ranks"},
    ),
    "evaluate_hand": (gd.evaluate_hand, {"hand": "S3", "level": "2", "rules": "web"}),
    "perft": (gd.perft, {"deal": DEAL, "depth": 0, "detail": "ranks"}),
    "perft_divide": (gd.perft_divide, {"deal": DEAL, "depth": 0, "detail": "ranks"}),
    "rollout": (
        _core.rollout,
        {
            "position": DEAL,
            "samples": 1,
            "policy": "lowest",
            "seed": 1,
            "threads": 1,
            "unseen": "S3",
            "belief": "uniform",
            "aim": "first",
            "exact": 0,
            "plays": [DEAL.legal_plays()[0]],
            "each": True,
        },
    ),
    "solve": (_core.solve, {"deal": ENDING, "max_positions": 1000}),
    "check_whole": (_core.check_whole, {"what": "seat", "number": 3, "least": 0, "most": 3}),
    "title": (_core.title, {"points": 5}),
    "read_record": (_core.read_record, {"line": RECORD}),
    "RecordVerifier.check": (_core.RecordVerifier().check, {"line": RECORD, "rules": "institute"}),
    "parquet": (_core.parquet, {"columns": [COLUMN], "metadata": {}, "group_rows": 4}),
    "Part.rows": (PART.rows, {"table": "deals"}),
    "Part.parquet": (PART.parquet, {"table": "deals", "metadata": {}, "group_rows": 4}),
    "Simulator.play": (
        SIMULATOR.play,
        {
            "first": 0,
            "blocks": 1,
            "workers": 1,
            "on_progress": lambda done: None,
            "on_error": "stop",
            "records": False,
        },
    ),
    "Simulator": (
        _core.Simulator,
        {
            "strategies": ["random"],
            "seed": 1,
            "rules": "web",
            "unit": "match",
            "level": "2",
            "clock_model": "",
            "leave_rate": 0.0,
            "rotations": 1,
            "records": False,
            "plays": False,
            "hand_columns": False,
            "allow_timing": True,
            "hands": DEAL.hands,
            "leader": 0,
            "played": ["pass"],
        },
    ),
    "time_actions": (
        _core.time_actions,
        {"strategy": "lowest", "seconds": 0.001, "rules": "web", "level": "2"},
    ),
    "_play": (_core._play, {"rules": "web", "level": "2", "cards": "S3", "kind": "single", "rank": "3"}),
    "_evaluation": (_core._evaluation, {"rules": "web", "level": "2", "hand": "S3"}),
    "_deal": (_core._deal, {"rules": "web", "level": "2", "text": "{}"}),
    "_view": (_core._view, {"rules": "web", "level": "2", "text": "{}"}),
    "_vec_deals": (_core._vec_deals, {"rules": "web", "level": "2", "seed": 1, "past": []}),
}
CALLED_OTHERWISE = {
    ("VecDeals", "n"): "deals side by side",
    ("View.below", "n"): "below",
    ("check_whole", "number"): "seat",
}
TAKE_FRACTIONS = {("Simulator", "leave_rate"), ("time_actions", "seconds")}
ARGUMENTS = [(name, argument) for name, (_, arguments) in GOOD.items() for argument in arguments]
LIBRARY = re.compile(
    r"can't extract|cannot be converted|not an instance of|failed to extract|while processing|cannot be interpreted|"
    r"object cannot be|surrogates|borrowed|codec|argument '",
    re.IGNORECASE,
)


def bound() -> Iterator[tuple[str, set[str]]]:
    """Every function and method of the engine with the names of its arguments."""
    for name in dir(_core):
        thing = getattr(_core, name)
        if isinstance(thing, type):
            if thing.__new__ is not object.__new__:
                yield name, {*inspect.signature(thing).parameters}
            for method in vars(thing):
                if not method.startswith("_") and callable(getattr(thing, method)):
                    yield f"{name}.{method}", {*inspect.signature(getattr(thing, method)).parameters} - {"self"}
        elif inspect.isbuiltin(thing):
            yield name, {*inspect.signature(thing).parameters}


def test_every_argument_is_in_the_list() -> None:
    listed = {name: {*arguments} for name, (_, arguments) in GOOD.items()}
    found = {name: arguments for name, arguments in bound() if arguments and name != "Rules.replace"}
    assert found == listed


def refused(name: str, argument: str, value: object) -> str:
    call, arguments = GOOD[name]
    with pytest.raises((TypeError, gd.GuandanError)) as caught:
        call(**{**arguments, argument: value})
    message = str(caught.value)
    assert "\n" not in message
    assert not LIBRARY.search(message), message
    assert not getattr(caught.value, "__notes__", None)
    return message


@pytest.mark.parametrize(("name", "argument"), ARGUMENTS)
def test_what_will_not_do_is_refused_by_the_name_of_the_argument(name: str, argument: str) -> None:
    for value in (object(), 5.5, b"\xff", [object()], {1: 2}):
        if (name, argument) in TAKE_FRACTIONS and value == 5.5:
            continue
        if (argument, value) == ("line", b"\xff"):
            continue
        message = refused(name, argument, value)
        if name == "Simulator" and argument == "strategies" and isinstance(value, list):
            assert "expected an object with act" in message
            continue
        assert message.startswith(CALLED_OTHERWISE.get((name, argument), argument)), message
        assert "expected" in message, message


@pytest.mark.parametrize(("name", "argument"), ARGUMENTS)
def test_half_a_letter_is_no_text(name: str, argument: str) -> None:
    _, arguments = GOOD[name]
    if not isinstance(arguments[argument], str) or argument in ("position", "path"):
        return
    message = refused(name, argument, "S3\udcff")
    assert message == f"{argument}: expected text, got 'S3\\udcff'"


def test_lists_of_half_letters_and_fields_of_rules() -> None:
    for call in (
        lambda: gd.Hand(["S3", "\udcff"]),
        lambda: "\udcff" in gd.Hand(),
        lambda: gd.Hand() + "\udcff",
        lambda: gd.Hand() - "\udcff",
        lambda: RULES.with_settings(["\udcff"]),
        lambda: RULES.replace(**{"\udcff": 1}),
        lambda: RULES.replace(scoring="\udcff"),
        lambda: gd.Rules("\udcff"),
        lambda: gd.strategy("exec:\udcff"),
        lambda: gd.simulate(deals=4, strategies=["\udcff"]),
        lambda: gd.simulate(deals=4, level="\udcff"),
        lambda: gd.simulate(matches=4, clock_model="\udcff"),
        lambda: gd.simulate(deals=4, log=["\udcff"]),
        lambda: gd.compare_rules(["\udcff", "web"], deals=4),
        lambda: gd.compare_strategies("\udcff", "random", deals=4),
        lambda: gd.tournament(["\udcff", "random"], deals=4),
        lambda: gd.rollout(DEAL, policy="\udcff"),
        lambda: gd.Match(rules="\udcff"),
        lambda: gd.Run("\udcff"),
    ):
        with pytest.raises(gd.GuandanError) as caught:
            call()
        assert "\n" not in str(caught.value)
        assert not getattr(caught.value, "__notes__", None)


def test_hands_that_are_one_text_are_no_list() -> None:
    with pytest.raises(TypeError, match=r"^hands: expected a list, got str$"):
        gd.Deal.new(hands="S3 S4 S5 S6", leader=0)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^hands\[3\]: expected text, a Hand or card texts, got int$"):
        gd.Deal.new(hands=["S3", "S4", "S5", 6], leader=0)  # type: ignore[list-item]


def test_cards_without_end_are_refused() -> None:
    with pytest.raises(gd.NotationError, match="cards: expected at most 108 cards"):
        gd.Hand(card for _ in iter(int, 1) for card in ("S3",))


def test_numbers_of_numpy_are_values_of_fields() -> None:
    assert RULES.replace(max_bomb=np.int64(8)) == RULES.replace(max_bomb=8)
    assert RULES.replace(promotion=[np.uint8(4), np.uint8(2), np.uint8(1)]) == RULES.replace(promotion=(4, 2, 1))
    for value in (np.int64(99), np.float64(8.5), np.array([1, 2]), 10**30):
        with pytest.raises(gd.RulesError, match=r"max_bomb = .*expected a whole number 4 to 10"):
            RULES.replace(max_bomb=value)
