"""The page of a single position: what `gd.rollout` says of its plays, in the form of a review of one decision."""

from typing import TYPE_CHECKING, Any, TypedDict

from guandan_sim._core import Deal, build_info
from guandan_sim.report.review_page import position_page

if TYPE_CHECKING:
    import polars as pl

_DIGITS = 4


class Method(TypedDict):
    """What the values of plays depend on beside the position."""

    policy: str
    exact: int
    belief: str
    samples: int
    seed: int


def position_html(
    deal: Deal, seat: int, values: "pl.DataFrame", each: "pl.DataFrame", method: Method, *, is_known: bool, lang: str
) -> str:
    """The text of a page that shows what each play of the seat to act, `seat`, is worth.

    `values` and `each` are the frames of `gd.rollout` by plays and by samples, with the same plays and seed. `is_known`
    says that the hands of the deal are its true ones, and then the table shows how it came to the position, and goes on
    with the best play. Raises `PlanError` for an unknown language.
    """
    import numpy as np

    view = deal.view(seat)
    levels = each["levels"].to_numpy().reshape(-1, values.height)
    best = values["rank"].arg_min() or 0
    differences = levels - levels[:, [best]].astype(np.float64)
    errors = differences.std(axis=0, ddof=1) / np.sqrt(len(levels)) if len(levels) > 1 else np.zeros(values.height)
    unknown = {"match_win_rate": None, "match_win_rate_se": None, "exact": False, "open": None}
    paired = zip(values.to_dicts(), differences.mean(axis=0).tolist(), errors.tolist(), strict=True)
    plays = [row | unknown | {"difference": mean, "difference_se": error} for row, mean, error in paired]
    ordered = [_rounded(play) for play in sorted(plays, key=lambda play: play["rank"])]
    record = _record(deal, seat, ordered[0]["play"]) if is_known else None
    decision = {
        "deal_index": 0,
        "match": 0,
        "deal": 0,
        "play": len(deal.history),
        "phase": "lead" if deal.table is None else "follow",
        "seat": seat,
        "hand": str(view.hand),
        "to_beat": None if view.table is None else str(view.table),
        "to_beat_seat": view.table_seat,
        "counts": view.counts,
        "plays": ordered,
        "others": 0,
        "played": None,
        "best": 0,
        "class": None,
    }
    return position_page(
        {
            "version": build_info()["version"],
            "rules": deal.rules.label,
            **method,
            "seats": [seat],
            "source": None,
            "deals": [{"match": 0, "deal": 0, "level": deal.level, "record": record}],
            "decisions": [decision],
            "summary": [],
            "not_valued": 0,
        },
        lang=lang,
    )


def _rounded(play: dict[str, Any]) -> dict[str, Any]:
    return {key: round(item, _DIGITS) if isinstance(item, float) else item for key, item in play.items()}


def _record(deal: Deal, seat: int, best: str) -> dict[str, Any]:
    """What the table shows: the hands after tribute, what has been played from them, and the best play after it."""
    hands = [list(map(str, hand)) for hand in deal.hands]
    for by, play in deal.history:
        hands[by] += [] if play is None else map(str, play.cards)
    made = [(by, "pass" if play is None else str(play)) for by, play in deal.history]
    plays = [_action(by, text) for by, text in [*made, (seat, best)]]
    unknown = (
        "declarers",
        "levels",
        "turned_up",
        "first_drawer",
        "shuffler",
        "cutter",
        "tribute",
        "places",
        "promoted",
    )
    return dict.fromkeys(unknown) | {
        "match": 0,
        "deal": 0,
        "rules": deal.rules.label,
        "strategies": [f"seat {seat}" for seat in range(4)],
        "level": deal.level,
        "hands": [" ".join(hand) for hand in hands],
        "leader": plays[0][0],
        "plays": plays,
        "match_over": False,
    }


def _action(seat: int, text: str) -> list[Any]:
    """An action as records have it."""
    if text == "pass":
        return [seat, text]
    name, _, cards = text.partition(": ")
    kind, _, rank = name.partition(" ")
    return [seat, cards, kind, rank]
