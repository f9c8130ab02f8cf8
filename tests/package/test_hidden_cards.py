"""A strategy written in Python cannot get at the cards of others, try as it may."""

import copy
import gc
import json
import pickle
import re
from collections.abc import Iterator

import numpy as np
import pytest
from twins import Lowest

import guandan_sim as gd

FACES = [suit + rank for rank in "23456789TJQKA" for suit in "SHCD"] + ["SB", "HR"]


def cards_within(thing: object, depth: int = 3) -> Iterator[str]:
    """Every card that can be read off an object through its attributes, methods without arguments and parts."""
    if isinstance(thing, str):
        yield from re.findall(r"\b(?:[SHCD][2-9TJQKA]|SB|HR)\b", thing)
    elif isinstance(thing, gd.Hand):
        yield from thing
    elif isinstance(thing, (list, tuple)):
        for part in thing:
            yield from cards_within(part, depth)
    elif isinstance(thing, (gd.View, gd.Play)) and depth:
        for name in dir(thing):
            # What a wild stands for is no card that anybody holds.
            # Pickles are looked at by `pickled`.
            if name in (
                "__class__",
                "__doc__",
                "__dir__",
                "stands_for",
                "__reduce__",
                "__reduce_ex__",
            ) or name.startswith("__init"):
                continue
            value = getattr(thing, name)
            if callable(value):
                try:
                    value = value()
                except TypeError:
                    continue
            yield from cards_within(value, depth - 1)


def pickled(view: gd.View) -> dict[str, object]:
    """What a pickle of a view has of cards."""
    saved = json.loads(view.__reduce__()[1][2])  # type: ignore[index]
    tribute = saved["tribute"] or {"payments": [], "returns": []}
    return {"hands": saved["hands"], **{name: tribute[name] for name in ("payments", "returns")}}


def shown(view: gd.View) -> dict[str, object]:
    """The same from what the view shows: hidden cards are dealt out in their order, as many as each seat holds."""
    played = [
        gd.Hand([card for by, play in view.history if play and by == seat for card in play.cards]) for seat in range(4)
    ]
    out = gd.Hand([card for hand in (view.hand, *played) for card in hand])
    hidden = iter(gd.Hand([*FACES, *FACES]) - out)
    held = [view.hand if seat == view.seat else [next(hidden) for _ in range(view.counts[seat])] for seat in range(4)]
    hands = [str(gd.Hand([*cards, *before])) for cards, before in zip(held, played, strict=True)]
    gifts = {
        name: [list(gift) for gift in given] for name, given in (("payments", view.paid), ("returns", view.returned))
    }
    return {"hands": hands, **gifts}


class Thief(Lowest):
    """Tries everything to see what the others hold."""

    name = "thief"

    def __init__(self) -> None:
        self.tries = 0

    def act(self, view: gd.View, legal: list[gd.Play]) -> int:
        public = [card for _, play in view.history if play for card in play.cards]
        public += [card for _, _, card in (*view.paid, *view.returned)]
        assert set(cards_within(view)) | set(cards_within(legal)) <= {*view.hand, *public}
        assert copy.copy(view) is copy.deepcopy(view) is view
        assert pickle.loads(pickle.dumps(view)) == view  # noqa: S301
        assert pickled(view) == shown(view)
        for way in (vars, lambda it: type(it)(), memoryview):
            with pytest.raises(TypeError):
                way(view)
        for name in ("seat", "hand", "deal", "_deal"):
            with pytest.raises(AttributeError):
                setattr(view, name, 0)
        assert all(isinstance(thing, type) for thing in gc.get_referents(view))
        self.tries += 1
        return super().act(view, legal)


class ThiefOfMany:
    """Tries the same with arrays."""

    name = "thief"

    def __init__(self) -> None:
        self.tries = 0

    def act_batch(self, views: gd.Views, legals: gd.Legals) -> np.ndarray:
        hand, played = views.hand, views.played
        assert (hand + played.sum(axis=1, dtype=np.uint8) <= 2).all()
        owner = np.repeat(np.arange(len(views)), np.diff(legals.offsets))
        assert (legals.cards <= hand[owner]).all()
        for batch, arrays in ((views, {"hand", "played"}), (legals, {"cards"})):
            for name in dir(batch):
                value = getattr(batch, name)
                if isinstance(value, np.ndarray):
                    base = value.base
                    while isinstance(base, np.ndarray):
                        assert base.nbytes == value.nbytes, "nothing lies beside an array"
                        base = base.base
                    assert name in arrays or value.ndim < 2 or value.shape[-1] != 54
            with pytest.raises(TypeError):
                pickle.dumps(batch)
        self.tries += 1
        return np.zeros(len(views), dtype=np.int64)


@pytest.mark.parametrize("thief", [Thief, ThiefOfMany])
def test_a_strategy_cannot_see_the_cards_of_others(thief: type) -> None:
    strategy = thief()
    gd.simulate(deals=3, strategies=[strategy, "lowest"], seed=1)
    gd.simulate(matches=1, strategies=[strategy, "lowest"], seed=1)
    assert strategy.tries > 10
