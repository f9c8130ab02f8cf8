"""What every single deal of a run begins with where that is given: hands, a leader, and what has been played."""

from collections.abc import Mapping
from typing import Any

from guandan_sim._core import Deal, Hand
from guandan_sim.arguments import several
from guandan_sim.errors import PlanError
from guandan_sim.options import DEFAULTS, GivenDeal

RANDOM = "random"
"""What stands for a hand that is dealt at random."""
_PASSED = "pass"


def from_position(deal: Deal) -> GivenDeal:
    """The options by which every deal goes on from where `deal` stands.

    The hands are those that the deal began with, after tribute.
    """
    hands, history = list(deal.hands), deal.history
    for seat, play in history:
        if play is not None:
            hands[seat] += Hand(play.cards)
    return {
        "hands": [str(hand) for hand in hands],
        "leader": history[0][0] if history else deal.turn,
        "played": [_PASSED if play is None else str(play) for _, play in history],
    }


def with_position(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a plan with `position` replaced by what it gives.

    Raises `PlanError` for an option beside it that the position gives too, `TypeError` for what is not a `Deal`.
    """
    asked = dict(options)
    deal = asked.pop("position", None)
    if deal is None:
        return asked
    if not isinstance(deal, Deal):
        raise TypeError(f"position: expected a Deal, got {type(deal).__name__}")
    usual: Mapping[str, object] = {**DEFAULTS}
    twice = [name for name in (*GivenDeal.__annotations__, "level") if asked.get(name, usual[name]) != usual[name]]
    if twice:
        raise PlanError(f"{twice[0]}: no effect with a position, which has it")
    return {"rules": deal.rules, **asked, **from_position(deal), "level": deal.level}


def in_text(options: GivenDeal) -> GivenDeal:
    """The options with hands as text, as files and command lines have them. Raises `NotationError` and `PlanError`."""
    hands = options.get("hands")
    if hands is None:
        return options
    texts = [
        RANDOM if hand is None else hand if isinstance(hand, str) else str(Hand(hand))
        for hand in several("hands", hands)
    ]
    return {**options, "hands": texts}
